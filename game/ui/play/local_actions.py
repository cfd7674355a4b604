"""What a player can do in a game that this machine alone keeps: hints, undo, the menu, and the actions after it."""

from __future__ import annotations

from functools import partial

from game.core.language import _, join_sentences
from game.core.model import Move, Place, Reason
from game.core.request import PlayerRequest
from game.session.hints import hint_reasons, hint_sentence, lay_out_again, play_meanwhile, somebody_meanwhile
from game.session.playable_game import EngineFailed, HintGiven, SessionEvent
from game.session.records.counting import Unrating, tickets_left
from game.session.series_record import SavedSeries
from game.ui.board.board_buttons import TOP
from game.ui.play.after_game import AfterGame
from game.ui.play.game_screen import GameScreen, ScreenActions
from game.ui.play.ladder_card import HEIGHT_OVER_TICKETS
from game.ui.play.table_menu import TableMenu
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button, command_button
from game.ui.widgets.commands import SceneCommand, command

#: Right edge of the toggles in the top line, and the gap between two of them.
_TOGGLES_RIGHT, _TOGGLES_GAP = 1144, 8


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
        below = self._end_buttons() if self._table.match.outcome is not None else self._game_buttons()
        return [*below, *self.top_buttons(self.menu.open, self.menu.open_settings), *self._toggles()]

    def other_commands(self) -> list[SceneCommand]:
        """Return the command that shows the engine's best line and, after the game, the undo command.

        There is no undo button then; its key says why the result stands.
        """
        is_over = self._table.match.outcome is not None
        line = command(keys.LINE, self._screen.picture.thinking.pin)
        return [line, command(keys.UNDO, self.undo)] if is_over else [line]

    def _game_buttons(self) -> list[Button]:
        """Return the buttons of a running game in three rows: hint and turn, undo and redo, resign and save."""
        rect, table = self._screen.stage.rect, self._table
        has_moves = bool(table.match.plies or self._screen.entry.pending.moves)
        undo = command(keys.UNDO, self.undo, lambda: "" if has_moves else _("No move has been made yet."))
        redo = command(keys.REDO, self._redo, lambda: "" if table.match.can_redo else _("No move to redo."))
        give_up = command(keys.RESIGN, self.menu.give_up)
        save = command(keys.SAVE, self.menu.ask_name)
        last = _("Abort") if table.can_abort else _("Resign")
        return [
            *self._first_row(),
            command_button(undo, rect(1016, 556, 112, 48), _("Undo"), icon="undo", size=18),
            command_button(redo, rect(1144, 556, 112, 48), _("Redo"), icon="redo", size=18),
            command_button(give_up, rect(1016, 624, 112, 48), last, kind="flat", size=18),
            command_button(save, rect(1144, 624, 112, 48), _("Save"), kind="flat", icon="save", size=18),
        ]

    def _first_row(self) -> list[Button]:
        """Return the hint button, with the pass button in a game with passes.

        If the player composes turns of several stones, the button that plays them is beside it instead.
        """
        rect, table, pending = self._screen.stage.rect, self._table, self._screen.entry.pending
        if table.computer.getting_ready is not None and table.opponent_to_move:
            return self._meanwhile_button()
        hint = command(keys.HINT, self.hint, lambda: "" if table.person_to_move else _("It is not your turn."))
        height = 52 if tickets_left(table.tournament) is None else HEIGHT_OVER_TICKETS
        if not pending.is_laid_out:
            has_passes = self._screen.entry.has_passes
            place = rect(1016, 484, 112 if has_passes else 240, height)
            passing = [self.pass_button(rect(1144, 484, 112, height))] if has_passes else []
            return [command_button(hint, place, _("Hint"), kind="primary", icon="hint", size=18), *passing]
        kinds = ("ghost", "primary") if pending.is_complete else ("primary", "ghost")
        if self._screen.entry.has_passes:
            return [
                command_button(hint, rect(1016, 484, 72, height), _("Hint"), kind=kinds[0], size=18),
                self.turn_button(rect(1168, 484, 88, height), kinds[1]),
                self.pass_button(rect(1096, 484, 64, height)),
            ]
        return [
            command_button(hint, rect(1016, 484, 96, height), _("Hint"), kind=kinds[0], size=18),
            self.turn_button(rect(1124, 484, 132, height), kinds[1]),
        ]

    def _meanwhile_button(self) -> list[Button]:
        """Return the button that starts another game while the opponent's engine is being compiled.

        The list is empty if there is no opponent for that game.
        """
        level = somebody_meanwhile(self._table)
        if level is None:
            return []
        text, place = _("Play {name} while waiting", name=_(level.name)), self._screen.stage.rect(1016, 484, 240, 52)
        return [command_button(command(None, self._play_meanwhile), place, text, kind="primary", size=18)]

    def _end_buttons(self) -> list[Button]:
        """Return the buttons after a game."""
        rect, following = self._screen.stage.rect, self._table.record.next_level
        again = _("Rematch") if self._table.tournament.is_over else _("Next game")
        if following is not None:
            again = _("Challenge {name}", name=_(following.name))
        proceed, results = command(keys.GO_ON, self.proceed), command(keys.RESULTS, self.after.open_results)
        leave = command(keys.LEAVE, partial(self._screen.finish, None))
        return [
            command_button(proceed, rect(1016, 484, 240, 56), again, kind="primary", icon="play", size=22),
            command_button(results, rect(1016, 560, 240, 48), _("Results"), icon="trophy"),
            command_button(leave, rect(1016, 628, 240, 48), _(self._screen.way_back), icon="home", size=19),
        ]

    def _toggles(self) -> list[Button]:
        """Return the buttons that show or hide the engine's thinking and the help, left of the music button.

        In a rated game, the engine's thinking stays hidden until the player agrees to make the game unrated.
        """
        rect, table, picture = self._screen.stage.rect, self._table, self._screen.picture
        buttons, right = [], _TOGGLES_RIGHT
        if not all(who.is_person for who in table.tournament.participants):
            press = self.menu.show_thoughts if table.stakes.is_rated else partial(self.toggle, "thinking_shown")
            thinking = command(keys.THINKING, press, is_on=lambda: picture.thinking.is_shown)
            buttons.append(command_button(thinking, rect(right - 128, TOP, 128, 44), _("Thinking"), size=16))
            right -= 128 + _TOGGLES_GAP
        if picture.help.is_possible and table.match.outcome is None:
            help_shown = command(keys.HELP, partial(self.toggle, "help_shown"), is_on=lambda: picture.help.wanted)
            buttons.append(command_button(help_shown, rect(right - 64, TOP, 64, 44), _("Help"), size=16))
        return buttons

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
        """Show a hint, or ask what to do about an engine that cannot play."""
        if isinstance(event, HintGiven):
            self._show_hint(event.moves[: self._screen.entry.pending.size], event.note)
        elif isinstance(event, EngineFailed):
            self.menu.ask_about_engine(event.sentence, self._play_meanwhile)

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

    def _redo(self) -> None:
        """Replay the turn that was taken back."""
        self._show_change(self._table.redo(), _("Move redone."))

    def _show_change(self, refusal: Reason | None, sentence: str) -> None:
        if refusal is not None:
            self._screen.show_message(refusal.message)
            return
        self._screen.show_events()
        self._screen.show_position(sentence)

    # Other games

    def proceed(self) -> None:
        """Start the next game of the series, the next challenge or a rematch."""
        self.after.proceed()

    def tick(self) -> None:
        """Show the results once if the match has won something on the ladder."""
        self.after.show_reward()

    def _new_match(self) -> None:
        self.after.new_match()

    def _play_meanwhile(self) -> None:
        """Start a game against an opponent whose engine is ready; the current game remains among the saved games."""
        self._screen.change_session(lambda: play_meanwhile(self._app.services, self._table))
