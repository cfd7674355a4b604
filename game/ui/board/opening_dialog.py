"""The dialog in which a player makes an opening decision, such as the choice of a colour."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import chain

from game.core.language import _
from game.core.match import Command, Match
from game.core.model import Choose, Reason
from game.core.ruleset import Choice, RulesetInfo
from game.session.playable_game import MovesPlayed, PlayableGame
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import spread
from game.ui.shell.app import App
from game.ui.shell.scene import Scene
from game.ui.widgets import keys
from game.ui.widgets.buttons import ChoiceButton
from game.ui.widgets.commands import SceneCommand, command

#: The height of a button's lip, below its rectangle, in design pixels.
_LIP = 4


def choices_at(table: PlayableGame) -> list[Choice]:
    """Return the choices of the opening decision that the local player must make; empty if there is none.

    No decision is due if the position asks for stones, or if another player is to move.
    """
    match = table.match
    moves = match.ruleset.legal_moves(match.state) if table.person_to_move else iter(())
    first = next(moves, None)
    if not isinstance(first, Choose):
        return []
    offered = [move.key for move in chain((first,), moves) if isinstance(move, Choose)]
    choices = [choice for choice in match.ruleset.info.choices if choice.key in offered]
    return [choice if choice.stone else replace(choice, stone=_colour_after(match, choice.key)) for choice in choices]


def _colour_after(match: Match, key: str) -> str:
    """Return the colour that a choice gives the side to move; "" if that side has no colour yet."""
    seat = match.state.seat
    return match.ruleset.apply(match.state, Choose(key)).state.colours[seat] if match.state.colours[seat] else ""


class ChoiceScene(Scene[str | None]):
    """The dialog for an opening decision, next to the board; Escape postpones it, with the result None."""

    overlay = True
    _LEFT, _TOP, _WIDTH, _HEIGHT = 1016, 80, 240, 696
    #: The part of the card above the choices, the gap between their plates, and the margin inside a plate.
    _HEAD, _GAP, _RIM = 88, 12, 9
    _BUTTON = 48
    _LARGEST_BLOCK = 292.0
    #: The number of lines of a choice's explanation, and their height.
    _LINES, _LINE = 3, 23
    #: The limits for the size of the stones above a choice; smaller ones are omitted.
    _SMALLEST_STONE, _LARGEST_STONE = 36.0, 104.0

    #: The number of choices from which on they are in two columns with labels only, below a common explanation.
    _MANY, _COLUMNS = 5, 2

    def __init__(self, app: App, name: str, info: RulesetInfo, choices: list[Choice]) -> None:
        """Create the dialog of an opening decision; ``name`` is the name of the player who makes it."""
        super().__init__(app)
        self._name, self._info, self._choices = name, info, choices
        self._are_many = len(choices) >= self._MANY

    @property
    def _block(self) -> float:
        """The height in design pixels of the panel of each option; together the panels fill the card."""
        room = self._HEIGHT - self._HEAD - self._GAP * len(self._choices)
        return min(self._LARGEST_BLOCK, room / len(self._choices))

    def _y(self, row: int) -> float:
        """Return the top of an option's panel in design pixels."""
        return self._TOP + self._HEAD + row * (self._block + self._GAP)

    @property
    def _about(self) -> float:
        """The height of the explanation of an option in design pixels."""
        wished = self._LINES * self._LINE * spread(self.typesetter.letters)
        return min(wished, self._block - self._BUTTON - 3 * self._RIM)

    @property
    def _stone(self) -> float:
        """The size of the stones above an option in design pixels; 0 if they do not fit."""
        left = self._block - self._about - self._BUTTON - 4 * self._RIM
        return min(self._LARGEST_STONE, left) if left >= self._SMALLEST_STONE else 0.0

    def _button_y(self, row: int) -> float:
        """Return the top of an option's button in design pixels; its panel's contents are centred."""
        used = self._BUTTON + self._RIM + self._about + (self._stone + self._RIM if self._stone else 0)
        top = self._y(row) + (self._block - used) / 2
        return top + (self._stone + self._RIM if self._stone else 0)

    def _place(self, row: int) -> tuple[float, float, float, float]:
        """Return the rectangle of an option's button in design pixels."""
        if not self._are_many:
            return self._LEFT + 24, self._button_y(row), self._WIDTH - 48, self._BUTTON
        down, across = divmod(row, self._COLUMNS)
        width = (self._WIDTH - 3 * self._GAP) / self._COLUMNS
        top = self._TOP + self._HEAD + self._LINES * self._LINE * spread(self.typesetter.letters) + 2 * self._GAP
        step = min(self._BUTTON + self._GAP, (self._TOP + self._HEIGHT - 24 - top) / math.ceil(len(self._choices) / 2))
        return self._LEFT + self._GAP + across * (width + self._GAP), top + down * step, width, step - self._GAP

    def arrange(self) -> None:
        """Create a button for each option of the decision; the first one is highlighted."""
        buttons = [
            ChoiceButton(
                self.stage.rect(*self._place(row)),
                _(choice.title),
                partial(self.finish, choice.key),
                kind="ghost" if row else "primary",
            )
            for row, choice in enumerate(self._choices)
        ]
        self.controls.set(buttons)
        self.controls.focus(buttons[0])
        super().arrange()

    def paint(self, canvas: Canvas) -> None:
        """Draw the dialog's card, with a panel for each option that shows its stones and its explanation."""
        canvas.panels.card(self._LEFT, self._TOP, self._WIDTH, self._HEIGHT)
        canvas.title(_("Your choice"), self._LEFT + 22, self._TOP + 18)
        canvas.text(self._name, self._LEFT + 22, self._TOP + 54, size=17, colour="amber", width=self._WIDTH - 44)
        if self._are_many:
            self._draw_question(canvas)
            return
        for row, choice in enumerate(self._choices):
            canvas.panels.row_plate(self._LEFT + self._GAP, self._y(row), self._WIDTH - 2 * self._GAP, self._block)
            if self._stone:
                self._draw_stones(canvas, row, choice)
            x, y = self._LEFT + self._WIDTH / 2, self._button_y(row) + self._BUTTON + self._RIM + _LIP
            words, width = _(choice.about), self._WIDTH - 52
            canvas.paragraph(words, x, y, width, self._LINES, anchor="midtop", height=self._about - _LIP)

    def _draw_question(self, canvas: Canvas) -> None:
        """Draw the explanation that all options have in common, above them."""
        x, y = self._LEFT + self._WIDTH / 2, self._TOP + self._HEAD + self._GAP
        height = self._LINES * self._LINE * spread(self.typesetter.letters)
        canvas.paragraph(_(self._choices[0].about), x, y, self._WIDTH - 52, self._LINES, anchor="midtop", height=height)

    def _draw_stones(self, canvas: Canvas, row: int, choice: Choice) -> None:
        """Draw the stone of an option, or both kinds of stones if the option has no stone of its own."""
        chosen, size = self._info.stone(choice.stone), self._stone
        stones = [chosen] if chosen else list(self._info.stones[:2])
        y, apart = self._button_y(row) - self._RIM - size / 2, size * 0.7
        for number, stone in enumerate(stones):
            x = self._LEFT + self._WIDTH / 2 + (number - (len(stones) - 1) / 2) * apart
            canvas.stone(stone.art, x, y, size, shadow=True)

    def commands(self) -> list[SceneCommand]:
        """Return the command of Escape, which closes the dialog and postpones the opening decision."""
        return [command(keys.BACK, lambda: self.finish(None))]


def ask_choice(
    app: App,
    table: PlayableGame,
    name: str,
    take: Callable[[MovesPlayed | Reason], None],
    postpone: Callable[[], None] = lambda: None,
) -> bool:
    """Ask the player with this name for the opening decision that is due, and make it. Return False if none is due.

    ``take`` shows the result of the decision; ``postpone`` is called instead if the player makes none.
    """
    choices, revision = choices_at(table), table.match.revision
    if not choices:
        return False

    def chosen(key: str | None) -> None:
        if key is None:
            postpone()
        else:
            take(table.carry_out(Command(revision, (Choose(key),))))

    app.push(ChoiceScene(app, name, table.match.ruleset.info, choices), chosen)
    return True
