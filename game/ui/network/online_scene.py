"""List screen of remote games: games announced on the local network, and saved remote games."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from game.core.language import _, plural
from game.core.model import Reason
from game.core.ruleset import Ruleset
from game.core.tournament import Participant
from game.network.encryption.invitation import ServerAddress, parse_invitation
from game.network.remote_connection import RemoteConnection
from game.network.session.network_settings import NetworkSettings
from game.network.session.pending_connection import (
    Approaching,
    LobbyClient,
    PendingConnection,
    host_by_invitation,
    host_for_anybody,
    join_by_invitation,
    join_nearby,
    networks_here,
    resume_at,
)
from game.network.session.remote_opponent import open_remote_session
from game.network.session.resumable_games import sessions_folder
from game.network.session.saved_remote_games import SavedRemoteGame, stored_tables
from game.network.session.spectated_game import PendingSpectating, SpectatedGame
from game.network.session_file import delete_session_file
from game.network.transport.finding import NearbyTable
from game.session.dates import when
from game.session.match_plan import MatchPlan
from game.session.texts import series_length_text
from game.storage.background import RefreshedValue
from game.storage.players import usual_face
from game.ui.network.online_actions import OnlineActions
from game.ui.network.waiting_scene import HostChoices, WaitingScene
from game.ui.network.watch_scene import WatchScene
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import Passage
from game.ui.play.play_scene import PlayScene
from game.ui.settings.network_settings import ask_broker
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
_BESIDE, _TOP, _WIDTH = 652.0, 80.0, 604.0
_LONGEST_INVITATION = 400
#: Seconds between two updates of the list, as any machine nearby can cause updates.
_CHANGE_PAUSE = 0.5


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row in the list of remote games: a nearby game or a saved one."""

    nearby: NearbyTable | None = None
    kept: SavedRemoteGame | None = None

    @property
    def key(self) -> str:
        """A unique key for the row in the list of remote games."""
        return self.nearby.room if self.nearby is not None else str(self.kept.path if self.kept else "")

    @property
    def who(self) -> str:
        """Name of the other side in a remote game; "" while nobody has joined."""
        if self.nearby is not None:
            return self.nearby.host
        return self.kept.peer_name if self.kept is not None else ""

    @property
    def game(self) -> str:
        """Id of the remote game's ruleset; "" if it is unknown."""
        if self.nearby is not None:
            return self.nearby.game
        return self.kept.ruleset_id if self.kept is not None else ""


