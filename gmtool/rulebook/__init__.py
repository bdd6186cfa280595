"""Rules and rulings of the games, and finding the one that is asked for.

How to use it::

    from gmtool.rulebook import entries, find, printing, rulings

    found = find.ask("bau hoa phieu thi sao", game, lang="vi")   # any language, also mixed; lang is a hint
    found.answered, found.hits[0].id, found.as_json()

    book = entries.book(game, "th")                           # all entries in one language, placeholders filled
    entry = book["…-R83"]                                     # KeyError if there is none
    standing = entries.answer_of(entry, GAME.in_force(table)) # as it stands in this game
    standing.text, standing.changed, entry.reason, entry.readings, entry.related
    entries.provenance(entry)                                 # text ids in [rules]: ("silent",), ("origin.SH",) … or ()
    entries.sections(game, "th")                              # headings with their ids, for browsing
    entries.words("th")                                       # texts of this package: "no_rule", "nearest", …

    made = rulings.record(game, "…", rule=entry.id)           # the table's own, from now on; or for_game()
    find.ask("…", game, table=[*rulings.load(game), *those_of_this_game])     # found among the rest
    rulings.edit(made.id, text="…"), rulings.remove(made.id), rulings.export(rulings.load()), rulings.take_in(text)

    printing.print_html(game, "th")                           # the GM sheet and the whole rulebook, one HTML page

Nothing here knows a terminal. Finding imports no library and reads compiled data only; it never raises for odd input.
"""
