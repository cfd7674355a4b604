"""Files to open that the program passes to its running window when it is started a second time.

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
from game.ui.shell.dialogs import QuestionScene


class HandedFiles:
    """Checks once a frame whether a second start of the program has passed a file to open."""

    def __init__(self, app: App, requests: Callable[[], Sequence[StartRequest]]) -> None:
        """Set ``requests``, a function that returns the start requests since its last call."""
        self._app, self._requests = app, requests
        self._waiting: deque[Path] = deque()

    def look(self) -> None:
        """Process new start requests, and open the next waiting file unless a dialog is open."""
        for request in self._requests():
            self._app.raise_window()
            if request.path is not None:
                self._take(request.path)
        if self._waiting and not self._app.scene.overlay:
            self._open(self._waiting.popleft())

    def _take(self, path: Path) -> None:
        self._waiting.append(path)
        if self._app.scene.overlay:
            self._app.show_message(_("{file} opens when you are done here.", file=path.name))

    def _open(self, path: Path) -> None:
        if self._app.is_at_first:
            self._app.tasks.append(partial(open_handed, self._app, path))
        elif self._app.scene.takes_files:
            open_handed(self._app, path)
        elif not self._app.scene.is_in_use:
            self._leave_for(path)
        else:
            self._ask(path)

    def _ask(self, path: Path) -> None:
        text = _("Another program asked to open this file. Opening it closes this page; a game in progress is kept.")
        answers = {"open": _("Open it"), "": _("Stay here")}
        self._app.push(
            QuestionScene(self._app, path.name, text, answers),
            lambda answer: self._leave_for(path) if answer else None,
        )

    def _leave_for(self, path: Path) -> None:
        self._app.back_to_first()
        self._app.tasks.append(partial(open_handed, self._app, path))
