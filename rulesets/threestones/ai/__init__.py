"""The compiled engine of Threestones: an alpha-beta search, exact at the end of the game."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from game.core.language import _
from game.core.model import EMPTY, Choose, Move, Place, State
from game.core.ruleset import Info, Limits
from game.engine.search.strength import Strength, found_by, made_ready, set_up
from game.storage import compiled_code

from ..pond import DUCK, TEAMS, PondState, stones_left
from ..reasons import placement_reason
from ..rules import TEAM_CHOSEN, Threestones

# Functions import the compiled modules when they need them, not while another process compiles them.
if TYPE_CHECKING:
    from game.engine.search.lazy_smp import Found

    from .threads import Placement, PondEngine


def engine(
    state: State, limits: Limits, *, nodes: int = 0, depth: int = 0, temperature: float = 0.0
) -> Generator[Info, None, Move]:
    """Search for the best placement within the limits. Yield reports of the search, and return the move.

    ``nodes`` and ``depth`` are limits, 0 for none. With a ``temperature``, the engine chooses at random among nearly
    best moves: the probability of a move falls by a factor of e for each ``temperature`` hundredths of a point it is
    worse than the best. Raises RuntimeError if the search finds no move.
    """
    assert isinstance(state, PondState)
    if not state.colour:
        return Choose(next(iter(TEAM_CHOSEN)))
    yield from made_ready(__name__, warm)
    found: Found[Placement] | None = None
    for found in _search(state, limits, Strength(nodes, depth, temperature)):
        yield _info(state, found)
    if found is None:
        raise RuntimeError("the search found no move")
    return Place(*found.move)


def warm() -> Iterator[tuple[int, int]]:
    """Compile all code, or load it from the cache. Yield (finished steps, total steps) after each step."""
    from game.engine.search.compiled import loading  # noqa: PLC0415

    with compiled_code.one_at_a_time():
        _engine_class()
        total = 1
        for done, kernels in loading():
            total = kernels + 1
            yield done, total
        _try_out(_engine())
        compiled_code.mark_ready(__name__)
    yield total, total


def _try_out(pond: PondEngine) -> None:
    first = Threestones().arrange({}, {}, DUCK)
    assert isinstance(first, PondState)
    pond.set_state(first)
    deque(pond.think(0, seconds=1.0, depth=2), maxlen=0)


def _search(state: PondState, limits: Limits, strength: Strength) -> Iterator[Found[Placement]]:
    began = time.monotonic()
    pond, team = _engine(), TEAMS.index(state.colour)
    pond.set_state(state)
    set_up(pond, limits, strength)
    number, gambles = state.board.count(EMPTY), strength.temperature > 0
    return found_by(pond, team, limits, strength, began=began, number=number, gambles=gambles)


def _engine_class() -> type[PondEngine]:
    from .threads import PondEngine  # noqa: PLC0415

    return PondEngine


@lru_cache(maxsize=1)
def _engine() -> PondEngine:
    return _engine_class()()


def _info(state: PondState, found: Found[Placement]) -> Info:
    moves = tuple(Place(*move) for move in found.variation)
    note, verdict = placement_reason(state, moves[0]).message, ""
    left = min(sum(stones_left(hand) for hand in state.hands.values()), state.board.count(EMPTY))
    if found.is_whole and found.depth >= left:
        verdict = _("Calculated to the last stone: {points}.", points=f"{found.score / 100:+.0f}")
    return Info(found.depth, float(found.score), found.nodes, moves, note, found.speed, found.rank, verdict)
