"""Scenes with a list of items, next to the details of the selected item and its actions."""

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
    """A scene with a list of items; the selected item stays selected when the items are reloaded.

    A subclass creates ``list`` in its constructor, and implements ``read_items`` and ``buttons`` (the main button
    last).
    """

    list: ItemList[Item]

    @property
    def selected(self) -> Item | None:
        """The selected item; None if the list is empty."""
        return self.list.selected

    def select(self, key: object) -> None:
        """Reload the items of the list, and select the one with that key."""
        self.list.key = key
        self.arrange()

    @abstractmethod
    def read_items(self) -> Sequence[Item]:
        """Load the items of the list."""

    @abstractmethod
    def buttons(self) -> Sequence[Button]:
        """Return all controls of the scene in Tab order, including those of the form; the main button is the last."""

    def arrange(self) -> None:
        """Reload the items of the list, and keep the selection."""
        self.list.read(self.read_items())
        super().arrange()

    def build(self) -> None:
        """Add the list to the form, as the field that receives the keys first."""
        self.form.main = self.list.build(self.form)

    @property
    def has_focus(self) -> bool:
        """True if a control visibly has the keyboard focus.

        The focus then stays when the buttons are replaced.
        """
        return self.controls.focused is not None

    def refresh(self) -> None:
        """Replace the buttons. If no control has the focus, give it to the main button.

        If the list is empty, the back button gets the focus instead.
        """
        keeps, buttons = self.has_focus, self.buttons()
        self.controls.set(buttons)
        if not keeps:
            leads_out = next(button for button in buttons if keys.BACK.key in button.keys)
            self.controls.focus(buttons[-1] if self.list.items else leads_out)
        super().refresh()


class TopicScene(ListScene[Item, Result], Generic[Topic, Item, Result]):
    """A scene with a list of topics and a list of items for the selected topic; Left and Right change the topic."""

    topics: ItemList[Topic]

    @abstractmethod
    def read_topics(self) -> Sequence[Topic]:
        """Load the topics, which the scene shows in a list of their own."""

    def arrange(self) -> None:
        """Reload the topics and the items of the selected one."""
        self.topics.read(self.read_topics())
        super().arrange()

    def build(self) -> None:
        self.topics.build(self.form)
        super().build()

    def show_topic(self) -> None:
        """Show the items of the topic that is now selected, starting at the first."""
        self.list.restart()
        self.arrange()

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle Left and Right, which change the topic, regardless of the focus."""
        if event.type == pygame.KEYDOWN and event.key in _TURNS:
            self.topics.walk(_TURNS[event.key])
            return True
        return super().handle(event)
