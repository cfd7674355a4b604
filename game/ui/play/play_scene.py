"""The game screen: board, players, moves, and all actions during and after a game."""

from __future__ import annotations

import pygame

from game.analysis.review.coach import teacher_of
from game.core.language import _, join_sentences
from game.core.match import Match
from game.core.model import Event, Move, Place, Reason, Tossed
from game.core.ruleset import Ruleset
from game.session.game_session import GameSession
from game.session.hints import hint_reasons, hint_sentence, lay_out_again, play_meanwhile, waiting_sentence
from game.session.pending_turn import PendingTurn, PreviewController
from game.session.play_on import TakeOver
from game.session.playable_game import HelpUpdated, HintGiven, MessageShown, MovesPlayed, SessionEvent, TurnTakenBack
from game.session.records.counting import Unrating
from game.session.shown_game import stone_numbers
from game.session.texts import as_sentence, describe, pending_sentence, turn_sentence
from game.ui.board.board_buttons import numbers_button
from game.ui.board.board_scene import BoardScene
from game.ui.board.board_view import BoardView
from game.ui.board.game_clock import GameClock
from game.ui.board.stone_picker import StonePicker
from game.ui.effects.sound.mixer import TableSounds
from game.ui.painting.canvas import Canvas
from game.ui.play.after_game import AfterGame
from game.ui.play.end_banner import EndBanner
from game.ui.play.opening import OpeningAtTable
from game.ui.play.play_buttons import (
    EndActions,
    GameActions,
    corner_buttons,
    end_buttons,
    game_buttons,
    music_button,
    shown_toggles,
    toggle_buttons,
)
from game.ui.play.play_picture import PlayPicture
from game.ui.play.running_clock import RunningClock
from game.ui.play.table_menu import SitDown, TableMenu
from game.ui.shell.app import App
from game.ui.shell.unrated_question import when_unrated
from game.ui.widgets import keys
from game.ui.widgets.buttons import PAGES, PRESS_KEYS, Button
from game.ui.widgets.tooltip import PointerShape


