"""The picture of a board as text that people can read and edit: one line for each row from the top.

Characters are separated by single spaces. A stone is its letter, an empty cell is EMPTY, and a place without a cell (a
hole or a cut corner) is NO_CELL. For this reason NO_CELL is not allowed as the letter of a stone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from game.core.geometry import LETTERS, Geometry
from game.core.language import _
from game.core.model import EMPTY, ParseError

#: The character for a place in the rectangle of rows and columns where the board has no cell.
NO_CELL = "x"


def draw_board(geometry: Geometry, board: Sequence[str]) -> str:
    """Return the picture of a board: ``geometry.rows`` lines, without a newline at the end."""
    return "\n".join(" ".join(_row(geometry, board, y)) for y in range(geometry.rows))


def _row(geometry: Geometry, board: Sequence[str], y: int) -> Iterator[str]:
    for x in range(geometry.columns):
        cell = geometry.at(x, y)
        yield NO_CELL if cell is None else board[cell]


def read_board(geometry: Geometry, lines: Sequence[str], stones: Collection[str]) -> tuple[str, ...]:
    """Parse a picture that ``draw_board`` drew into a board. Only the letters in ``stones`` may occur.

    Raises ParseError; its line number counts from 1 for the first of ``lines``.
    """
    if len(lines) != geometry.rows:
        raise ParseError(
            _("the board diagram has {rows} rows instead of {wanted}", rows=len(lines), wanted=geometry.rows),
            line=len(lines),
        )
    found: list[str] = []
    for y, line in enumerate(lines):
        found.extend(_read_row(geometry, y, line, stones))
    return tuple(found)


def _read_row(geometry: Geometry, y: int, line: str, stones: Collection[str]) -> Iterator[str]:
    characters = line.split()
    if len(characters) != geometry.columns:
        raise ParseError(
            _(
                "the row {line!r} has {cells} cells instead of {columns}",
                line=line.strip(),
                cells=len(characters),
                columns=geometry.columns,
            ),
            line=y + 1,
        )
    for x, character in enumerate(characters):
        is_cell = geometry.at(x, y) is not None
        allowed = (EMPTY, *stones) if is_cell else (NO_CELL,)
        if character not in allowed:
            place = f"{LETTERS[x]}{geometry.rows - y}"
            raise ParseError(
                _(
                    "{character!r} is not valid at {place}; expected one of: {allowed}",
                    character=character,
                    place=place,
                    allowed=" ".join(allowed),
                ),
                line=y + 1,
            )
        if is_cell:
            yield character
