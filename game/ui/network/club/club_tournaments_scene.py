"""The list screen of club tournaments, with buttons to resume, set up or join one."""

from __future__ import annotations

import time

from game.core.language import _, plural
from game.core.model import Reason
from game.core.ruleset import PluginError, Ruleset
from game.network.club.lobby import ClubLobby
from game.network.club.tournament_file import delete_club_file
from game.network.encryption.invitation import Invitation, Transport, parse_invitation
from game.network.session.club_texts import round_text
from game.network.session.club_tournaments import (
    ClubPlan,
    PendingLobby,
    SavedClubTournament,
    club_folder,
    go_into,
    set_up,
    show_saved,
    stored_club_tournaments,
)
from game.network.session.club_visit import ClubVisit
from game.network.session.network_settings import NetworkSettings
from game.network.session.pending_connection import LobbyClient, networks_here
from game.session.dates import when
from game.session.match_plan import MatchPlan
from game.storage.background import RefreshedValue
from game.ui.network.club.club_setup_scene import ClubSetupScene
from game.ui.network.club.lobby_scene import ClubLobbyScene
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import Passage
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, NameScene, ask
from game.ui.shell.list_scene import ListScene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button
from game.ui.widgets.form import BAR_WIDTH
from game.ui.widgets.frame import back_button, bar_button, draw_frame, draw_note, main_button
from game.ui.widgets.item_list import ItemList

_CARD = (24.0, 80.0, 604.0, 608.0)
_LIST = (40.0, 96.0, 572.0, 576.0)
_BESIDE = (652.0, 80.0, 604.0, 608.0)
_LONGEST_INVITATION = 400


