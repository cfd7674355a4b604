"""The fit of the worth of unfinished lines and stones in hand, the *promises*, to games of the search against itself.

``python -m rulesets.threestones.ai.fit --games 2000 --nodes 1500`` plays them, each from a few random placements, and
writes ``promises.json``, which the search loads. For each stage of the game the promises are those that best predict
how much the lead of the team on turn will still change (least squares with a small ridge penalty). Games of one in ten
are not fitted to but predicted; the errors of the promises before and of the new ones are printed.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from game.core.model import Place

from ..pond import DUCK, TEAMS, PondState
from ..promises import FILE, POINT, PROMISES, STAGE_PLACEMENTS, STAGES, shipped
from ..rules import Threestones, placements
from .position import points_of, promised
from .threads import PondEngine

_RULES = Threestones()

Vector = NDArray[np.float64]
#: A sample, one position: the stage, the differences of what is promised, for the team on turn, and by how many
#: hundredths of a point its lead changed until the end.
Sample = tuple[int, Vector, int]

#: Random placements at the beginning of a game.
_THROWN = (4, 8)
_VALIDATION = 10
#: The ridge penalty, as a number of positions with one of each promise.
_PULL = 50.0
_MEMORY_BITS = 16
#: A time limit that no search of so few nodes reaches.
_SECONDS = 3600.0
_TOLD_GAMES = 200


def play(engine: PondEngine, nodes: int, dice: random.Random) -> Iterator[Sample]:
    """Play a game of the engine against itself; its positions as samples."""
    seen: list[tuple[int, int, Vector, int]] = []
    thrown, state = dice.randint(*_THROWN), _begun()
    while _RULES.outcome(state) is None:
        engine.set_state(state)
        team, placed = TEAMS.index(state.colour), int(engine.position["placed"])
        if placed < thrown:
            move = dice.choice(list(placements(state)))
        else:
            seen.append((placed, 1 - 2 * team, _more(engine), int(points_of(engine.position))))
            *_, found = engine.think(team, _SECONDS, nodes)
            move = Place(*found.move)
        state = _after(state, move)
    engine.set_state(state)
    end = int(points_of(engine.position))
    for placed, sign, more, lead in seen:
        yield placed // STAGE_PLACEMENTS, np.append(sign * more, 1.0), sign * POINT * (end - lead)


def fit(samples: Iterable[Sample]) -> Vector:
    """The promises of each stage that predict best."""
    found, by_stage = np.zeros((STAGES, PROMISES)), [list[Sample]() for _ in range(STAGES)]
    for sample in samples:
        by_stage[sample[0]].append(sample)
    for stage, each in enumerate(by_stage):
        more = np.array([sample[1] for sample in each]).reshape(-1, PROMISES)
        change = np.array([sample[2] for sample in each])
        found[stage] = np.linalg.solve(more.T @ more + _PULL * np.eye(PROMISES), more.T @ change)
    return found


def error(samples: Sequence[Sample], promises: Vector) -> float:
    """The root mean square of the prediction errors, in points."""
    wrong = [change - float(more @ promises[stage]) for stage, more, change in samples]
    return float(np.sqrt(np.mean(np.square(wrong)))) / POINT


def _begun() -> PondState:
    state = _RULES.arrange({}, {}, DUCK)
    assert isinstance(state, PondState)
    return state


def _after(state: PondState, move: Place) -> PondState:
    state_after = _RULES.apply(state, move).state
    assert isinstance(state_after, PondState)
    return state_after


def _more(engine: PondEngine) -> Vector:
    """The differences of what is promised, for the ducks."""
    return np.array([float(promised(engine.position, kind)) for kind in range(PROMISES - 1)])


def main() -> None:
    """Play, fit and write."""
    parser = argparse.ArgumentParser(description="Fits the promises of Threestones' search to its own games.")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--nodes", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    engine, to_fit, to_predict = PondEngine(_MEMORY_BITS), list[Sample](), list[Sample]()
    for number in range(asked.games):
        engine.forget(number + 1)
        game = play(engine, asked.nodes, random.Random(f"{asked.seed} {number}"))
        (to_fit if number % _VALIDATION else to_predict).extend(game)
        if (number + 1) % _TOLD_GAMES == 0:
            print(f"{number + 1} of {asked.games} games", flush=True)  # noqa: T201
    promises = fit(to_fit)
    for name, numbers in (("shipped", np.array(shipped(), float)), ("new", promises)):
        print(f"{name:8} error {error(to_predict, numbers):.3f} points")  # noqa: T201
    recipe = {"games": asked.games, "nodes": asked.nodes, "seed": asked.seed}
    whole = {**recipe, "promises": np.rint(promises).astype(int).tolist()}
    FILE.write_text(json.dumps(whole) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
