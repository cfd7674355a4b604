"""The lobby screen of a club tournament: pairings of the round, standings, and the organiser's buttons."""

from __future__ import annotations

from functools import partial

from game.core.language import _, plural
from game.core.model import Reason
from game.core.ruleset import Ruleset
from game.network.club.points import ClubPlace, standings
from game.network.club.replayed_tournament import is_last_round, why_no_round
from game.network.club.tournament import Claim, ClubPairing, ClubTournament, PairingResult
from game.network.remote_connection import RemoteConnection
from game.network.session.club_texts import choices_of, names_of, round_text
from game.network.session.club_visit import ClubVisit
from game.network.session.remote_opponent import open_remote_session
from game.network.session.spectated_game import SpectatedGame
from game.ui.network.club.lobby_rows import draw_person, draw_table
from game.ui.network.online_actions import OnlineActions
from game.ui.network.ticket import InvitationScene
from game.ui.network.waiting_scene import WaitingScene
from game.ui.network.watch_scene import WatchScene
from game.ui.painting.canvas import Canvas
from game.ui.play.play_scene import PlayScene
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, ask
from game.ui.shell.list_scene import ListScene
from game.ui.widgets.buttons import Button
from game.ui.widgets.frame import back_button, draw_frame, draw_note, main_button
from game.ui.widgets.item_list import ItemList

_CARD, _BESIDE = (24.0, 80.0, 604.0, 608.0), (652.0, 80.0, 604.0, 608.0)
#: Area of the status text above the pairings.
_NOTE = (48.0, 92.0, 556.0, 76.0)
_TABLES, _PEOPLE = (40.0, 176.0, 572.0, 496.0), (668.0, 96.0, 572.0, 576.0)
#: Height of a pairing row and of a member row: eight and sixteen of them fit.
_TABLE, _ROW = 61.0, 36.0
#: Centre and top of the invitation before the first round.
_INVITATION = (326.0, 250.0)


