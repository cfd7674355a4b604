"""A backup restored: the question, the wait while it is read and checked, and what is there then."""

from __future__ import annotations

import contextlib
from datetime import date
from functools import partial
from pathlib import Path

from game.core.language import _, join_sentences
from game.session.records.backups import backup_title, holding_words, pass_over, restore_label
from game.storage.background import BackgroundTask
from game.storage.database import Database
from game.storage.files import StoreError
from game.storage.sqlite.backups import Backup
from game.storage.sqlite.restoring import InUseError, Restored, read_backup
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.dialogs import QuestionScene
from game.ui.shell.scene import Scene

#: Seconds to try again while another window, or our own library, has the database open, and between two tries.
_PATIENCE, _PAUSE = 2.0, 0.25
_LEFT, _TOP, _WIDTH, _HEIGHT = 380.0, 330.0, 520.0, 140.0


def ask_to_restore(app: App, backup: Backup) -> None:
    """Ask whether to put a backup in the place of the records, and do so."""
    today = date.today()
    words = _(
        "{title}: {holding}. Your current records are kept under another name, so that you can return to them.",
        title=backup_title(backup, today),
        holding=holding_words(backup.holding),
    )
    answers = {"restore": restore_label(backup, today), "": _("Cancel")}
    app.push(QuestionScene(app, _("Restore this backup?"), words, answers), partial(_answered, app, backup))


def _answered(app: App, backup: Backup, answer: str) -> None:
    if answer == "restore":
        restore(app, backup)


def restore(app: App, backup: Backup) -> None:
    """Put a backup in the place of the records; the menu says what came of it."""
    app.push(RestoreScene(app, backup))


class RestoreScene(Scene[None]):
    """A card that stays until the backup is in its place; nothing else can be done meanwhile."""

    overlay = True

    def __init__(self, app: App, backup: Backup) -> None:
        super().__init__(app)
        self._backup = backup
        self._reading = BackgroundTask.begin(lambda _step: read_backup(backup.path, app.services.database.path))
        self._placing: BackgroundTask[Restored] | None = None
        self._waited = self._pause = 0.0

    def update(self, seconds: float) -> None:
        """Take the next step."""
        super().update(seconds)
        self._pause -= seconds
        is_early = self.app.services.backup_keeper.is_busy or not self.is_painted or self._pause > 0
        if is_early or not (self._placing or self._reading).is_done:
            return
        try:
            if self._placing is not None:
                self._take_placed(self._placing)
            else:
                checked = self._reading.take()
                if not self._waits_for_writes():
                    self._place(checked)
        except StoreError as error:
            self._give_up(str(error))

    def _place(self, checked: Path) -> None:
        database = self.app.services.database
        self._placing = BackgroundTask(lambda _step: _placed(database, checked))
        database.do(self._placing)

    def _take_placed(self, placing: BackgroundTask[Restored]) -> None:
        """Finish, or try again where the database is in use; raises StoreError."""
        self._placing = None
        try:
            self._finish_with(placing.take())
        except InUseError:
            if not self._tries_again():
                raise

    def _waits_for_writes(self) -> bool:
        """Whether something is not saved yet, which the window goes on trying, and that is still waited for."""
        return bool(self.app.services.database.trouble) and self._tries_again()

    def _tries_again(self) -> bool:
        """Whether to try again, after a pause."""
        self._pause = _PAUSE
        self._waited += _PAUSE
        return self._waited <= _PATIENCE

    def _finish_with(self, restored: Restored) -> None:
        words = _("Restored: {holding}.", holding=holding_words(restored.holding))
        if restored.previous:
            words = join_sentences((words, _("The previous file is kept as {file}.", file=restored.previous)))
        self._end(_("The records"), words)
        database = self.app.services.database
        if database.notice:
            self.app.notices.append((_("The records"), database.notice))
        self.app.read_preferences()

    def _give_up(self, why: str) -> None:
        with contextlib.suppress(OSError, StoreError):
            self._reading.take().unlink(missing_ok=True)
        self._end(_("The backup was not restored"), why)

    def _end(self, title: str, words: str) -> None:
        self.app.notices.append((title, words))
        self.app.back_to_first()

    def paint(self, canvas: Canvas) -> None:
        """Draw the card."""
        canvas.veil()
        canvas.card(_LEFT, _TOP, _WIDTH, _HEIGHT)
        words, middle = _("Restoring…"), _TOP + 46
        canvas.text(words, 640, middle, family="display", size=28, colour="cream", anchor="center", width=_WIDTH - 48)
        title = backup_title(self._backup, date.today())
        canvas.text(title, 640, middle + 44, size=17, colour="mist", anchor="center", width=_WIDTH - 48)


def _placed(database: Database, checked: Path) -> Restored:
    """Put a checked copy in place, and offer no other one again, as the player has chosen."""
    restored = database.put_in_place(checked)
    pass_over(database, database.backups.backups())
    return restored
