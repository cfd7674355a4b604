"""Measurements of the engine's search on fixed positions: its results with a fixed number of nodes, and its speed.

The results depend on the code alone. A hash of them, the *signature*, therefore changes when the search does.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby

from game.core.model import Move
from game.core.ruleset import Info, Level, Limits, Ruleset, format_move
from game.plugins.registry import Catalogue, resolve_thinker
from tools.bench_positions import BenchPosition

#: A time limit in seconds that none of these searches reaches.
HOURS = 36_000.0


@dataclass(frozen=True, slots=True)
class Searched:
    """The result of the search of a position: the move, the last report of the search, and the CPU time."""

    position: BenchPosition
    move: str
    info: Info
    cpu_seconds: float

    @property
    def claims_win(self) -> bool:
        """True if the search claims a certain win for the side to move."""
        return bool(self.info.verdict) and self.info.score > 0


def engine_level(ruleset: Ruleset) -> Level:
    """Return the level that is measured, which is the strongest one: the last of the ruleset."""
    return ruleset.info.levels[-1]


def search(catalogue: Catalogue, position: BenchPosition, *, nodes: int = 0, seconds: float = HOURS) -> Searched:
    """Search a position in this process, and return the move, the last report of the search, and the CPU time.

    The search is limited by ``nodes`` if this is not 0, else by ``seconds``. With ``nodes`` the tables of the engine
    are cleared first, so that the result is always the same.
    """
    ruleset, level = position.ruleset, engine_level(position.ruleset)
    think = resolve_thinker(catalogue.package(ruleset.info.id), level.thinker)
    settings = {**level.settings, "nodes": nodes} if nodes else level.settings
    begin = time.process_time()
    move, info = _result(think(position.state, Limits(seconds=seconds), **settings))
    elapsed = time.process_time() - begin
    return Searched(position, format_move(ruleset.info, position.state.geometry, move), info, elapsed)


def _result(thinking: Generator[Info, None, Move]) -> tuple[Move, Info]:
    info = Info()
    while True:
        try:
            info = next(thinking)
        except StopIteration as end:
            return end.value, info


def signatures(found: Iterable[Searched]) -> dict[str, str]:
    """Return for each ruleset the signature of its searches: a hash of their moves, scores, depths and nodes."""
    by_ruleset = groupby(found, key=lambda each: each.position.ruleset.info.id)
    return {ruleset_id: _signature(searches) for ruleset_id, searches in by_ruleset}


def _signature(found: Iterable[Searched]) -> str:
    facts = (f"{each.move} {each.info.score:g} {each.info.depth} {each.info.nodes}\n" for each in found)
    return sha256("".join(facts).encode()).hexdigest()[:12]


def search_table(found: Sequence[Searched]) -> str:
    """Return a table with a line for each position and a line of totals."""
    lines = [f"{'position':<44}{'nodes':>12}{'CPU s':>9}{'depth':>7}{'score':>8}  best"]
    for each in found:
        numbers = f"{each.info.nodes:>12,}{each.cpu_seconds:>9.2f}{each.info.depth:>7}{each.info.score:>+8.0f}"
        lines.append(f"{each.position.name:<44}{numbers}  {each.move}")
    nodes, seconds = sum(each.info.nodes for each in found), sum(each.cpu_seconds for each in found)
    lines.append(f"{'all':<44}{nodes:>12,}{seconds:>9.2f}  {nodes / max(seconds, 1e-9):,.0f} nodes a second")
    return "\n".join(lines)