class ClubLobbyScene(ListScene[ClubPairing, None]):
    """The lobby screen of a club tournament. The tournament stays saved when the player leaves it."""

    tune = "fair"

    def __init__(self, app: App, visit: ClubVisit) -> None:
        super().__init__(app)
        self.visit = visit
        self._goes_home = False
        self._shown: tuple[object, ...] = ()
        self.list = ItemList(_TABLES, lambda table: table.one, self._draw_table, self.refresh, self._press_table)
        self.people: ItemList[ClubPlace] = ItemList(
            _PEOPLE, lambda place: place.number, self._draw_person, self.refresh, self._press_person
        )

    @property
    def subject(self) -> Ruleset | None:
        """The ruleset of the club tournament; None if it is not installed."""
        tournament = self._tournament
        return self.app.services.catalogue.rulesets.get(tournament.terms.ruleset) if tournament is not None else None

    @property
    def _tournament(self) -> ClubTournament | None:
        return self.visit.tournament

    # Entering and leaving

    def enter(self) -> None:
        """Start polling the tournament's lobby; polling continues while other screens cover this one."""
        self.app.add_tick_callback(self.visit.tick)
        if self.visit.lobby.repaired:
            self.app.notices.append((_("A file was repaired"), self.visit.lobby.repaired))
        super().enter()

    def exit(self) -> None:
        """Close the lobby of the tournament, and report if saving it failed."""
        self.app.dismiss(self.visit.tick)
        problem = self.visit.leave(goes_home=self._goes_home)
        if problem:
            self.app.notices.append((_("Not everything was saved"), problem))
        super().exit()

    def _leave(self) -> None:
        tournament, number = self._tournament, self.visit.lobby.own_number
        asks = tournament is not None and number in tournament.present and not tournament.is_over
        if self.visit.lobby.is_organiser or not asks:
            self.finish(None)
            return
        text = _(
            "Your place in the tournament is kept, and you will be paired in the next rounds. If you leave for "
            "good, you will not be paired again."
        )

        def leave(*, for_good: bool) -> None:
            self._goes_home = for_good
            self.finish(None)

        back = DialogAnswer(_("I will be back"), partial(leave, for_good=False))
        home = DialogAnswer(_("Leave for good"), partial(leave, for_good=True))
        ask(self.app, _("Leave the lobby?"), text, DialogAnswer(_("Stay")), back, home, escape=0)

    # Contents of the lists

    def read_items(self) -> tuple[ClubPairing, ...]:
        """Return the pairings of the tournament's latest round."""
        return self._tournament.tables if self._tournament is not None else ()

    def arrange(self) -> None:
        """Update the standings and lay out the lobby screen."""
        self.people.read(standings(self._tournament) if self._tournament is not None else ())
        super().arrange()

    def build(self) -> None:
        """Add the lists of pairings and standings to the form."""
        self.form.main = self.list.build(self.form, self._tall(_TABLE))
        self.people.build(self.form, self._tall(_ROW))

    def _tall(self, usual: float) -> float:
        return usual * max(1.0, self.typesetter.letters)

    def tick(self, seconds: float) -> None:
        """Update the lists of pairings and standings when the tournament changes."""
        super().tick(seconds)
        revision = self._tournament.revision if self._tournament is not None else -1
        shown = (revision, self.visit.lobby.here, self.visit.problem, self.visit.lobby.why_no_table)
        if shown != self._shown:
            self._shown = shown
            self.arrange()

    # Buttons

    def buttons(self) -> list[Button]:
        stage, keeps = self.stage, self.visit.lobby.is_organiser
        back = back_button(stage, self._leave)
        words = Button(stage.rect(200, 716, 180, 48), _("Invitation"), self._show_invitation, icon="copy", size=18)
        buttons, sits = [*self.form.stops(), back, words], not self.visit.lobby.why_no_table
        watch = Button(stage.rect(788 if keeps else 396, 716, 180, 48), _("Watch"), self._watch, icon="search", size=18)
        watch.why = self.visit.lobby.why_not_watched(self.selected)
        watch.enabled = not watch.why
        if keeps and not sits:
            begin = self._begin(main_button(stage, "", self._next_round, icon="play"))
            return [*buttons, *self._organiser_buttons(396), watch, begin]
        if keeps:
            begin = Button(stage.rect(396, 716, 190, 48), "", self._next_round, icon="step_on", size=18)
            buttons += [self._begin(begin), *self._organiser_buttons(602)]
        else:
            buttons.append(watch)
        sit = main_button(stage, _("Join"), self._join_game, icon="play", enabled=sits)
        sit.why = self.visit.lobby.why_no_table
        return [*buttons, sit]

    def _begin(self, button: Button) -> Button:
        """Configure and return the button that begins the next round, or ends the tournament after the last."""
        tournament = self._tournament
        refusal = why_no_round(tournament) if tournament is not None else None
        is_last = tournament is not None and refusal is None and is_last_round(tournament)
        button.label = _("End the tournament") if is_last else _("Next round")
        button.size = 18
        button.enabled, button.why = refusal is None, refusal.message if refusal is not None else ""
        return button

    def _organiser_buttons(self, left: float) -> list[Button]:
        """Return the organiser's buttons that set a result and end the tournament."""
        stage, tournament, table = self.stage, self._tournament, self.selected
        result = Button(stage.rect(left, 716, 190, 48), _("Enter a result"), self._ask_result, icon="pencil", size=18)
        result.enabled, result.why = table is not None and not table.is_bye, _("No game is selected.")
        end = Button(stage.rect(left + 206, 716, 170, 48), _("End tournament"), self._ask_end, icon="flag", size=18)
        end.enabled, end.why = tournament is not None and not tournament.is_over, _("The tournament is over.")
        return [result, end]

    def _show_invitation(self) -> None:
        head = self.visit.lobby.head
        title = self._tournament.title if self._tournament is not None else head.title
        text = _("Send this code to all players, who choose “Play online”, “Club tournament”, then “Join with a code”.")
        self.app.push(InvitationScene(self.app, title, head.invitation, text))

    # The local player's game

    def _join_game(self) -> None:
        tournament, number, pairing = self._tournament, self.visit.lobby.own_number, self.visit.lobby.own_pairing
        if self.visit.lobby.why_no_table or tournament is None or number is None or pairing is None:
            return
        coming = self.visit.join_game()
        if isinstance(coming, Reason):
            self.app.show_message(coming.message)
        else:
            title = _("Game against {name}", name=tournament.members[pairing.other(number)].name)
            self.app.push(WaitingScene(self.app, lambda: coming, title), self._play)

    def _play(self, table: RemoteConnection | None) -> None:
        if table is not None:
            self.visit.sit_at(table)
            self.app.push(PlayScene(self.app, open_remote_session(self.app.services, table), OnlineActions))

    def _press_table(self) -> None:
        table = self.selected
        is_own = table is not None and self.visit.lobby.own_number in table.sides
        if is_own and not self.visit.lobby.why_no_table:
            self._join_game()
        elif self.visit.lobby.is_organiser:
            self._ask_result()
        else:
            self._watch()

    def _watch(self) -> None:
        tournament, pairing = self._tournament, self.selected
        watcher = self.visit.watch(pairing) if pairing is not None else None
        if tournament is not None and pairing is not None and watcher is not None:
            one, two = names_of(tournament, pairing)
            title = _("{one} and {two}", one=one, two=two)
            self.app.push(WatchScene(self.app, SpectatedGame(lambda: watcher), title))

    # Actions of the organiser

    def _take(self, refusal: Reason | None) -> None:
        if refusal is not None:
            self.app.show_message(refusal.message)
        self.arrange()

    def _next_round(self) -> None:
        keeper = self.visit.lobby.organiser
        if keeper is not None:
            self._take(keeper.next_round())

    def _ask_result(self) -> None:
        keeper, tournament, table = self.visit.lobby.organiser, self._tournament, self.selected
        if keeper is None or tournament is None or table is None or table.is_bye:
            return
        one, two = names_of(tournament, table)

        def take(result: PairingResult) -> None:
            now = current_pairing(self._tournament, table)
            self._take(keeper.set_result(now or table, result))

        results = [
            DialogAnswer(label, partial(take, result)) for result, label in choices_of(tournament, table).items()
        ]
        ask(self.app, _("{one} and {two}", one=one, two=two), "", *results, DialogAnswer(_("Leave unchanged")))

    def _press_person(self) -> None:
        keeper, tournament, place = self.visit.lobby.organiser, self._tournament, self.people.selected
        if keeper is None or tournament is None or place is None or place.number not in tournament.present:
            return
        name = tournament.members[place.number].name
        title = _("Remove {name} from the tournament?", name=name)
        text = _("{name} will not be paired again and loses any game in progress.", name=name)
        remove = DialogAnswer(_("Remove player"), lambda: self._take(keeper.take_out(place.number)))
        ask(self.app, title, text, DialogAnswer(_("Keep player")), remove, escape=0)

    def _ask_end(self) -> None:
        keeper = self.visit.lobby.organiser
        if keeper is None:
            return
        text = _("There will be no more rounds. Unfinished games do not count.")
        end = DialogAnswer(_("End the tournament"), lambda: self._take(keeper.end()))
        ask(self.app, _("End the tournament?"), text, DialogAnswer(_("Play on")), end, escape=0)

    # Drawing

    @property
    def _sentence(self) -> str:
        """The most urgent text about the state of the tournament."""
        tournament = self._tournament
        if self.visit.problem:
            return self.visit.problem
        if tournament is None:
            return _("Connecting to the organiser…")
        if tournament.is_over:
            return _("Thank you all for playing!")
        if not tournament.round:
            count = plural("{count} player has joined.", "{count} players have joined.", len(tournament.present))
            return f"{count} {_('Waiting for the organiser to start the first round.')}"
        return self._of_round(tournament)

    def _of_round(self, tournament: ClubTournament) -> str:
        number, pairing = self.visit.lobby.own_number, self.visit.lobby.own_pairing
        if number is not None and pairing is not None and pairing.is_open:
            name = tournament.members[pairing.other(number)].name
            if pairing.result_reported_by(number) is Claim.NOTHING:
                return _("You play against {name}. Join the game!", name=name)
            return _("You reported your result. Waiting for {name} to confirm it.", name=name)
        left = sum(table.is_open for table in tournament.tables)
        if left:
            return plural("{count} game is still in progress.", "{count} games are still in progress.", left)
        if is_last_round(tournament):
            return _("All rounds have been played. Waiting for the organiser to end the tournament.")
        return _("All games are over. Waiting for the organiser to start the next round.")

    def paint(self, canvas: Canvas) -> None:
        tournament = self._tournament
        draw_frame(canvas, tournament.title if tournament is not None else self.visit.lobby.head.title, _CARD, _BESIDE)
        if tournament is not None:
            draw_note(canvas, round_text(tournament), 520)
        left, top, width, height = _NOTE
        block = canvas.block(self._sentence, width, 2, height, size=19)
        middle = top + (height - block.height) / 2
        canvas.draw_block(block, left, middle, "coral" if self.visit.problem else "cream")
        if self.visit.lobby.is_organiser and not self.list.items:
            words, (x, y) = self.visit.lobby.head.invitation, _INVITATION
            canvas.text(_("Invitation"), x, y - 40, family="bold", size=17, colour="mist", anchor="midbottom")
            canvas.paragraph(words, x, y - 24, 500, 5, family="display", size=30, colour="amber", anchor="midtop",
                             height=300)  # fmt: skip

    def _draw_table(self, canvas: Canvas, table: ClubPairing, top: float) -> None:
        if self._tournament is not None:
            own, tall = self.visit.lobby.own_number, self._tall(_TABLE)
            draw_table(canvas, self._tournament, table, _TABLES, top, tall=tall, own=own)

    def _draw_person(self, canvas: Canvas, place: ClubPlace, top: float) -> None:
        if self._tournament is not None:
            lobby = self.visit.lobby
            is_here, is_own = place.number in lobby.here, place.number == lobby.own_number
            draw_person(
                canvas, self._tournament, place, _PEOPLE, top, tall=self._tall(_ROW), is_here=is_here, is_own=is_own
            )


def current_pairing(tournament: ClubTournament | None, table: ClubPairing) -> ClubPairing | None:
    """Return the current version of a tournament pairing, or None if it no longer exists."""
    found = tournament.tables_of(table.round) if tournament is not None else ()
    return next((each for each in found if each.one == table.one), None)
