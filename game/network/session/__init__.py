"""A far table as the window plays at it: its game, the tables there are, and how two find together. No pygame here."""
