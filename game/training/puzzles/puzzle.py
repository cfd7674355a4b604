"""What a puzzle is: a position, what to find in it, and the lines that were proved; and a set of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from game.core.model import Move, Options, State
from game.core.ruleset import Ruleset
from game.library.index.position_key import key_of


class PuzzleTheme(Enum):
    """What has to be found, by its word in files."""

    VCF = "vcf"
    """A win by fours alone."""
    VCT = "vct"
    """A win by fours and threes."""
    WIN_IN_THREE = "win in three"
    FOUR_THREE = "four-three"
    FIVE_IN_FOUR = "five in four"
    FORBIDDEN_POINT = "forbidden point"
    """Black has to defend on a point that is forbidden to it."""
    DEFEND = "defend"
    """The only move that does not lose."""
    DOUBLE_THREATS = "double threats"
    """Connect6: a win by turns each of which threatens more than one turn can answer, or has to answer."""
    MOST_POINTS = "most points"
    """The best end of a game that is decided by points."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position for the colour on turn, and what was proved of it."""

    state: State
    theme: PuzzleTheme
    rating: int
    """How hard it is, on the scale of the players' Elo."""
    solutions: tuple[tuple[Move, ...], ...]
    """The main line of each first turn that was proved, the one to be shown first; both sides' moves in order."""
    source: str = ""
    """Where the position came from, in one line."""


@dataclass(frozen=True, slots=True)
class PuzzleSet:
    """Puzzles of one ruleset with the same complete options."""

    ruleset: Ruleset
    options: Options
    puzzles: tuple[Puzzle, ...] = ()


def first_turn(ruleset: Ruleset, state: State, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves of a line up to the one that ends the turn of the side to move, or to where the rules refuse one."""
    return tuple(_own_moves(ruleset, state, line))


def _own_moves(ruleset: Ruleset, state: State, moves: tuple[Move, ...]) -> Iterator[Move]:
    seat = state.seat
    for move in moves:
        if state.seat != seat or ruleset.check(state, move) is not None:
            return
        yield move
        state = ruleset.apply(state, move).state


def puzzle_key(ruleset: Ruleset, puzzle: Puzzle) -> int:
    """A number that is equal for puzzles with the same stones and colour on turn, however turned or mirrored."""
    return key_of(ruleset.info.id, puzzle.state)
