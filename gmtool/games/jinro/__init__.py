"""Politician Werewolf (政治家人狼) with manifesto cards: candidates look for allies to elect, wolves among them.

Source: the maker's page on the manifesto-card rules; rules and rulings with their ids stand in ``data/jinro``. The tool
does not track what is said, what anybody believes or who looks at which card: it knows roles and cards only as far as
the game master enters them, the promise deck is a count, and what a manifesto card says is what the game master typed
in from the box (none ships with the tool).
"""
