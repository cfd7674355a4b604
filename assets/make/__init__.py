"""Scripts that make what the game reads and would be too slow to compute while it runs: pictures, sounds, catalogues.

``python -m assets.make`` writes all of them anew, byte for byte the same with the same library versions; name parts
(``stones``, ``textures``, ``backdrops``, ``sounds``, ``locale``) to make only those. They need the extra ``art``,
numpy, pillow and soundfile for pictures and sounds and Babel for catalogues; the game itself needs no part of it.
Colours come from the theme files.

``locale`` looks through the sources for texts to translate, lists new ones without a translation in the catalogues
(``assets/locale/<code>/LC_MESSAGES/*.po``), leaves out those that are gone, and makes the files that the game reads.
"""
