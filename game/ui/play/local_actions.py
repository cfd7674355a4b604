"""What a player can do in a game that this machine alone keeps: hints, undo, the menu, and the actions after it."""

from __future__ import annotations

from functools import partial

import pygame

from game.core.language import _, join_sentences
from game.core.model import Move, Place, Reason
from game.core.request import PlayerRequest
from game.session.hints import hint_reasons, hint_sentence, lay_out_again, play_meanwhile
from game.session.playable_game import HintGiven, SessionEvent
from game.session.records.counting import Unrating
from game.session.series_record import SavedSeries
from game.ui.play.after_game import AfterGame
from game.ui.play.game_screen import GameScreen, ScreenActions
from game.ui.play.play_buttons import (
    EndActions,
    GameActions,
    end_buttons,
    game_buttons,
    shown_toggles,
    toggle_buttons,
    top_buttons,
)
from game.ui.play.table_menu import TableMenu
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button


class LocalActions(ScreenActions):
    """The actions in a game against a computer opponent or a friend at this machine."""

    def __init__(self, screen: GameScreen) -> None:
        super().__init__(screen)
        record = screen.table.record
        assert isinstance(record, SavedSeries), "this machine keeps the series"
        self.menu = TableMenu(screen, record, self.toggle, self._new_match)
        self.after = AfterGame(screen, record, self.menu, has_pending_reward=screen.table.match.outcome is None)
        self.hinted: tuple[Place, ...] = ()
        """The stones of the hint on the board."""

    # Buttons and keys

    def buttons(self) -> list[Button]:
        """Return the buttons beside the board and in the top line."""
        screen, table, menu = self._screen, self._table, self.menu
        if table.match.outcome is not None:
            ends = EndActions(self.after.proceed, self.after.open_results, partial(screen.finish, None))
            below = end_buttons(screen.stage, table, ends, _(screen.way_back))
        else:
            steps = (self.hint, screen.entry.play_turn, self.undo, self.redo)
            acts = GameActions(*steps, menu.give_up, menu.ask_name, self._play_meanwhile)
            below = game_buttons(screen.stage, table, screen.entry.pending, acts)
        above = top_buttons(screen.stage, self._app.preferences, menu.open, menu.open_settings, self.toggle)
        toggles = shown_toggles(table, screen.picture, self.toggle, menu.show_thoughts)
        return [*below, *above, *toggle_buttons(screen.stage, toggles)]

    def handle_key(self, event: pygame.event.Event) -> bool:
        """Pin or unpin the engine's best line on the board."""
        if not keys.LINE.is_hit(event):
            return False
        self._screen.picture.thinking.pin()
        return True

    def open_menu(self) -> None:
        """Open the menu of the game."""
        self.menu.open()

    # Hints

    def hint(self) -> None:
        """Ask the engine for a hint or, if the hint shown has several stones, enter them as the pending turn."""
        pending = self._screen.entry.pending
        if self.hinted and pending.is_open:
            self._screen.entry.replace(self.hinted)
            return
        self.menu.when_agreed(Unrating.HINT, self._ask_hint)

    def _ask_hint(self) -> None:
        refusal = self._table.ask_hint()
        self._screen.show_message(refusal.message if refusal else _("Thinking about a hint…"))

    def handle_event(self, event: SessionEvent) -> None:
        """Show a hint."""
        if isinstance(event, HintGiven):
            self._show_hint(event.moves[: self._screen.entry.pending.size], event.note)

    def _show_hint(self, moves: tuple[Move, ...], note: str) -> None:
        screen = self._screen
        reasons = hint_reasons(self._table, moves)
        more = lay_out_again(len(moves)) if screen.entry.pending.is_open else ""
        screen.show_message(join_sentences((hint_sentence(self._table, moves, reasons, note), more)))
        self.hinted = tuple(move for move in moves if isinstance(move, Place))
        for place in self.hinted[:1]:
            screen.picture.picker.choose(place.stone)
        screen.board.suggest(self.hinted, [line for reason in reasons for line in reason.lines])
        screen.refresh()

    def position_shown(self) -> None:
        """Forget the hint, which was about the position before."""
        self.hinted = ()

    # Undo and redo

    def undo(self) -> None:
        """Remove the newest preview stone or, if there is none, take back the last turn."""
        if self._screen.entry.pending.moves:
            self._screen.entry.take_off_newest()
        else:
            self.menu.when_agreed(Unrating.UNDO, self._take_back)

    def _take_back(self) -> None:
        self._show_change(self._table.ask(PlayerRequest.UNDO), _("Move undone."))

    def redo(self) -> None:
        """Replay the turn that was taken back."""
        self._show_change(self._table.redo(), _("Move redone."))

    def _show_change(self, refusal: Reason | None, sentence: str) -> None:
        if refusal is not None:
            self._screen.show_message(refusal.message)
            return
        self._screen.tick()
        self._screen.show_position(sentence)

    # Other games

    def proceed(self) -> None:
        """Start the next game of the series, the next challenge or a rematch."""
        self.after.proceed()

    def update(self) -> None:
        """Show the results once if the match has won something on the ladder."""
        self.after.show_reward()

    def _new_match(self) -> None:
        self.after.new_match()

    def _play_meanwhile(self) -> None:
        """Start a game against an opponent whose engine is ready; the current game remains among the saved games."""
        self._screen.change_session(lambda: play_meanwhile(self._app.services, self._table))
