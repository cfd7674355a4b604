"""What a command line of ``main.py convert`` asks for: which paths are read, and where the games go.

The last path is OUT if it names no file yet, or is a folder. One that is a file is read like the others, unless
``--force`` or ``--format`` shows that it is meant to be written, or it is the second of two with different suffixes.
"""

from __future__ import annotations

import os
from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path

from game.library.formats.writing import FORMATS, WritableFormat


class WrongUseError(Exception):
    """Raised for a command line that cannot be obeyed, with a sentence."""


@dataclass(frozen=True, slots=True)
class Order:
    """The files to read, and where and how their games are written."""

    files: tuple[Path, ...]
    out: Path | None = None
    """A file for the games of one file, or a folder."""
    format: WritableFormat | None = None
    """The format that is written; None if the files are only described."""
    is_folder: bool = False
    is_forced: bool = False

    def target(self, file: Path) -> Path:
        """Return the path for the games of a file."""
        assert self.out is not None
        assert self.format is not None
        return self.out / f"{_stem(file)}{self.format.suffix}" if self.is_folder else self.out


def order_of(arguments: Namespace) -> Order:
    """Return what the arguments ask for. Raises WrongUseError if it is not clear."""
    files = tuple(arguments.files)
    if arguments.json or not _ends_with_out(arguments):
        if arguments.format or arguments.force:
            raise WrongUseError("--format and --force say how OUT is written, and no OUT is named")
        return Order(files)
    *files_read, out = files
    is_folder = _is_folder(out) or len(files_read) > 1
    if is_folder and os.path.lexists(out) and not _is_folder(out):
        raise WrongUseError(f"{out} is a file; OUT must be a folder if several files are converted")
    format_ = _format_named(arguments.format) if arguments.format else _format_of(out, is_folder=is_folder)
    return Order(tuple(files_read), out, format_, is_folder, arguments.force)


def _ends_with_out(arguments: Namespace) -> bool:
    *files, last = arguments.files
    if not files:
        return False
    if arguments.force or arguments.format or _is_folder(last):
        return True
    if os.path.lexists(last):
        return len(files) == 1 and last.suffix != files[0].suffix and _known_suffix(last) is not None
    # Of several files the last may be misspelt, so only a name without a suffix is a new folder.
    return len(files) == 1 or not last.suffix


def _format_named(name: str) -> WritableFormat:
    found = next((each for each in FORMATS if each.name == name.lower()), None)
    if found is None:
        raise WrongUseError(f"there is no format {name!r} (there are: {', '.join(each.name for each in FORMATS)})")
    return found


def _format_of(out: Path, *, is_folder: bool) -> WritableFormat:
    if is_folder:
        raise WrongUseError(f"OUT is the folder {out}: name the format of the files, such as --format sgf")
    found = _known_suffix(out)
    if found is None:
        known = ", ".join(each.suffix for each in FORMATS)
        raise WrongUseError(f"the name of {out} does not end like a format that can be written ({known})")
    return found


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        # The name is too long, for one.
        return False


def _known_suffix(path: Path) -> WritableFormat | None:
    return next((each for each in FORMATS if path.name.lower().endswith(each.suffix)), None)


def _stem(file: Path) -> str:
    """Return the name of a file without its suffix, such as ``.study.txt``."""
    known = _known_suffix(file)
    return file.name[: -len(known.suffix)] if known and len(file.name) > len(known.suffix) else file.stem
