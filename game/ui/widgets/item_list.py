"""A list field for items such as games or players, one of which is selected."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from game.ui.painting.canvas import Canvas
from game.ui.widgets.fields import ListField
from game.ui.widgets.form import Box, Form

Item = TypeVar("Item")


class ItemList(Generic[Item]):
    """A list of items for a form. The selected item stays selected when the items are reloaded."""

    def __init__(
        self,
        place: Box,
        key_of: Callable[[Item], object],
        draw: Callable[[Canvas, Item, float], None],
        on_select: Callable[[], None],
        press: Callable[[], None] = lambda: None,
        *,
        heading_of: Callable[[Item], str] = lambda item: "",
    ) -> None:
        """Create a list. ``draw`` draws an item; it receives a canvas, the item and the top of its row.

        ``on_select`` is called when another item is selected. ``press`` is called on Enter and double click.
        ``heading_of`` names the group of an item: a heading row precedes each group. If all items are in one group,
        there are no headings.
        """
        self._place, self._key_of, self._draw, self._heading_of = place, key_of, draw, heading_of
        self._press, self._on_select = press, on_select
        self.items: list[Item] = []
        self.row = 0
        self.key: object = None
        """The key of the selected item; set it to select another item on the next ``read``."""

    @property
    def selected(self) -> Item | None:
        """The selected item of the list; None if the list is empty."""
        return self.items[self.row] if self.items else None

    def read(self, items: Sequence[Item]) -> None:
        """Replace the items of the list.

        If the selected item is gone, select the item that is then in its row.
        """
        self.items = list(items)
        keys = [self._key_of(item) for item in items]
        self._go(keys.index(self.key) if self.key in keys else max(0, min(self.row, len(keys) - 1)))

    def replace(self, item: Item) -> None:
        """Replace the selected item of the list by its new version."""
        self.items[self.row] = item

    def restart(self) -> None:
        """Make the next ``read`` select the first item."""
        self.row, self.key = 0, None

    def walk(self, step: int) -> None:
        """Move the selection down by ``step`` rows (up if negative), at most to the ends of the list."""
        self.choose(max(0, min(len(self.items) - 1, self.row + step)))

    def choose(self, row: int) -> None:
        """Select the item of the list with that index."""
        if row != self.row:
            self._go(row)
            self._on_select()

    def _go(self, row: int) -> None:
        self.row = row
        self.key = self._key_of(self.items[row]) if self.items else None

    def build(self, form: Form, row_height: float = 0.0) -> ListField:
        """Add the list to a form; return its field."""
        places, headings = self._places()
        numbers = {place: number for number, place in enumerate(places)}
        return ListField(
            form,
            self._place,
            len(places) + len(headings),
            chosen=places[self.row] if places else 0,
            draw_row=lambda canvas, row, top: self._draw(canvas, self.items[numbers[row]], top),
            press=self._press,
            on_choose=lambda row: self.choose(numbers.get(row, 0)),
            row_height=row_height,
            headings=headings,
        )

    def _places(self) -> tuple[list[int], dict[int, str]]:
        """Return the row number of each item, and the headings between the items by row number."""
        names = [self._heading_of(item) for item in self.items]
        if len(set(names)) <= 1:
            return list(range(len(names))), {}
        places: list[int] = []
        headings: dict[int, str] = {}
        for number, name in enumerate(names):
            if number == 0 or name != names[number - 1]:
                headings[number + len(headings)] = name
            places.append(number + len(headings))
        return places, headings
