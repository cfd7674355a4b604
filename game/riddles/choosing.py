"""Which riddle comes next: near the player's rating, or ever harder, and none twice while others are left."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from game.puzzles.index import PuzzleEntry
from game.puzzles.puzzle import PuzzleTheme

#: Of so many riddles nearest to the wanted rating one is drawn.
_NEAREST = 8
#: The rating of a run's first riddle, and what each solved one adds.
_FIRST, _STEP = 600, 75


def next_near(
    entries: Sequence[PuzzleEntry], rating: float, known: Collection[str], dice: random.Random
) -> PuzzleEntry | None:
    """A riddle near a rating that is not among the ``known`` marks; when all are known, any; None where none are."""
    fresh = [entry for entry in entries if entry.mark not in known] or list(entries)
    nearest = sorted(fresh, key=lambda entry: abs(entry.rating - rating))[:_NEAREST]
    return dice.choice(nearest) if nearest else None


def next_of_run(
    entries: Sequence[PuzzleEntry], solved: int, known: Collection[str], dice: random.Random
) -> PuzzleEntry | None:
    """The next riddle of a run against the clock after so many solved ones."""
    return next_near(entries, _FIRST + _STEP * solved, known, dice)


def of_theme(entries: Sequence[PuzzleEntry], theme: PuzzleTheme | None) -> list[PuzzleEntry]:
    """The riddles of a theme; all where none is chosen."""
    return [entry for entry in entries if theme in (None, entry.theme)]


def themes_of(entries: Sequence[PuzzleEntry]) -> list[PuzzleTheme]:
    """The themes that there are, in the order in which they are listed."""
    there = {entry.theme for entry in entries}
    return [theme for theme in PuzzleTheme if theme in there]
