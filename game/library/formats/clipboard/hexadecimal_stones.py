"""Games of gomoku-battle: ``B[77];W[78]``, a hexadecimal digit for the row and one for the column of each stone.

Rows and columns count from 0 at the top left of a board of 15 rows. Source: GomokuFormatter.java of gomoku-battle.
"""

from __future__ import annotations

import re
from dataclasses import replace

from game.core.geometry import LETTERS
from game.core.language import _, gettext_noop
from game.core.model import ParseError
from game.core.plain_text import one_line
from game.library.formats.clipboard.boards import with_rows
from game.library.formats.clipboard.move_text import MoveWord, open_moves
from game.library.formats.opened_file import OpenedFile
from game.library.formats.terms import PasteTarget

TITLE = gettext_noop("Moves in hexadecimal digits")
_ROWS, _QUOTED = 15, 60
_STONE = re.compile(r"([BW])\[([0-9a-e])([0-9a-e])\]", re.IGNORECASE)
#: A text of stones of which the first has a digit; two letters are a point of SGF.
_GAME = re.compile(r"\s*+B\[(?:[0-9][0-9a-e]|[a-e][0-9])\](?:\s*+;\s*+[BW]\[[0-9a-e]{2}\]){0,225};?\s*+", re.IGNORECASE)


def is_hexadecimal(text: str) -> bool:
    """Return True if a text has only stones such as ``B[77]``."""
    return _GAME.fullmatch(text) is not None


def read_hexadecimal(text: str, target: PasteTarget) -> OpenedFile:
    """Read a game. Raises ParseError if the colours do not alternate, or a move is not allowed."""
    stones = _STONE.findall(text)
    if any(side.upper() != "BW"[number % 2] for number, (side, _row, _column) in enumerate(stones)):
        shown = one_line(text)[:_QUOTED]
        raise ParseError(_("the colours of the moves do not alternate: {line}", line=shown))
    words = [MoveWord(f"{LETTERS[int(column, 16)]}{_ROWS - int(row, 16)}", 1) for _side, row, column in stones]
    opened = open_moves(words, replace(target, rules=with_rows(target.rules, _ROWS)))
    return replace(opened, format=TITLE)
