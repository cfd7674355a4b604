"""The folders of the pictures and studies that a player saves."""

from __future__ import annotations

from pathlib import Path

from game.core.language import _
from game.storage import names
from game.storage.files import StoreError, cause, write_whole

PICTURE = ".png"


def keep_picture(folder: Path, base: str, contents: bytes) -> Path:
    """Write a picture under a free name like ``base`` and return its path. Raises StoreError."""
    return keep_file(folder, base, PICTURE, contents)


def keep_file(folder: Path, base: str, suffix: str, contents: bytes) -> Path:
    """Write a file with this suffix under a free name like ``base`` and return its path. Raises StoreError."""
    try:
        taken = {names.folded(path.name.removesuffix(suffix)) for path in folder.glob(f"*{suffix}")}
        path = folder / f"{names.free_name(base, taken)}{suffix}"
        write_whole(path, contents)
    except OSError as error:
        raise StoreError(_("The file could not be saved: {cause}.", cause=cause(error))) from error
    return path
