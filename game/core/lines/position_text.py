"""The positions of line games as text: the board's picture, then ``key: value`` lines."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.geometry import Geometry
from game.core.language import _
from game.core.lines.line_state import AskColour, LineRule, LineState, Phase, PutStones
from game.core.model import ParseError
from game.core.picture import draw_board, read_board

_PLAY = "play"
_NONE = "-"
_KEYS = ("phase", "to move", "seats", "stones left", "last")


def write_position(state: LineState) -> str:
    """Write a position: the board's picture, and a line for each other fact that the options do not determine."""
    values = (
        state.phase.name if state.phase else _PLAY,
        state.colour or _NONE,
        " ".join(colour or _NONE for colour in state.colours),
        str(state.placements_left),
        " ".join(state.geometry.names[cell] for cell in state.last) or _NONE,
    )
    fields = [f"{key}: {value}" for key, value in zip(_KEYS, values, strict=True)]
    return "\n".join([draw_board(state.geometry, state.board), *fields])


def read_position(
    text: str, geometry: Geometry, colours: tuple[str, str], rule: LineRule, opening: Phase | None
) -> LineState:
    """Read what ``write_position`` wrote; its winning lines and whether it is stuck are found on the board.

    Raises ParseError with the line, counted from 1.
    """
    return _Reader(text, geometry, colours).position(rule, opening)


class _Reader:
    """A reader of the text of one position; every error carries its line."""

    def __init__(self, text: str, geometry: Geometry, colours: tuple[str, str]) -> None:
        lines = text.splitlines()
        self.geometry = geometry
        self.colours = colours
        self.board = read_board(geometry, lines[: geometry.rows], colours)
        self._fields: dict[str, tuple[str, int]] = {}
        for number, line in enumerate(lines[geometry.rows :], start=geometry.rows + 1):
            if line.strip():
                self._read_field(line, number)
        missing = [key for key in _KEYS if key not in self._fields]
        if missing:
            raise ParseError(_("the position has no line '{key}: ...'", key=missing[0]), line=len(lines))

    def _read_field(self, line: str, number: int) -> None:
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or key not in _KEYS:
            raise ParseError(
                _("{line!r} is none of the lines of a position: {known}", line=line.strip(), known=", ".join(_KEYS)),
                line=number,
            )
        if key in self._fields:
            raise ParseError(_("{line!r} is a second line for {key!r}", line=line.strip(), key=key), line=number)
        self._fields[key] = (value, number)

    def _value(self, key: str) -> str:
        return self._fields[key][0]

    def _problem(self, key: str, expected: str) -> ParseError:
        value, number = self._fields[key]
        return ParseError(_("{key!r} is {value!r}; {expected}", key=key, value=value, expected=expected), line=number)

    def position(self, rule: LineRule, opening: Phase | None) -> LineState:
        """The position; its phase must be one that can follow ``opening``."""
        phase = self._phase(opening)
        most = len(_stones(phase)) if phase else max(rule.stones_a_turn, rule.stones_first_turn)
        left = self._stones_left(most, at_least=0 if isinstance(phase, AskColour) else 1)
        colour = self._colour(_stones(phase)[-left:][:1] if phase and left else "", phase)
        colours = self._seats(phase)
        return LineState(
            geometry=self.geometry,
            board=self.board,
            seat=phase.seat if phase else colours.index(colour),
            colours=colours,
            colour=colour,
            placements_left=left,
            last=self._last(),
            rule=rule,
            phase=phase,
        )

    def _phase(self, opening: Phase | None) -> Phase | None:
        phases = {phase.name: phase for phase in _phases(opening)}
        name = self._value("phase")
        if name != _PLAY and name not in phases:
            raise self._problem("phase", _("it must be one of: {words}", words=", ".join([_PLAY, *phases])))
        return phases.get(name)

    def _stones_left(self, most: int, at_least: int) -> int:
        text = self._value("stones left")
        if not (text.isascii() and text.isdigit() and at_least <= int(text) <= most):
            raise self._problem("stones left", _("it must be a number from {low} to {high}", low=at_least, high=most))
        return int(text)

    def _colour(self, in_opening: str, phase: Phase | None) -> str:
        allowed = [in_opening or _NONE] if phase else self.colours
        colour = self._value("to move")
        if colour not in allowed:
            raise self._problem("to move", _("here it must be one of: {words}", words=", ".join(allowed)))
        return "" if colour == _NONE else colour

    def _seats(self, phase: Phase | None) -> tuple[str, str]:
        first, second = self.colours
        allowed = [("", "")] if phase else [(first, second), (second, first)]
        written = {" ".join(colour or _NONE for colour in seats): seats for seats in allowed}
        seats = written.get(" ".join(self._value("seats").split()))
        if seats is None:
            raise self._problem("seats", _("here it must be one of: {words}", words=", ".join(map(repr, written))))
        return seats

    def _last(self) -> tuple[int, ...]:
        cells = tuple(self._last_cells())
        if len(set(cells)) < len(cells):
            raise self._problem("last", _("a cell stands there twice"))
        return cells

    def _last_cells(self) -> Iterator[int]:
        text, number = self._fields["last"]
        for name in [] if text == _NONE else text.split():
            try:
                cell = self.geometry.cell(name)
            except ParseError as error:
                raise error.located(line=number) from None
            if self.board[cell] not in self.colours:
                raise self._problem("last", _("there is no stone on {cell}", cell=name))
            yield cell


def _stones(phase: Phase) -> str:
    return phase.stones if isinstance(phase, PutStones) else ""


def _phases(opening: Phase | None) -> Iterator[Phase]:
    """The phase and all phases that can follow it."""
    if isinstance(opening, PutStones):
        yield opening
        yield from _phases(opening.then)
    elif opening is not None:
        yield opening
        for answer in opening.answers.values():
            if isinstance(answer, PutStones):
                yield from _phases(answer)
