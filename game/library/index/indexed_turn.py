"""What was played in each position of a game, in words that are the same however the board is turned or mirrored.

A turn of several stones is told whole, its stones in the order of their cells. In an opening, in which a seat may
place stones of both colours, each stone is told by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from game.core.model import Choose, Move, Place, State
from game.core.ruleset import Ruleset, format_move
from game.library.index.position_key import KeyedPosition, position_keys
from game.library.index.symmetry import Turning


@dataclass(frozen=True, slots=True)
class IndexedTurn:
    """The turn that was played in a position of a game."""

    words: str
    """Its moves in our notation on the board as it lies for the position's key; "" where none was played whole."""
    seat: int
    """Whose turn it was."""


def stones_together(state: State) -> int:
    """How many stones the side on turn places together: what is left of its turn, and one in an opening."""
    return 1 if state.is_opening else max(1, state.placements_left)


def turns_along(ruleset: Ruleset, first: State, steps: Sequence[tuple[Move, State]]) -> dict[int, IndexedTurn]:
    """What was played in each position of a game, by the keys of the positions, the first one among them."""
    keys = position_keys(ruleset.info.id, first.geometry)
    moves = [move for move, _state in steps]
    states = [first, *(state for _move, state in steps)]
    keyed = [keys.keyed(first.board, first.colour), *keys.keyed_along(first, steps)]
    played: dict[int, IndexedTurn] = {}
    for number, (position, state) in enumerate(zip(keyed, states, strict=True)):
        turn = moves[number : number + stones_together(state)]
        # What a game breaks off with in the middle of a turn is no turn; a win ends one early.
        is_whole = len(turn) == stones_together(state) or ruleset.outcome(states[-1]) is not None
        words = _words(ruleset, state, position, turn) if turn and is_whole else ""
        played.setdefault(position.key, IndexedTurn(words, state.seat))
    return played


def _words(ruleset: Ruleset, state: State, position: KeyedPosition, turn: Sequence[Move]) -> str:
    """A turn as the index tells it: of what it becomes in the turnings of a symmetrical position the first."""
    told = min((in_order(turned_by(turning, turn)) for turning in position.turnings), key=place_in_order)
    return " ".join(format_move(ruleset.info, state.geometry, move) for move in told)


def turned_by(turning: Turning, moves: Iterable[Move]) -> Iterable[Move]:
    """Moves on the board that was turned; a word stays what it is."""
    return (move if isinstance(move, Choose) else Place(turning[move.cell], move.stone) for move in moves)


def in_order(moves: Iterable[Move]) -> tuple[Move, ...]:
    """Moves in the order of their cells."""
    return tuple(sorted(moves, key=_place))


def place_in_order(turn: Iterable[Move]) -> tuple[tuple[int, str], ...]:
    """What turns are sorted by: their cells, then their kinds of stone."""
    return tuple(map(_place, turn))


def _place(move: Move) -> tuple[int, str]:
    return (-1, move.key) if isinstance(move, Choose) else (move.cell, move.stone)
