"""The rules of a line game's opening: forbidden moves, and the position after a stone or an answer."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from game.core.geometry import Geometry
from game.core.language import _, plural
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
    """Return the number (0 or 1) of the player who moves in a phase of the opening."""
    return phase.seat if isinstance(phase.seat, int) else state.colours.index(phase.seat)


def enter(state: LineState, phase: Phase | None) -> LineState:
    """Return the state at the beginning of an opening phase, or of the main game if ``phase`` is None."""
    if phase is None:
        return _begin(state)
    stones = stones_of(phase)
    left = 1 if isinstance(phase, PickStone) else len(stones)
    return replace(state, phase=phase, seat=seat_in(state, phase), colour=stones[:1], placements_left=left)


def _begin(state: LineState) -> LineState:
    """Return the state at the beginning of the main game, after the opening.

    The colour with fewer stones moves, the first one if equal.
    """
    first, second = state.rule_colours
    behind = second if state.board.count(second) < state.board.count(first) else first
    seat = state.colours.index(behind)
    return replace(state, phase=None, offered=(), seat=seat, colour=behind, placements_left=state.rule.stones_a_turn)


def answered(state: LineState, key: str) -> LineState:
    """Return the state after this answer to the question of the current opening phase."""
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
    """Return the state after a stone of the opening was placed; the board of ``state`` already has the stone."""
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
    """Yield the cells where a stone can be placed: the empty cells, or the offered stones if one must be picked."""
    if isinstance(state.phase, PickStone):
        yield from state.offered
    else:
        yield from (cell for cell, stone in enumerate(state.board) if stone == EMPTY)


def is_offering(state: LineState) -> bool:
    """Return True if the board has stones that are only offered in the opening, of which one will stay.

    The bans of the game, such as renju's forbidden moves, ignore offered stones.
    """
    return isinstance(state.phase, OfferStones | PickStone)


def without_offered(state: LineState) -> tuple[str, ...]:
    """Return the board without the stones that are only offered in the opening."""
    return _without(state.board, state.offered)


def _without(board: Sequence[str], cells: Collection[int]) -> tuple[str, ...]:
    return tuple(EMPTY if cell in cells else stone for cell, stone in enumerate(board))


def narrows(state: LineState) -> bool:
    """Return True if the current phase of the opening restricts the cells where a stone may be placed."""
    phase = state.phase
    if isinstance(phase, PutStones):
        return phase.area(len(phase.stones) - state.placements_left) != ANYWHERE
    return isinstance(phase, PickStone)


def placement_forbidden_move(state: LineState, cell: int) -> Reason | None:
    """Return the reason why the current opening phase does not allow a stone on this cell; None if the phase does."""
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
    message = _(
        "{place} is symmetrical to {other}, which is already offered: choose another point.",
        place=names[cell].upper(),
        other=names[other].upper(),
    )
    return Reason("same offer", message, ((other,),))


def _outside(area: MiddleArea, geometry: Geometry) -> Reason:
    if area.within == 1:
        middle = min(area.cells(geometry))
        message = _("The opening begins in the centre, on {place}.", place=geometry.names[middle].upper())
        return Reason("outside the area", message, ((middle,),))
    if area.within:
        message = _("In this opening, this stone must go inside the central {size}x{size} area.", size=area.within)
    else:
        message = _("In this opening, this stone must go outside the central {size}x{size} area.", size=area.outside)
    return Reason("outside the area", message)


def not_offered(state: LineState) -> Reason:
    """Return the reason for refusing a move to a cell that has none of the offered stones."""
    message = _("Pick one of the offered stones.")
    return Reason("not offered", message, tuple((cell,) for cell in state.offered))


def answer_forbidden_move(phase: AskChoice, move: Move) -> Reason | None:
    """Return the reason why a move does not answer the question of this opening phase; None if the move does."""
    if isinstance(move, Choose) and move.key in phase.answers:
        return None
    return Reason("choose first", _("First choose one of these: {words}.", words=", ".join(phase.answers)))


def opening_sentence(state: LineState, name: str) -> str:
    """Return a sentence that says what the player to move, called ``name``, must do in the opening now.

    Return "" if the phase asks a question or any empty cell will do.
    """
    phase = state.phase
    if isinstance(phase, PickStone):
        return _("{name} picks one of the offered stones; the others are removed.", name=name)
    if isinstance(phase, OfferStones):
        return plural(
            "{name} offers {count} more stone; only one of the offered stones will stay on the board.",
            "{name} offers {count} more stones; only one of the offered stones will stay on the board.",
            state.placements_left,
            name=name,
        )
    if isinstance(phase, PutStones):
        return _place_sentence(phase.area(len(phase.stones) - state.placements_left), name)
    return ""


def _place_sentence(area: MiddleArea, name: str) -> str:
    if area.within == 1:
        return _("{name} places a stone in the centre.", name=name)
    if area.within:
        return _("{name} places a stone in the central {size}x{size} area.", name=name, size=area.within)
    if area.outside:
        return _("{name} places a stone outside the central {size}x{size} area.", name=name, size=area.outside)
    return ""
