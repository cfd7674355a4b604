"""The leaderboard of this machine: its players in one ruleset, by their rating."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.core.language import _, marked
from game.core.ruleset import Ruleset
from game.session.ranks import rank_of, win_rate
from game.session.record_summary import Summary, rating_words
from game.store.database import Player
from game.ui.painting.canvas import Canvas
from game.ui.people.faces import player_face
from game.ui.people.records import RecordsScene
from game.ui.shell.app import App
from game.ui.shell.form import FormScene
from game.ui.widgets.buttons import Button
from game.ui.widgets.fields import BAR_WIDTH

_RULESETS = (36.0, 92.0, 268.0, 584.0)
_PLAYERS = (352.0, 132.0, 892.0, 544.0)
#: Each column's title, right edge and width.
_HEADS = (
    (marked("Played"), 860.0, 88.0),
    (marked("Won"), 950.0, 84.0),
    (marked("Rate"), 1048.0, 92.0),
    (marked("Rating"), 1214.0, 158.0),
)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place: the summary of the games in the ruleset that is shown."""

    player: Player
    summary: Summary


class LeaderboardScene(FormScene[None]):
    """Left and Right walk over the rulesets, Up and Down over the players; Enter opens the player's records."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._rulesets: list[Ruleset] = list(app.services.catalogue.rulesets.values())
        self._ruleset = 0
        self._row = 0
        self.standings: list[Standing] = []

    # Layout

    def arrange(self) -> None:
        """Asks the database anew."""
        self.standings = self._ask()
        self._row = max(0, min(self._row, len(self.standings) - 1))
        super().arrange()
        rect, keys = self.stage.rect, (pygame.K_ESCAPE,)
        back = Button(rect(24, 716, 160, 48), _("Back"), lambda: self.finish(None), icon="arrow_left", keys=keys)
        records = Button(rect(996, 712, 260, 56), _("Records"), self._open, kind="primary", icon="trophy", size=22)
        records.enabled = bool(self.standings)
        focused = self.controls.focused
        self.controls.set([*self.form.stops(), back, records])
        if focused is None:
            self.controls.focus(records if records.enabled else back)

    def _ask(self) -> list[Standing]:
        """Whoever has played, those with a rating first, the strongest before all."""
        if not self._rulesets:
            return []
        database, ruleset = self.app.services.database, self._rulesets[self._ruleset]
        standings = []
        for player in database.players():
            games = [game for game in database.games(player) if game.key.ruleset_id == ruleset.info.id]
            if games:
                standings.append(Standing(player, Summary.of(games, ruleset)))
        return sorted(standings, key=_order)

    def build(self) -> None:
        """The two lists."""
        self.form.add_list(
            _RULESETS,
            len(self._rulesets),
            chosen=self._ruleset,
            draw_row=self._draw_ruleset,
            press=lambda: None,
            on_choose=self._select,
        )
        self.form.main = self.form.add_list(
            _PLAYERS,
            len(self.standings),
            chosen=self._row,
            draw_row=self._draw_player,
            press=self._open,
            on_choose=self._choose_player,
        )

    # Input

    def handle(self, event: pygame.event.Event) -> bool:
        """Left and Right go to another ruleset, whatever has the focus."""
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self._select(self._ruleset + (1 if event.key == pygame.K_RIGHT else -1))
            return True
        return super().handle(event)

    def _select(self, ruleset: int) -> None:
        ruleset = max(0, min(len(self._rulesets) - 1, ruleset))
        if ruleset != self._ruleset:
            self._ruleset, self._row = ruleset, 0
            self.arrange()

    def _choose_player(self, row: int) -> None:
        self._row = row

    def _open(self) -> None:
        if self.standings:
            self.app.push(RecordsScene(self.app, self.standings[self._row].player))

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Backdrop, cards and the head of the table."""
        canvas.backdrop(dimmed=True)
        canvas.text(_("Leaderboard"), 28, 40, family="display", size=32, colour="cream", anchor="midleft", shadow=True)
        words = _("Games against opponents whose Elo is known make the rating.")
        canvas.text(words, 1256, 40, size=17, anchor="midright", width=900, height=44)
        canvas.card(24, 80, 292, 608)
        canvas.card(340, 80, 916, 608)
        for head, right, width in _HEADS:
            canvas.text(
                _(head), right, 108, family="bold", size=14, colour="mist", anchor="midright", width=width, height=30
            )
        if not self.standings:
            canvas.text(_("Nobody has finished a game here yet."), 376, 144, size=16, width=840, height=40)
        keys = _("Left and Right: another game  ·  Up and Down: the players  ·  Enter: records")
        canvas.text(keys, 208, 740, size=14, anchor="midleft", width=770, height=40)

    def _draw_ruleset(self, canvas: Canvas, row: int, top: float) -> None:
        info = self._rulesets[row].info
        middle = top + canvas.tall(32)
        canvas.text(
            _(info.title), 60, middle, family="bold", size=17, colour="cream", anchor="midleft", width=224, height=40
        )

    def _draw_player(self, canvas: Canvas, row: int, top: float) -> None:
        standing, middle = self.standings[row], top + canvas.tall(32)
        upper, lower, height = top + canvas.tall(8), top + canvas.tall(35), canvas.tall(25)
        totals, left = standing.summary.totals, _PLAYERS[0]
        colour = "amber" if row == 0 else "cream"
        canvas.text(str(row + 1), left + 34, middle, family="display", size=24, colour=colour, anchor="center")
        canvas.face(player_face(standing.player), left + 84, middle, 40, ring=6)
        name, x = standing.player.name, left + 120
        canvas.text(name, x, upper, family="bold", size=17, colour="cream", width=310, height=height)
        canvas.text(_(rank_of(totals).title), x, lower, size=14, colour="soft", width=310, height=height)
        numbers = (str(totals.played), str(totals.won), win_rate(totals), rating_words(standing.summary.rating))
        for (_head, right, width), words in zip(_HEADS, numbers, strict=True):
            edge = min(right, left + _PLAYERS[2] - BAR_WIDTH - 12)
            canvas.text(
                words, edge, middle, family="display", size=18, colour=colour, anchor="midright", width=width, height=40
            )


def _order(standing: Standing) -> tuple[float, int]:
    rating = standing.summary.rating
    return (-rating.elo if rating else float("inf"), -standing.summary.totals.won)
