"""Time controls and clocks: the time that each side gets, and the time that it has left.

Clocks are immutable values. Callers measure the time that passes and hand it in, in whole milliseconds, so that sums
are exact.
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

#: An opponent whose turns are limited thinks at most this share of the time for a turn, minus these seconds for sending
#: the answer.
_SHARE_OF_TURN, _SENDING = 0.8, 0.2
#: An opponent with a time for the whole game thinks about a move for at most this share of the time left. Its reported
#: time left is shorter than the real one by these seconds.
_SHARE_OF_GAME, _RESERVE = 0.25, 1.0
#: The shortest thinking time for an opponent, in seconds.
_SHORTEST = 0.02


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time limit of each side: a number of seconds for every turn, or for the whole game.

    A limit for the game can have an increment, which is added after each turn.
    """

    seconds: int = 0
    """The limit for a turn or for the game; 0 in a game without a clock."""
    increment: float = 0
    """Seconds added after each turn, only with a limit for the game.

    A whole number of milliseconds; games of people use whole seconds.
    """
    is_per_turn: bool = False

    @property
    def is_timed(self) -> bool:
        """True if the game has a clock."""
        return self.seconds > 0


#: The time control of a game without a clock.
UNTIMED = TimeControl()


@dataclass(frozen=True, slots=True)
class Clock:
    """A game clock: the milliseconds that each of the players 0 and 1 has left.

    Both are 0 in a game without a clock.
    """

    control: TimeControl
    left: tuple[int, int]

    def spend(self, seat: int, milliseconds: int) -> Clock:
        """Return the clock after a side has used some milliseconds. The side's time left never falls below 0."""
        return self._with(seat, max(0, self.left[seat] - milliseconds))

    def end_turn(self, seat: int) -> Clock:
        """Return the clock after a side's turn, with the increment added or the time for a turn reset."""
        rest = 0 if self.control.is_per_turn else self.left[seat]
        more = self.control.seconds if self.control.is_per_turn else self.control.increment
        return self._with(seat, rest + round(more * _SECOND))

    def _with(self, seat: int, left: int) -> Clock:
        return replace(self, left=(left, self.left[1]) if seat == 0 else (self.left[0], left))

    def thinking_seconds(self, seat: int, wanted: float) -> float:
        """Return how many seconds an engine may think about its turn: ``wanted``, or less if time is short.

        The result is always less than the engine has left, by a margin for sending the answer.
        """
        if not self.control.is_timed:
            return wanted
        left = self.left[seat] / _SECOND
        most = _SHARE_OF_TURN * left - _SENDING if self.control.is_per_turn else _SHARE_OF_GAME * left
        return max(_SHORTEST, min(wanted, most))

    def game_seconds(self, seat: int) -> float | None:
        """Return the seconds left for the whole game, as reported to an engine, or None without such a limit.

        The number is one second less than the seat really has left, as a reserve. Return None if only turns are
        limited.
        """
        if not self.control.is_timed or self.control.is_per_turn:
            return None
        return max(0.0, self.left[seat] / _SECOND - _RESERVE)


def full_clock(control: TimeControl) -> Clock:
    """Return the clock at the start of a game, when both sides have their full time."""
    return Clock(control, (control.seconds * _SECOND, control.seconds * _SECOND))


# Time controls and times in files


def format_time_control(control: TimeControl) -> str:
    """Return a time control as text, such as ``20 seconds a turn``, ``180 seconds a game + 2 a turn`` or ``none``."""
    if not control.is_timed:
        return _NO_CLOCK
    more = f" + {control.increment:g} a turn" if control.increment else ""
    return f"{control.seconds} seconds a {'turn' if control.is_per_turn else 'game'}{more}"


def parse_time_control(text: str) -> TimeControl:
    """Parse a time control written by ``format_time_control``. Raises ParseError for any other text."""
    if text == _NO_CLOCK:
        return UNTIMED
    found = _CONTROL.fullmatch(text)
    if found is None or (found[2] == "turn" and found[3] is not None):
        raise ParseError(
            _(
                "{text} is not a valid time control; write it like one of these: 20 seconds a turn, "
                "300 seconds a game, 180 seconds a game + 2 a turn, none",
                text=repr(text[:60]),
            )
        )
    return TimeControl(int(found[1]), float(found[3] or 0), found[2] == "turn")


def format_time(milliseconds: int) -> str:
    """Return a time as seconds with up to three decimals, such as ``12.5``."""
    whole, rest = divmod(milliseconds, _SECOND)
    return f"{whole}.{rest:03}".rstrip("0").rstrip(".")


def parse_time(text: str) -> int:
    """Parse a time in seconds, such as ``12.5``, into milliseconds. Raises ParseError for any other text."""
    found = _TIME.fullmatch(text)
    if found is None:
        raise ParseError(
            _(
                "{text} is not a valid time; write seconds with at most three decimals, such as 12.5",
                text=repr(text[:60]),
            )
        )
    return int(found[1]) * _SECOND + int((found[2] or "").ljust(3, "0"))
