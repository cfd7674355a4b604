"""The game screen: board, players and moves of any game, and what the player can do in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.core.language import _, join_sentences
from game.core.match import Match
from game.core.model import Event, Reason, Tossed
from game.core.ruleset import Ruleset, meant_cell
from game.session.game_session import GameSession
from game.session.hints import position_sentence, waiting_sentence
from game.session.play_on import TakeOver
from game.session.playable_game import (
    GameChanged,
    GameStarted,
    HelpUpdated,
    MessageShown,
    MovesPlayed,
    PhraseReceived,
    RequestReceived,
    SessionEvent,
    TurnTakenBack,
)
from game.session.records.counting import Unrating
from game.session.shown_game import stone_numbers
from game.session.texts import as_sentence, describe, pending_sentence
from game.ui.board.board_scene import BoardScene
from game.ui.board.board_view import BoardView
from game.ui.board.game_clock import ClockDigits
from game.ui.board.stone_entry import StoneEntry
from game.ui.board.stone_picker import StonePicker
from game.ui.effects.sound.mixer import TableSounds
from game.ui.painting.canvas import Canvas
from game.ui.play.end_banner import EndBanner
from game.ui.play.game_screen import ScreenActions, StartSession
from game.ui.play.local_actions import LocalActions
from game.ui.play.opening import OpeningAtTable
from game.ui.play.play_picture import PICKER_TOP, PlayPicture
from game.ui.play.running_clock import RunningClock
from game.ui.shell.app import App
from game.ui.shell.unrated_question import when_unrated
from game.ui.widgets.buttons import PAGES, PRESS_KEYS, Button
from game.ui.widgets.commands import SceneCommand
from game.ui.widgets.tooltip import PointerShape


class PlayScene(BoardScene[None]):
    """Scene in which the games of a session are played, or watched, until the player leaves."""

    tune = "table"

    def __init__(
        self, app: App, table: GameSession, make_actions: Callable[[PlayScene], ScreenActions] = LocalActions
    ) -> None:
        """Show the games of a session. ``make_actions`` makes the actions for this kind of game."""
        super().__init__(app)
        self.way_back, self._running = app.scenes.way_back, RunningClock(self, self.refresh)
        self._make_actions = make_actions
        self._sit_at(table)

    def _sit_at(self, table: GameSession) -> None:
        """Create the parts of the screen for the latest game of a session."""
        self.table = table
        self.board = BoardView(
            table.tournament.ruleset.info, self.tweens, self.repaint, partial(meant_cell, table.tournament.ruleset)
        )
        self._sounds = TableSounds(self.app.sounds, table)
        picker = StonePicker(table, PICKER_TOP)
        self._opening = OpeningAtTable(self, table, self._take, self.show_message, self._start_what_is_due)
        self.entry = StoneEntry(table, self.board, picker, take=self._take, ask_choice=self._opening.ask)
        self.pending, self._hand = self.entry.pending, self.entry.hand
        self.picture = PlayPicture(table, self.board, self.pending, picker)
        self.celebration = EndBanner(table, self.board, self.tweens)
        self._note, self._is_message = "", False
        """The sentence on the screen, and whether it is a message rather than a sentence about the position."""
        self._is_waiting = False
        """True if the opponent to move was still being compiled at the last layout of the buttons."""
        self._problem = ""
        self._digits = ClockDigits(table)
        self._running.switch_to(table)
        self.actions = self._make_actions(self)

    @property
    def subject(self) -> Ruleset:
        return self.table.match.ruleset

    @property
    def match(self) -> Match:
        """The match on the game screen: the current one, or the last one played."""
        return self.table.match

    # Start and end

    def enter(self) -> None:
        """Show the coin toss of the match setup, if there was one, then start the opponent."""
        self._running.begin()
        super().enter()
        self._begin_game()

    def _begin_game(self) -> None:
        match = self.table.match
        began = "" if match.plies else describe(self.table, match.setup_events)
        self._set_note(join_sentences((began, position_sentence(self.table))))
        self.arrange()
        tossed = [event for event in match.setup_events if isinstance(event, Tossed)]
        if tossed and not match.plies and self.app.scene is self:
            self._opening.show_toss(tossed[0].seat)
        else:
            self._start_what_is_due()

    def resume(self) -> None:
        """Apply changed preferences, show what happened meanwhile, and retry to start a missing engine."""
        had_previews = bool(self.pending.moves)
        super().resume()
        if had_previews and not self.pending.moves:
            self._set_note(position_sentence(self.table))
        if self._running.has_moved:
            self.show_position()
        for event in self._running.take_updates():
            self._show_event(event)
        self.table.think()

    def exit(self) -> None:
        """Stop the opponent and save the game; tell the player if saving failed."""
        self._running.end()
        self._leave_session()

    def _leave_session(self) -> None:
        problem = self.table.leave()
        if problem:
            self.app.notices.append((_("Not everything was saved"), problem))
        elif self.app.services.autosave.take_first_save():
            self.app.show_message(_("Your games are saved in {folder}.", folder=self.app.services.saves.path))

    def change_session(self, start_session: StartSession) -> None:
        """Leave the session and continue with another one of the same kind."""
        self._leave_session()
        self._sit_at(start_session())
        self._begin_game()

    # Layout

    def arrange(self) -> None:
        """Lay out the game screen: the board, the cards and the buttons."""
        preferences, has_engine = self.app.preferences, not self.table.opponent.is_remote
        self.picture.thinking.wanted = has_engine and preferences.thinking_shown
        self.picture.help.wanted = has_engine and preferences.help_shown
        self.celebration.forget_sizes()
        super().arrange()

    def buttons(self) -> list[Button]:
        """Return the buttons of the game screen: the stone picker, the actions beside the board, and the top line."""
        return [*self.picture.picker.buttons(self.stage, self._pick), *self.actions.buttons()]

    # Input

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle events for buttons, board and mouse wheel, and clicks that make the opponent move sooner."""
        if self._is_press(event) and self.table.computer.pace.skip():
            return True
        if super().handle(event):
            return True
        if event.type == pygame.MOUSEWHEEL:
            self._scroll_moves(event.y)
            return True
        return False

    def _is_press(self, event: pygame.event.Event) -> bool:
        """Return True for a click outside enabled buttons, or Enter or Space without a focused button."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            button = self.controls.under(event.pos)
            return bool(event.button == 1) and (button is None or not button.enabled)
        return event.type == pygame.KEYDOWN and event.key in PRESS_KEYS and self.controls.focused is None

    def _scroll_moves(self, rows: int) -> None:
        self.picture.moves.scroll(rows)
        self.repaint()

    @property
    def _stones(self) -> StonePicker:
        return self.picture.picker

    def _hover(self, point: tuple[int, int]) -> bool:
        self.picture.thinking.hover(self.stage, point)
        changed = self._point_at(lambda: self.board.hover(self.board.cell_at(point)))
        if changed:
            self.entry.show_previews()
        return changed

    def _click(self, point: tuple[int, int]) -> bool:
        ended_early = self.celebration.is_moving
        self.tweens.finish()
        cell = self.board.cell_at(point)
        if cell is None:
            return self.picture.thinking.press(self.stage, point)
        if self.match.outcome is not None:
            if not ended_early:
                self.celebration.hide()
            self.dirty = True
            return True
        self.entry.press(cell)
        return True

    def shape_at(self, point: tuple[int, int]) -> PointerShape:
        """Return the pointer's shape: a hand over the card with the engine's thinking, else a cross or an arrow."""
        return "hand" if self.picture.thinking.is_over(self.stage, point) else super().shape_at(point)

    def _board_key(self, event: pygame.event.Event) -> bool:
        if event.key in PRESS_KEYS and self.controls.focused is None:
            if self.match.outcome is not None:
                self.actions.proceed()
            else:
                self.entry.press_cursor()
                self.repaint()
        elif self.entry.handle_key(event):
            pass
        elif event.key in PAGES:
            self._scroll_moves(PAGES[event.key])
        else:
            return False
        return True

    def commands(self) -> list[SceneCommand]:
        """Return the commands of all buttons, and those that have a key but no button.

        The command of a disabled button is included: its key shows why the button is disabled.
        """
        of_buttons = [button.command for button in self.controls.buttons if button.command is not None]
        return [*of_buttons, *self.actions.other_commands()]

    def _pick(self, letter: str) -> None:
        self.entry.pick(letter)
        self.refresh()

    # The position

    def _take(self, result: MovesPlayed | Reason | None) -> None:
        """Show the result of a move on the board; None means that only the pending turn has changed."""
        if result is None:
            self._sounds.laid()
            self._set_note(pending_sentence(self.table, self.pending))
            self.refresh()
        elif isinstance(result, Reason):
            self._sounds.refused()
            self.show_message(result.message)
            self.refresh()
            self.board.shake()
        else:
            self._show_moves(result.events)

    def _show_moves(self, events: tuple[Event, ...], note: str = "") -> None:
        self._set_note(join_sentences((describe(self.table, events), as_sentence(note), position_sentence(self.table))))
        self.board.animate(events)
        self._sounds.moved(events)
        self.refresh()
        self._start_what_is_due()

    def _show_change(self, sentence: str = "") -> None:
        """Show a position that has changed other than by moves."""
        self.tweens.finish()
        if self.match.outcome is None:
            self.celebration.hide()
            self.board.animate_change(self.match.state)
        self.show_position(sentence)

    def _set_note(self, sentence: str) -> None:
        self._note, self._is_message = sentence, False

    def show_message(self, sentence: str) -> None:
        """Show a sentence until the position changes."""
        self._note, self._is_message = sentence, True
        self.repaint()

    def show_position(self, sentence: str = "") -> None:
        """Show the position; the given sentence is shown before the sentence that says who is to move.

        Then start the opponent, open the dialog of an opening decision, or show the result.
        """
        self._set_note(join_sentences((sentence, position_sentence(self.table))))
        self.refresh()
        self._start_what_is_due()

    def reset_for_position(self) -> None:
        """Reset hint and pending turn for a new position, scroll to the newest move, and update the banter."""
        super().reset_for_position()
        self.actions.position_shown()
        self.board.suggest(())
        for part in (self.picture.moves, self.picture.picker, self.picture.talk):
            part.reset_for_position()

    def _start_what_is_due(self) -> None:
        """Start the opponent, open the dialog of an opening decision, or show the result banner."""
        self.table.think()
        if self.match.outcome is not None:
            self._sounds.ended()
            self.celebration.show(self.app.canvas(self.app.window.screen))
        elif self.table.person_to_move:
            self._opening.ask()

    def _show_game(self) -> None:
        match = self.match
        numbers = stone_numbers(match) if self.app.preferences.numbers_shown else None
        self.board.show(match.state, self.subject.marks(match.state), numbers)
        self.board.guidance = self.picture.help.look()
        self.entry.show_previews()

    # Time

    def tick(self, seconds: float) -> None:
        """Process events of the session, and advance clocks and animations."""
        super().tick(seconds)
        self._hand.tick(seconds)
        self.show_events(seconds)
        if self.picture.thinking.tick(seconds):
            self.repaint()
        if self._is_waiting != bool(waiting_sentence(self.table)):
            self._is_waiting = not self._is_waiting
            self.refresh()
        self._show_presence()
        if not self.tweens.active and self.app.scene is self:
            self.actions.tick()
        self.dirty |= self._digits.turned() | self.picture.tick(seconds, reduced=self.tweens.reduced)

    def show_events(self, seconds: float = 0.0) -> None:
        """Advance the session, and show its events."""
        for event in self._running.tick(seconds, is_falling=bool(self.board.motion.now.falling)):
            self._show_event(event)

    def _show_presence(self) -> None:
        """Show a change of the connection to a remote opponent, and remove a phrase that was shown long enough."""
        problem = self.table.opponent.problem
        if self.picture.drop_old_phrase() or problem != self._problem:
            self._problem = problem
            self.repaint()

    def _show_event(self, event: SessionEvent) -> None:
        match event:
            case MovesPlayed(events, note):
                self._show_moves(events, note)
            case MessageShown(sentence) | RequestReceived(sentence):
                self.refresh()
                self._start_what_is_due()
                self.show_message(sentence)
            case HelpUpdated():
                self.refresh()
            case GameChanged():
                self._show_change()
            case TurnTakenBack(sentence, lines):
                self._show_change()
                self.show_message(sentence)
                self.board.suggest((), lines)
            case GameStarted():
                self.tweens.finish()
                self._sit_at(self.table)
                self._begin_game()
            case PhraseReceived(words):
                self.picture.show_phrase(words)
                self.repaint()
            case _:
                self.actions.handle_event(event)

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        self.picture.paint(canvas, self._sentence)

    @property
    def _sentence(self) -> str:
        """The sentence on the screen: the most urgent of several."""
        if self.board.why is not None:
            return self.board.why.message
        if self._problem and self.table.opponent.received is None:
            is_news = self._is_message or self.match.outcome is not None
            return join_sentences((self._note, self._problem)) if is_news else self._problem
        return waiting_sentence(self.table) or self._note

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the animated parts of the game screen: board, clocks, lamps and result banner."""
        self.picture.paint_live(canvas)
        self.celebration.draw(canvas)


def play_on(app: App, taken_over: TakeOver | None) -> None:
    """Start a game from a position that was chosen in a replay. Do nothing if ``taken_over`` is None.

    If the position is from a rated game in progress, the player must first agree to make that game unrated.
    """
    if taken_over is None:
        return
    # Leaving leads back to the menu, no matter where the replay was opened.
    when_unrated(
        app,
        Unrating.PLAY_ON,
        taken_over.match,
        lambda: app.push(PlayScene(app, taken_over.start_session(app.services)), lambda _: app.back_to_first()),
    )
