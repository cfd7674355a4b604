"""The theme of a puzzle with a forced win: the kind of its threats, its length, or an attack that cannot be stopped."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.model import EMPTY, AttackKind, Place, State
from game.core.ruleset import KnowsAttacks, KnowsThreats, WinMeans
from game.training.puzzles.puzzle import PuzzleTheme
from tools.puzzles.only_turns import SolvingTurn
from tools.puzzles.solver import Solver

#: The theme of a forced win by the kind of its threats, if no more special theme fits.
_BY_MEANS: Mapping[WinMeans, PuzzleTheme] = {
    WinMeans.FOURS: PuzzleTheme.VCF,
    WinMeans.THREES: PuzzleTheme.VCT,
    WinMeans.THREATS: PuzzleTheme.DOUBLE_THREATS,
}
#: The theme of a short win in games with one stone per turn, by the number of turns of the solver.
_BY_TURNS: Mapping[int, PuzzleTheme] = {3: PuzzleTheme.WIN_IN_THREE, 4: PuzzleTheme.FIVE_IN_FOUR}


def attack_theme(solver: Solver, state: State, line: SolvingTurn, means: WinMeans, own_turns: int) -> PuzzleTheme:
    """Return the puzzle theme of a forced win along a line.

    ``means`` is the kind of threats it uses, ``own_turns`` the number of turns that the solver needs to win.
    """
    if means is WinMeans.THREATS:
        return PuzzleTheme.DOUBLE_THREATS
    if any(_catches(solver, solver.after(state, line[:number])) for number in range(1, len(line) + 1, 2)):
        return PuzzleTheme.FORBIDDEN_POINT
    if _makes_four_and_three(solver, state, line):
        return PuzzleTheme.FOUR_THREE
    return _BY_TURNS.get(own_turns, _BY_MEANS[means])


def _catches(solver: Solver, state: State) -> bool:
    """Return True if one cell alone stops the opponent's lines, and the side to move may not place a stone there."""
    ruleset = solver.ruleset
    if not isinstance(ruleset, KnowsThreats) or ruleset.outcome(state) is not None:
        return False
    for side in ruleset.threats(state) or ():
        gaps = {cell for line in side.lines for cell in line if state.board[cell] == EMPTY}
        if side.colour != state.colour and len(gaps) == 1:
            return ruleset.check(state, Place(gaps.pop(), state.colour)) is not None
    return False


def _makes_four_and_three(solver: Solver, state: State, line: SolvingTurn) -> bool:
    """Return True if one of the solver's first two turns makes a four and an open three at once."""
    for number in (1, 3):
        after = solver.after(state, line[:number])
        if number <= len(line) and _attack_of(solver, after, state.colour) is AttackKind.FOUR_AND_THREE:
            return True
    return False


def _attack_of(solver: Solver, state: State, colour: str) -> AttackKind | None:
    ruleset = solver.ruleset
    if not isinstance(ruleset, KnowsAttacks) or ruleset.outcome(state) is not None:
        return None
    attacks = ruleset.attacks(state) or ()
    return next((attack.kind for attack in attacks if attack.colour == colour and not attack.is_coming), None)
