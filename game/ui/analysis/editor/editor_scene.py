"""The set-up mode of the analysis board: place and remove stones; the ruleset checks the position."""

from __future__ import annotations

import pygame

from game.analysis.board.study_table import StudyTable
from game.analysis.editor.draft import Draft, empty_draft
from game.analysis.editor.position_editor import PositionEditor
from game.analysis.editor.position_store import from_setting, to_setting
from game.analysis.editor.position_text import copied, pasted_draft
from game.analysis.editor.texts import draft_text
from game.core.language import _, join_sentences
from game.core.match import Match
from game.core.model import OptionValue, Placed, Reason
from game.core.ruleset import PluginError, Ruleset
from game.library.formats.clipboard.pasted import read_pasted, reading_text
from game.library.formats.terms import GameRules, PasteTarget
from game.library.study.study import Study
from game.session.pending_turn import PendingTurn, PreviewController
from game.session.playable_game import MovesPlayed
from game.ui.analysis.board.analysis_picture import BOARD_PLACE
from game.ui.analysis.board.clipboard_commands import read_clipboard
from game.ui.analysis.editor.editor_picture import EditorPicture
from game.ui.analysis.editor.tool_picker import BY_TURNS, ERASER, LAST
from game.ui.board.board_buttons import leave_button
from game.ui.board.board_scene import BoardScene, Picker
from game.ui.board.board_view import BoardView
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.system_language import copy_text
from game.ui.widgets import keys
from game.ui.widgets.buttons import PRESS_KEYS, Button
from game.ui.widgets.commands import SceneCommand, command
from game.ui.widgets.tooltip import PointerShape

_RIGHT_BUTTON = 3
#: Name of the setting that stores the position.
_SETTING = "editor"


