"""Everything the window shows and plays that is not code, and where it lies on disk."""

from pathlib import Path

#: The folder of this package; the assets are plain files below it.
FOLDER = Path(__file__).resolve().parent
