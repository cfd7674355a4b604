"""The stone picker, in which a player with several kinds of stones selects the next one to place."""

from __future__ import annotations

from collections.abc import Callable

from game.core.language import _
from game.core.model import WRONG_STONE, Place, State
from game.core.ruleset import Stone
from game.session.playable_game import PlayableGame
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button, ChoiceButton

_LEFT, HEIGHT, _STEP, _GAP = 1030.0, 62.0, 73.0, 7.0
#: The most buttons of the usual width; more kinds of stone share the same room.
_WIDE_BUTTONS = 3
_STONE = 34.0


def _step(kinds: int) -> float:
    """Return the distance between the left edges of two buttons, for this number of kinds of stone."""
    return _STEP * _WIDE_BUTTONS / max(kinds, _WIDE_BUTTONS)


class StonePicker:
    """A row of buttons for the kinds of stones that the player has left; one of them is selected."""

    def __init__(self, table: PlayableGame, top: float, left: float = _LEFT) -> None:
        self._table, self._top, self._left = table, top, left
        self._chosen = ""
        self._known: tuple[State, list[Stone]] | None = None
        """The kinds of stones that the side to move has left in a position."""
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

        These are all kinds that the side may place if the game does not limit stones, and none while an opening asks
        for a choice.
        """
        state = self._table.match.state
        if self._known is None or self._known[0] is not state:
            self._known = (state, self._kinds_in(state))
        return self._known[1]

    def _kinds_in(self, state: State) -> list[Stone]:
        ruleset = self._table.match.ruleset
        if not state.colour:
            return []
        if state.hands:
            hand = state.hands.get(state.colour, {})
            kinds = [stone for stone in ruleset.info.stones if hand.get(stone.letter, 0) > 0]
        else:
            cell = next((move.cell for move in ruleset.legal_moves(state) if isinstance(move, Place)), None)
            kinds = [stone for stone in ruleset.info.stones if cell is None or self._is_own(state, cell, stone)]
        return sorted(kinds, key=lambda stone: stone.letter != state.colour)

    def _is_own(self, state: State, cell: int, stone: Stone) -> bool:
        """Return False for a kind of stone that only the other side places."""
        refused = self._table.match.ruleset.check(state, Place(cell, stone.letter))
        return refused is None or refused.code != WRONG_STONE

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
        kinds = self.kinds()
        step = _step(len(kinds))
        return [
            ChoiceButton(
                stage.rect(self._left + number * step, self._top, step - _GAP, HEIGHT),
                "",
                lambda letter=stone.letter: pick(letter),  # type: ignore[misc]
                chosen=stone.letter == self._chosen,
                keys=keys.STONES.keys[number : number + 1],
                by_keys=False,
                tip=_(stone.name),
            )
            for number, stone in enumerate(kinds)
        ]

    def draw(self, canvas: Canvas) -> None:
        """Draw the pictures and names of the stones on the picker's buttons."""
        if not self.visible:
            return
        kinds = self.kinds()
        width = _step(len(kinds)) - _GAP
        for number, stone in enumerate(kinds):
            x = self._left + number * (width + _GAP) + width / 2
            canvas.stone(stone.art, x, self._top + 23, min(_STONE, width - 6))
            colour = "amber_text" if stone.letter == self._chosen else "cream"
            y = self._top + 49
            canvas.text(_(stone.name), x, y, size=13, colour=colour, anchor="center", width=width - 2)
