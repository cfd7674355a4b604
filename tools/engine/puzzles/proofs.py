"""Independent proofs of puzzles: slow reference code of the rules, which tries every answer of the opponent."""

from __future__ import annotations

from functools import cache

import numpy as np

from game.core.lines.shapes import padded
from game.core.model import Place
from game.engine.search.lines.position import cell_at
from game.engine.search.lines.tables import build
from game.engine.search.lines.vct import PROOF_ENTRIES
from game.training.puzzles.puzzle import Puzzle, PuzzleSet, PuzzleTheme, first_turn
from rulesets.connect6.ai.threads import Connect6Engine
from rulesets.threestones.ai.threads import PondSearchThread
from rulesets.threestones.pond import TEAMS
from tools.engine.connect6 import checks as connect6
from tools.engine.pond.checks import exhaustive
from tools.engine.search.checks import COLOURS, KIT_RULES, Pursuit, Report, position_of
from tools.engine.search.slow_game import SlowGame

#: The score of one point in Threestones, the smallest difference of two results.
_POINT = 100
#: The most stones of the attacker in an attack that is followed.
_DEEPEST = 40


def check_puzzle(puzzles: PuzzleSet, puzzle: Puzzle) -> Report:
    """Check a puzzle with a solver that did not take part in making it; return a report with its problem, if any."""
    name = puzzles.ruleset.info.id
    if puzzle.theme is PuzzleTheme.MOST_POINTS:
        return _check_points(puzzle)
    if name == "connect6":
        return _check_turns(puzzles, puzzle)
    return _LineProof(puzzles, puzzle).report()


def _told(puzzle: Puzzle, problem: str) -> Report:
    names = puzzle.state.geometry.names
    solution = " ".join(names[move.cell] for move in puzzle.solutions[0] if isinstance(move, Place))
    return Report(defects=[f"{puzzle.theme.value} {puzzle.rating} ({puzzle.source}), {solution}: {problem}"])


# Most points at the end of a Threestones game


def _check_points(puzzle: Puzzle) -> Report:
    """Check by exhaustive search that the solution's first move, and no other, leads to the best result."""
    report, worker, state = Report(), PondSearchThread(), puzzle.state
    worker.set_state(state)
    team = TEAMS.index(state.colour)
    ruleset = _threestones()
    after = state
    for move in puzzle.solutions[0]:
        after = ruleset.apply(after, move).state
    lead = _POINT * (after.scores[state.colour] - after.scores[TEAMS[1 - team]])
    report.seen["played out"] += 1
    best = int(exhaustive(worker.position[0], worker.tables[0], team, lead - 1, lead + 1))
    if best != lead:
        report += _told(puzzle, f"the line leads to {lead / _POINT:+.0f}, the best is {best / _POINT:+.0f} or beyond")
    for move in ruleset.legal_moves(state):
        if move == puzzle.solutions[0][0]:
            continue
        worker.set_state(ruleset.apply(state, move).state)
        reached = -int(exhaustive(worker.position[0], worker.tables[0], 1 - team, -lead, -lead + 1))
        if reached >= lead:
            report += _told(puzzle, f"{state.geometry.names[move.cell]}={move.stone} leads there, too")
    return report


@cache
def _threestones():
    from rulesets.threestones import RULESET  # noqa: PLC0415

    return RULESET


# Wins by double threats in Connect6


def _check_turns(puzzles: PuzzleSet, puzzle: Puzzle) -> Report:
    """Check the first turn of each solution against every answer that stops its threats; defences are only counted."""
    report, engine = Report(), Connect6Engine(connect6.RULES, connect6.SIZE, 10)
    if puzzle.theme is PuzzleTheme.DEFEND:
        report.seen["defences, left to the search"] += 1
        return report
    for line in puzzle.solutions:
        report.seen["wins by double threats"] += 1
        turn = [move.cell for move in first_turn(puzzles.ruleset, puzzle.state, line) if isinstance(move, Place)]
        if not connect6.wins(engine, puzzle.state, turn, connect6.DEEPEST):
            report += _told(puzzle, "no win by threats alone")
    return report


# Wins by fours and threes


class _LineProof:
    """The proof of a puzzle of a game in which a turn is one stone."""

    def __init__(self, puzzles: PuzzleSet, puzzle: Puzzle) -> None:
        variant = str(puzzles.options.get("variant", "six"))
        self.puzzle, self.ruleset = puzzle, puzzles.ruleset
        self.game = SlowGame(variant, puzzle.state.geometry.columns)
        self.tables = build(KIT_RULES[variant])[0]
        self.letters = padded(puzzle.state.board)
        self.side = COLOURS.index(puzzle.state.colour)

    def report(self) -> Report:
        if self.puzzle.theme is PuzzleTheme.DEFEND:
            return self._defence()
        if self.puzzle.theme is PuzzleTheme.VCF:
            return self._fours()
        return self._threes()

    def _fours(self) -> Report:
        """Check by the rules alone that the solution's fours win against every answer, and that no other four wins."""
        report, colour = Report(), self.puzzle.state.colour
        named = {line[0].cell for line in self.puzzle.solutions if isinstance(line[0], Place)}
        report.seen["wins by fours"] += 1
        for cell in self.game.fours(self.letters, colour):
            if self.game.is_winning_four(self.letters, cell, colour) != (cell in named):
                problem = "is no win by fours" if cell in named else "wins by fours, too"
                report += _told(self.puzzle, f"{self.puzzle.state.geometry.names[cell]} {problem}")
        return report

    def _threes(self) -> Report:
        """Check that each solution wins against every answer; only wins by fours alone are taken from the engine."""
        report = Report()
        for line in self.puzzle.solutions:
            report.seen["wins by fours and threes"] += 1
            way = self._pursuit(self.letters, self.side).escape_after(self._cell(line[0].cell), _DEEPEST)
            if way is not None:
                report += _told(self.puzzle, f"the other side gets away: {way}")
        return report

    def _defence(self) -> Report:
        """Check that every other move than the solution loses to an attack that starts right after it."""
        report, state = Report(), self.puzzle.state
        report.seen["defences"] += 1
        for move in self.ruleset.legal_moves(state):
            if move == self.puzzle.solutions[0][0]:
                continue
            after = self.ruleset.apply(state, move).state
            way = self._pursuit(padded(after.board), 1 - self.side).escape()
            if way is not None:
                report += _told(self.puzzle, f"{state.geometry.names[move.cell]} is not proved to lose: {way}")
        return report

    def _pursuit(self, letters: list[str], side: int) -> Pursuit:
        position = position_of(self.game, letters, self.tables)[0]
        return Pursuit(position, self.tables, np.zeros(PROOF_ENTRIES, np.int64), side)

    def _cell(self, cell: int) -> int:
        return cell_at(*self.puzzle.state.geometry.cells[cell])
