"""Monitoring of the database file: its backup at the start, and its replacement by other programs."""

from __future__ import annotations

import time
from datetime import date
from functools import partial

from game.core.language import _
from game.session.records.backups import offer_text, pass_over, passed_backups, restore_label
from game.storage.background import BackgroundTask
from game.storage.files import StoreError
from game.storage.sqlite.backup_keeper import Offer
from game.ui.settings.restore_scene import restore
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, ask
from game.ui.shell.work_scene import keep_records

#: Seconds between checks of the file, and after a failure to open a new one, as each attempt is slow.
_PAUSE, _PAUSE_AFTER_FAILURE = 0.25, 3.0


def watch_database(app: App) -> None:
    """Start a backup of the database, and monitor the database file while the window is open."""
    _begin_backup(app)
    app.add_tick_callback(DatabaseWatch(app).tick)


def _begin_backup(app: App) -> None:
    database = app.services.database
    if database.file.is_stored:
        app.services.backup_keeper.begin(passed_backups(database))


class DatabaseWatch:
    """Monitor that reports backup problems, offers to restore records, and opens a replaced database."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._next = 0.0
        self._last_told_error = ""

    def tick(self, _seconds: float) -> None:
        """Check the backup and, at intervals, the database file. The app calls this once a frame."""
        if self._app.services.database.file.is_busy:
            return
        self._look_at_backup()
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + _PAUSE
            self._look_at_file()

    def _look_at_backup(self) -> None:
        keeper = self._app.services.backup_keeper
        if not keeper.is_done():
            return
        if keeper.problem:
            self._app.notices.append((_("Backup failed"), keeper.problem))
        if keeper.offer is not None:
            self._app.offers.append(partial(_ask, self._app, keeper.offer))

    def _look_at_file(self) -> None:
        """Check whether another program has replaced the database file, and tell the player if so.

        The program switches to the new file only on the menu.

        Until then, all scenes continue with the players and games that they have read.
        """
        database = self._app.services.database
        if not database.file.is_replaced:
            self._last_told_error = ""
            return
        if self._app.scenes.is_at_first:
            keep_records(self._app, database.file.take_new_file, self._continue_in_new_file)
        elif not self._last_told_error or database.file.is_keeping_due:
            keep_records(self._app, database.file.keep_if_replaced, self._report_replaced_database)

    def _report_replaced_database(self, task: BackgroundTask[str]) -> None:
        """Tell the player once where the records of the replaced database are saved, or why that failed."""
        try:
            text = task.take()
        except StoreError as error:
            text = str(error)
        if text and text != self._last_told_error:
            self._last_told_error = text
            self._app.show_message(text)

    def _continue_in_new_file(self, task: BackgroundTask[str]) -> None:
        database = self._app.services.database
        try:
            words = task.take()
        except StoreError as error:
            # The new file may be in use all the same.
            self._app.preferences.read()
            self._next = time.monotonic() + _PAUSE_AFTER_FAILURE
            if self._last_told_error != str(error):
                self._last_told_error = str(error)
                self._app.notices.append((_("Your records"), self._last_told_error))
            return
        self._app.notices.append((_("Your records"), words))
        if database.file.notice:
            self._app.notices.append((_("Your records"), database.file.notice))
        self._app.read_preferences()
        # This backup also finds out which records the old file had and the new one lacks.
        _begin_backup(self._app)


def _ask(app: App, offer: Offer) -> None:
    text = offer_text(offer, date.today())
    take = DialogAnswer(restore_label(offer.backup, date.today()), partial(restore, app, offer.backup))
    keep = DialogAnswer(_("Keep the current records"), lambda: pass_over(app.services.database, [offer.backup]))
    ask(app, _("Restore your records?"), text, take, keep)
