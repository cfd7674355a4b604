"""The purpose of a stone in a line game, or why it is refused: in words, and with the lines that make it so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from game.core.geometry import DIRECTIONS, Geometry
from game.core.language import _, gettext_noop, join_sentences
from game.core.lines.line_state import Line, LineState
from game.core.lines.shapes import Shape, shapes, walled
from game.core.model import EMPTY, Reason

#: Players' names for a row by its number of stones.
_ROWS = {
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
    """A part of a reason: a sentence, the lengths of the rows that its fields name, and the directions concerned.

    Directions are places in DIRECTIONS; a part without any has no sentence.
    """

    text: str = ""
    rows: Mapping[str, int] = field(default_factory=dict)
    ways: tuple[int, ...] = ()

    @property
    def sentence(self) -> str:
        """The sentence for the player."""
        return _(self.text, **{name: _(row_name(stones)) for name, stones in self.rows.items()}) if self.text else ""

    @property
    def phrase(self) -> str:
        """The sentence in English without its capital and full stop, as a program's code."""
        return self.text.format(**{name: row_name(stones) for name, stones in self.rows.items()}).rstrip(".").lower()


def row_name(stones: int) -> str:
    """Players' English name for a row of so many stones, to be translated."""
    return _ROWS.get(stones, str(stones))


def stone_reason(state: LineState, cell: int, opponent: str) -> Reason | None:
    """The reason for placing the next stone on an empty cell; None when nothing stands out.

    ``opponent`` is the letter of the other colour. The code says the same in English, whatever language is in use:
    ``makes a four and blocks an open three``.
    """
    board, length = walled(state.board), state.rule.length
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
    """The purpose of the next stone on an empty cell, in a sentence or two; "" when nothing stands out."""
    reason = stone_reason(state, cell, opponent)
    return reason.message if reason else ""


def lines_of(
    geometry: Geometry, board: Sequence[str], cell: int, ways: Iterable[int], colour: str, *, length: int
) -> tuple[Line, ...]:
    """For each direction the line that a stone of this colour on the cell stands in, from end to end."""
    return tuple(_line_along(geometry, board, cell, way, colour, length=length) for way in ways)


def _line_along(geometry: Geometry, board: Sequence[str], cell: int, way: int, colour: str, *, length: int) -> Line:
    """The stones of the stretches of a winning line's length that hold the most of this colour and no other."""
    dx, dy = DIRECTIONS[way]
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
    return line[min(fullest) : max(fullest) + 1]


def _open_stretch(board: Sequence[str], cells: Sequence[int], colour: str) -> list[int]:
    """The cells up to the first stone of another colour."""
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
    return next((part for part in parts if part.ways), _Part())
