"""What a player can do in a remote game: requests and answers, chat phrases, the menu, and the actions after it."""

from __future__ import annotations

from functools import partial

from game.core.language import _
from game.core.request import PlayerRequest
from game.network.session.remote_opponent import RemoteOpponent
from game.network.session.texts import said_text
from game.network.sides import Phrase
from game.session.playable_game import SessionEvent, SpectatingAllowed
from game.ui.analysis.board.opening import analyse_game
from game.ui.network.phrases_scene import PhrasesScene
from game.ui.network.remote_game_menu import RemoteGameMenu
from game.ui.play.game_screen import GameScreen, ScreenActions
from game.ui.play.play_scene import play_on
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button, command_button
from game.ui.widgets.commands import SceneCommand, command
from game.ui.widgets.keys import KeyUse

#: The left edges of the column of buttons and of its second half, and the widths of a whole and of a half button.
_LEFT, _SECOND, _WIDTH, _HALF = 1016, 1144, 240, 112


class OnlineActions(ScreenActions):
    """The actions in a game against a person on another machine."""

    def __init__(self, screen: GameScreen) -> None:
        opponent = screen.table.opponent
        assert isinstance(opponent, RemoteOpponent), "the opponent is on another machine"
        super().__init__(screen)
        self.opponent = opponent
        self.menu = RemoteGameMenu(screen, opponent, self._ask)

    # Buttons and keys

    def buttons(self) -> list[Button]:
        """Return the buttons beside the board and in the top line; the answers to an open request come first."""
        is_over = self._table.match.outcome is not None
        beside = [*self._first_row(), *(self._end_buttons() if is_over else self._game_buttons())]
        return [*beside, *self.top_buttons(self.menu.open, self.menu.open_settings)]

    def _first_row(self) -> list[Button]:
        """Return the most important buttons: answers to a request, an unfinished turn, the next game, or a phrase."""
        rect, pending = self._screen.stage.rect, self._screen.entry.pending
        speak = command(keys.SPEAK, self._open_phrases)
        if self.opponent.received is not None:
            yes = command(keys.AGREE, partial(self._answer, is_yes=True))
            no = command(None, partial(self._answer, is_yes=False))
            return [
                command_button(yes, rect(_LEFT, 484, _HALF, 52), _("Yes"), kind="primary", icon="check", size=18),
                command_button(no, rect(_SECOND, 484, _HALF, 52), _("No"), size=18),
            ]
        if self._table.match.outcome is not None:
            over = _("The series is over.") if self._table.tournament.is_over else ""
            again = command(keys.GO_ON, self.proceed, lambda: over)
            return [command_button(again, rect(_LEFT, 484, _WIDTH, 56), _("Another game"), kind="primary", icon="play")]
        if pending.is_laid_out and self._screen.entry.has_passes:
            kind = "primary" if pending.is_complete else "ghost"
            return [
                command_button(speak, rect(_LEFT, 484, 72, 52), _("Chat"), size=18, tip=_("Say something")),
                self.turn_button(rect(1168, 484, 88, 52), kind),
                self.pass_button(rect(1096, 484, 64, 52)),
            ]
        if pending.is_laid_out:
            chat = command_button(speak, rect(_LEFT, 484, 96, 52), _("Chat"), size=18, tip=_("Say something"))
            return [chat, self.turn_button(rect(1124, 484, 132, 52), "primary" if pending.is_complete else "ghost")]
        if self._screen.entry.has_passes:
            chat = command_button(speak, rect(_LEFT, 484, _HALF, 52), _("Chat"), size=18, tip=_("Say something"))
            return [chat, self.pass_button(rect(_SECOND, 484, _HALF, 52))]
        return [command_button(speak, rect(_LEFT, 484, _WIDTH, 52), _("Say something"), icon="person", size=18)]

    def _game_buttons(self) -> list[Button]:
        """Return the buttons of a remote game in progress; a request that waits for an answer is highlighted."""
        rect = self._screen.stage.rect
        label, rest = _("Pause"), PlayerRequest.PAUSE
        if self.opponent.is_paused:
            label, rest = _("Resume"), PlayerRequest.RESUME
        return [
            command_button(
                command(keys.UNDO, self._undo, is_on=lambda: self.opponent.asked is PlayerRequest.UNDO),
                rect(_LEFT, 556, _HALF, 48), _("Undo"), icon="undo", size=18,
            ),
            command_button(
                self._request(keys.OFFER_DRAW, PlayerRequest.DRAW),
                rect(_SECOND, 556, _HALF, 48), _("Draw"), icon="draw", size=18,
            ),
            command_button(
                command(keys.RESIGN, self.menu.ask_resign, is_on=lambda: self.opponent.asked is PlayerRequest.RESIGN),
                rect(_LEFT, 624, _HALF, 48), _("Resign"), icon="flag", size=18,
            ),
            command_button(
                self._request(keys.PAUSE, rest), rect(_SECOND, 624, _HALF, 48), label, icon="pause", size=18
            ),
        ]  # fmt: skip

    def _request(self, use: KeyUse, request: PlayerRequest) -> SceneCommand:
        return command(use, partial(self._ask, request), is_on=lambda: self.opponent.asked is request)

    def _end_buttons(self) -> list[Button]:
        """Return the buttons after a game, below the one for another game."""
        rect = self._screen.stage.rect
        speak, analyse = command(keys.SPEAK, self._open_phrases), command(keys.ANALYSE, self._analyse)
        leave = command(keys.LEAVE, partial(self._screen.finish, None))
        return [
            command_button(speak, rect(_LEFT, 560, _HALF, 48), _("Chat"), size=18, tip=_("Say something")),
            command_button(analyse, rect(_SECOND, 560, _HALF, 48), _("Analyse"), size=18),
            command_button(leave, rect(_LEFT, 628, _WIDTH, 48), _("Leave the game"), icon="home", size=19),
        ]

    def _analyse(self) -> None:
        analyse_game(self._app, self._table.tournament, partial(play_on, self._app))

    def handle_event(self, event: SessionEvent) -> None:
        """Show the invitation for spectators, once the other side has allowed them."""
        if isinstance(event, SpectatingAllowed):
            # The message about the open request is out of date.
            self._screen.show_position()
            self.menu.show_spectating_text()

    # Requests and phrases

    def _undo(self) -> None:
        """Remove the newest preview stone or, if there is none, ask to take back the last turn."""
        if self._screen.entry.pending.moves:
            self._screen.entry.take_off_newest()
        else:
            self._ask(PlayerRequest.UNDO)

    def proceed(self) -> None:
        """Ask the other side for another game of the series."""
        self._ask(PlayerRequest.NEXT_GAME)

    def _ask(self, request: PlayerRequest) -> None:
        """Send a request to the other side, or resign. Show the change if it takes effect at once."""
        refusal = self._table.ask(request)
        self._screen.show_events()
        if refusal is not None:
            self._screen.show_message(refusal.message)
        elif self.opponent.asked is not None:
            self._screen.show_message(_("Request sent to {name}.", name=self.opponent.name))
        self._screen.refresh()

    def _answer(self, *, is_yes: bool) -> None:
        refusal = self._table.answer(is_yes=is_yes)
        self._screen.show_position()
        self._screen.show_events()
        if refusal is not None:
            self._screen.show_message(refusal.message)

    def _open_phrases(self) -> None:
        self._app.push(PhrasesScene(self._app), self._say)

    def _say(self, phrase: Phrase | None) -> None:
        if phrase is not None:
            self.opponent.say(phrase)
            self._screen.show_message(_("You say: {words}", words=said_text(phrase)))
