"""Stones that the player places on the board, with the pointer or with the keyboard cursor."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.core.language import _
from game.core.model import Pass, Place, Reason
from game.core.ruleset import has_passes
from game.session.pending_turn import PendingTurn, PreviewController
from game.session.playable_game import MovesPlayed, PlayableGame
from game.ui.board.board_view import BoardView
from game.ui.board.stone_picker import StonePicker
from game.ui.widgets import keys


class StoneEntry:
    """Turns presses on cells into moves; a turn of several stones is first prepared with preview stones."""

    def __init__(
        self,
        table: PlayableGame,
        board: BoardView,
        picker: StonePicker,
        *,
        take: Callable[[MovesPlayed | Reason | None], None],
        ask_choice: Callable[[], bool],
    ) -> None:
        """Use ``take`` to show the result of an input; None means that only preview stones changed.

        ``ask_choice`` opens the dialog of an opening decision and returns False if none is due.
        """
        self._table, self._board, self._picker = table, board, picker
        self._take, self._ask_choice = take, ask_choice
        self.pending = PendingTurn(table)
        self.hand = PreviewController(self.pending)

    def play_turn(self) -> None:
        """Play the turn that the player has prepared on the board."""
        self._take(self.pending.play())

    def press(self, cell: int) -> None:
        """Place a stone on a cell, or pick up a preview stone there."""
        self._board.hover(cell)
        if self.pending.is_open:
            self._take(self.hand.press(self._stone_for(cell)))
        else:
            self._place(cell)

    def _place(self, cell: int) -> None:
        if self._table.match.outcome is None and not self._ask_choice():
            self._take(self._table.play(self._stone_for(cell)))

    @property
    def has_passes(self) -> bool:
        """True if a player may pass in this game."""
        match = self._table.match
        return has_passes(match.ruleset, match.options)

    def why_no_pass(self) -> str:
        """Return the reason why the player cannot pass now, "" if that is possible."""
        match = self._table.match
        if not self._table.person_to_move:
            return _("It is not your turn.") if match.outcome is None else _("The game is over.")
        refused = match.ruleset.check(match.state, Pass())
        return "" if refused is None else refused.message

    def play_pass(self) -> None:
        """Pass instead of placing a stone."""
        self.pending.clear()
        self._take(self._table.play(Pass()))

    def _stone_for(self, cell: int) -> Place:
        return Place(cell, self._picker.letter)

    def press_cursor(self) -> None:
        """Act on the cell at the keyboard cursor: place or remove a stone, or play the turn that is prepared.

        If the cursor is hidden, only show it.
        """
        cursor = self._board.cursor
        if self.pending.is_confirmed_by(cursor):
            self.play_turn()
        elif cursor is None:
            if not self._ask_choice():
                self._board.move_cursor((0, 0))
        elif not self.pending.is_open:
            self._place(cursor)
        elif self.pending.has(cursor):
            self.take_off()
        else:
            self._take(self.pending.put(self._stone_for(cursor)))

    def take_off(self) -> None:
        """Remove the preview stone at the keyboard cursor, or else the newest one."""
        cursor = self._board.cursor
        if cursor is not None and self.pending.has(cursor):
            self.pending.take(cursor)
        else:
            self.pending.take_newest()
        self._take(None)

    def take_off_newest(self) -> None:
        """Remove the newest preview stone."""
        self.pending.take_newest()
        self._take(None)

    def replace(self, moves: Sequence[Place]) -> None:
        """Replace all preview stones by these stones."""
        self._take(self.pending.replace(moves))

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Handle the keys that remove preview stones; return True if the key was used."""
        if not self.pending.moves:
            return False
        if event.key in keys.BACK.keys:
            self.pending.clear()
            self._take(None)
        elif event.key in keys.TAKE_OFF.keys:
            self.take_off()
        else:
            return False
        return True

    def pick(self, letter: str) -> None:
        """Choose the kind of the next stone, and change the newest preview stone to it."""
        self._picker.choose(letter)
        self.pending.change_newest(letter)

    def show_previews(self) -> None:
        """Show the stones of the unfinished turn on the board, except one that the pointer is dragging."""
        held, pending = self.hand.held, self.pending
        carried = held is not None and held != self._board.cursor
        self._board.previews = [move for move in pending.moves if not (carried and move.cell == held)]
        wants_stone = self._table.person_to_move and (carried or not pending.is_complete)
        self._board.stone = self._picker.letter if wants_stone else ""
