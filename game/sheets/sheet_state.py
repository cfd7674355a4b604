"""A position of a game that a rule sheet describes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property

from game.core.geometry import Geometry
from game.core.lines.line_state import Line, LineState
from game.core.model import EMPTY
from game.sheets.boards import middle_cells
from game.sheets.sheet import SheetRules, Where


@dataclass(frozen=True, kw_only=True)
class SheetState(LineState):
    """A position of a game of a rule sheet.

    ``lines`` are the lines that ended the game, won or lost. ``scores`` are points, or in a game without points the
    captured stones.
    """

    rules: SheetRules
    captured: Mapping[str, int] = field(default_factory=dict)
    """The number of stones that each colour has captured; empty in a game without captures."""
    pending: tuple[Line, ...] = ()
    """The winning lines that the opponent can still break by captures in the current turn."""
    turns: int = 0
    """The number of finished turns."""
    is_own_line: bool = False
    """True if ``lines`` are losing lines of the side that made them."""
    won: str = ""
    """The colour that has won by a line or by captures, or because the opponent made a losing line; "" if none has."""

    # Cached, because the check of every cell of the board asks for it.
    @cached_property
    def placeable_cells(self) -> frozenset[int] | None:
        """The empty cells that the section ``place`` of the sheet allows, or None if it allows all of them."""
        place, geometry, board = self.rules.place, self.geometry, self.board
        is_first = all(stone == EMPTY for stone in board)
        if place.middle and is_first:
            return frozenset(middle_cells(geometry))
        if place.where is Where.ANYWHERE or (place.where is Where.BESIDE and is_first):
            return None
        empty = [cell for cell, stone in enumerate(board) if stone == EMPTY]
        if place.where is Where.DROP:
            below = {cell: geometry.at(x, y + 1) for cell, (x, y) in enumerate(geometry.cells)}
            return frozenset(cell for cell in empty if (under := below[cell]) is None or board[under] != EMPTY)
        if place.where is Where.BESIDE:
            return frozenset(
                cell for cell in empty if any(board[each] != EMPTY for each in _neighbours(geometry, cell))
            )
        if not self.last:
            return None
        x, y = geometry.cells[self.last[-1]]
        return frozenset({*geometry.row_cells[y], *geometry.column_cells[x]}.intersection(empty)) or None


def sheet_state(state: LineState, rules: SheetRules) -> SheetState:
    """Return a position of a game of rows as one of a rule sheet: no captures, full hands, no points."""
    known = {each.name: getattr(state, each.name) for each in fields(LineState)}
    colours = state.rule_colours
    hand = {seat: {k.letter: k.hand for k in rules.stones if k.hand and k.is_placed_by(seat)} for seat in (0, 1)}
    counted = dict.fromkeys(colours, 0)
    return SheetState(
        **{
            **known,
            "scores": counted if rules.line.points or rules.capture.runs else {},
            "hands": {colour: hand[seat] for seat, colour in enumerate(colours)} if has_hands(rules) else {},
        },
        rules=rules,
        captured=counted if rules.capture.runs else {},
    )


def has_hands(rules: SheetRules) -> bool:
    """Return True if the number of stones is limited."""
    return any(kind.hand for kind in rules.stones)


def kinds_to_place(state: SheetState) -> tuple[str, ...]:
    """Return the letters of the kinds of stone that the colour to move may place now."""
    if not state.colour:
        return ()
    seat = state.rule_colours.index(state.colour)
    letters = (kind.letter for kind in state.rules.stones if kind.is_placed_by(seat))
    own = sorted(letters, key=lambda letter: letter != state.colour)
    if not state.hands:
        return tuple(own)
    return tuple(letter for letter in own if state.hands[state.colour].get(letter, 1))


def _neighbours(geometry: Geometry, cell: int) -> Iterator[int]:
    for x, y in geometry.directions:
        yield from (*geometry.ray(cell, (x, y))[:1], *geometry.ray(cell, (-x, -y))[:1])
