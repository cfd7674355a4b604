"""Base of the scenes that show a rule sheet from elsewhere: its board, its rules in sentences, and an answer."""

from __future__ import annotations

from typing import TypeVar

from game.core.language import _
from game.sheets.game import SheetGame
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.form import FormScene
from game.ui.widgets.buttons import Button
from game.ui.widgets.fields import PageField
from game.ui.widgets.form import BAR_WIDTH, Box
from game.ui.widgets.frame import back_button, draw_frame, draw_note
from game.ui.workshop.sheet_picture import draw_sheet_board, sentences_painter

Result = TypeVar("Result")

_CARD: Box = (24.0, 80.0, 1232.0, 608.0)
_BOARD: Box = (_CARD[0] + 28, _CARD[1] + 112, 560.0, 468.0)
_RULES: Box = (_BOARD[0] + _BOARD[2] + 36, _BOARD[1], 580.0, _BOARD[3])


class ShownSheetScene(FormScene[Result]):
    """A scene with a rule sheet, which the player takes or not. Subclasses name it and add the button that takes it."""

    heading = ""
    note = ""

    def __init__(self, app: App, game: SheetGame) -> None:
        super().__init__(app)
        self.game = game

    def build(self) -> None:
        """Add the page with the rules."""
        self.form.main = page = PageField(self.form, _RULES)
        page.show(sentences_painter(self.game.sheet, _RULES[2] - BAR_WIDTH - 12))

    def taking_button(self) -> Button:
        """Return the button that takes the sheet."""
        raise NotImplementedError

    def decline(self) -> None:
        """Close the scene without taking the sheet."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Update the buttons."""
        take = self.taking_button()
        back = back_button(self.stage, self.decline, 200)
        back.label = _("Not now")
        self.controls.set([*self.form.stops(), back, take])
        self.controls.focus(self.controls.current or (take if take.enabled else back))
        super().refresh()

    def paint(self, canvas: Canvas) -> None:
        """Draw the title, the author and the board."""
        draw_frame(canvas, _(self.heading), _CARD)
        draw_note(canvas, _(self.note), 760)
        sheet, info = self.game.sheet, self.game.info
        x, y = _CARD[0] + 28, _CARD[1]
        canvas.title(_(info.title), x, y + 18, size=34, width=760)
        canvas.paragraph(_(info.pitch), x, y + 66, _CARD[2] - 56, 1, size=17, height=36)
        if sheet.author:
            words = _("By {name}", name=sheet.author)
            canvas.text(words, _CARD[0] + _CARD[2] - 28, y + 40, size=16, colour="mist", anchor="midright", width=380)
        draw_sheet_board(canvas, sheet, info.accent, _BOARD)
