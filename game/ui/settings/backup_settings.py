"""The settings page of database backups: what each holds, and a button that restores it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from game.core.language import _, plural
from game.session.records.backups import backup_title, file_text, holding_text
from game.storage.sqlite.backups import Backup
from game.ui.settings.restore_scene import ask_to_restore
from game.ui.shell.app import App
from game.ui.widgets.setting_rows import AskedWords, Note, Setting

#: Largest number of backups listed.
_MOST = 9


def backup_settings(app: App) -> tuple[Setting, ...]:
    """Return the rows of the settings page of backups, the newest backup first."""
    database = app.services.database
    backups = database.backups.backups()
    here = Note(
        _("Your records now: {holding}", holding=holding_text(database.holding())),
        _("Stone Fair makes a backup when it starts or closes, if anything has changed."),
        _("Always on"),
    )
    rows = [_row(app, backup) for backup in backups[:_MOST]]
    more = len(backups) - _MOST
    if more > 0:
        text = plural("{count} older backup", "{count} older backups", more)
        return (here, *rows, Note(text, str(database.path.parent)))
    return (here, *rows) if rows else (here, Note(_("No backups yet"), _("There is no backup to restore.")))


def _row(app: App, backup: Backup) -> AskedWords:
    def ask(_after: Callable[[], None]) -> None:
        ask_to_restore(app, backup)

    return AskedWords(backup_title(backup, date.today()), file_text(backup), lambda: _("Restore"), ask)
