"""What unfinished lines and the stones in hand promise, fitted to games of the engine against itself.

``python -m rulesets.threestones.ai.promises --games 3000 --nodes 2000`` plays them, each from a few random placements,
and writes ``promises.json`` beside this file, which the search loads. For each stage of the game, a sixth of its
placements, the promises are those that predict best by how much the lead of the team on turn will still change (least
squares, pulled a little towards 0). Games of one in ten are not fitted to but predicted: the errors are printed.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from .threads import PondEngine

FILE = Path(__file__).with_name("promises.json")
#: Parts of the game, by the stones on the pond, so many placements long each.
STAGES, STAGE_PLACEMENTS = 6, 12
#: What is promised: two stones of a team in an unfinished line, one with a Miller, one alone, a stone of the own team
#: in hand, and being on turn.
PROMISES = 5

Numbers = NDArray[np.float64]
#: A position: the stage, what the team on turn has more of what is promised, and by how many hundredths of a point its
#: lead changed until the end.
Sample = tuple[int, Numbers, int]

_THROWN = (4, 8)
_VALIDATION = 10
_PULL = 50.0


def shipped() -> NDArray[np.int64]:
    """By stage, in hundredths of a point."""
    return np.array(json.loads(FILE.read_text(encoding="utf-8"))["promises"], np.int64)


def play(engine: PondEngine, nodes: int, dice: random.Random) -> Iterator[Sample]:
    """The positions of a game of the engine against itself."""
    from game.core.model import Place  # noqa: PLC0415

    from ..pond import DUCK, TEAMS, PondState  # noqa: PLC0415
    from ..rules import Threestones, placements  # noqa: PLC0415
    from .position import points_of, promised  # noqa: PLC0415

    rules = Threestones()
    state, seen = rules.arrange({}, {}, DUCK), list[tuple[int, int, Numbers, int]]()
    assert isinstance(state, PondState)
    thrown = dice.randint(*_THROWN)
    while rules.outcome(state) is None:
        engine.set_state(state)
        team, placed = TEAMS.index(state.colour), int(engine.position["placed"])
        if placed < thrown:
            move = dice.choice(list(placements(state)))
        else:
            sign = 1 - 2 * team
            more = [sign * int(promised(engine.position, kind)) for kind in range(PROMISES - 1)]
            seen.append((placed, sign, np.array([*more, 1.0]), int(points_of(engine.position))))
            *_, found = engine.think(team, 60.0, nodes)
            move = Place(*found.move)
        state = rules.apply(state, move).state
        assert isinstance(state, PondState)
    engine.set_state(state)
    end = int(points_of(engine.position))
    for placed, sign, has, lead in seen:
        yield placed // STAGE_PLACEMENTS, has, sign * 100 * (end - lead)


def fit(samples: list[Sample]) -> Numbers:
    """The promises of each stage that predict best."""
    found = np.zeros((STAGES, PROMISES))
    for stage in range(STAGES):
        has = np.array([sample[1] for sample in samples if sample[0] == stage])
        change = np.array([sample[2] for sample in samples if sample[0] == stage])
        bend = has.T @ has + _PULL * np.eye(PROMISES)
        found[stage] = np.linalg.solve(bend, has.T @ change)
    return found


def error(samples: list[Sample], promises: Numbers) -> float:
    """How far predictions are from what came, in points (root of the mean square)."""
    wrong = [change - float(has @ promises[stage]) for stage, has, change in samples]
    return float(np.sqrt(np.mean(np.square(wrong)))) / 100


def main() -> None:
    """Plays, fits and writes."""
    from .threads import PondEngine  # noqa: PLC0415

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    engine, samples, others = PondEngine(16), list[Sample](), list[Sample]()
    for number in range(asked.games):
        engine.forget(number + 1)
        game = list(play(engine, asked.nodes, random.Random(f"{asked.seed} {number}")))
        (samples if number % _VALIDATION else others).extend(game)
        if number % 200 == 0:
            print(f"{number} of {asked.games} games", flush=True)  # noqa: T201
    promises = fit(samples)
    print(f"error of the shipped promises {error(others, shipped().astype(float)):.3f}")  # noqa: T201
    print(f"error of the new ones {error(others, promises):.3f}")  # noqa: T201
    numbers = np.rint(promises).astype(int).tolist()
    recipe = {"games": asked.games, "nodes": asked.nodes, "seed": asked.seed}
    FILE.write_text(json.dumps({**recipe, "promises": numbers}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
