"""Files to open that a second start of the program passes to the window already running.

A file is opened at once in scenes that accept files. An open dialog must be answered first. During a game, the player
is asked before the game is left.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from game.core.language import _
from game.storage.single_instance.conversation import StartRequest
from game.ui.library.finding import open_handed
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, ask


class HandedFiles:
    """Receiver of the files that a second start of the program passes on; it checks once a frame."""

    def __init__(self, app: App, requests: Callable[[], Sequence[StartRequest]]) -> None:
        """Set the function that returns the requests of further program starts since its last call."""
        self._app, self._requests = app, requests
        self._waiting: deque[Path] = deque()

    def tick(self, _seconds: float) -> None:
        """Process requests of further program starts, and open the next waiting file if no dialog is open."""
        for request in self._requests():
            self._app.window.raise_window()
            if request.path is not None:
                self._waiting.append(request.path)
                if self._app.scene.overlay:
                    self._app.show_message(_("{file} will open once you close this dialog.", file=request.path.name))
        if self._waiting and not self._app.scene.overlay:
            self._open(self._waiting.popleft())

    def _open(self, path: Path) -> None:
        if self._app.scenes.is_at_first:
            self._app.tasks.append(partial(open_handed, self._app, path))
        elif self._app.scene.takes_files:
            open_handed(self._app, path)
        elif not self._app.scene.is_in_use:
            self._leave_for(path)
        else:
            self._ask(path)

    def _ask(self, path: Path) -> None:
        text = _(
            "Another program asked to open this file. Opening it closes the current screen; a game in progress is kept."
        )
        ask(
            self._app,
            path.name,
            text,
            DialogAnswer(_("Open"), partial(self._leave_for, path)),
            DialogAnswer(_("Stay here")),
        )

    def _leave_for(self, path: Path) -> None:
        self._app.back_to_first()
        self._app.tasks.append(partial(open_handed, self._app, path))
