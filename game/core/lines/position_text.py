"""Positions of line games as text: the picture of the board, then lines ``key: value``."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from game.core.geometry import Geometry
from game.core.language import _
from game.core.lines.line_state import MOST_PASSES, LineRule, LineState
from game.core.lines.opening_steps import seat_in
from game.core.lines.phases import AskChoice, OfferStones, Phase, PickStone, phases_of, stones_of
from game.core.model import ParseError
from game.core.picture import draw_board, read_board

_PLAY = "play"
_NONE = "-"
_KEYS = ("phase", "to move", "seats", "stones left", "last")
#: The key of the offered stones; the line is written only while there are any.
_OFFERED = "offered"
#: The key of the number of passes since the last stone; the line is written only after a pass.
_PASSES = "passes"


def write_position(state: LineState) -> str:
    """Return a position as text: a picture of the board, then a line for each fact not determined by the options."""
    values = (
        state.phase.name if state.phase else _PLAY,
        state.colour or _NONE,
        " ".join(colour or _NONE for colour in state.colours),
        str(state.placements_left),
        " ".join(state.geometry.names[cell] for cell in state.last) or _NONE,
    )
    fields = [f"{key}: {value}" for key, value in zip(_KEYS, values, strict=True)]
    if state.offered:
        fields.append(f"{_OFFERED}: {' '.join(state.geometry.names[cell] for cell in state.offered)}")
    if state.passes:
        fields.append(f"{_PASSES}: {state.passes}")
    return "\n".join([draw_board(state.geometry, state.board), *fields])


def read_position(
    text: str,
    geometry: Geometry,
    colours: tuple[str, str],
    rule: LineRule,
    opening: Phase | None,
    *,
    kinds: Collection[str] = (),
) -> LineState:
    """Parse the text of a position written by ``write_position``; ``opening`` is the first phase of the game's opening.

    ``kinds`` are the letters of the stones, if there are more than the two colours. The text does not say which lines
    win or whether the side to move has a legal move; the caller must find out both.
    Raises ParseError with the line number, counted from 1.
    """
    return _Reader(text, geometry, colours, kinds or colours).position(rule, opening)


class _Reader:
    """A reader of the text of one position, whose errors carry their line number."""

    def __init__(self, text: str, geometry: Geometry, colours: tuple[str, str], kinds: Collection[str]) -> None:
        lines = text.splitlines()
        self.geometry = geometry
        self.colours = colours
        self.kinds = kinds
        self.board = read_board(geometry, lines[: geometry.rows], kinds)
        self._fields: dict[str, tuple[str, int]] = {}
        for number, line in enumerate(lines[geometry.rows :], start=geometry.rows + 1):
            if line.strip():
                self._read_field(line, number)
        missing = [key for key in _KEYS if key not in self._fields]
        if missing:
            raise ParseError(_("the position text has no line '{key}: ...'", key=missing[0]), line=len(lines))

    def _read_field(self, line: str, number: int) -> None:
        key, colon, value = (part.strip() for part in line.partition(":"))
        known = (*_KEYS, _OFFERED, _PASSES)
        if not colon or key not in known:
            raise ParseError(
                _(
                    "{line!r} is not a valid line in a position text; expected one of: {known}",
                    line=line.strip(),
                    known=", ".join(known),
                ),
                line=number,
            )
        if key in self._fields:
            raise ParseError(_("{key!r} appears twice: {line!r}", line=line.strip(), key=key), line=number)
        self._fields[key] = (value, number)

    def _value(self, key: str) -> str:
        return self._fields[key][0]

    def _problem(self, key: str, expected: str) -> ParseError:
        value, number = self._fields[key]
        return ParseError(_("{key!r} is {value!r}; {expected}", key=key, value=value, expected=expected), line=number)

    def position(self, rule: LineRule, opening: Phase | None) -> LineState:
        """Return the position that the text describes. Raises ParseError if its phase cannot occur in ``opening``."""
        phase = self._phase(opening)
        most = len(stones_of(phase)) if phase else max(rule.stones_a_turn, rule.stones_first_turn)
        left = self._stones_left(most, at_least=0 if isinstance(phase, AskChoice) else 1)
        colour = self._colour(stones_of(phase)[-left:][:1] if left else "", phase)
        colours = self._seats(phase)
        state = LineState(
            geometry=self.geometry,
            board=self.board,
            seat=0,
            colours=colours,
            colour=colour,
            placements_left=left,
            last=self._cells("last"),
            rule=rule,
            phase=phase,
            rule_colours=self.colours,
            offered=self._offered(phase, colour, left),
            passes=self._passes(rule, phase),
        )
        return replace(state, seat=seat_in(state, phase) if phase else colours.index(colour))

    def _phase(self, opening: Phase | None) -> Phase | None:
        phases = phases_of(opening)
        name = self._value("phase")
        if name != _PLAY and name not in phases:
            raise self._problem("phase", _("the value must be one of: {words}", words=", ".join([_PLAY, *phases])))
        return phases.get(name)

    def _stones_left(self, most: int, at_least: int) -> int:
        return self._number("stones left", at_least, most)

    def _passes(self, rule: LineRule, phase: Phase | None) -> int:
        if _PASSES not in self._fields:
            return 0
        if not rule.passes or phase is not None:
            raise self._problem(_PASSES, _("in this position, no player can have passed"))
        return self._number(_PASSES, 1, MOST_PASSES)

    def _number(self, key: str, low: int, high: int) -> int:
        text = self._value(key)
        if not (text.isascii() and text.isdigit() and low <= int(text) <= high):
            raise self._problem(key, _("the value must be a number from {low} to {high}", low=low, high=high))
        return int(text)

    def _colour(self, in_opening: str, phase: Phase | None) -> str:
        allowed = [in_opening or _NONE] if phase else self.colours
        colour = self._value("to move")
        if colour not in allowed:
            raise self._problem(
                "to move", _("in this position, the value must be one of: {words}", words=", ".join(allowed))
            )
        return "" if colour == _NONE else colour

    def _seats(self, phase: Phase | None) -> tuple[str, str]:
        first, second = self.colours
        has_colours = phase is None or isinstance(phase.seat, str)
        allowed = [(first, second), (second, first)] if has_colours else [("", "")]
        written = {" ".join(colour or _NONE for colour in seats): seats for seats in allowed}
        seats = written.get(" ".join(self._value("seats").split()))
        if seats is None:
            raise self._problem(
                "seats", _("in this position, the value must be one of: {words}", words=", ".join(map(repr, written)))
            )
        return seats

    def _offered(self, phase: Phase | None, colour: str, left: int) -> tuple[int, ...]:
        """Return the cells of the offered stones, after checking their number and colour against the opening phase."""
        cells = self._cells(_OFFERED) if _OFFERED in self._fields else ()
        if isinstance(phase, PickStone):
            if not cells:
                raise ParseError(
                    _("the position text has no line '{key}: ...'", key=_OFFERED), line=self._fields["phase"][1]
                )
        elif len(cells) != (phase.number - left if isinstance(phase, OfferStones) else 0):
            raise self._problem(
                _OFFERED if cells else "phase", _("the position offers the wrong number of cells for the fifth stone")
            )
        if any(self.board[cell] != colour for cell in cells):
            raise self._problem(_OFFERED, _("all offered stones must have the colour {colour}", colour=colour))
        return cells

    def _cells(self, key: str) -> tuple[int, ...]:
        cells = tuple(self._stone_cells(key))
        if len(set(cells)) < len(cells):
            raise self._problem(key, _("the same cell appears twice"))
        return cells

    def _stone_cells(self, key: str) -> Iterator[int]:
        text, number = self._fields[key]
        for name in [] if text == _NONE else text.split():
            try:
                cell = self.geometry.cell(name)
            except ParseError as error:
                raise error.located(line=number) from None
            if self.board[cell] not in self.kinds:
                raise self._problem(key, _("there is no stone on {cell}", cell=name))
            yield cell
