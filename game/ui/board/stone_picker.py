"""The stone picker: which kind of stone the next placement uses, where a player has several."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.core.language import _
from game.core.ruleset import Stone
from game.session.at_table import AtTable
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage
from game.ui.widgets.buttons import Button

_LEFT, _TOP, _WIDTH, _HEIGHT, _STEP = 1030, 238, 66, 62, 73


class StonePicker:
    """Knows the kinds in hand and the chosen one; invisible in rulesets where a move names no stone."""

    def __init__(self, table: AtTable) -> None:
        self._table = table
        self._chosen = ""
        self.follow()

    @property
    def visible(self) -> bool:
        """Whether there is a choice between kinds of stone, and somebody here to make it."""
        return self._table.match.ruleset.info.names_stone and self._table.person_to_move and bool(self.kinds())

    @property
    def letter(self) -> str:
        """The kind of the next stone; the side's own where there is nothing to pick."""
        if not self._table.match.ruleset.info.names_stone:
            return self._table.match.state.colour
        return self._chosen

    def kinds(self) -> list[Stone]:
        """The kinds that the side on turn still has, its own first."""
        state, info = self._table.match.state, self._table.match.ruleset.info
        hand = state.hands.get(state.colour, {})
        kinds = [stone for stone in info.stones if hand.get(stone.letter, 0) > 0]
        return sorted(kinds, key=lambda stone: stone.letter != state.colour)

    def choose(self, letter: str) -> None:
        """Picks a kind, if it is in hand."""
        if any(stone.letter == letter for stone in self.kinds()):
            self._chosen = letter

    def next(self, step: int) -> str:
        """The kind after the chosen one, or before it; "" past the end of the row."""
        letters = [stone.letter for stone in self.kinds()]
        place = (letters.index(self._chosen) if self._chosen in letters else 0) + step
        return letters[place] if 0 <= place < len(letters) else ""

    def end(self, step: int) -> str:
        """The first kind, or with a step back the last."""
        return self.kinds()[0 if step > 0 else -1].letter

    def follow(self) -> None:
        """After a turn: the own kind again, or what is left."""
        kinds = self.kinds()
        self._chosen = kinds[0].letter if kinds else self._table.match.state.colour

    def buttons(self, stage: Stage, pick: Callable[[str], None]) -> list[Button]:
        """One button a kind."""
        if not self.visible:
            return []
        return [
            Button(
                stage.rect(_LEFT + number * _STEP, _TOP, _WIDTH, _HEIGHT),
                "",
                lambda letter=stone.letter: pick(letter),  # type: ignore[misc]
                chosen=stone.letter == self._chosen,
                keys=(pygame.K_1 + number,),
                by_keys=False,
            )
            for number, stone in enumerate(self.kinds())
        ]

    def draw(self, canvas: Canvas) -> None:
        """The pictures and names on the buttons."""
        if not self.visible:
            return
        for number, stone in enumerate(self.kinds()):
            x = _LEFT + number * _STEP + _WIDTH / 2
            canvas.stone(stone.art, x, _TOP + 23, 34)
            colour = "amber_text" if stone.letter == self._chosen else "cream"
            y = _TOP + 49
            canvas.text(_(stone.name), x, y, size=13, colour=colour, anchor="center", width=_WIDTH - 2)
