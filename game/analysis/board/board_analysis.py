"""The engines' results on the analysis board: the review of the game, and the search of the position on the board.

The built-in engine does both in the same process, one at a time. The review of the game runs while the board shows a
position of the game; in a variation the search of that position comes first. An engine of the player's own searches the
position in a process of its own. Imports no pygame.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.analysis.board.analyst import Analyst, AnalystMove, moves_of
from game.analysis.board.study_table import StudyTable
from game.analysis.review.evaluation import Evaluation, ProofStatus
from game.analysis.review.judgement import JudgedMove, states_of
from game.analysis.review.review_worker import ReviewWorker, stored_readings
from game.core.match import Match
from game.core.model import Move, Reason, State
from game.core.ruleset import RulesetInfo
from game.library.study.tree import ROOT
from game.session.engines import EngineRecord
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
        self._made: dict[EngineRecord | None, Analyst] = {}
        """The analyses of the position by the engines chosen so far; None is the built-in engine."""
        self.analysts = [self._analyst_of(None)]
        """The analyses by the chosen engines; the card shows them in this order."""
        self._looked_at: Match | str = ""
        """The match whose position is analysed, or the reason why none is."""
        self.worker: ReviewWorker | None = None
        """The review of the game; None while it is switched off."""
        self._states = states_of(game) if game is not None else []
        self._chances: dict[int, float] = {}
        """The winning chance of the first colour, found by the search of a position, by node."""
        self._lines: dict[Analyst, tuple[tuple[Match, int, Evaluation, int], list[AnalystMove]]] = {}
        """The lines of each engine, and what they were made from."""

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
        """Return the judgement of the move that leads to a node, or None if the move is not judged."""
        ply = self.ply_of(node)
        return None if self.worker is None or ply is None else self.worker.judged(ply)

    def next_mistake(self) -> int | None:
        """Return the node after the game's next mistake, or after the first if none follows; None without mistakes."""
        if self.worker is None:
            return None
        found = self.worker.next_mistake(self.ply_of(self.table.home) or 0)
        line = self.table.main_line
        return line[found - 1] if found is not None and found <= len(line) else None

    # The engines

    def _analyst_of(self, engine: EngineRecord | None) -> Analyst:
        return self._made.setdefault(engine, Analyst(self._services, engine))

    @property
    def analyst(self) -> Analyst:
        """The analysis by the chosen engine, or by the first engine if two are chosen."""
        return self.analysts[0]

    @property
    def _built_in(self) -> Analyst | None:
        return next((each for each in self.analysts if each.engine is None), None)

    def choose(self, engines: Sequence[EngineRecord | None]) -> None:
        """Analyse the position with these engines from now on, one or two; None is the built-in engine."""
        before = self.analyst
        for each in self.analysts:
            each.stop()
        self.analysts = [self._analyst_of(engine) for engine in engines]
        for each in self.analysts:
            each.is_on = before.is_on
            each.want(before.moves_wanted)
            self._show(each)
        self._note_chance()

    def switch(self) -> None:
        """Turn the analysis of the position on or off."""
        for each in self.analysts:
            each.switch()

    def want(self, number: int) -> None:
        """Set the number of best moves of an engine that are shown, from 1 to ``MOST_MOVES``."""
        for each in self.analysts:
            each.want(number)

    def look(self, match: Match) -> None:
        """Analyse the position on the board from now on; what was found for it earlier is there at once."""
        self._looked_at = match
        for each in self.analysts:
            self._show(each)
        self._note_chance()

    def pause(self, problem: str) -> None:
        """Stop the analysis of the position; ``problem`` is the reason to show to the player."""
        self._looked_at = problem
        for each in self.analysts:
            self._show(each)

    def _show(self, analyst: Analyst) -> None:
        if isinstance(self._looked_at, Match):
            analyst.look(self._looked_at)
        else:
            analyst.pause(self._looked_at)

    # Both

    def poll(self) -> bool:
        """Process the engine's answers and ask the next question; return True if a result has changed."""
        is_review_first, changed = self._is_review_first, False
        if self.worker is not None:
            if is_review_first:
                changed = self.worker.poll()
            else:
                self.worker.pause()
        for each in self.analysts:
            if is_review_first and each.engine is None:
                each.stop()
            elif each.poll():
                changed = True
                self._note_chance()
        return changed

    @property
    def _is_review_first(self) -> bool:
        is_in_game = self.ply_of(self.table.node) is not None
        built_in = self._built_in
        if not self.is_reviewing or built_in is None:
            return self.is_reviewing
        return not built_in.is_asked and (is_in_game or not built_in.is_on)

    def _note_chance(self) -> None:
        chance = self._built_in.chance if self._built_in is not None else None
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
        """Release the engines until ``poll`` is called again."""
        for each in self.analysts:
            each.stop()
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
        """The evaluation of the position on the board by the chosen engine, by the first engine if two are chosen."""
        return self.evaluation_by(self.analyst)

    def evaluation_by(self, analyst: Analyst) -> Evaluation:
        """Return an engine's evaluation of the position; for the built-in one the deeper one of search and review."""
        found, ply = analyst.reading, self.ply_of(self.table.node)
        known = self.worker.readings.get(ply) if self.worker is not None and ply is not None else None
        if known is None or analyst.engine is not None or (found.candidates and found.depth >= known.depth):
            return found
        return known

    @property
    def lines(self) -> list[AnalystMove]:
        """The best moves of all chosen engines in the position on the board, each engine's best one first."""
        return [line for each in self.analysts for line in self.lines_by(each)]

    def lines_by(self, analyst: Analyst) -> list[AnalystMove]:
        """Return an engine's best moves in the position on the board, the best one first."""
        match, found = self.table.match, self.evaluation_by(analyst)
        if not analyst.is_on or match.outcome is not None:
            return []
        key = (match, match.revision, found, analyst.moves_wanted)
        known = self._lines.get(analyst)
        if known is None or known[0] != key:
            has_scores = analyst.gives_scores or found.proof_status is not ProofStatus.OPEN
            known = key, moves_of(match, analyst.worth_showing(found), has_scores=has_scores)
            self._lines[analyst] = known
        return known[1]

    def first_score(self, analyst: Analyst) -> float | None:
        """Return the score of an engine of the player's own, positive if it is good for the first colour, or None."""
        score = analyst.score
        if score is None:
            return None
        return score if chance_of_first(self._info, self.table.match.state, 1.0) == 1.0 else -score

    def first_chance(self, move: AnalystMove) -> float | None:
        """Return the winning chance of the first colour after one of the engine's moves, or None if it is unknown."""
        return None if move.chance is None else chance_of_first(self._info, self.table.match.state, move.chance)

    def close(self) -> None:
        """End all searches and store the results of the review."""
        for each in self.analysts:
            each.stop()
        self.stop_review()
