"""The decathlon: the events of this week, the points, and the ranking of all players on this computer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from game.core.language import _, gettext_noop, plural
from game.core.model import ParseError
from game.core.tournament import Tournament
from game.progress.decathlon.scoring import POINTS, DecathlonCard, Rosette, card_of, cards
from game.progress.decathlon.week import Discipline, events_of, week_of
from game.session.dates import day_text
from game.session.game_session import GameSession, open_local_session
from game.session.match_plan import start_session
from game.session.records.record_summary import OUTCOMES
from game.storage.background import OnStep, RefreshedValue
from game.storage.finished_games import FinishedGame
from game.storage.players import Player
from game.storage.saves import SaveEntry
from game.ui.board.player_card import level_face
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.list_scene import ListScene
from game.ui.shell.work_scene import read_in_background
from game.ui.widgets.buttons import Button
from game.ui.widgets.form import BAR_WIDTH
from game.ui.widgets.frame import back_button, draw_frame, draw_note, main_button
from game.ui.widgets.item_list import ItemList

_LIST = (36.0, 96.0, 632.0, 584.0)
_ROW, _FACE = 104.0, 68.0
#: Card of the points: left, top, width and height.
_CARD = (704.0, 80.0, 552.0, 608.0)
#: Largest number of players in the ranking.
_MOST_CARDS = 6
_COLOURS = {Rosette.GOLD: "amber", Rosette.SILVER: "mist", Rosette.BRONZE: "coral"}
_WORDS = {
    Rosette.GOLD: lambda: _("A golden rosette"),
    Rosette.SILVER: lambda: _("A silver rosette"),
    Rosette.BRONZE: lambda: _("A bronze rosette"),
}

#: Opens the game screen for a session; the menu provides it.
OpenTable = Callable[[GameSession], None]


class DecathlonScene(ListScene[Discipline, None]):
    """Scene of this week's decathlon: its events with their opponents, and a card with the points."""

    way_back = gettext_noop("Back to the decathlon")

    def __init__(self, app: App, player: Player, play: OpenTable, today: date | None = None) -> None:
        super().__init__(app)
        self._player, self._play_at = player, play
        self.week = week_of(today or date.today())
        self._trouble = ""
        self._saves: RefreshedValue[list[SaveEntry]] = RefreshedValue(self._read_saves, [])
        self.list = ItemList(_LIST, lambda event: event.seed, self._draw_row, self.refresh, self._play)

    # Items

    def read_items(self) -> Sequence[Discipline]:
        """Return the decathlon events of the week, after reading the results so far from the database."""
        services = self.app.services
        games = services.database.games.against_computer(self._player)
        events = events_of(self.week, services.catalogue.rulesets, games)
        self.card: DecathlonCard = card_of(self._player, [event.key for event in events], games)
        self.cards = cards(services.database, self.week, services.catalogue.rulesets)
        self._begun = {entry.name for entry in self._saves.look() if entry.can_resume}
        return events

    def _read_saves(self) -> list[SaveEntry]:
        """Wait for pending saves, then return the saved games. This runs on a worker thread."""
        self.app.services.autosave.wait()
        return self.app.services.saves.entries()

    def _result(self, event: Discipline) -> FinishedGame | None:
        return self.card.results[self.list.items.index(event)]

    def _name(self, event: Discipline) -> str:
        """Return the name under which the game of a decathlon event is saved."""
        return _("Decathlon {week} - {game}", week=self.week.name, game=_(event.ruleset.info.title))

    def _is_begun(self, event: Discipline) -> bool:
        """Return True if the game of a decathlon event was started and can be continued."""
        return self._name(event) in self._begun

    # Layout

    def build(self) -> None:
        self.form.main = self.list.build(self.form, self._row_height)

    @property
    def _row_height(self) -> float:
        # At any letter size, four games must fit without a scroll bar.
        return min(_ROW * max(1.0, self.typesetter.letters), _LIST[3] / 4)

    def buttons(self) -> list[Button]:
        """Return the back button, and the button that plays the selected decathlon event."""
        back = back_button(self.stage, lambda: self.finish(None))
        event = self.selected
        label = _("Continue") if event is not None and self._is_begun(event) else _("Play")
        play = main_button(self.stage, label, self._play, icon="play")
        is_open = event is not None and self._result(event) is None
        play.enabled = is_open and not self._saves.is_reading
        play.why = (
            _("This event is over.") if event is not None else _("None of the installed games has computer opponents.")
        )
        if self._saves.is_reading:
            play.why = _("Reading…")
        return [*self.form.stops(), back, play]

    def resume(self) -> None:
        """Update the decathlon results after a game."""
        self.arrange()
        super().resume()

    # Actions

    def _play(self) -> None:
        """Start or continue the game of the selected decathlon event."""
        event, services = self.selected, self.app.services
        if event is None or self._result(event) is not None:
            return
        name, self._trouble = self._name(event), ""
        if self._is_begun(event):

            def load(on_game: OnStep) -> Tournament:
                services.autosave.wait()
                return services.saves.load(name, on_game)

            read_in_background(self.app, _("Reading the file…"), name, load, lambda task: self._sit_down(
                lambda: open_local_session(services, task.take(), name, saved=True)
            ))  # fmt: skip
        else:
            self._sit_down(lambda: start_session(services, event.plan(name)))

    def _sit_down(self, make: Callable[[], GameSession]) -> None:
        try:
            table = make()
        except ParseError as error:
            self._trouble = str(error)
            self.repaint()
            return
        self._play_at(table)

    def tick(self, seconds: float) -> None:
        """Update the list of decathlon events once the saved games have been read."""
        super().tick(seconds)
        if self._saves.poll():
            self.arrange()

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame, the player's points in the decathlon, and the ranking."""
        draw_frame(canvas, _("The decathlon"), (24, 80, 656, 608), width=520)
        until = _("Weekly decathlon: open until {day}", day=day_text(self.week.last_day))
        draw_note(canvas, self._trouble or until, 700, "coral" if self._trouble else "soft")
        canvas.panels.card(*_CARD)
        self._draw_points(canvas)
        self._draw_table(canvas)

    def _draw_points(self, canvas: Canvas) -> None:
        left, top, width, _height = _CARD
        rosette, most = self.card.rosette, POINTS["won"] * len(self.list.items)
        canvas.rosette(
            left + 92, top + 104, 120, "mist" if rosette is None else _COLOURS[rosette], is_earned=rosette is not None
        )
        x, room = left + 180, width - 204
        points = _("{points} of {most} points", points=self.card.points, most=most)
        canvas.title(points, x, top + 52, size=30, width=room)
        text = _WORDS[rosette]() if rosette is not None else self._left_text()
        canvas.paragraph(text, x, top + 104, room, 3, size=17, anchor="topleft", height=72)

    def _left_text(self) -> str:
        left = len(self.list.items) - self.card.played
        if not left:
            return _("No rosette this time.")
        return plural("{count} event left to play.", "{count} events left to play.", left)

    def _draw_table(self, canvas: Canvas) -> None:
        """Draw the decathlon's ranking of players by points."""
        left, top, width, _height = _CARD
        y = top + 216
        canvas.title(_("This week"), left + 28, y, size=22, width=width - 56)
        y += 52
        if not self.cards:
            label = _("Nobody has played yet. A win gives {won} points, a draw {drawn}.",
                      won=POINTS["won"], drawn=POINTS["drawn"])  # fmt: skip
            canvas.paragraph(label, left + 28, y, width - 56, 3, size=16, anchor="topleft", height=72)
        for card in self.cards[:_MOST_CARDS]:
            colour = "amber" if card.player.id == self._player.id else "cream"
            canvas.face(card.player.shown_face, left + 52, y + 18, 40)
            text = _("{points} points, {played} events played", points=card.points, played=card.played)
            number = canvas.text(text, left + width - 28, y + 18, size=16, anchor="midright", width=240, height=30)
            room = width - 148 - number.width
            canvas.text(card.player.name, left + 88, y + 18, family="bold", size=18, colour=colour, anchor="midleft",
                        width=room, height=30)  # fmt: skip
            y += canvas.tall(48)

    def _draw_row(self, canvas: Canvas, event: Discipline, top: float) -> None:
        left, right = _LIST[0] + 12, _LIST[0] + _LIST[2] - BAR_WIDTH - 32
        middle, x = top + self._row_height / 2, left + _FACE + 24
        canvas.face(level_face(event.ruleset.info.levels, event.level.id), left + _FACE / 2 + 4, middle, _FACE)
        upper, lower, height = middle - canvas.tall(16), middle + canvas.tall(16), canvas.tall(28)
        words, colour = self._row_text(event)
        told = canvas.text(words, right, middle, family="bold", size=17, colour=colour, anchor="midright", width=210,
                           height=height)  # fmt: skip
        room = right - x - told.width - 16
        canvas.text(_(event.ruleset.info.title), x, upper, family="bold", size=19, colour="cream", anchor="midleft",
                    width=room, height=height)  # fmt: skip
        elo = "" if event.level.elo is None else _(", Elo {elo}", elo=event.level.elo)
        begins = _("you begin") if event.is_first else _("{name} begins", name=_(event.level.name))
        about = f"{_(event.level.name)}{elo}  ·  {begins}"
        canvas.text(about, x, lower, size=15, colour="soft", anchor="midleft", width=room, height=height)

    def _row_text(self, event: Discipline) -> tuple[str, str]:
        """Return the text about the state of a decathlon event, and its colour."""
        result = self._result(event)
        if result is None:
            return (_("in progress"), "amber") if self._is_begun(event) else (_("not started"), "mist")
        points = POINTS[result.outcome]
        text = _("{outcome}: {points}", outcome=_(OUTCOMES[result.outcome]), points=points)
        return text, "amber" if points else "coral"
