"""Turns of games as index text, which is equal for all rotations and reflections of the board.

A turn of several stones is one text, with its stones in the order of their cells. In an opening, where a player may
place stones of both colours, each stone is a turn of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from game.core.model import Choose, Move, Place, State
from game.core.ruleset import PASS_WORD, Ruleset, format_move
from game.core.symmetry import Symmetry
from game.library.index.position_key import KeyedPosition, position_keys


@dataclass(frozen=True, slots=True)
class IndexedTurn:
    """The turn that was played in one position of a game in the library index."""

    words: str
    """Moves in the program's notation, in the canonical orientation; "" if no complete turn was played."""
    seat: int
    """Seat that played the turn."""


def stones_together(state: State) -> int:
    """Return the number of stones that the side to move places in this turn; in an opening, always 1."""
    return 1 if state.is_opening else max(1, state.placements_left)


def turns_along(ruleset: Ruleset, first: State, steps: Sequence[tuple[Move, State]]) -> dict[int, IndexedTurn]:
    """Map the position key of each position in a game to the turn that was played there.

    ``first`` is the position before the first move, and ``steps`` are the moves, each with the position after it.
    """
    keys = position_keys(ruleset, first.geometry)
    moves = [move for move, _state in steps]
    states = [first, *(state for _move, state in steps)]
    keyed = [keys.keyed(first.board, first.colour), *keys.keyed_along(first, steps)]
    played: dict[int, IndexedTurn] = {}
    for number, (position, state) in enumerate(zip(keyed, states, strict=True)):
        turn = moves[number : number + stones_together(state)]
        # An unfinished turn at the end of a game does not count, but a win may end a turn early.
        is_whole = len(turn) == stones_together(state) or ruleset.outcome(states[-1]) is not None
        words = _words(ruleset, state, position, turn) if turn and is_whole else ""
        played.setdefault(position.key, IndexedTurn(words, state.seat))
    return played


def _words(ruleset: Ruleset, state: State, position: KeyedPosition, turn: Sequence[Move]) -> str:
    """Return a turn as text, with the board rotated or reflected to its canonical orientation.

    If the position is symmetrical, several texts are equivalent, and the smallest one is returned.
    """
    told = min((in_order(turned_by(symmetry, turn)) for symmetry in position.symmetries), key=place_in_order)
    return " ".join(format_move(ruleset.info, state.geometry, move) for move in told)


def turned_by(symmetry: Symmetry, moves: Iterable[Move]) -> Iterable[Move]:
    """Yield moves with their cells mapped by a board symmetry; passes and choices in an opening are unchanged."""
    return (Place(symmetry[move.cell], move.stone) if isinstance(move, Place) else move for move in moves)


def in_order(moves: Iterable[Move]) -> tuple[Move, ...]:
    """Return the moves sorted by cell."""
    return tuple(sorted(moves, key=_place))


def place_in_order(turn: Iterable[Move]) -> tuple[tuple[int, str], ...]:
    """Return the key for sorting turns: the cells and kinds of a turn's stones."""
    return tuple(map(_place, turn))


def _place(move: Move) -> tuple[int, str]:
    if isinstance(move, Place):
        return move.cell, move.stone
    return -1, move.key if isinstance(move, Choose) else PASS_WORD
