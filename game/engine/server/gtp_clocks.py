"""The clocks of both colours in the Go Text Protocol: a main time, then periods in which some stones must be placed."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.engine.server.own_clock import OwnClock

_UNLIMITED = float("inf")


@dataclass(slots=True)
class GtpClocks:
    """The clocks of both colours, in seconds.

    The controller need not report the time that a colour has left; until it does, the time used is counted here.
    Without any time limit, each turn may take ``turn_seconds``.
    """

    turn_seconds: float
    _main: float = 0.0
    _period: float = 0.0
    """Seconds of each stone after the main time; 0 if the game must end within it."""
    _is_limited: bool = False
    _clocks: dict[str, OwnClock] = field(default_factory=dict)
    _used: dict[str, float] = field(default_factory=dict)
    """Seconds each colour has used of its main time, unless the controller reports the time left."""

    def set_times(self, main: int, period: int, stones: int) -> None:
        """Set the main time, and the length of the period after it, in which ``stones`` stones must be placed.

        Both times are in seconds. A period without stones means that there is no limit; here three zeros mean the same.
        """
        self._is_limited = bool(stones) if period else bool(main)
        self._main, self._period = float(main), period / stones if stones else 0.0
        self.begin_game()

    def begin_game(self) -> None:
        """Reset the clocks to the full time."""
        self._clocks.clear()
        self._used.clear()

    def report_left(self, colour: str, seconds: int, stones: int) -> None:
        """Set the seconds that a colour has left, as the controller reports them.

        If ``stones`` is 0, the seconds are left of the colour's main time, otherwise of a period in which the colour
        must still place that many stones.
        """
        clock = self._clock(colour)
        self._used.pop(colour, None)
        if stones:
            self._begin_period(clock, seconds / stones)
        else:
            clock.turn_seconds = seconds + self._period
            clock.set_left(seconds + self._period)

    def at_turn(self, colour: str) -> OwnClock:
        """Return the clock of the colour that is about to think."""
        clock = self._clock(colour)
        if self._is_limited and self._period and self._used.get(colour, -1.0) >= self._main:
            self._begin_period(clock, self._period)
        return clock

    def end_turn(self, colour: str, thought: float, allowed: float, worked: float) -> None:
        """Record a turn in seconds: thinking time, time allowed, and processor time (``worked``)."""
        self._clock(colour).end_turn(thought, allowed, worked)
        if colour in self._used:
            self._used[colour] += thought

    def _clock(self, colour: str) -> OwnClock:
        if colour not in self._clocks:
            self._clocks[colour] = clock = OwnClock(self.turn_seconds)
            if self._is_limited:
                self._used[colour] = 0.0
                clock.turn_seconds = self._main + self._period
                clock.set_match(self._main + self._period)
        return self._clocks[colour]

    @staticmethod
    def _begin_period(clock: OwnClock, seconds: float) -> None:
        clock.turn_seconds = seconds
        clock.set_left(_UNLIMITED)
