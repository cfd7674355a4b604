"""The stack of scenes: all open scenes, of which the top one receives the input."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from game.core.language import gettext_noop
from game.core.ruleset import Ruleset
from game.ui.painting.canvas import Canvas
from game.ui.shell.stacked_scene import StackedScene

_SCENES_REMEMBERED = 12

#: A scene, and the function that receives its result.
StackEntry = tuple[StackedScene[Any], Callable[[Any], None] | None]


class SceneStack:
    """All open scenes, the top one last; those under a scene that fills the window are not visible."""

    def __init__(self) -> None:
        self.entries: list[StackEntry] = []
        self.seen: deque[str] = deque(maxlen=_SCENES_REMEMBERED)
        """The class names of the latest scenes on top of the stack, for crash reports."""

    def add(self, scene: StackedScene[Any], on_result: Callable[[Any], None] | None) -> None:
        self.entries.append((scene, on_result))
        self.note_top()

    def note_top(self) -> None:
        """Record the class name of the top scene in ``seen``, the list of recent scenes for crash reports."""
        self.seen.append(type(self.top).__name__)

    @property
    def top(self) -> StackedScene[Any]:
        return self.entries[-1][0]

    @property
    def way_back(self) -> str:
        """The label, in English, of a button that returns to the scene on top of the stack."""
        return self.top.way_back if self.entries else gettext_noop("Back to the menu")

    @property
    def is_at_first(self) -> bool:
        return len(self.entries) == 1

    @property
    def visible(self) -> list[StackedScene[Any]]:
        """The scene that fills the window, and the overlays above it."""
        scenes = [scene for scene, _ in self.entries]
        opaque = max(i for i, scene in enumerate(scenes) if not scene.overlay)
        return scenes[opaque:]

    @property
    def subject(self) -> Ruleset | None:
        """The ruleset of the topmost visible scene that has one; None if there is none."""
        return next((scene.subject for scene in reversed(self.visible) if scene.subject is not None), None)

    @property
    def is_still(self) -> bool:
        """True if no visible scene has to be drawn again."""
        return not any(scene.dirty for scene in self.visible)

    def draw(self, canvas: Canvas) -> None:
        """Draw the visible scenes from the bottom up."""
        for scene in self.visible:
            scene.draw(canvas)
            scene.dirty = False

    def repaint(self) -> None:
        """Discard the pictures of the visible scenes, so that they are drawn anew."""
        for scene in self.visible:
            scene.repaint()

    def arrange(self) -> None:
        """Lay out all scenes for the window's size; discard the pictures of the old size first."""
        self._repaint_all()
        for scene, _result in self.entries:
            scene.arrange()

    def change_look(self) -> None:
        """Lay out all scenes for another language and look; discard the old pictures first."""
        self._repaint_all()
        self.change_language()

    def change_language(self) -> None:
        for scene, _result in self.entries:
            scene.on_language_changed()

    def _repaint_all(self) -> None:
        for scene, _result in self.entries:
            scene.repaint()
