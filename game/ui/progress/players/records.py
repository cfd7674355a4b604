"""The records of one player: a summary for each ruleset, results against other people, and games to replay."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from game.core.language import _, plural
from game.core.ruleset import Ruleset
from game.core.tournament import Tournament
from game.session.dates import moment_in, when
from game.session.records.record_summary import OUTCOMES, Summary, met_name, opponent_name
from game.storage.finished_games import FinishedGame, HeadToHead
from game.storage.players import Player
from game.ui.analysis.board.finished_game import open_finished_game
from game.ui.analysis.board.opening import analyse_game
from game.ui.painting.canvas import Canvas
from game.ui.play.play_scene import play_on
from game.ui.progress.players.record_page import draw_head_to_head, draw_summary
from game.ui.progress.statistics.statistics_scene import StatisticsScene
from game.ui.shell.app import App
from game.ui.shell.list_scene import TopicScene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button
from game.ui.widgets.form import BAR_WIDTH
from game.ui.widgets.frame import back_button, bar_button, draw_frame, draw_keys_hint, main_button
from game.ui.widgets.item_list import ItemList

_SUBJECTS = (36.0, 92.0, 228.0, 584.0)
_GAMES = (812.0, 132.0, 432.0, 544.0)
_COLOURS = {"won": "amber", "drawn": "cream", "lost": "soft"}


@dataclass(frozen=True, slots=True)
class _Subject:
    """An entry in the left list of a player's records: a ruleset, or a person whom the player has met."""

    title: str
    ruleset_id: str = ""
    ruleset: Ruleset | None = None
    games: tuple[FinishedGame, ...] = ()
    meeting: HeadToHead | None = None


