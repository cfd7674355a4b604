"""The paths of the program's folders. The functions here do not create the folders.

The environment variable STONE_FAIR_HOME moves all folders under one folder, for portable installations and tests.
"""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from game.core.language import _
from game.storage import names
from game.storage.files import StoreError, cause, write_file

HOME_VARIABLE = "STONE_FAIR_HOME"
_APPLICATION = "stone-fair"
_ROOT = Path(__file__).resolve().parents[2]
PICTURE = ".png"


def data_folder() -> Path:
    """Return the folder of the program's data, either STONE_FAIR_HOME or the platform's data folder."""
    return _home() or platformdirs.user_data_path(_APPLICATION, appauthor=False)


def saves_folder() -> Path:
    """Return the folder of saved tournaments, in the source checkout or else in the data folder."""
    if _home() is None and _is_checkout():
        return _ROOT / "saves"
    return data_folder() / "saves"


def database_file() -> Path:
    """Return the path of the database with players, results and settings."""
    return data_folder() / "stone-fair.sqlite3"


def pictures_folder() -> Path:
    """Return the folder of pictures that the player has saved."""
    return data_folder() / "pictures"


def studies_folder() -> Path:
    """Return the folder of the player's studies (trees of variations)."""
    return data_folder() / "studies"


def exports_folder() -> Path:
    """Return the folder of games that a player exports for other programs."""
    return data_folder() / "exports"


def library_folder() -> Path:
    """Return the folder with copies of the game files that the player added to the library."""
    return data_folder() / "library"


def unrated_folder() -> Path:
    """Return the folder of the marker files of unfinished games that have become unrated."""
    return data_folder() / "unrated"


def plugin_folder() -> Path:
    """Return the folder that is searched for drop-in rulesets."""
    return data_folder() / "rulesets"


def sheets_folder() -> Path:
    """Return the folder with copies of the rule sheets of games that were played."""
    return data_folder() / "sheets"


def measured_games_folder() -> Path:
    """Return the folder of the games that measure rule sheets and their opponents."""
    return data_folder() / "measured"


def reports_folder() -> Path:
    """Return the folder of crash reports, in the platform's place for log files."""
    home = _home()
    return home / "reports" if home else platformdirs.user_log_path(_APPLICATION, appauthor=False)


def cache_folder() -> Path:
    """Return the folder of caches that can be deleted and built again, such as compiled code."""
    home = _home()
    return home / "cache" if home else platformdirs.user_cache_path(_APPLICATION, appauthor=False)


def _home() -> Path | None:
    """Return the folder named by the environment variable STONE_FAIR_HOME, or None if it is not set."""
    named = os.environ.get(HOME_VARIABLE, "").strip()
    return Path(named).absolute() if named else None


def _is_checkout() -> bool:
    """Return True if the program runs from a source checkout.

    An installed program has no pyproject.toml next to the packages.
    """
    return (_ROOT / "pyproject.toml").is_file() and (_ROOT / "main.py").is_file()


def save_picture(folder: Path, base: str, contents: bytes) -> Path:
    """Save a picture under an unused file name derived from ``base``, and return the path.

    Raises StoreError.
    """
    return keep_file(folder, base, PICTURE, contents)


def keep_file(folder: Path, base: str, suffix: str, contents: bytes) -> Path:
    """Save a file with this suffix under an unused name derived from ``base``, and return the path.

    Raises StoreError.
    """
    taken = {names.folded(path.name.removesuffix(suffix)) for path in folder.glob(f"*{suffix}")}
    path = folder / f"{names.free_name(base, taken)}{suffix}"
    put_file(path, contents)
    return path


def put_file(path: Path, contents: bytes) -> None:
    """Save a file, and replace one that is there. Raises StoreError."""
    try:
        write_file(path, contents)
    except OSError as error:
        raise StoreError(_("The file could not be saved: {cause}.", cause=cause(error))) from error
