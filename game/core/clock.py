"""Time controls and clocks as values: how much time each side gets, and how much of it is left.

Nothing here reads a clock: the caller measures the time and hands it in. Times are whole milliseconds, so that they add
up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from game.core.language import _
from game.core.model import ParseError

_SECOND = 1000
_NO_CLOCK = "none"
_CONTROL = re.compile(r"([1-9][0-9]{0,5}) seconds? a (turn|game)(?: \+ ([0-9]{1,4}(?:\.[0-9]{1,3})?) a turn)?")
_TIME = re.compile(r"([0-9]{1,6})(?:\.([0-9]{1,3}))?")

#: An opponent's thinking time: this share of the most that a turn may take, less the seconds that its answer travels.
_SHARE_OF_TURN, _ON_THE_WAY = 0.8, 0.2
#: The most that one turn takes of the time for a game; and the seconds that an opponent is never told of.
_SHARE_OF_GAME, _KEPT_BACK = 0.25, 1.0
#: The shortest thinking time that an opponent is given, in seconds.
_LEAST = 0.02


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Time limits of each side, in seconds: for every turn, or for the whole game with an increment after each turn."""

    seconds: int = 0
    """0 for a game without a clock."""
    increment: float = 0
    """In whole milliseconds; in whole seconds where people play."""
    is_per_turn: bool = False

    @property
    def is_timed(self) -> bool:
        """Whether there is a clock at all."""
        return self.seconds > 0


#: A game without a clock.
UNTIMED = TimeControl()


@dataclass(frozen=True, slots=True)
class Clock:
    """The time that both seats have left, in milliseconds; 0 in a game without a clock."""

    control: TimeControl
    left: tuple[int, int]

    def spend(self, seat: int, milliseconds: int) -> Clock:
        """The clock after the seat thought for so long; a seat's time never falls below 0."""
        return self._with(seat, max(0, self.left[seat] - milliseconds))

    def end_turn(self, seat: int) -> Clock:
        """The clock after a turn of the seat: with its increment, or with its whole time for the next turn."""
        kept = 0 if self.control.is_per_turn else self.left[seat]
        more = self.control.seconds if self.control.is_per_turn else self.control.increment
        return self._with(seat, kept + round(more * _SECOND))

    def _with(self, seat: int, left: int) -> Clock:
        return replace(self, left=(left, self.left[1]) if seat == 0 else (self.left[0], left))

    def thinking_seconds(self, seat: int, wanted: float) -> float:
        """The seconds that an opponent on this seat may think about its turn, at most ``wanted``.

        Always less than the seat has left, by a margin for the time that the answer travels.
        """
        if not self.control.is_timed:
            return wanted
        left = self.left[seat] / _SECOND
        most = _SHARE_OF_TURN * left - _ON_THE_WAY if self.control.is_per_turn else _SHARE_OF_GAME * left
        return max(_LEAST, min(wanted, most))

    def game_seconds(self, seat: int) -> float | None:
        """The seconds left for the game, as an opponent on this seat is told; None where only turns are limited."""
        if not self.control.is_timed or self.control.is_per_turn:
            return None
        return max(0.0, self.left[seat] / _SECOND - _KEPT_BACK)


def full_clock(control: TimeControl) -> Clock:
    """The clock before the first move."""
    return Clock(control, (control.seconds * _SECOND, control.seconds * _SECOND))


# In files


def format_time_control(control: TimeControl) -> str:
    """Write a time control, as in ``20 seconds a turn`` or ``180 seconds a game + 2 a turn``."""
    if not control.is_timed:
        return _NO_CLOCK
    more = f" + {control.increment:g} a turn" if control.increment else ""
    return f"{control.seconds} seconds a {'turn' if control.is_per_turn else 'game'}{more}"


def parse_time_control(text: str) -> TimeControl:
    """Read a time control; raises ParseError."""
    if text == _NO_CLOCK:
        return UNTIMED
    found = _CONTROL.fullmatch(text)
    if found is None or (found[2] == "turn" and found[3] is not None):
        raise ParseError(
            _(
                "{text} is not a clock; write it as in: 20 seconds a turn, 300 seconds a game, "
                "180 seconds a game + 2 a turn, none",
                text=repr(text[:60]),
            )
        )
    return TimeControl(int(found[1]), float(found[3] or 0), found[2] == "turn")


def format_time(milliseconds: int) -> str:
    """Write a time in seconds with no more decimals than it needs, as in ``12.5``."""
    whole, rest = divmod(milliseconds, _SECOND)
    return f"{whole}.{rest:03}".rstrip("0").rstrip(".")


def parse_time(text: str) -> int:
    """Read a time in seconds with up to three decimals, as milliseconds; raises ParseError."""
    found = _TIME.fullmatch(text)
    if found is None:
        raise ParseError(
            _("{text} is not a time; write seconds with at most three decimals, as in 12.5", text=repr(text[:60]))
        )
    return int(found[1]) * _SECOND + int((found[2] or "").ljust(3, "0"))
