"""The screen of a remote game: board, both players, requests, chat phrases, and the latency lamp."""

from __future__ import annotations

from functools import partial

import pygame

from game.core.language import _, join_sentences
from game.core.match import Match
from game.core.model import Event, Reason, Tossed
from game.core.ruleset import Ruleset
from game.network.joining import Networks
from game.network.outbox import (
    Notice,
    PeerUpdate,
    PhraseReceived,
    RequestReceived,
    SpectatingAllowed,
    StateChanged,
    TermsReceived,
)
from game.network.remote_connection import RemoteConnection
from game.network.session.remote_game import RemoteGame
from game.network.session.texts import delay_text, lost_sentence, said_text
from game.network.sides import PeerRequest, Phrase
from game.session.pending_turn import PendingTurn, PreviewController
from game.session.playable_game import MovesPlayed
from game.session.shown_game import stone_numbers
from game.session.texts import describe, outcome_sentence, pending_sentence, turn_sentence
from game.ui.analysis.board.opening import analyse_game
from game.ui.board.board_buttons import numbers_button
from game.ui.board.board_scene import BoardScene
from game.ui.board.board_view import BoardView
from game.ui.board.game_clock import ClockDigits
from game.ui.board.stone_picker import StonePicker
from game.ui.effects.sound.mixer import TableSounds
from game.ui.network.phrases_scene import PhrasesScene
from game.ui.network.remote_game_buttons import RemoteGameActions, remote_game_buttons
from game.ui.network.remote_game_menu import RemoteGameMenu
from game.ui.network.remote_game_picture import RemoteGamePicture
from game.ui.painting.canvas import Canvas
from game.ui.play.end_banner import EndBanner
from game.ui.play.opening import OpeningAtTable
from game.ui.play.play_buttons import corner_buttons, music_button
from game.ui.play.play_scene import play_on
from game.ui.shell.app import App
from game.ui.widgets import keys
from game.ui.widgets.buttons import PAGES, PRESS_KEYS, Button

#: Seconds for which a phrase of the other side stays in the bubble.
_MESSAGE_SECONDS = 12.0


