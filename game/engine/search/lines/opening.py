"""Play in openings: placing stones for an even game, choosing the better colour, offering several stones.

The side that places stones for the other side's choice prefers an even game; the side that chooses takes the better
colour. A side that offers stones offers the best ones; the other side picks the one that is worst for the offering
side. Searches evaluate the positions.
"""

from __future__ import annotations

import random
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from game.core.line_game import AskChoice, LineGame, LineState, PickStone, PutStones
from game.core.lines.phases import offers_ahead, offers_by_word, swap_words
from game.core.model import EMPTY, Choose, Move, Place
from game.core.ruleset import Info, Limits
from game.engine.search.lines.even_openings import OpeningPoints, turn
from game.engine.search.strength import tighter

# The functions that create an engine import the compiled modules.
if TYPE_CHECKING:
    from game.engine.search.lines.engine import Engine

#: Advantage in points from which on a colour is taken at once; below it the game counts as even.
CLEAR = 100
#: Largest distance from other stones, in columns and rows, at which a stone is placed.
_NEAR = 3
#: Nodes of the first search of a candidate, and of the second search of those that seem even.
_FIRST_LOOK, _SECOND_LOOK = 1_000, 20_000
#: Advantage in points up to which a second search follows, and up to which a candidate is accepted at once.
_SEEMS_EVEN, _EVEN_ENOUGH = 150, 15
#: Most candidates searched for one opening, even if there is time for more.
_MOST_TRIES = 400
#: Points by which each offered stone after the first reduces Black's advantage, because White picks the worst one.
_LESS_BY_OFFER = 40
#: Share of a turn's time for evaluating the colours; the rest is for planning more stones.
_JUDGING = 0.4


@dataclass(frozen=True, slots=True)
class Judge:
    """An evaluator of opening positions: the search engine with limits of nodes and depth, 0 for no limit."""

    engine: Engine
    game: LineGame
    nodes: int
    depth: int = 0
    makes_way: bool = False
    """True to search at low priority."""

    def look(self, state: LineState, seconds: float, nodes: int = 0) -> Generator[Info, None, int]:
        """Search an opening position, yield reports, and return the score for the colour to move after the opening.

        The advantage is in points.
        """
        colours, geometry = self.game.info.colours, state.geometry
        stones = [
            (*geometry.cells[cell], colours.index(stone)) for cell, stone in enumerate(state.board) if stone != EMPTY
        ]
        self.engine.set_stones(stones)
        side, score = colours.index(self.next_colour(state)), 0
        nodes = tighter(self.nodes, nodes)
        for found in self.engine.think(side, seconds, nodes, self.depth, makes_way=self.makes_way):
            score = found.score
            yield Info(found.depth, float(score), found.nodes, speed=found.speed)
        return score

    def next_colour(self, state: LineState) -> str:
        """Return the colour to move after the opening: the one with fewer stones, else the first colour."""
        first, second = self.game.info.colours
        return second if state.board.count(second) < state.board.count(first) else first


