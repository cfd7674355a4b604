"""What a stone is good for in a line game, or why it is refused, in words and with the lines that make it so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from game.core.geometry import DIRECTIONS, Geometry
from game.core.line_shapes import Shape, shapes, walled
from game.core.line_state import Line, LineState
from game.core.model import EMPTY, Reason

#: A phrase, and the directions (places in DIRECTIONS) that it speaks of; no phrase without a direction.
_Part = tuple[str, tuple[int, ...]]

_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}


def _number(count: int) -> str:
    return _NUMBERS.get(count, str(count))


def stone_reason(state: LineState, cell: int, opponent: str) -> Reason | None:
    """What the next stone on an empty cell is good for; None when nothing stands out.

    ``opponent`` is the letter of the other colour. The code is the sentence without its capital and full stop.
    """
    board, length = walled(state.board), state.rule.length
    made, own = _made(shapes(state.geometry, board, cell, state.colour, state.rule), length)
    stopped, others = _stopped(shapes(state.geometry, board, cell, opponent, state.rule), length)
    words = " and ".join(part for part in (made, stopped) if part)
    if not words:
        return None
    lines = lines_of(state.geometry, state.board, cell, own, state.colour, length=length)
    lines += lines_of(state.geometry, state.board, cell, others, opponent, length=length)
    return Reason(words, f"{words[0].upper()}{words[1:]}.", lines)


def purpose(state: LineState, cell: int, opponent: str) -> str:
    """What the next stone on an empty cell is good for, as a sentence; "" when nothing stands out."""
    reason = stone_reason(state, cell, opponent)
    return reason.message if reason else ""


def lines_of(
    geometry: Geometry, board: Sequence[str], cell: int, ways: Iterable[int], colour: str, *, length: int
) -> tuple[Line, ...]:
    """In each of the directions the line that a stone of this colour on the cell stands in, from stone to stone."""
    return tuple(_line_along(geometry, board, cell, way, colour, length=length) for way in ways)


def _line_along(geometry: Geometry, board: Sequence[str], cell: int, way: int, colour: str, *, length: int) -> Line:
    """The stones of those stretches of a winning line's length that hold the most of this colour and no other."""
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
    """The cells as far as no stone of another colour lies on them."""
    end = next((place for place, cell in enumerate(cells) if board[cell] not in (EMPTY, colour)), len(cells))
    return list(cells[:end])


def _ways(made: Sequence[Shape], has: Callable[[Shape], object]) -> tuple[int, ...]:
    return tuple(way for way, shape in enumerate(made) if has(shape))


def _made(own: Sequence[Shape], length: int) -> _Part:
    five, four, three = (_number(length - fewer) for fewer in range(3))
    fours = _ways(own, lambda shape: shape.fours)
    threes = _ways(own, lambda shape: shape.three_points)
    return _first(
        (f"makes {five} in a row", _ways(own, lambda shape: shape.wins)),
        (f"makes an open {four}", _ways(own, lambda shape: shape.open_four)),
        (f"makes a double {four}", fours if sum(shape.fours for shape in own) > 1 else ()),
        (f"makes a {four} and an open {three}", fours + threes if fours and threes else ()),
        (f"makes a double {three}", threes if len(threes) > 1 else ()),
        (f"makes a {four}", fours),
        (f"makes an open {three}", threes),
    )


def _stopped(others: Sequence[Shape], length: int) -> _Part:
    five, three = _number(length), _number(length - 2)
    return _first(
        (f"stops {five} in a row", _ways(others, lambda shape: shape.wins)),
        (f"blocks an open {three}", _ways(others, lambda shape: shape.open_four)),
        (f"blocks a {three}", _ways(others, lambda shape: shape.fours)),
    )


def _first(*parts: _Part) -> _Part:
    return next((part for part in parts if part[1]), ("", ()))
