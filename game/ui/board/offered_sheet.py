"""The rule sheet of a game from elsewhere, which the player accepts before the game is opened."""

from __future__ import annotations

from collections.abc import Callable

from game.core.language import _
from game.core.model import EMPTY, ParseError
from game.core.ruleset import Ruleset
from game.ui.painting.canvas import Canvas
from game.ui.painting.little_board import little_board
from game.ui.shell.app import App
from game.ui.shell.form import FormScene
from game.ui.widgets.fields import PageField
from game.ui.widgets.form import BAR_WIDTH, Box
from game.ui.widgets.frame import back_button, draw_frame, draw_note, main_button

_CARD: Box = (24.0, 80.0, 1232.0, 608.0)
_BOARD: Box = (_CARD[0] + 28, _CARD[1] + 112, 560.0, 468.0)
_RULES: Box = (_BOARD[0] + _BOARD[2] + 36, _BOARD[1], 580.0, _BOARD[3])
_HEADING, _TEXT, _GAP = 18.0, 15.0, 8.0
#: The most lines of a section of the rules.
_MOST_LINES = 60


def offer_sheet(
    app: App, ruleset_id: str, text: str, accepted: Callable[[], None], refused: Callable[[str], None]
) -> None:
    """Show a rule sheet from elsewhere, and make its game known if the player accepts it.

    Then call ``accepted``. Otherwise call ``refused``, with the reason if the text is not the sheet of the game with
    this id, and with "" if the player does not accept it.
    """
    catalogue = app.services.catalogue
    try:
        game = catalogue.offered_game(ruleset_id, text)
    except ParseError as error:
        refused(_("{problem}.", problem=error))
        return

    def answer(is_accepted: bool | None) -> None:
        if is_accepted:
            catalogue.accept_sheet(game.sheet)
            accepted()
        else:
            refused("")

    app.push(OfferedSheetScene(app, game), answer)


class OfferedSheetScene(FormScene[bool]):
    """Scene with the rules and the board of a game from elsewhere; its result is True if the player accepts it."""

    def __init__(self, app: App, game: Ruleset) -> None:
        super().__init__(app)
        self.game = game

    def build(self) -> None:
        """Add the page with the rules."""
        self.form.main = page = PageField(self.form, _RULES)
        page.show(self._paint_rules)

    def refresh(self) -> None:
        """Add the two answers."""
        accept = main_button(self.stage, _("Accept the rules"), lambda: self.finish(True), icon="check", size=20)
        back = back_button(self.stage, lambda: self.finish(False), 200)
        back.label = _("Not now")
        self.controls.set([*self.form.stops(), back, accept])
        self.controls.focus(self.controls.focused or accept)
        super().refresh()

    def _paint_rules(self, canvas: Canvas) -> float:
        """Draw the sections of the rules card at (0, 0), and return their height."""
        width, y = _RULES[2] - BAR_WIDTH - 12, 0.0
        for section in self.game.info.rules_card:
            canvas.text(_(section.title), 0, y, family="display", size=_HEADING, colour="amber", width=width)
            y = canvas.paragraph(_(section.words), 0, y + _HEADING * 1.4, width, _MOST_LINES, size=_TEXT) + _GAP
        return y

    def paint(self, canvas: Canvas) -> None:
        """Draw the title, the pitch and the empty board."""
        info = self.game.info
        draw_frame(canvas, _("A game with rules of its own"), _CARD)
        draw_note(canvas, _("These rules came with the game. They are only text and contain no program."), 760)
        x, y = _CARD[0] + 28, _CARD[1]
        canvas.title(_(info.title), x, y + 18, size=34, width=_CARD[2] - 56)
        canvas.paragraph(_(info.pitch), x, y + 66, _CARD[2] - 56, 1, size=17, height=36)
        geometry = self.game.geometry({})
        size = (canvas.px(_BOARD[2]), canvas.px(_BOARD[3]))
        board = [EMPTY] * len(geometry)
        picture = little_board(canvas.paintbox, geometry, board, info.stones, size, accent=info.accent, whole=True)
        canvas.picture(picture, _BOARD[0], _BOARD[1])