class TablesScene(ListScene[TableRow, None]):
    """List screen of remote games, with buttons to join a game, enter an invitation, or host a match."""

    tune = "fair"

    def __init__(self, app: App, plan: MatchPlan, open_evenings: Callable[[], None]) -> None:
        """Create the list screen of remote games.

        ``plan`` is the match to host; ``open_evenings`` opens the club tournaments.
        """
        super().__init__(app)
        self._plan, self._open_club_tournaments = plan, open_evenings
        services = app.services
        self._stored = NetworkSettings(services.database)
        self._networks = networks_here(self._stored)
        self._taker = LobbyClient(
            services.player_name(), services.catalogue.rulesets, self._networks, sessions_folder()
        )
        self._seats: RefreshedValue[list[SavedRemoteGame]] = RefreshedValue(
            lambda: stored_tables(self._taker.folder), []
        )
        self._nearby: list[NearbyTable] = []
        self._unchanged_for = _CHANGE_PAUSE
        self.list = ItemList(
            _LIST, lambda row: row.key, self._draw_row, self.refresh, self._join_game, heading_of=self._heading
        )
        self._problem = ""
        self._is_passed_through = False
        """True if the player came only to resume one game; this screen then closes together with it."""

    @property
    def subject(self) -> Ruleset:
        """The ruleset of the match that the player may host."""
        return self._plan.ruleset

    # List of games

    def enter(self) -> None:
        """Start the search for nearby games."""
        self._networks.tables.begin()
        super().enter()

    def exit(self) -> None:
        """Stop the search for nearby games."""
        self._networks.tables.close()

    def tick(self, seconds: float) -> None:
        """Update the list of remote games when the nearby ones change."""
        super().tick(seconds)
        self._unchanged_for += seconds
        is_changed = self._unchanged_for >= _CHANGE_PAUSE and self._networks.tables.tables() != self._nearby
        if is_changed:
            self._unchanged_for = 0.0
        problem = self._networks.tables.problem
        if self._seats.poll() or is_changed or problem != self._problem:
            self._problem = problem
            self.arrange()

    def read_items(self) -> list[TableRow]:
        """Return the nearby games, then the saved ones; a saved game that is also announced appears once."""
        self._nearby = self._networks.tables.tables()
        kept = self._seats.look()
        rooms = {table.head.keys.room_name for table in kept}
        nearby = [TableRow(table) for table in self._nearby if table.room not in rooms and not table.is_taken]
        return [*nearby, *(TableRow(kept=table) for table in kept)]

    def _heading(self, row: TableRow) -> str:
        return _("On this network") if row.nearby is not None else _("Unfinished games")

    # Buttons

    def buttons(self) -> list[Button]:
        stage, row = self.stage, self.selected
        back = back_button(stage, lambda: self.finish(None))
        words = Button(stage.rect(208, 716, 270, 48), _("Join with a code"), self._ask_invitation, icon="copy")
        words.size = 18
        new = Button(stage.rect(494, 716, 230, 48), _("Create a game"), self._set_up, icon="plus", size=18)
        sit = main_button(stage, _("Join"), self._join_game, icon="play", enabled=row is not None)
        sit.why = _("No game is selected.")
        tournament = Button(stage.rect(_BESIDE + 102, 616, 400, 48), _("Club tournament"), self._open_club_tournaments)
        tournament.icon, tournament.size = "trophy", 18
        buttons = [*self.form.stops(), tournament, back, words, new]
        if row is not None and row.kept is not None:
            forget = bar_button(stage, 740, 232, _("Remove"), self._ask_forget, icon="trash", use=keys.DELETE)
            forget.size = 18
            buttons.append(forget)
        return [*buttons, sit]

    # Joining

    def _join_game(self) -> None:
        row = self.selected
        if row is None:
            return
        if row.kept is not None:
            self._wait(partial(resume_at, self._taker, row.kept.path), self._title_at(row))
        elif row.nearby is not None and row.nearby.is_open:
            table = row.nearby
            self._wait(lambda: join_nearby(self._taker, table), self._title_at(row))
        else:
            self._ask_invitation()

    def proceed(self, table: SavedRemoteGame) -> None:
        """Resume a saved remote game. The list screen closes when that game is left."""
        self._is_passed_through = True
        self._wait(partial(resume_at, self._taker, table.path), self._title_at(TableRow(kept=table)))

    def _title_at(self, row: TableRow) -> str:
        return _("{name}'s game", name=row.who) if row.who else _("Your game")

    def _wait(self, approaching: Approaching, title: str, choices: HostChoices | None = None) -> None:
        self.app.push(WaitingScene(self.app, approaching, title, choices), self._play)

    def _play(self, table: RemoteConnection | None) -> None:
        if table is not None:
            self.app.push(
                PlayScene(self.app, open_remote_session(self.app.services, table, self._networks), OnlineActions),
                self._after_table,
            )
        else:
            self._after_table(None)

    def _after_table(self, _nothing: None) -> None:
        if self._is_passed_through:
            self.finish(None)

    def _ask_invitation(self) -> None:
        def refuse(words: str) -> str | None:
            read = parse_invitation(words)
            return read.message if isinstance(read, Reason) else None

        words = _("Type or paste the invitation code. Capitals and commas do not matter.")
        title = _("Join with a code")
        ask = NameScene(self.app, title, words, "", refuse, longest=_LONGEST_INVITATION)
        self.app.push(ask, self._take_invitation)

    def _take_invitation(self, words: str | None) -> None:
        invitation = parse_invitation(words) if words is not None else None
        if invitation is not None and not isinstance(invitation, Reason):
            found, title = invitation, _("Your friend's game")
            if found.is_to_watch:
                self.app.push(WatchScene(self.app, SpectatedGame(PendingSpectating(self._taker, found)), title))
                return
            self._wait(lambda: join_by_invitation(self._taker, found), title)

    # Hosting

    def _set_up(self) -> None:
        choices = HostChoices(
            for_anybody=lambda: host_for_anybody(self._taker, self._plan),
            by_invitation=self._by_invitation,
            ask_broker=self._ask_broker,
        )
        self._wait(self._by_invitation, _("Your game"), choices)

    def _by_invitation(self) -> PendingConnection:
        return host_by_invitation(self._taker, self._plan, ServerAddress())

    def _ask_broker(self, take: Callable[[PendingConnection], None]) -> None:
        """Ask the player for a message broker, host a game there, and pass the pending game to ``take``."""
        ask_broker(self.app, lambda place: take(host_by_invitation(self._taker, self._plan, place)))

    def _ask_forget(self) -> None:
        row = self.selected
        if row is None or row.kept is None:
            return
        text = _("Once removed, this match cannot be continued. Its finished games stay in your saved games.")
        path = row.kept.path

        def forget() -> None:
            refused = delete_session_file(path)
            if refused is not None:
                self.app.show_message(refused.message)
            self.arrange()

        ask(self.app, self._title_at(row), text, DialogAnswer(_("Keep")), DialogAnswer(_("Remove"), forget), escape=0)

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the list of remote games, with the details of the selected one at its side."""
        draw_frame(canvas, _("Online games"), _CARD, (_BESIDE, _TOP, _WIDTH, 608.0))
        draw_note(canvas, plural("{count} game", "{count} games", len(self.list.items)), 280)
        if not self.list.items:
            text = _("No game is open on this network. Create one, or join with a code.")
            canvas.paragraph(self._problem or text, 326, 330, 480, 4, size=19, anchor="midtop", height=140)
        self._draw_details(canvas)

    def _draw_row(self, canvas: Canvas, row: TableRow, top: float) -> None:
        middle = top + canvas.tall(32)
        canvas.face(self._face(row), _LIST[0] + 48, middle, 44, ring=6)
        room, x = _LIST[2] - 96 - BAR_WIDTH - 40, _LIST[0] + 88
        canvas.text(
            row.who or _("Your game"), x, top + canvas.tall(21), family="display", size=19, colour="cream",
            anchor="midleft", width=room, height=canvas.tall(28), smallest=14,
        )  # fmt: skip
        canvas.text(self._about(row), x, top + canvas.tall(44), size=15, anchor="midleft", width=room, smallest=12,
                    height=canvas.tall(25))  # fmt: skip
        if row.nearby is not None:
            colour = "teal" if row.nearby.is_open else "amber"
            canvas.lights.bulb(_LIST[0] + _LIST[2] - BAR_WIDTH - 26, middle, 16, colour)

    def _about(self, row: TableRow) -> str:
        game = self._game_title(row.game)
        if row.nearby is not None:
            way = _("open to everybody") if row.nearby.is_open else _("by invitation")
            return f"{game}  ·  {way}" if game else way
        if row.kept is None:
            return ""
        moment = when(row.kept.modified, time.time())
        return f"{game}  ·  {moment}" if game else moment

    def _face(self, row: TableRow | None) -> str:
        """Return the name of a row's portrait: the other player's, or the local player's if there is none."""
        own = Participant(self._taker.name)
        return usual_face(row.who) if row is not None and row.who else self.app.services.person_face(own)

    def _game_title(self, ruleset_id: str) -> str:
        ruleset = self._taker.rulesets.get(ruleset_id)
        return _(ruleset.info.title) if ruleset is not None else ruleset_id

    def _draw_details(self, canvas: Canvas) -> None:
        """Draw the details of the selected remote game, or of the planned match if none is selected."""
        row, middle = self.selected, _BESIDE + _WIDTH / 2
        canvas.face(self._face(row), middle, 204, 132)
        title = self._title_at(row) if row is not None else _("Your game")
        canvas.text(title, middle, 306, family="display", size=30, colour="cream", anchor="center", width=540,
                    smallest=18)  # fmt: skip
        passages = [Passage(words, size=18, most=3, leading=1.4) for words in self._facts(row)]
        y = 344.0
        for block in canvas.blocks(passages, 520, 262):
            y = canvas.draw_block(block, middle, y, "soft", "midtop") + 10

    def _facts(self, row: TableRow | None) -> list[str]:
        planned = _(
            "If you create a game, it will be {game}, as you chose before.", game=_(self._plan.ruleset.info.title)
        )
        if row is None:
            return [planned]
        if row.nearby is not None:
            way = (
                _("Anybody on this network can join with a click.")
                if row.nearby.is_open
                else _("You need the invitation code to join.")
            )
            return [self._game_title(row.game), way, planned]
        kept = row.kept
        if kept is None or not kept.lines or kept.terms is None:
            return [self._game_title(row.game), _("Nobody has joined yet."), planned]
        going = _("The game continues when both players have joined.")
        return [self._game_title(row.game), series_length_text(kept.terms.best_of), going, planned]
