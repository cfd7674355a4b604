"""The progress display for the compilation of the engines: a lantern that fills up, with a text."""

from __future__ import annotations

from game.core.language import _
from game.engine.client.preparation import Preparation
from game.ui.painting.canvas import Canvas

_HEIGHT, _GAP = 40.0, 10.0


def draw_activity_lamp(canvas: Canvas, preparation: Preparation, x: float, y: float, width: float) -> None:
    """Draw the progress of the engines' compilation: a lantern and a text in one line, centred at ``x``.

    The lamp is not animated; its scene redraws it on progress.
    """
    text = f"{working_text()} {_numbers(preparation)}"
    room = width - 2 * (_HEIGHT + _GAP)
    area = canvas.text(text, x, y, family="bold", size=18, colour="cream", anchor="center", shadow=True, width=room,
                       height=34)  # fmt: skip
    canvas.lights.lantern(x - area.width / 2 - _GAP - 0.36 * _HEIGHT, y, _HEIGHT, preparation.share)


def draw_small_activity_lamp(canvas: Canvas, preparation: Preparation, x: float, y: float) -> None:
    """Draw the progress of the engines' compilation as a lantern and two numbers.

    Draw nothing when it is over.
    """
    if preparation.is_at_work:
        canvas.lights.lantern(x + 0.36 * _HEIGHT, y, _HEIGHT, preparation.share)
        at = (x + 0.72 * _HEIGHT + _GAP, y)
        canvas.text(_numbers(preparation), *at, family="bold", size=14, colour="mist", anchor="midleft")


def _numbers(preparation: Preparation) -> str:
    """Return the number of games with compiled engines and the total, as a text."""
    games = preparation.games
    return _("{done} of {total}", done=games.done, total=games.total)


def working_text() -> str:
    """Return the text that is shown while the engines are compiled, to be followed by the numbers."""
    return _("Preparing the engines:")


def done_text() -> str:
    """Return the text that is shown when all engines are compiled."""
    return _("The engines are ready.")
