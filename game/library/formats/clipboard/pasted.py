"""The single entry point for reading pasted text: game files, positions, and lines of moves in several notations.

To add a dialect, write its reader in a module of its own and add a row to ``DIALECTS``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.core.language import _
from game.core.model import ParseError
from game.core.ruleset import PluginError
from game.library.formats.clipboard.move_text import read_moves
from game.library.formats.clipboard.position_text import PastedPosition, is_position, read_position
from game.library.formats.opened_file import OpenedFile
from game.library.formats.reading import is_game_file, open_bytes
from game.library.formats.terms import PasteTarget

#: Maximum number of characters of a pasted text.
MOST_PASTED = 1_000_000
#: The games or the position of a pasted text.
Pasted = OpenedFile | PastedPosition


@dataclass(frozen=True, slots=True)
class TextDialect:
    """A notation for games or positions: a test whether a text is written in it, and a reader of such texts."""

    is_it: Callable[[str, PasteTarget], bool]
    read: Callable[[str, PasteTarget], Pasted]
    """Reads a text for which ``is_it`` is True; raises ParseError, with the line and a quotation where possible."""


def read_pasted(text: str, target: PasteTarget) -> Pasted:
    """Read a pasted text; lines of moves and positions are read under the rules of ``target``.

    Raises ParseError, which says what was not understood and where.
    """
    plain = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    if not plain.strip():
        raise ParseError(_("the clipboard contains no text"))
    if len(plain) > MOST_PASTED:
        raise ParseError(_("the text is too long: {count} characters", count=f"{len(plain):,}"))
    try:
        return next(each.read(plain, target) for each in DIALECTS if each.is_it(plain, target))
    except PluginError as error:
        raise ParseError(str(error)) from error


def _is_file(text: str, target: PasteTarget) -> bool:
    return is_game_file(text, target.rulesets)


def _read_file(text: str, target: PasteTarget) -> OpenedFile:
    opened = open_bytes(text.encode("utf-8", "replace"), "", target.rulesets)
    if not opened.studies:
        raise ParseError(_("the text contains no game"))
    return opened


def _is_position(text: str, _target: PasteTarget) -> bool:
    return is_position(text)


def _is_anything(_text: str, _target: PasteTarget) -> bool:
    return True


#: The dialects in the order in which they are tried. The last one reads any text, or quotes what it does not know.
DIALECTS = (
    TextDialect(_is_file, _read_file),
    TextDialect(_is_position, read_position),
    TextDialect(_is_anything, read_moves),
)
