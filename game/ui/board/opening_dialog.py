"""The opening dialog: the choice of a word in an opening phase."""

from __future__ import annotations

from functools import partial
from itertools import chain

import pygame

from game.core.language import _
from game.core.model import Choose
from game.core.ruleset import Choice, RulesetInfo
from game.session.at_table import AtTable
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.scene import Scene
from game.ui.widgets.buttons import Button


def choices_at(table: AtTable) -> list[Choice]:
    """The words that the person at the table may choose from; empty when the position asks for stones or for nobody."""
    match = table.match
    moves = match.ruleset.legal_moves(match.state) if table.person_to_move else iter(())
    first = next(moves, None)
    if not isinstance(first, Choose):
        return []
    keys = [move.key for move in chain((first,), moves) if isinstance(move, Choose)]
    return [choice for choice in match.ruleset.info.choices if choice.key in keys]


class ChoiceScene(Scene[str | None]):
    """The dialog of an opening phase, beside the board that it is about; Escape postpones the choice with None."""

    overlay = True
    _LEFT, _TOP, _WIDTH, _HEIGHT = 1004, 68, 264, 712
    _STEP, _LARGEST_STEP = 168, 240

    def __init__(self, app: App, name: str, info: RulesetInfo, choices: list[Choice]) -> None:
        """``name`` is the person who chooses."""
        super().__init__(app)
        self._name, self._info, self._choices = name, info, choices

    def _y(self, row: int) -> float:
        return self._TOP + 100 + row * self._step

    @property
    def _step(self) -> float:
        """The distance from word to word; larger letters take the available room."""
        if self.typesetter.letters == 1:
            return self._STEP
        return min(self._LARGEST_STEP, (self._HEIGHT - 100) / len(self._choices))

    def arrange(self) -> None:
        """Lay out a button for each word, its meaning below it."""
        buttons = [
            Button(
                self.stage.rect(self._LEFT + 20, self._y(row), self._WIDTH - 40, 56),
                _(choice.title),
                partial(self.finish, choice.key),
                size=self._letters(choice),
            )
            for row, choice in enumerate(self._choices)
        ]
        self.controls.set(buttons)
        self.controls.focus(buttons[0])
        super().arrange()

    def _letters(self, choice: Choice) -> float:
        """The letter size of a word; beside a stone it does not overlap it."""
        usual, room = 20.0, self._WIDTH - 40 - 2 * 54
        if not choice.stone:
            return usual
        px, typesetter = self.stage.px, self.typesetter
        return typesetter.line_size(_(choice.title), "display", usual, px(room), px(40)) / typesetter.letters

    def paint(self, canvas: Canvas) -> None:
        """Draw the card and the meanings."""
        canvas.card(self._LEFT, self._TOP, self._WIDTH, self._HEIGHT)
        canvas.title(_("Your choice"), self._LEFT + 22, self._TOP + 18)
        canvas.text(self._name, self._LEFT + 22, self._TOP + 56, size=17, colour="amber", width=self._WIDTH - 44)
        for row, choice in enumerate(self._choices):
            x, y, height = self._LEFT + 26, self._y(row) + 70, self._step - 80
            canvas.paragraph(_(choice.about), x, y, self._WIDTH - 52, 3, height=height)

    def paint_live(self, canvas: Canvas) -> None:
        """Draw the stones that the words stand for, on their buttons."""
        for row, choice in enumerate(self._choices):
            stone = self._info.stone(choice.stone)
            if stone is not None:
                canvas.stone(stone.art, self._LEFT + 50, self._y(row) + 28, 38)

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle Escape, which leaves the choice open."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.finish(None)
            return True
        return super().handle(event)
