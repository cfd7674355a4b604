"""The fit of the worth of unfinished lines and stones in hand, the *promises*, to what deeper searches say.

``python -m rulesets.threestones.ai.fit --games 1000 --nodes 20000 --seed 5`` plays games of the search against itself,
each from a few random placements, and writes ``promises.json``, which the search loads. Some positions of each game are
left by one or two odd placements, because it is such positions that a search asks about, and searched with so many
nodes. For each stage of the game the promises are those that best predict how much the lead of the team on turn will
change until the end, as that search says (least squares with a small ridge penalty). Games of one in ten are not fitted
to but predicted; the errors of the promises before and of the new ones are printed. The searches ask the promises that
are shipped, so that another run is another round.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from game.core.model import Place
from game.engine.search.task import Task

from ..pond import DUCK, TEAMS, PondState
from ..promises import FILE, POINT, PROMISES, STAGE_PLACEMENTS, STAGES, shipped
from ..rules import Threestones, placements
from .position import points_of, promised
from .tables import KINDS
from .threads import PondEngine, PondSearchThread

_RULES = Threestones()

Vector = NDArray[np.float64]
#: A sample, one position: the stage, the differences of what is promised, for the team on turn, and by how many
#: hundredths of a point its lead changes until the end.
Sample = tuple[int, Vector, int]

#: Random placements at the beginning of a game.
_THROWN = (4, 8)
#: The nodes of a placement of a game, and the share of its positions that samples begin with.
_GAME_NODES, _SAMPLED = 1500, 1 / 8
#: Odd placements before a sample; the share of those that may be any, the others are among so many in the move order.
_ODD, _ANY, _TEMPTING = (1, 2), 0.4, 8
_VALIDATION = 10
#: The ridge penalty, as a number of positions with one of each promise.
_PULL = 5.0
#: The share of a sample for the stages before and after its own: the last one, which the search mostly sees to the end,
#: would otherwise be fitted to positions that it never asks about.
_NEIGHBOUR = 0.2
_MEMORY_BITS = 17
_TOLD_GAMES = 100


def play(engine: PondEngine, nodes: int, dice: random.Random) -> Iterator[Sample]:
    """Play a game of the engine against itself; samples that begin with its positions."""
    order, state = PondSearchThread(), _thrown(dice)
    while _RULES.outcome(state) is None:
        if dice.random() < _SAMPLED:
            yield from sample(engine, _oddly(order, state, dice), nodes)
        state = _after(state, _found(engine, state, _GAME_NODES)[0])


def sample(engine: PondEngine, state: PondState, nodes: int) -> Iterator[Sample]:
    """What is promised in a position, and what a search finds there; none when the game is over."""
    if _RULES.outcome(state) is not None:
        return
    _, score = _found(engine, state, nodes)
    position, sign = engine.position, 1 - 2 * TEAMS.index(state.colour)
    lead = sign * POINT * int(points_of(position))
    yield int(position["placed"]) // STAGE_PLACEMENTS, np.append(sign * _more(engine), 1.0), score - lead


def fit(samples: Sequence[Sample]) -> Vector:
    """The promises of each stage that predict best."""
    stages = np.array([stage for stage, _, _ in samples])
    more = np.array([more for _, more, _ in samples])
    change = np.array([change for _, _, change in samples])
    return np.array([_fit_stage(np.abs(stages - stage), more, change) for stage in range(STAGES)])


def _fit_stage(away: Vector, more: Vector, change: Vector) -> Vector:
    """The promises of one stage; ``away`` tells by how many stages each sample is from it."""
    share = np.select([away == 0, away == 1], [1.0, _NEIGHBOUR], 0.0)
    weighed = more.T * share
    return np.linalg.solve(weighed @ more + _PULL * np.eye(PROMISES), weighed @ change)


def error(samples: Sequence[Sample], promises: Vector) -> float:
    """The root mean square of the prediction errors, in points."""
    wrong = [change - float(more @ promises[stage]) for stage, more, change in samples]
    return float(np.sqrt(np.mean(np.square(wrong)))) / POINT


def _thrown(dice: random.Random) -> PondState:
    """The beginning of a game, by dice."""
    state = _RULES.arrange({}, {}, DUCK)
    assert isinstance(state, PondState)
    for _ in range(dice.randint(*_THROWN)):
        state = _after(state, dice.choice(list(placements(state))))
    return state


def _oddly(order: PondSearchThread, state: PondState, dice: random.Random) -> PondState:
    """The state after a few odd placements."""
    for _ in range(dice.randint(*_ODD)):
        if _RULES.outcome(state) is None:
            is_any = dice.random() < _ANY
            moves = list(placements(state)) if is_any else _tempting(order, state)
            state = _after(state, dice.choice(moves))
    return state


def _tempting(order: PondSearchThread, state: PondState) -> list[Place]:
    """The first placements in the order of a search."""
    order.set_state(state)
    nothing = np.zeros(0, np.int64)
    task = Task(nothing, nothing, TEAMS.index(state.colour), nodes=0, depths=range(0), best=1, age=0)
    return [Place(move >> 2, KINDS[(move & 3) - 1]) for move in order.candidates(task)[:_TEMPTING]]


def _found(engine: PondEngine, state: PondState, nodes: int) -> tuple[Place, int]:
    """The best placement, and its score for the team on turn."""
    engine.set_state(state)
    found = engine.find(TEAMS.index(state.colour), nodes)
    assert found is not None, "a game that is not over has a placement"
    return Place(*found.move), found.score


def _after(state: PondState, move: Place) -> PondState:
    state_after = _RULES.apply(state, move).state
    assert isinstance(state_after, PondState)
    return state_after


def _more(engine: PondEngine) -> Vector:
    """The differences of what is promised, for the ducks."""
    return np.array([float(promised(engine.position, kind)) for kind in range(PROMISES - 1)])


def main() -> None:
    """Play, fit and write."""
    parser = argparse.ArgumentParser(description="Fits the promises of Threestones' search to its own deeper searches.")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=5)
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
