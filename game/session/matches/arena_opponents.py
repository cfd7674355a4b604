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
"""The packages of rulesets, with the thinkers, that are known to be compiled."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A contestant: a level, or an engine if there is one."""

    name: str
    level: str = ""
    engine: EngineProgram | None = None


def open_opponent(
    contestant: Contestant, found: Catalogue, ruleset_id: str, plugins: Path | None, grace: float
) -> Opponent:
    """The contestant as an opponent, whose program starts when it is first asked; its level is compiled by then."""
    if contestant.engine is None:
        _prepare(found, ruleset_id, contestant.level)
    return OpponentProcess(contestant.engine or own_engine(plugins, found.tried), found.rulesets, grace=grace)


def _prepare(found: Catalogue, ruleset_id: str, level_id: str) -> None:
    """Compile what a level needs before its first game; until then an instant opponent would answer for it."""
    package, level = found.package(ruleset_id), found.rulesets[ruleset_id].info.level(level_id)
    assert level is not None, f"{ruleset_id} has no level {level_id!r}"
    with _preparing:
        if (package, level.thinker) not in _prepared:
            # A thinker that cannot be imported loses by forfeit, with the sentence of its own process.
            with contextlib.suppress(ImportError):
                warm_up(package, level)
            _prepared.add((package, level.thinker))
