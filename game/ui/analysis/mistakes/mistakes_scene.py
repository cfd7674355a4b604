"""The list of the player's mistakes in reviewed games; those due to be practised come first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.core.language import _, plural
from game.core.model import ParseError
from game.core.ruleset import PluginError, Ruleset
from game.session.play_on import TakeOver
from game.storage.learning.mistakes import Mistake
from game.storage.players import Player
from game.training.mistakes.practice import PracticeRound, askable
from game.training.mistakes.question import study_of_mistake
from game.training.mistakes.scheduling import is_due
from game.ui.analysis.board.opening import analyse_study
from game.ui.analysis.mistakes.mistake_pictures import MistakePictures
from game.ui.analysis.mistakes.mistake_texts import cost_text, due_text, facts, next_due_text
from game.ui.analysis.mistakes.practice_scene import PracticeScene, ask_to_remove
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import Passage
from game.ui.shell.app import App
from game.ui.shell.list_scene import ListScene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button, ChoiceButton
from game.ui.widgets.form import BAR_WIDTH
from game.ui.widgets.frame import back_button, bar_button, draw_frame, draw_note, main_button
from game.ui.widgets.item_list import ItemList

_LIST = (36.0, 144.0, 632.0, 536.0)
_FILTERS_TOP = 94.0
_ROW, _BOARD = 76.0, 58.0
#: Largest number of exercises in a round; more would tire the player.
_ROUND = 20
#: Card of the selected mistake: left, top, width and height.
_CARD = (704.0, 80.0, 552.0, 608.0)
_LARGE = 420.0


class MistakesScene(ListScene[Mistake, TakeOver | None]):
    """Scene with the list of a player's mistakes, and a card of the selected one.

    It finishes with a position to play on from, or None.
    """

    def __init__(self, app: App, player: Player) -> None:
        super().__init__(app)
        self._player = player
        self._ruleset_id = ""
        self._pictures = MistakePictures(app.services.catalogue.rulesets)
        self._all: list[Mistake] = []
        self.due: list[Mistake] = []
        """The listed mistakes that are due today."""
        self._trouble = ""
        self._reload()
        self.list = ItemList(_LIST, _key_of, self._draw_row, self.refresh, self._practise_one)

    # Items

    def read_items(self) -> Sequence[Mistake]:
        """Return the mistakes in the selected game, sorted by the day on which they are due for practice."""
        shown = sorted((each for each in self._all if self._ruleset_id in ("", each.ruleset_id)), key=_due_order)
        self.due = [mistake for mistake in shown if is_due(mistake)]
        return shown

    def _reload(self) -> None:
        """Read the player's mistakes in all installed rulesets from the database."""
        found = self.app.services.database.mistakes.all(self._player)
        self._all = [mistake for mistake in found if mistake.ruleset_id in self.app.services.catalogue.rulesets]

    # Layout

    def build(self) -> None:
        self.form.main = self.list.build(self.form, self._row_height)

    @property
    def _row_height(self) -> float:
        return _ROW * max(1.0, self.typesetter.letters)

    def buttons(self) -> list[Button]:
        """Return the filter by game, the back button, and the buttons that practise or remove mistakes."""
        nothing = _("There are no mistakes in this list.")
        label = _(self._ruleset.info.title) if self._ruleset else _("All games")
        game = ChoiceButton(self.stage.rect(40, _FILTERS_TOP, 200, 40), label, self._next_game, size=16)
        game.chosen = bool(self._ruleset_id)
        back = back_button(self.stage, lambda: self.finish(None))
        one = bar_button(self.stage, 200, 204, _("Practise mistake"), self._practise_one, icon="play", use=keys.ONE)
        remove = bar_button(self.stage, 420, 216, _("Remove mistake"), self._ask_remove, icon="trash", use=keys.DELETE)
        explore = bar_button(self.stage, 652, 156, _("Explore"), self._explore, icon="search", use=keys.ANALYSE)
        count = min(len(self.due), _ROUND)
        text = _("Practise {count}", count=count) if count else _("Practise")
        practise = main_button(self.stage, text, self._practise, icon="learn", size=22)
        for button in (one, remove, explore, practise):
            button.enabled, button.why = self.selected is not None, nothing
        return [*self.form.stops(), game, back, one, remove, explore, practise]

    @property
    def _ruleset(self) -> Ruleset | None:
        return self.app.services.catalogue.rulesets.get(self._ruleset_id)

    def _next_game(self) -> None:
        """Show only the mistakes of the next ruleset that has any; after the last ruleset, show all."""
        known = {mistake.ruleset_id for mistake in self._all}
        ids = ["", *(each for each in self.app.services.catalogue.rulesets if each in known)]
        self._ruleset_id = ids[(ids.index(self._ruleset_id) + 1) % len(ids)] if self._ruleset_id in ids else ""
        self.list.restart()
        self.arrange()

    # Actions

    def _practise(self) -> None:
        """Practise the mistakes that are due; if there are none, practise the first ones of the list."""
        self._ask((self.due or self.list.items)[:_ROUND])

    def _practise_one(self) -> None:
        if self.selected is not None:
            self._ask([self.selected])

    def _ask(self, mistakes: Sequence[Mistake]) -> None:
        services = self.app.services
        asked = askable(mistakes, services.catalogue.rulesets, services.prover)
        self._trouble = "" if asked else _("This mistake no longer fits the rules of the game.")
        self.repaint()
        if asked:
            keeper = services.database, self._player
            practice = PracticeRound(asked, services.catalogue.rulesets, services.prover, keeper)
            scene = PracticeScene(self.app, practice, _("My mistakes"), partial(analyse_study, self.app))
            self.app.push(scene, self._come_back)

    def _come_back(self, taken_over: TakeOver | None) -> None:
        if taken_over is not None:
            self.finish(taken_over)
            return
        self._reload()
        self.arrange()

    def _explore(self) -> None:
        """Open the position before the selected mistake on the analysis board, with the better line and the game's."""
        if self.selected is None:
            return
        try:
            study = study_of_mistake(self.app.services.catalogue.rulesets[self.selected.ruleset_id], self.selected)
        except (ParseError, PluginError):
            self._trouble = _("This mistake no longer fits the rules of the game.")
            self.repaint()
        else:
            analyse_study(self.app, study, self._come_back)

    def _ask_remove(self) -> None:
        if self.selected is not None:
            ask_to_remove(self.app, self._remove)

    def _remove(self) -> None:
        if self.selected is not None:
            self.app.services.database.mistakes.remove(self._player, self.selected)
            self._all.remove(self.selected)
            self.arrange()

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame, the number of mistakes that are due, and the card of the selected mistake."""
        draw_frame(canvas, _("My mistakes"), (24, 80, 656, 608), width=520)
        count = len(self.due)
        due = plural("{count} mistake to practise today", "{count} mistakes to practise today", count)
        text = self._trouble or (due if count else next_due_text(self.list.items))
        draw_note(canvas, text, 620, "coral" if self._trouble else "amber" if count else "soft")
        if self.selected is None:
            self._draw_nothing(canvas)
        else:
            self._draw_card(canvas, self.selected)

    def _draw_nothing(self, canvas: Canvas) -> None:
        left, top, width, _height = _CARD
        words = _("Analyse one of your games: your mistakes are collected here for you to practise.")
        canvas.panels.card(*_CARD)
        canvas.lights.glow(left + width / 2, top + 220, 300, "amber", 0.25)
        canvas.lights.lantern(left + width / 2, top + 220, 96, 1.0)
        canvas.paragraph(words, left + width / 2, top + 330, width - 120, 4, size=18, anchor="midtop", height=140)

    def _draw_row(self, canvas: Canvas, mistake: Mistake, top: float) -> None:
        left, right = _LIST[0] + 12, _LIST[0] + _LIST[2] - BAR_WIDTH - 16
        middle, side = top + self._row_height / 2, canvas.px(_BOARD)
        picture = self._pictures.board(canvas, mistake, (side, side), whole=False)
        if picture is not None:
            canvas.picture(picture, left + _BOARD / 2, middle, anchor="center")
        x, height = left + _BOARD + 16, canvas.tall(25)
        upper, lower = middle - canvas.tall(14), middle + canvas.tall(14)
        colour = "amber" if is_due(mistake) else "mist"
        due = canvas.text(
            due_text(mistake), right, upper, family="bold", size=15, colour=colour, anchor="midright", width=190,
            height=height,
        )  # fmt: skip
        canvas.text(
            self._pictures.title(mistake), x, upper, family="bold", size=17, colour="cream", anchor="midleft",
            width=right - x - due.width - 14, height=height,
        )  # fmt: skip
        text = "  ·  ".join(self._facts(mistake)[:2])
        canvas.text(text, x, lower, size=14, colour="soft", anchor="midleft", width=right - x, height=height)

    def _facts(self, mistake: Mistake) -> list[str]:
        return facts(mistake, self.app.services.catalogue.rulesets.get(mistake.ruleset_id))

    def _draw_card(self, canvas: Canvas, mistake: Mistake) -> None:
        left, top, width, height = _CARD
        canvas.panels.card(*_CARD)
        canvas.title(self._pictures.title(mistake), left + 24, top + 18, size=24, width=width - 48)
        rect = canvas.panels.well(left + (width - _LARGE) / 2, top + 64, _LARGE, _LARGE, radius=14).rect
        picture = self._pictures.board(canvas, mistake, (rect.width, rect.height), whole=True)
        if picture is not None:
            canvas.in_pixels.picture(picture, *rect.center, anchor="center")
        sentences = ("  ·  ".join(self._facts(mistake)), cost_text(mistake))
        passages = [Passage(words, size=16, most=2) for words in sentences]
        y = top + 500
        for block in canvas.blocks(passages, width - 48, height - 520):
            y = canvas.draw_block(block, left + 24, y, "soft") + 4


def _due_order(mistake: Mistake) -> tuple[bool, str]:
    """Return the sort key of a mistake by due day; mistakes already due come first and keep their order."""
    return (False, "") if is_due(mistake) else (True, mistake.due)


def _key_of(mistake: Mistake) -> object:
    return mistake.mark, mistake.ply
