"""Geometry of a row of cards on the menu or the ladder: visible cards and scroll positions."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.menu import ladder_opponent_card
from game.ui.painting.stage import DESIGN_WIDTH

#: Width of a card, and smallest width if that lets the whole row fit; below, the gaps between cards.
WIDTH, _NARROWEST = 352.0, 316.0
GAP, _NARROW_GAP = 36.0, 30.0
#: Margin at both ends of a complete row, and of a row with arrows.
_EDGE, _ARROW_EDGE = 30.0, 76.0
#: The same margins for a ladder, whose arrows may overlap its cards.
_LADDER_EDGE, _LADDER_ARROW_EDGE = 16.0, 34.0


@dataclass(frozen=True, slots=True)
class CardRowLayout:
    """Geometry of a scrolling row of cards, in design pixels; at rest, only whole cards are visible."""

    stalls: int
    shown: int
    """Number of cards visible at once."""
    width: float = WIDTH
    gap: float = GAP

    @property
    def step(self) -> float:
        """Distance from one card of the row to the next."""
        return self.width + self.gap

    @property
    def view(self) -> float:
        """Width of the visible part of the row of cards."""
        return self.shown * self.step - self.gap

    @property
    def left(self) -> float:
        """Left edge of the first visible card of the row, in design pixels."""
        return (DESIGN_WIDTH - self.view) / 2

    @property
    def farthest(self) -> float:
        """Largest scroll position of the row of cards."""
        return (self.stalls - self.shown) * self.step

    def goal(self, index: int, scroll: float) -> float:
        """Return the scroll position nearest to ``scroll`` at which the whole card with this index is visible."""
        most, least = index * self.step, (index + 1 - self.shown) * self.step
        return min(self.farthest, max(least, min(scroll, most), 0.0))

    def middle_goal(self, index: int) -> float:
        """Return the scroll position of the row at which the card with this index is near the middle."""
        return min(self.farthest, max(0.0, (index - (self.shown - 1) // 2) * self.step))

    def seen(self, scroll: float) -> list[int]:
        """Return the indices of the cards in the row that are at least partly visible."""
        slack = 1.0
        ends = scroll - self.width + slack, scroll + self.view - slack
        return [index for index in range(self.stalls) if ends[0] < index * self.step < ends[1]]

    def first_hidden(self, way: int, scroll: float) -> int | None:
        """Return the index of the nearest hidden card to the left (-1) or right (1), or None."""
        first = round(scroll / self.step)
        index = first - 1 if way < 0 else first + self.shown
        return index if 0 <= index < self.stalls else None


def stall_row(wide: float, stalls: int) -> CardRowLayout:
    """Return the geometry of the menu's row of game cards, with as many cards as the window can show.

    ``wide`` is the width of the window in design pixels.
    """
    room = wide - 2 * _EDGE
    if stalls and stalls * (_NARROWEST + _NARROW_GAP) - _NARROW_GAP <= room:
        gap = GAP if stalls * (WIDTH + GAP) - GAP <= room else _NARROW_GAP
        return CardRowLayout(stalls, stalls, min(WIDTH, (room + gap) / stalls - gap), gap)
    shown = max(1, int((wide - 2 * _ARROW_EDGE + GAP) // (WIDTH + GAP)))
    return CardRowLayout(stalls, min(shown, stalls))


def ladder_row(wide: float, stalls: int) -> CardRowLayout:
    """Return the geometry of the row of opponents' cards on a ladder; the cards have a fixed width."""
    width, gap = float(ladder_opponent_card.WIDTH), float(ladder_opponent_card.GAP)
    edge = _LADDER_EDGE if stalls * (width + gap) - gap <= wide - 2 * _LADDER_EDGE else _LADDER_ARROW_EDGE
    shown = int((wide - 2 * edge + gap) // (width + gap))
    return CardRowLayout(stalls, min(shown, stalls), width, gap)
