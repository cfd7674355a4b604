"""The leaderboard of one ruleset: the computer's levels and the players, ranked by rating."""

from __future__ import annotations

from game.core.language import _, gettext_noop
from game.core.ruleset import Ruleset
from game.session.records.ranking import Ranked, ranking
from game.session.records.ranks import win_rate
from game.ui.board.player_card import level_face
from game.ui.painting.canvas import Canvas
from game.ui.progress.players.records import RecordsScene
from game.ui.shell.app import App
from game.ui.shell.list_scene import TopicScene
from game.ui.widgets.buttons import Button
from game.ui.widgets.form import BAR_WIDTH
from game.ui.widgets.frame import back_button, draw_frame, draw_keys_hint, draw_note, main_button
from game.ui.widgets.item_list import ItemList

_RULESETS = (36.0, 92.0, 268.0, 584.0)
_PLAYERS = (352.0, 132.0, 892.0, 544.0)
#: Title, right edge and width of each column.
_HEADS = (
    (gettext_noop("Played"), 860.0, 88.0),
    (gettext_noop("Won"), 950.0, 84.0),
    (gettext_noop("Win rate"), 1048.0, 92.0),
    (gettext_noop("Rating"), 1214.0, 158.0),
)


class LeaderboardScene(TopicScene[Ruleset, Ranked, None]):
    """Scene that ranks the computer's levels and the players of a ruleset by rating.

    Left and Right change the ruleset, Up and Down the entry; Enter opens a player's records.
    """

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.topics = ItemList(_RULESETS, lambda ruleset: ruleset.info.id, _draw_ruleset, self.show_topic)
        self.list = ItemList(_PLAYERS, lambda each: each.key, self._draw_ranked, self.refresh, self._open)
        player = self.app.services.database.players.current()
        self._own_key = player.id if player is not None else None
        self.list.key = self._own_key

    def read_topics(self) -> list[Ruleset]:
        """Return all rulesets as topics of the leaderboard."""
        return list(self.app.services.catalogue.rulesets.values())

    def read_items(self) -> list[Ranked]:
        """Return the computer's levels and the players ranked in the selected ruleset, strongest first."""
        ruleset = self.topics.selected
        return [] if ruleset is None else ranking(self.app.services, ruleset)

    def show_topic(self) -> None:
        """Show the leaderboard of the ruleset that is now selected, with the current player's row selected in it."""
        self.list.key = self._own_key
        self.arrange()

    def buttons(self) -> list[Button]:
        """Return the back button, and the button that opens the selected player's records."""
        records = main_button(self.stage, _("Records"), self._open, icon="trophy", size=22)
        records.enabled = self.selected is not None and self.selected.player is not None
        records.why = _("Computer opponents have no statistics of their own.")
        return [*self.form.stops(), back_button(self.stage, lambda: self.finish(None)), records]

    def _open(self) -> None:
        if self.selected is not None and self.selected.player is not None:
            self.app.push(RecordsScene(self.app, self.selected.player))

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame and the column headings of the leaderboard."""
        draw_frame(canvas, _("Leaderboard"), (24, 80, 292, 608), (340, 80, 916, 608))
        draw_note(canvas, _("Ratings are based on games against opponents with a known Elo."), 900)
        for head, right, width in _HEADS:
            canvas.text(
                _(head), right, 108, family="bold", size=14, colour="mist", anchor="midright", width=width, height=30
            )
        if not self.list.items:
            canvas.text(_("Nobody is on the leaderboard yet."), 376, 144, size=16, width=840, height=40)
        draw_keys_hint(
            canvas, _("Left and Right: switch game  ·  Up and Down: select player  ·  Enter: show player's records")
        )

    def _draw_ranked(self, canvas: Canvas, ranked: Ranked, top: float) -> None:
        middle = top + canvas.tall(32)
        upper, lower, height = top + canvas.tall(8), top + canvas.tall(35), canvas.tall(25)
        totals, left = ranked.totals, _PLAYERS[0]
        colour = "amber" if ranked.player is not None else "cream"
        place = "–" if ranked.elo is None else str(self.list.items.index(ranked) + 1)
        canvas.text(place, left + 34, middle, family="display", size=24, colour=colour, anchor="center", width=56)
        canvas.face(self._face(ranked), left + 84, middle, 40, ring=6)
        x, room = left + 120, 310
        canvas.text(ranked.name, x, upper, family="bold", size=17, colour=colour, width=room, height=height)
        canvas.text(ranked.about, x, lower, size=14, colour="soft", width=room, height=height)
        numbers = (str(totals.played), str(totals.won), win_rate(totals), ranked.rating)
        for (_head, right, width), words in zip(_HEADS, numbers, strict=True):
            edge = min(right, left + _PLAYERS[2] - BAR_WIDTH - 12)
            canvas.text(
                words, edge, middle, family="display", size=18, colour=colour, anchor="midright", width=width, height=40
            )

    def _face(self, ranked: Ranked) -> str:
        if ranked.player is not None:
            return ranked.player.shown_face
        ruleset = self.topics.selected
        return level_face(ruleset.info.levels if ruleset else (), ranked.level.id if ranked.level else "")


def _draw_ruleset(canvas: Canvas, ruleset: Ruleset, top: float) -> None:
    title, middle = _(ruleset.info.title), top + canvas.tall(32)
    canvas.text(title, 60, middle, family="bold", size=17, colour="cream", anchor="midleft", width=224, height=40)
