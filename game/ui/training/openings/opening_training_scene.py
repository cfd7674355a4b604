"""The list of opening exercises, sorted by game, with an example position."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import pygame

from game.core.language import _
from game.core.model import Options, State
from game.core.ruleset import Ruleset
from game.session.play_on import TakeOver
from game.session.texts import options_text
from game.training.openings.decision_openings import DecisionOpening, word_openings
from game.training.openings.fairness_drill import FairnessDrill
from game.training.openings.opening_positions import OwnDraw, opening_positions, rules_of
from game.training.openings.own_openings import OwnOpenings
from game.ui.painting.canvas import Canvas
from game.ui.painting.little_board import little_board
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.typesetter import Passage
from game.ui.shell.app import App
from game.ui.shell.list_scene import ListScene
from game.ui.training.openings.fairness_scene import FairnessScene
from game.ui.training.openings.rehearsal_scene import RehearsalScene
from game.ui.widgets.buttons import Button
from game.ui.widgets.form import BAR_WIDTH
from game.ui.widgets.frame import back_button, draw_frame, main_button
from game.ui.widgets.item_list import ItemList

_LIST = (36.0, 100.0, 632.0, 580.0)
_ROW = 56.0
#: Card of the selected exercise: left, top, width and height; below, the size of its picture.
_CARD = (704.0, 80.0, 552.0, 608.0)
_PICTURE = 400.0
#: Seed of the example positions.
_SAMPLE = 39


@dataclass(frozen=True, slots=True)
class TrainingEntry:
    """An opening exercise: judging which side is better or, with ``opening``, practising that opening."""

    ruleset: Ruleset
    options: Options
    opening: DecisionOpening | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """The key that identifies the exercise in the list."""
        return self.ruleset.info.id, *self.options.values(), self.opening is None


class OpeningTrainingScene(ListScene[TrainingEntry, TakeOver | None]):
    """Scene with the list of opening exercises. It finishes with a position to play on from, or None."""

    tune = "fair"

    def __init__(self, app: App, rng: random.Random | None = None) -> None:
        """Show the list.

        ``rng`` is the random number generator for the exercises, by default the system's.
        """
        super().__init__(app)
        self._rng = rng or random.SystemRandom()
        self._entries = list(_entries(app.services.catalogue.rulesets.values()))
        self._samples: dict[tuple[object, ...], State | None] = {}
        self._pictures: dict[tuple[tuple[object, ...], tuple[int, int]], pygame.Surface] = {}
        self._paintbox: Paintbox | None = None
        """The paintbox that drew the cached pictures; a new size or theme brings another one."""
        self.list = ItemList(
            _LIST, lambda entry: entry.key, self._draw_row, self.refresh, self._begin, heading_of=_heading
        )

    def read_items(self) -> Sequence[TrainingEntry]:
        """Return all opening exercises: fairness drills, then openings with decisions."""
        return self._entries

    # Layout

    def build(self) -> None:
        self.form.main = self.list.build(self.form, self._row_height)

    @property
    def _row_height(self) -> float:
        return _ROW * max(1.0, self.typesetter.letters)

    def buttons(self) -> list[Button]:
        """Return the back button, and the buttons that start the selected opening exercise."""
        back = back_button(self.stage, lambda: self.finish(None))
        if self.selected is None or self.selected.opening is None:
            begin = main_button(self.stage, _("Begin"), self._begin, icon="play", enabled=self.selected is not None)
            return [*self.form.stops(), back, begin]
        choose = Button(self.stage.rect(740, 716, 240, 48), _("Choose a side"), lambda: self._rehearse(1))
        place = main_button(self.stage, _("Place the stones"), self._begin, icon="play", size=22)
        return [*self.form.stops(), back, choose, place]

    # Actions

    def _begin(self) -> None:
        entry = self.selected
        if entry is None:
            return
        if entry.opening is not None:
            self._rehearse(0)
            return
        prover = self.app.services.prover
        drill = FairnessDrill(entry.ruleset, entry.options, prover, self._seed(), self._own_openings(entry))
        self.app.push(FairnessScene(self.app, drill), self._come_back)

    def _own_openings(self, entry: TrainingEntry) -> OwnDraw:
        """Return a function that picks an opening position from the current player's games.

        Without a player, the function returns None.
        """
        database = self.app.services.database
        player = database.players.current()
        return OwnOpenings(database, player, entry.ruleset, entry.options).draw if player else lambda _rng: None

    def _rehearse(self, seat: int) -> None:
        entry = self.selected
        if entry is not None and entry.opening is not None:
            self.app.push(RehearsalScene(self.app, entry.opening, seat, self._seed()), self._come_back)

    def _seed(self) -> int:
        return self._rng.randrange(1 << 31)

    def _come_back(self, taken_over: TakeOver | None) -> None:
        if taken_over is not None:
            self.finish(taken_over)

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        """Draw the frame, and the card of the selected opening exercise."""
        draw_frame(canvas, _("Openings"), (24, 80, 656, 608), width=520)
        canvas.panels.card(*_CARD)
        entry = self.selected
        if entry is None:
            return
        left, top, width, height = _CARD
        picture = self._board(canvas, entry)
        if picture is not None:
            canvas.picture(picture, left + width / 2, top + 20 + _PICTURE / 2, anchor="center")
        y = top + _PICTURE + 34
        passages = [Passage(words, size=17, most=4) for words in _about(entry)]
        for block in canvas.blocks(passages, width - 64, top + height - 18 - y - 8):
            y = canvas.draw_block(block, left + width / 2, y, "soft", "midtop") + 8

    def _draw_row(self, canvas: Canvas, entry: TrainingEntry, top: float) -> None:
        left, right = _LIST[0] + 20, _LIST[0] + _LIST[2] - BAR_WIDTH - 16
        middle, info = top + self._row_height / 2, entry.ruleset.info
        height = canvas.tall(28)
        for number, letter in enumerate(info.colours):
            stone = info.stone(letter)
            if stone is not None:
                canvas.stone(stone.art, left + 14 + 18 * number, middle, 28, shadow=True)
        title, aside = _row_text(entry)
        drawn = canvas.text(aside, right, middle, size=15, colour="mist", anchor="midright", width=230, height=height)
        canvas.text(
            title, left + 62, middle, family="bold", size=18, colour="cream", anchor="midleft",
            width=right - left - 62 - drawn.width - 14, height=height,
        )  # fmt: skip

    def _board(self, canvas: Canvas, entry: TrainingEntry) -> pygame.Surface | None:
        state = self._sample(entry)
        if state is None:
            return None
        if self._paintbox is not canvas.paintbox:
            self._paintbox = canvas.paintbox
            self._pictures.clear()
        size, info = (canvas.px(_PICTURE), canvas.px(_PICTURE)), entry.ruleset.info
        key = entry.key, size
        if key not in self._pictures:
            self._pictures[key] = little_board(
                canvas.paintbox, state.geometry, state.board, info.stones, size, accent=info.accent, whole=True
            )
        return self._pictures[key]

    def _sample(self, entry: TrainingEntry) -> State | None:
        """Return an example position of the selected exercise, or None if there is none.

        For openings with decisions, it is a position of the same ruleset without them.
        """
        if entry.key not in self._samples:
            options = entry.options if entry.opening is None else next(rules_of(entry.ruleset), entry.options)
            found = next(opening_positions(entry.ruleset, options, _SAMPLE), None)
            self._samples[entry.key] = None if found is None else found.state
        return self._samples[entry.key]


def _entries(rulesets: Iterable[Ruleset]) -> Iterator[TrainingEntry]:
    """Yield the opening exercises: the fairness drills of all games, then the openings with decisions."""
    games = list(rulesets)
    for ruleset in games:
        yield from (TrainingEntry(ruleset, options) for options in rules_of(ruleset))
    for ruleset in games:
        yield from (TrainingEntry(ruleset, opening.options, opening) for opening in word_openings(ruleset))


def _heading(entry: TrainingEntry) -> str:
    return _("Is the opening fair?") if entry.opening is None else _("Practise opening choices from both sides")


def _row_text(entry: TrainingEntry) -> tuple[str, str]:
    """Return the two texts in the row of an exercise: game and options, or opening and game."""
    info = entry.ruleset.info
    if entry.opening is not None:
        return _(entry.opening.title), _(info.title)
    return _(info.title), options_text(info, entry.options)


def _about(entry: TrainingEntry) -> list[str]:
    """Return sentences that describe an opening exercise."""
    if entry.opening is None:
        text = _(
            "Look at a few stones and say which side is better, or that the game is even. Then the "
            "engine gives its answer."
        )
        own = _("Openings from your finished games are included.")
        return [text, own, _("Your score is kept only until you leave this screen.")]
    seats = _(
        "Place the opening stones and let the engine choose a side, or choose one yourself. Then see how good "
        "the choice was."
    )
    return [_(entry.opening.about), seats]
