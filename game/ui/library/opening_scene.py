"""A dialog while a file is read; it shows only where that takes a moment. Cancel ends the reading, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from game.core.language import _
from game.library.file_reading import FileReading
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.scene import Scene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button

_WIDTH, _HEIGHT = 520.0, 244.0
_LEFT, _TOP = 640 - _WIDTH / 2, 400 - _HEIGHT / 2
#: Seconds before it shows, and from bulb to bulb.
_PATIENCE, _BULB_SECONDS = 0.2, 0.25
_BULBS = 12


Found = TypeVar("Found")


class OpeningScene(Scene[Found | str | None]):
    """Finishes with what the file holds, with why it cannot be read, or with None where the player did not wait."""

    overlay = True

    def __init__(self, app: App, name: str, read: Callable[[], Found]) -> None:
        """``name`` is that of the file; ``read`` is called in a thread, see ``FileReading``."""
        super().__init__(app)
        self._name = name
        self._reading = FileReading(name, read)
        self._waited = 0.0

    @property
    def _is_seen(self) -> bool:
        return self._waited >= _PATIENCE

    def exit(self) -> None:
        """End the reading, which nobody waits for any longer."""
        self._reading.cancel()

    def refresh(self) -> None:
        """Set the button, which is there from the first frame on: Escape works at once."""
        place = self.stage.rect(640 - 105, _TOP + _HEIGHT - 76, 210, 52)
        cancel = Button(place, _("Cancel"), lambda: self.finish(None), keys=keys.BACK.keys)
        cancel.paint = None if self._is_seen else _unseen
        self.controls.set([cancel])
        self.controls.focus(cancel)
        super().refresh()

    def update(self, seconds: float) -> None:
        """Finish once the file is read."""
        super().update(seconds)
        if self._reading.result is not None:
            self.finish(self._reading.result)
            return
        before, self._waited = self._waited, self._waited + seconds
        if int(before / _BULB_SECONDS) != int(self._waited / _BULB_SECONDS) or self._is_seen != (before >= _PATIENCE):
            self.refresh()

    def paint(self, canvas: Canvas) -> None:
        """Draw the card, and the bulbs, of which one more burns each moment."""
        if not self._is_seen:
            return
        canvas.veil()
        canvas.card(_LEFT, _TOP, _WIDTH, _HEIGHT)
        title = _("Reading the file…")
        canvas.text(
            title, 640, _TOP + 44, family="display", size=26, colour="cream", anchor="center", width=_WIDTH - 48
        )
        canvas.text(self._name, 640, _TOP + 84, size=16, anchor="center", width=_WIDTH - 64, height=30)
        lit = int(self._waited / _BULB_SECONDS) % (_BULBS + 1)
        for number in range(_BULBS):
            x = 640 + (number - (_BULBS - 1) / 2) * 34
            canvas.bulb(x, _TOP + 126, 12, "amber", lit=number < lit)


def _unseen(_canvas: Canvas, _button: Button, _focused: bool) -> None:
    """Draw nothing."""
