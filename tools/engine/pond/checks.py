"""Checks of the Threestones engine against slow reference code: its stored position, its points and its exact results.

Tests run a few cases; ``python -m tools.engine.pond`` runs many and prints a table.
"""

import gzip
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from game.core.model import EMPTY, Place, State
from game.core.ruleset import parse_move
from game.engine.search.compiled import int64, kernel, signature
from rulesets.threestones import RULESET
from rulesets.threestones.ai import position as pond
from rulesets.threestones.ai.moves import may_move
from rulesets.threestones.ai.tables import (
    BITS,
    FEATURES,
    KINDS,
    PENGUINS_HOPE,
    POCKETS,
    POINT,
    ZERO,
    build,
)
from rulesets.threestones.ai.threads import PondEngine, PondSearchThread
from rulesets.threestones.pond import DUCK, LINES, MILLER, PENGUIN, TEAMS, PondState, arrangements, points
from rulesets.threestones.rules import placements
from tools.engine.search.checks import Report

#: The most empty pockets of a position that is set up.
MOST_SET_UP = 6
_FIELD = (1 << BITS) - 1


def begun(team: str = DUCK) -> PondState:
    """Return the empty board with this team to move."""
    state = RULESET.arrange({}, {}, team)
    assert isinstance(state, PondState)
    return state


def after(state: State, moves: int, rng: random.Random) -> PondState:
    """Return the state after ``moves`` random moves."""
    for _ in range(moves):
        state = RULESET.apply(state, rng.choice(list(placements(state)))).state
    assert isinstance(state, PondState)
    return state


# Values that are updated with each stone


def slow_sums(board: Sequence[str]) -> tuple[int, ...]:
    """Compute from the board alone the ducks' lead in points, and their lead in three features of unfinished lines.

    The features are the numbers of unfinished lines with two own stones, with one own and one neutral stone, and with
    one own stone only.
    """
    counted = points(arrangements(board, LINES))
    found = [counted[DUCK] - counted[PENGUIN], 0, 0, 0]
    for line in LINES:
        stones = [board[cell] for cell in line]
        for team, sign in ((DUCK, 1), (PENGUIN, -1)):
            own, millers, empty = (stones.count(kind) for kind in (team, MILLER, EMPTY))
            if own + millers + empty == 3 and own and empty:
                found[1] += sign * (own == 2)
                found[2] += sign * (own == 1 and millers == 1)
                found[3] += sign * (own == 1 and empty == 2)
    return tuple(found)


def slow_hopes(board: Sequence[str]) -> tuple[int, int]:
    """Count the unfinished lines in which the ducks may still score, and those in which the penguins may."""
    unfinished = [[board[cell] for cell in line] for line in LINES if any(board[cell] == EMPTY for cell in line)]
    return sum(PENGUIN not in line for line in unfinished), sum(DUCK not in line for line in unfinished)


def stored_sums(position: Any) -> tuple[int, ...]:
    """Return the values of ``slow_sums`` as the search has stored them in its position."""
    return tuple((int(position["sums"]) >> BITS * field & _FIELD) - ZERO for field in range(FEATURES + 1))


def check_trace(moves: int, seed: int) -> Report:
    """Make and unmake random moves, and check that the values stored by the engine remain right.

    At every 97th move the points and features are compared with values computed from the board. At the end all moves
    are unmade, and the position must equal that of an empty board.
    """
    report, rng = Report(), random.Random(seed)
    tables, empty = build()[0], pond.empty_position()
    empty["hands"] = (0, POCKETS, POCKETS, POCKETS) * 2
    pond.count_anew(empty[0], tables, 0)
    position = empty.copy()
    board, placed = [EMPTY] * POCKETS, list[tuple[int, int]]()
    for number in range(moves):
        is_back = placed and (len(placed) == 72 or rng.random() < 0.45)
        if is_back:
            cell, team = placed.pop()
            pond.take_back(position[0], tables, team)
            board[cell] = EMPTY
        else:
            cell = rng.choice([cell for cell in range(POCKETS) if board[cell] == EMPTY])
            kind, team = rng.randrange(3), len(placed) & 1
            pond.place(position[0], tables, cell, kind + 1, team)
            board[cell] = KINDS[kind]
            placed.append((cell, team))
        if number % 97 == 0:
            hopes = int(position["hopes"][0])
            if stored_sums(position[0]) != slow_sums(board):
                report.defects.append(f"after {number} moves the sums are {stored_sums(position[0])}")
            if (hopes & 0xFFFFFFFF, hopes >> PENGUINS_HOPE) != slow_hopes(board):
                report.defects.append(f"after {number} moves the hopes are {hopes:x}")
            recounted = position.copy()
            pond.count_anew(recounted[0], tables, 0)
            report.defects += [f"after {number} moves: {name}" for name in differences(position, recounted, board)]
    while placed:
        pond.take_back(position[0], tables, placed.pop()[1])
    kept = ("sums", "hopes", "last", "placed", "empty", "hash", "hands", "stones", "codes", "free", "value", "gains")
    report.defects += [f"{name} keeps a trace" for name in kept if not np.array_equal(position[name], empty[name])]
    report.seen["moves"] += moves
    return report


def differences(position: Any, recounted: Any, board: Sequence[str]) -> list[str]:
    """Return which updated values differ from the recounted ones: the evaluation, empty pockets and gains in them."""
    empty = [cell for cell in range(POCKETS) if board[cell] == EMPTY]
    free = [cell for cell in range(POCKETS) if int(position["free"][0][cell >> 6]) >> (cell & 63) & 1]
    gains = [found["gains"][0].reshape(POCKETS, 4)[empty] for found in (position, recounted)]
    checks = {"value": position["value"] == recounted["value"], "free": free == empty, "gains": np.array_equal(*gains)}
    return [name for name, is_same in checks.items() if not is_same]


