"""Solving a puzzle on the board: the player's turns are judged, and the best defence is played in reply."""

from __future__ import annotations

import random
from dataclasses import dataclass

from game.analysis.review.analysis_schedule import Effort
from game.analysis.review.evaluation import Evaluation, ProofStatus
from game.core.language import _, gettext_noop, join_sentences
from game.core.lessons import Attempt
from game.core.match import Match
from game.core.model import Event, Move, Options, Place
from game.core.notation import playable_moves
from game.core.ruleset import Ruleset
from game.engine.client.opponent import Opponent
from game.library.study.study import Study, study_of_lines
from game.session.texts import colour_name
from game.training.mistakes.judged_exercise import JudgedExercise
from game.training.puzzles.puzzle import Puzzle, PuzzleTheme, first_turn

#: Engine time, in seconds, to judge a turn that is not in the puzzle set.
_EFFORT = Effort(1.0)
#: Number of cells highlighted by the second hint: the right one and some nearby.
_LIT_CELLS = 4

#: Task and title of each theme, translated with ``_``.
TASKS = {
    PuzzleTheme.VCF: gettext_noop("Win with fours only."),
    PuzzleTheme.VCT: gettext_noop("Win with fours and open threes."),
    PuzzleTheme.WIN_IN_THREE: gettext_noop("Win with your next three stones."),
    PuzzleTheme.FOUR_THREE: gettext_noop("Win by making a four and an open three with one stone."),
    PuzzleTheme.FIVE_IN_FOUR: gettext_noop("Win with your next four stones."),
    PuzzleTheme.FORBIDDEN_POINT: gettext_noop("Leave Black with only a forbidden point to play."),
    PuzzleTheme.DEFEND: gettext_noop("Find the only defence."),
    PuzzleTheme.DOUBLE_THREATS: gettext_noop("Win with threats that cannot all be stopped in one turn."),
    PuzzleTheme.MOST_POINTS: gettext_noop("Score as many points as you can with the last stones."),
}
TITLES = {
    PuzzleTheme.VCF: gettext_noop("Win with fours only"),
    PuzzleTheme.VCT: gettext_noop("Fours and threes"),
    PuzzleTheme.WIN_IN_THREE: gettext_noop("Win in three"),
    PuzzleTheme.FOUR_THREE: gettext_noop("Four and three"),
    PuzzleTheme.FIVE_IN_FOUR: gettext_noop("Win in four"),
    PuzzleTheme.FORBIDDEN_POINT: gettext_noop("Forbidden point"),
    PuzzleTheme.DEFEND: gettext_noop("The only defence"),
    PuzzleTheme.DOUBLE_THREATS: gettext_noop("Double threats"),
    PuzzleTheme.MOST_POINTS: gettext_noop("Score the most points"),
}
#: Themes with a forced win, in which turns outside the puzzle set may win as well.
WINS = frozenset(PuzzleTheme) - {PuzzleTheme.DEFEND, PuzzleTheme.MOST_POINTS}


@dataclass(frozen=True, slots=True)
class DefenceTurn:
    """The events of the defender's reply in a puzzle."""

    events: tuple[Event, ...]


