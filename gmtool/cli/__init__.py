"""The command line: thin modules that parse, call and print. Their words stand in ``data/common/cli``.

``env`` is what every command is given, ``app`` the commands, ``quick`` the way of ``status`` around them.
"""
