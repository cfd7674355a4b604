"""A clock that a test moves from day to day: the program's date of today and its timestamps follow it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from unittest.mock import patch

#: The modules that ask for today's date in the tests that use this clock.
_ASKING = (
    "game.training.daily_puzzle.visit",
    "game.ui.training.daily_puzzle.daily_puzzle_scene",
    "game.ui.progress.decathlon.decathlon_scene",
    "game.ui.menu.menu_scene",
    "game.progress.achievements.counts",
    "game.storage.sqlite.open_file",
)
#: The hour of all timestamps.
_EVENING = 20


@dataclass
class MovedClock:
    """The current day of the simulated clock."""

    day: date

    def sleep(self, nights: int = 1) -> None:
        """Move the clock forward by ``nights`` days."""
        self.day += timedelta(days=nights)


@contextmanager
def moved_clock(first: date) -> Iterator[MovedClock]:
    """Replace the program's date by a clock that begins at ``first``, while the block runs."""
    clock = MovedClock(first)

    class Today(date):
        @classmethod
        def today(cls) -> Today:
            return cls.fromordinal(clock.day.toordinal())

    class Now(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Now:
            return cls(clock.day.year, clock.day.month, clock.day.day, _EVENING, tzinfo=tz)

    with ExitStack() as stack:
        for module in _ASKING:
            stack.enter_context(patch(f"{module}.date", Today))
        stack.enter_context(patch("game.storage.sqlite.sql_file.datetime", Now))
        yield clock
