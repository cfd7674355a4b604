"""Layout and drawing of the set-up mode: ruleset, tools, side to move, note and buttons."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.analysis.editor.draft import Draft
from game.analysis.editor.position_editor import PositionEditor
from game.core.language import _
from game.session.texts import colour_name
from game.ui.analysis.editor.ruleset_card import RulesetCard
from game.ui.analysis.editor.tool_picker import BOTTOM, ToolPicker
from game.ui.board.board_view import BoardView
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button, ChoiceButton, command_button
from game.ui.widgets.commands import CommandTable

_RIGHT, _WIDTH = 1016.0, 240.0
#: The card of the side to move; the rows of buttons are below it.
_SIDES_TOP, _SIDES_HEIGHT = BOTTOM + 10, 98.0
_SIDE_TOP, _SIDE_HEIGHT, _AUTO_WIDTH, _SIDE_WIDTH = _SIDES_TOP + 42, 44.0, 92.0, 54.0
_EDITS_TOP = _SIDES_TOP + _SIDES_HEIGHT + 12
_TEXT_TOP = _EDITS_TOP + 50
#: The card that says what the ruleset thinks of the position: x, y, width and height.
_NOTE = (800.0, 586.0, 456.0, 130.0)
#: The button that ends the mode: x, y, width and height.
_DONE = (800.0, 726.0, 456.0, 50.0)


class EditorPicture:
    """Draws the set-up mode: the board, and the cards for the ruleset and the tools."""

    def __init__(self, editor: PositionEditor) -> None:
        self._editor = editor
        self.game = RulesetCard(editor.draft)
        self.tools = ToolPicker(editor.draft)

    @property
    def _draft(self) -> Draft:
        return self._editor.draft

    def reset_for_position(self) -> None:
        """Update the editor's cards after the position has changed."""
        self.game.reset_for_position(self._draft)
        self.tools.reset_for_position(self._draft)

    # Drawing

    def paint(self, canvas: Canvas, board: BoardView, note: str) -> None:
        """Draw the static picture of the set-up mode, with ``note`` on its card."""
        canvas.backdrop(dimmed=True)
        canvas.lights.above_board()
        canvas.heading(_("Set up a position"), 92, 39, 700)
        board.paint(canvas)
        self.game.paint(canvas)
        self.tools.paint(canvas)
        canvas.panels.card(_RIGHT, _SIDES_TOP, _WIDTH, _SIDES_HEIGHT)
        canvas.title(_("Side to move"), _RIGHT + 18, _SIDES_TOP + 11, size=19, width=_WIDTH - 36)
        x, y, width, height = _NOTE
        canvas.panels.plate(*_NOTE, colour="bubble_top", bottom="bubble_bottom", radius=16)
        block = canvas.block(note, width - 32, 5, height - 20, size=17)
        canvas.draw_block(block, x + 16, y + (height - block.height) / 2, "bubble_text")

    def paint_live(self, canvas: Canvas, board: BoardView) -> None:
        """Draw the animated parts of the board, and the stones on the editor's buttons."""
        board.paint_live(canvas, ghost=True)
        self.game.draw(canvas)
        self.tools.draw(canvas)
        for number, colour in enumerate(self._draft.ruleset.info.colours):
            x, y, width, height = _side(number)
            stone = self._draft.ruleset.info.stone(colour)
            if stone is not None:
                canvas.stone(stone.art, x + width / 2, y + height / 2 - 2, 30)

    # Controls

    def side_buttons(self, stage: Stage, choose: Callable[[str], None]) -> list[Button]:
        """Return a button for each side to move; ``choose`` gets its colour, "" to derive it from the stones."""
        draft, info = self._draft, self._draft.ruleset.info
        auto = ChoiceButton(
            stage.rect(_RIGHT + 14, _SIDE_TOP, _AUTO_WIDTH, _SIDE_HEIGHT), _("Auto"), lambda: choose(""), size=15
        )
        auto.chosen, auto.tip = not draft.colour, _("The side to move is worked out from the stones")
        sides: list[Button] = [auto]
        for number, colour in enumerate(info.colours):
            rect = stage.rect(*_side(number))
            side = ChoiceButton(rect, "", partial(choose, colour), chosen=draft.colour == colour)
            side.tip = _("{name} to move", name=colour_name(info, colour))
            sides.append(side)
        return sides

    def edit_buttons(self, stage: Stage, commands: CommandTable) -> list[Button]:
        """Return the buttons that change the whole position, use the clipboard, or end the mode."""
        row = (
            (keys.EDIT_BACK, "undo"),
            (keys.EDIT_AGAIN, "redo"),
            (keys.TURN_BOARD, "turn"),
            (keys.MIRROR, "mirror"),
            (keys.CLEAR, "trash"),
        )
        made = [
            command_button(commands[use], stage.rect(_RIGHT + 49 * place, _EDITS_TOP, 44, 44), icon=icon)
            for place, (use, icon) in enumerate(row)
        ]
        copy, paste, done = (commands[use] for use in (keys.COPY_TEXT, keys.PASTE_TEXT, keys.ANALYSE_IT))
        left, right = stage.rect(_RIGHT, _TEXT_TOP, 116, 40), stage.rect(_RIGHT + 124, _TEXT_TOP, 116, 40)
        return [
            *made,
            command_button(copy, left, _("Copy"), icon="copy", size=16, tip=_("Copy as text")),
            command_button(paste, right, _("Paste"), icon="paste", size=16, tip=_("Paste a position")),
            command_button(done, stage.rect(*_DONE), _("Analyse this position"), kind="primary", icon="search"),
        ]


def _side(number: int) -> tuple[float, float, float, float]:
    """Return the place of the button for a side to move: x, y, width and height."""
    return _RIGHT + 14 + _AUTO_WIDTH + 6 + number * (_SIDE_WIDTH + 6), _SIDE_TOP, _SIDE_WIDTH, _SIDE_HEIGHT
