"""Move chooser for the computer opponents that use the compiled search."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, cycle
from typing import TYPE_CHECKING, Any, TypeVar

from game.core.line_game import LineGame
from game.core.lines.line_state import LineRule, LineState
from game.core.model import EMPTY, Move, Place, State
from game.core.ruleset import Info, Limits, Proof, certain_end
from game.engine.search.lines.even_openings import even_openings
from game.engine.search.lines.opening import Judge, OpeningPlay
from game.engine.search.lines.rules import ColourRule, Rules
from game.engine.search.strength import Strength, found_by, made_ready, set_up
from game.engine.search.task import UNMEASURED
from game.storage import compiled_code

# Functions import the compiled search modules, and with them numba, only when they need them: not while another process
# compiles them, and not for code that only imports this module.
if TYPE_CHECKING:
    from game.engine.search.lazy_smp import Found
    from game.engine.search.lines.engine import Engine
    from game.engine.search.lines.stone_engine import ColumnRow, PlacedStone, StoneEngine

#: An engine class of any game.
Made = TypeVar("Made", bound="StoneEngine[Any]")
#: Board size for the trial search that runs the compiled code once.
_TRIAL_SIZE = 15


def plain_rules(rule: LineRule, colours: Sequence[str]) -> Rules:
    """Convert a game's rules to the search engine's ``Rules``, without a rule on forbidden moves.

    ``colours`` is in playing order.
    """
    first, second = (ColourRule(colour in rule.overline_wins, rule.needs_open_end) for colour in colours)
    return Rules(first, second, rule.length, rule.stones_a_turn)


def line_engine() -> type[Engine]:
    """Import and return the class of the search engine for games with one stone a turn."""
    from game.engine.search.lines.engine import Engine  # noqa: PLC0415

    return Engine


@lru_cache(maxsize=1)
def _stored(engine_class: type[Made], rules: Rules, size: int) -> Made:
    """Return a search engine for these rules and board size; the latest one is cached."""
    return engine_class(rules, size)


@dataclass(frozen=True)
class Thinker:
    """Move chooser for the computer opponents of one ruleset, based on the compiled search.

    The ruleset's module has a function ``warm`` that calls the method ``warm``.
    """

    module: str
    game: LineGame
    rules_of: Callable[[LineRule], Rules]
    """Function that converts a rule of the game to the search's rules."""
    variants: tuple[LineRule, ...]
    """Rules whose tables ``warm`` prepares."""
    engine_class: Callable[[], type[StoneEngine[Any]]] = line_engine
    """Function that imports and returns the compiled engine class of the game."""
    plans: dict[tuple[str, ...], int] = field(default_factory=dict)
    """Planned cell of the next stone in an opening, by the board before it."""

    def engine_of(self, rules: Rules, size: int) -> StoneEngine[Any]:
        """Return the search engine for these rules and board size; reuse the latest one if it fits."""
        engine: StoneEngine[Any] = _stored(self.engine_class(), rules, size)
        return engine

    def think(
        self,
        state: State,
        limits: Limits,
        *,
        nodes: int = 0,
        depth: int = 0,
        temperature: float = 0.0,
        foresight: bool = True,
    ) -> Generator[Info, None, Move]:
        """Search for the best move, yielding progress reports, and return it at the end.

        The keyword arguments limit the strength, see ``Strength``. Compiles the code first if necessary.
        """
        assert isinstance(state, LineState)
        yield from made_ready(self.module, self.warm)
        # Creating an engine for another board or other rules counts as part of the turn.
        began = time.monotonic()
        engine = self.engine_of(self.rules_of(state.rule), state.geometry.columns)
        strength = Strength(nodes, depth, temperature, foresight)
        if state.phase is not None:
            return (yield from self._opening(state, limits, strength).move(state, limits))
        found: Found[ColumnRow] | None = None
        # With multi-PV, the best move comes last.
        for found in self._search(engine, state, limits, strength, began):
            yield self._info(state, found)
        move = None if found is None else Place(_cell(state, found.move), state.colour)
        if move is None or self.game.check(state, move) is not None:
            # The board is almost full, or every sensible cell is forbidden.
            return next(self.game.legal_moves(state))
        return move

    def prove(self, state: State, limits: Limits) -> Proof[Move]:
        """Search for a forced win of the side to move within ``limits.seconds``.

        The proof has ``is_known`` False if the code is not compiled yet.
        """
        assert isinstance(state, LineState)
        if not compiled_code.is_ready(self.module):
            return Proof(is_known=False)
        engine, side = self.engine_of(self.rules_of(state.rule), state.geometry.columns), self._side(state)
        engine.set_stones(self._stones(state), state.placements_left)
        found = engine.forced_win(side, limits.seconds)
        if found is None:
            return Proof()
        means, points = found
        return Proof(means, tuple(Place(_cell(state, point), state.colour) for point in points))

    def _side(self, state: LineState) -> int:
        return self.game.info.colours.index(state.colour)

    def _opening(self, state: LineState, limits: Limits, strength: Strength) -> OpeningPlay:
        rules = self.rules_of(state.rule)
        engine = _stored(line_engine(), rules, state.geometry.columns)
        engine.seek_wins(strength.foresight)
        set_up(engine, limits, strength)
        judge = Judge(engine, self.game, *strength.bounds(limits), makes_way=limits.makes_way)
        return OpeningPlay(judge, even_openings(rules.name), self.plans)

    def warm(self) -> Iterator[tuple[int, int]]:
        """Compile the search code, or load it from the cache, and build the tables of all rule variants.

        Yields the number of finished steps and the total after each step.
        """
        from game.engine.search.compiled import loading  # noqa: PLC0415

        with compiled_code.one_at_a_time():
            self.engine_class()
            total = 1
            for done, kernels in loading():
                total = kernels + 1
                yield done, total
            for rule in self.variants:
                self._try_out(rule)
            compiled_code.mark_ready(self.module)
        yield total, total

    def _try_out(self, rule: LineRule) -> None:
        engine = self.engine_of(self.rules_of(rule), _TRIAL_SIZE)
        engine.set_stones([(7, 7, 0), (8, 8, 1)], rule.stones_a_turn)
        for _ in engine.think(0, seconds=1.0, depth=2):
            pass

    def _search(
        self, engine: StoneEngine[Any], state: LineState, limits: Limits, strength: Strength, began: float
    ) -> Iterator[Found[ColumnRow]]:
        stones, side = self._stones(state), self._side(state)
        # Waits for the previous search, should it still be running.
        engine.set_stones(stones, state.placements_left)
        engine.seek_wins(strength.foresight)
        set_up(engine, limits, strength)
        # A decided game is played without random choices.
        gambles = strength.temperature > 0 and not engine.is_urgent(side)
        return found_by(engine, side, limits, strength, began=began, number=len(stones), gambles=gambles)

    def _stones(self, state: LineState) -> list[PlacedStone]:
        """Return the stones on the board of a game state, with the newest last."""
        colours, geometry = self.game.info.colours, state.geometry
        older = (cell for cell in range(len(state.board)) if cell not in state.last)
        placed = (cell for cell in chain(older, state.last) if state.board[cell] != EMPTY)
        return [(*geometry.cells[cell], colours.index(state.board[cell])) for cell in placed]

    def _info(self, state: LineState, found: Found[ColumnRow]) -> Info:
        turns = self._turns(state)
        moves = tuple(Place(_cell(state, point), colour) for point, colour in zip(found.variation, turns, strict=False))
        verdict = ""
        if found.is_decided:
            # With several stones a turn, a search does not count plies consistently.
            is_measured = found.plies < UNMEASURED and state.rule.stones_a_turn == 1
            verdict = certain_end(found.score > 0, found.plies if is_measured else None)
        return Info(found.depth, float(found.score), found.nodes, moves, "", found.speed, found.rank, verdict)

    def _turns(self, state: LineState) -> Iterator[str]:
        """Yield the colour of the next stone, then of the one after it, and so on without end."""
        colours, a_turn = self.game.info.colours, state.rule.stones_a_turn
        yield from (state.colour,) * state.placements_left
        after = cycle((colours[1 - colours.index(state.colour)], state.colour))
        yield from chain.from_iterable((colour,) * a_turn for colour in after)


def _cell(state: LineState, point: ColumnRow) -> int:
    cell = state.geometry.at(*point)
    assert cell is not None
    return cell
