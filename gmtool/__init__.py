"""gmtool, the game master's companion."""

__version__ = "0.1.0"
