"""The lamp: a lantern that fills while the opponents' engines are compiled, and the folk's words about it."""

from __future__ import annotations

from game.core.language import _
from game.engine.client.preparation import Preparation
from game.ui.painting.canvas import Canvas

_HEIGHT, _GAP = 40.0, 10.0


def draw_lamp(canvas: Canvas, preparation: Preparation, x: float, y: float, width: float) -> None:
    """Draw the words around x with the lantern before them, on one line in so much width.

    The lamp never moves by itself: whoever shows it draws it anew when something was done.
    """
    words = f"{working_words()} {_numbers(preparation)}"
    room = width - 2 * (_HEIGHT + _GAP)
    area = canvas.text(words, x, y, family="bold", size=18, colour="cream", anchor="center", shadow=True, width=room,
                       height=34)  # fmt: skip
    canvas.lantern(x - area.width / 2 - _GAP - 0.36 * _HEIGHT, y, _HEIGHT, preparation.share)


def draw_small_lamp(canvas: Canvas, preparation: Preparation, x: float, y: float) -> None:
    """Draw the lantern at x with numbers only, where there is little room; nothing while nothing is compiled."""
    if preparation.is_at_work:
        canvas.lantern(x + 0.36 * _HEIGHT, y, _HEIGHT, preparation.share)
        at = (x + 0.72 * _HEIGHT + _GAP, y)
        canvas.text(_numbers(preparation), *at, family="bold", size=14, colour="mist", anchor="midleft")


def _numbers(preparation: Preparation) -> str:
    """How many games are done, of how many."""
    games = preparation.games
    return _("{done} of {total}", done=games.done, total=games.total)


def working_words() -> str:
    """What the folk say while engines are compiled, before the numbers."""
    return _("Preparing the engines:")


def done_words() -> str:
    """What the folk say when every engine is compiled."""
    return _("The engines are ready.")
