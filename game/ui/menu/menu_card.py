"""The card of a ruleset on the menu."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace

import pygame

from game.core.geometry import Surface
from game.core.language import _, plural
from game.core.levels.ladder import LadderProgress
from game.core.model import State
from game.core.ruleset import Ruleset
from game.ui.menu.menu_card_row import WIDTH
from game.ui.painting.canvas import Canvas
from game.ui.painting.fonts import Family
from game.ui.painting.little_board import little_board
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.stage import PIXELS
from game.ui.painting.typesetter import Passage
from game.ui.widgets.form import Box

HEIGHT = 372
#: Lift of the selected card in design pixels.
LIFT = 14
#: Height of the pitch, and the largest lift of the texts with large letters.
_PITCH_HEIGHT, _LIFT_OF_WORDS = 46.0, 45.0
#: Letter sizes of the pitch before it takes a second line, and its line spacing.
_PITCH_SIZES, _PITCH_LEADING = range(16, 12, -1), 1.3
#: Letter sizes of the title; the chip beside it shrinks down to this width to make room.
_TITLE_SIZES, _SMALLEST_CHIP = range(32, 21, -1), 80.0
#: Margin at both sides, gap between the two buttons, and the ladder button's share of their width; then their places.
_EDGE, _BUTTON_GAP, _LADDER_SHARE = 20.0, 16.0, 178 / 296
_BUTTON_TOP, _BUTTON_HEIGHT, LIP = HEIGHT - 70, 46.0, 5.0
#: Margin around the card for awning, bulbs, rim and glow, in design pixels.
MARGIN = 60


def _fitting_size(canvas: Canvas, words: str, family: Family, sizes: range, room: int) -> float:
    """Return the largest letter size at which a text fits a width.

    Each size is measured, since smaller letters are not always narrower.
    """
    fitting = (size for size in sizes if canvas.typesetter.measure(words, family, size)[0] <= room)
    return float(next(fitting, sizes[-1]))


def ladder_place(width: float) -> Box:
    """Return the rectangle of the ladder button on a game's card, in design pixels from the card's corner."""
    return _EDGE, _BUTTON_TOP, _button_widths(width)[0], _BUTTON_HEIGHT


def play_place(width: float) -> Box:
    """Return the rectangle of the button on a game's card that opens match setup."""
    room = _button_widths(width)[1]
    return width - _EDGE - room, _BUTTON_TOP, room, _BUTTON_HEIGHT


def _button_widths(width: float) -> tuple[float, float]:
    """Return the widths of the two buttons on a game's card."""
    both = width - 2 * _EDGE - _BUTTON_GAP
    return both * _LADDER_SHARE, both * (1 - _LADDER_SHARE)


class StallCard(ABC):
    """A card of the menu's row: a stall with an awning. A subclass draws what is below the awning."""

    width: float

    @property
    @abstractmethod
    def stripes(self) -> tuple[str, str]:
        """The two colours of the awning."""

    @property
    def focus_box(self) -> Box:
        """The rectangle of the focus ring around the card's main button, in design pixels from the card's corner."""
        x, y, wide, high = play_place(self.width)
        return x, y, wide, high + LIP

    @abstractmethod
    def draw_contents(self, canvas: Canvas, card: pygame.Rect, selected: bool) -> None:
        """Draw the contents of the card, on a canvas in pixels."""

    def picture(self, paintbox: Paintbox, *, selected: bool) -> pygame.Surface:
        """Return a picture of the card with a transparent margin of MARGIN design pixels."""
        px = paintbox.panels.px
        picture = pygame.Surface((px(self.width + 2 * MARGIN), px(HEIGHT + 2 * MARGIN)), pygame.SRCALPHA)
        canvas, card = (
            Canvas(picture, PIXELS, paintbox),
            pygame.Rect(px(MARGIN), px(MARGIN), px(self.width), px(HEIGHT)),
        )
        canvas.panels.card(*card, radius=22, lip=8, selected=selected)
        self.draw_contents(canvas, card, selected)
        self._draw_awning(canvas, card, selected)
        return picture

    def _draw_awning(self, canvas: Canvas, card: pygame.Rect, selected: bool) -> None:
        px = canvas.px
        rect = pygame.Rect(card.x - px(14), card.y - px(24), card.width + px(28), px(66))
        canvas.awning(*rect, stripes=self.stripes)
        for number in range(9):
            x = card.x + px(12) + number * (card.width - px(24)) / 8
            lit = selected or number % 2 == 0
            canvas.lights.bulb(x, card.y - px(26), px(9), "amber" if selected else "bulb_dim", lit=lit)

    @staticmethod
    def lift_of_texts(canvas: Canvas) -> float:
        """Return how far the texts on a game's card move up for larger letters, in design pixels."""
        return _LIFT_OF_WORDS * (canvas.letters - 1)

    def draw_pitch(self, canvas: Canvas, card: pygame.Rect, words: str) -> None:
        """Draw the sentence about what the card leads to."""
        px, up = canvas.px, self.lift_of_texts(canvas)
        room = card.width - px(40)
        passage = Passage(words, size=_PITCH_SIZES[0], most=2, leading=_PITCH_LEADING)
        block = canvas.typesetter.set_passages([passage], room, _PITCH_HEIGHT + up)[0]
        if block.size == _PITCH_SIZES[0] and len(block.lines) > 1:
            size = _fitting_size(canvas, words, "text", _PITCH_SIZES, room)
            if canvas.typesetter.measure(words, "text", size)[0] <= room:
                block = replace(block, lines=(words,), size=size)
        for number, line in enumerate(block.lines):
            at = (card.x + px(20), card.y + px(254 - up + number * block.leading))
            canvas.text(line, *at, size=block.size, colour="soft")


