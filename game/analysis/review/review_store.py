"""Storage of a game's evaluations as text, so that no game is analysed twice."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from game.analysis.review.evaluation import ENGINE_VERSION, CandidateMove, Evaluation, ProofStatus
from game.core.match import Match
from game.core.ruleset import format_move


def mark_of_game(match: Match) -> str:
    """Return the key of a game, a hash of its rules, first position and moves; the players do not matter."""
    info, geometry = match.ruleset.info, match.first_state.geometry
    options = " ".join(f"{key}={value}" for key, value in sorted(match.options.items()))
    moves = " ".join(format_move(info, geometry, ply.move) for ply in match.plies)
    text = "\n".join((info.id, options, match.ruleset.dump(match.first_state), moves))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def write_readings(readings: Mapping[int, Evaluation], *, is_final: bool = False) -> str:
    """Return the evaluations of a game as JSON text for ``read_readings``; ``is_final`` if its analysis is complete.

    The text has the engine's version: a game with evaluations by another version is analysed again.
    """
    entries = {number: to_entry(reading) for number, reading in sorted(readings.items())}
    whole = {"version": ENGINE_VERSION, "readings": entries} | ({"final": True} if is_final else {})
    return json.dumps(whole, ensure_ascii=False)


def has_final_readings(text: str) -> bool:
    """Return True if the stored evaluations of a game are complete, so that it need not be analysed again."""
    try:
        whole = json.loads(text)
        return bool(whole["version"] == ENGINE_VERSION and whole.get("final") is True)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return False


def to_entry(reading: Evaluation) -> dict[str, Any]:
    """Return an evaluation as an object for JSON."""
    candidates = [[" ".join(each.line), each.chance] for each in reading.candidates]
    told = {"best": candidates, "depth": reading.depth, "nodes": reading.nodes, "seconds": reading.seconds}
    if reading.proof_status is not ProofStatus.OPEN:
        told |= {"fate": reading.proof_status.value, "verdict": reading.verdict}
    return told


def read_readings(text: str) -> dict[int, Evaluation]:
    """Return the evaluations stored in a text, or an empty dict if it is damaged or by another engine version."""
    try:
        whole = json.loads(text)
        if whole["version"] != ENGINE_VERSION:
            return {}
        return {int(number): from_entry(told) for number, told in whole["readings"].items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}


def from_entry(told: Mapping[str, Any]) -> Evaluation:
    """Rebuild an evaluation from the JSON object that ``to_entry`` made of it.

    Raises ValueError, TypeError, KeyError or AttributeError if the object is damaged.
    """
    candidates = tuple(CandidateMove(tuple(str(line).split()), _chance(chance)) for line, chance in told["best"])
    if not all(each.line for each in candidates):
        raise ValueError
    proof_status = ProofStatus(told.get("fate", ProofStatus.OPEN.value))
    verdict, depth, nodes = str(told.get("verdict", "")), int(told["depth"]), int(told["nodes"])
    return Evaluation(candidates, proof_status, verdict, depth, nodes, float(told["seconds"]))


def _chance(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise ValueError
    return float(value)
