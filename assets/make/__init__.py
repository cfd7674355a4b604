"""Scripts that make files of ``assets``: pictures, sounds and catalogues, too slow to compute in a game.

``python -m assets.make`` makes all of them; with the same versions of the libraries each file is the same to the byte.
Name parts (``stones``, ``textures``, ``backdrops``, ``sounds``, ``locale``) to make only those. The extra ``art`` is
needed: numpy, pillow and soundfile for pictures and sounds, and Babel for catalogues. The game itself needs none of
these scripts. The colours of the pictures come from the files of themes.

``locale`` updates the catalogues of translations (``assets/locale/<code>/LC_MESSAGES/*.po``): it adds the new texts of
the sources without a translation, removes texts that are gone, and makes the mo files that the game reads.
"""
