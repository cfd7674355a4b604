"""Who takes part in an arena: levels of our own engine, and foreign Gomocup programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from game.core.ruleset import Ruleset
from game.engine.client import Opponent, OpponentProcess
from game.engine.foreign import ForeignEngine, ForeignOpponent


@dataclass(frozen=True, slots=True)
class Contestant:
    """A level, or an engine when there is one."""

    name: str
    level: str = ""
    engine: ForeignEngine | None = None


def open_opponent(
    contestant: Contestant, rulesets: Mapping[str, Ruleset], plugins: Path | None, grace: float
) -> Opponent:
    """The contestant as an opponent whose program is started when it is first asked."""
    if contestant.engine is None:
        return OpponentProcess(plugins=plugins, grace=grace)
    return ForeignOpponent(contestant.engine, rulesets, grace=grace)
