"""The statistics of one player in one ruleset: a chart of games, groups of games, and figures about them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.core.language import _
from game.core.ruleset import Ruleset
from game.core.tournament import Tournament
from game.progress.statistics.game_analysis import GameAnalysis
from game.progress.statistics.overview import Overview
from game.progress.statistics.player_games import PlayerGame, player_games
from game.progress.statistics.texts import why_no_accuracy
from game.session.services import Services
from game.storage.players import Player
from game.ui.analysis.board.finished_game import open_finished_game
from game.ui.analysis.board.opening import analyse_game
from game.ui.painting.canvas import Canvas
from game.ui.play.play_scene import play_on
from game.ui.progress.statistics.accuracy_chart import AccuracyChart
from game.ui.progress.statistics.figure_cards import DOOR, draw_cards
from game.ui.progress.statistics.group_rows import GameGroup, GroupRows
from game.ui.shell.app import App
from game.ui.shell.list_scene import ListScene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button, ChoiceButton
from game.ui.widgets.form import BAR_WIDTH
from game.ui.widgets.frame import back_button, draw_frame, draw_keys_hint, main_button
from game.ui.widgets.item_list import ItemList
from game.ui.widgets.tooltip import PointerShape

_LIST = (36.0, 92.0, 320.0, 584.0)
#: Seconds of each frame spent on gathering, and seconds between updates of the picture.
_SHARE, _LOOK = 0.004, 0.3
#: Number of games that doubles the time between updates while work is in progress.
_MANY = 100
_WAYS = {keys.LEFT: -1, keys.RIGHT: 1}


def most_played(services: Services, player: Player) -> Ruleset:
    """Return the ruleset that the player has played most, or the first one if there are no games."""
    rulesets = services.catalogue.rulesets
    played = [each.ruleset_id for each in services.database.games.totals(player)]
    return rulesets[next((each for each in played if each in rulesets), next(iter(rulesets)))]


class StatisticsScene(ListScene[GameGroup, None]):
    """Scene with the statistics of one player in one ruleset.

    Left and Right change the game of the chart, Up and Down the group; Enter opens a replay.
    """

    def __init__(self, app: App, player: Player, ruleset: Ruleset | None = None) -> None:
        """Show the statistics in ``ruleset``, by default in the one that the player has played most."""
        super().__init__(app)
        self._player = player
        self._shown = ""
        """The progress text in the current picture."""
        self.list = ItemList(
            _LIST,
            lambda group: group.key,
            self._draw_row,
            self._turn_to_group,
            self._act,
            heading_of=lambda group: group.heading,
        )
        self._show_ruleset(ruleset or most_played(app.services, player))

    def _show_ruleset(self, ruleset: Ruleset) -> None:
        services = self.app.services
        self.ruleset = ruleset
        self._since = 0.0
        self._analysis = GameAnalysis(services, self._player, ruleset)
        self._rows = GroupRows(ruleset, services.database)
        self._games: list[PlayerGame] = player_games(services.database, self._player, ruleset)
        self._chosen: int | None = None
        """Index of the selected game in the chart; None for the last one."""

    @property
    def subject(self) -> Ruleset:
        return self.ruleset

    # The lists

    def read_items(self) -> list[GameGroup]:
        """Return the groups of the player's games as rows of the list."""
        return self._rows.groups(self._games)

    def arrange(self) -> None:
        """Rebuild the rows of game groups and the chart, and lay out the scene."""
        self.list.read(self.read_items())
        self._select_group()
        super().arrange()

    @property
    def overview(self) -> Overview:
        """Statistics of the selected group of games."""
        return self.list.items[self.list.row].overview

    @property
    def chosen(self) -> int | None:
        """The index of the game selected in the chart, among the analysed games.

        None if no game is analysed.
        """
        last = len(self.overview.judged) - 1
        return None if last < 0 else last if self._chosen is None else min(self._chosen, last)

    def _turn_to_group(self) -> None:
        self._chosen = None
        self._select_group()
        self.refresh()

    def _select_group(self) -> None:
        self._chart = AccuracyChart(self.overview)

    # Buttons

    def buttons(self) -> list[Button]:
        """Return the buttons to change the ruleset, see a missed threat, go back, analyse and replay."""
        back = back_button(self.stage, lambda: self.finish(None))
        others = [*self.form.stops(), *self._rulesets(), *self._missed_threat_button(), back]
        if self.chosen is None and self._can_read:
            label, press, icon = self._reading
            main = main_button(self.stage, label, press, icon=icon, size=20)
            main.enabled, main.why = self._analysis.has_unread, _("All games are analysed.")
            return [*others, main]
        watch = main_button(self.stage, _("Analyse"), self._watch, icon="replay", size=22)
        watch.enabled, watch.why = self.chosen is not None, _("There is no game to analyse yet.")
        return [*others, *self._read_button(), watch]

    def _rulesets(self) -> list[Button]:
        rect = self.stage.rect
        rulesets = list(self.app.services.catalogue.rulesets.values())
        ids = [each.info.id for each in rulesets]
        if self.ruleset.info.id not in ids:
            # The game of a rule sheet that is no longer on the menu.
            rulesets, ids = [*rulesets, self.ruleset], [*ids, self.ruleset.info.id]
        place = ids.index(self.ruleset.info.id)
        before, after = rulesets[place - 1], rulesets[(place + 1) % len(rulesets)]
        return [
            ChoiceButton(
                rect(968, 18, 44, 44), "", partial(self._turn_to, before), icon="arrow_left", tip=_(before.info.title)
            ),
            ChoiceButton(
                rect(1212, 18, 44, 44), "", partial(self._turn_to, after), icon="arrow_right", tip=_(after.info.title)
            ),
        ]

    def _missed_threat_button(self) -> list[Button]:
        """Return the button that opens a game with the most often missed threat.

        The list is empty if no threat was missed.
        """
        if not self.overview.oversights:
            return []
        return [Button(self.stage.rect(*DOOR), _("Show me"), self._show_missed_threat, icon="search", size=18)]

    @property
    def _can_read(self) -> bool:
        """True if the player has games and there is an engine that can judge them."""
        return bool(self._games) and self._analysis.has_scores

    @property
    def _reading(self) -> tuple[str, Callable[[], None], str]:
        """Label, action and icon of the button that starts or stops the analysis of all games."""
        if self._analysis.round is not None:
            return _("Stop analysing"), self._end_round, "pause"
        return _("Analyse all my games"), self._read_all, "search"

    def _read_button(self) -> list[Button]:
        if not self._can_read:
            return []
        label, press, icon = self._reading
        read = Button(self.stage.rect(200, 716, 248, 48), label, press, icon=icon, size=18)
        read.enabled, read.why = self._analysis.has_unread, _("All games are analysed.")
        return [read]

    def _turn_to(self, ruleset: Ruleset) -> None:
        self._leave()
        self._show_ruleset(ruleset)
        self.list.restart()
        self.arrange()

    # Opening games

    def _watch(self) -> None:
        if self.chosen is not None:
            self._open(self.overview.judged[self.chosen])

    def _act(self) -> None:
        """Press the scene's main button if it is enabled."""
        button = self.controls.buttons[-1]
        if button.enabled:
            button.press()

    def _show_missed_threat(self) -> None:
        newest = self.overview.oversights[0].counted_mistakes[0]
        self._open(newest.game, newest.slip.ply)

    def _open(self, game: PlayerGame, step: int | None = None) -> None:
        open_finished_game(self.app, game.game.key, partial(self._show, step))

    def _show(self, step: int | None, tournament: Tournament) -> None:
        analyse_game(self.app, tournament, partial(play_on, self.app), step=step)

    # Analysis

    def _read_all(self) -> None:
        self._analysis.start()
        self.refresh()

    def _end_round(self) -> None:
        """Stop the analysis of the player's games; finished results remain saved."""
        if self._analysis.end():
            self.refresh()

    def _leave(self) -> None:
        """Stop the analysis and all other work of the engine."""
        self._end_round()
        self._analysis.probe.stop()

    def suspend(self) -> None:
        """Pause the analysis of games, since the scene on top may need the engine."""
        self._analysis.pause()
        super().suspend()

    def resume(self) -> None:
        """Gather the figures again, since a game may have been played or reviewed meanwhile."""
        self._analysis.gather()
        super().resume()

    def exit(self) -> None:
        """Stop the analysis of the player's games."""
        self._leave()
        super().exit()

    def tick(self, seconds: float) -> None:
        """Gather figures, analyse games, and show new results a few times a second."""
        super().tick(seconds)
        if self._analysis.poll(_SHARE):
            self.refresh()
        self._since += seconds
        if self._since >= (_LOOK * (1 + len(self._games) / _MANY) if self._analysis.is_busy else _LOOK):
            self._since = 0.0
            self._look()

    def _look(self) -> None:
        """Show the statistics gathered since the last call, or the progress of gathering."""
        if self._analysis.is_stale:
            self._analysis.is_stale = False
            self._games = player_games(self.app.services.database, self._player, self.ruleset)
            self._show_groups()
        elif self._analysis.progress() != self._shown:
            self.repaint()

    def _show_groups(self) -> None:
        """Update the groups of games; lay out the list again only if its rows have changed."""
        before, row = [group.heading for group in self.list.items], self.list.row
        self.list.read(self.read_items())
        if [group.heading for group in self.list.items] != before or self.list.row != row:
            self.arrange()
            return
        self._select_group()
        self.refresh()

    # Input

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle Left and Right, which select a game in the chart, and clicks there, which open a game."""
        if event.type == pygame.KEYDOWN and event.key in _WAYS:
            self._walk(_WAYS[event.key])
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            found = self._chart.at(self.stage, event.pos)
            if found is not None:
                self._chosen = found
                self._watch()
                return True
        return super().handle(event)

    def _walk(self, way: int) -> None:
        if self.chosen is not None:
            self._choose(max(0, min(len(self.overview.judged) - 1, self.chosen + way)))

    def _choose(self, number: int) -> None:
        self._chosen, self.dirty = number, True

    def point(self, point: tuple[int, int] | None) -> None:
        """Select the game under the pointer in the chart."""
        super().point(point)
        found = None if point is None else self._chart.at(self.stage, point)
        if found is not None and found != self._chosen:
            self._choose(found)

    def shape_at(self, point: tuple[int, int]) -> PointerShape:
        """Return the shape of the pointer: a hand over the accuracy chart, else an arrow."""
        return "arrow" if self._chart.at(self.stage, point) is None else "hand"

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame of the statistics, the accuracy chart and the cards below it."""
        title = _("Statistics for {name}", name=self._player.name)
        draw_frame(canvas, title, (24, 80, 344, 608), left=86, width=540, smallest=20)
        canvas.face(self._player.shown_face, 50, 40, 40, ring=6)
        middle, words = 1112, _(self.ruleset.info.title)
        canvas.text(words, middle, 40, family="display", size=22, colour="amber", anchor="center", width=188, height=40)
        self._shown = self._analysis.progress()
        canvas.text(self._shown, 944, 40, size=15, colour="mist", anchor="midright", width=300, height=36)
        self._chart.draw(canvas, self._why_empty())
        draw_cards(canvas, self.overview)
        if self.chosen is not None:
            draw_keys_hint(
                canvas,
                _("Left/Right: switch game  ·  Up/Down: select  ·  Enter: show game"),
                left=464,
                width=516,
            )

    def _why_empty(self) -> str:
        if not self._analysis.gathering.is_done:
            return _("Going through your games…")
        if not self._games:
            return _("Play a game to see your statistics.")
        return why_no_accuracy(has_scores=self._analysis.has_scores)

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the list of results by kind of game, and mark the selected game in the chart of accuracy."""
        super().paint_live(canvas)
        if self.chosen is not None:
            game = self.overview.judged[self.chosen].game
            self._chart.draw_chosen(canvas, self.chosen, self._rows.opponent(game.level, game.opponent))

    def _draw_row(self, canvas: Canvas, group: GameGroup, top: float) -> None:
        edges = _LIST[0] + 10, _LIST[0] + _LIST[2] - BAR_WIDTH - 14
        self._rows.draw(canvas, group, edges, top + canvas.tall(32))