class ClubTournamentsScene(ListScene[SavedClubTournament, None]):
    """The list screen of club tournaments, with buttons to resume, set up or join one."""

    tune = "fair"

    def __init__(self, app: App, plan: MatchPlan) -> None:
        """Create the list screen of club tournaments.

        A tournament that is set up here uses the match settings ``plan``.
        """
        super().__init__(app)
        self._plan = plan
        services = app.services
        rulesets = services.catalogue.rulesets
        self._taker = LobbyClient(
            services.player_name(), rulesets, networks_here(NetworkSettings(services.database)), club_folder()
        )
        self._coming: PendingLobby | None = None
        self._stored: RefreshedValue[list[SavedClubTournament]] = RefreshedValue(
            lambda: stored_club_tournaments(self._taker.folder), []
        )
        self._problem = ""
        self.list = ItemList(_LIST, lambda kept: kept.path, self._draw_row, self.refresh, self._go_in)

    @property
    def subject(self) -> Ruleset:
        """The ruleset of the match settings for a new tournament."""
        return self._plan.ruleset

    # List and buttons

    def read_items(self) -> list[SavedClubTournament]:
        """Return the saved club tournaments, newest first."""
        return self._stored.look()

    def buttons(self) -> list[Button]:
        stage, kept = self.stage, self.selected
        back = back_button(stage, lambda: self.finish(None))
        words = Button(stage.rect(208, 716, 270, 48), _("Join with a code"), self._ask_invitation, icon="copy")
        new = Button(stage.rect(494, 716, 230, 48), _("Create"), self._set_up, icon="plus")
        words.size = new.size = 18
        go_in = main_button(stage, _("Open lobby"), self._go_in, icon="play", enabled=kept is not None)
        go_in.why = _("No tournament is selected.")
        buttons = [*self.form.stops(), back, words, new]
        if kept is not None:
            forget = bar_button(stage, 740, 232, _("Remove"), self._ask_forget, icon="trash", use=keys.DELETE)
            forget.size = 18
            buttons.append(forget)
        return [*buttons, go_in]

    def resume(self) -> None:
        """Read the list of club tournaments again after another screen was shown."""
        self.arrange()
        super().resume()

    # Opening a lobby

    def _go_in(self) -> None:
        if self.selected is not None:
            self._open(go_into(self.selected.path, self._taker))

    def _open(self, lobby: ClubLobby | Reason) -> None:
        if isinstance(lobby, Reason):
            self._problem = lobby.message
            self.refresh()
            return
        self._problem = ""
        self.app.push(ClubLobbyScene(self.app, ClubVisit(lobby, self._taker)))

    def tick(self, seconds: float) -> None:
        """Show the club tournaments once they are read; open a chosen tournament's lobby once it is ready."""
        super().tick(seconds)
        if self._stored.poll():
            self.arrange()
        made = self._coming.poll() if self._coming is not None else None
        if made is not None:
            self._coming = None
            self._open(made)

    def _ask_invitation(self) -> None:
        title = _("Join with a code")
        text = _("Type or paste the tournament's invitation code, including the address of its online server.")
        ask = NameScene(self.app, title, text, "", _refused, longest=_LONGEST_INVITATION)
        self.app.push(ask, self._come_to)

    def _come_to(self, words: str | None) -> None:
        invitation = parse_invitation(words) if words is not None else None
        if isinstance(invitation, Invitation):
            self._coming = show_saved(self._taker, invitation)

    def _set_up(self) -> None:
        self.app.push(ClubSetupScene(self.app, self._plan), self._begin)

    def _begin(self, tournament: ClubPlan | None) -> None:
        if tournament is None:
            return
        try:
            self._coming = set_up(self._taker, self._plan, tournament)
        except PluginError as error:
            self._problem = str(error)

    def _ask_forget(self) -> None:
        kept = self.selected
        if kept is None:
            return
        text = _("Once removed, this tournament cannot be continued. Finished games stay in your saved games.")

        def forget() -> None:
            refused = delete_club_file(kept.path)
            if refused is not None:
                self.app.show_message(refused.message)
            self.arrange()

        ask(self.app, kept.title, text, DialogAnswer(_("Keep")), DialogAnswer(_("Remove"), forget), escape=0)

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the list of club tournaments, with the details of the selected one at its side."""
        draw_frame(canvas, _("Club tournaments"), _CARD, _BESIDE)
        draw_note(canvas, plural("{count} tournament", "{count} tournaments", len(self.list.items)), 280)
        if not self.list.items:
            text = _("No tournaments yet. Create one, or join one with a code.")
            canvas.paragraph(text, 326, 330, 480, 4, size=19, anchor="midtop", height=140)
        left, top, width, _height = _BESIDE
        middle, kept = left + width / 2, self.selected
        canvas.lights.lantern(middle, top + 130, 120, 1.0 if kept is not None else 0.0)
        title = kept.title if kept is not None else _("Club tournament")
        canvas.text(title, middle, top + 236, family="display", size=30, colour="cream", anchor="center", width=540,
                    smallest=18)  # fmt: skip
        y = top + 274
        for block in canvas.blocks([Passage(text, size=18, most=4, leading=1.4) for text in self._facts], 520, 310):
            y = canvas.draw_block(block, middle, y, "coral" if self._problem else "soft", "midtop") + 10

    @property
    def _facts(self) -> list[str]:
        kept = self.selected
        if self._problem:
            return [self._problem]
        if kept is not None and kept.tournament is not None:
            count = plural("{count} player has joined.", "{count} players have joined.", len(kept.tournament.members))
            role = (
                _("You organise this tournament.")
                if kept.is_organiser
                else _("Somebody else is organising this tournament.")
            )
            return [self._game_title(kept), round_text(kept.tournament), count, role]
        if kept is not None:
            return [_("Not connected yet.")]
        game = _(self._plan.ruleset.info.title)
        return [
            _("Up to 16 players, each at home, play one another round by round over an online server."),
            _("The organiser creates the tournament, sends the invitation code and starts each round."),
            _("If you create a tournament, its game will be {game}, as you chose before.", game=game),
        ]

    def _game_title(self, kept: SavedClubTournament) -> str:
        name = kept.tournament.terms.ruleset if kept.tournament is not None else ""
        ruleset = self._taker.rulesets.get(name)
        return _(ruleset.info.title) if ruleset is not None else name

    def _draw_row(self, canvas: Canvas, kept: SavedClubTournament, top: float) -> None:
        left, room = _LIST[0] + 24, _LIST[2] - BAR_WIDTH - 96
        canvas.text(kept.title, left, top + canvas.tall(21), family="display", size=19, colour="cream",
                    anchor="midleft", width=room, height=canvas.tall(28), smallest=14)  # fmt: skip
        game, moment = self._game_title(kept), when(kept.modified, time.time())
        about = f"{game}  ·  {moment}" if game else moment
        canvas.text(about, left, top + canvas.tall(44), size=15, anchor="midleft", width=room, smallest=12,
                    height=canvas.tall(25))  # fmt: skip
        colour = "amber" if kept.is_organiser else "teal"
        canvas.lights.bulb(_LIST[0] + _LIST[2] - BAR_WIDTH - 26, top + canvas.tall(32), 16, colour)


def _refused(words: str) -> str | None:
    """Return an error message if a text is not an invitation to a club tournament; None if it is."""
    read = parse_invitation(words)
    if isinstance(read, Reason):
        return read.message
    if read.is_to_watch:
        return _("This code is for watching a game. Enter the code under “Online games”.")
    needs = _(
        "A tournament code ends with “by” and the address of the online server, for example {example}.",
        example="broker.example.org",
    )
    return None if read.place.way is Transport.BROKER and read.place.address else needs
