"""Scripts that bake the pictures which are too slow to compute while the game runs.

``python -m assets.make`` writes all of them anew, byte for byte the same with the same library versions; name parts
(``stones``, ``textures``, ``backdrops``) to bake only those. Needs the extra ``art`` (numpy and pillow); the game
itself needs neither. Colours come from the theme files.
"""
