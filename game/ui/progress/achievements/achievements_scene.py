"""The list of a player's achievements, those earned first, and a card of the selected one."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.language import _, plural
from game.progress.achievements.achievements import FAIR_ACHIEVEMENTS, Achievement
from game.progress.achievements.counts import counts_of
from game.progress.statistics.gathering import Gathering
from game.storage.players import Player
from game.training.daily_puzzle.collection import PuzzleCollection
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.list_scene import ListScene
from game.ui.widgets.buttons import Button
from game.ui.widgets.form import BAR_WIDTH
from game.ui.widgets.frame import done_button, draw_frame, draw_note
from game.ui.widgets.item_list import ItemList

_LIST = (36.0, 96.0, 632.0, 584.0)
_ROW = 71.0
#: Card of the selected achievement: left, top, width and height.
_CARD = (704.0, 80.0, 552.0, 608.0)
#: Seconds of each frame spent on games, and seconds between updates of the number of games left.
_SHARE, _LOOK = 0.004, 0.3


class AchievementsScene(ListScene[Achievement, None]):
    """Scene that lists a player's achievements."""

    def __init__(self, app: App, player: Player) -> None:
        super().__init__(app)
        self._player = player
        database, rulesets = app.services.database, app.services.catalogue.rulesets
        self._with_puzzles = PuzzleCollection(app.services.catalogue.folders()).games()
        self._gatherings = [Gathering(database, rulesets, player, ruleset) for ruleset in rulesets.values()]
        """The collectors of facts from the player's games, one for each ruleset."""
        self._since = 0.0
        self._count()
        self.list = ItemList(_LIST, lambda ribbon: ribbon.id, self._draw_row, self.refresh)

    def _count(self) -> None:
        services = self.app.services
        self.counts = counts_of(services.database, self._player, services.catalogue.rulesets, self._with_puzzles)

    @property
    def is_done(self) -> bool:
        """True once the counts for the achievements include all of the player's games."""
        return all(gathering.is_done for gathering in self._gatherings)

    def tick(self, seconds: float) -> None:
        """Check more of the player's games, and update the achievements when all games are checked."""
        super().tick(seconds)
        gathering = next((each for each in self._gatherings if not each.is_done), None)
        if gathering is None:
            return
        gathering.poll(_SHARE)
        self._since += seconds
        if self.is_done:
            self._count()
            self.arrange()
        elif self._since >= _LOOK:
            self._since = 0.0
            self.repaint()

    def read_items(self) -> Sequence[Achievement]:
        """Return all achievements as rows of the list, those earned first."""
        return sorted(FAIR_ACHIEVEMENTS, key=lambda ribbon: not ribbon.is_earned(self.counts))

    def build(self) -> None:
        self.form.main = self.list.build(self.form, self._row_height)

    @property
    def _row_height(self) -> float:
        return _ROW * max(1.0, self.typesetter.letters)

    def buttons(self) -> list[Button]:
        return [*self.form.stops(), done_button(self.stage, lambda: self.finish(None))]

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame, the number of earned achievements, and the card of the selected one."""
        draw_frame(canvas, _("Achievements"), (24, 80, 656, 608), width=520)
        draw_note(canvas, self._status(), 620)
        canvas.panels.card(*_CARD)
        if self.selected is not None:
            self._draw_card(canvas, self.selected)

    def _status(self) -> str:
        """Return a text with the number of earned achievements.

        While games are left to check, it gives their number instead.
        """
        left = sum(gathering.left for gathering in self._gatherings)
        if left > 1:
            return plural("{count} game left to check", "{count} games left to check", left)
        earned = sum(ribbon.is_earned(self.counts) for ribbon in FAIR_ACHIEVEMENTS)
        return _("{earned} of {count} earned", earned=earned, count=len(FAIR_ACHIEVEMENTS))

    def _draw_card(self, canvas: Canvas, ribbon: Achievement) -> None:
        left, top, width, _height = _CARD
        middle = left + width / 2
        canvas.lights.glow(middle, top + 190, 380, ribbon.colour, 0.3 if ribbon.is_earned(self.counts) else 0.05)
        canvas.rosette(middle, top + 190, 220, ribbon.colour, is_earned=ribbon.is_earned(self.counts))
        canvas.text(_(ribbon.title), middle, top + 352, family="display", size=28, colour="cream", anchor="center",
                    width=width - 60, height=44)  # fmt: skip
        canvas.paragraph(_(ribbon.about), middle, top + 396, width - 100, 3, size=18, anchor="midtop", height=84)
        canvas.text(self._how_far(ribbon), middle, top + 520, size=18, colour="amber", anchor="center",
                    width=width - 60, height=36)  # fmt: skip

    def _how_far(self, ribbon: Achievement) -> str:
        if ribbon.is_earned(self.counts):
            return _("Earned.")
        return self._counted(ribbon) or _("Not earned yet.")

    def _counted(self, ribbon: Achievement) -> str:
        """Return the progress towards an achievement as text; "" if its goal is 1."""
        return _("{done} of {goal}", done=ribbon.done(self.counts), goal=ribbon.goal) if ribbon.goal > 1 else ""

    def _draw_row(self, canvas: Canvas, ribbon: Achievement, top: float) -> None:
        left, right = _LIST[0] + 12, _LIST[0] + _LIST[2] - BAR_WIDTH - 32
        middle, x = top + self._row_height / 2, left + 72
        earned = ribbon.is_earned(self.counts)
        canvas.rosette(left + 32, middle, 54, ribbon.colour, is_earned=earned)
        text = "" if earned else self._counted(ribbon)
        height = canvas.tall(28)
        told = canvas.text(text, right, middle, size=15, colour="mist", anchor="midright", width=140, height=height)
        canvas.text(_(ribbon.title), x, middle, family="bold", size=18, colour="cream" if earned else "soft",
                    anchor="midleft", width=right - x - told.width - 16, height=height)  # fmt: skip