class RecordsScene(TopicScene[_Subject, FinishedGame, None]):
    """Scene of a player's records.

    Left and Right change the topic, Up and Down the game; Enter replays the game.
    """

    def __init__(self, app: App, player: Player) -> None:
        super().__init__(app)
        self._player = player
        self.topics = ItemList(_SUBJECTS, _key_of, self._draw_subject, self.show_topic)
        self.list = ItemList(_GAMES, lambda game: game.key, self._draw_game, self.refresh, self._watch)

    @property
    def shown(self) -> _Subject:
        """The ruleset or the person that is selected in the records."""
        return self.topics.items[self.topics.row]

    @property
    def summary(self) -> Summary:
        """Summary of the player's games in the selected ruleset."""
        return Summary.of(self.shown.games, self.shown.ruleset)

    # The lists

    def read_topics(self) -> list[_Subject]:
        """Return the topics of the records: rulesets, then the people whom the player has met."""
        return [*self._rulesets(), *self._people()]

    def read_items(self) -> Sequence[FinishedGame]:
        """Return the player's games in the selected ruleset or against the selected person, newest first."""
        return self.shown.games[::-1]

    def _rulesets(self) -> list[_Subject]:
        """Return all rulesets, those that the player has played most first."""
        found: dict[str, list[FinishedGame]] = {}
        for game in self.app.services.database.games.against_computer(self._player):
            found.setdefault(game.key.ruleset_id, []).append(game)
        known = self.app.services.catalogue.rulesets
        # The stable sort keeps the catalogue's order among rulesets with equally many games.
        ids = sorted(dict.fromkeys([*known, *found]), key=lambda each: -len(found.get(each, ())))
        return [
            _Subject(
                _(known[each].info.title) if each in known else _("{ruleset} (not installed)", ruleset=each),
                each,
                known.get(each),
                tuple(found.get(each, ())),
            )
            for each in ids
        ]

    def _people(self) -> list[_Subject]:
        database = self.app.services.database
        return [
            _Subject(met_name(met.other), games=tuple(database.games.meetings(self._player, met.other)), meeting=met)
            for met in database.games.head_to_heads(self._player)
        ]

    def buttons(self) -> list[Button]:
        """Return the buttons that go back, open the statistics, and replay the selected game."""
        watch = main_button(self.stage, _("Analyse"), self._watch, icon="replay", size=22)
        watch.enabled, watch.why = self.selected is not None, _("There is no game to analyse yet.")
        figures = bar_button(
            self.stage, 200, 188, _("Statistics"), self._open_statistics, icon="chart", use=keys.STATISTICS
        )
        return [*self.form.stops(), back_button(self.stage, lambda: self.finish(None)), figures, watch]

    def _open_statistics(self) -> None:
        self.app.push(StatisticsScene(self.app, self._player, self.shown.ruleset))

    def _watch(self) -> None:
        if self.selected is not None:
            open_finished_game(self.app, self.selected.key, self._show)

    def _show(self, tournament: Tournament) -> None:
        analyse_game(self.app, tournament, partial(play_on, self.app))

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame, the summary, and the heading of the list of games."""
        title = _("{name}'s records", name=self._player.name)
        draw_frame(canvas, title, (24, 80, 252, 608), (800, 80, 456, 608), left=86, width=1160, smallest=20)
        canvas.face(self._player.shown_face, 50, 40, 40, ring=6)
        if self.shown.meeting is not None:
            draw_head_to_head(canvas, self.shown.meeting)
        else:
            draw_summary(canvas, self.shown.title, self.shown.ruleset, self.summary)
        self._draw_games(canvas)
        draw_keys_hint(
            canvas,
            _("Left and Right: switch game  ·  Up and Down: select in list  ·  Enter: analyse"),
            left=404,
            width=576,
        )

    def _draw_games(self, canvas: Canvas) -> None:
        canvas.title(_("Games"), 824, 94, size=22)
        number = plural("{count} game", "{count} games", len(self.list.items))
        canvas.text(number, 1232, 111, size=15, colour="mist", anchor="midright", width=220, height=32)
        if not self.list.items:
            canvas.text(_("No finished games yet."), 824, 144, size=16, width=408, height=36)

    def _draw_subject(self, canvas: Canvas, subject: _Subject, top: float) -> None:
        middle = top + canvas.tall(32)
        if subject.meeting is not None:
            canvas.face(subject.meeting.other.shown_face, 66, middle, 34, ring=5)
        elif subject.ruleset is not None:
            _draw_stones(canvas, subject.ruleset, 66, middle)
        height = canvas.tall(25)
        colour = "cream" if subject.games else "mist"
        upper = top + canvas.tall(9)
        canvas.text(subject.title, 98, upper, family="bold", size=16, colour=colour, width=154, height=height)
        text = plural("{count} game", "{count} games", len(subject.games))
        if subject.meeting is not None:
            text = _("{won} : {lost}", won=subject.meeting.wins, lost=subject.meeting.losses)
        canvas.text(text, 98, top + canvas.tall(34), size=14, colour="soft", width=154, height=height)

    def _draw_game(self, canvas: Canvas, game: FinishedGame, top: float) -> None:
        left, right = _GAMES[0] + 16, _GAMES[0] + _GAMES[2] - BAR_WIDTH - 16
        upper, lower, height = top + canvas.tall(8), top + canvas.tall(35), canvas.tall(25)
        colour = "mist" if game.practice else _COLOURS[game.outcome]
        outcome = canvas.text(
            _(OUTCOMES[game.outcome]), right, upper, family="bold", size=16, colour=colour,
            anchor="topright", width=150, height=height,
        )  # fmt: skip
        room = right - left - outcome.width - 16
        name = opponent_name(self.shown.ruleset, game.level, self._person_game_title(game))
        canvas.text(name, left, upper, family="bold", size=16, colour="cream", width=room, height=height)
        played = moment_in(game.played)
        moment = when(played.timestamp(), time.time()) if played else "–"
        canvas.text(moment, left, lower, size=14, colour="mist", width=215, height=height)
        text = _result_text(game)
        canvas.text(text, right, lower, size=14, colour="soft", anchor="topright", width=165, height=height)

    def _person_game_title(self, game: FinishedGame) -> str:
        """Return a game's title: its opponent or, in a list of games against one person, its ruleset."""
        ruleset = self.app.services.catalogue.rulesets.get(game.key.ruleset_id)
        return _(ruleset.info.title) if self.shown.meeting is not None and ruleset else game.opponent


def _key_of(subject: _Subject) -> object:
    return subject.ruleset_id or (subject.meeting and subject.meeting.other.id)


def _result_text(game: FinishedGame) -> str:
    moves = plural("{count} move", "{count} moves", game.moves)
    if game.practice:
        return f"{_('Unrated')}  ·  {moves}"
    if game.own_score is None or game.other_score is None:
        return moves
    return _("{own} : {other}  ·  {moves}", own=game.own_score, other=game.other_score, moves=moves)


def _draw_stones(canvas: Canvas, ruleset: Ruleset, x: float, y: float) -> None:
    """Draw one stone of each side, overlapping, as the emblem of a ruleset."""
    for letter, dx in zip(ruleset.info.colours, (-8, 8), strict=True):
        stone = ruleset.info.stone(letter)
        if stone is not None:
            canvas.stone(stone.art, x + dx, y + dx * 0.4, 26, shadow=True)
