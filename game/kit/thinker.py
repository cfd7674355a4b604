"""A compiled engine as the levels of a ruleset call it: from a state to a search, and from what it finds to a move.

Until the code is compiled an instant opponent answers in its place.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, cycle
from typing import TYPE_CHECKING

from game.core.line_game import LineGame
from game.core.line_state import LineRule, LineState
from game.core.model import EMPTY, Move, Place, State
from game.core.ruleset import Info, Limits, Think
from game.kit import cache
from game.kit.choice import Choice
from game.kit.rules import ColourRule, Rules

# The kit's compiled modules, and numba with them, are loaded by the functions that need them: not while they are
# compiled elsewhere, and never by whoever only looks at this module.
if TYPE_CHECKING:
    from game.kit.engine import Engine
    from game.kit.team import Found
    from game.kit.worker import Stone

#: The size of the board on which compiled code is tried out.
_TRIAL_SIZE = 15
#: What a search is given at least, in seconds, so that it finds something.
_SECONDS_AT_LEAST = 0.01


def plain_rules(rule: LineRule, colours: Sequence[str]) -> Rules:
    """A line rule as the kit knows it, without bans; the first letter is that of the kit's first colour."""
    first, second = (ColourRule(colour in rule.overline_wins, rule.needs_open_end) for colour in colours)
    return Rules(first, second, rule.length)


@dataclass(frozen=True)
class Thinker:
    """The engine of one ruleset; its module names it in levels and has a function ``warm`` that calls this one's."""

    module: str
    game: LineGame
    rules_of: Callable[[LineRule], Rules]
    """A rule of the game as the kit knows it."""
    variants: tuple[LineRule, ...]
    """The rules that are made ready beforehand."""
    stand_in: Think
    """Answers while nothing is compiled, and where the search has no answer."""

    def think(
        self, state: State, limits: Limits, *, nodes: int = 0, temperature: float = 0.0, foresight: bool = True
    ) -> Generator[Info, None, Move]:
        """The stone that the search finds best within the limits.

        A level is weaker by fewer ``nodes`` (0 for no bound), by choosing among stones that seem nearly as good as the
        best (``temperature``, in points of which 200 make the odds of winning e to 1), and without ``foresight``, the
        search for forced wins.
        """
        assert isinstance(state, LineState)
        if not cache.is_ready(self.module):
            cache.prepare(self.module)
            yield Info(note="The engine is being compiled; until then a quick opponent answers for it.")
            return (yield from self.stand_in(state, limits))
        engine = _engine(self.rules_of(state.rule), state.geometry.columns)
        engine.seek_wins(foresight)
        if limits.memory_megabytes:
            engine.set_memory(limits.memory_megabytes)
        if nodes or limits.forgets:
            engine.forget(limits.seed if nodes else 0)
        found: Found | None = None
        # Of several best moves the best one comes last.
        for found in self._search(engine, state, limits, nodes, temperature):
            yield self._info(state, found)
        move = None if found is None else Place(_cell(state, found.point), state.colour)
        if move is None or self.game.check(state, move) is not None:
            return (yield from self.stand_in(state, limits))
        return move

    def warm(self) -> None:
        """Compiles everything, or finds it compiled, and works out the tables of every variant."""
        for rule in self.variants:
            engine = _engine(self.rules_of(rule), _TRIAL_SIZE)
            engine.set_stones([(7, 7, 0), (8, 8, 1)])
            for _ in engine.think(0, seconds=1.0, depth=2):
                pass
        cache.mark_ready(self.module)

    def _search(
        self, engine: Engine, state: LineState, limits: Limits, nodes: int, temperature: float
    ) -> Iterator[Found]:
        stones, side = self._stones(state), self.game.info.colours.index(state.colour)
        budget = min((bound for bound in (nodes, limits.nodes) if bound), default=0)
        seconds = max(limits.seconds, _SECONDS_AT_LEAST)
        if temperature:
            dice = random.Random(f"{limits.seed} {len(stones)}")
            choice = Choice(engine, stones, side, temperature, budget, dice)
            return choice.search(time.monotonic() + seconds)
        engine.set_stones(stones)
        # A level that counts nodes plays the same every time, which several threads would not.
        threads = 1 if nodes else limits.threads
        return engine.think(
            side,
            seconds,
            budget,
            limits.depth,
            threads=threads,
            most_seconds=limits.most_seconds,
            best=limits.best,
        )

    def _stones(self, state: LineState) -> list[Stone]:
        """The stones of the state, the newest last."""
        colours, geometry = self.game.info.colours, state.geometry
        older = (cell for cell in range(len(state.board)) if cell not in state.last)
        placed = (cell for cell in chain(older, state.last) if state.board[cell] != EMPTY)
        return [(*geometry.cells[cell], colours.index(state.board[cell])) for cell in placed]

    def _info(self, state: LineState, found: Found) -> Info:
        colours = self.game.info.colours
        turns = cycle((state.colour, colours[1 - colours.index(state.colour)]))
        moves = tuple(Place(_cell(state, point), colour) for point, colour in zip(found.variation, turns, strict=False))
        note = ""
        if found.is_decided:
            end = "win" if found.score > 0 else "loss"
            note = f"A certain {end} in {(found.plies + 1) // 2} more stones."
        return Info(found.depth, float(found.score), found.nodes, moves, note, found.speed, found.rank)


@lru_cache(maxsize=1)
def _engine(rules: Rules, size: int) -> Engine:
    from game.kit import engine as kit  # noqa: PLC0415

    return kit.Engine(rules, size)


def _cell(state: LineState, point: tuple[int, int]) -> int:
    cell = state.geometry.at(*point)
    assert cell is not None
    return cell
