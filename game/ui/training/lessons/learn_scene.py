"""The scene where the player chooses a game to learn. Each finished introduction has a check mark."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.core.language import _, plural
from game.core.ruleset import Ruleset
from game.storage.introductions import finished_introductions
from game.ui.board.teacher_card import TEACHER
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.scene import Scene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button, ChoiceButton

_WIDTH, _ROW, _STEP = 620.0, 68.0, 82.0
_LEFT = 640 - _WIDTH / 2
_ABOVE, _BELOW = 150.0, 96.0
#: Largest number of rows; further introductions are not listed.
_MOST_ROWS = 6


class LearnScene(Scene[Ruleset | None]):
    """Scene with a row for each introduction. It finishes with the ruleset to learn, or None to go back."""

    overlay = True

    def __init__(self, app: App, rulesets: Sequence[Ruleset], first: Ruleset | None) -> None:
        """Show the introductions, with the focus on that of the ruleset ``first``."""
        super().__init__(app)
        self._rulesets = list(rulesets)[:_MOST_ROWS]
        self._first = self._rulesets.index(first) if first in self._rulesets else 0
        self._finished = finished_introductions(app.services.database)

    @property
    def _height(self) -> float:
        return _ABOVE + len(self._rulesets) * _STEP + _BELOW

    def _row_top(self, row: int) -> float:
        return 400 - self._height / 2 + _ABOVE + row * _STEP

    def arrange(self) -> None:
        """Add a wide button for each game's introduction, and the back button."""
        rows = [
            ChoiceButton(
                self.stage.rect(_LEFT + 32, self._row_top(row), _WIDTH - 64, _ROW),
                "",
                partial(self.finish, ruleset),
                kind="primary" if row == self._first else "ghost",
            )
            for row, ruleset in enumerate(self._rulesets)
        ]
        top = 400 + self._height / 2 - 72
        back = Button(
            self.stage.rect(640 - 90, top, 180, 48), _("Back"), lambda: self.finish(None), kind="flat", use=keys.BACK
        )
        self.controls.set([*rows, back])
        self.controls.focus(rows[self._first] if rows else back)
        super().arrange()

    def paint(self, canvas: Canvas) -> None:
        """Draw the card, the teacher and the text of the scene."""
        top = 400 - self._height / 2
        canvas.veil()
        canvas.panels.card(_LEFT, top, _WIDTH, self._height)
        canvas.face(TEACHER, _LEFT + 84, top + 76, 88)
        canvas.title(_("Learn a game"), _LEFT + 148, top + 36, size=30, width=_WIDTH - 180)
        text = _("Play a few moves on the real board, and you will know the game.")
        canvas.paragraph(text, _LEFT + 148, top + 80, _WIDTH - 180, 2, size=16, height=62)

    def paint_live(self, canvas: Canvas) -> None:
        """Draw stones, title and state on the button of each introduction."""
        for row, ruleset in enumerate(self._rulesets):
            self._paint_row(canvas, row, ruleset)

    def _paint_row(self, canvas: Canvas, row: int, ruleset: Ruleset) -> None:
        info, middle = ruleset.info, self._row_top(row) + _ROW / 2
        is_first = row == self._first
        for place, letter in enumerate(info.colours):
            stone = info.stone(letter)
            if stone is not None:
                canvas.stone(stone.art, _LEFT + 72 + place * 30, middle, 38, shadow=True)
        dark, pale = ("amber_text", "amber_text") if is_first else ("cream", "mist")
        canvas.text(
            _(info.title), _LEFT + 140, middle, family="display", size=24, colour=dark, anchor="midleft", width=230
        )
        steps = _("Finished") if info.id in self._finished else _steps(len(info.introduction))
        right = _LEFT + _WIDTH - 56
        shown = canvas.text(
            steps, right, middle, family="bold", size=15, colour=pale, anchor="midright", width=164, height=44
        )
        if info.id in self._finished:
            x = right - shown.width - 18
            canvas.icon("check", x, middle, pale, 18)


def _steps(number: int) -> str:
    return plural("{count} step", "{count} steps", number)
