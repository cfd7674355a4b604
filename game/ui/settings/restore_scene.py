"""Restoring a database backup: the question to the player, the wait while it is checked, and the result."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path

from game.core.language import _, join_sentences
from game.session.records.backups import backup_title, holding_text, pass_over, restore_label
from game.storage.background import BackgroundTask
from game.storage.database import Database
from game.storage.files import StoreError
from game.storage.sqlite.backups import Backup
from game.storage.sqlite.restoring import InUseError, Restored, read_backup
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, ask
from game.ui.shell.scene import Scene

#: Seconds to keep trying while another user of the database has it open, and seconds between two tries.
_PATIENCE, _PAUSE = 2.0, 0.25
_LEFT, _TOP, _WIDTH, _HEIGHT = 380.0, 330.0, 520.0, 140.0


def ask_to_restore(app: App, backup: Backup) -> None:
    """Ask the player whether to replace the records by those of a backup, and replace them after a yes."""
    today = date.today()
    text = _(
        "{title}: {holding}. Your current records are kept under another name, so that you can return to them.",
        title=backup_title(backup, today),
        holding=holding_text(backup.holding),
    )
    take = DialogAnswer(restore_label(backup, today), partial(restore, app, backup))
    ask(app, _("Restore this backup?"), text, take, DialogAnswer(_("Cancel")))


def restore(app: App, backup: Backup) -> None:
    """Replace the player's records by those of a backup; the menu reports the result."""
    title, path = backup_title(backup, date.today()), app.services.database.file.path
    app.push(RestoreScene(app, title, lambda: read_backup(backup.path, path)))


class RestoreScene(Scene[None]):
    """Modal card shown until a database backup is restored or the restore has failed."""

    overlay = True

    def __init__(self, app: App, title: str, read: Callable[[], Path], told: str = "") -> None:
        """Restore the checked database file that ``read`` returns on a thread. ``told`` goes before the result."""
        super().__init__(app)
        self._title, self._told = title, told
        self._reading = BackgroundTask.begin(lambda _step: read())
        self._placing: BackgroundTask[Restored] | None = None
        self._waited = self._pause = 0.0

    def tick(self, seconds: float) -> None:
        """Restore the backup once it is checked and no program or pending write uses the database."""
        super().tick(seconds)
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
        database.file.do(self._placing)

    def _take_placed(self, placing: BackgroundTask[Restored]) -> None:
        """Finish the restore, or try again later if the database is in use. Raises StoreError."""
        self._placing = None
        try:
            self._finish_with(placing.take())
        except InUseError:
            if not self._tries_again():
                raise

    def _waits_for_writes(self) -> bool:
        """Return True if the restore must wait until pending writes to the database are saved."""
        return bool(self.app.services.database.file.trouble) and self._tries_again()

    def _tries_again(self) -> bool:
        """Schedule another attempt to restore the backup. Return False if the time for attempts is over."""
        self._pause = _PAUSE
        self._waited += _PAUSE
        return self._waited <= _PATIENCE

    def _finish_with(self, restored: Restored) -> None:
        text = _("Restored: {holding}.", holding=holding_text(restored.holding))
        if restored.previous:
            text = join_sentences((text, _("The previous records are saved as {file}.", file=restored.previous)))
        self._end(_("Your records"), text)
        database = self.app.services.database
        if database.file.notice:
            self.app.notices.append((_("Your records"), database.file.notice))

    def _give_up(self, why: str) -> None:
        with contextlib.suppress(OSError, StoreError):
            self._reading.take().unlink(missing_ok=True)
        self._end(_("The backup was not restored"), why)

    def _end(self, title: str, words: str) -> None:
        self.app.notices.append((title, join_sentences((self._told, words))))
        self.app.back_to_first()
        # Also after a failure: the file that another program put there may be in use then.
        self.app.read_preferences()

    def paint(self, canvas: Canvas) -> None:
        """Draw the card shown while a backup is being restored."""
        canvas.veil()
        canvas.panels.card(_LEFT, _TOP, _WIDTH, _HEIGHT)
        words, middle = _("Restoring…"), _TOP + 46
        canvas.text(words, 640, middle, family="display", size=28, colour="cream", anchor="center", width=_WIDTH - 48)
        canvas.text(self._title, 640, middle + 44, size=17, colour="mist", anchor="center", width=_WIDTH - 48)


def _placed(database: Database, checked: Path) -> Restored:
    """Replace the database by a checked backup, and mark all other backups as already offered."""
    restored = database.file.put_in_place(checked)
    pass_over(database, database.file.backups.backups())
    return restored
