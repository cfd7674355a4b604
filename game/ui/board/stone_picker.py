"""The stone picker, in which a player with several kinds of stones selects the next one to place."""

from __future__ import annotations

from collections.abc import Callable

from game.core.language import _
from game.core.ruleset import Stone
from game.session.playable_game import PlayableGame
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button, ChoiceButton

_LEFT, _WIDTH, HEIGHT, _STEP = 1030.0, 66.0, 62.0, 73.0


class StonePicker:
    """A row of buttons for the kinds of stones that the player has left; one of them is selected."""

    def __init__(self, table: PlayableGame, top: float, left: float = _LEFT) -> None:
        self._table, self._top, self._left = table, top, left
        self._chosen = ""
        self.reset_for_position()

    @property
    def visible(self) -> bool:
        """True if a player at this machine can choose between kinds of stone."""
        return self._table.match.ruleset.info.names_stone and self._table.person_to_move and bool(self.kinds())

    @property
    def letter(self) -> str:
        """The kind of stone that is placed next; the side's own kind if there is no choice."""
        if not self._table.match.ruleset.info.names_stone:
            return self._table.match.state.colour
        return self._chosen

    def kinds(self) -> list[Stone]:
        """Return the kinds of stones that the side to move has left, its own kind first.

        These are all kinds if the game does not limit stones, and none while an opening asks for a choice.
        """
        state, info = self._table.match.state, self._table.match.ruleset.info
        if not state.colour:
            return []
        hand = state.hands.get(state.colour, {})
        kinds = [stone for stone in info.stones if not state.hands or hand.get(stone.letter, 0) > 0]
        return sorted(kinds, key=lambda stone: stone.letter != state.colour)

    def choose(self, letter: str) -> None:
        """Select a kind of stone, if the side to move has one left."""
        if any(stone.letter == letter for stone in self.kinds()):
            self._chosen = letter

    def next(self, step: int) -> str:
        """Return the kind of stone after (1) or before (-1) the selected one; "" past the end of the row."""
        letters = [stone.letter for stone in self.kinds()]
        place = (letters.index(self._chosen) if self._chosen in letters else 0) + step
        return letters[place] if 0 <= place < len(letters) else ""

    def end(self, step: int) -> str:
        """Return the first kind of stone in the row (1) or the last (-1)."""
        return self.kinds()[0 if step > 0 else -1].letter

    def reset_for_position(self) -> None:
        """Select the side's own kind of stone again after a turn, or a kind that the side has left."""
        kinds = self.kinds()
        self._chosen = kinds[0].letter if kinds else self._table.match.state.colour

    def buttons(self, stage: Stage, pick: Callable[[str], None]) -> list[Button]:
        """Return a button for each kind of stone that can be selected."""
        if not self.visible:
            return []
        return [
            ChoiceButton(
                stage.rect(self._left + number * _STEP, self._top, _WIDTH, HEIGHT),
                "",
                lambda letter=stone.letter: pick(letter),  # type: ignore[misc]
                chosen=stone.letter == self._chosen,
                keys=keys.STONES.keys[number : number + 1],
                by_keys=False,
                tip=_(stone.name),
            )
            for number, stone in enumerate(self.kinds())
        ]

    def draw(self, canvas: Canvas) -> None:
        """Draw the pictures and names of the stones on the picker's buttons."""
        if not self.visible:
            return
        for number, stone in enumerate(self.kinds()):
            x = self._left + number * _STEP + _WIDTH / 2
            canvas.stone(stone.art, x, self._top + 23, 34)
            colour = "amber_text" if stone.letter == self._chosen else "cream"
            y = self._top + 49
            canvas.text(_(stone.name), x, y, size=13, colour=colour, anchor="center", width=_WIDTH - 2)
