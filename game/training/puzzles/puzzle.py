"""Data types of puzzles and puzzle sets: a puzzle has a position, a task and proved solutions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from game.core.model import Move, Options, State
from game.core.ruleset import Ruleset
from game.library.index.position_key import key_of


class PuzzleTheme(Enum):
    """Task of a puzzle, such as a win by fours only; the value is its name in files."""

    VCF = "vcf"
    """Win with fours only."""
    VCT = "vct"
    """Win with fours and threes."""
    WIN_IN_THREE = "win in three"
    FOUR_THREE = "four-three"
    FIVE_IN_FOUR = "five in four"
    FORBIDDEN_POINT = "forbidden point"
    """White wins by forcing Black to defend on a forbidden point."""
    DEFEND = "defend"
    """Find the only move that does not lose."""
    DOUBLE_THREATS = "double threats"
    """Win with threats that a turn cannot all stop, or can stop only as a whole (Connect6)."""
    MOST_POINTS = "most points"
    """Find the best end of a game that is decided by points."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle: a position, the task to solve there, and its proved solutions."""

    state: State
    theme: PuzzleTheme
    rating: int
    """Difficulty on the players' Elo scale."""
    solutions: tuple[tuple[Move, ...], ...]
    """A line for each proved first turn, the main solution first; lines contain the moves of both sides."""
    source: str = ""
    """Origin of the position in one line."""


@dataclass(frozen=True, slots=True)
class PuzzleSet:
    """Several puzzles of one ruleset with the same options."""

    ruleset: Ruleset
    options: Options
    puzzles: tuple[Puzzle, ...] = ()


def first_turn(ruleset: Ruleset, state: State, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the moves of a variation's first turn, up to the first illegal one."""
    return tuple(_own_moves(ruleset, state, line))


def _own_moves(ruleset: Ruleset, state: State, moves: tuple[Move, ...]) -> Iterator[Move]:
    seat = state.seat
    for move in moves:
        if state.seat != seat or ruleset.check(state, move) is not None:
            return
        yield move
        state = ruleset.apply(state, move).state


def puzzle_key(ruleset: Ruleset, puzzle: Puzzle) -> int:
    """Return a key shared by puzzles with the same stones and side to move, in any board orientation."""
    return key_of(ruleset, puzzle.state)
