"""The Politics Game (เล่นการเมือง): six to eight representatives, two of them dark, form governments by bargaining.

Source: the Thai rule booklet; rules and rulings with their ids stand in ``data/politics``. The tool does not track
which card is where: policy and behind-the-scenes cards are counts, and faces are known only once they lie open.
"""
