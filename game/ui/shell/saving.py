"""The notice about unsaved data, shown over every scene, and the retries of failed writes."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable

import pygame

from game.core.language import _, join_sentences
from game.session.services import Services
from game.ui.painting.canvas import Canvas

#: The position and width of the notice in design pixels, below the buttons of every scene.
_MIDDLE, _BOTTOM, _WIDTH = 640.0, 799.0, 680.0
_SIZE, _EDGE, _MOST_LINES = 13.0, 6.0, 2
#: Seconds that a write may wait before the notice appears: most programs that lock the file are done by then.
_UNSEEN = 0.25
#: Seconds for which saving is retried at exit before the player is asked.
_LAST_PATIENCE = 1.0
#: Seconds without a failure after which the same message is shown again.
_SILENCE = 4.0

#: Asks whether to retry, given a sentence about the unsaved data.
Ask = Callable[[str], bool]


class Saving:
    """The notice about unsaved data, and the retries of failed writes to the database."""

    def __init__(
        self, services: Services, show_message: Callable[[str], None], notices: deque[tuple[str, str]]
    ) -> None:
        """Use ``show_message`` for a sentence over the scenes, ``notices`` for messages that the first scene shows."""
        self._services, self._show_message, self._notices = services, show_message, notices
        self.words = ""
        """The notice about unsaved data on screen; "" if there is none."""
        self._waits = self._has_failed = False
        self._waited = 0.0
        self._last_shown, self._silent = "", 0.0

    def tick(self, seconds: float) -> bool:
        """Retry pending writes, and report the result. Return True if the scenes must be redrawn."""
        database, before = self._services.database, (self._waits, self.words)
        if database.file.is_busy:
            return False
        if problem := self._services.autosave.late_problem():
            self._notices.append((_("Not everything was saved"), problem))
        if not (self._waits or database.file.has_news):
            self._report("", seconds)
            return False
        database.file.retry()
        told = database.file.failures()
        self._has_failed |= bool(told)
        self._waits = bool(database.file.trouble)
        self._waited = self._waited + seconds if self._waits else 0.0
        self.words = database.file.trouble if self._waited > _UNSEEN else ""
        if before[0] and not self._waits:
            # Results that waited are in the results file, too; they can now be removed from it.
            entered = self._services.result_store.enter_saved()
            if before[1]:
                told += [*([] if self._has_failed else [_("Saved.")]), *entered]
        self._has_failed &= self._waits
        self._report(join_sentences(told), seconds)
        return (self._waits, self.words) != before

    def _report(self, words: str, seconds: float) -> None:
        """Show a sentence about a failed write once, even if the failure repeats in every frame."""
        self._silent = 0.0 if words else self._silent + seconds
        if words and words != self._last_shown:
            self._show_message(words)
        if words or self._silent > _SILENCE:
            self._last_shown = words

    def draw(self, canvas: Canvas) -> None:
        """Draw the notice about unsaved data at the bottom of the window."""
        if self.words:
            block = canvas.block(self.words, _WIDTH - 4 * _EDGE, _MOST_LINES, family="bold", size=_SIZE)
            height = block.height + _EDGE
            top = _BOTTOM - height
            canvas.panels.plate(_MIDDLE - _WIDTH / 2, top, _WIDTH, height, colour="well", radius=10, line="coral")
            canvas.draw_block(block, _MIDDLE, top + _EDGE / 2, "coral", "midtop")

    def finish(self, ask: Ask | None = None) -> None:
        """Save pending data before the window closes; after a failure, retry as long as the player wants to."""
        unsaved = self._save_all()
        while unsaved and (ask or _ask)(unsaved):
            unsaved = self._save_all()

    def _save_all(self) -> str:
        """Try for a second to save all pending data; return a sentence about unsaved data, or ""."""
        services = self._services
        services.database.file.finish_writing(_LAST_PATIENCE)
        return join_sentences((services.autosave.finish_writing(), services.database.file.unsaved))


def _ask(words: str) -> bool:
    """Ask in a message box of the system if saving is to be tried again; return True if so.

    It needs no scene. If the system has no message box, print the message and return False.
    """
    buttons = (_("Try again"), _("Close anyway"))
    try:
        return pygame.display.message_box(_("Not everything was saved"), words, "warn", None, buttons, 0, 1) == 0
    except pygame.error:
        if sys.stderr is not None:
            sys.stderr.write(f"{words}\n")
        return False
