"""The texts of ``data/`` in the GM's language, and their width on a screen."""
