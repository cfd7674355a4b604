"""A rule sheet from a file: the scene that shows it before it is installed, and the file chooser that leads there."""

from __future__ import annotations

from pathlib import Path

from game.core.language import _, gettext_noop
from game.core.model import ParseError
from game.sheets.sheet import Sheet
from game.storage.files import StoreError
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import Passage
from game.ui.shell.app import App
from game.ui.shell.dialogs import show_notice
from game.ui.shell.file_chooser import FileChooser
from game.ui.shell.form import FormScene
from game.ui.widgets.fields import PageField
from game.ui.widgets.form import BAR_WIDTH, Box
from game.ui.widgets.frame import back_button, draw_frame, draw_note, main_button
from game.ui.workshop.sheet_picture import draw_sheet_board, sentences_painter

_CARD: Box = (24.0, 80.0, 1232.0, 608.0)
_BOARD: Box = (_CARD[0] + 28, _CARD[1] + 112, 560.0, 468.0)
_RULES: Box = (_BOARD[0] + _BOARD[2] + 36, _BOARD[1], 580.0, _BOARD[3])


def open_sheet(app: App, path: Path) -> None:
    """Show the rule sheet in a file, or say why it cannot be read."""
    try:
        sheet = app.services.sheets.read(path)
    except ParseError as error:
        show_notice(app, _("This file cannot be opened"), _("{problem}.", problem=error))
        return
    app.push(OpenedSheetScene(app, sheet))


class OpenedSheetScene(FormScene[None]):
    """Scene with a rule sheet from a file, which the player puts on the menu or not."""

    def __init__(self, app: App, sheet: Sheet) -> None:
        super().__init__(app)
        self.sheet = sheet

    def build(self) -> None:
        """Add the page with the rules."""
        self.form.main = page = PageField(self.form, _RULES)
        page.show(sentences_painter(self.sheet, _RULES[2] - BAR_WIDTH - 12))

    def refresh(self) -> None:
        """Update the buttons."""
        add = main_button(self.stage, _("Add to the menu"), self._add, icon="plus", size=20)
        add.enabled, add.why = (
            not self.app.services.sheets.is_shown(self.sheet),
            _("This game is on your menu already."),
        )
        back = back_button(self.stage, lambda: self.finish(None), 200)
        back.label = _("Not now")
        self.controls.set([*self.form.stops(), back, add])
        self.controls.focus(self.controls.current or (add if add.enabled else back))
        super().refresh()

    def _add(self) -> None:
        try:
            self.app.services.sheets.install(self.sheet)
        except StoreError as error:
            show_notice(self.app, _("Saving failed"), str(error))
            return
        self.app.show_message(_("{game} is on the menu now.", game=self.sheet.title))
        self.finish(None)

    def paint(self, canvas: Canvas) -> None:
        """Draw the title, the author and the board."""
        draw_frame(canvas, _("A game from a file"), _CARD)
        draw_note(canvas, _("Only rules are read from the file; it contains no program."), 760)
        sheet, game = self.sheet, self.app.services.catalogue.add_sheet(self.sheet, is_listed=False)
        x, y = _CARD[0] + 28, _CARD[1]
        canvas.title(_(game.info.title), x, y + 18, size=34, width=760)
        canvas.paragraph(_(game.info.pitch), x, y + 66, _CARD[2] - 56, 1, size=17, height=36)
        if sheet.author:
            words = _("By {name}", name=sheet.author)
            canvas.text(words, _CARD[0] + _CARD[2] - 28, y + 40, size=16, colour="mist", anchor="midright", width=380)
        draw_sheet_board(canvas, sheet, game.info.accent, _BOARD)


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
