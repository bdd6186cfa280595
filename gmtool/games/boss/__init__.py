"""Who is the Boss? (Ai là chủ tịch?): five to ten people in a company of two sides elect Directors and enact policies.

Source: the Vietnamese rule sheet; rules and rulings with their ids stand in ``data/boss``. The tool does not track
what nobody but the holder may know: whose ballot is whose, which policies were drawn, dropped or looked at, which way a
thumb pointed. Characters are known to it only if a GM who does not play types them in; they never change what is asked.
"""
