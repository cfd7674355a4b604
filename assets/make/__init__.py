"""Scripts that bake the pictures and sounds which are too slow to compute while the game runs.

``python -m assets.make`` writes all of them anew, byte for byte the same with the same library versions; name parts
(``stones``, ``textures``, ``backdrops``, ``sounds``) to bake only those. Needs the extra ``art`` (numpy, pillow and
soundfile); the game itself needs none of them for its pictures and sounds. Colours come from the theme files.
"""
