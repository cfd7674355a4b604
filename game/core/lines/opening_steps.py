"""The mechanism of a line game's opening: what each phase refuses, and what comes after a stone or a word."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from game.core.geometry import Geometry
from game.core.language import _
from game.core.lines.line_state import LineState
from game.core.lines.offered import same_offers
from game.core.lines.phases import (
    ANYWHERE,
    AskChoice,
    Exchange,
    MiddleArea,
    OfferStones,
    Phase,
    PickStone,
    PutStones,
    stones_of,
)
from game.core.model import EMPTY, Choose, Move, Reason


def seat_in(state: LineState, phase: Phase) -> int:
    """The seat on turn in a phase."""
    return phase.seat if isinstance(phase.seat, int) else state.colours.index(phase.seat)


def enter(state: LineState, phase: Phase | None) -> LineState:
    """The state at the beginning of a phase, or of the game proper."""
    if phase is None:
        return _begin(state)
    stones = stones_of(phase)
    left = 1 if isinstance(phase, PickStone) else len(stones)
    return replace(state, phase=phase, seat=seat_in(state, phase), colour=stones[:1], placements_left=left)


def _begin(state: LineState) -> LineState:
    """The game proper begins with the colour that has fewer stones, the first one when level."""
    first, second = state.rule_colours
    behind = second if state.board.count(second) < state.board.count(first) else first
    seat = state.colours.index(behind)
    return replace(state, phase=None, offered=(), seat=seat, colour=behind, placements_left=state.rule.stones_a_turn)


def answered(state: LineState, key: str) -> LineState:
    """The state after a word."""
    assert isinstance(state.phase, AskChoice)
    answer = state.phase.answers[key]
    if isinstance(answer, Exchange):
        first, second = state.colours
        return enter(replace(state, colours=(second, first)), answer.then)
    if not isinstance(answer, str):
        return enter(state, answer)
    first, second = state.rule_colours
    other = second if answer == first else first
    return _begin(replace(state, colours=(answer, other) if state.seat == 0 else (other, answer)))


def stone_placed(state: LineState, cell: int) -> LineState:
    """The state, with the stone on the board already, after it was placed in a phase."""
    phase, left = state.phase, state.placements_left - 1
    assert phase is not None
    assert not isinstance(phase, AskChoice)
    if isinstance(phase, PickStone):
        board = _without(state.board, set(state.offered) - {cell})
        return enter(replace(state, board=board, offered=()), phase.then)
    if isinstance(phase, OfferStones):
        state = replace(state, offered=(*state.offered, cell))
    if left == 0:
        return enter(state, phase.then)
    return replace(state, placements_left=left, colour=phase.stones[-left])


def open_cells(state: LineState) -> Iterator[int]:
    """The cells that are not out of the question: the empty ones, or where one is picked the offered ones."""
    if isinstance(state.phase, PickStone):
        yield from state.offered
    else:
        yield from (cell for cell, stone in enumerate(state.board) if stone == EMPTY)


def is_offering(state: LineState) -> bool:
    """Whether stones lie on the board of which only one will stay: no other rule looks at them."""
    return isinstance(state.phase, OfferStones | PickStone)


def without_offered(state: LineState) -> tuple[str, ...]:
    """The board without the stones of which only one will stay."""
    return _without(state.board, state.offered)


def _without(board: Sequence[str], cells: Collection[int]) -> tuple[str, ...]:
    return tuple(EMPTY if cell in cells else stone for cell, stone in enumerate(board))


def narrows(state: LineState) -> bool:
    """Whether the running phase takes stones on some open cells only."""
    phase = state.phase
    if isinstance(phase, PutStones):
        return phase.area(len(phase.stones) - state.placements_left) != ANYWHERE
    return isinstance(phase, PickStone)


def placement_breach(state: LineState, cell: int) -> Reason | None:
    """Why the running phase does not take a stone on an open cell."""
    phase = state.phase
    if isinstance(phase, PutStones):
        area = phase.area(len(phase.stones) - state.placements_left)
        return None if cell in area.cells(state.geometry) else _outside(area, state.geometry)
    if not isinstance(phase, OfferStones):
        return None
    other = same_offers(state.geometry, state.board, state.offered).get(cell)
    if other is None:
        return None
    names = state.geometry.names
    told = _(
        "{place} is the same as {other}, turned or mirrored with the stones that lie there: offer another one.",
        place=names[cell].upper(),
        other=names[other].upper(),
    )
    return Reason("same offer", told, ((other,),))


def _outside(area: MiddleArea, geometry: Geometry) -> Reason:
    if area.within == 1:
        middle = min(area.cells(geometry))
        told = _("The opening begins in the middle, on {place}.", place=geometry.names[middle].upper())
        return Reason("outside the area", told, ((middle,),))
    if area.within:
        told = _("In this opening this stone goes into the middle {size}x{size}.", size=area.within)
    else:
        told = _("In this opening this stone goes outside the middle {size}x{size}.", size=area.outside)
    return Reason("outside the area", told)


def not_offered(state: LineState) -> Reason:
    """Why a stone is refused where one of those that are offered has to be picked."""
    told = _("Pick one of the stones that are offered.")
    return Reason("not offered", told, tuple((cell,) for cell in state.offered))


def answer_breach(phase: AskChoice, move: Move) -> Reason | None:
    """Why a move is no answer."""
    if isinstance(move, Choose) and move.key in phase.answers:
        return None
    return Reason("choose first", _("First choose one of these: {words}.", words=", ".join(phase.answers)))
