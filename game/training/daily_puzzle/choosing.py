"""Which riddle comes next: near the player's rating, or ever harder, and none twice while others are left."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from game.training.puzzles.index import PuzzleEntry
from game.training.puzzles.puzzle import PuzzleTheme

#: Of so many riddles nearest to the wanted rating one is drawn.
_NEAREST = 8
#: The rating of a run's first riddle, and what each solved one adds.
_FIRST, _STEP = 600, 75


def next_near(
    entries: Sequence[PuzzleEntry], rating: float, known: Collection[str], dice: random.Random
) -> PuzzleEntry | None:
    """A riddle near a rating that is not among the ``known`` marks; when all are known, any; None where none are."""
    fresh = [entry for entry in entries if entry.mark not in known]
    return _draw(fresh or entries, rating, dice)


def next_of_run(
    entries: Sequence[PuzzleEntry], solved: int, shown: Collection[str], dice: random.Random
) -> PuzzleEntry | None:
    """Return the next puzzle of a run against the clock after so many solved ones; None if all were ``shown``."""
    return _draw([entry for entry in entries if entry.mark not in shown], _FIRST + _STEP * solved, dice)


def _draw(entries: Sequence[PuzzleEntry], rating: float, dice: random.Random) -> PuzzleEntry | None:
    nearest = sorted(entries, key=lambda entry: abs(entry.rating - rating))[:_NEAREST]
    return dice.choice(nearest) if nearest else None


def of_theme(entries: Sequence[PuzzleEntry], theme: PuzzleTheme | None) -> list[PuzzleEntry]:
    """The riddles of a theme; all where none is chosen."""
    return [entry for entry in entries if theme in (None, entry.theme)]


def themes_of(entries: Sequence[PuzzleEntry]) -> list[PuzzleTheme]:
    """The themes that there are, in the order in which they are listed."""
    there = {entry.theme for entry in entries}
    return [theme for theme in PuzzleTheme if theme in there]
