"""The engine's results on the analysis board: the review of the game, and the search of the position on the board.

Both use the same engine process, one at a time. The review of the game runs while the board shows a position of the
game; in a variation the search of that position comes first. Imports no pygame.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.analysis.board.analyst import Analyst, AnalystMove, moves_of
from game.analysis.board.study_table import StudyTable
from game.analysis.review.evaluation import Evaluation
from game.analysis.review.judgement import JudgedMove, states_of
from game.analysis.review.review_worker import ReviewWorker, stored_readings
from game.core.match import Match
from game.core.model import Move, Reason, State
from game.core.ruleset import RulesetInfo
from game.library.study.tree import ROOT
from game.session.services import Services


def chance_of_first(info: RulesetInfo, state: State, chance: float) -> float:
    """Convert the winning chance of the side to move to that of the colour that the ruleset names first, 0 to 1."""
    is_first = state.colour == info.colours[0] if state.colour else state.seat == 0
    return chance if is_first else 1 - chance


class BoardAnalysis:
    """The winning chances of the positions of a study, and the judgements of the moves of its game."""

    def __init__(self, services: Services, table: StudyTable, game: Match | None) -> None:
        """Analyse the positions of ``table``; ``game`` is the game that the study's main line begins with, if any."""
        self._services = services
        self.table = table
        self._info = table.study.ruleset.info
        self.game = game
        self.analyst = Analyst(services)
        self.worker: ReviewWorker | None = None
        """The review of the game; None while it is switched off."""
        self._states = states_of(game) if game is not None else []
        self._chances: dict[int, float] = {}
        """The winning chance of the first colour, found by the search of a position, by node."""
        self._lines: tuple[tuple[Match, int, Evaluation, int], list[AnalystMove]] | None = None
        """The engine's lines, and what they were made from."""

    # The review of the game

    def start_review(self) -> None:
        """Begin or continue the review of the game, if there is a game with moves."""
        if self.worker is None and self.game is not None and self.game.plies:
            self.worker = ReviewWorker(self._services, self.game)

    def stop_review(self) -> None:
        """End the review of the game and store its results."""
        if self.worker is not None:
            self.worker.close()
            self.worker = None

    @property
    def is_reviewing(self) -> bool:
        """True while the review has positions of the game left to search."""
        return self.worker is not None and not self.worker.is_done

    def ply_of(self, node: int) -> int | None:
        """Return the number of plies before a node of the game, or None for a node of a variation."""
        number = self.table.number_in_main_line(node)
        is_in_game = self.game is not None and number is not None and number <= len(self.game.plies)
        return number if is_in_game else None

    @property
    def readings(self) -> Mapping[int, Evaluation]:
        """The evaluations of the game's positions, by the number of plies before them."""
        if self.worker is not None:
            return self.worker.readings
        return stored_readings(self._services, self.game) if self.game is not None else {}

    def judged(self, node: int) -> JudgedMove | None:
        """Return the judgement of the move that leads to a node, or None if there is none."""
        ply = self.ply_of(node)
        return None if self.worker is None or ply is None else self.worker.judged(ply)

    def next_mistake(self) -> int | None:
        """Return the node after the next mistake of the game, beginning again at its start, or None."""
        if self.worker is None:
            return None
        found = self.worker.next_mistake(self.ply_of(self.table.home) or 0)
        line = self.table.main_line
        return line[found - 1] if found is not None and found <= len(line) else None

    # Both

    def look(self, match: Match) -> None:
        """Analyse the position on the board from now on; what was found for it earlier is there at once."""
        self.analyst.look(match)
        self._note_chance()

    def poll(self) -> bool:
        """Process the engine's answers and ask the next question; return True if a result has changed."""
        if self._is_review_first:
            self.analyst.stop()
            assert self.worker is not None
            return self.worker.poll()
        if self.worker is not None:
            self.worker.pause()
        changed = self.analyst.poll()
        if changed:
            self._note_chance()
        return changed

    @property
    def _is_review_first(self) -> bool:
        is_in_game = self.ply_of(self.table.node) is not None
        return self.is_reviewing and not self.analyst.is_asked and (is_in_game or not self.analyst.is_on)

    def _note_chance(self) -> None:
        chance = self.analyst.chance
        if chance is not None:
            self._chances[self.table.node] = chance_of_first(self._info, self.table.match.state, chance)

    def ask_why_not(self, move: Move) -> Reason | None:
        """Start to analyse what is wrong with a move; the explanation is that of ``analyst.why_not`` later.

        Returns a Reason at once if the move is illegal.
        """
        # Pausing cancels the search of the engine that both share, so it comes before the question.
        if self.worker is not None:
            self.worker.pause()
        return self.analyst.ask_why_not(move, self.evaluation)

    def stop(self) -> None:
        """Release the engine until ``poll`` is called again."""
        self.analyst.stop()
        if self.worker is not None:
            self.worker.pause()

    def chance(self, node: int) -> float | None:
        """Return the winning chance of the first colour at a node, 0 to 1, or None if it is unknown."""
        ply = self.ply_of(node)
        if ply is not None and self.worker is not None:
            known = self.worker.review.chances[ply]
            if known is not None:
                return known if self._is_first_seat(self._states[ply]) else 1 - known
        return self._chances.get(node)

    def _is_first_seat(self, state: State) -> bool:
        """Return True if seat 0 has the colour that the ruleset names first, or no colour yet."""
        return state.colours[0] in ("", self._info.colours[0])

    @property
    def chances(self) -> list[float | None]:
        """The winning chances of the first colour along the line on the board, the first position included."""
        return [self.chance(node) for node in (ROOT, *self.table.line)]

    @property
    def evaluation(self) -> Evaluation:
        """The evaluation of the position on the board: the deeper one of the search and the review."""
        found, ply = self.analyst.reading, self.ply_of(self.table.node)
        known = self.worker.readings.get(ply) if self.worker is not None and ply is not None else None
        if known is None or (found.candidates and found.depth >= known.depth):
            return found
        return known

    @property
    def lines(self) -> list[AnalystMove]:
        """The engine's best moves in the position on the board, the best one first."""
        match, analyst, found = self.table.match, self.analyst, self.evaluation
        if not analyst.is_on or match.outcome is not None:
            return []
        key = (match, match.revision, found, analyst.moves_wanted)
        if self._lines is None or self._lines[0] != key:
            has_scores = found is not analyst.reading or analyst.gives_scores
            self._lines = key, moves_of(match, analyst.worth_showing(found), has_scores=has_scores)
        return self._lines[1]

    def first_chance(self, move: AnalystMove) -> float | None:
        """Return the winning chance of the first colour after one of the engine's moves, or None if it is unknown."""
        return None if move.chance is None else chance_of_first(self._info, self.table.match.state, move.chance)

    def close(self) -> None:
        """End all searches and store the results of the review."""
        self.analyst.stop()
        self.stop_review()
