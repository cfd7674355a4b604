"""Files that a second start hands to this window: it comes forward, and opens them where that can be done.

On the menu, in the library and wherever else files can be dropped, that is at once. A dialog is answered first. Whoever
plays is asked before the table is left, where the game stays as it is.
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
    """Looks in every turn of the window whether something was handed over."""

    def __init__(self, app: App, requests: Callable[[], Sequence[StartRequest]]) -> None:
        """``requests`` returns what was asked since it was last called."""
        self._app, self._requests = app, requests
        self._waiting: deque[Path] = deque()

    def look(self) -> None:
        """Take what was handed over, and open the next file where that can be done now."""
        for request in self._requests():
            self._app.come_forward()
            if request.path is not None:
                self._take(request.path)
        if self._waiting and not self._app.scene.overlay:
            self._open(self._waiting.popleft())

    def _take(self, path: Path) -> None:
        self._waiting.append(path)
        if self._app.scene.overlay:
            self._app.say(_("{file} opens when you are done here.", file=path.name))

    def _open(self, path: Path) -> None:
        if self._app.is_at_first:
            self._app.errands.append(partial(open_handed, self._app, path))
        elif self._app.scene.takes_files:
            open_handed(self._app, path)
        elif not self._app.scene.is_in_use:
            self._leave_for(path)
        else:
            self._ask(path)

    def _ask(self, path: Path) -> None:
        words = _("Another program asked to open this file. Opening it closes this page; a game in progress is kept.")
        answers = {"open": _("Open it"), "": _("Stay here")}
        self._app.push(
            QuestionScene(self._app, path.name, words, answers),
            lambda answer: self._leave_for(path) if answer else None,
        )

    def _leave_for(self, path: Path) -> None:
        self._app.back_to_first()
        self._app.errands.append(partial(open_handed, self._app, path))
