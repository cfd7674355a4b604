"""File chooser of the library: recent files of games, and folders to browse."""

from __future__ import annotations

from pathlib import Path

from game.core.language import _, gettext_noop
from game.ui.library.file_opening import open_path
from game.ui.painting.typesetter import Passage
from game.ui.shell.file_chooser import FileChooser, FileRow, row_of
from game.ui.widgets.buttons import Button

#: Largest number of recent files, and the name of the setting that holds them.
_MOST_RECENT, _RECENT = 5, "library files"  # no words


class FileScene(FileChooser):
    """Scene to choose a file of games and open it."""

    takes_files = True
    title = gettext_noop("Open a file")
    folder_setting = "library folder"  # no words

    @property
    def note(self) -> str:
        return _("You can also drop a file on the window.")

    def recent(self) -> list[FileRow]:
        names: list[object] = self._database.settings.get(_RECENT, [])
        rows = [row_of(Path(name), is_recent=True) for name in names if isinstance(name, str)]
        return [row for row in rows if row is not None and not row.is_folder][:_MOST_RECENT]

    def more_buttons(self) -> list[Button]:
        """Return the button that leads to the folder of saved games."""
        place = self.stage.rect(396, 716, 200, 48)
        saves = self.app.services.saves.path
        return [Button(place, _("Saved games"), lambda: self.go_into(saves), icon="save")]

    def take(self, path: Path) -> None:
        """Open a file, and remember it among the recent ones."""
        names: list[object] = self._database.settings.get(_RECENT, [])
        kept = [str(path), *(name for name in names if name != str(path))]
        self._database.settings.set(_RECENT, kept[:_MOST_RECENT])
        open_path(self.app, path)

    def passages(self) -> list[Passage]:
        return [
            Passage(_("Supported files"), "display", 20, most=1),
            Passage(
                _(
                    "Stone Fair games and studies, SGF with variations, Piskvork (PSQ), moves and lists of games as "
                    "text, games in JSON, RenLib libraries, the RenjuNet database, Connect6 championship records, and "
                    "ZIP and gzip archives of these."
                ),
                size=16,
                most=8,
            ),
            Passage(
                _("The format is recognised by content, not by file name. Your files are never changed."),
                size=16,
                most=4,
            ),
        ]
