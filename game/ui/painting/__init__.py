"""The painting kit: theme, words, shapes, sprites and boards. Knows nothing of scenes, games or players."""
