"""The scene for *Save as*: the player chooses the folder and the name of a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from game.core.language import _
from game.storage import names
from game.storage.files import StoreError
from game.ui.painting.typesetter import Passage
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, ask
from game.ui.shell.file_chooser import FileChooser
from game.ui.widgets.buttons import Button
from game.ui.widgets.frame import main_button


@dataclass(frozen=True, slots=True)
class SavedKind:
    """A kind of file to save: title and description in English, suffix, and the setting with the last folder."""

    title: str
    words: str
    suffix: str
    folder_setting: str


class SaveChooser(FileChooser):
    """Scene to choose where a file is saved; its result is the path, or None if the player goes back.

    An existing file is chosen only after a question.
    """

    def __init__(self, app: App, kind: SavedKind, name: str, folder: Path) -> None:
        """Propose a name without suffix; ``folder`` is the folder for the first time."""
        self._kind, self.title, self.folder_setting = kind, kind.title, kind.folder_setting
        self._name = names.free_name(name, ()) + kind.suffix
        super().__init__(app, first=folder)
        self._typed = self._name

    @property
    def caption(self) -> str:
        return _("File name, in {folder}", folder=self.folder)

    def words_for(self, path: Path, *, is_folder: bool) -> str:
        """Return the name of a selected file. A folder leaves the typed name as it is."""
        return self._entry.words if is_folder else path.name

    def main_button(self) -> Button:
        """Return the button that saves under the typed name."""
        return main_button(self.stage, _("Save"), self._open_typed, icon="save", size=22)

    def typed_path(self) -> Path:
        """Return the path of the typed name, a path of its own or a name in the shown folder. Raises StoreError."""
        path = self.folder / Path(self.typed).expanduser()
        if self.typed and path.is_dir():
            return path
        if not path.parent.is_dir():
            raise StoreError(_("{path!r} does not exist.", path=str(path.parent)))
        names.check_name(self._stem_of(path) if self.typed else "")
        return path

    def _stem_of(self, path: Path) -> str:
        has_suffix = path.name.lower().endswith(self._kind.suffix)
        return path.name[: -len(self._kind.suffix)] if has_suffix else path.name

    def take(self, path: Path) -> None:
        """Close the scene with the chosen path; ask first if there is a file."""
        path = path.with_name(self._stem_of(path) + self._kind.suffix)
        if not path.exists():
            self._finish_with(path)
            return
        text = _("{folder} has a file with this name. Replace it?", folder=path.parent)
        replace = DialogAnswer(_("Replace"), lambda: self._finish_with(path))
        ask(self.app, path.name, text, DialogAnswer(_("Choose another name")), replace, escape=0)

    def _finish_with(self, path: Path) -> None:
        self.app.services.database.settings.set(self.folder_setting, str(path.parent))
        self.finish(path)

    def passages(self) -> list[Passage]:
        return [
            Passage(_(self._kind.title), "display", 20, most=1),
            Passage(_(self._kind.words), size=16, most=9),
            Passage(_("Choose a folder on the left, and type a name above."), size=16, most=4),
        ]
