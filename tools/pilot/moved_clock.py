"""A clock that a story moves from day to day: what the fair takes for today, and when it keeps what happens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from unittest.mock import patch

#: Where the date is asked for in what a first week comes by.
_ASKING = (
    "game.training.daily_puzzle.visit",
    "game.ui.training.daily_puzzle.daily_puzzle_scene",
    "game.ui.progress.decathlon.decathlon_scene",
    "game.ui.menu.menu_scene",
    "game.progress.achievements.counts",
    "game.storage.sqlite.open_file",
)
#: The hour of all that happens.
_EVENING = 20


@dataclass
class MovedClock:
    """The day that it is by now."""

    day: date

    def sleep(self, nights: int = 1) -> None:
        """It is some days later."""
        self.day += timedelta(days=nights)


@contextmanager
def moved_clock(first: date) -> Iterator[MovedClock]:
    """While it lasts, it is the day that the clock says, at first the ``first``."""
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
