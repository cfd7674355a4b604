"""Choice of the next puzzle: near the player's rating or increasingly hard, without repeats while others are left."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from game.training.puzzles.index import PuzzleEntry
from game.training.puzzles.puzzle import PuzzleTheme

#: Number of puzzles nearest to the wanted rating from which one is drawn.
_NEAREST = 8
#: Rating of the first puzzle in a timed run, and the increase for each solved one.
_FIRST, _STEP = 600, 75


def next_near(
    entries: Sequence[PuzzleEntry], rating: float, known: Collection[str], dice: random.Random
) -> PuzzleEntry | None:
    """Return a random puzzle near a rating, or None if there are no puzzles.

    Puzzles in ``known`` are only chosen if all puzzles are known.
    """
    fresh = [entry for entry in entries if entry.mark not in known]
    return _draw(fresh or entries, rating, dice)


def next_of_run(
    entries: Sequence[PuzzleEntry], solved: int, shown: Collection[str], dice: random.Random
) -> PuzzleEntry | None:
    """Return the next puzzle of a timed run after ``solved`` puzzles, or None if all of them were ``shown``."""
    return _draw([entry for entry in entries if entry.mark not in shown], _FIRST + _STEP * solved, dice)


def _draw(entries: Sequence[PuzzleEntry], rating: float, dice: random.Random) -> PuzzleEntry | None:
    nearest = sorted(entries, key=lambda entry: abs(entry.rating - rating))[:_NEAREST]
    return dice.choice(nearest) if nearest else None


def of_theme(entries: Sequence[PuzzleEntry], theme: PuzzleTheme | None) -> list[PuzzleEntry]:
    """Return the puzzles of a theme, or all puzzles if ``theme`` is None."""
    return [entry for entry in entries if theme in (None, entry.theme)]


def themes_of(entries: Sequence[PuzzleEntry]) -> list[PuzzleTheme]:
    """Return the themes that occur among puzzles, in display order."""
    there = {entry.theme for entry in entries}
    return [theme for theme in PuzzleTheme if theme in there]
