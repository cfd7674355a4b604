"""A rule sheet from a file: the scene that shows it before it is installed, and the file chooser that leads there."""

from __future__ import annotations

from pathlib import Path

from game.core.language import _, gettext_noop
from game.core.model import ParseError
from game.sheets.sheet import Sheet
from game.storage.files import StoreError
from game.ui.painting.typesetter import Passage
from game.ui.shell.app import App
from game.ui.shell.dialogs import show_notice
from game.ui.shell.file_chooser import FileChooser
from game.ui.widgets.buttons import Button
from game.ui.widgets.frame import main_button
from game.ui.workshop.shown_sheet import ShownSheetScene


def open_sheet(app: App, path: Path) -> None:
    """Show the rule sheet in a file, or say why it cannot be read."""
    try:
        sheet = app.services.sheets.read(path)
    except ParseError as error:
        show_notice(app, _("This file cannot be opened"), _("{problem}.", problem=error))
        return
    app.push(OpenedSheetScene(app, sheet))


class OpenedSheetScene(ShownSheetScene[None]):
    """Scene with a rule sheet from a file, which the player puts on the menu or not."""

    heading = gettext_noop("A game from a file")
    note = gettext_noop("Only rules are read from the file; it contains no program.")

    def __init__(self, app: App, sheet: Sheet) -> None:
        super().__init__(app, app.services.catalogue.add_sheet(sheet, is_listed=False))

    def taking_button(self) -> Button:
        """Return the button that puts the game on the menu."""
        add = main_button(self.stage, _("Add to the menu"), self._add, icon="plus", size=20)
        add.enabled = not self.app.services.sheets.is_shown(self.game.sheet)
        add.why = _("This game is on your menu already.")
        return add

    def decline(self) -> None:
        """Leave the menu as it is."""
        self.finish(None)

    def _add(self) -> None:
        sheet = self.game.sheet
        try:
            self.app.services.sheets.install(sheet)
        except StoreError as error:
            show_notice(self.app, _("Saving failed"), str(error))
            return
        self.app.show_message(_("{game} is on the menu now.", game=sheet.title))
        self.finish(None)


class SheetChooser(FileChooser):
    """Scene to choose the file of a rule sheet; its result is the path, or None if the player goes back."""

    takes_files = True
    title = gettext_noop("Open a rule sheet")
    folder_setting = "sheet folder"  # no words

    @property
    def note(self) -> str:
        return _("You can also drop a file on the window.")

    def take(self, path: Path) -> None:
        """Close the scene with the chosen file."""
        self.app.services.database.settings.set(self.folder_setting, str(path.parent))
        self.finish(path)

    def passages(self) -> list[Passage]:
        return [
            Passage(_("Rule sheets"), "display", 20, most=1),
            Passage(
                _(
                    "A rule sheet describes a game of stones in a row. It is a short text file whose name ends with "
                    ".toml; the workshop saves such files."
                ),
                size=16,
                most=6,
            ),
            Passage(
                _("The game is shown before it is added to the menu. Your file is never changed."), size=16, most=4
            ),
        ]
