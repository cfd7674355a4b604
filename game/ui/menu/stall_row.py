"""The rows of stalls on the menu and on a ladder: how many stand side by side in a window, how far a row is moved."""

from __future__ import annotations

from dataclasses import dataclass

from game.ui.menu import ladder_stall
from game.ui.painting.stage import DESIGN_WIDTH

#: The width of a stall, and of the narrowest, which stand closer, where the whole row then finds room.
WIDTH, _NARROWEST = 352.0, 316.0
GAP, _NARROW_GAP = 36.0, 30.0
#: What stays free at either end of a row that is shown as a whole, and of one with arrows beside it.
_EDGE, _ARROW_EDGE = 30.0, 76.0
#: The same of a ladder, whose arrows may lie over its stalls.
_LADDER_EDGE, _LADDER_ARROW_EDGE = 16.0, 34.0


@dataclass(frozen=True, slots=True)
class StallRow:
    """All lengths are design pixels; only whole stalls are seen while the row is at rest."""

    stalls: int
    shown: int
    """How many are seen at once."""
    width: float = WIDTH
    gap: float = GAP

    @property
    def step(self) -> float:
        """From stall to stall."""
        return self.width + self.gap

    @property
    def view(self) -> float:
        """The width of those that are seen."""
        return self.shown * self.step - self.gap

    @property
    def left(self) -> float:
        """Where the first that is seen begins."""
        return (DESIGN_WIDTH - self.view) / 2

    @property
    def farthest(self) -> float:
        """How far the row can be moved."""
        return (self.stalls - self.shown) * self.step

    def goal(self, index: int, scroll: float) -> float:
        """How far to move the row from where it is so that a stall is seen as a whole."""
        most, least = index * self.step, (index + 1 - self.shown) * self.step
        return min(self.farthest, max(least, min(scroll, most), 0.0))

    def middle_goal(self, index: int) -> float:
        """How far to move the row so that a stall is seen near the middle, and at rest only whole ones."""
        return min(self.farthest, max(0.0, (index - (self.shown - 1) // 2) * self.step))

    def seen(self, scroll: float) -> list[int]:
        """The stalls of which something is seen: while the row is at rest, whole ones."""
        slack = 1.0
        ends = scroll - self.width + slack, scroll + self.view - slack
        return [index for index in range(self.stalls) if ends[0] < index * self.step < ends[1]]

    def first_hidden(self, way: int, scroll: float) -> int | None:
        """The nearest stall that is not seen, to the left (-1) or right (1); None where all are."""
        first = round(scroll / self.step)
        index = first - 1 if way < 0 else first + self.shown
        return index if 0 <= index < self.stalls else None


def stall_row(wide: float, stalls: int) -> StallRow:
    """The row for a window that is so wide, in design pixels: all stalls if they can, else as many as fit."""
    room = wide - 2 * _EDGE
    if stalls and stalls * (_NARROWEST + _NARROW_GAP) - _NARROW_GAP <= room:
        gap = GAP if stalls * (WIDTH + GAP) - GAP <= room else _NARROW_GAP
        return StallRow(stalls, stalls, min(WIDTH, (room + gap) / stalls - gap), gap)
    shown = max(1, int((wide - 2 * _ARROW_EDGE + GAP) // (WIDTH + GAP)))
    return StallRow(stalls, min(shown, stalls))


def ladder_row(wide: float, stalls: int) -> StallRow:
    """The same for a ladder, whose stalls are always as wide."""
    width, gap = float(ladder_stall.WIDTH), float(ladder_stall.GAP)
    edge = _LADDER_EDGE if stalls * (width + gap) - gap <= wide - 2 * _LADDER_EDGE else _LADDER_ARROW_EDGE
    shown = int((wide - 2 * edge + gap) // (width + gap))
    return StallRow(stalls, min(shown, stalls), width, gap)
