"""The strength of a level: its limits within those of a turn, and its random choice among near-best moves."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from game.core.chance import choose
from game.core.language import _
from game.core.ruleset import Info, Limits
from game.storage import compiled_code

# The compiled modules are loaded by the code that makes an engine.
if TYPE_CHECKING:
    from game.engine.search.lazy_smp import Found
    from game.engine.search.search_engine import SearchEngine

#: The least time of a search, in seconds, so that it finds something.
_SECONDS_AT_LEAST = 0.01
#: The most time of a search whose first guess is all that is wanted, in seconds.
_GUESSING_SECONDS = 2.0
#: The number of best moves to choose from.
MOST_RANKED = 60

#: The type of a move as callers see it.
Told = TypeVar("Told")


@dataclass(frozen=True, slots=True)
class Strength:
    """The settings that make a level weaker than the full engine."""

    nodes: int
    """The most nodes of a search, 0 for no limit."""
    depth: int
    """The most plies of a search, 0 for no limit."""
    temperature: float
    """How freely it chooses among stones that seem nearly as good as the best: one that is so many points worse is
    taken e times less often."""
    foresight: bool = True
    """Whether it searches for forced wins."""

    @property
    def is_repeatable(self) -> bool:
        """Whether the same seed gives the same move every time, which a search of several threads does not."""
        return bool(self.nodes or self.depth or self.temperature)

    def bounds(self, limits: Limits) -> tuple[int, int]:
        """The most nodes and the most plies of a search within the limits of a turn, 0 for no limit."""
        return tighter(self.nodes, limits.nodes), tighter(self.depth, limits.depth)


def tighter(one: int, other: int) -> int:
    """The lower of two limits, 0 being none."""
    return min(filter(None, (one, other)), default=0)


def made_ready(module: str, warm: Callable[[], Iterable[object]]) -> Iterator[Info]:
    """Compile what a module needs, by its ``warm``, unless that is done; a note says so, as it takes long."""
    if not compiled_code.is_ready(module):
        yield Info(note=_("Compiling the engine, only once on this computer. This takes a while."))
        for _step in warm():
            pass


def set_up(engine: SearchEngine[Any, Any], limits: Limits, strength: Strength) -> None:
    """Set the engine's memory, and clear what would keep a repeatable level from repeating its moves."""
    engine.set_memory(limits.memory_megabytes)
    if strength.is_repeatable or limits.forgets:
        engine.forget(limits.seed if strength.is_repeatable else 0)


def found_by(
    engine: SearchEngine[Any, Told],
    side: int,
    limits: Limits,
    strength: Strength,
    *,
    began: float,
    number: int,
    gambles: bool,
) -> Iterator[Found[Told]]:
    """The results of a search of the engine's position; the best of several moves comes last.

    On a machine so busy that the time is over before the first result, there is the engine's first guess at least.

    ``began``: the start of the turn, by the monotonic clock. ``number``: the turn, for the dice of a level that
    ``gambles``.
    """
    waited = time.monotonic() - began
    told = engine.think(
        side,
        max(limits.seconds - waited, _SECONDS_AT_LEAST),
        *strength.bounds(limits),
        threads=1 if strength.is_repeatable else limits.threads,
        most_seconds=max(0.0, limits.most_seconds - waited),
        best=MOST_RANKED if gambles else limits.best,
        makes_way=limits.makes_way,
    )
    if gambles:
        told = chosen(told, strength.temperature, random.Random(f"{limits.seed} {number}"))
    return _one_at_least(told, lambda: engine.think(side, _GUESSING_SECONDS, depth=1))


def _one_at_least(told: Iterable[Found[Told]], guess: Callable[[], Iterator[Found[Told]]]) -> Iterator[Found[Told]]:
    found: Found[Told] | None = None
    for found in told:
        yield found
    if found is None:
        # The depth that follows the guess may take long, most of all on a busy machine.
        yield from islice(guess(), 1)


def chosen(told: Iterable[Found[Told]], temperature: float, dice: random.Random) -> Iterator[Found[Told]]:
    """The best move of each ranking of a search and, at the end, the one that is chosen from the last ranking.

    A ranking arrives from its last move to its best.
    """
    ranking: list[Found[Told]] = []
    for found in told:
        if ranking and ranking[-1].rank <= found.rank:
            ranking = []
        ranking.append(found)
        if found.rank == 1:
            yield found
    if ranking:
        choice = ranking[choose([found.score for found in ranking], temperature, dice)]
        yield replace(choice, rank=1)
