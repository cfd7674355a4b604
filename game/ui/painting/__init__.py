"""Drawing primitives: themes, text, shapes, sprites and boards, independent of scenes, games and players."""
