"""The menu of a remote game: requests to the other side, resigning, spectators, and leaving."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from game.core.language import _, plural
from game.core.request import PlayerRequest
from game.core.tournament import Tournament
from game.network.session.remote_opponent import RemoteOpponent
from game.session.texts import series_text
from game.ui.network.ticket import InvitationScene
from game.ui.play.game_screen import GameScreen
from game.ui.settings.settings_scene import SettingsScene
from game.ui.shell.app import App
from game.ui.shell.dialogs import QuestionScene
from game.ui.training.lessons.rules_card_scene import show_rules


@dataclass(frozen=True, slots=True)
class RemoteGameMenu:
    """The menu and dialogs of a remote game, which continues in the background."""

    screen: GameScreen
    opponent: RemoteOpponent
    ask: Callable[[PlayerRequest], None]
    """Sends a request, or gives up the game."""

    @property
    def app(self) -> App:
        """The app."""
        return self.screen.app

    @property
    def _tournament(self) -> Tournament:
        return self.screen.table.tournament

    def open(self) -> None:
        """Open the menu of a remote game."""
        seat, answers = self.opponent.peer, {"back": _("Play on")}
        if seat.parted_at is not None:
            answers["part"] = _("Go back to the last move both computers have")
        if self.screen.table.match.outcome is None:
            answers |= {"draw": _("Offer a draw"), "forfeit": _("Resign")}
            answers["pause"] = _("Ask to resume") if seat.is_paused else _("Ask for a pause")
        door = self.opponent.door
        if door is not None:
            answers["watch"] = _("Spectators") if door.invitation else _("Allow spectators")
        if self._tournament.ruleset.info.rules_card:
            answers["rules"] = _("Rules")
        answers |= {"settings": _("Settings"), "leave": _("Leave the game")}
        actions: Mapping[str, Callable[[], None]] = {
            "part": lambda: self.ask(PlayerRequest.GO_BACK),
            "draw": lambda: self.ask(PlayerRequest.DRAW),
            "forfeit": self.ask_resign,
            "pause": lambda: self.ask(PlayerRequest.RESUME if seat.is_paused else PlayerRequest.PAUSE),
            "watch": self._watch,
            "rules": self._show_rules,
            "settings": self.open_settings,
            "leave": partial(self.screen.finish, None),
        }
        ask = QuestionScene(self.app, _(self._tournament.ruleset.info.title), self._words(), answers, escape="back")
        self.app.push(ask, lambda answer: actions[answer]() if answer in actions else None)

    def _words(self) -> str:
        """Return the text of the menu: the series, and the words that both players compare to detect an attacker."""
        compared = " ".join(self.opponent.connection.compared_words)
        text = _("The connection is secure if both players see the same three words: {words}.", words=compared)
        return f"{series_text(self._tournament)}. {text}"

    def _watch(self) -> None:
        """Ask the other side to allow spectators; if they are already allowed, show how many watch."""
        door = self.opponent.door
        if door is None or not door.invitation:
            self.ask(PlayerRequest.WATCH)
            return
        count = plural("{count} spectator", "{count} spectators", door.watchers)
        answers = {"back": _("Play on"), "words": _("Show the invitation code"), "end": _("Stop allowing spectators")}
        actions = {"words": self.show_spectating_text, "end": door.deny_spectators}
        ask = QuestionScene(self.app, _("Spectators"), door.problem or count, answers, escape="back")
        self.app.push(ask, lambda answer: actions[answer]() if answer in actions else None)

    def show_spectating_text(self) -> None:
        """Show the invitation code for spectators."""
        door = self.opponent.door
        if door is not None and door.invitation:
            text = _("Anybody with this code can watch by choosing “Play online”, then “Join with a code”.")
            self.app.push(InvitationScene(self.app, _("Allow spectators"), door.invitation, text))

    def _show_rules(self) -> None:
        show_rules(self.app)

    def open_settings(self) -> None:
        """Open the settings."""
        self.app.push(SettingsScene(self.app))

    def ask_resign(self) -> None:
        """Ask the player for confirmation before resigning."""
        answers = {"no": _("Play on"), "yes": _("Resign")}
        text = _("The game will count as a loss.")
        title = _("Resign, {name}?", name=self.opponent.connection.head.name)
        ask = QuestionScene(self.app, title, text, answers, escape="no")
        self.app.push(ask, lambda answer: self.ask(PlayerRequest.RESIGN) if answer == "yes" else None)