class EditorScene(BoardScene[Draft | None]):
    """Scene of the set-up mode; finishes with a valid position to analyse, or None when the player leaves."""

    tune = "table"
    takes_files = True
    board_place = BOARD_PLACE

    def __init__(self, app: App, draft: Draft | None = None) -> None:
        """Start the set-up mode with ``draft``, by default the position that was edited last."""
        super().__init__(app)
        self.editor = PositionEditor(self._last_draft() if draft is None else draft)
        self.picture = EditorPicture(self.editor)
        self._message = ""
        self._origin: Draft | None = None
        """The position before the first change of the ruleset; None after any other edit."""
        self._begin()

    def _last_draft(self) -> Draft:
        """Return the position that was edited last, else the empty board of the first ruleset."""
        rulesets, database = self.app.services.catalogue.rulesets, self.app.services.database
        kept = from_setting(database.settings.get(_SETTING, None), rulesets)
        return empty_draft(next(iter(rulesets.values()))) if kept is None else kept

    def exit(self) -> None:
        """Save the edited position in the settings."""
        if self.editor.can_undo or self.editor.can_redo:
            self.app.services.database.settings.set(_SETTING, to_setting(self.draft))
        super().exit()

    @property
    def draft(self) -> Draft:
        """The draft of the edited position."""
        return self.editor.draft

    @property
    def subject(self) -> Ruleset:
        return self.draft.ruleset

    @property
    def searchable_match(self) -> Match | None:
        """A match that starts from the edited position, or None if that position is not valid."""
        return None if isinstance(self.draft.checked(), Reason) else self.match

    @property
    def match(self) -> Match:
        """A match that starts from the edited position."""
        return self.table.match

    @property
    def _stones(self) -> Picker:
        return self.picture.tools

    # Display

    def _begin(self) -> None:
        """Build a new board view for the editor's ruleset and board size."""
        self.board = BoardView(self.subject.info, self.tweens, self.repaint)
        self._update_board()

    def _update_board(self) -> None:
        """Show the edited position on the board."""
        draft = self.draft
        self.table = StudyTable(Study(draft.ruleset, dict(draft.options), start=draft.shown()))
        self.pending = PendingTurn(self.table)
        self._hand = PreviewController(self.pending)
        self.picture.reset_for_position()

    def _show_game(self) -> None:
        state, found = self.match.state, self.draft.checked()
        is_position = not isinstance(found, Reason)
        self.board.show(state, self.subject.marks(state) if is_position else ())
        self.board.suggest((), found.lines if isinstance(found, Reason) else ())
        self.board.stone = self.picture.tools.letter

    def buttons(self) -> list[Button]:
        stage, picture = self.stage, self.picture
        return [
            leave_button(stage, lambda: self.finish(None)),
            *picture.game.buttons(stage, self._next_game, self._set_option),
            *picture.tools.buttons(stage, self._pick),
            *picture.side_buttons(stage, lambda colour: self._edit(self.draft.with_colour(colour))),
            *picture.edit_buttons(stage, {each.use: each for each in self._edits()}),
        ]

    def commands(self) -> list[SceneCommand]:
        """Return the commands of the buttons, and two without one: remove a stone, and change the side to move."""
        return [
            *super().commands(),
            command(keys.REMOVE, lambda: self._remove(self.board.cursor)),
            command(keys.TO_MOVE, self._change_side),
        ]

    def _edits(self) -> list[SceneCommand]:
        def why_empty() -> str:
            return "" if self.draft.stones else _("The board is empty.")

        editor = self.editor
        none, none_undone = _("There is nothing to undo."), _("There is nothing to redo.")
        return [
            command(keys.EDIT_BACK, self._undo, lambda: "" if editor.can_undo else none),
            command(keys.EDIT_AGAIN, self._redo, lambda: "" if editor.can_redo else none_undone),
            command(keys.TURN_BOARD, lambda: self._edit(self.draft.turned()), why_empty),
            command(keys.MIRROR, lambda: self._edit(self.draft.mirrored()), why_empty),
            command(keys.CLEAR, lambda: self._edit(self.draft.cleared()), why_empty),
            command(keys.COPY_TEXT, self._copy),
            command(keys.PASTE_TEXT, self._paste),
            command(keys.ANALYSE_IT, self._finish_edit, self._why_no_position),
        ]

    def _why_no_position(self) -> str:
        found = self.draft.checked()
        return found.message if isinstance(found, Reason) else ""

    # Input

    def handle(self, event: pygame.event.Event) -> bool:
        """Remove the stone under a right click from the edited position; pass other events on to the board."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == _RIGHT_BUTTON:
            return self._remove(self.board.cell_at(event.pos))
        return super().handle(event)

    def shape_at(self, point: tuple[int, int]) -> PointerShape:
        """Return a cross pointer over cells that a click would change, else an arrow."""
        cell = self.board.cell_at(point)
        if cell is None:
            return "arrow"
        return "cross" if self.picture.tools.letter or cell in self.draft.stones else "arrow"

    def _hover(self, point: tuple[int, int]) -> bool:
        return self._point_at(lambda: self.board.hover(self.board.cell_at(point)))

    def _click(self, point: tuple[int, int]) -> bool:
        self.tweens.finish()
        cell = self.board.cell_at(point)
        if cell is None:
            return False
        self.board.hover(cell)
        self._use(cell)
        return True

    def _board_key(self, event: pygame.event.Event) -> bool:
        if event.key not in PRESS_KEYS or self.controls.focused is not None:
            return False
        if self.board.cursor is None:
            self._move_cursor((0, 0))
        else:
            self._use(self.board.cursor)
        return True

    def _pick(self, letter: str) -> None:
        self.picture.tools.choose(letter)
        self.refresh()

    # Edits

    def _use(self, cell: int) -> None:
        """Use the chosen editing tool on a cell; a stone placed on an equal one removes it."""
        tools, draft = self.picture.tools, self.draft
        if tools.chosen == LAST:
            self._edit(draft.with_last(cell))
            if cell not in draft.stones:
                self._show_message(_("There is no stone there."))
        elif cell in draft.stones and (tools.chosen in (ERASER, BY_TURNS) or draft.stones[cell] == tools.letter):
            self._remove(cell)
        elif tools.letter:
            letter = tools.letter
            self._edit(draft.put(cell, letter))
            if self.draft is not draft:
                self.app.sounds.play_events((Placed(0, cell, letter),), self.subject.info)

    def _remove(self, cell: int | None) -> bool:
        """Remove the stone on a cell of the edited position. Return False if ``cell`` is None."""
        if cell is not None:
            self._edit(self.draft.removed(cell))
        return cell is not None

    def _change_side(self) -> None:
        """Let the next side move; after the last one, work the side out from the stones."""
        sides = ("", *self.subject.info.colours)
        self._edit(self.draft.with_colour(sides[(sides.index(self.draft.colour) + 1) % len(sides)]))

    def _next_game(self) -> None:
        """Switch to the next ruleset that accepts the edited position.

        The position from before the first switch is converted each time, so that a ruleset with a smaller board or
        fewer kinds of stone in between loses no stones.
        """
        origin = self._origin or self.draft
        rulesets = list(self.app.services.catalogue.rulesets.values())
        # A rule sheet that is not on the menu comes before all games of the menu.
        place = rulesets.index(self.subject) + 1 if self.subject in rulesets else 0
        following = (*rulesets[place:], *rulesets[: max(0, place - 1)])
        tried = (_accepted(origin if ruleset is origin.ruleset else origin.on(ruleset)) for ruleset in following)
        self._edit(next((draft for draft in tried if isinstance(draft, Draft)), self.draft))
        self._origin = origin

    def _set_option(self, key: str, value: OptionValue) -> None:
        self._edit(self.draft.with_options({**self.draft.options, key: value}))

    def _undo(self) -> None:
        before = self.draft
        self.editor.undo()
        self._show_edit(before)

    def _redo(self) -> None:
        before = self.draft
        self.editor.redo()
        self._show_edit(before)

    def _edit(self, edited: Draft | Reason) -> None:
        """Apply an edit of the position, or say why it is refused."""
        accepted = _accepted(edited)
        if isinstance(accepted, Reason):
            self._show_message(accepted.message)
            return
        before = self.draft
        self.editor.change(accepted)
        self._show_edit(before)

    def _show_edit(self, before: Draft) -> None:
        """Show the edited position, with an animation unless the ruleset or the board size has changed."""
        self._message, self._origin = "", None
        self.tweens.finish()
        if self.subject is not before.ruleset or self.draft.geometry is not before.geometry:
            self._begin()
            self.arrange()
            return
        self._update_board()
        self.board.animate_change(self.match.state)
        self.refresh()

    def _show_message(self, sentence: str) -> None:
        self._message = sentence
        self.board.shake()
        self.refresh()

    # Text

    def _copy(self) -> None:
        done = copy_text(copied(self.draft))
        self._message = (
            _("The position was copied to the clipboard.") if done else _("The clipboard could not be used.")
        )
        self.refresh()

    def _paste(self) -> None:
        target = PasteTarget(GameRules(self.subject, self.draft.options), self.app.services.catalogue.rulesets)

        def read(text: str) -> tuple[Draft | Reason, str]:
            found = read_pasted(text, target)
            return pasted_draft(found), join_sentences((reading_text(found), *found.problems[:1]))

        read_clipboard(self.app, read, self._show_pasted, self._show_message)

    def _show_pasted(self, read: tuple[Draft | Reason, str]) -> None:
        """Show the pasted position with a sentence about it, or say why it is refused."""
        draft, said = read
        self._edit(draft)
        if not self._message:
            self._message = said
            self.refresh()

    def _finish_edit(self) -> None:
        """Finish with the edited position, or say what is wrong with it."""
        why = self._why_no_position()
        if why:
            self._show_message(why)
        else:
            self.finish(self.draft)

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        why = self.board.why
        self.picture.paint(
            canvas, self.board, self._message or (why.message if why is not None else draft_text(self.draft))
        )

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the animated parts of the board, and the stones on the editor's buttons."""
        self.picture.paint_live(canvas, self.board)

    def _take(self, result: MovesPlayed | Reason | None) -> None:
        """Do nothing, since the set-up mode never has a pending move."""


def _accepted(edited: Draft | Reason) -> Draft | Reason:
    """Return the result of an edit, or a Reason if the ruleset raises PluginError."""
    if isinstance(edited, Draft):
        try:
            edited.shown()
        except PluginError as error:
            return Reason("a ruleset failed", str(error))
    return edited
