"""The strength of a computer opponent: limits of nodes and depth, and random choice of good moves."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from game.core.language import _
from game.core.ruleset import Info, Limits
from game.core.thinker import choose
from game.storage import compiled_code

# The functions that create an engine import the compiled modules.
if TYPE_CHECKING:
    from game.engine.search.lazy_smp import Found
    from game.engine.search.search_engine import SearchEngine

#: Least seconds of a search, so that it finds a move.
_SECONDS_AT_LEAST = 0.01
#: Most seconds of a search for a first guess only.
_GUESSING_SECONDS = 2.0
#: Number of best moves from which a weak level chooses.
MOST_RANKED = 60

#: The type of a move of the caller.
Told = TypeVar("Told")


@dataclass(frozen=True, slots=True)
class Strength:
    """The settings that make an opponent's level weaker than the full engine."""

    nodes: int
    """Most nodes of a search, 0 for no limit."""
    depth: int
    """Most plies of a search, 0 for no limit."""
    temperature: float
    """Randomness of the choice among nearly best moves, in points.

    The probability of a move falls by a factor of e for each ``temperature`` points it is worse than the best; 0 always
    plays the best move.
    """
    foresight: bool = True
    """True to search for forced wins."""

    @property
    def is_repeatable(self) -> bool:
        """True if the same seed must always give the same move, so that only one thread may search."""
        return bool(self.nodes or self.depth or self.temperature)

    def bounds(self, limits: Limits) -> tuple[int, int]:
        """Return the node limit and the depth limit of a search; 0 means no limit.

        The lower limit of the level and the turn applies.
        """
        return tighter(self.nodes, limits.nodes), tighter(self.depth, limits.depth)


def tighter(one: int, other: int) -> int:
    """Return the lower of two limits, where 0 means no limit."""
    return min(filter(None, (one, other)), default=0)


def made_ready(module: str, warm: Callable[[], Iterable[object]]) -> Iterator[Info]:
    """Compile a search module by calling ``warm`` unless that is done; first yield a note to the player."""
    if not compiled_code.is_ready(module):
        yield Info(note=_("Compiling the engine. This takes a while, but only happens once on this computer."))
        for _step in warm():
            pass


def set_up(engine: SearchEngine[Any, Any], limits: Limits, strength: Strength) -> None:
    """Set the engine's memory; clear its tables if the result must be repeatable or the limits say so."""
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
    """Search the engine's position and yield the results; of several best moves, the best comes last.

    If the time is over before the first result, as on a busy machine, the engine's first guess is yielded.

    ``began`` is the start of the turn by ``time.monotonic``. With ``gambles``, a random move among the best ones is
    chosen; ``number`` identifies the turn for the random choice.
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
        # The depth after the guess may take long, especially on a busy machine.
        yield from islice(guess(), 1)


def chosen(told: Iterable[Found[Told]], temperature: float, dice: random.Random) -> Iterator[Found[Told]]:
    """Yield the best move of each search report, and at the end a random one of the final best moves.

    A ranking is the result of a search for several best moves; its moves arrive from the last to the best.
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