@dataclass(frozen=True, slots=True)
class OpeningPlay:
    """The engine's play in the phases of an opening, such as placing stones or choosing a colour.

    ``known`` are openings evaluated as even, as steps from the board's centre.
    """

    judge: Judge
    known: Sequence[OpeningPoints]
    plans: dict[tuple[str, ...], int]
    """Planned cell of the next stone, indexed by phase and board; all stones of a phase are planned together."""

    def move(self, state: LineState, limits: Limits) -> Generator[Info, None, Move]:
        """Choose the move for a phase of the opening, at random according to the seed in ``limits``; yields reports.

        Without a seed the choice is random.
        """
        dice = random.Random(f"{limits.seed} {''.join(state.board)}" if limits.seed else None)
        phase = state.phase
        if isinstance(phase, AskChoice):
            return (yield from self._choose(state, phase, limits, dice))
        if isinstance(phase, PickStone):
            return (yield from self._picked(state, limits.seconds))
        is_first = all(stone == EMPTY for stone in state.board)
        if is_first or _key(state) not in self.plans:
            if isinstance(phase, PutStones) and isinstance(phase.then, AskChoice):
                yield from self._plan(state, limits.seconds, dice)
            else:
                yield from self._plan_best(state, limits.seconds, dice)
        return Place(self.plans[_key(state)], state.colour)

    def _choose(
        self, state: LineState, phase: AskChoice, limits: Limits, dice: random.Random
    ) -> Generator[Info, None, Move]:
        score = yield from self.judge.look(state, _JUDGING * limits.seconds)
        next_colour = self.judge.next_colour(state)
        both = swap_words(phase)
        if both is not None:
            mine = state.colours[state.seat]
            advantage = self._with_offers(state, score if next_colour == mine else -score, mine)
            return Choose(both[advantage < 0])
        numbers = offers_by_word(phase)
        if any(numbers.values()):
            of_first = score if next_colour == self.judge.game.info.colours[0] else -score
            return Choose(min(numbers, key=lambda word: abs(of_first - _LESS_BY_OFFER * (numbers[word] - 1))))
        words = _words(phase, next_colour)
        if abs(score) <= CLEAR and words.more is not None:
            after = self.judge.game.apply(state, Choose(words.more)).state
            assert isinstance(after, LineState)
            if (yield from self._plan(after, _JUDGING * limits.seconds, dice)):
                return Choose(words.more)
        return Choose(words.on_turn if score >= 0 else words.waiting)

    def _with_offers(self, state: LineState, mine: int, colour: str) -> int:
        """Return a colour's advantage, in points, corrected for the alternative stones still to be offered."""
        assert state.phase is not None
        less = _LESS_BY_OFFER * max(0, offers_ahead(state.phase) - 1)
        return mine - less if colour == self.judge.game.info.colours[0] else mine + less

    def _picked(self, state: LineState, seconds: float) -> Generator[Info, None, Move]:
        """Return the offered stone that is worst for the opponent. Yields reports of the search."""
        ranked = yield from self._ranked(state, state.offered, seconds)
        return Place(ranked[-1], state.colour)

    def _plan_best(self, state: LineState, seconds: float, dice: random.Random) -> Generator[Info, None, None]:
        """Plan the remaining stones of this opening phase, each as good as possible for its colour."""
        self.plans.clear()
        legal = [move.cell for move in self.judge.game.legal_moves(state) if isinstance(move, Place)]
        near = [cell for cell in legal if _is_near(state, cell)] or legal
        ranked = yield from self._ranked(state, dice.sample(near, len(near)), seconds)
        ranked += [cell for cell in legal if cell not in near]
        for cell in ranked:
            if state.placements_left and self.judge.game.check(state, Place(cell, state.colour)) is None:
                is_last = state.placements_left == 1
                self._remember(state, [cell])
                state = self._after(state, [cell])
                if is_last:
                    return

    def _ranked(self, state: LineState, cells: Sequence[int], seconds: float) -> Generator[Info, None, list[int]]:
        """Return cells from best to worst for the next stone; cells not searched in time come last."""
        ends, scores = time.monotonic() + seconds, dict[int, int]()
        offered = set(state.offered)
        bare = tuple(EMPTY if at in offered else stone for at, stone in enumerate(state.board))
        for cell in cells:
            left = ends - time.monotonic()
            if left <= 0:
                break
            after = replace(state, board=(*bare[:cell], state.colour, *bare[cell + 1 :]))
            score = yield from _silently(self.judge.look(after, left, _FIRST_LOOK))
            scores[cell] = score if self.judge.next_colour(after) == state.colour else -score
        ranked = sorted(scores, key=lambda cell: scores[cell], reverse=True)
        return ranked + [cell for cell in cells if cell not in scores]

    def _plan(self, state: LineState, seconds: float, dice: random.Random) -> Generator[Info, None, bool]:
        """Plan the remaining stones of this opening phase, and return True if they leave the game even."""
        self.plans.clear()
        for cells in self._known_cells(state, dice):
            self._remember(state, cells)
            return True
        ends, best, nearest = time.monotonic() + seconds, self._some_cells(state, dice), 2 * _SEEMS_EVEN
        for _ in range(_MOST_TRIES):
            left = ends - time.monotonic()
            if left <= 0 or nearest <= _EVEN_ENOUGH:
                break
            cells = self._some_cells(state, dice)
            distance = yield from self._distance(self._after(state, cells), left)
            if distance < nearest:
                best, nearest = cells, distance
        self._remember(state, best)
        return nearest <= CLEAR

    def _distance(self, state: LineState, seconds: float) -> Generator[Info, None, int]:
        """Return the absolute score of a position, in points, searched for longer if it is small."""
        distance = abs((yield from _silently(self.judge.look(state, seconds, _FIRST_LOOK))))
        if distance <= _SEEMS_EVEN:
            distance = abs((yield from _silently(self.judge.look(state, seconds, _SECOND_LOOK))))
        return distance

    def _known_cells(self, state: LineState, dice: random.Random) -> Iterator[tuple[int, ...]]:
        """Yield stored even openings as cells of an empty board, in random order and symmetry."""
        if any(stone != EMPTY for stone in state.board):
            return
        geometry = state.geometry
        for opening in dice.sample(self.known, len(self.known)):
            turned = turn(opening, dice.randrange(8))
            middle = geometry.columns // 2
            cells = [geometry.at(middle + x, middle + y) for x, y in turned]
            on_board = tuple(cell for cell in cells if cell is not None)
            if len(on_board) == len(cells) == state.placements_left and self._are_legal(state, on_board):
                yield on_board

    def _are_legal(self, state: LineState, cells: Sequence[int]) -> bool:
        """Return True if stones may be placed on these cells in this order."""
        for cell in cells:
            if self.judge.game.check(state, Place(cell, state.colour)) is not None:
                return False
            state = self._after(state, [cell])
        return True

    def _some_cells(self, state: LineState, dice: random.Random) -> tuple[int, ...]:
        """Return random legal cells for the opening's remaining stones, each near a stone or the centre."""
        cells: list[int] = []
        for _ in range(state.placements_left):
            legal = [move.cell for move in self.judge.game.legal_moves(state) if isinstance(move, Place)]
            near = [cell for cell in legal if _is_near(state, cell)]
            cells.append(dice.choice(near or legal))
            state = self._after(state, cells[-1:])
        return tuple(cells)

    def _after(self, state: LineState, cells: Sequence[int]) -> LineState:
        for cell in cells:
            after = self.judge.game.apply(state, Place(cell, state.colour)).state
            assert isinstance(after, LineState)
            state = after
        return state

    def _remember(self, state: LineState, cells: Sequence[int]) -> None:
        for cell in cells:
            self.plans[_key(state)] = cell
            state = self._after(state, [cell])


