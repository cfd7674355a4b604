"""What games of rows share: the rule as data, positions and their text, shapes, threats, and reasons in words."""
