"""The lamp: a lantern that fills while the opponents' engines are compiled, and the folk's words about it."""

from __future__ import annotations

from game.core.language import _
from game.engine.host.preparation import Preparation
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import Passage

_HEIGHT, _GAP = 40.0, 10.0


def draw_lamp(canvas: Canvas, preparation: Preparation, x: float, y: float, width: float) -> None:
    """Draw the lantern with its left edge at x and its middle at y, and the words beside it, in so much width.

    Nothing is drawn while nothing is compiled. The lamp never moves by itself: whoever shows it draws it anew when
    something was done.
    """
    if not preparation.is_at_work:
        return
    canvas.lantern(x + 0.36 * _HEIGHT, y, _HEIGHT, preparation.share)
    left = x + 0.72 * _HEIGHT + _GAP
    room = width - (left - x)
    passages = [Passage(working_words(), "bold", 14, 3), Passage(_numbers(preparation), "bold", 14, 1)]
    blocks = canvas.blocks(passages, room, 92)
    y -= sum(block.height for block in blocks) / 2
    for block in blocks:
        y = canvas.draw_block(block, left, y, "mist")


def draw_small_lamp(canvas: Canvas, preparation: Preparation, x: float, y: float) -> None:
    """The same with numbers only, where there is little room."""
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
    return _("The clever ones are still tuning their lanterns:")


def done_words() -> str:
    """What the folk say when every engine is compiled."""
    return _("All lanterns are lit: the clever ones are ready for you.")
