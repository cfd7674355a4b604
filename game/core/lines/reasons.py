"""The purpose of a stone in a line game: a sentence and the lines that it makes or stops."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from game.core.geometry import Geometry
from game.core.language import _, gettext_noop, join_sentences
from game.core.lines.line_state import Line, LineState
from game.core.lines.shapes import Shape, padded, shapes
from game.core.model import EMPTY, Reason

#: English names of rows by their number of stones.
_ROWS = {
    # Translators: a row of stones by its length, as a noun: “Makes an open {row}.” The last is “eight”.
    2: gettext_noop("two"),
    3: gettext_noop("three"),
    4: gettext_noop("four"),
    5: gettext_noop("five"),
    6: gettext_noop("six"),
    7: gettext_noop("seven"),
    8: gettext_noop("eight"),
}


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a move's purpose: a sentence, the row lengths that it names, and the directions of the lines.

    Directions are indices into ``Geometry.directions``. A part without directions has no sentence.
    """

    text: str = ""
    rows: Mapping[str, int] = field(default_factory=dict)
    ways: tuple[int, ...] = ()

    @property
    def sentence(self) -> str:
        """The sentence about the move's purpose, translated for the player."""
        return _(self.text, **{name: _(row_name(stones)) for name, stones in self.rows.items()}) if self.text else ""

    @property
    def phrase(self) -> str:
        """The English sentence about a move's purpose, without capital letter and full stop, used as a code."""
        return self.text.format(**{name: row_name(stones) for name, stones in self.rows.items()}).rstrip(".").lower()


def row_name(stones: int) -> str:
    """Return the English name of a row with this number of stones, ready to be translated."""
    return _ROWS.get(stones, str(stones))


def stone_reason(state: LineState, cell: int, opponent: str) -> Reason | None:
    """Return the purpose of placing the next stone on an empty cell; None if the stone makes and stops no row.

    ``opponent`` is the letter of the other colour. The code of the reason is the sentence in English, whatever language
    is in use, for example ``makes a four and blocks an open three``.
    """
    board, length = padded(state.board), state.rule.length
    made = _made(shapes(state.geometry, board, cell, state.colour, state.rule), length)
    stopped = _stopped(shapes(state.geometry, board, cell, opponent, state.rule), length)
    parts = [part for part in (made, stopped) if part.ways]
    if not parts:
        return None
    lines = lines_of(state.geometry, state.board, cell, made.ways, state.colour, length=length)
    lines += lines_of(state.geometry, state.board, cell, stopped.ways, opponent, length=length)
    code = " and ".join(part.phrase for part in parts)
    return Reason(code, join_sentences(part.sentence for part in parts), lines)


def purpose(state: LineState, cell: int, opponent: str) -> str:
    """Return the purpose of the next stone on an empty cell as a sentence or two; "" if it makes and stops no row."""
    reason = stone_reason(state, cell, opponent)
    return reason.message if reason else ""


def lines_of(
    geometry: Geometry, board: Sequence[str], cell: int, ways: Iterable[int], colour: str, *, length: int
) -> tuple[Line, ...]:
    """Return the rows to which a stone of this colour on the cell belongs, one for each of the directions ``ways``.

    A row is the cells from its first stone to its last.
    """
    return tuple(_line_along(geometry, board, cell, way, colour, length=length) for way in ways)


def _line_along(geometry: Geometry, board: Sequence[str], cell: int, way: int, colour: str, *, length: int) -> Line:
    """Return the row through a cell in one direction, from its first stone to its last.

    It consists of the fullest windows through the cell.

    A window has the length of a winning line and no stone of another colour; the fullest ones have the most stones of
    this colour.
    """
    dx, dy = geometry.directions[way]
    behind = _open_stretch(board, geometry.ray(cell, (-dx, -dy))[: length - 1], colour)
    ahead = _open_stretch(board, geometry.ray(cell, (dx, dy))[: length - 1], colour)
    line = (*reversed(behind), cell, *ahead)
    stones = [place for place, at in enumerate(line) if at == cell or board[at] == colour]
    stretches = [
        [place for place in stones if start <= place < start + length]
        for start in range(max(1, len(line) - length + 1))
        if start <= len(behind) < start + length
    ]
    most = max(len(stretch) for stretch in stretches)
    fullest = [place for stretch in stretches if len(stretch) == most for place in stretch]
    # On a short ring the same cells lie behind and ahead.
    return tuple(dict.fromkeys(line[min(fullest) : max(fullest) + 1]))


def _open_stretch(board: Sequence[str], cells: Sequence[int], colour: str) -> list[int]:
    """Return the cells of a row that come before the first stone of another colour."""
    end = next((place for place, cell in enumerate(cells) if board[cell] not in (EMPTY, colour)), len(cells))
    return list(cells[:end])


def _ways(made: Sequence[Shape], has: Callable[[Shape], object]) -> tuple[int, ...]:
    return tuple(way for way, shape in enumerate(made) if has(shape))


def _made(own: Sequence[Shape], length: int) -> _Part:
    five, four, three = ({"row": length - fewer} for fewer in range(3))
    both = {**four, "shorter": length - 2}
    fours = _ways(own, lambda shape: shape.fours)
    threes = _ways(own, lambda shape: shape.three_points)
    return _first(
        _Part(gettext_noop("Makes {row} in a row."), five, _ways(own, lambda shape: shape.wins)),
        _Part(gettext_noop("Makes an open {row}."), four, _ways(own, lambda shape: shape.open_four)),
        _Part(gettext_noop("Makes a double {row}."), four, fours if sum(shape.fours for shape in own) > 1 else ()),
        _Part(gettext_noop("Makes a {row} and an open {shorter}."), both, fours + threes if fours and threes else ()),
        _Part(gettext_noop("Makes a double {row}."), three, threes if len(threes) > 1 else ()),
        _Part(gettext_noop("Makes a {row}."), four, fours),
        _Part(gettext_noop("Makes an open {row}."), three, threes),
    )


def _stopped(others: Sequence[Shape], length: int) -> _Part:
    five, three = {"row": length}, {"row": length - 2}
    return _first(
        _Part(gettext_noop("Stops {row} in a row."), five, _ways(others, lambda shape: shape.wins)),
        _Part(gettext_noop("Blocks an open {row}."), three, _ways(others, lambda shape: shape.open_four)),
        _Part(gettext_noop("Blocks a {row}."), three, _ways(others, lambda shape: shape.fours)),
    )


def _first(*parts: _Part) -> _Part:
    """Return the first part that names something. A single stone is no row, even where three in a row win."""
    return next((part for part in parts if part.ways and min(part.rows.values()) > 1), _Part())