# Points of placements


def check_games(path: Path) -> Report:
    """Check the points of every placement of the games in a file against the points that the file gives.

    The file is compressed with gzip, and has a game in each line of JSON.
    """
    report = Report()
    lines = gzip.decompress(path.read_bytes()).decode("utf-8").splitlines()
    for number, game in enumerate(map(json.loads, lines), start=1):
        report += check_points(f"game {number}", begun(game["options"]["first"]), game["moves"], game["points_w_b"])
    return report


def check_cases(path: Path) -> Report:
    """Check the points of the single placements that a JSON file describes, each with its position."""
    report = Report()
    for case in json.loads(path.read_text(encoding="utf-8")):
        stones = {RULESET.geometry({}).cell(name): kind for kind, names in case["setup"].items() for name in names}
        state = RULESET.arrange({}, stones, case["to_move"])
        expected = [[gain.get(team, 0) for team in TEAMS] for gain in case["points"]]
        report += check_points(case["name"], state, case["moves"], expected)
    return report


def check_points(name: str, state: State, moves: Sequence[str], expected: Sequence[Sequence[int]]) -> Report:
    """Play moves from a position, and check the points that the search counts for each of them.

    ``expected`` has for each move the points of the ducks and those of the penguins; ``name`` stands in front of
    defects.
    """
    report, worker = Report(), PondSearchThread()
    worker.set_state(state)
    position, tables = worker.position[0], worker.tables[0]
    for text, (ducks, penguins) in zip(moves, expected, strict=True):
        move = parse_move(RULESET.info, state, text)
        before = int(pond.points_of(position))
        pond.place(position, tables, move.cell, 1 + KINDS.index(move.stone), TEAMS.index(state.colour))
        if int(pond.points_of(position)) - before != ducks - penguins:
            report.defects.append(f"{name}: {text} scores {int(pond.points_of(position)) - before}")
        state = RULESET.apply(state, move).state
        report.seen["placements"] += 1
    return report


# Exact results at the end of the game


@kernel(signature(int64, pond.position_type, pond.tables_type, int64, int64, int64))
def exhaustive(position: Any, tables: Any, team: int, alpha: int, beta: int) -> int:
    """Return the result of best play to the last stone for ``team``, to move, by alpha-beta search of every legal move.

    Unlike the engine it has no transposition table, no estimates and no move ordering. Results outside ``alpha`` and
    ``beta`` are only known to be at or beyond that bound.
    """
    if pond.stones_left(position, team) == 0 or position.empty == 0:
        lead = POINT * pond.points_of(position)
        return int64(lead if team == 0 else -lead)
    is_bound = pond.is_bound(position, tables)
    for move in range(1, 4 * POCKETS):
        if move & 3 == 0 or not may_move(position, tables, team, int64(move), is_bound):
            continue
        pond.place(position, tables, int64(move >> 2), int64(move & 3), team)
        alpha = max(alpha, -exhaustive(position, tables, int64(1 - team), int64(-beta), int64(-alpha)))
        pond.take_back(position, tables, team)
        if alpha >= beta:
            return alpha
    return alpha
    return alpha


def check_ends(left: int, count: int, seconds: float, seed: int) -> Report:
    """Check the engine's result in ``count`` positions with ``left`` stones left against exhaustive search.

    The engine may search for ``seconds``. The first six stones of a position are random, the others are chosen by a
    shallow search.
    """
    report, engine = Report(), PondEngine()
    for number in range(count):
        state = played(engine, 72 - left, random.Random(f"{seed} {number}"))
        report += check_end(engine, f"position {number} of seed {seed}", state, left, seconds)
    return report


def check_set_up(count: int, seed: int) -> Report:
    """Check the engine's result in ``count`` random positions in which only a few cells are empty.

    In such positions, which games do not reach, the board is full before the players run out of stones.
    """
    report, engine, rng = Report(), PondEngine(), random.Random(seed)
    for number in range(count):
        left = rng.randint(1, MOST_SET_UP)
        stones = {cell: rng.choice(KINDS) for cell in rng.sample(range(POCKETS), POCKETS - left)}
        state = RULESET.arrange({}, stones, rng.choice(TEAMS))
        assert isinstance(state, PondState)
        report += check_end(engine, f"pond {number} of seed {seed}", state, left, 60.0)
    return report


def check_end(engine: PondEngine, name: str, state: PondState, left: int, seconds: float) -> Report:
    """Check the engine's score of one position: exhaustive search must find the same score.

    ``left`` is the number of stones left. If the engine does not search the position to its end within ``seconds``, it
    is only counted.
    """
    report, worker, team = Report(), PondSearchThread(), TEAMS.index(state.colour)
    engine.forget()
    engine.set_state(state)
    *_, found = engine.think(team, seconds)
    report.seen["positions"] += 1
    if not found.is_whole or found.depth < left:
        report.seen["not played out in time"] += 1
        return report
    worker.set_state(state)
    truth = int(exhaustive(worker.position[0], worker.tables[0], team, found.score - 1, found.score + 1))
    if found.score != truth:
        report.defects.append(f"{name}: {found.score}, but it is {'more' if truth > found.score else 'less'}")
    return report


def played(engine: PondEngine, moves: int, rng: random.Random) -> PondState:
    """Return the position after ``moves`` moves: the first six are random, the others chosen by a shallow search."""
    state = after(begun(), min(moves, 6), rng)
    for _ in range(moves - 6):
        engine.set_state(state)
        *_, found = engine.think(TEAMS.index(state.colour), 60.0, nodes=300)
        state = RULESET.apply(state, Place(*found.move)).state
        assert isinstance(state, PondState)
    return state
