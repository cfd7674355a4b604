"""The painting kit: theme, lettering, shapes, sprites and boards. Knows nothing of scenes, games or players."""
