"""The contestants of an arena: levels of our own engine, and foreign Gomocup programs."""

from __future__ import annotations

import contextlib
import threading
from dataclasses import dataclass
from pathlib import Path

from game.engine.client.engine_program import EngineProgram
from game.engine.client.opponent import Opponent
from game.engine.client.opponent_process import OpponentProcess
from game.engine.client.own_dialect import own_engine
from game.plugins.registry import Catalogue, warm_up

_preparing = threading.Lock()
_prepared: set[tuple[str, str]] = set()
"""The pairs of a ruleset's package and an engine that are known to be compiled."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A contestant: a level, or a foreign engine if ``engine`` is given."""

    name: str
    level: str = ""
    engine: EngineProgram | None = None


def open_opponent(
    contestant: Contestant, found: Catalogue, ruleset_id: str, plugins: Path | None, grace: float
) -> Opponent:
    """Return the contestant as an opponent. A level is compiled first; a program starts with its first question."""
    if contestant.engine is None:
        _prepare(found, ruleset_id, contestant.level)
    return OpponentProcess(contestant.engine or own_engine(plugins, found.tried), found.rulesets, grace=grace)


def _prepare(found: Catalogue, ruleset_id: str, level_id: str) -> None:
    """Compile the code of a level before its first game; otherwise the instant level would answer in its place."""
    package, level = found.package(ruleset_id), found.rulesets[ruleset_id].info.level(level_id)
    assert level is not None, f"{ruleset_id} has no level {level_id!r}"
    with _preparing:
        if (package, level.thinker) not in _prepared:
            # If the level's engine cannot be imported, it forfeits the game with the error message of its process.
            with contextlib.suppress(ImportError):
                warm_up(package, level)
            _prepared.add((package, level.thinker))
