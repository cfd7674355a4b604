"""The settings page *Copy my games*: where they are, copying them to one archive, and restoring them from one."""

from __future__ import annotations

from datetime import date
from functools import partial
from pathlib import Path

from game.core.language import _, gettext_noop, join_sentences
from game.core.model import ParseError
from game.core.ruleset import PluginError
from game.session.engines import ENGINES_SETTING
from game.session.records.backups import size_text
from game.session.records.own_games import files_text, offer_text, placed_text
from game.storage import folders
from game.storage.background import BackgroundTask, OnStep
from game.storage.portable.archived_records import ArchivedRecords, read_records
from game.storage.portable.copying import PlayerFiles, find_files, write_copy
from game.storage.portable.parts import COPY_SUFFIX, PlayerPart, player_parts
from game.storage.portable.placing import PlacedFiles, place_files
from game.storage.portable.portable_copy import PortableCopy, open_copy
from game.ui.painting.typesetter import Passage
from game.ui.settings.restore_scene import RestoreScene
from game.ui.settings.system_folder import show_folder
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, ask, show_notice
from game.ui.shell.file_chooser import FileChooser
from game.ui.shell.save_chooser import SaveChooser, SavedKind
from game.ui.shell.work_scene import read_in_background, write_in_background
from game.ui.widgets.setting_rows import AskedWords, Setting

#: The most characters of a path that a row of settings shows whole, in large letters, too.
_LONGEST_PATH = 40
_COPYING, _RESTORING = gettext_noop("Copy my games"), gettext_noop("Restore a copy")
_KIND = SavedKind(
    _COPYING,
    gettext_noop("One archive with your saved games, records, studies and settings. Another Stone Fair restores it."),
    COPY_SUFFIX,
    "copy folder",  # no words
)


def own_games_settings(app: App) -> tuple[Setting, ...]:
    """Return the rows of the settings page of the player's games."""
    saves = app.services.saves.path
    return (
        AskedWords(
            _("Your games are saved in this folder"),
            _short_path(saves),
            lambda: _("Open the folder"),
            lambda _after: _open_folder(app, saves, _("Your games are saved in {folder}.", folder=saves)),
        ),
        AskedWords(
            _("All your games in one file"),
            _("To keep, or for another computer: games, records, studies, settings."),
            lambda: _("Copy my games to…"),
            lambda _after: copy_games(app),
        ),
        AskedWords(
            _("Games from such a file"),
            _("You see what will happen before anything is changed."),
            lambda: _("Restore a copy…"),
            lambda _after: app.push(CopyChooser(app), lambda path: restore_copy(app, path) if path else None),
        ),
    )


def _short_path(folder: Path) -> str:
    """Return a folder's path for one line: ~ for the player's home, and a long one without its beginning."""
    home = Path.home()
    shown = str(Path("~", folder.relative_to(home))) if folder.is_relative_to(home) else str(folder)
    return shown if len(shown) <= _LONGEST_PATH else str(Path("…", *folder.parts[-2:]))


def _open_folder(app: App, folder: Path, words: str) -> None:
    """Open a folder in the file manager, or tell the player the path in ``words``."""
    if not folder.is_dir() or not show_folder(folder):
        app.show_message(words)


def _parts(app: App) -> tuple[PlayerPart, ...]:
    return player_parts(app.services.plugins or folders.plugin_folder())


# Copying


def copy_games(app: App) -> None:
    """Say what a copy of the player's games holds and how large it is, then ask where it is written."""
    file, autosave, parts = app.services.database.file, app.services.autosave, _parts(app)
    if file.trouble or not file.is_stored:
        show_notice(app, _(_COPYING), file.trouble or file.notice)
        return
    identity = file.identity
    autosave.flush()

    def find(_step: OnStep) -> PlayerFiles:
        autosave.wait()
        return find_files(parts, file.path, identity)

    read_in_background(app, _(_COPYING), "", find, partial(_ask_to_copy, app))


def _ask_to_copy(app: App, task: BackgroundTask[PlayerFiles]) -> None:
    try:
        files = task.take()
    except (ParseError, PluginError) as error:
        show_notice(app, _(_COPYING), str(error))
        return
    choose = DialogAnswer(_("Choose a folder…"), partial(_choose_place, app, files))
    ask(app, _(_COPYING), files_text(files), choose, DialogAnswer(_("Cancel")))


