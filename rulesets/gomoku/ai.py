"""The compiled engine of Gomoku, as a thinker; until its code is compiled an instant opponent answers in its place."""

from __future__ import annotations

from collections.abc import Generator
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from game.core.line_state import LineState
from game.core.model import EMPTY, Place, State
from game.core.ruleset import Info, Limits
from game.kit import cache
from game.kit.rules import ColourRule, Rules

from .about import INFO
from .bans import Ban, BanningRule
from .opponents import single_point
from .rules import RULESET, VARIANTS

# The kit's compiled modules, and numba with them, are loaded by the functions that need them: not while they are
# compiled elsewhere, and never by whoever only looks at this module.
if TYPE_CHECKING:
    from game.kit.engine import Engine, Found

#: The size of the board on which compiled code is tried out.
_TRIAL_SIZE = 15
#: What a search is given at least, in seconds, so that it finds something.
_SECONDS_AT_LEAST = 0.01


def engine(state: State, limits: Limits, *, nodes: int = 0) -> Generator[Info, None, Place]:
    """The stone that the search finds best within the limits; ``nodes`` makes a level weaker, 0 for no bound."""
    assert isinstance(state, LineState)
    if not cache.is_ready():
        cache.prepare(__name__)
        yield Info(note="The engine is being compiled; until then a quick opponent answers for it.")
        return (yield from single_point(state, limits))
    searcher, side = _searcher(state), INFO.colours.index(state.colour)
    if nodes:
        searcher.forget(limits.seed)
    found: Found | None = None
    bounds = [bound for bound in (nodes, limits.nodes) if bound]
    for found in searcher.think(side, max(limits.seconds, _SECONDS_AT_LEAST), min(bounds, default=0)):
        yield _info(state, found)
    move = None if found is None else Place(_cell(state, found.point), state.colour)
    if move is None or RULESET.check(state, move) is not None:
        return (yield from single_point(state, limits))
    return move


def warm() -> None:
    """Compiles everything, or finds it compiled, and works out the tables of every variant."""
    from game.kit import engine as kit  # noqa: PLC0415

    for rule in VARIANTS.values():
        searcher = kit.Engine(_kit_rules(rule), _TRIAL_SIZE, memory_bits=10)
        searcher.set_stones([(7, 7, 0), (8, 8, 1)])
        for _ in searcher.think(0, seconds=1.0, depth=2):
            pass
    cache.mark_ready()


def _searcher(state: LineState) -> Engine:
    """The engine of these rules and this board, with the stones of the state, the newest last."""
    assert isinstance(state.rule, BanningRule)
    searcher = _engine(state.rule, state.geometry.columns)
    older = (cell for cell in range(len(state.board)) if cell not in state.last)
    placed = (cell for cell in chain(older, state.last) if state.board[cell] != EMPTY)
    searcher.set_stones([(*state.geometry.cells[cell], INFO.colours.index(state.board[cell])) for cell in placed])
    return searcher


@lru_cache(maxsize=1)
def _engine(rule: BanningRule, size: int) -> Engine:
    from game.kit import engine as kit  # noqa: PLC0415

    return kit.Engine(_kit_rules(rule), size)


def _kit_rules(rule: BanningRule) -> Rules:
    def of(colour: str) -> ColourRule:
        bans = rule.bans if colour == rule.banned_colour else frozenset()
        return ColourRule(
            overline_wins=colour in rule.overline_wins,
            needs_open_end=rule.needs_open_end,
            bans_overline=Ban.OVERLINE in bans,
            bans_double_four=Ban.DOUBLE_FOUR in bans,
            bans_double_three=Ban.DOUBLE_THREE in bans,
        )

    first, second = INFO.colours
    return Rules(of(first), of(second))


def _info(state: LineState, found: Found) -> Info:
    moves = tuple(Place(_cell(state, point), state.colour) for point in found.variation)
    note = ""
    if found.is_decided:
        end = "win" if found.score > 0 else "loss"
        note = f"A certain {end} in {(found.plies + 1) // 2} more stones."
    return Info(found.depth, float(found.score), found.nodes, moves, note)


def _cell(state: LineState, point: tuple[int, int]) -> int:
    cell = state.geometry.at(*point)
    assert cell is not None
    return cell
