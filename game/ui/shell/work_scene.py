"""A dialog that is shown while a background task, such as reading a long save, takes more than a moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from game.core.language import _
from game.core.model import ParseError
from game.core.ruleset import PluginError
from game.storage.background import BackgroundTask, OnStep
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.scene import Scene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button

Result = TypeVar("Result")

_WIDTH, _HEIGHT = 520.0, 244.0
_LEFT, _TOP = 640 - _WIDTH / 2, 400 - _HEIGHT / 2
#: Seconds before the dialog appears, and between two bulbs if the progress is unknown.
_UNSEEN_SECONDS, _BULB_SECONDS = 0.2, 0.25
_BULBS = 12


def read_in_background(
    app: App, title: str, detail: str, work: Callable[[OnStep], Result], take: Callable[[BackgroundTask[Result]], None]
) -> None:
    """Run a read-only task in a thread while a dialog is shown, then call ``take`` with the finished task."""
    run_task(app, title, detail, BackgroundTask.begin(work), take)


def run_task(
    app: App, title: str, detail: str, task: BackgroundTask[Result], take: Callable[[BackgroundTask[Result]], None]
) -> None:
    """Show a dialog until a read-only task is done, then call ``take`` with the task.

    If the task takes longer than a moment, the dialog becomes visible, and the player can cancel the task there.
    """
    _show(app, WorkScene(app, title, detail, task, can_cancel=True), take)


def write_in_background(
    app: App, detail: str, work: Callable[[], Result], take: Callable[[BackgroundTask[Result]], None]
) -> None:
    """In the autosave thread, run a task that changes the saves folder, then call ``take`` with the task."""
    task = BackgroundTask(lambda _step: work())
    app.services.autosave.do(task)
    show_writing(app, detail, task, take)


def show_writing(
    app: App, detail: str, task: BackgroundTask[Result], take: Callable[[BackgroundTask[Result]], None]
) -> None:
    """Show a dialog without a cancel button until a write is done, then call ``take`` with its task."""
    _show(app, WorkScene(app, _("Saving…"), detail, task, can_cancel=False), take)


def keep_records(app: App, work: Callable[[], Result], take: Callable[[BackgroundTask[Result]], None]) -> None:
    """Run a task on the database file in a thread behind a dialog, then call ``take`` with the task."""
    database, task = app.services.database, BackgroundTask(lambda _step: work())
    app.push(WorkScene(app, _("Saving…"), database.file.path.name, task, can_cancel=False), lambda _is_done: take(task))
    database.file.do(task)


def _show(app: App, scene: WorkScene[Result], take: Callable[[BackgroundTask[Result]], None]) -> None:
    if scene.task.wait():
        take(scene.task)
    else:
        app.push(scene, lambda is_done: take(scene.task) if is_done else None)


class WorkScene(Scene[bool], Generic[Result]):
    """A dialog that waits for a background task.

    Its result is True when the task is done, False if cancelled.
    """

    overlay = True

    def __init__(self, app: App, title: str, detail: str, task: BackgroundTask[Result], *, can_cancel: bool) -> None:
        super().__init__(app)
        self.task = task
        self._title, self._detail, self._can_cancel = title, detail, can_cancel
        self._waited = 0.0
        self._is_taken = False

    @property
    def _is_seen(self) -> bool:
        return self._waited >= _UNSEEN_SECONDS

    def refresh(self) -> None:
        """Add the cancel button before the dialog is visible, so that Escape works at once."""
        place = self.stage.rect(640 - 105, _TOP + _HEIGHT - 76, 210, 52)
        cancel = Button(place, _("Cancel"), lambda: self.finish(False), use=keys.BACK)
        cancel.enabled = self._can_cancel
        cancel.why = _("Saving cannot be cancelled.")
        cancel.paint = None if self._is_seen else _unseen
        self.controls.set([cancel])
        self.controls.focus(cancel)
        super().refresh()

    def exit(self) -> None:
        """Cancel a read-only task when the dialog closes.

        A write continues; its failure is reported on the first scene.
        """
        if self._can_cancel:
            self.task.cancel()
        elif not self._is_taken:
            self.app.add_tick_callback(self._check_write)

    def _check_write(self, _seconds: float) -> None:
        if self.task.is_done:
            self.app.dismiss(self._check_write)
            try:
                self.task.take()
            except (ParseError, PluginError) as error:
                self.app.notices.append((_("Not everything was saved"), str(error)))

    def tick(self, seconds: float) -> None:
        """Close the dialog when its task is done."""
        super().tick(seconds)
        if self.task.is_done:
            self._is_taken = True
            self.finish(True)
            return
        before, self._waited = (self._waited, self._lit_lamps), self._waited + seconds
        if before[1] != self._lit_lamps or self._is_seen != (before[0] >= _UNSEEN_SECONDS):
            self.refresh()

    @property
    def _lit_lamps(self) -> int:
        """The number of lit lamps in the dialog, which shows the progress of the task.

        If the progress is unknown, the number runs through a cycle.
        """
        done, of = self.task.progress
        return done * _BULBS // of if of else int(self._waited / _BULB_SECONDS) % (_BULBS + 1)

    def paint(self, canvas: Canvas) -> None:
        """Draw the card of the dialog and its row of lamps, which shows the progress."""
        if not self._is_seen:
            return
        canvas.veil()
        canvas.panels.card(_LEFT, _TOP, _WIDTH, _HEIGHT)
        canvas.text(
            self._title, 640, _TOP + 44, family="display", size=26, colour="cream", anchor="center", width=_WIDTH - 48
        )
        canvas.text(self._detail, 640, _TOP + 84, size=16, anchor="center", width=_WIDTH - 64, height=30)
        for number in range(_BULBS):
            x = 640 + (number - (_BULBS - 1) / 2) * 34
            canvas.lights.bulb(x, _TOP + 126, 12, "amber", lit=number < self._lit_lamps)


def _unseen(_canvas: Canvas, _button: Button, _focused: bool) -> None:
    """Draw nothing. This is the look of the cancel button while the dialog is not visible yet."""