def _key(state: LineState) -> tuple[str, ...]:
    """Return the key of a planned opening stone: the phase's name and the board."""
    return ("" if state.phase is None else state.phase.name, *state.board)


def _silently(looking: Generator[Info, None, int]) -> Generator[Info, None, int]:
    """Run a search, yield an empty report for each of its reports, and return its score.

    The search is about another position than the one asked about.
    """
    while True:
        try:
            next(looking)
        except StopIteration as end:
            return int(end.value)
        yield Info()


@dataclass(frozen=True, slots=True)
class _Words:
    """The possible answers when a player chooses a colour: the side to move next, the other, or more stones."""

    on_turn: str
    waiting: str
    more: str | None


def _words(phase: AskChoice, next_colour: str) -> _Words:
    answers = phase.answers
    by_colour = {answer: word for word, answer in answers.items() if isinstance(answer, str)}
    (other,) = (colour for colour in by_colour if colour != next_colour)
    more = next((word for word, answer in answers.items() if isinstance(answer, PutStones)), None)
    return _Words(by_colour[next_colour], by_colour[other], more)


def _is_near(state: LineState, cell: int) -> bool:
    """Return True if a cell is near a stone, or near the centre of an empty board."""
    cells = state.geometry.cells
    stones = [cells[at] for at, stone in enumerate(state.board) if stone != EMPTY]
    x, y = cells[cell]
    around = stones or [(state.geometry.columns // 2, state.geometry.rows // 2)]
    return any(abs(x - column) <= _NEAR and abs(y - row) <= _NEAR for column, row in around)
