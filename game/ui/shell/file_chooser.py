"""Scenes to choose a file by keyboard, mouse or gamepad: folders to browse, and a text field for a path."""

from __future__ import annotations

import contextlib
import time
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from game.core.language import _
from game.session.dates import when
from game.storage import names
from game.storage.files import StoreError, cause
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import Passage
from game.ui.shell.app import App
from game.ui.shell.list_scene import ListScene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button
from game.ui.widgets.fields import EntryField
from game.ui.widgets.form import BAR_WIDTH
from game.ui.widgets.frame import back_button, bar_button, draw_frame, main_button
from game.ui.widgets.item_list import ItemList

_LIST = (36.0, 168.0, 664.0, 510.0)
_ENTRY = (40.0, 112.0, 656.0, 46.0)
_CARD = (724.0, 80.0, 532.0, 608.0)
_LONGEST = 1000
#: Largest number of entries listed from a folder.
_MOST_ENTRIES = 2_000


@dataclass(frozen=True, slots=True)
class FileRow:
    """Row of the file chooser: a file to open, or a folder to enter."""

    path: Path
    is_folder: bool
    is_recent: bool = False
    is_up: bool = False
    """True for the row of the parent folder."""
    size: int = 0
    modified: float = 0.0


class FileChooser(ListScene[FileRow, Path | None]):
    """Base class of scenes to choose a file, with files and folders on the left and details on the right.

    Enter chooses the file. A subclass says what happens with it (``take``) and describes the files (``passages``).
    """

    title = ""
    """The heading of the scene, in English."""
    folder_setting = ""
    """Name of the setting with the last folder."""

    def __init__(self, app: App, folder: Path | None = None, first: Path | None = None) -> None:
        """Begin in a folder, or in the last one if ``folder`` is None.

        If there is no such folder, begin in ``first``, or in the player's home if that is None.
        """
        super().__init__(app)
        self._database = app.services.database
        kept = folder or Path(self._database.settings.get(self.folder_setting, ""))
        self.folder = kept if kept.is_absolute() and kept.is_dir() else first or Path.home()
        self._typed = str(self.folder)
        self.trouble = ""
        """A sentence about the typed path or the folder; "" if there is nothing wrong."""
        self.list = ItemList(
            _LIST, lambda row: (row.path, row.is_recent), self._draw_row, self._show, self._open, heading_of=_heading
        )

    @abstractmethod
    def take(self, path: Path) -> None:
        """Use the file that the player has chosen."""

    @abstractmethod
    def passages(self) -> Sequence[Passage]:
        """Return the text that describes the files: a title and two paragraphs."""

    @property
    def note(self) -> str:
        """A sentence to show beside the heading; "" for none."""
        return ""

    @property
    def caption(self) -> str:
        """The words above the text field."""
        return _("File path")

    def words_for(self, path: Path, *, is_folder: bool) -> str:
        """Return the text of the field for a file or folder that the player has selected, or a folder gone into."""
        return str(path)

    def more_buttons(self) -> list[Button]:
        """Return the buttons that a subclass adds to the bottom bar; none by default."""
        return []

    # The list

    def read_items(self) -> list[FileRow]:
        """Return the rows of the file chooser: recent files, then the contents of the folder."""
        return [*self.recent(), *self._entries()]

    def recent(self) -> list[FileRow]:
        """Return the rows of recently chosen files."""
        return []

    def _entries(self) -> list[FileRow]:
        above = self.folder.parent
        rows = [FileRow(above, True, is_up=True)] if above != self.folder else []
        try:
            paths = sorted(self.folder.iterdir(), key=lambda path: path.name.casefold())
        except OSError as error:
            self.trouble = _("This folder cannot be read: {cause}.", cause=cause(error))
            return rows
        found = [row_of(path) for path in paths if not path.name.startswith(".") and names.is_text(path.name)]
        shown = [row for row in found if row is not None][:_MOST_ENTRIES]
        return [*rows, *sorted(shown, key=lambda row: not row.is_folder)]

    def _show(self) -> None:
        if self.selected is not None:
            self._entry.show(self.words_for(self.selected.path, is_folder=self.selected.is_folder))
            self._typed = self._entry.words
        self.refresh()

    # Layout

    def build(self) -> None:
        """Add the text field for a path, and the list of files."""
        self._entry = EntryField(
            self.form, _ENTRY, self._typed, _LONGEST, on_write=self._type, on_enter=self._open_typed
        )
        super().build()

    @property
    def has_focus(self) -> bool:
        """True if a control of the file chooser has the keyboard focus, even without a visible focus ring."""
        return self.controls.current is not None

    def buttons(self) -> list[Button]:
        """Return the file chooser's buttons, such as parent folder, and choosing the selected file."""
        label, use = _("Parent folder"), keys.FOLDER_ABOVE
        above = bar_button(self.stage, 200, 180, label, self._go_up, icon="folder", use=use)
        above.enabled, above.why = self.folder.parent != self.folder, _("There is no parent folder.")
        back = back_button(self.stage, lambda: self.finish(None))
        return [*self.form.stops(), back, above, *self.more_buttons(), self.main_button()]

    def main_button(self) -> Button:
        """Return the button that opens the selected folder or chooses the selected file."""
        words, icon = (
            (_("Open folder"), "folder") if self.selected and self.selected.is_folder else (_("Open"), "check")
        )
        main = main_button(self.stage, words, self._open, icon=icon, size=22)
        main.enabled, main.why = self.selected is not None, _("No file is selected.")
        return main

    # Actions

    def _type(self, words: str) -> None:
        if words != self._typed:
            self._typed, self.trouble = words, ""

    @property
    def typed(self) -> str:
        """The text of the field, without spaces and quotation marks around it."""
        return self._entry.words.strip().strip("\"'")

    def _open_typed(self) -> None:
        try:
            self._go_to(self.typed_path())
        except StoreError as error:
            self.trouble = str(error)
            self.repaint()

    def typed_path(self) -> Path:
        """Return the path in the text field. Raises StoreError if it does not exist."""
        path = Path(self.typed).expanduser()
        if not self.typed or not path.exists():
            raise StoreError(_("{path!r} does not exist.", path=self.typed))
        return path.absolute()

    def _open(self) -> None:
        if self.selected is not None:
            self._go_to(self.selected.path)

    def _go_to(self, path: Path) -> None:
        if path.is_dir():
            self.go_into(path)
        else:
            self.take(path)

    def go_into(self, folder: Path) -> None:
        """Show the contents of a folder, and remember the folder."""
        before, self.folder = self.folder, folder
        self._typed, self.trouble = self.words_for(folder, is_folder=True), ""
        self._database.settings.set(self.folder_setting, str(folder))
        self.list.key = (before, False)
        self.list.row = len(self.recent())
        self.arrange()

    def _go_up(self) -> None:
        self.go_into(self.folder.parent)

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame, the caption of the text field, and details of the selected file."""
        draw_frame(canvas, _(self.title), (24, 80, 688, 608), _CARD)
        words, colour = (self.trouble, "coral") if self.trouble else (self.note, "soft")
        canvas.text(words, 1256, 40, size=16, colour=colour, anchor="midright", width=760, height=44)
        canvas.text(self.caption, 44, 97, family="bold", size=14, colour="mist", anchor="midleft", width=648, height=24)
        self._draw_selected(canvas)

    def _draw_selected(self, canvas: Canvas) -> None:
        left, top, width, _height = _CARD
        row, inner = self.selected, width - 48
        if row is not None:
            canvas.paragraph(
                _title(row), left + 24, top + 22, inner, 3, family="display", size=24, colour="cream", height=100
            )
            facts = "" if row.is_folder else f"{_bytes_text(row.size)}  ·  {when(row.modified, time.time())}"
            canvas.text(facts, left + 24, top + 140, size=16, colour="soft", width=inner, height=30)
        y = top + 250
        for block, colour in zip(canvas.blocks(self.passages(), inner, 330), ("cream", "soft", "soft"), strict=True):
            y = canvas.draw_block(block, left + 24, y, colour) + 12

    def _draw_row(self, canvas: Canvas, row: FileRow, top: float) -> None:
        left, right, middle = _LIST[0], _LIST[0] + _LIST[2] - BAR_WIDTH - 12, top + canvas.tall(32)
        icon = "arrow_left" if row.is_up else "folder" if row.is_folder else "copy"
        canvas.icon(icon, left + 32, middle, "amber" if row.is_folder else "soft", 24)
        text = "" if row.is_folder else _bytes_text(row.size)
        size = canvas.text(text, right, middle, size=14, colour="mist", anchor="midright", width=110, height=30)
        canvas.text(
            _title(row), left + 62, middle, family="bold", size=17, colour="cream", anchor="midleft",
            width=right - left - 74 - size.width, height=36,
        )  # fmt: skip


def _heading(row: FileRow) -> str:
    return _("Recent files") if row.is_recent else _("Folder")


def _title(row: FileRow) -> str:
    return _("Parent folder") if row.is_up else row.path.name or str(row.path)


def row_of(path: Path, *, is_recent: bool = False) -> FileRow | None:
    """Return the row of the file chooser for a path, or None if the path does not exist."""
    with contextlib.suppress(OSError):
        found = path.stat()
        return FileRow(path, path.is_dir(), is_recent, False, found.st_size, found.st_mtime)
    return None


def _bytes_text(size: int) -> str:
    """Return a file size as text, in kB or, from 10 MB on, in MB."""
    if size >= 10_000_000:
        return _("{number} MB", number=round(size / 1e6))
    return _("{number} kB", number=max(1, round(size / 1e3)))