class PuzzleAttempt(JudgedExercise):
    """A puzzle being solved; call ``poll`` until the engine has judged a turn. No method blocks."""

    def __init__(self, ruleset: Ruleset, puzzle: Puzzle, options: Options, judge: Opponent) -> None:
        super().__init__(Match(ruleset, options, 0, start=puzzle.state), judge, _EFFORT)
        self.puzzle = puzzle
        self.solved_turns = 0
        self._solver = puzzle.state.seat
        self._line = list(puzzle.solutions[0])
        """Expected continuation from the current position; empty if unknown."""
        self._reading: Evaluation | None = None

    # Task

    @property
    def turns(self) -> int:
        """Number of turns to find in the puzzle: all turns of a forced win, otherwise only the first one."""
        return len(self._own_turns()) if self.puzzle.theme in WINS else 1

    @property
    def is_solved(self) -> bool:
        """True if the player has found the last turn of the puzzle."""
        return self.verdict is True and (self.solved_turns >= self.turns or self._match.outcome is not None)

    @property
    def task(self) -> str:
        """Sentences that state the side to move and the task of the puzzle, without details of a forced win."""
        side = colour_name(self._match.ruleset.info, self.puzzle.state.colour)
        asked = _("There is a forced win.") if self.puzzle.theme in WINS else _(TASKS[self.puzzle.theme])
        return join_sentences((_("{name} to move.", name=side), asked))

    def _own_turns(self) -> list[tuple[Move, ...]]:
        """Return the solver's turns in the main solution of the puzzle."""
        state, turns, seat = self.puzzle.state, list[list[Move]](), None
        for move in self.puzzle.solutions[0]:
            if state.seat == self._solver:
                if seat != self._solver:
                    turns.append([])
                turns[-1].append(move)
            seat = state.seat
            state = self._match.ruleset.apply(state, move).state
        return [tuple(turn) for turn in turns]

    # Judging

    def _judge(self, attempt: Attempt) -> bool | None:
        outcome = attempt.ruleset.outcome(attempt.after)
        self._reading = None
        if outcome is not None and outcome.winner == self._solver and self.puzzle.theme in WINS:
            return self._passed()
        for line in self._known_lines():
            after = self._after_turn(line)
            if after is not None and after[0] == attempt.after.board:
                self._line = after[1]
                return self._passed()
        if outcome is not None:
            self.feedback = self._why_not(Evaluation())
            return False
        self._look()
        return None

    def _known_lines(self) -> list[list[Move]]:
        return [list(line) for line in self.puzzle.solutions] if self.solved_turns == 0 else [self._line]

    def _after_turn(self, line: list[Move]) -> tuple[tuple[str, ...], list[Move]] | None:
        """Return the board after a variation's first turn, and the moves after it; None if one is illegal."""
        match, number = self._match, 0
        state = match.plies[self._given - 1].step.state if self._given else match.first_state
        while number < len(line) and state.seat == self._solver and match.ruleset.outcome(state) is None:
            if match.ruleset.check(state, line[number]) is not None:
                return None
            state = match.ruleset.apply(state, line[number]).state
            number += 1
        return (state.board, line[number:]) if number else None

    def _is_right(self, reading: Evaluation) -> bool:
        self._reading = reading
        if self.puzzle.theme in WINS and reading.proof_status is ProofStatus.LOST:
            self._line = []
            return self._passed()
        self.feedback = self._why_not(reading)
        return False

    def _passed(self) -> bool:
        self.solved_turns += 1
        self.feedback = _("Right!") if self.solved_turns >= self.turns else _("Right so far. Find the next move.")
        return True

    def _why_not(self, reading: Evaluation) -> str:
        if self.puzzle.theme is PuzzleTheme.MOST_POINTS:
            return _("You can score more points.")
        if reading.proof_status is ProofStatus.WON:
            return _("That move loses: see what follows.")
        return (
            _("That move does not win: see the defence.")
            if self.puzzle.theme in WINS
            else _("That move does not stop the threat.")
        )

    def refutation(self) -> tuple[Place, ...]:
        """Return the stones of the opponent's best reply to the player's wrong turn; empty if unknown."""
        if self._reading is None or not self._reading.candidates:
            return ()
        state, stones = self._match.state, list[Place]()
        seat = state.seat
        for move, after in playable_moves(self._match.ruleset, state, self._reading.candidates[0].line):
            stones += [move] if isinstance(move, Place) else []
            if after.seat != seat:
                break
        return tuple(stones)

    # Defence

    @property
    def awaits_answer(self) -> bool:
        """True if the defender must reply before the solver can continue."""
        return self.verdict is True and not self.is_solved

    def answer(self) -> DefenceTurn | None:
        """Play the best defence in the puzzle and let the player find the next turn.

        Returns None if no defence is known; then the puzzle counts as solved.
        """
        moves = self._answering_turn()
        if not moves:
            self.solved_turns = self.turns
            return None
        result = self._match.play(*moves)
        if not isinstance(result, tuple):
            self.solved_turns = self.turns
            return None
        self._given = len(self._match.plies)
        self.verdict = None
        return DefenceTurn(result)

    def _answering_turn(self) -> tuple[Move, ...]:
        ruleset, state = self._match.ruleset, self._match.state
        known = self._line or self._read_line()
        turn = first_turn(ruleset, state, tuple(known))
        self._line = known[len(turn) :]
        for move in turn:
            state = ruleset.apply(state, move).state
        return turn if state.seat == self._solver else ()

    def _read_line(self) -> list[Move]:
        if self._reading is None or not self._reading.candidates:
            return []
        line = self._reading.candidates[0].line
        return [move for move, _after in playable_moves(self._match.ruleset, self._match.state, line)]

    # Hints

    def first_stones(self) -> tuple[Place, ...]:
        """Return the stones of the next turn in the solution of the puzzle; empty if unknown."""
        own = self.puzzle.solutions[0] if self.solved_turns == 0 else tuple(self._line)
        state, stones = self._match.state, list[Place]()
        for move in own:
            if state.seat != self._solver or self._match.ruleset.check(state, move) is not None:
                break
            stones += [move] if isinstance(move, Place) else []
            state = self._match.ruleset.apply(state, move).state
        return tuple(stones)

    def hint_cells(self) -> tuple[Place, ...]:
        """Return some placements as a hint; one of them is the next stone of the solution."""
        stones = self.first_stones()
        if not stones:
            return ()
        first, state = stones[0], self._match.state
        x, y = state.geometry.cells[first.cell]
        near = sorted(
            (move for move in self._match.ruleset.legal_moves(state) if isinstance(move, Place)),
            key=lambda move: (_distance(state.geometry.cells[move.cell], (x, y)), move.cell),
        )
        others = list(dict.fromkeys(move.cell for move in near if move.cell != first.cell))[:12]
        rng = random.Random(first.cell)
        chosen = [first.cell, *rng.sample(others, min(_LIT_CELLS - 1, len(others)))]
        return tuple(Place(cell, first.stone) for cell in sorted(chosen))

    def study(self, title: str) -> Study:
        """Return the puzzle's position as a study with its solutions as variations, the main one first."""
        match, puzzle = self._match, self.puzzle
        return study_of_lines(match.ruleset, match.options, puzzle.state, puzzle.solutions, title)

    def line_moves(self) -> list[str]:
        """Return the names of the cells in the main solution of the puzzle."""
        names = self.puzzle.state.geometry.names
        return [names[move.cell].upper() for move in self.puzzle.solutions[0] if isinstance(move, Place)]


def _distance(one: tuple[int, int], other: tuple[int, int]) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
