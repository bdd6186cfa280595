"""The games, one folder each with the same rooms: table, setup, rules, the script by phase, scoring, view."""
