"""The digits of a game clock."""

from __future__ import annotations

from game.session.shown_game import ShownGame
from game.ui.painting.canvas import Canvas

#: The milliseconds below which the clock shows tenths of a second and the digits of the running clock are coral.
_LAST = 10_000
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


def clock_text(milliseconds: int) -> str:
    """Format a time as clock digits: ``04:12``, and ``9.8`` below ten seconds."""
    if milliseconds < _LAST:
        return f"{milliseconds // 1000}.{milliseconds % 1000 // 100}"
    minutes, seconds = divmod(milliseconds // 1000, 60)
    return f"{minutes:02}:{seconds:02}"


def draw_time(canvas: Canvas, milliseconds: int, x: float, y: float, *, runs: bool, size: float = 30) -> None:
    """Draw the digits of a game clock, centred on a point; they are dim unless the clock ``runs``.

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
