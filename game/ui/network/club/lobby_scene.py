"""The lobby screen of a club tournament: pairings of the round, standings, and the organiser's buttons."""

from __future__ import annotations

from game.core.language import _, plural
from game.core.model import Reason
from game.core.ruleset import Ruleset
from game.network.club.points import ClubPlace, standings
from game.network.club.replayed_tournament import is_last_round, why_no_round
from game.network.club.tournament import NOBODY, Claim, ClubPairing, ClubTournament, PairingResult
from game.network.remote_connection import RemoteConnection
from game.network.session.club_texts import choices_of, names_of, round_text
from game.network.session.club_visit import ClubVisit
from game.network.session.spectated_game import SpectatedGame
from game.ui.network.club.lobby_rows import draw_person, draw_table
from game.ui.network.remote_game_scene import RemoteGameScene
from game.ui.network.ticket import InvitationScene
from game.ui.network.waiting_scene import WaitingScene
from game.ui.network.watch_scene import WatchScene
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.dialogs import QuestionScene
from game.ui.shell.list_scene import ListScene
from game.ui.widgets.buttons import Button
from game.ui.widgets.frame import back_button, draw_aside, draw_frame, main_button
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
        evening = self._evening
        return self.app.services.catalogue.rulesets.get(evening.terms.ruleset) if evening is not None else None

    @property
    def _evening(self) -> ClubTournament | None:
        return self.visit.evening

    # Entering and leaving

    def enter(self) -> None:
        """Start polling the lobby of the tournament, which continues while other screens cover this one."""
        self.app.attend(self.visit.attend)
        if self.visit.hall.repaired:
            self.app.notices.append((_("A file was repaired"), self.visit.hall.repaired))
        super().enter()

    def exit(self) -> None:
        """Close the lobby of the tournament, and report if saving it failed."""
        self.app.dismiss(self.visit.attend)
        problem = self.visit.leave(goes_home=self._goes_home)
        if problem:
            self.app.notices.append((_("Not everything is saved"), problem))
        super().exit()

    def _leave(self) -> None:
        evening, number = self._evening, self.visit.hall.own_number
        asks = evening is not None and number in evening.present and not evening.is_over
        if self.visit.hall.is_organiser or not asks:
            self.finish(None)
            return
        words = _(
            "Your place is kept, and you are paired in the next rounds. Players who leave for good are no longer "
            "paired."
        )
        answers = {"stay": _("Stay"), "back": _("I will be back"), "home": _("Leave for good")}

        def answer(chosen: str) -> None:
            self._goes_home = chosen == "home"
            if chosen in ("back", "home"):
                self.finish(None)

        self.app.push(QuestionScene(self.app, _("Leave the lobby?"), words, answers, escape="stay"), answer)

    # Contents of the lists

    def read_items(self) -> tuple[ClubPairing, ...]:
        """Return the pairings of the tournament's latest round."""
        return self._evening.tables if self._evening is not None else ()

    def arrange(self) -> None:
        """Update the standings and lay out the lobby screen."""
        self.people.read(standings(self._evening) if self._evening is not None else ())
        super().arrange()

    def build(self) -> None:
        """Add the lists of pairings and standings to the form."""
        self.form.main = self.list.build(self.form, self._tall(_TABLE))
        self.people.build(self.form, self._tall(_ROW))

    def _tall(self, usual: float) -> float:
        return usual * max(1.0, self.typesetter.letters)

    def update(self, seconds: float) -> None:
        """Update the lists of pairings and standings when the tournament changes."""
        super().update(seconds)
        revision = self._evening.revision if self._evening is not None else -1
        shown = (revision, self.visit.hall.here, self.visit.problem, self.visit.hall.why_no_table)
        if shown != self._shown:
            self._shown = shown
            self.arrange()

    # Buttons

    def buttons(self) -> list[Button]:
        stage, keeps = self.stage, self.visit.hall.is_organiser
        back = back_button(stage, self._leave)
        words = Button(stage.rect(200, 716, 180, 48), _("Invitation"), self._show_invitation, icon="copy", size=18)
        buttons, sits = [*self.form.stops(), back, words], not self.visit.hall.why_no_table
        watch = Button(stage.rect(788 if keeps else 396, 716, 180, 48), _("Watch"), self._watch, icon="search", size=18)
        watch.why = self.visit.hall.why_not_watched(self.selected)
        watch.enabled = not watch.why
        if keeps and not sits:
            begin = self._begin(main_button(stage, "", self._next_round, icon="play"))
            return [*buttons, *self._keepers(396), watch, begin]
        if keeps:
            begin = Button(stage.rect(396, 716, 190, 48), "", self._next_round, icon="step_on", size=18)
            buttons += [self._begin(begin), *self._keepers(602)]
        else:
            buttons.append(watch)
        sit = main_button(stage, _("Join"), self._sit_down, icon="play", enabled=sits)
        sit.why = self.visit.hall.why_no_table
        return [*buttons, sit]

    def _begin(self, button: Button) -> Button:
        """Configure and return the button that begins the next round, or ends the tournament after the last."""
        evening = self._evening
        refusal = why_no_round(evening) if evening is not None else None
        is_last = evening is not None and refusal is None and is_last_round(evening)
        button.label = _("End the tournament") if is_last else _("Next round")
        button.size = 18
        button.enabled, button.why = refusal is None, refusal.message if refusal is not None else ""
        return button

    def _keepers(self, left: float) -> list[Button]:
        """Return the organiser's buttons that set a result and end the tournament."""
        stage, evening, table = self.stage, self._evening, self.selected
        result = Button(stage.rect(left, 716, 190, 48), _("Set a result"), self._ask_result, icon="pencil", size=18)
        result.enabled, result.why = table is not None and table.two != NOBODY, _("No game is selected.")
        end = Button(stage.rect(left + 206, 716, 170, 48), _("End it"), self._ask_end, icon="flag", size=18)
        end.enabled, end.why = evening is not None and not evening.is_over, _("The tournament is over.")
        return [result, end]

    def _show_invitation(self) -> None:
        head = self.visit.hall.head
        title = self._evening.title if self._evening is not None else head.title
        words = _(
            "Send this code to all players. They choose “Play online”, “Club tournament”, then “Join with a code”."
        )
        self.app.push(InvitationScene(self.app, title, head.invitation, words))

    # The local player's game

    def _sit_down(self) -> None:
        evening, number, pairing = self._evening, self.visit.hall.own_number, self.visit.hall.own_pairing
        if self.visit.hall.why_no_table or evening is None or number is None or pairing is None:
            return
        coming = self.visit.sit_down()
        if isinstance(coming, Reason):
            self.app.show_message(coming.message)
        else:
            title = _("The game with {name}", name=evening.members[pairing.other(number)].name)
            self.app.push(WaitingScene(self.app, lambda: coming, title), self._play)

    def _play(self, table: RemoteConnection | None) -> None:
        if table is not None:
            self.visit.sit_at(table)
            self.app.push(RemoteGameScene(self.app, table))

    def _press_table(self) -> None:
        table = self.selected
        is_own = table is not None and self.visit.hall.own_number in table.sides
        if is_own and not self.visit.hall.why_no_table:
            self._sit_down()
        elif self.visit.hall.is_organiser:
            self._ask_result()
        else:
            self._watch()

    def _watch(self) -> None:
        evening, pairing = self._evening, self.selected
        watcher = self.visit.watch(pairing) if pairing is not None else None
        if evening is not None and pairing is not None and watcher is not None:
            one, two = names_of(evening, pairing)
            title = _("{one} and {two}", one=one, two=two)
            self.app.push(WatchScene(self.app, SpectatedGame(lambda: watcher), title))

    # Actions of the organiser

    def _take(self, refusal: Reason | None) -> None:
        if refusal is not None:
            self.app.show_message(refusal.message)
        self.arrange()

    def _next_round(self) -> None:
        keeper = self.visit.hall.keeper
        if keeper is not None:
            self._take(keeper.next_round())

    def _ask_result(self) -> None:
        keeper, evening, table = self.visit.hall.keeper, self._evening, self.selected
        if keeper is None or evening is None or table is None or table.two == NOBODY:
            return
        choices = choices_of(evening, table)
        answers = {**choices, "back": _("No change")}
        one, two = names_of(evening, table)

        def take(answer: str) -> None:
            if answer in choices:
                now = evening_table(self._evening, table)
                self._take(keeper.set_result(now or table, PairingResult(answer)))

        title = _("{one} and {two}", one=one, two=two)
        self.app.push(QuestionScene(self.app, title, "", answers, escape="back"), take)

    def _press_person(self) -> None:
        keeper, evening, place = self.visit.hall.keeper, self._evening, self.people.selected
        if keeper is None or evening is None or place is None or place.number not in evening.present:
            return
        name = evening.members[place.number].name
        answers = {"no": _("Keep"), "yes": _("Remove player")}
        words = _("{name} is no longer paired and loses a game in progress.", name=name)

        def take(answer: str) -> None:
            if answer == "yes":
                self._take(keeper.take_out(place.number))

        self.app.push(
            QuestionScene(self.app, _("Remove {name} from the tournament?", name=name), words, answers, escape="no"),
            take,
        )

    def _ask_end(self) -> None:
        keeper = self.visit.hall.keeper
        if keeper is None:
            return
        answers = {"no": _("Play on"), "yes": _("End the tournament")}
        words = _("No more rounds follow. Unfinished games do not count.")
        ask = QuestionScene(self.app, _("End the tournament?"), words, answers, escape="no")
        self.app.push(ask, lambda answer: self._take(keeper.end()) if answer == "yes" else None)

    # Drawing

    @property
    def _sentence(self) -> str:
        """The most urgent text about the state of the tournament."""
        evening = self._evening
        if self.visit.problem:
            return self.visit.problem
        if evening is None:
            return _("Connecting to the organiser…")
        if evening.is_over:
            return _("Thank you all for playing!")
        if not evening.round:
            count = plural("{count} player has joined.", "{count} players have joined.", len(evening.present))
            return f"{count} {_('The organiser starts the first round.')}"
        return self._of_round(evening)

    def _of_round(self, evening: ClubTournament) -> str:
        number, pairing = self.visit.hall.own_number, self.visit.hall.own_pairing
        if number is not None and pairing is not None and pairing.is_open:
            name = evening.members[pairing.other(number)].name
            if pairing.said_by(number) is Claim.NOTHING:
                return _("You play {name}. Join the game!", name=name)
            return _("You reported your result. Waiting for {name} to confirm it.", name=name)
        left = sum(table.is_open for table in evening.tables)
        if left:
            return plural("{count} game is still running.", "{count} games are still running.", left)
        if is_last_round(evening):
            return _("All rounds have been played. Waiting for the organiser to end the tournament.")
        return _("All games are over. The organiser starts the next round.")

    def paint(self, canvas: Canvas) -> None:
        evening = self._evening
        draw_frame(canvas, evening.title if evening is not None else self.visit.hall.head.title, _CARD, _BESIDE)
        if evening is not None:
            draw_aside(canvas, round_text(evening), 520)
        left, top, width, height = _NOTE
        block = canvas.block(self._sentence, width, 2, height, size=19)
        middle = top + (height - block.height) / 2
        canvas.draw_block(block, left, middle, "coral" if self.visit.problem else "cream")
        if self.visit.hall.is_organiser and not self.list.items:
            words, (x, y) = self.visit.hall.head.invitation, _INVITATION
            canvas.text(_("Invitation"), x, y - 40, family="bold", size=17, colour="mist", anchor="midbottom")
            canvas.paragraph(words, x, y - 24, 500, 5, family="display", size=30, colour="amber", anchor="midtop",
                             height=300)  # fmt: skip

    def _draw_table(self, canvas: Canvas, table: ClubPairing, top: float) -> None:
        if self._evening is not None:
            own, tall = self.visit.hall.own_number, self._tall(_TABLE)
            draw_table(canvas, self._evening, table, _TABLES, top, tall=tall, own=own)

    def _draw_person(self, canvas: Canvas, place: ClubPlace, top: float) -> None:
        if self._evening is not None:
            hall = self.visit.hall
            is_here, is_own = place.number in hall.here, place.number == hall.own_number
            draw_person(
                canvas, self._evening, place, _PEOPLE, top, tall=self._tall(_ROW), is_here=is_here, is_own=is_own
            )


def evening_table(evening: ClubTournament | None, table: ClubPairing) -> ClubPairing | None:
    """Return the present version of a tournament pairing, or None if it no longer exists."""
    found = evening.tables_of(table.round) if evening is not None else ()
    return next((each for each in found if each.one == table.one), None)
