"""The menu of a remote game: requests to the other side, resigning, spectators, and leaving."""

from __future__ import annotations

from collections.abc import Callable
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
from game.ui.shell.dialogs import DialogAnswer, ask
from game.ui.training.lessons.rules_card_scene import show_rules


@dataclass(frozen=True, slots=True)
class RemoteGameMenu:
    """The menu and dialogs of a remote game, which continues in the background."""

    screen: GameScreen
    opponent: RemoteOpponent
    send: Callable[[PlayerRequest], None]
    """Sends a request, or gives up the game."""

    @property
    def app(self) -> App:
        """The app, in whose window the menu opens."""
        return self.screen.app

    @property
    def _tournament(self) -> Tournament:
        return self.screen.table.tournament

    def open(self) -> None:
        """Open the menu of a remote game."""
        peer, gateway, send = self.opponent.peer, self.opponent.gateway, self.send
        answers = [DialogAnswer(_("Play on"))]
        if peer.parted_at is not None:
            back = _("Go back to the last move both computers have")
            answers.append(DialogAnswer(back, lambda: send(PlayerRequest.GO_BACK)))
        if self.screen.table.match.outcome is None:
            answers.append(DialogAnswer(_("Offer a draw"), lambda: send(PlayerRequest.DRAW)))
            answers.append(DialogAnswer(_("Resign"), self.ask_resign))
            if peer.is_paused:
                answers.append(DialogAnswer(_("Ask to resume"), lambda: send(PlayerRequest.RESUME)))
            else:
                answers.append(DialogAnswer(_("Ask for a pause"), lambda: send(PlayerRequest.PAUSE)))
        if gateway is not None:
            answers.append(DialogAnswer(_("Spectators") if gateway.invitation else _("Allow spectators"), self._watch))
        answers += [
            DialogAnswer(_("Rules"), lambda: show_rules(self.app)),
            DialogAnswer(_("Settings"), self.open_settings),
            DialogAnswer(_("Leave the game"), partial(self.screen.finish, None)),
        ]
        ask(self.app, _(self._tournament.ruleset.info.title), self._words(), *answers, escape=0)

    def _words(self) -> str:
        """Return the text of the menu: the series, and the words that both players compare to detect an attacker."""
        compared = " ".join(self.opponent.connection.compared_words)
        text = _("The connection is secure if both players see the same three words: {words}.", words=compared)
        return f"{series_text(self._tournament)}. {text}"

    def _watch(self) -> None:
        """Ask the other side to allow spectators; if they are already allowed, show how many watch."""
        gateway = self.opponent.gateway
        if gateway is None or not gateway.invitation:
            self.send(PlayerRequest.WATCH)
            return
        count = plural("{count} spectator", "{count} spectators", gateway.watchers)
        code = DialogAnswer(_("Show the invitation code"), self.show_spectating_text)
        end = DialogAnswer(_("Stop allowing spectators"), gateway.deny_spectators)
        ask(self.app, _("Spectators"), gateway.problem or count, DialogAnswer(_("Play on")), code, end, escape=0)

    def show_spectating_text(self) -> None:
        """Show the invitation code for spectators."""
        gateway = self.opponent.gateway
        if gateway is not None and gateway.invitation:
            text = _("Anybody with this code can watch by choosing “Play online”, then “Join with a code”.")
            self.app.push(InvitationScene(self.app, _("Allow spectators"), gateway.invitation, text))

    def open_settings(self) -> None:
        """Open the settings."""
        self.app.push(SettingsScene(self.app))

    def ask_resign(self) -> None:
        """Ask the player for confirmation before resigning."""
        text = _("The game will count as a loss.")
        title = _("Resign, {name}?", name=self.opponent.connection.head.name)
        resign = DialogAnswer(_("Resign"), lambda: self.send(PlayerRequest.RESIGN))
        ask(self.app, title, text, DialogAnswer(_("Play on")), resign, escape=0)
