"""Tables with a move of one game in each row, as spreadsheets and programs write them (CSV).

The first line names the columns. The cell of a move is a text (``H8``), a letter and a number (``col,row``), or two
numbers (``x,y`` or ``row,col``), counted from the top left. Where a table has several of these, the first kind is read.
A column with the colours is only compared. Source: files of Variant Go and of programs that record their games.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from game.core.geometry import LETTERS, MOST_COLUMNS
from game.core.language import _, gettext_noop
from game.core.model import ParseError
from game.library.formats.clipboard.move_text import MoveWord, open_moves
from game.library.formats.lists.move_lists import pairs_sentence
from game.library.formats.lists.openings import BOARD_SIZES
from game.library.formats.opened_file import OpenedFile
from game.library.formats.terms import PasteTarget

TITLE = gettext_noop("Table of moves")
#: Names of the columns with the cell, with its column and row, and with the colour.
_CELL_NAMES = ("cell", "coord", "coordinate", "position", "pos", "point", "move")
_POINT_NAMES = (("col", "row"), ("column", "row"), ("x", "y"))
_COLOUR_NAMES = ("stone", "color", "colour", "player")
_COLOURS = {"black": "b", "white": "w", "b": "b", "w": "w", "x": "b", "o": "w"}
_CELL, _LETTER, _NUMBER = re.compile(r"[A-Za-z][0-9]{1,2}"), re.compile(r"[A-Za-z]"), re.compile(r"[0-9]{1,2}")
#: Most rows of a table, and the characters that may stand between its columns.
_MOST_ROWS, _SEPARATORS = 1_000, ",;\t"
_Row = Mapping[str, str]


def is_move_table(text: str) -> bool:
    """Return True if a text is a table with the cell of a move in each row."""
    return _cells(_rows(text)) is not None


def read_move_table(text: str, target: PasteTarget) -> OpenedFile:
    """Read the game of a table. Raises ParseError if the colours do not alternate, or a move is not allowed."""
    rows = _rows(text)
    cells, said = _cells(rows) or ([], "")
    colours = [
        _COLOURS.get(row[name].lower(), "") for name in _COLOUR_NAMES if rows and name in rows[0] for row in rows
    ]
    if all(colours) and any(one == other for one, other in pairwise(colours)):
        shown = " ".join(colours[:12])
        raise ParseError(_("the colours of the moves do not alternate: {line}", line=shown))
    opened = open_moves([MoveWord(cell, number) for number, cell in enumerate(cells, start=2)], target)
    return replace(opened, format=TITLE, problems=(*opened.problems, *filter(None, (said,))))


def _rows(text: str) -> list[_Row]:
    """Return the rows of a table by the names of its columns, in small letters; [] if a text is none."""
    lines = [line for line in text[: _MOST_ROWS * 200].lstrip("\ufeff").split("\n") if line.strip()]
    if not 1 < len(lines) <= _MOST_ROWS:
        return []
    separator = max(_SEPARATORS, key=lines[0].count)
    try:
        head, *rest = csv.reader(lines, delimiter=separator)
    except csv.Error:
        return []
    names = [name.strip().lower() for name in head]
    if len(names) < 2 or any(len(row) != len(names) for row in rest):
        return []
    return [dict(zip(names, map(str.strip, row), strict=True)) for row in rest]


def _cells(rows: Sequence[_Row]) -> tuple[list[str], str] | None:
    """Return the cells of the moves and a sentence that says how numbers were read; None if a row has no cell."""
    if not rows:
        return None
    for name in _CELL_NAMES:
        if all(_CELL.fullmatch(row.get(name, "")) for row in rows):
            return [row[name].lower() for row in rows], ""
    points = [[(row.get(x, ""), row.get(y, "")) for row in rows] for x, y in _POINT_NAMES]
    for pairs in points:
        if all(_LETTER.fullmatch(x) and _NUMBER.fullmatch(y) for x, y in pairs):
            return [x.lower() + y for x, y in pairs], ""
    for pairs in points:
        if all(_NUMBER.fullmatch(x) and _NUMBER.fullmatch(y) for x, y in pairs):
            return _numbered_cells([(int(x), int(y)) for x, y in pairs])
    return None


def _numbered_cells(pairs: Sequence[tuple[int, int]]) -> tuple[list[str], str] | None:
    numbers = {number for pair in pairs for number in pair}
    first = int(0 not in numbers and max(numbers) in BOARD_SIZES)
    size = next((size for size in BOARD_SIZES if size > max(numbers) - first), MOST_COLUMNS)
    if max(numbers) - first >= size:
        return None
    return [f"{LETTERS[x - first]}{size + first - y}" for x, y in pairs], pairs_sentence(first)
