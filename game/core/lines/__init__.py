"""The parts that games of rows share: rule, positions and their text, shapes, threats, and reasons in words."""