def _choose_place(app: App, files: PlayerFiles) -> None:
    def write(path: Path | None) -> None:
        if path is not None:
            work = partial(write_copy, files, path)
            read_in_background(app, _("Copying…"), path.name, work, partial(_tell_copied, app, path))

    name = f"Stone Fair {date.today().isoformat()}"  # no words
    app.push(SaveChooser(app, _KIND, name, Path.home()), write)


def _tell_copied(app: App, path: Path, task: BackgroundTask[int]) -> None:
    try:
        words = _("Your games are copied to {path}: {size}.", path=path, size=size_text(task.take()))
    except (ParseError, PluginError) as error:
        show_notice(app, _(_COPYING), str(error))
        return
    look = DialogAnswer(_("Open the folder"), partial(_open_folder, app, path.parent, words))
    ask(app, _(_COPYING), words, DialogAnswer(_("All right")), look, escape=0)


# Restoring


class CopyChooser(FileChooser):
    """Scene to choose a copy of the player's games; its result is the path, or None if the player goes back."""

    title = _RESTORING
    folder_setting = _KIND.folder_setting

    def take(self, path: Path) -> None:
        """Close the scene with the chosen file."""
        self.app.services.database.settings.set(self.folder_setting, str(path.parent))
        self.finish(path)

    def passages(self) -> list[Passage]:
        return [
            Passage(_(_RESTORING), "display", 20, most=1),
            Passage(_("Choose a file that “Copy my games to…” has written, here or on another computer."), size=16),
            Passage(_("You see what will happen before anything is changed."), size=16, most=4),
        ]


def restore_copy(app: App, path: Path) -> None:
    """Check a copy of somebody's games, and restore it after the player has agreed."""
    database, parts = app.services.database, _parts(app)
    own_settings = {ENGINES_SETTING: database.settings.get(ENGINES_SETTING, None)}
    place = database.file.path

    def check(step: OnStep) -> tuple[PortableCopy, ArchivedRecords | None]:
        copy = open_copy(path, parts)
        copy.check(step)
        return copy, read_records(copy, place, own_settings, step)

    read_in_background(app, _("Checking the copy…"), path.name, check, partial(_ask_to_restore, app))


def _ask_to_restore(app: App, task: BackgroundTask[tuple[PortableCopy, ArchivedRecords | None]]) -> None:
    try:
        copy, records = task.take()
    except (ParseError, PluginError) as error:
        show_notice(app, _(_RESTORING), str(error))
        return
    here = app.services.database.file.holding()
    there = records.holding if records else None
    answers = [DialogAnswer(_("Restore"), partial(_restore, app, copy, records))]
    if there is not None and there.lacks(here):
        answers.append(DialogAnswer(_("All but the records"), partial(_restore_files, app, copy, records)))
    cancel = DialogAnswer(_("Cancel"), records.discard if records else lambda: None)
    ask(app, copy.path.name, offer_text(copy, there, here, date.today()), *answers, cancel)


def _restore_files(app: App, copy: PortableCopy, records: ArchivedRecords | None) -> None:
    if records is not None:
        records.discard()
    _restore(app, copy, None)


def _restore(app: App, copy: PortableCopy, records: ArchivedRecords | None) -> None:
    take = partial(_take_placed, app, copy, records)
    write_in_background(app, copy.path.name, partial(place_files, copy), take)


def _take_placed(
    app: App, copy: PortableCopy, records: ArchivedRecords | None, task: BackgroundTask[PlacedFiles]
) -> None:
    """Report the restored files; then replace the records, if they are to be restored."""
    try:
        words = placed_text(task.take())
    except (ParseError, PluginError) as error:
        if records is not None:
            records.discard()
        again = _("What was added stays. Restore the copy again to add the rest.")
        show_notice(app, _(_RESTORING), join_sentences((str(error), again)))
        return
    if records is None:
        show_notice(app, _(_RESTORING), words)
    else:
        checked = records.path
        app.push(RestoreScene(app, copy.path.name, lambda: checked, words))
