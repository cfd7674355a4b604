"""The leaderboard of this machine: its players in one ruleset, by their rating."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.language import _, gettext_noop
from game.core.ruleset import Ruleset
from game.session.records.ranks import rank_of, win_rate
from game.session.records.record_summary import Summary, rating_words
from game.store.database import Player
from game.ui.painting.canvas import Canvas
from game.ui.people.records import RecordsScene
from game.ui.shell.app import App
from game.ui.shell.list_scene import TopicScene
from game.ui.widgets.buttons import Button
from game.ui.widgets.form import BAR_WIDTH
from game.ui.widgets.frame import back_button, draw_aside, draw_frame, draw_keys_hint, main_button
from game.ui.widgets.item_list import ItemList

_RULESETS = (36.0, 92.0, 268.0, 584.0)
_PLAYERS = (352.0, 132.0, 892.0, 544.0)
#: Each column's title, right edge and width.
_HEADS = (
    (gettext_noop("Played"), 860.0, 88.0),
    (gettext_noop("Won"), 950.0, 84.0),
    (gettext_noop("Rate"), 1048.0, 92.0),
    (gettext_noop("Rating"), 1214.0, 158.0),
)


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """A player's place, from 1, and the summary of the games in the ruleset that is shown."""

    place: int
    player: Player
    summary: Summary


class LeaderboardScene(TopicScene[Ruleset, LeaderboardRow, None]):
    """Left and Right walk over the rulesets, Up and Down over the players; Enter opens the player's records."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.topics = ItemList(_RULESETS, lambda ruleset: ruleset.info.id, _draw_ruleset, self.turn)
        self.list = ItemList(_PLAYERS, lambda each: each.player.id, self._draw_player, self.refresh, self._open)

    def read_topics(self) -> list[Ruleset]:
        """The games of the fair."""
        return list(self.app.services.catalogue.rulesets.values())

    def read_items(self) -> list[LeaderboardRow]:
        """Ask the database who has played: those with a rating first, the strongest before all."""
        database, ruleset = self.app.services.database, self.topics.selected
        if ruleset is None:
            return []
        found: list[tuple[Player, Summary]] = []
        for player in database.players():
            games = [game for game in database.games(player) if game.key.ruleset_id == ruleset.info.id]
            if games:
                found.append((player, Summary.of(games, ruleset)))
        found.sort(key=lambda each: _order(each[1]))
        return [LeaderboardRow(place, player, summary) for place, (player, summary) in enumerate(found, 1)]

    def buttons(self) -> list[Button]:
        """The way back, and that to the selected player's records."""
        records = main_button(self.stage, _("Records"), self._open, icon="trophy", size=22)
        records.enabled, records.why = self.selected is not None, _("Nobody has played here yet.")
        return [*self.form.stops(), back_button(self.stage, lambda: self.finish(None)), records]

    def _open(self) -> None:
        if self.selected is not None:
            self.app.push(RecordsScene(self.app, self.selected.player))

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame and the head of the table."""
        draw_frame(canvas, _("Leaderboard"), (24, 80, 292, 608), (340, 80, 916, 608))
        draw_aside(canvas, _("Games against opponents whose Elo is known make the rating."), 900)
        for head, right, width in _HEADS:
            canvas.text(
                _(head), right, 108, family="bold", size=14, colour="mist", anchor="midright", width=width, height=30
            )
        if not self.list.items:
            canvas.text(_("Nobody has finished a game here yet."), 376, 144, size=16, width=840, height=40)
        draw_keys_hint(canvas, _("Left and Right: another game  ·  Up and Down: the players  ·  Enter: records"))

    def _draw_player(self, canvas: Canvas, standing: LeaderboardRow, top: float) -> None:
        middle = top + canvas.tall(32)
        upper, lower, height = top + canvas.tall(8), top + canvas.tall(35), canvas.tall(25)
        totals, left = standing.summary.totals, _PLAYERS[0]
        colour = "amber" if standing.place == 1 else "cream"
        canvas.text(str(standing.place), left + 34, middle, family="display", size=24, colour=colour, anchor="center")
        canvas.face(standing.player.shown_face, left + 84, middle, 40, ring=6)
        name, x = standing.player.name, left + 120
        canvas.text(name, x, upper, family="bold", size=17, colour="cream", width=310, height=height)
        canvas.text(_(rank_of(totals).title), x, lower, size=14, colour="soft", width=310, height=height)
        numbers = (str(totals.played), str(totals.won), win_rate(totals), rating_words(standing.summary.rating))
        for (_head, right, width), words in zip(_HEADS, numbers, strict=True):
            edge = min(right, left + _PLAYERS[2] - BAR_WIDTH - 12)
            canvas.text(
                words, edge, middle, family="display", size=18, colour=colour, anchor="midright", width=width, height=40
            )


def _draw_ruleset(canvas: Canvas, ruleset: Ruleset, top: float) -> None:
    title, middle = _(ruleset.info.title), top + canvas.tall(32)
    canvas.text(title, 60, middle, family="bold", size=17, colour="cream", anchor="midleft", width=224, height=40)


def _order(summary: Summary) -> tuple[float, int]:
    rating = summary.rating
    return (-rating.elo if rating else float("inf"), -summary.totals.won)
