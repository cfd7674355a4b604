"""A computer player for all games of rows that needs no compiled code: the row weigher.

It weighs each cell by the windows that contain it; a window is a run of cells in a line, as long as a winning row. A
window counts for a colour while it has no stone of the other, and weighs more with each stone. Levels differ in how
much weight they give the opponent's windows, and in how randomly they choose.
"""

from __future__ import annotations

import math
import random
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass

from game.core.line_game import LineGame
from game.core.lines.line_state import LineState
from game.core.lines.phases import AskChoice, PickStone, offers_by_word, swap_words
from game.core.lines.reasons import purpose
from game.core.model import EMPTY, Choose, Move, Place, State, Threats
from game.core.ruleset import Info, Limits
from game.core.thinker import choose

#: Largest distance, in cells, of a move from the nearest stone.
_NEAR = 2


@dataclass(frozen=True)
class RowWeigher:
    """The row weigher (see this module) for one ruleset. The levels of the ruleset name its method ``think``."""

    game: LineGame

    def think(
        self, state: State, limits: Limits, *, temperature: float = 1.0, defence: float = 1.0, growth: float = 3.0
    ) -> Generator[Info, None, Move]:
        """Choose a cell near the stones at random, preferring higher weights; in an opening decision, the best colour.

        ``growth`` is the factor by which each stone multiplies the weight of a window (see this module).
        ``temperature`` is in hundredths of a stone: a cell that is worse by this amount is chosen e times less often.
        ``defence`` is the weight of the opponent's windows relative to the player's own.
        """
        assert isinstance(state, LineState)
        if isinstance(state.phase, AskChoice):
            return self._decide(state, state.phase, growth)
        opponent = next(letter for letter in self.game.info.colours if letter != state.colour)
        weights = self._weights(state, opponent, defence, growth)
        # In this phase, the player picks a stone of the opponent.
        sign = -100 if isinstance(state.phase, PickStone) else 100
        stones = [sign * math.log(weight, growth) for weight in weights.values()]
        rng = random.Random(f"{limits.seed} {state.board.count(EMPTY)}")
        cell = [*weights][choose(stones, temperature, rng)]
        move = Place(cell, state.colour)
        yield Info(1, 0.0, len(weights), (move,), purpose(state, cell, opponent))
        return move

    def _decide(self, state: LineState, phase: AskChoice, growth: float) -> Choose:
        """Make an opening decision: choose the colour whose lines have the higher weight.

        If the decision is how many stones to offer, choose the second smallest number. The colour to move next gets a
        bonus: the weight of a stone with free space around it.
        """
        both = swap_words(phase)
        if both is None and any(offers_by_word(phase).values()):
            return Choose([*phase.answers][1])
        rows = dict.fromkeys(self.game.info.colours, 0.0)
        rows[min(rows, key=state.board.count)] += 4 * state.rule.length * growth
        for window in state.geometry.windows(state.rule.length):
            stones = [state.board[cell] for cell in window]
            there = {stone for stone in stones if stone != EMPTY}
            if len(there) == 1:
                rows[there.pop()] += growth ** (len(stones) - stones.count(EMPTY))
        better = max(rows, key=lambda colour: rows[colour])
        if both is not None:
            return Choose(both[state.colours[state.seat] != better])
        return Choose(next(word for word, answer in phase.answers.items() if answer == better))

    def _weights(self, state: LineState, opponent: str, defence: float, growth: float) -> Mapping[int, float]:
        """Return the weights of the legal cells near a stone, or near the middle of an empty board."""
        weights, board, threats = [1.0] * len(state.board), state.board, self.game.threats(state) or ()
        winning = {line for side in threats for line in side.lines}
        almost = state.rule.length - state.rule.stones_a_turn
        for window in state.geometry.windows(state.rule.length):
            stones = [board[cell] for cell in window]
            own, others = stones.count(state.colour), stones.count(opponent)
            # Under some rules a full window does not win if it becomes too long or is closed at both ends.
            if (own and others) or (own + others >= almost and window not in winning):
                continue
            weight = growth**own if own else defence * growth**others
            for cell in window:
                weights[cell] += weight
        for cell, weight in _urgent(state, threats, defence, growth).items():
            weights[cell] += weight
        allowed = [move.cell for move in self.game.legal_moves(state) if isinstance(move, Place)]
        near = _near(state)
        return {cell: weights[cell] for cell in allowed if cell in near} or dict.fromkeys(allowed, 1.0)


def _urgent(state: LineState, threats: Sequence[Threats], defence: float, growth: float) -> Mapping[int, float]:
    """Return extra weights for cells that win in this turn, or that stop the opponent's win in the next one.

    A winning cell gets the weight of a window with one stone more than needed, a defending cell that of a full window.
    """
    length, urgent = state.rule.length, dict[int, float]()
    for side in sorted(threats, key=lambda side: side.colour == state.colour):
        if side.colour == state.colour:
            urgent |= dict.fromkeys(_winning(state, side), growth ** (length + 1))
        else:
            urgent |= dict.fromkeys(side.cells, defence * growth**length)
    return urgent


def _winning(state: LineState, threats: Threats) -> Iterator[int]:
    """Yield the cells of lines that can be completed with the stones left in this turn."""
    for line in threats.lines:
        if sum(state.board[cell] == EMPTY for cell in line) <= state.placements_left:
            yield from line


def _near(state: LineState) -> set[int]:
    geometry = state.geometry
    stones = [geometry.cells[cell] for cell, stone in enumerate(state.board) if stone != EMPTY]
    around = stones or [(geometry.columns // 2, geometry.rows // 2)]
    reach = range(-_NEAR, _NEAR + 1)
    cells = {geometry.at(x + dx, y + dy) for x, y in around for dx in reach for dy in reach}
    return {cell for cell in cells if cell is not None}
