"""Scenes with a list of items, and beside it what the selected one is and what can be done with it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

import pygame

from game.ui.shell.form import FormScene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button
from game.ui.widgets.item_list import ItemList

Item = TypeVar("Item")
Topic = TypeVar("Topic")
Result = TypeVar("Result")

_TURNS = {keys.LEFT: -1, keys.RIGHT: 1}


class ListScene(FormScene[Result], Generic[Item, Result]):
    """A list with one item selected, which stays selected when the items are read anew.

    A scene makes ``list`` at its beginning, says what the items are, and gives the buttons, the main one last.
    """

    list: ItemList[Item]

    @property
    def selected(self) -> Item | None:
        """The selected item, None when there are none."""
        return self.list.selected

    def select(self, key: object) -> None:
        """Read the items anew and select the one of that key."""
        self.list.key = key
        self.arrange()

    @abstractmethod
    def read_items(self) -> Sequence[Item]:
        """Read what stands in the list."""

    @abstractmethod
    def buttons(self) -> Sequence[Button]:
        """All controls in the order of Tab, the form's stops among them; the main button is the last."""

    def arrange(self) -> None:
        """Read the items anew, keeping the selection."""
        self.list.read(self.read_items())
        super().arrange()

    def build(self) -> None:
        """Add the list, which takes the keys."""
        self.form.main = self.list.build(self.form)

    @property
    def has_focus(self) -> bool:
        """Whether a control has the focus that it is to keep when the buttons are set anew."""
        return self.controls.focused is not None

    def refresh(self) -> None:
        """Set the buttons anew. The main one gets the focus; where the list is empty, the one that leads out."""
        keeps, buttons = self.has_focus, self.buttons()
        self.controls.set(buttons)
        if not keeps:
            leads_out = next(button for button in buttons if keys.BACK.key in button.keys)
            self.controls.focus(buttons[-1] if self.list.items else leads_out)
        super().refresh()


class TopicScene(ListScene[Item, Result], Generic[Topic, Item, Result]):
    """A list for each of several topics, which stand in a list of their own; Left and Right turn to another topic."""

    topics: ItemList[Topic]

    @abstractmethod
    def read_topics(self) -> Sequence[Topic]:
        """Read what stands in the list of topics."""

    def arrange(self) -> None:
        """Read the topics and the items of the selected one anew."""
        self.topics.read(self.read_topics())
        super().arrange()

    def build(self) -> None:
        """Add both lists."""
        self.topics.build(self.form)
        super().build()

    def turn(self) -> None:
        """Show the items of another topic, from the first on."""
        self.list.restart()
        self.arrange()

    def handle(self, event: pygame.event.Event) -> bool:
        """Turn to another topic by Left and Right, whatever has the focus."""
        if event.type == pygame.KEYDOWN and event.key in _TURNS:
            self.topics.walk(_TURNS[event.key])
            return True
        return super().handle(event)
