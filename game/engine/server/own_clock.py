"""Our engine's own clock: what its manager told of it, what a turn costs beside its thought, and what a turn may take.

What lies between the manager's clock and ours is measured: by how much a turn ran over what it was allowed; how long it
stood still, as others had the processor; and what the clock gained or lost from turn to turn beside the thought, which
is the increment less the way of the lines.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from statistics import median

#: What a turn keeps below its limit: seconds besides what turns ran over lately, the same as a share of the turn, and
#: the largest share of a short turn.
_MARGIN, _MARGIN_SHARE, _LARGEST_SHARE = 0.03, 0.01, 0.5
#: Seconds by which turns are thought to run over before any was seen.
_OVERRUN = 0.02
#: The part of the most that was ever left that no turn touches, and the most seconds, with those of standing still.
_KEPT, _MOST_KEPT = 0.1, 1.0
#: Seconds that the way of an answer may yet take more than was seen, and the most that is believed of what was seen.
_ANSWER_SECONDS, _LONGEST_WAY = 0.02, 0.1
#: The turns that are remembered, and how many of them have to be known before their gain is believed.
_REMEMBERED, _BELIEVED = 20, 3
#: The part of what each turn gains that is spent in it; the rest is saved for a machine that gets busy.
_SPENT_OF_GAIN = 0.75
#: The most time of a turn in doubt: a multiple of its share, within a part of all that is left, or a little more.
_DOUBTFUL, _MOST_OF_LEFT, _DOUBTFUL_LATE = 4.0, 0.25, 1.5

_UNLIMITED = float("inf")


@dataclass(slots=True)
class OwnClock:
    """The time of our side, in seconds."""

    turn_seconds: float
    """The most that a turn may take."""
    increment: float | None = None
    """What each turn brings, None until it was told: then it is what the clock is seen to gain."""
    _match_seconds: float = _UNLIMITED
    _left: float = _UNLIMITED
    _told: float | None = None
    """What was left when it was last told."""
    _most_left: float = 0.0
    _thought: float = 0.0
    """What was thought since then."""
    _gains: deque[float] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))
    _overruns: deque[float] = field(default_factory=lambda: _remembered(_OVERRUN))
    _stood_still: deque[float] = field(default_factory=lambda: _remembered(0.0))

    def set_match(self, seconds: float) -> None:
        """Take the time for the whole game, 0 for no limit: from now on all of it is left."""
        self._match_seconds = self._left = seconds or _UNLIMITED
        self._told = None

    def set_left(self, seconds: float) -> None:
        """Take what is left of the game's time, infinite without a limit."""
        # As much as a game begins with is no gain of a turn, but another game.
        if self._told is not None and self._thought > 0.0 and seconds < min(_UNLIMITED, self._match_seconds):
            self._gains.append(seconds - self._told + self._thought)
        self._told = None if seconds == _UNLIMITED else seconds
        self._left, self._thought = seconds, 0.0

    def forget_limits(self) -> None:
        """Begin a question that says by itself whether the game has a limit; what was measured is kept."""
        self._left = self._match_seconds = _UNLIMITED
        self.increment = None

    def begin_game(self) -> None:
        """Begin another game: all the time is left, unless what is left was told since the last turn."""
        if self._told is None or self._thought > 0.0:
            self._left, self._told = self._match_seconds, None
        self._most_left = self._thought = 0.0

    def end_turn(self, thought: float, allowed: float, worked: float) -> None:
        """Count a turn that thought for so many seconds, was allowed so many at most, and had the processor so long."""
        self._thought += thought
        self._left -= thought
        self._overruns.append(max(0.0, thought - allowed))
        self._stood_still.append(max(0.0, thought - worked))

    def allowance(self, turns: int, usual_turns: int) -> tuple[float, float]:
        """The seconds to aim at in this turn and the most seconds; the latter is 0 where only the turn has a limit.

        ``turns`` is the most that the game can still have, this one among them, and ``usual_turns`` what it usually
        has. A share of the time left that is one by the mean number of turns to come makes the most of it, as long as
        twice the time is worth the same everywhere.
        """
        limit, margin = self.turn_seconds, self._margin()
        turn = limit - min(max(margin, _MARGIN_SHARE * limit), _LARGEST_SHARE * limit)
        gain = self._gain()
        spare = self._spare(max(0.0, -gain) * turns)
        share = min(spare, spare / max(1, min(turns, usual_turns)) + _SPENT_OF_GAIN * max(0.0, gain))
        if share >= turn:
            return turn, 0.0
        doubtful = max(_DOUBTFUL_LATE * share, min(_DOUBTFUL * share, _MOST_OF_LEFT * spare))
        return share, min(turn, spare, doubtful)

    def _margin(self) -> float:
        """Seconds that stay unspent: what turns run over."""
        return _MARGIN + _second(self._overruns)

    def _spare(self, answers: float) -> float:
        """What may be thought in all turns to come, whose answers take so many seconds."""
        left = max(0.0, self._left)
        if left == _UNLIMITED:
            return left
        self._most_left = max(left, self._most_left)
        kept = min(_KEPT * self._most_left + _second(self._stood_still), _MOST_KEPT)
        return max(0.0, left - kept - self._margin() - answers)

    def _gain(self) -> float:
        """What each turn brings to the clock beside what it thinks, negative where that is a loss.

        It is the usual one: taking back, or a question about the other side's clock in between, looks like another.
        """
        gain = self.increment or 0.0
        if len(self._gains) >= _BELIEVED:
            seen, most = median(self._gains), _UNLIMITED if self.increment is None else self.increment
            gain = max(-_LONGEST_WAY, min(seen, most))
        return gain - _ANSWER_SECONDS


def _remembered(seconds: float) -> deque[float]:
    return deque((seconds, seconds), maxlen=_REMEMBERED)


def _second(times: deque[float]) -> float:
    """The longest of the times but one, which may be the exception, as that of the first turn often is."""
    return sorted(times)[-2]