class RemoteGameScene(BoardScene[None]):
    """The screen of a series of remote games. The session stays saved when the local player leaves."""

    tune = "table"

    def __init__(self, app: App, table: RemoteConnection, networks: Networks | None = None) -> None:
        """Open the screen of a remote game.

        ``networks`` are for spectators; None in a club tournament.
        """
        super().__init__(app)
        self.game = RemoteGame(app.services, table, networks)
        self._message, self._message_age = "", 0.0
        self._notice_text = ""
        self._has_left = False
        self._sit()

    def _sit(self) -> None:
        """Create the widgets for the latest game of the series."""
        game, app = self.game, self.app
        self._number = len(game.tournament.games)
        self.board = BoardView(game.tournament.ruleset.info, self.tweens, self.repaint)
        self._sounds = TableSounds(app.sounds, game)
        self.pending = PendingTurn(game)
        self._hand = PreviewController(self.pending)
        self.picture = RemoteGamePicture(game, self.board, self.pending)
        self._clock = ClockDigits(game)
        self._opening = OpeningAtTable(self, game, self._take, self._show_message, self._begin_turn)
        self.celebration = EndBanner(game, self.board, self.tweens)
        self._menu = RemoteGameMenu(app, game, self._request, self._leave)
        self._note = ""
        self._sentence = self._lost = ""

    @property
    def subject(self) -> Ruleset:
        """The ruleset of the remote game."""
        return self.match.ruleset

    @property
    def match(self) -> Match:
        """The match of the latest game in the series."""
        return self.game.match

    # Entering and leaving

    def enter(self) -> None:
        """Start polling the remote game, which continues under other screens; show the toss of a new game."""
        self.app.add_tick_callback(self.game.tick)
        super().enter()
        self._begin_game()

    def exit(self) -> None:
        """Leave the remote game, and report if saving it failed."""
        self.app.dismiss(self.game.tick)
        problem = self.game.leave()
        if problem:
            self.app.notices.append((_("Not everything was saved"), problem))

    def _leave(self) -> None:
        self.finish(None)

    def _begin_game(self) -> None:
        match = self.match
        began = "" if match.plies else describe(self.game, match.setup_events)
        self._note = join_sentences((began, self._turn_note()))
        self.arrange()
        tossed = [event for event in match.setup_events if isinstance(event, Tossed)]
        if tossed and not match.plies and self.app.scene is self:
            self._opening.show_toss(tossed[0].seat)
        else:
            self._begin_turn()

    def _begin_turn(self) -> None:
        """Show the end banner after a game, or an opening decision that the local player has to make."""
        if self.match.outcome is not None:
            self._sounds.ended()
            self.celebration.show(self.app.canvas(self.app.window.screen))
        elif self.game.person_to_move:
            self._opening.ask()

    def _turn_note(self) -> str:
        outcome = self.match.outcome
        if outcome is None and self.game.peer.is_paused:
            return _("Game paused. The next move resumes it.")
        return turn_sentence(self.game) if outcome is None else outcome_sentence(self.game, outcome)

    # Layout

    def arrange(self) -> None:
        self.celebration.forget_sizes()
        super().arrange()

    def on_language_changed(self) -> None:
        """Show the note about the turn in the new language."""
        self._note, self._notice_text = self._turn_note(), ""
        super().on_language_changed()

    def buttons(self) -> list[Button]:
        stage, preferences = self.stage, self.app.preferences
        actions = RemoteGameActions(
            speak=self._open_phrases,
            play=self._play_previews,
            yes=lambda: self._answer(is_yes=True),
            no=lambda: self._answer(is_yes=False),
            undo=self._undo,
            draw=lambda: self._request(PeerRequest.DRAW),
            resign=self._menu.ask_resign,
            pause=lambda: self._request(PeerRequest.PAUSE),
            proceed=lambda: self._request(PeerRequest.RESUME),
            again=lambda: self._request(PeerRequest.NEXT_GAME),
            analyse=lambda: analyse_game(self.app, self.game.tournament, partial(play_on, self.app)),
            leave=self._leave,
        )
        beside = remote_game_buttons(stage, self.game, self.pending, actions)
        corner = corner_buttons(stage, self._menu.open, self._menu.open_settings)
        numbers = numbers_button(stage, lambda: self._toggle("numbers_shown"), is_on=preferences.numbers_shown)
        music = music_button(stage, lambda: self._toggle("music"), is_on=preferences.music)
        return [*self.picture.picker.buttons(stage, self._pick), *beside, *corner, numbers, music]

    def _toggle(self, preference: str) -> None:
        preferences = self.app.preferences
        setattr(preferences, preference, not getattr(preferences, preference))
        self.app.sounds.set_volumes(preferences)
        self.arrange()

    # Input

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event: buttons and the board come first, then the mouse wheel scrolls the moves."""
        if super().handle(event):
            return True
        if event.type == pygame.MOUSEWHEEL:
            self._scroll(event.y)
            return True
        return False

    def _scroll(self, rows: int) -> None:
        self.picture.moves.scroll(rows)
        self.repaint()

    @property
    def _stones(self) -> StonePicker:
        return self.picture.picker

    def _hover(self, point: tuple[int, int]) -> bool:
        changed = self._point_at(lambda: self.board.hover(self.board.cell_at(point)))
        if changed:
            self._show_previews()
        return changed

    def _click(self, point: tuple[int, int]) -> bool:
        self.tweens.finish()
        cell = self.board.cell_at(point)
        if cell is None:
            return False
        if self.match.outcome is not None:
            self.celebration.hide()
            self.dirty = True
            return True
        self.board.hover(cell)
        if self.pending.is_open:
            self._take(self._hand.press(self._stone_for(cell)))
        else:
            self._place(cell)
        return True

    def _board_key(self, event: pygame.event.Event) -> bool:
        if event.key in PRESS_KEYS and self.controls.focused is None:
            self._press_at_cursor()
        elif event.key in keys.BACK.keys and self.pending.moves:
            self.pending.clear()
            self._after_laying()
        elif event.key in keys.TAKE_OFF.keys and self.pending.moves:
            self._take_preview()
        elif event.key in PAGES:
            self._scroll(PAGES[event.key])
        elif keys.UNDO.is_hit_with_ctrl(event):
            self._undo()
        else:
            return False
        return True

    def _press_at_cursor(self) -> None:
        cursor = self.board.cursor
        if self.match.outcome is not None:
            self._request(PeerRequest.NEXT_GAME)
        elif self.pending.is_confirmed_by(cursor):
            self._play_previews()
        elif cursor is None:
            if not self._opening.ask():
                self._move_cursor((0, 0))
        elif not self.pending.is_open:
            self._place(cursor)
        elif self.pending.has(cursor):
            self._take_preview()
        else:
            self._take(self.pending.put(self._stone_for(cursor)))

    def _pick(self, letter: str) -> None:
        self.picture.picker.choose(letter)
        self.pending.change_newest(letter)
        self.refresh()

    # Moves

    def _place(self, cell: int) -> None:
        if self.match.outcome is None and not self._opening.ask():
            self._take(self.game.play(self._stone_for(cell)))

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
        if result is None:
            self._sounds.laid()
            self._after_laying()
        elif isinstance(result, Reason):
            self._sounds.refused()
            self._show_message(result.message)
            self.refresh()
            self.board.shake()
        else:
            self._after_moves(result.events)

    def _after_laying(self) -> None:
        self._note = pending_sentence(self.game, self.pending)
        self.refresh()

    def _after_moves(self, events: tuple[Event, ...]) -> None:
        self._notice_text = ""
        self._note = join_sentences((describe(self.game, events), self._turn_note()))
        self.board.animate(events)
        self._sounds.moved(events)
        self.refresh()
        self._begin_turn()

    def reset_for_position(self) -> None:
        """Remove the preview stones and scroll the list of moves to its end."""
        super().reset_for_position()
        for part in (self.picture.moves, self.picture.picker):
            part.reset_for_position()

    def _show_game(self) -> None:
        match = self.match
        numbers = stone_numbers(match) if self.app.preferences.numbers_shown else None
        self.board.show(match.state, self.subject.marks(match.state), numbers)
        self._show_previews()

    def _show_previews(self) -> None:
        held, pending = self._hand.held, self.pending
        carried = held is not None and held != self.board.cursor
        self.board.previews = [move for move in pending.moves if not (carried and move.cell == held)]
        wants_stone = self.game.person_to_move and (carried or not pending.is_complete)
        self.board.stone = self.picture.picker.letter if wants_stone else ""

    # Requests and phrases

    def _show_message(self, sentence: str) -> None:
        self._notice_text = sentence
        self.repaint()

    def _undo(self) -> None:
        if self.pending.moves:
            self.pending.take_newest()
            self._after_laying()
        else:
            self._request(PeerRequest.UNDO)

    def _request(self, request: PeerRequest) -> None:
        """Send a request to the other side, or resign. Show the change if it takes effect at once."""
        revision, number = self.match.revision, len(self.game.tournament.games)
        refusal = self.game.ask(request)
        if refusal is not None:
            self._show_message(refusal.message)
        elif (revision, number) != (self.match.revision, len(self.game.tournament.games)):
            self._handle_change(())
        elif self.game.peer.asked is not None:
            self._show_message(_("Request sent to {name}.", name=self.game.peer.peer_name))
        self.refresh()

    def _answer(self, *, is_yes: bool) -> None:
        refusal = self.game.answer(is_yes=is_yes)
        self._notice_text = refusal.message if refusal is not None else ""
        self.refresh()

    def _open_phrases(self) -> None:
        self.app.push(PhrasesScene(self.app), self._speak)

    def _speak(self, phrase: Phrase | None) -> None:
        if phrase is not None:
            self.game.send_phrase(phrase)
            self._show_message(_("You say: {words}", words=said_text(phrase)))

    # Time

    def update(self, seconds: float) -> None:
        """Process the latest changes of the remote game, and show the state of the connection."""
        super().update(seconds)
        self._hand.pass_time(seconds)
        for news in self.game.take_updates():
            self._handle_update(news)
        self._update_presence()
        self._expire_message(seconds)
        self.dirty |= self._clock.turned() | self.picture.pass_time(seconds, reduced=self.tweens.reduced)

    def _handle_update(self, news: PeerUpdate) -> None:
        match news:
            case StateChanged(events):
                self._handle_change(events)
            case Notice(sentence):
                self._show_message(sentence)
                self.refresh()
            case RequestReceived(_request, sentence):
                self._show_message(sentence)
                self.refresh()
            case PhraseReceived(phrase):
                self._message, self._message_age = said_text(phrase), _MESSAGE_SECONDS
                self.repaint()
            case SpectatingAllowed():
                # The note about the open request is out of date.
                self._notice_text = ""
                self.refresh()
                self._menu.show_spectating_text()
            case TermsReceived():
                pass

    def _handle_change(self, events: tuple[Event, ...]) -> None:
        """Show a change of the remote game: moves, an undo, an end, a new game or a pause."""
        if self._number != len(self.game.tournament.games):
            self.tweens.finish()
            self._sit()
            self._begin_game()
        elif events:
            self._after_moves(events)
        else:
            self._notice_text, self._note = "", self._turn_note()
            self.tweens.finish()
            if self.match.outcome is None:
                self.celebration.hide()
                self.board.animate_change(self.match.state)
            self.refresh()
            self._begin_turn()

    def _update_presence(self) -> None:
        """Update the latency lamp and the speech bubble to the state of the connection."""
        lost, words = lost_sentence(self.game), delay_text(self.game)
        if (lost, words) != (self._lost, self._sentence):
            self._lost, self._sentence = lost, words
            self.repaint()

    def _expire_message(self, seconds: float) -> None:
        self._message_age -= seconds
        if self._message and self._message_age <= 0:
            self._message = ""
            self.repaint()

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        why = self.board.why
        asked = self._notice_text if self.game.peer.received_request is not None else ""
        text = join_sentences((self._notice_text, self._lost)) if self._notice_text else self._lost
        self.picture.paint(canvas, self._message, why.message if why else asked or text or self._note)

    def paint_live(self, canvas: Canvas) -> None:
        self.picture.paint_live(canvas)
        self.celebration.draw(canvas)
