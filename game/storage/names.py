"""Names of saves and pictures, checked or made such that Linux, macOS and Windows take them as names of files.

The rules stand here because ``pathvalidate`` (3.3) lets ``.hidden``, ``CONIN$``, ``con .txt`` and line separators pass,
fails at a lone surrogate, and tells the wrong character only in a sentence of its own.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from game.core.language import _
from game.storage.files import StoreError

_LONGEST = 80
_LONGEST_IN_BYTES = 200
_FORBIDDEN = '<>:"/\\|?*'
#: Device names that Windows reserves, with and without an ending.
_RESERVED = {
    *("con", "prn", "aux", "nul", "conin$", "conout$"),
    *(f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"),
}
_FALLBACK = "Tournament"


def folded(name: str) -> str:
    """The name to compare by: two that fold alike are one file to a system that ignores capitals or Unicode forms."""
    return unicodedata.normalize("NFC", name).casefold()


def check_name(name: str, taken: Collection[str] = ()) -> None:
    """Check a name; raises StoreError, with the cause in words, if it cannot be used; ``taken`` holds folded names."""
    if not name.strip():
        raise StoreError(_("The name is empty."))
    bad = next((c for c in name if c in _FORBIDDEN or not (c.isprintable() or unicodedata.category(c) == "Cf")), None)
    if bad is not None:
        raise StoreError(_("The name {name!r} holds {bad!r}, which cannot stand in a file's name.", name=name, bad=bad))
    if name != name.strip() or name.startswith(".") or name.endswith("."):
        raise StoreError(_("The name {name!r} begins or ends with a space or a dot.", name=name))
    if _is_reserved(name):
        raise StoreError(_("The name {name!r} is reserved on Windows.", name=name))
    if len(name) > _LONGEST or len(name.encode()) > _LONGEST_IN_BYTES:
        raise StoreError(
            _("The name is too long: {letters} characters, {most} at most.", letters=len(name), most=_LONGEST)
        )
    if folded(name) in taken:
        raise StoreError(_("The name {name!r} is taken.", name=name))


def free_name(base: str, taken: Collection[str]) -> str:
    """A usable name like ``base`` that is not taken, with a number appended if need be."""
    stem = _usable(base)
    number = 1
    while folded(name := stem if number == 1 else f"{stem} {number}") in taken:
        number += 1
    return name


def next_name(name: str, taken: Collection[str]) -> str:
    """The next free name in a series: ``Friday 3`` after ``Friday 2`` where there is a ``Friday``."""
    stem, _, number = name.rpartition(" ")
    counts = number.isascii() and number.isdigit() and folded(stem) in taken
    return free_name(stem if counts else name, taken)


def _usable(base: str) -> str:
    """A name like ``base`` that ``check_name`` takes, short enough for a number behind it."""
    kept = "".join(c if c.isprintable() and c not in _FORBIDDEN else " " for c in unicodedata.normalize("NFC", base))
    name = " ".join(kept.split()).strip(" .")
    if _is_reserved(name):
        name = f"{_FALLBACK} {name}"
    # Leaves room for a number behind the name; a character takes four bytes at most.
    name = name[: _LONGEST - 8]
    while len(name.encode()) > _LONGEST_IN_BYTES - 8:
        name = name[:-1]
    return name.strip(" .") or _FALLBACK


def _is_reserved(name: str) -> bool:
    return name.partition(".")[0].strip().lower() in _RESERVED
