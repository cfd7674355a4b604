"""Rules for names of saved tournaments and pictures, which must be valid file names on all systems.

The systems are Linux, macOS and Windows.

The rules are our own because ``pathvalidate`` (3.3) accepts ``.hidden``, ``CONIN$``, ``con .txt`` and line separators,
fails on a lone surrogate, and reports the invalid character only inside an English sentence.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

from game.core.language import _
from game.storage.files import StoreError

_LONGEST = 80
_LONGEST_IN_BYTES = 200
_FORBIDDEN = '<>:"/\\|?*'
#: Device names that Windows reserves, with and without an extension.
_RESERVED = {
    *("con", "prn", "aux", "nul", "conin$", "conout$"),
    *(f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"),
}
_FALLBACK = "Tournament"


def folded(name: str) -> str:
    """Return a normal form of a name for comparisons that ignore case and Unicode form.

    Two names with the same result are one file on a system that ignores case or Unicode forms.
    """
    return unicodedata.normalize("NFC", name).casefold()


def check_name(name: str, taken: Collection[str] = ()) -> None:
    """Raise StoreError, with a message for the player, if a file name is invalid or taken.

    ``taken`` contains the names in use, in the form that ``folded`` returns.
    """
    if not name.strip():
        raise StoreError(_("The name is empty."))
    bad = next((c for c in name if c in _FORBIDDEN or not (c.isprintable() or unicodedata.category(c) == "Cf")), None)
    if bad is not None:
        raise StoreError(
            _("The name {name!r} contains {bad!r}, which can't be used in a file name.", name=name, bad=bad)
        )
    if name != name.strip() or name.startswith(".") or name.endswith("."):
        raise StoreError(_("The name {name!r} begins or ends with a space or a dot.", name=name))
    if is_reserved(name):
        raise StoreError(_("The name {name!r} is reserved on Windows.", name=name))
    if len(name) > _LONGEST or len(name.encode()) > _LONGEST_IN_BYTES:
        raise StoreError(
            _("The name is too long: {letters} characters; the limit is {most}.", letters=len(name), most=_LONGEST)
        )
    if folded(name) in taken:
        raise StoreError(_("The name {name!r} is taken.", name=name))


def free_name(base: str, taken: Collection[str]) -> str:
    """Return a valid file name derived from ``base`` that is not taken, with a number if necessary.

    ``taken`` contains the names in use, in the form that ``folded`` returns.
    """
    stem = _usable(base)
    number = 1
    while folded(name := stem if number == 1 else f"{stem} {number}") in taken:
        number += 1
    return name


def next_name(name: str, taken: Collection[str]) -> str:
    """Return the next unused name in a series, such as ``Friday 3`` after ``Friday 2``.

    A number at the end of a name is raised only if the name without it, such as ``Friday``, is taken; otherwise it is
    part of the name.
    """
    stem, _, number = name.rpartition(" ")
    counts = number.isascii() and number.isdigit() and folded(stem) in taken
    return free_name(stem if counts else name, taken)


def _usable(base: str) -> str:
    """Return a valid file name derived from ``base``, short enough to append a number."""
    kept = "".join(c if c.isprintable() and c not in _FORBIDDEN else " " for c in unicodedata.normalize("NFC", base))
    name = " ".join(kept.split()).strip(" .")
    if is_reserved(name):
        name = f"{_FALLBACK} {name}"
    # Leaves room for a number after the name; a character takes at most four bytes.
    name = name[: _LONGEST - 8]
    while len(name.encode()) > _LONGEST_IN_BYTES - 8:
        name = name[:-1]
    return name.strip(" .") or _FALLBACK


def is_reserved(name: str) -> bool:
    """Return True if Windows keeps a name for a device, so that no file can have it, whatever its suffix."""
    return name.partition(".")[0].strip().lower() in _RESERVED


def is_text(name: str) -> bool:
    """Return True if the name of a file can be encoded as UTF-8, so that it can be shown and stored.

    On Linux, a name may hold any bytes.
    """
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
