"""Screens and drivers: the terminal with single keys, plain lines, timers. Knows no rule of any game."""
