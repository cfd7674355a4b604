"""Stones that the player places on the analysis board, with the pointer or with the keyboard cursor."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.analysis.board.study_table import StudyTable
from game.core.language import _
from game.core.model import Move, Reason
from game.session.playable_game import MovesPlayed
from game.ui.analysis.board.engine_commands import EngineCommands
from game.ui.board.board_view import BoardView
from game.ui.board.opening_dialog import ask_choice
from game.ui.board.stone_entry import StoneEntry
from game.ui.board.stone_picker import StonePicker
from game.ui.shell.app import App
from game.ui.widgets import keys
from game.ui.widgets.commands import SceneCommand, command


class StudyStoneEntry(StoneEntry):
    """Turns presses on cells into moves of the study, preview stones of a turn, or a question about a cell."""

    def __init__(
        self,
        app: App,
        table: StudyTable,
        board: BoardView,
        picker: StonePicker,
        engine: EngineCommands,
        *,
        take: Callable[[MovesPlayed | Reason | None], None],
        show_message: Callable[[str], None],
    ) -> None:
        """Use ``take`` to show the result of an input and ``show_message`` to show a sentence."""
        super().__init__(table, board, picker, take=take, ask_choice=self.ask_choice)
        self._app, self._study, self._engine, self._show_message = app, table, engine, show_message
        self.is_cursor_mode = False
        """True while the arrow keys move a cursor on the board."""
        self.asks_why_not = False
        """True while the next press of a cell asks why not here, instead of placing a stone."""

    def play(self, *moves: Move) -> None:
        """Play moves in the position on the board."""
        self._take(self._study.play(*moves))

    def press(self, cell: int) -> None:
        """Place a stone on a cell, or ask about the cell after ``start_why_not``."""
        if self.asks_why_not:
            self._board.hover(cell)
            self.asks_why_not = False
            self._engine.ask_why_not(self._stone_for(cell))
        else:
            super().press(cell)

    def start_why_not(self) -> None:
        """Ask the engine why the cell under the pointer is not a good move.

        If the pointer is not on a cell, the player is asked to click one.
        """
        if self._board.cursor is not None:
            self._engine.ask_why_not(self._stone_for(self._board.cursor))
            return
        self.asks_why_not = True
        self._show_message(_("Click the cell of the move you want explained."))

    def start_cursor(self, move_cursor: Callable[[tuple[int, int]], None]) -> None:
        """Let the player place stones with the keyboard: show a cursor in the middle of the board.

        ``move_cursor`` moves the cursor by a number of columns and rows, and shows a hidden one. If an opening decision
        is due, its dialog opens instead.
        """
        self.is_cursor_mode = True
        if not self.ask_choice():
            move_cursor((0, 0))
        self._show_message(_("Arrows: move the cursor  ·  Enter: place a stone  ·  Esc: hide the cursor"))

    def pass_commands(self) -> list[SceneCommand]:
        """Return the command that adds a pass to the study; none if the game has no passes."""
        return [command(keys.PASS_IN_STUDY, self.play_pass, self.why_no_pass)] if self.has_passes else []

    def handle_study_key(self, event: pygame.event.Event, *, has_focus: bool) -> bool:
        """Handle a key press on the analysis board; return True if it was used.

        Esc takes unfinished stones back, or hides the cursor that the arrow keys move. Enter places a stone at that
        cursor. ``has_focus`` is True if no button has the focus.
        """
        if event.key in keys.BACK.keys and self.pending.moves:
            return self.handle_key(event)
        if self.is_cursor_mode and event.key in keys.BACK.keys:
            self.is_cursor_mode = False
            self._board.hover(None)
            self._show_message("")
        elif self.is_cursor_mode and event.key in keys.CURSOR.keys and has_focus:
            self.press_cursor()
        else:
            return False
        return True

    def ask_choice(self) -> bool:
        """Open the dialog of an opening decision. Return False if none is due in the position."""
        name = self._study.participant(self._study.match.state.seat).name
        return ask_choice(self._app, self._study, name, self._take)
