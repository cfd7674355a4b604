"""Checks whether a position of a line game can occur, by the number of stones and by the winning lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from game.core.language import _
from game.core.lines.line_state import Line, LineRule, LineState, lines_on
from game.core.lines.phases import OfferStones, Phase, next_phases, stones_of
from game.core.model import EMPTY, Reason
from game.core.ruleset import WRONG_TURN

#: A function that returns the name of a colour on screen.
Naming = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class TurnTally:
    """The side to move and the number of stones of each side, after some stones were placed in turns.

    Side 0 moves first, the other is side 1.
    """

    counts: tuple[int, int]
    """The number of stones of each side."""
    on_turn: int
    placements_left: int
    moved_last: int
    """The side that placed the newest stone; 1 before the first stone."""


def tally(stones: int, rule: LineRule) -> TurnTally:
    """Return the side to move and the stones of each side after ``stones`` placements in turns on an empty board."""
    counts, side, left, mover = [0, 0], 0, rule.stones_first_turn, 1
    for _stone in range(stones):
        counts[side] += 1
        mover, left = side, left - 1
        if left == 0:
            side, left = 1 - side, rule.stones_a_turn
    return TurnTally((counts[0], counts[1]), side, left, mover)


def takes_turns(rule: LineRule, opening: Phase | None, colours: tuple[str, str]) -> bool:
    """Return True if a game's stones are always placed in turns, so that their number determines who is to move.

    An opening must place its stones in alternating colours, one each.
    """
    if opening is None:
        return True
    one_each = rule.stones_first_turn == rule.stones_a_turn == 1
    return one_each and all(_alternate(stones, colours) for stones in _openings(opening, ""))


def _openings(phase: Phase, before: str) -> Iterator[str]:
    """Yield the colours of the stones placed in an opening, once for each way through its phases.

    ``before`` are the colours of the stones placed before this phase. Of several offered stones only the picked one
    counts.
    """
    after = before if isinstance(phase, OfferStones) else before + stones_of(phase)
    for following in next_phases(phase):
        if following is None:
            yield after
        else:
            yield from _openings(following, after)


def _alternate(stones: str, colours: tuple[str, str]) -> bool:
    return all(stone == colours[number % 2] for number, stone in enumerate(stones))


def turn_forbidden_move(state: LineState, colours: tuple[str, str], due: TurnTally, name: Naming) -> Reason | None:
    """Return the reason why a game cannot have these stones with this colour to move; None if it can have them.

    ``due`` is the side to move by the number of stones, and ``name`` returns the name of a colour.
    """
    here = (state.board.count(colours[0]), state.board.count(colours[1]))
    first, second = name(colours[0]), name(colours[1])
    if here != due.counts:
        message = _(
            "Stones placed: {first} {first_here}, {second} {second_here}. With alternating turns, "
            "there would be {first} {first_due}, {second} {second_due}.",
            first=first,
            second=second,
            first_here=here[0],
            second_here=here[1],
            first_due=due.counts[0],
            second_due=due.counts[1],
        )
        return Reason("counts", message)
    if state.colour != colours[due.on_turn]:
        return Reason(WRONG_TURN, _("With these stones it is {name}'s turn.", name=name(colours[due.on_turn])))
    return None


def completing_cells(state: LineState) -> list[int]:
    """Return the cells of the stones that may have been the last one of a won game.

    Without such a stone, the board has no winning line.
    """
    return [cell for cell in state.lines[0] if not _without(state, cell).lines]


def states_without_last(state: LineState) -> list[LineState]:
    """Return the possible positions before the last stone of a won game.

    This stone completed all winning lines.
    """
    return [_without(state, cell) for cell in completing_cells(state)]


def _without(state: LineState, cell: int) -> LineState:
    board = (*state.board[:cell], EMPTY, *state.board[cell + 1 :])
    return replace(state, board=board, lines=lines_on(state.geometry, board, state.rule))


def line_forbidden_move(state: LineState, mover: str, name: Naming) -> Reason | None:
    """Return the reason why the game cannot end with these winning lines after a stone of ``mover``, else None.

    ``name`` returns the name of a colour.
    """
    owners = [state.board[line[0]] for line in state.lines]
    if len(set(owners)) > 1:
        message = _("Both sides have a winning row, but the game would have ended with the first one.")
        return Reason("two winners", message, state.lines)
    if owners[0] != mover:
        message = _(
            "{name} already had a winning row before the last move: the game would have ended earlier.",
            name=name(owners[0]),
        )
        return Reason("won before", message, state.lines)
    if not completing_cells(state):
        message = _("One stone cannot have completed all the winning rows, so the game would have ended earlier.")
        return Reason("won before", message, state.lines)
    return None


def runs_longer_than(length: int, state: LineState, colour: str) -> Sequence[Line]:
    """Return the unbroken rows of this colour with more than ``length`` stones."""
    longer = LineRule(length=length + 1, overline_wins=colour)
    return [run for run in lines_on(state.geometry, state.board, longer) if state.board[run[0]] == colour]
