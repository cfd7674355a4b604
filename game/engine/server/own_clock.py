"""The engine's clock: the time limits that the manager reported, and the time allowed for each turn.

The manager's clock also counts time in which the engine does not search. The clock here measures three such amounts:
the time by which a turn exceeded its allowance, the time lost while other processes had the processor, and the
difference on the manager's clock between turns beyond the thinking time (the increment minus the transmission time).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from statistics import median

#: Reserve of a turn below its limit: seconds in addition to recent overruns, the same as a share of the limit, and the
#: largest share of a short limit that the reserve may take.
_MARGIN, _MARGIN_SHARE, _LARGEST_SHARE = 0.03, 0.01, 0.5
#: Seconds a turn is assumed to run over its allowance before any was measured.
_OVERRUN = 0.02
#: Reserve of a game that no turn uses: its share of the most time that was ever left, and its upper limit in seconds,
#: which includes time lost to other processes.
_STORED, _MOST_STORED = 0.1, 1.0
#: Seconds by which transmitting an answer may exceed the measured time, and the largest loss per turn that is accepted
#: as measured.
_ANSWER_SECONDS, _LONGEST_WAY = 0.02, 0.1
#: Number of recent turns that are measured, and the number of measured gains from which on they are used.
_REMEMBERED, _BELIEVED = 20, 3
#: Share of each turn's gain that the turn spends; the rest is saved in case the machine becomes busy.
_SPENT_OF_GAIN = 0.75
#: Limits of a turn whose best move is unsettled: a multiple of its target within a share of the time left, but at least
#: the smaller multiple of its target.
_DOUBTFUL, _MOST_OF_LEFT, _DOUBTFUL_LATE = 4.0, 0.25, 1.5

_UNLIMITED = float("inf")


@dataclass(slots=True)
class OwnClock:
    """The thinking time of the engine's side, in seconds."""

    turn_seconds: float
    """Most seconds a turn may take."""
    increment: float | None = None
    """Seconds added to the clock after each turn; None if the manager did not report it, and then it is measured."""
    _match_seconds: float = _UNLIMITED
    _left: float = _UNLIMITED
    _told: float | None = None
    """Seconds left for the game at the manager's last report, or None if it has not reported them."""
    _most_left: float = 0.0
    _thought: float = 0.0
    """Seconds of thinking since that report."""
    _waited: float = 0.0
    """Seconds of this turn that passed before the search."""
    _gains: deque[float] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))
    _overruns: deque[float] = field(default_factory=lambda: _remembered(_OVERRUN))
    _stood_still: deque[float] = field(default_factory=lambda: _remembered(0.0))

    def set_match(self, seconds: float) -> None:
        """Set the engine's time for the whole game, in seconds; 0 means no limit.

        All of it counts as left.
        """
        self._match_seconds = self._left = seconds or _UNLIMITED
        self._told = None

    def set_left(self, seconds: float) -> None:
        """Set the time that the engine has left for the game, in seconds; infinity means no limit.

        If this is more than the time at the manager's last report minus the thinking time since, the difference is
        recorded as a gain of the turn; if it is less, as a loss.
        """
        # A report of the full time of a game means that a new game begins, not that a turn gained time.
        if self._told is not None and self._thought > 0.0 and seconds < min(_UNLIMITED, self._match_seconds):
            self._gains.append(seconds - self._told + self._thought)
        self._told = None if seconds == _UNLIMITED else seconds
        self._left, self._thought = seconds, 0.0

    def forget_limits(self) -> None:
        """Remove the game's time limit and increment from the clock, but keep all measurements."""
        self._left = self._match_seconds = _UNLIMITED
        self.increment = None

    def begin_game(self) -> None:
        """Reset the clock to the full time for a new game.

        If the manager has reported the time left since the last turn, that time stays.
        """
        if self._told is None or self._thought > 0.0:
            self._left, self._told = self._match_seconds, None
        self._most_left = self._thought = self._waited = 0.0

    def wait(self, seconds: float) -> None:
        """Record seconds of this turn that the manager counts, but that passed before the search."""
        self._waited = seconds
        self._thought += seconds
        self._left -= seconds

    def end_turn(self, thought: float, allowed: float, worked: float) -> None:
        """Record a turn in seconds: thinking time, time allowed, and processor time (``worked``)."""
        self._thought += thought
        self._left -= thought
        self._waited = 0.0
        self._overruns.append(max(0.0, thought - allowed))
        self._stood_still.append(max(0.0, thought - worked))

    def allowance(self, turns: int, usual_turns: int) -> tuple[float, float]:
        """Return the target and the maximum thinking time of this turn, in seconds.

        ``turns`` is the largest number of turns left in the game, including this one, and ``usual_turns`` the number of
        turns a game usually has left. If the limit of a single turn is the shorter one, the target is this limit with a
        reserve taken off, and the maximum is 0, which stands for no further maximum.

        The target is the time left divided by the expected number of turns left. This is the best division as long as
        doubling the time gains equally much in every turn.
        """
        limit, margin = self.turn_seconds, self._margin()
        turn = limit - min(max(margin, _MARGIN_SHARE * limit), _LARGEST_SHARE * limit)
        turn = max(0.0, turn - self._waited)
        gain = self._gain()
        spare = self._spare(max(0.0, -gain) * turns)
        share = min(spare, spare / max(1, min(turns, usual_turns)) + _SPENT_OF_GAIN * max(0.0, gain))
        if share >= turn:
            return turn, 0.0
        doubtful = max(_DOUBTFUL_LATE * share, min(_DOUBTFUL * share, _MOST_OF_LEFT * spare))
        return share, min(turn, spare, doubtful)

    def _margin(self) -> float:
        """Return the seconds to keep unused before a time limit, as turns may exceed their allowance."""
        return _MARGIN + _second(self._overruns)

    def _spare(self, answers: float) -> float:
        """Return the seconds of thinking left for all remaining turns.

        ``answers`` are the seconds needed for sending the answers of these turns.
        """
        left = max(0.0, self._left)
        if left == _UNLIMITED:
            return left
        self._most_left = max(left, self._most_left)
        kept = min(_STORED * self._most_left + _second(self._stood_still), _MOST_STORED)
        return max(0.0, left - kept - self._margin() - answers)

    def _gain(self) -> float:
        """Return the seconds gained on the clock each turn, such as an increment; negative for a loss.

        Uses the median of the measured gains, because an undone move or a question about the opponent's clock distorts
        single ones.
        """
        gain = self.increment or 0.0
        if len(self._gains) >= _BELIEVED:
            seen, most = median(self._gains), _UNLIMITED if self.increment is None else self.increment
            gain = max(-_LONGEST_WAY, min(seen, most))
        return gain - _ANSWER_SECONDS


def _remembered(seconds: float) -> deque[float]:
    return deque((seconds, seconds), maxlen=_REMEMBERED)


def _second(times: deque[float]) -> float:
    """Return the second largest of the measured times, because the largest may be an outlier.

    It is often that of the first turn.
    """
    return sorted(times)[-2]
