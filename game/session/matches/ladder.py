"""The ladder file of a ruleset, which lists the Elo of each level as measured in an arena.

It also describes the conditions of the measurement.
"""

from __future__ import annotations

import datetime
import json
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from game.core.clock import format_time_control
from game.engine.client.opponent import TroubleKind
from game.session.matches.arena_plan import Plan
from game.session.matches.game_record import GameRecord
from game.session.matches.standings import Standing, standings

#: Losses by a failure of a program, which say nothing about how strong a level is.
_FAILURES = frozenset(kind.value for kind in (TroubleKind.NOT_STARTED, TroubleKind.CRASH, TroubleKind.ERROR))


def write_ladder(plan: Plan, games: Sequence[GameRecord], words: Sequence[str], day: datetime.date) -> str:
    """Return the text of a ladder file, which lists the measured Elo of each level.

    People and ``game.core.levels.ladder`` can read it. ``words`` are the arena's arguments. Games that ended with a
    failure of a program are left out.
    """
    games = [game for game in games if game.forfeit_kind not in _FAILURES]
    found = standings(games, len(plan.contestants), plan.anchor)
    rated = [standing for standing in found if plan.contestants[standing.contestant].engine is None]
    head = {
        "command": shlex.join(("main.py", *words)),
        "date": day.isoformat(),
        "conditions": _conditions(plan),
        "games": len(games),
    }
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    rows = [f"    {json.dumps(_row(plan, standing))}" for standing in reversed(rated)]
    lines.append('  "levels": [\n' + ",\n".join(rows) + "\n  ]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _conditions(plan: Plan) -> Mapping[str, Any]:
    terms = plan.terms
    return {
        "ruleset": terms.ruleset,
        "options": dict(terms.options),
        **({"clock": format_time_control(terms.clock)} if terms.clock.is_timed else {"seconds": terms.seconds}),
        "nodes": terms.nodes,
        "openings": len(plan.openings),
    }


def _row(plan: Plan, standing: Standing) -> Mapping[str, Any]:
    tally, rating = standing.tally, standing.rating
    return {
        "level": plan.contestants[standing.contestant].level,
        "elo": round(rating.elo),
        "within": round((rating.high - rating.low) / 2),
        "won": tally.wins,
        "drawn": tally.draws,
        "lost": tally.losses,
    }