class PlayScene(BoardScene[None]):
    """Scene in which the games of a session are played until the player leaves."""

    tune = "table"

    def __init__(self, app: App, table: GameSession) -> None:
        super().__init__(app)
        self._way_back, self._running = app.scenes.way_back, RunningClock(self, self.refresh)
        self._sit_at(table)

    def _sit_at(self, table: GameSession) -> None:
        self.table = table
        table.teacher = teacher_of(table)
        info = table.tournament.ruleset.info
        self.board = BoardView(info, self.tweens, self.repaint)
        self._sounds = TableSounds(self.app.sounds, table)
        self.pending = PendingTurn(table)
        self._hand = PreviewController(self.pending)
        self._hinted: tuple[Place, ...] = ()
        self.picture = PlayPicture(table, self.board, self.pending)
        acts = (self._note_and_start, self._new_match, lambda: self.finish(None), self._toggle)
        self._menu = TableMenu(self.app, table, self._show_message, *acts, self._way_back)
        self._note = ""
        self._is_waiting = False
        """True if the opponent to move was still being compiled at the last layout of the buttons."""
        self._clock = GameClock(table)
        self._running.sit_at(table, self._clock)
        self._opening = OpeningAtTable(self, table, self._take, self._show_message, self._start_what_is_due)
        self.celebration = EndBanner(table, self.board, self.tweens)
        ways = (self._change_table, self._next_game, self.celebration.hide)
        self._after = AfterGame(self.app, table, self._menu, *ways, has_pending_reward=table.match.outcome is None)

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
        self._note = join_sentences((began, turn_sentence(self.table)))
        self.arrange()
        tossed = [event for event in match.setup_events if isinstance(event, Tossed)]
        if tossed and not match.plies:
            self._opening.show_toss(tossed[0].seat)
        else:
            self._start_what_is_due()

    def resume(self) -> None:
        """Apply changed preferences, show what happened meanwhile, and retry to start a missing engine."""
        had_previews = bool(self.pending.moves)
        super().resume()
        if had_previews and not self.pending.moves:
            self._note = turn_sentence(self.table)
        if self._running.has_moved:
            self._note_and_start(turn_sentence(self.table))
        for happening in self._running.take_updates():
            self._show_happening(happening)
        self.table.think()

    def exit(self) -> None:
        """Stop the opponent and save the game; tell the player if saving failed."""
        self._running.end()
        self._leave_table()

    def _leave_table(self) -> None:
        problem = self.table.leave()
        if problem:
            self.app.notices.append((_("Not everything was saved"), problem))

    # Layout

    def arrange(self) -> None:
        """Lay out the game screen: the board, the cards and the buttons."""
        self.picture.thinking.wanted = self.app.preferences.thinking_shown
        self.picture.help.wanted = self.app.preferences.help_shown
        self.celebration.forget_sizes()
        super().arrange()

    def on_language_changed(self) -> None:
        """Replace the note on the game screen by one about the position in the new language."""
        self._note = pending_sentence(self.table, self.pending)
        super().on_language_changed()

    def buttons(self) -> list[Button]:
        """Return the buttons of the game screen: the stone picker, the game's actions, and the top line."""
        stage, table, preferences = self.stage, self.table, self.app.preferences
        if table.match.outcome is not None:
            ends = EndActions(self._after.proceed, self._after.open_results, lambda: self.finish(None))
            below = end_buttons(stage, table, ends, _(self._way_back))
        else:
            menu = self._menu
            steps = (self._hint, self._play_previews, self._undo, self._redo)
            acts = GameActions(*steps, menu.give_up, menu.ask_name, self._play_meanwhile)
            below = game_buttons(stage, table, self.pending, acts)
        above = [*corner_buttons(stage, self._menu.open, self._menu.open_settings)]
        above.append(numbers_button(stage, lambda: self._toggle("numbers_shown"), is_on=preferences.numbers_shown))
        above.append(music_button(stage, lambda: self._toggle("music"), is_on=preferences.music))
        above += toggle_buttons(stage, shown_toggles(table, self.picture, self._toggle, self._menu.show_thoughts))
        return [*self.picture.picker.buttons(stage, self._pick), *below, *above]

    def _toggle(self, preference: str) -> None:
        preferences = self.app.preferences
        setattr(preferences, preference, not getattr(preferences, preference))
        self.app.sounds.set_volumes(preferences)
        self.arrange()

    # Input

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle events for buttons, board and mouse wheel, and clicks that make the opponent move sooner."""
        if self._is_press(event) and self.table.pace.skip():
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
            self._show_previews()
        return changed

    def _click(self, point: tuple[int, int]) -> bool:
        ended_early = self.celebration.is_moving
        self.tweens.finish()
        cell = self.board.cell_at(point)
        if cell is None:
            return self._click_thinking(point)
        if self.table.match.outcome is not None:
            if not ended_early:
                self.celebration.hide()
            self.dirty = True
            return True
        self.board.hover(cell)
        if self.pending.is_open:
            self._take(self._hand.press(self._stone_for(cell)))
        else:
            self._place(cell)
        return True

    def shape_at(self, point: tuple[int, int]) -> PointerShape:
        """Return the pointer's shape, which is a hand over the clickable card with the engine's thinking."""
        thinking = self.picture.thinking
        is_over = thinking.is_shown and thinking.rect(self.stage).collidepoint(point)
        return "hand" if is_over else super().shape_at(point)

    def _click_thinking(self, point: tuple[int, int]) -> bool:
        thinking = self.picture.thinking
        if not thinking.is_shown or not thinking.rect(self.stage).collidepoint(point):
            return False
        thinking.pin()
        return True

    def _board_key(self, event: pygame.event.Event) -> bool:
        if event.key in PRESS_KEYS and self.controls.focused is None:
            if self.table.match.outcome is not None:
                self._after.proceed()
            elif self.pending.is_confirmed_by(self.board.cursor):
                self._play_previews()
            elif self.board.cursor is None and not self._opening.ask():
                self._move_cursor((0, 0))
            elif self.board.cursor is not None:
                self._place_by_key(self.board.cursor)
        elif event.key in keys.BACK.keys and self.pending.moves:
            self.pending.clear()
            self._after_laying()
        elif event.key in keys.TAKE_OFF.keys and self.pending.moves:
            self._take_preview()
        elif event.key in PAGES:
            self._scroll_moves(PAGES[event.key])
        elif keys.LINE.is_hit(event):
            self.picture.thinking.pin()
        elif self._is_asked(keys.UNDO, event):
            self._undo()
        elif self._is_asked(keys.REDO, event):
            self._redo()
        else:
            return False
        return True

    def _is_asked(self, use: keys.KeyUse, event: pygame.event.Event) -> bool:
        """Return True if a key asks for an action that has no enabled button for this key."""
        by_button = any(event.key in button.keys and button.enabled for button in self.controls.buttons)
        return use.is_hit_with_ctrl(event) or (use.is_hit(event) and not by_button)

    def _pick(self, letter: str) -> None:
        self.picture.picker.choose(letter)
        self.pending.change_newest(letter)
        self.refresh()

    # Moves

    def _place(self, cell: int) -> None:
        if self.table.match.outcome is not None:
            return
        if self._opening.ask():
            return
        self._take(self.table.play(self._stone_for(cell)))

    def _place_by_key(self, cell: int) -> None:
        if not self.pending.is_open:
            self._place(cell)
        elif self.pending.has(cell):
            self._take_preview()
        else:
            self._take(self.pending.put(self._stone_for(cell)))

    def _take_preview(self) -> None:
        cursor = self.board.cursor
        if cursor is not None and self.pending.has(cursor):
            self.pending.take(cursor)
        else:
            self.pending.take_newest()
        self._after_laying()

    def _play_previews(self) -> None:
        self._take(self.pending.play())

    def _take(self, result: MovesPlayed | Reason | None) -> None:
        """Show the result of a move on the board; None means that only the pending turn has changed."""
        if result is None:
            self._sounds.laid()
            self._after_laying()
        elif isinstance(result, Reason):
            self._sounds.refused()
            self._note = result.message
            self.refresh()
            self.board.shake()
        else:
            self._after_moves(result.events)

    def _after_laying(self) -> None:
        self._note = pending_sentence(self.table, self.pending)
        self.refresh()

    def _after_moves(self, events: tuple[Event, ...], note: str = "") -> None:
        sentences = (describe(self.table, events), as_sentence(note), turn_sentence(self.table))
        self._note = join_sentences(sentences)
        self.board.animate(events)
        self._sounds.moved(events)
        self.refresh()
        self._start_what_is_due()

    def reset_for_position(self) -> None:
        """Reset hint and pending turn for a new position, scroll to the newest move, and update the banter."""
        super().reset_for_position()
        self._hinted = ()
        self.board.suggest(())
        for part in (self.picture.moves, self.picture.picker, self.picture.talk):
            part.reset_for_position()

    def _start_what_is_due(self) -> None:
        """Start the opponent, open the dialog of an opening decision, or show the result banner."""
        self.table.think()
        if self.table.match.outcome is not None:
            self._sounds.ended()
            self.celebration.show(self.app.canvas(self.app.window.screen))
        elif self.table.person_to_move:
            self._opening.ask()

    def _show_game(self) -> None:
        match = self.table.match
        numbers = stone_numbers(match) if self.app.preferences.numbers_shown else None
        self.board.show(match.state, self.table.tournament.ruleset.marks(match.state), numbers)
        self.board.guidance = self.picture.help.look()
        self._show_previews()

    def _show_previews(self) -> None:
        """Show the stones of the pending turn on the board, except one that the pointer is dragging."""
        held, pending = self._hand.held, self.pending
        carried = held is not None and held != self.board.cursor
        self.board.previews = [move for move in pending.moves if not (carried and move.cell == held)]
        wants_stone = self.table.person_to_move and (carried or not pending.is_complete)
        self.board.stone = self.picture.picker.letter if wants_stone else ""

    # Actions

    def _show_message(self, sentence: str) -> None:
        self._note = sentence
        self.repaint()

    def _hint(self) -> None:
        """Ask the engine for a hint or, if the hint shown has several stones, enter them as the pending turn."""
        if self._hinted and self.pending.is_open:
            self._take(self.pending.replace(self._hinted))
            return
        self._menu.when_agreed(Unrating.HINT, self._ask_hint)

    def _ask_hint(self) -> None:
        refusal = self.table.ask_hint()
        self._show_message(refusal.message if refusal else _("Thinking about a hint…"))

    def _undo(self) -> None:
        if self.pending.moves:
            self.pending.take_newest()
            self._after_laying()
            return
        self._menu.when_agreed(Unrating.UNDO, lambda: self._after_undo(self.table.undo(), _("Move undone.")))

    def _redo(self) -> None:
        self._after_undo(self.table.redo(), _("Move redone."))

    def _after_undo(self, refusal: Reason | None, sentence: str) -> None:
        if refusal is not None:
            self._show_message(refusal.message)
            return
        self._show_taken_back(join_sentences((sentence, turn_sentence(self.table))))

    def _show_taken_back(self, sentence: str) -> None:
        self.tweens.finish()
        self.celebration.hide()
        self.board.animate_change(self.table.match.state)
        self._note_and_start(sentence)

    def _note_and_start(self, sentence: str) -> None:
        self._note = sentence
        self.refresh()
        self._start_what_is_due()

    def _new_match(self) -> None:
        self._after.new_match()

    def _play_meanwhile(self) -> None:
        """Start a game against an opponent whose engine is ready.

        The current game remains among the saved games.
        """
        self._change_table(lambda: play_meanwhile(self.app.services, self.table))

    def _change_table(self, start_session: SitDown) -> None:
        self._leave_table()
        self._sit_at(start_session())
        self._begin_game()

    def _next_game(self) -> None:
        self.tweens.finish()
        self.table.next_game()
        self._sit_at(self.table)
        self._begin_game()

    # Time

    def update(self, seconds: float) -> None:
        """Process events of the session, and advance clocks and animations."""
        super().update(seconds)
        self._hand.pass_time(seconds)
        self._count_time(seconds)
        self.table.pace.pass_time(seconds)
        for happening in self.table.poll():
            self._show_happening(happening)
        if self.picture.thinking.update(seconds):
            self.repaint()
        if self._is_waiting != bool(waiting_sentence(self.table)):
            self._is_waiting = not self._is_waiting
            self.refresh()
        if not self.tweens.active and self.app.scene is self:
            self._after.show_reward()
        self.dirty |= self._clock.turned() | self.picture.blink(0.0 if self.tweens.reduced else seconds)

    def _count_time(self, seconds: float) -> None:
        """Count the thinking time of the player to move, except while a stone is falling."""
        if self._clock.pass_time(0.0 if self.board.motion.now.falling else seconds):
            self._note_and_start(turn_sentence(self.table))

    def _show_happening(self, happening: SessionEvent) -> None:
        match happening:
            case MovesPlayed(events, note):
                self._after_moves(events, note)
            case MessageShown(sentence):
                self._note_and_start(sentence)
            case HelpUpdated():
                self.refresh()
            case TurnTakenBack(sentence, lines):
                self._show_taken_back(sentence)
                self.board.suggest((), lines)
            case HintGiven(moves, note):
                self._show_hint(moves[: self.pending.size], note)

    def _show_hint(self, moves: tuple[Move, ...], note: str) -> None:
        reasons = hint_reasons(self.table, moves)
        more = lay_out_again(len(moves)) if self.pending.is_open else ""
        self._note = join_sentences((hint_sentence(self.table, moves, reasons, note), more))
        self._hinted = tuple(move for move in moves if isinstance(move, Place))
        for place in self._hinted[:1]:
            self.picture.picker.choose(place.stone)
        self.board.suggest(self._hinted, [line for reason in reasons for line in reason.lines])
        self.refresh()

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        why = self.board.why
        self.picture.paint(canvas, why.message if why else waiting_sentence(self.table) or self._note)

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
