"""The card beside an opening position that the player judges: facts, and the winning chances as a bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.language import _
from game.core.ruleset import RulesetInfo
from game.training.openings.balance import EVEN_WITHIN
from game.ui.board.teacher_card import RIGHT
from game.ui.board.thinking_card import draw_balance
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import Passage

_WIDTH, _EDGE = 240.0, 22.0
_ROOM = _WIDTH - 2 * _EDGE
#: Distances from the bottom edge of the card: the top of the chances, their numbers, the bar, and the caption.
_CHANCES, _NUMBERS, _BAR, _MARKS = 118.0, 92.0, 62.0, 22.0
_BAR_HEIGHT, _STONE = 16.0, 30.0


@dataclass(frozen=True, slots=True)
class BalanceFacts:
    """The contents of the card beside an opening position that the player judges."""

    title: str
    """Title of the game."""
    facts: Sequence[str]
    """Further facts, each a phrase or a sentence."""
    share: float | None
    """Winning chance of the first colour, 0 to 1; None to hide the chances."""
    silence: str = ""
    """Text shown in place of hidden chances."""


def draw_balance_card(canvas: Canvas, info: RulesetInfo, top: float, bottom: float, told: BalanceFacts) -> None:
    """Draw the facts about an opening position on a card right of the board.

    The card extends from ``top`` to ``bottom``.
    """
    canvas.panels.card(RIGHT, top, _WIDTH, bottom - top, radius=20, lip=6)
    canvas.title(told.title, RIGHT + _EDGE, top + 14, size=22, width=_ROOM)
    y = top + canvas.tall(46)
    passages = [Passage(words, size=15, most=4) for words in told.facts if words]
    for block in canvas.blocks(passages, _ROOM, bottom - _CHANCES - y - 6 * len(passages)) if passages else ():
        y = canvas.draw_block(block, RIGHT + _EDGE, y, "soft") + 6
    if told.share is not None:
        _draw_chances(canvas, info, bottom, told.share)
    elif told.silence:
        middle = RIGHT + _WIDTH / 2
        canvas.paragraph(told.silence, middle, bottom - _NUMBERS, _ROOM, 3, colour="mist", anchor="midtop", height=72)


def _draw_chances(canvas: Canvas, info: RulesetInfo, bottom: float, share: float) -> None:
    """Draw both sides' winning chances as numbers and as a bar with marks at the limits of "even"."""
    left, right = RIGHT + _EDGE, RIGHT + _WIDTH - _EDGE
    ends = ((info.colours[0], share, left, 1, "midleft"), (info.colours[1], 1 - share, right, -1, "midright"))
    for colour, chance, x, way, anchor in ends:
        stone = info.stone(colour)
        if stone is not None:
            canvas.stone(stone.art, x + way * _STONE / 2, bottom - _NUMBERS, _STONE, shadow=True)
        text = _("{percent} %", percent=round(100 * chance))
        role = "amber" if chance >= 0.5 else "soft"
        canvas.text(
            text, x + way * (_STONE + 8), bottom - _NUMBERS, family="display", size=21, colour=role, anchor=anchor,
            width=_ROOM / 2 - _STONE - 8,
        )  # fmt: skip
    draw_balance(canvas, info, (left, bottom - _BAR, _ROOM, _BAR_HEIGHT), share)
    for limit in (0.5 - EVEN_WITHIN, 0.5 + EVEN_WITHIN):
        canvas.panels.plate(left + limit * _ROOM - 1, bottom - _BAR - 5, 2, _BAR_HEIGHT + 10, colour="teal", radius=1)
    words = _("even between the marks")
    canvas.text(words, RIGHT + _WIDTH / 2, bottom - _MARKS, size=13, colour="mist", anchor="center", width=_ROOM)
