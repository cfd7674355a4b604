"""The clock of a table: which time counts as thinking, when a flag falls, and the digits on screen.

It runs while the side to move is free to think. In a rated game nothing else stops it but a choice of the opening: not
a menu, the settings or the rules, and not a minimised window. In other games it stops while anything covers the board,
while a stone falls, and while the window is minimised or hidden. While an opponent's program starts or is missing no
clock runs. When the whole program stalls, as on a machine that sleeps, one second counts.
"""

from __future__ import annotations

import pygame

from game.session.game_session import GameSession
from game.session.shown_game import ShownGame
from game.ui.painting.canvas import Canvas

#: Milliseconds below which tenths of a second are shown, and the digits of the side to move are coral.
_LAST = 10_000
#: The most seconds that count for one turn of the loop.
_LONGEST_STALL = 1.0
#: Room between digits, in design pixels.
_TRACKING = 2.0


class ClockDigits:
    """The digits of a game's clock as they are on the screen."""

    def __init__(self, game: ShownGame) -> None:
        self._game = game
        self._shown = self._texts()

    def turned(self) -> bool:
        """Whether the digits shown have changed since the last call."""
        before, self._shown = self._shown, self._texts()
        return self._shown != before

    def _texts(self) -> tuple[str, ...]:
        match = self._game.match
        return tuple(clock_text(left) for left in match.clock.left) if match.time_control.is_timed else ()


class GameClock(ClockDigits):
    """The clock that counts a match's thinking time. Time comes in from outside, so tests control it."""

    def __init__(self, table: GameSession) -> None:
        super().__init__(table)
        self._table = table
        self._owed = 0.0
        """The part of a millisecond that the match was not told of."""

    def pass_time(self, seconds: float) -> bool:
        """Count thinking time of the side to move; returns whether its time is over, which ends the game."""
        match = self._table.match
        is_seen = self._table.stakes.runs_on or pygame.display.get_active()
        if match.counts_time and self._table.is_thinking_time and is_seen:
            self._owed += min(seconds, _LONGEST_STALL) * 1000
            whole = int(self._owed)
            self._owed -= whole
            match.spend(whole)
        if not match.is_out_of_time:
            return False
        self._table.lose_on_time()
        return True


def clock_text(milliseconds: int) -> str:
    """A time as clock digits: ``04:12``, and ``9.8`` at the end."""
    if milliseconds < _LAST:
        return f"{milliseconds // 1000}.{milliseconds % 1000 // 100}"
    minutes, seconds = divmod(milliseconds // 1000, 60)
    return f"{minutes:02}:{seconds:02}"


def draw_time(canvas: Canvas, milliseconds: int, x: float, y: float, *, runs: bool, size: float = 30) -> None:
    """Draw a clock's digits around a point, each at a fixed place so that none moves the others."""
    colour = "well_text" if not runs else "coral" if milliseconds < _LAST else "amber"
    text, pixels, tracking = clock_text(milliseconds), canvas.in_pixels, canvas.px(_TRACKING)
    own = {sign: canvas.typesetter.measure(sign, "display", size)[0] for sign in "0123456789:."}
    widest = max(own[digit] for digit in "0123456789")
    rooms = [widest if sign.isdigit() else own[sign] for sign in text]
    middle, level = canvas.transform.point(x, y)
    left = middle - (sum(rooms) + tracking * (len(text) - 1)) // 2
    for sign, room in zip(text, rooms, strict=True):
        at = left + (room - own[sign]) // 2
        pixels.text(sign, at, level, family="display", size=size, colour=colour, anchor="midleft")
        left += room + tracking
