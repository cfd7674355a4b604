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
from game.ui.network.remote_game_buttons import RemoteGameActions, remote_game_buttons
from game.ui.network.remote_game_menu import RemoteGameMenu
from game.ui.play.game_screen import GameScreen, ScreenActions
from game.ui.play.play_buttons import top_buttons
from game.ui.play.play_scene import play_on
from game.ui.widgets.buttons import Button


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
        """Return the buttons beside the board and in the top line."""
        screen, ask = self._screen, self._ask
        actions = RemoteGameActions(
            speak=self._open_phrases,
            play=screen.entry.play_turn,
            yes=partial(self._answer, is_yes=True),
            no=partial(self._answer, is_yes=False),
            undo=self.undo,
            draw=partial(ask, PlayerRequest.DRAW),
            resign=self.menu.ask_resign,
            pause=partial(ask, PlayerRequest.PAUSE),
            proceed=partial(ask, PlayerRequest.RESUME),
            again=self.proceed,
            analyse=lambda: analyse_game(self._app, self._table.tournament, partial(play_on, self._app)),
            leave=partial(screen.finish, None),
        )
        beside = remote_game_buttons(screen.stage, self._table, screen.entry.pending, actions)
        menu, toggle = self.menu, self.toggle
        return [*beside, *top_buttons(screen.stage, self._app.preferences, menu.open, menu.open_settings, toggle)]

    def open_menu(self) -> None:
        """Open the menu of the game."""
        self.menu.open()

    def handle_event(self, event: SessionEvent) -> None:
        """Show the invitation for spectators, once the other side has allowed them."""
        if isinstance(event, SpectatingAllowed):
            # The message about the open request is out of date.
            self._screen.show_position()
            self.menu.show_spectating_text()

    # Requests and phrases

    def undo(self) -> None:
        """Remove the newest preview stone or, if there is none, ask to take back the last turn."""
        if self._screen.entry.pending.moves:
            self._screen.entry.take_off_newest()
        else:
            self._ask(PlayerRequest.UNDO)

    def proceed(self) -> None:
        """Ask for another game of the series."""
        self._ask(PlayerRequest.NEXT_GAME)

    def _ask(self, request: PlayerRequest) -> None:
        """Send a request to the other side, or resign. Show the change if it takes effect at once."""
        refusal = self._table.ask(request)
        self._screen.tick()
        if refusal is not None:
            self._screen.show_message(refusal.message)
        elif self.opponent.asked is not None:
            self._screen.show_message(_("Request sent to {name}.", name=self.opponent.name))
        self._screen.refresh()

    def _answer(self, *, is_yes: bool) -> None:
        refusal = self._table.answer(is_yes=is_yes)
        self._screen.show_position()
        self._screen.tick()
        if refusal is not None:
            self._screen.show_message(refusal.message)

    def _open_phrases(self) -> None:
        self._app.push(PhrasesScene(self._app), self._say)

    def _say(self, phrase: Phrase | None) -> None:
        if phrase is not None:
            self.opponent.say(phrase)
            self._screen.show_message(_("You say: {words}", words=said_text(phrase)))
