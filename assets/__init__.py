"""Files of the program besides code: pictures, sounds, themes, openings and translations.

``FOLDER`` is their folder.
"""

from pathlib import Path

#: The folder of this package; the assets are plain files below it.
FOLDER = Path(__file__).resolve().parent
