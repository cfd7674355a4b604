"""Layout and drawing of the set-up mode: ruleset, tools, side to move, note and buttons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.analysis.editor.draft import Draft
from game.analysis.editor.position_editor import PositionEditor
from game.core.language import _
from game.core.model import Reason
from game.session.texts import colour_name
from game.ui.analysis.editor.ruleset_card import RulesetActions, RulesetCard
from game.ui.analysis.editor.tool_picker import BOTTOM, ToolPicker
from game.ui.board.board_buttons import TOP, Press
from game.ui.board.board_view import BoardView
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button
from game.ui.widgets.keys import key_name

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


@dataclass(frozen=True, slots=True)
class EditorActions:
    """Callbacks of the set-up mode's buttons, apart from those of the ruleset card."""

    game: RulesetActions
    pick: Callable[[str], None]
    side: Callable[[str], None]
    """Sets the side to move; "" derives it from the stones."""
    undo: Press
    redo: Press
    turn: Press
    mirror: Press
    clear: Press
    copy: Press
    paste: Press
    done: Press
    leave: Press


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

    def buttons(self, stage: Stage, act: EditorActions) -> list[Button]:
        leave = Button(
            stage.rect(24, TOP, 48, 44), "", act.leave, icon="arrow_left", keys=keys.BACK.keys, tip=_("Back")
        )
        return [
            leave,
            *self.game.buttons(stage, act.game),
            *self.tools.buttons(stage, act.pick),
            *self._sides(stage, act),
            *self._edits(stage, act),
            *self._ways_on(stage, act),
        ]

    def _sides(self, stage: Stage, act: EditorActions) -> list[Button]:
        draft, info = self._draft, self._draft.ruleset.info
        auto = Button(
            stage.rect(_RIGHT + 14, _SIDE_TOP, _AUTO_WIDTH, _SIDE_HEIGHT), _("Auto"), lambda: act.side(""), size=15
        )
        auto.chosen, auto.tip = not draft.colour, _("The side to move is worked out from the stones")
        sides = [auto]
        for number, colour in enumerate(info.colours):
            rect = stage.rect(*_side(number))
            side = Button(rect, "", lambda colour=colour: act.side(colour), chosen=draft.colour == colour)  # type: ignore[misc]
            side.tip = _("{name} to move", name=colour_name(info, colour))
            sides.append(side)
        return sides

    def _edits(self, stage: Stage, act: EditorActions) -> list[Button]:
        editor, has_stones = self._editor, bool(self._draft.stones)
        none, empty = _("There is nothing to undo."), _("The board is empty.")
        rows = (
            ("undo", act.undo, editor.can_undo, none, _("Undo an edit"), keys.EDIT_BACK),
            ("redo", act.redo, editor.can_redo, _("There is nothing to redo."), _("Redo the edit"), keys.EDIT_AGAIN),
            ("turn", act.turn, has_stones, empty, _("Rotate the board"), keys.TURN_BOARD),
            ("mirror", act.mirror, has_stones, empty, _("Mirror the board"), keys.MIRROR),
            ("trash", act.clear, has_stones, empty, _("Clear the board"), keys.CLEAR),
        )
        made = []
        for place, (icon, press, enabled, why, words, use) in enumerate(rows):
            rect = stage.rect(_RIGHT + 49 * place, _EDITS_TOP, 44, 44)
            tip = _("{key}: {words}", words=words, key=key_name(use.key))
            made.append(Button(rect, "", press, icon=icon, enabled=enabled, why=why, tip=tip, keys=use.keys))
        return made

    def _ways_on(self, stage: Stage, act: EditorActions) -> list[Button]:
        found = self._draft.checked()
        why = found.message if isinstance(found, Reason) else ""
        copy = Button(stage.rect(_RIGHT, _TEXT_TOP, 116, 40), _("Copy"), act.copy, icon="copy", size=16)
        copy.keys, copy.tip = keys.COPY_TEXT.keys, _("Copy as text")
        paste = Button(stage.rect(_RIGHT + 124, _TEXT_TOP, 116, 40), _("Paste"), act.paste, icon="paste", size=16)
        paste.keys, paste.tip = keys.PASTE_TEXT.keys, _("Paste a position")
        done = Button(stage.rect(*_DONE), _("Analyse this position"), act.done, kind="primary", icon="search")
        done.keys, done.enabled, done.why = keys.ANALYSE_IT.keys, not why, why
        return [copy, paste, done]


def _side(number: int) -> tuple[float, float, float, float]:
    """Return the place of the button for a side to move: x, y, width and height."""
    return _RIGHT + 14 + _AUTO_WIDTH + 6 + number * (_SIDE_WIDTH + 6), _SIDE_TOP, _SIDE_WIDTH, _SIDE_HEIGHT
