"""Checks of the engine of rule sheets against the exhaustive solver of four in a row with gravity.

A test runs a few positions; ``python -m tools.engine.four_in_a_row`` runs many, and games, and prints the counts.
"""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from game.core.model import Move, Outcome, Place
from game.core.ruleset import Info, Limits
from game.engine.search.task import WIN
from game.plugins.sheet_files import SheetFolders
from game.sheets.game import SheetGame, game_of
from game.sheets.sheet_state import SheetState
from rulesets.sheet_ai import think
from tools.engine.four_in_a_row.solver import CELLS, OutOfNodesError, Position, Solver

#: The key of the shipped sheet.
_KEY = "four_in_a_column"
#: The range of the number of stones of a random position; most later positions are decided or nearly full.
FEWEST, MOST = 12, 30
_RESULTS = {-1: "lost", 0: "drawn", 1: "won"}

#: A chooser of a column for a position of the solver and the columns played so far.
Chooser = Callable[[Position, tuple[int, ...]], int]


@dataclass
class Counts:
    """How often the engine was right, as counts by name, and a line for each case in which it was not."""

    seen: Counter[str] = field(default_factory=Counter)
    wrong_proofs: list[str] = field(default_factory=list)
    lost_values: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the engine says of a position: the last score, its proven claims as (sign, plies), and its column."""

    score: float
    is_proven: bool
    claims: frozenset[tuple[int, int]]
    column: int


def four_in_a_row() -> SheetGame:
    """Return the game of the shipped sheet."""
    sheet = SheetFolders(None).find(_KEY)
    assert sheet is not None
    return game_of(sheet.rules)


def state_after(columns: tuple[int, ...]) -> SheetState:
    """Return the position of the shipped game after stones in these columns."""
    game = four_in_a_row()
    state = game.setup({}, 0).state
    for column in columns:
        state = game.apply(state, _move_in(game, state, column)).state
    return state


def random_positions(number: int, seed: int, fewest: int = FEWEST, most: int = MOST) -> Iterator[tuple[int, ...]]:
    """Yield different games of random stones, as columns, that are not over and have at least ``fewest`` stones."""
    dice, known = random.Random(seed), set[tuple[int, int]]()
    while len(known) < number:
        position, columns = Position(), list[int]()
        for _ in range(dice.randint(fewest, most)):
            column = dice.choice(list(position.columns()))
            if position.wins(column):
                break
            position = position.after(column)
            columns.append(column)
        else:
            if (position.own, position.stones) not in known:
                known.add((position.own, position.stones))
                yield tuple(columns)


def ask(columns: tuple[int, ...], limits: Limits, nodes: int = 0) -> Answer:
    """Return what the engine of rule sheets says of the position after stones in these columns."""
    state, claims, last = state_after(columns), set[tuple[int, int]](), Info()
    thinking = think(state, limits, nodes=nodes)
    while True:
        try:
            info = next(thinking)
        except StopIteration as end:
            move: Move = end.value
            break
        # Reports without moves say that the engine is compiling.
        if info.variation:
            last = info
        if info.verdict:
            claims.add((1 if info.score > 0 else -1, WIN - round(abs(info.score))))
    assert isinstance(move, Place)
    return Answer(last.score, bool(last.verdict), frozenset(claims), state.geometry.cells[move.cell][0])


def check_position(columns: tuple[int, ...], solver: Solver, limits: Limits, counts: Counts, nodes: int = 0) -> None:
    """Ask the engine for a position, compare its answer with the exact values, and add the result to ``counts``."""
    position = Position()
    for column in columns:
        position = position.after(column)
    values, answer = solver.values(position), ask(columns, limits, nodes)
    exact, name = max(values.values()), "".join(str(column + 1) for column in columns)
    counts.seen["positions"] += 1
    counts.seen[f"{_RESULTS[exact]} by the solver"] += 1
    counts.seen[_verdict(answer, exact)] += 1
    counts.seen["choices"] += len(set(values.values())) > 1
    counts.wrong_proofs += [f"{name}: {wrong}" for wrong in _wrong_claims(answer, exact, position, solver)]
    if values[answer.column] == exact:
        counts.seen["moves that keep the value"] += 1
    else:
        known = ", ".join(f"{column + 1} {_RESULTS[value]}" for column, value in sorted(values.items()))
        counts.lost_values.append(f"{name}: column {answer.column + 1}, score {answer.score:.0f}; exact: {known}")


def _verdict(answer: Answer, exact: int) -> str:
    if answer.is_proven:
        return "proven right" if (answer.score > 0) - (answer.score < 0) == exact else "proven wrong"
    if exact == 0:
        return "undecided, drawn, score 0" if answer.score == 0 else "undecided, drawn, another score"
    return "undecided, right sign" if answer.score * exact > 0 else "undecided, wrong sign"


def _wrong_claims(answer: Answer, exact: int, position: Position, solver: Solver) -> Iterator[str]:
    """Yield a sentence for each proof that has another result than the exact one, or a sooner end than is possible."""
    plies = plies_to_end(solver.score(position), position.count) if answer.claims and exact else 0
    for sign, claimed in sorted(answer.claims):
        if sign != exact:
            yield f"claimed as {_RESULTS[sign]}, but it is {_RESULTS[exact]}"
        elif claimed < plies:
            yield f"claimed as {_RESULTS[sign]} in {claimed} plies, but that takes {plies}"


def plies_to_end(score: int, count: int) -> int:
    """Return the number of stones until the end of a game that is won or lost with this score of the solver."""
    # The last stone of the side that wins, among all stones.
    is_first = (count % 2 == 0) == (score > 0)
    last = (CELLS + 1 if is_first else CELLS + 2) - 2 * abs(score)
    return last - count


def play_game(choosers: tuple[Chooser, Chooser]) -> tuple[int | None, tuple[int, ...]]:
    """Play a game by the rules of the sheet. Return the seat of the winner, None for a draw, and the columns."""
    game, columns, position = four_in_a_row(), tuple[int, ...](), Position()
    state = game.setup({}, 0).state
    outcome: Outcome | None = None
    while outcome is None:
        column = choosers[len(columns) % 2](position, columns)
        state = game.apply(state, _move_in(game, state, column)).state
        columns, position = (*columns, column), position.after(column)
        outcome = game.outcome(state)
    return outcome.winner, columns


def engine_chooser(limits: Limits) -> Chooser:
    """Return a player that asks the engine of rule sheets, which keeps its tables until the next game, as in play."""
    return lambda _position, columns: ask(columns, replace(limits, forgets=len(columns) <= 1)).column


class PerfectPlayer:
    """A chooser that keeps the exact value, wins as soon and loses as late as possible, and is random among equals.

    Up to ``varied`` stones on the board, all moves that keep the value are equal, so that games differ; also where the
    exact lengths of the games need more than ``length_nodes`` positions. Where even the values need more than
    ``value_nodes``, all moves are equal, and ``unknown`` notes the columns played so far.
    """

    def __init__(self, solver: Solver, varied: int, value_nodes: int, length_nodes: int) -> None:
        self._solver, self._varied = solver, varied
        self._value_nodes, self._length_nodes = value_nodes, length_nodes
        self._worths: dict[Position, dict[int, int]] = {}
        self.unknown: set[tuple[int, ...]] = set()
        self.dice = random.Random()

    def __call__(self, position: Position, columns: tuple[int, ...]) -> int:
        """Return the column of a perfect move after these columns."""
        if position not in self._worths:
            self._worths[position] = self._looked_up(position, columns)
        worths = self._worths[position]
        return self.dice.choice([column for column, worth in worths.items() if worth == max(worths.values())])

    def _looked_up(self, position: Position, columns: tuple[int, ...]) -> dict[int, int]:
        worths = dict.fromkeys(position.columns(), 0)
        try:
            worths = self._solver.values(position, self._value_nodes)
        except OutOfNodesError:
            self.unknown.add(columns)
        else:
            if len(columns) > self._varied:
                with contextlib.suppress(OutOfNodesError):
                    worths = self._solver.scores(position, self._length_nodes)
        return worths


def _move_in(game: SheetGame, state: SheetState, column: int) -> Place:
    moves = (move for move in game.legal_moves(state) if isinstance(move, Place))
    return next(move for move in moves if state.geometry.cells[move.cell][0] == column)
