"""Parser of the command line of ``main.py convert``: decides which files to read, and where to write the games.

The last path is OUT, the file or folder to write, if it does not exist yet or is a folder. If it is an existing file,
it is read like the others, except with ``--force`` or ``--format``, or if it is the second of exactly two paths and has
another suffix that can be written. Of three or more paths, a last one that does not exist is OUT only without a suffix.
"""

from __future__ import annotations

import os
from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path

from game.library.formats.texts import known_encoding
from game.library.formats.writing import FORMATS, WritableFormat


class WrongUseError(Exception):
    """Raised for a command line that makes no sense. The text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Order:
    """The files to read, and where and in which format to write their games."""

    files: tuple[Path, ...]
    out: Path | None = None
    """The output file or folder; None if the files are only described."""
    format: WritableFormat | None = None
    """The format of the output; None if the files are only described."""
    is_folder: bool = False
    is_forced: bool = False
    encoding: str = ""
    """Python's name of the encoding of the texts; "" if the files decide."""

    def target(self, file: Path) -> Path:
        """Return the path of the output file to which the games of an input file are written."""
        assert self.out is not None
        assert self.format is not None
        return self.out / f"{_stem(file)}{self.format.suffix}" if self.is_folder else self.out


def order_of(arguments: Namespace) -> Order:
    """Return the order that the arguments describe. Raises WrongUseError if they are contradictory or incomplete."""
    files, encoding = tuple(arguments.files), known_encoding(arguments.encoding)
    if arguments.encoding and not encoding:
        raise WrongUseError(f"there is no text encoding {arguments.encoding!r} that can be read")
    if arguments.json or not _ends_with_out(arguments):
        if arguments.format or arguments.force:
            raise WrongUseError("--format and --force say how OUT is written, and no OUT is named")
        return Order(files, encoding=encoding)
    *files_read, out = files
    is_folder = _is_folder(out) or len(files_read) > 1
    if is_folder and os.path.lexists(out) and not _is_folder(out):
        raise WrongUseError(f"{out} is a file; OUT must be a folder if several files are converted")
    format_ = _format_named(arguments.format) if arguments.format else _format_of(out, is_folder=is_folder)
    return Order(tuple(files_read), out, format_, is_folder, arguments.force, encoding)


def _ends_with_out(arguments: Namespace) -> bool:
    *files, last = arguments.files
    if not files:
        return False
    if arguments.force or arguments.format or _is_folder(last):
        return True
    if os.path.lexists(last):
        return len(files) == 1 and last.suffix != files[0].suffix and _known_suffix(last) is not None
    # The last of several paths may be a misspelt input file, so it is a new folder only if it has no suffix.
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
        # This happens if the name is too long, for example.
        return False


def _known_suffix(path: Path) -> WritableFormat | None:
    return next((each for each in FORMATS if path.name.lower().endswith(each.suffix)), None)


def _stem(file: Path) -> str:
    """Return the name of a file without its suffix, which may have several parts, such as ``.study.txt``."""
    known = _known_suffix(file)
    return file.name[: -len(known.suffix)] if known and len(file.name) > len(known.suffix) else file.stem
