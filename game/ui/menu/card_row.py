"""The row of game cards on the menu: it scrolls, lifts the selected card, and has arrows if it is wide."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pygame

from game.core.language import _
from game.ui.effects.motion import timings
from game.ui.effects.motion.tween import Tweens
from game.ui.menu import menu_card
from game.ui.menu.menu_card import StallCard
from game.ui.menu.menu_card_row import stall_row
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import DESIGN_HEIGHT, DESIGN_WIDTH, Stage
from game.ui.painting.surfaces import blit_faded
from game.ui.widgets.buttons import Button, ChoiceButton

_CARDS_TOP = 290.0
#: Size of the arrows, and the gap between them and the cards.
_ARROW, _ARROW_GAP = 48.0, 16.0


class MenuCardRow:
    """The game cards of the menu, one of which is selected."""

    def __init__(self, stage: Stage, tweens: Tweens, selected: int) -> None:
        self.cards: list[StallCard] = []
        self.selected = selected
        self.has_last = False
        """True if the row ends with the card that leads to more games."""
        self._stage = stage
        self._tweens = tweens
        self._row = stall_row(DESIGN_WIDTH, 0)
        self._arrows: dict[int, Button] = {}
        self._scroll = self._goal = 0.0
        """Current scroll position of the row, and the position at which the animation ends."""
        self._lift = 1.0
        self._sinking = -1
        """Index of the card that was selected before and is moving down, or -1."""
        self._pictures: dict[tuple[int, bool], pygame.Surface] = {}

    def build(
        self, stage: Stage, cards: Iterable[Callable[[float], StallCard]], last: Callable[[float], StallCard]
    ) -> None:
        """Make the cards, given as functions of their width, and lay them out for the size of the window.

        The card ``last`` is left out where the others are all visible and it would hide some of them; ``has_last`` then
        is False.
        """
        makers, wide = list(cards), stage.size[0] / stage.scale
        self._stage = stage
        self.has_last = stall_row(wide, len(makers)).farthest > 0 or not stall_row(wide, len(makers) + 1).farthest
        if self.has_last:
            makers.append(last)
        self._row = stall_row(wide, len(makers))
        self.cards = [make(self._row.width) for make in makers]
        self.selected = max(0, min(self.selected, len(self.cards) - 1))
        self._scroll = self._goal = self._row.goal(self.selected, 0.0)
        self._pictures.clear()

    @property
    def selected_card(self) -> StallCard | None:
        """The selected card; None if there are no cards."""
        return self.cards[self.selected] if self.cards else None

    # Arrows

    def arrow_buttons(self) -> list[Button]:
        """Return the arrow buttons at the ends of the row of cards, if the row is wider than the window."""
        self._arrows = {}
        if self._row.farthest > 0:
            edge = (DESIGN_WIDTH - self._row.view) / 2 - _ARROW_GAP - _ARROW
            right = DESIGN_WIDTH - edge - _ARROW
            for way, x, icon in ((-1, edge, "arrow_left"), (1, right, "arrow_right")):
                place, tip = self._stage.rect(x, 450, _ARROW, _ARROW), _("More games")
                self._arrows[way] = ChoiceButton(place, "", self._pager(way), icon=icon, by_keys=False, tip=tip)
                self._arrows[way].why = _("This is the end of the list.")
        self._enable_arrows()
        return list(self._arrows.values())

    def _enable_arrows(self) -> None:
        """Enable each arrow of the row of game cards while there are cards beyond it."""
        for way, arrow in self._arrows.items():
            arrow.enabled = self._row.first_hidden(way, self._goal) is not None

    def _pager(self, way: int) -> Callable[[], None]:
        def page() -> None:
            index = self._row.first_hidden(way, self._goal)
            if index is not None:
                self.select(index)

        return page

    # Selection

    def select(self, index: int) -> None:
        """Select a card, lift it, and scroll until it is visible."""
        index = max(0, min(len(self.cards) - 1, index))
        if index == self.selected:
            return
        self._sinking, self.selected = self.selected, index
        self._tweens.play(timings.CARD_LIFT, self._set_lift)
        self._move(self._row.goal(index, self._goal))

    def _move(self, goal: float) -> None:
        start, self._goal = self._scroll, goal
        self._enable_arrows()
        if goal == start:
            return

        def slide(progress: float) -> None:
            self._scroll = start + (goal - start) * progress

        if self._tweens.reduced:
            slide(1.0)
        else:
            self._tweens.play(timings.CARD_SLIDE, slide)

    def _set_lift(self, lift: float) -> None:
        self._lift = lift

    def _lift_of(self, index: int) -> float:
        """Return how far a game's card is raised above the row of cards, from 0 (not raised) to 1."""
        if index == self.selected:
            return 1.0 if self._tweens.reduced else self._lift
        return 1 - self._lift if index == self._sinking and not self._tweens.reduced else 0.0

    # Places

    def card_rect(self, index: int) -> pygame.Rect:
        """Return the screen rectangle of a card."""
        lift = menu_card.LIFT * self._lift_of(index)
        x = self._row.left + index * self._row.step - self._scroll
        return self._stage.rect(x, _CARDS_TOP - lift, self._row.width, menu_card.HEIGHT)

    def ladder_rect(self, index: int) -> pygame.Rect:
        """Return the screen rectangle of the ladder on a card."""
        return self._part(self.card_rect(index), menu_card.ladder_place(self._row.width))

    def _part(self, whole: pygame.Rect, place: tuple[float, ...]) -> pygame.Rect:
        """Return the screen rectangle of a part of a game's card, given in design pixels."""
        x, y, width, height = map(self._stage.px, place)
        return pygame.Rect(whole.x + x, whole.y + y, width, height)

    def card_at(self, point: tuple[int, int]) -> int | None:
        """Return the index of the visible card at a point, or None."""
        return next((i for i in self.visible() if self.card_rect(i).collidepoint(point)), None)

    def visible(self) -> list[int]:
        """Return the indices of the visible game cards."""
        return self._row.seen(self._scroll)

    # Drawing

    def draw(self, canvas: Canvas, *, focused: bool) -> None:
        """Draw the game cards, the selected one last and with a glow; ``focused`` adds the ring of the focus."""
        clip = canvas.target.get_clip()
        if self._scroll != self._goal:
            x, y, width, height = self._stage.rect(self._row.left, 0, self._row.view, DESIGN_HEIGHT)
            canvas.target.set_clip(
                clip.clip(x - self._stage.px(_ARROW_GAP), y, width + 2 * self._stage.px(_ARROW_GAP), height)
            )
        for index in self.visible():
            if index != self.selected:
                self._draw_card(canvas, index)
        if self.selected in self.visible():
            rect = self.card_rect(self.selected)
            canvas.in_pixels.lights.glow(*rect.center, canvas.px(720), "amber", 0.3)
            self._draw_card(canvas, self.selected)
            if focused:
                place = self.cards[self.selected].focus_box
                canvas.in_pixels.panels.focus_ring(*self._part(rect, place), radius=16)
        canvas.target.set_clip(clip)

    def _draw_card(self, canvas: Canvas, index: int) -> None:
        """Draw a game's card; with reduced motion, the selected one fades in instead of moving."""
        selected = index == self.selected
        if selected and self._tweens.reduced and self._lift < 1:
            self._draw_card_as(canvas, index, selected=False)
            self._draw_card_as(canvas, index, selected=True, share=self._lift)
        else:
            self._draw_card_as(canvas, index, selected=selected)

    def _draw_card_as(self, canvas: Canvas, index: int, *, selected: bool, share: float = 1.0) -> None:
        key = (index, selected)
        rect = self.card_rect(index)
        margin = self._stage.px(menu_card.MARGIN)
        if not rect.inflate(2 * margin, 2 * margin).colliderect(canvas.target.get_rect()):
            return
        if key not in self._pictures:
            self._pictures[key] = self.cards[index].picture(canvas.paintbox, selected=selected)
        picture = self._pictures[key]
        blit_faded(canvas.target, picture, picture.get_rect(topleft=(rect.x - margin, rect.y - margin)), share)
