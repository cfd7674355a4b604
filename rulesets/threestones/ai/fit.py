"""Fitting of the evaluation weights for unfinished lines and stones in hand, called *promises*.

``python -m rulesets.threestones.ai.fit --games 1000 --nodes 20000 --seed 5`` plays games of the search against itself,
each from a few random placements, and writes ``promises.json``, which the search loads. From some positions of each
game, one or two unusual placements are made, because a search often evaluates such positions, and the result is
searched with the given number of nodes. For each stage of the game, a linear least-squares fit with a small ridge
penalty finds the promises that best predict how much the lead of the team to move changes until the end, according to
that search. One game in ten is used for validation; the errors of the old and new promises are printed. The search
evaluates with the promises in use, so the program can be run repeatedly for further improvement.
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
#: A sample of one position: its stage, the differences of the promises for the team to move, and the change of its lead
#: until the end, in hundredths of a point.
Sample = tuple[int, Vector, int]

#: Least and most random placements at the beginning of a game.
_THROWN = (4, 8)
#: Nodes of a search during a game, and the share of positions from which a sample is taken.
_GAME_NODES, _SAMPLED = 1500, 1 / 8
#: Least and most unusual placements before a sample, the share of them that are entirely random, and the number of
#: first moves from which the others are chosen.
_ODD, _ANY, _TEMPTING = (1, 2), 0.4, 8
_VALIDATION = 10
#: Ridge penalty, as a number of positions with one of each promise.
_PULL = 5.0
#: Weight of a sample for the stages before and after its own. Without it the last stage, which a search mostly reads to
#: the end, would be fitted to positions that are never evaluated.
_NEIGHBOUR = 0.2
_MEMORY_BITS = 17
_TOLD_GAMES = 100


def play(engine: PondEngine, nodes: int, dice: random.Random) -> Iterator[Sample]:
    """Play a game of the engine against itself, and yield training samples from some of its positions."""
    order, state = PondSearchThread(), _thrown(dice)
    while _RULES.outcome(state) is None:
        if dice.random() < _SAMPLED:
            yield from sample(engine, _oddly(order, state, dice), nodes)
        state = _after(state, _found(engine, state, _GAME_NODES)[0])


def sample(engine: PondEngine, state: PondState, nodes: int) -> Iterator[Sample]:
    """Yield a training sample of a position: its evaluation features and the result of its search.

    If the game is over, yield nothing.
    """
    if _RULES.outcome(state) is not None:
        return
    _, score = _found(engine, state, nodes)
    position, sign = engine.position, 1 - 2 * TEAMS.index(state.colour)
    lead = sign * POINT * int(points_of(position))
    yield int(position["placed"]) // STAGE_PLACEMENTS, np.append(sign * _more(engine), 1.0), score - lead


def fit(samples: Sequence[Sample]) -> Vector:
    """Return the weights of the evaluation features that best predict the samples, for each game stage.

    These weights are called promises.
    """
    stages = np.array([stage for stage, _, _ in samples])
    more = np.array([more for _, more, _ in samples])
    change = np.array([change for _, _, change in samples])
    return np.array([_fit_stage(np.abs(stages - stage), more, change) for stage in range(STAGES)])


def _fit_stage(away: Vector, more: Vector, change: Vector) -> Vector:
    """Return the weights of the evaluation features for one stage of the game.

    ``away`` is the distance of each sample from the stage, in stages.
    """
    share = np.select([away == 0, away == 1], [1.0, _NEIGHBOUR], 0.0)
    weighed = more.T * share
    return np.linalg.solve(weighed @ more + _PULL * np.eye(PROMISES), weighed @ change)


def error(samples: Sequence[Sample], promises: Vector) -> float:
    """Return the root mean square of the prediction errors, in points."""
    wrong = [change - float(more @ promises[stage]) for stage, more, change in samples]
    return float(np.sqrt(np.mean(np.square(wrong)))) / POINT


def _thrown(dice: random.Random) -> PondState:
    """Return a position after a random number of random placements."""
    state = _RULES.arrange({}, {}, DUCK)
    assert isinstance(state, PondState)
    for _ in range(dice.randint(*_THROWN)):
        state = _after(state, dice.choice(list(placements(state))))
    return state


def _oddly(order: PondSearchThread, state: PondState, dice: random.Random) -> PondState:
    """Return the state after a few unusual placements."""
    for _ in range(dice.randint(*_ODD)):
        if _RULES.outcome(state) is None:
            is_any = dice.random() < _ANY
            moves = list(placements(state)) if is_any else _tempting(order, state)
            state = _after(state, dice.choice(moves))
    return state


def _tempting(order: PondSearchThread, state: PondState) -> list[Place]:
    """Return the placements that come first in the move order of a search."""
    order.set_state(state)
    nothing = np.zeros(0, np.int64)
    task = Task(nothing, nothing, TEAMS.index(state.colour), nodes=0, depths=range(0), best=1, age=0)
    return [Place(move >> 2, KINDS[(move & 3) - 1]) for move in order.candidates(task)[:_TEMPTING]]


def _found(engine: PondEngine, state: PondState, nodes: int) -> tuple[Place, int]:
    """Search and return the best placement, and its score for the team to move."""
    engine.set_state(state)
    found = engine.find(TEAMS.index(state.colour), nodes)
    assert found is not None, "a game that is not over has a placement"
    return Place(*found.move), found.score


def _after(state: PondState, move: Place) -> PondState:
    state_after = _RULES.apply(state, move).state
    assert isinstance(state_after, PondState)
    return state_after


def _more(engine: PondEngine) -> Vector:
    """Return the evaluation features of the engine's position.

    For each kind of promise, the feature is the ducks' number minus the penguins'.
    """
    return np.array([float(promised(engine.position, kind)) for kind in range(PROMISES - 1)])


def main() -> None:
    """Play games, fit the evaluation weights called promises, and write them to their file."""
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
