"""Positions of rule sheets as text: the text of a position of rows, and the facts that only sheets have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from game.core.language import _
from game.core.lines.line_state import Line, LineState
from game.core.lines.position_text import write_position
from game.core.model import EMPTY, ParseError
from game.sheets.sheet_state import SheetState

_TURNS, _CAPTURED, _POINTS, _HAND, _PENDING, _LINES, _OWN_LINES, _WON = (
    "turns", "captured", "points", "hand", "pending", "lines", "losing lines", "won",
)  # fmt: skip
_MOST = 99_999
#: A function that reads the position of rows from a text that has no other lines.
ReadRows = Callable[[str], LineState]


def write_sheet_state(state: SheetState) -> str:
    """Return a position of a rule sheet as text."""
    names = state.geometry.names
    fields = {
        _TURNS: str(state.turns) if state.turns else "",
        _CAPTURED: _counts(state.captured) if any(state.captured.values()) else "",
        _POINTS: _counts(state.scores) if state.rules.line.points else "",
        **{f"{_HAND} {colour}": _counts(hand) for colour, hand in state.hands.items()},
        _PENDING: _cells(names, state.pending),
        _OWN_LINES if state.is_own_line else _LINES: _cells(names, state.lines),
        _WON: state.won,
    }
    lines = (f"{key}: {value}" for key, value in fields.items() if value)
    return "\n".join([write_position(state), *lines])


def _counts(counts: Mapping[str, int]) -> str:
    return " ".join(f"{letter}={count}" for letter, count in counts.items())


def _cells(names: tuple[str, ...], lines: tuple[Line, ...]) -> str:
    return ", ".join(" ".join(names[cell] for cell in line) for line in lines)


def read_sheet_state(text: str, start: SheetState, read_rows: ReadRows) -> SheetState:
    """Parse the text of a position that ``write_sheet_state`` wrote. Raises ParseError with the line number.

    ``start`` is the first position of the game. ``read_rows`` reads the lines of a position of rows.
    """
    keys = {
        _TURNS,
        _CAPTURED,
        _POINTS,
        _PENDING,
        _LINES,
        _OWN_LINES,
        _WON,
        *(f"{_HAND} {colour}" for colour in start.rule_colours),
    }
    lines, found = text.splitlines(), dict[str, tuple[str, int]]()
    for number, line in enumerate(lines):
        key, colon, value = (part.strip() for part in line.partition(":"))
        if colon and key in keys and number >= start.geometry.rows:
            if key in found:
                raise ParseError(_("{key!r} appears twice: {line!r}", line=line.strip(), key=key), line=number + 1)
            found[key] = (value, number + 1)
            lines[number] = ""
    rows = read_rows("\n".join(lines))
    return _Facts(found, start).added_to(rows)


class _Facts:
    """The lines of a text with the facts that only rule sheets have: key to value and line number."""

    def __init__(self, found: Mapping[str, tuple[str, int]], start: SheetState) -> None:
        self._found = found
        self._start = start

    def added_to(self, rows: LineState) -> SheetState:
        start, colours = self._start, self._start.rule_colours
        captured = self._numbers(_CAPTURED, start.captured)
        scores = self._numbers(_POINTS, start.scores) if start.rules.line.points else captured
        won = self._found.get(_WON, ("", 0))[0]
        if won not in ("", *colours):
            raise self._problem(_WON)
        return replace(
            start,
            board=rows.board, seat=rows.seat, colours=rows.colours, colour=rows.colour,
            placements_left=rows.placements_left, last=rows.last, phase=rows.phase, passes=rows.passes,
            turns=self._number(_TURNS),
            captured=captured,
            scores=scores,
            hands={colour: self._numbers(f"{_HAND} {colour}", hand) for colour, hand in start.hands.items()},
            pending=self._lines(_PENDING, rows.board),
            lines=self._lines(_LINES, rows.board) + self._lines(_OWN_LINES, rows.board),
            is_own_line=_OWN_LINES in self._found,
            won=won,
        )  # fmt: skip

    def _problem(self, key: str) -> ParseError:
        value, number = self._found[key]
        return ParseError(_("{key!r} cannot be {value!r}", key=key, value=value), line=number)

    def _number(self, key: str) -> int:
        text = self._found.get(key, ("0", 0))[0]
        if not (text.isascii() and text.isdigit() and int(text) <= _MOST):
            raise self._problem(key)
        return int(text)

    def _numbers(self, key: str, usual: Mapping[str, int]) -> dict[str, int]:
        """Return the number of each letter, such as from ``b=2 w=0``; ``usual`` if the key is missing."""
        if key not in self._found:
            return dict(usual)
        pairs = [word.partition("=") for word in self._found[key][0].split()]
        numbers = {letter: int(text) for letter, _equals, text in pairs if text.isascii() and text.isdigit()}
        if numbers.keys() != usual.keys() or len(pairs) != len(usual) or max(numbers.values(), default=0) > _MOST:
            raise self._problem(key)
        return {letter: numbers[letter] for letter in usual}

    def _lines(self, key: str, board: tuple[str, ...]) -> tuple[Line, ...]:
        text, number = self._found.get(key, ("", 0))
        lines = []
        for part in text.split(",") if text else ():
            try:
                line = tuple(self._start.geometry.cell(name) for name in part.split())
            except ParseError as error:
                raise error.located(line=number) from None
            if not line or any(board[cell] == EMPTY for cell in line):
                raise self._problem(key)
            lines.append(line)
        return tuple(lines)
