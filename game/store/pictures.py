"""The folder of the pictures that a player saves."""

from __future__ import annotations

from pathlib import Path

from game.core.language import _
from game.store import names
from game.store.files import StoreError, cause, write_whole

_SUFFIX = ".png"


def keep_picture(folder: Path, base: str, contents: bytes) -> Path:
    """Write a picture under a free name like ``base``; raises StoreError."""
    try:
        taken = {names.folded(path.stem) for path in folder.glob(f"*{_SUFFIX}")}
        path = folder / f"{names.free_name(base, taken)}{_SUFFIX}"
        write_whole(path, contents)
    except OSError as error:
        raise StoreError(_("The picture could not be saved: {cause}.", cause=cause(error))) from error
    return path
