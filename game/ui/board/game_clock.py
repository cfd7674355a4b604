"""The game clock: counts each side's thinking time, ends a game when time runs out, and draws the digits.

The clock of the side to move runs while that side is free to think. In a rated game only an open choice in the opening
stops it: neither a menu, the settings or the rules, nor a minimised window does. In an unrated game it stops while
anything covers the board, while a stone falls, and while the window is minimised or hidden. No clock runs while an
opponent's process starts or is missing. When the whole program freezes, as on a computer that sleeps, at most one
second counts.
"""

from __future__ import annotations

import pygame

from game.session.game_session import GameSession
from game.session.shown_game import ShownGame
from game.ui.painting.canvas import Canvas

#: The milliseconds below which the clock shows tenths of a second and the digits of the running clock are coral.
_LAST = 10_000
#: The maximum number of seconds that count for one turn of the loop.
_LONGEST_CARD = 1.0
#: The space between digits in design pixels.
_TRACKING = 2.0


class ClockDigits:
    """The digits that a game's clock shows on the screen."""

    def __init__(self, game: ShownGame) -> None:
        self._game = game
        self._shown = self._texts()

    def turned(self) -> bool:
        """Return True if the clock's digits have changed since the last call."""
        before, self._shown = self._shown, self._texts()
        return self._shown != before

    def _texts(self) -> tuple[str, ...]:
        match = self._game.match
        return tuple(clock_text(left) for left in match.clock.left) if match.time_control.is_timed else ()


class GameClock(ClockDigits):
    """Counter of the thinking time of both sides.

    The caller passes the elapsed time, so that tests control it.
    """

    def __init__(self, table: GameSession) -> None:
        super().__init__(table)
        self._table = table
        self._owed = 0.0
        """The fraction of a millisecond that has passed but is not counted in the match yet."""

    def pass_time(self, seconds: float) -> bool:
        """Count thinking time for the side to move; return True if its time runs out and the game ends."""
        match = self._table.match
        is_seen = pygame.display.get_active() or self._table.stakes.runs_on
        if match.counts_time and self._table.is_thinking_time and is_seen:
            self._owed += min(seconds, _LONGEST_CARD) * 1000
            whole = int(self._owed)
            self._owed -= whole
            match.spend(whole)
        if not match.is_out_of_time:
            return False
        self._table.lose_on_time()
        return True


def clock_text(milliseconds: int) -> str:
    """Format a time as clock digits: ``04:12``, and ``9.8`` below ten seconds."""
    if milliseconds < _LAST:
        return f"{milliseconds // 1000}.{milliseconds % 1000 // 100}"
    minutes, seconds = divmod(milliseconds // 1000, 60)
    return f"{minutes:02}:{seconds:02}"


def draw_time(canvas: Canvas, milliseconds: int, x: float, y: float, *, runs: bool, size: float = 30) -> None:
    """Draw the digits of a game clock, centred on a point.

    Each digit has a fixed width, so that no digit moves the others.
    """
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
