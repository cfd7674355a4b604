"""The riddle of the day: drawn by the date alone, so that it is the same for everybody with the same sets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from hashlib import blake2b

from game.training.puzzles.index import PuzzleEntry


def riddle_of(entries: Sequence[PuzzleEntry], day: date) -> PuzzleEntry:
    """The riddle of a day among those of one ruleset, of which there must be one at least.

    All of them come once, in an order that depends on nothing but themselves, before any comes again.
    """
    # A position that is a riddle under two rules of a game comes once.
    distinct = {entry.board: entry for entry in sorted(entries, key=lambda entry: entry.mark)}.values()
    drawn = sorted(distinct, key=lambda entry: blake2b(f"the day's {entry.mark}".encode(), digest_size=8).digest())
    return drawn[day.toordinal() % len(drawn)]


def streak(lit: Iterable[date], today: date) -> int:
    """The days in a row, up to today or yesterday, whose riddle was solved in some game.

    A day that was missed and solved later counts, too: so a broken streak can be mended.
    """
    days = set(lit)
    day = today if today in days else today - timedelta(days=1)
    count = 0
    while day in days:
        count, day = count + 1, day - timedelta(days=1)
    return count