@dataclass(frozen=True, slots=True)
class MenuCard(StallCard):
    """Card of a ruleset on the menu; ``progress`` is the player's progress on its ladder."""

    ruleset: Ruleset
    state: State
    progress: LadderProgress
    width: float = WIDTH

    @property
    def stripes(self) -> tuple[str, str]:
        """The two colours of the game."""
        return self.ruleset.info.accent, self.ruleset.info.accent2

    def draw_contents(self, canvas: Canvas, card: pygame.Rect, selected: bool) -> None:
        """Draw a part of the board, the texts and the buttons."""
        self._draw_board(canvas, card)
        self._draw_texts(canvas, card, selected)

    def _draw_board(self, canvas: Canvas, card: pygame.Rect) -> None:
        px = canvas.px
        board = little_board(
            canvas.paintbox,
            self.state.geometry,
            self.state.board,
            self.ruleset.info.stones,
            (card.width - px(40), px(148 - self.lift_of_texts(canvas))),
            accent=self.ruleset.info.accent,
        )
        canvas.picture(board, card.x + px(20), card.y + px(50))

    def _draw_texts(self, canvas: Canvas, card: pygame.Rect, selected: bool) -> None:
        px, info, up = canvas.px, self.ruleset.info, self.lift_of_texts(canvas)
        at = (card.right - px(20), card.y + px(232 - up))
        text = self._board_text()
        wide = canvas.typesetter.measure(_(info.title), "display", _TITLE_SIZES[-1])[0]
        beside = max(px(_SMALLEST_CHIP), min(px(150), card.width - 2 * px(20) - px(8) - wide))
        chip = canvas.chip(text, *at, colour=info.accent, anchor="midright", width=beside)
        room = chip.rect.left - px(8) - card.x - px(20)
        size = _fitting_size(canvas, _(info.title), "display", _TITLE_SIZES, room)
        title = canvas.typesetter.fit(_(info.title), "display", size, room)
        at = (card.x + px(20), card.y + px(231 - up))
        canvas.text(title, *at, family="display", size=size, colour="cream", anchor="midleft")
        self.draw_pitch(canvas, card, _(info.pitch))
        x, y, width, height = play_place(self.width)
        play = pygame.Rect(card.x + px(x), card.y + px(y), px(width), px(height))
        if self.progress.levels:
            x, y, width, height = ladder_place(self.width)
            beaten, levels = len(self.progress.beaten), len(self.progress.levels)
            rect = pygame.Rect(card.x + px(x), card.y + px(y), px(width), px(height))
            words = _("Ladder {beaten}/{all}", beaten=beaten, all=levels)
            canvas.panels.button(*rect, label=words, kind="flat", size=19, icon="trophy")
        canvas.panels.button(*play, label=_("Play"), kind="primary" if selected else "ghost", size=21, icon="play")

    def _board_text(self) -> str:
        geometry = self.state.geometry
        if geometry.surface is Surface.POCKETS:
            return plural("{count} cell", "{count} cells", len(geometry))
        return f"{geometry.columns} × {geometry.rows}"
