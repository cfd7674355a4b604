"""The results of an arena as a JSON object for scripts. Its keys never change; new ones may be added."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET

from game.session.matches.arena_game import Contestant
from game.session.matches.arena_plan import Plan
from game.session.matches.elo import Estimate, SequentialTest
from game.session.matches.game_record import FORFEITS, GameRecord
from game.session.matches.standings import Encounter, Standing, Tally, encounters, standings

Fields = Mapping[str, Any]


def report_text(plan: Plan, games: Sequence[GameRecord]) -> str:
    """Return an arena's results as the text of a JSON object, in ASCII: standings, pairings and sequential test."""
    return json.dumps(report(plan, games), indent=2) + "\n"


def report(plan: Plan, games: Sequence[GameRecord]) -> Fields:
    """Return an arena's results as a JSON object. Contestants come strongest first, pairings in their order."""
    met = encounters(games)
    return {
        "ruleset": plan.terms.ruleset,
        "options": dict(plan.terms.options),
        "games": len(games),
        "planned": len(plan.fixtures),
        "contestants": [_contestant(plan, each, games) for each in standings(games, len(plan.names), plan.anchor)],
        "pairings": [_pairing(plan.names, encounter) for encounter in met],
        "sprt": None if plan.test is None else _test(plan.test, met[0].pairs if met else ()),
    }


def _contestant(plan: Plan, standing: Standing, games: Sequence[GameRecord]) -> Fields:
    contestant, tally = plan.contestants[standing.contestant], standing.tally
    return {
        "name": contestant.name,
        **_program(contestant),
        **_estimate(standing.rating),
        "games": tally.games,
        **_results(tally),
        "forfeits": _forfeits(tally.by_kind),
        "seconds_per_turn": round(tally.average / 1000, 3),
        "longest_turn": tally.worst / 1000,
        "versions": _told([(game.versions, game) for game in games], standing.contestant),
        "commits": _told([(game.commits, game) for game in games], standing.contestant),
    }


def _program(contestant: Contestant) -> Fields:
    """Return the id of a level, or the command of an engine; the other one is None."""
    engine = contestant.engine
    return {"level": contestant.level or None, "command": None if engine is None else list(engine.command)}


def _pairing(names: Sequence[str], encounter: Encounter) -> Fields:
    one, other = (names[contestant] for contestant in encounter.pairing)
    return {
        "contestants": [one, other],
        "games": encounter.tally.games,
        **_results(encounter.tally),
        **_estimate(encounter.difference),
        "pairs": len(encounter.pairs),
        "forfeits": [_forfeits(by_kind) for by_kind in encounter.forfeits],
    }


def _test(test: SequentialTest, pairs: Sequence[float]) -> Fields:
    lower, upper = test.bounds
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "llr": round(test.log_likelihood_ratio(pairs), 3),
        "lower": round(lower, 3),
        "upper": round(upper, 3),
        "state": test.verdict(pairs).value,
    }


def _results(tally: Tally) -> Fields:
    return {"won": tally.wins, "drawn": tally.draws, "lost": tally.losses, "score": round(tally.score, 4)}


def _estimate(estimate: Estimate) -> Fields:
    return {"elo": round(estimate.elo, 1), "low": round(estimate.low, 1), "high": round(estimate.high, 1)}


def _forfeits(by_kind: Mapping[str, int]) -> Mapping[str, int]:
    """Return the number of forfeits of every kind, also of those that did not happen."""
    return {kind: by_kind.get(kind, 0) for kind in FORFEITS}


def _told(told: Sequence[tuple[Any, GameRecord]], contestant: int) -> list[str]:
    """Return the texts that a contestant's program reported in its games, such as its version, each once."""
    known = ((texts, game.seats) for texts, game in told if texts is not UNSET and contestant in game.seats)
    found = (texts[seats.index(contestant)] for texts, seats in known)
    return list(dict.fromkeys(text for text in found if text))
