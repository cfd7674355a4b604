"""The daily puzzle: chosen by the date alone, so it is the same for everybody with the same puzzle sets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from hashlib import blake2b

from game.training.puzzles.index import PuzzleEntry


def riddle_of(entries: Sequence[PuzzleEntry], day: date) -> PuzzleEntry:
    """Return the puzzle of a day from the puzzles of one ruleset; ``entries`` must not be empty.

    Each puzzle comes once, in a fixed pseudo-random order, before any of them is repeated.
    """
    # A position that is a puzzle under two rules of a game comes only once.
    distinct = {entry.board: entry for entry in sorted(entries, key=lambda entry: entry.mark)}.values()
    drawn = sorted(distinct, key=lambda entry: blake2b(f"the day's {entry.mark}".encode(), digest_size=8).digest())
    return drawn[day.toordinal() % len(drawn)]


def streak(lit: Iterable[date], today: date) -> int:
    """Return the number of consecutive days, up to today or yesterday, with a solved daily puzzle in any game.

    A puzzle solved on a later day counts for its own day, so a broken streak can be repaired.
    """
    days = set(lit)
    day = today if today in days else today - timedelta(days=1)
    count = 0
    while day in days:
        count, day = count + 1, day - timedelta(days=1)
    return count
