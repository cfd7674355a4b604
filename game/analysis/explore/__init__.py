"""Analysis board: a study that can be played on, and an engine that analyses its positions. Imports no pygame."""
