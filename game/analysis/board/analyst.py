"""Live analysis: an engine searches the position on the board with increasing effort. Imports no pygame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count

from game.analysis.review.claims import Fits
from game.analysis.review.evaluation import CandidateMove, Collector, Evaluation, ProofStatus, won_at_once
from game.analysis.review.judgement import JudgedMove, judge, states_of
from game.analysis.review.position_cache import PositionCache, SearchedPosition
from game.analysis.review.texts import explain
from game.core.language import _, join_sentences, spoken
from game.core.match import Match
from game.core.model import Choose, Move, Place, Reason, State
from game.core.notation import Remark, playable_moves
from game.core.ruleset import why_no_opponents
from game.engine.client.opponent import Answer, Reply, Thought, Trouble
from game.engine.client.opponent_turn import question_about
from game.session.engines import EngineRecord
from game.session.services import Services

#: Time limits of the successive searches in seconds; after the last one the search ends.
_EFFORTS = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
#: Time limit for the answer to "why not here?", in seconds.
_QUICK = 0.4
#: Maximum loss of winning chance, against the best move, of a move that is shown.
_MATTERS = 0.2
#: Maximum number of best moves shown.
MOST_MOVES = 5
#: Maximum number of positions with stored evaluations.
_MOST_READINGS = 2000


@dataclass(frozen=True, slots=True)
class AnalystMove:
    """A move that the engine recommends for the position on the analysis board."""

    place: Place
    line: tuple[Place, ...]
    """The move and the expected continuation."""
    chance: float | None
    """Winning chance of the side to move after it, 0 to 1; None if the engine gives no scores."""


@dataclass(slots=True)
class _Known:
    """The evaluation of one position, and the number of times that it has been searched."""

    reading: Evaluation
    looks: int = 0
    width: int = 0
    """Number of best moves that the latest search was asked for."""
    engine_remark: str = ""
    """Remark of an external engine about its move."""
    score: float | None = None
    """Latest score of an external engine for the side to move, on the engine's own scale; None without one."""
    speed: int = 0
    """Nodes per second of the latest search; 0 if unknown."""


@dataclass(slots=True)
class _Open:
    """The engine's search in progress."""

    revision: int
    text: str
    collector: Collector
    match: Match
    state: State
    seconds: float
    width: int
    is_why: bool = False


class Analyst:
    """Background analysis of the position on the analysis board by one engine; no method blocks.

    The program's engine searches a position repeatedly with more time, returns up to five moves with their chances, and
    yields to an opponent that is thinking. What it found in another game or session is shown at once, and searched on.
    An engine added by the player is asked once for its move.
    """

    def __init__(self, services: Services, engine: EngineRecord | None = None) -> None:
        """Create the analysis by an engine that the player has added, or by the built-in one."""
        self._services = services
        self._cache = PositionCache(services)
        self.engine = engine
        self.moves_wanted = 3
        self.is_on = True
        self.problem = ""
        """A sentence that says why there is no evaluation, "" if there is no problem."""
        self._answer = ""
        """Message to show instead of an explanation to "why not here?"; "" if nothing was asked."""
        self._tried: tuple[Match, JudgedMove] | None = None
        """Match with the move that was asked about, and the judgement of that move."""
        self._before = Evaluation()
        """Evaluation of the position before that move."""
        self._numbers = count(1)
        self._known: dict[str, _Known] = {}
        self._match: Match | None = None
        self._text = ""
        self._open: _Open | None = None

    # Choosing what to analyse

    def look(self, match: Match) -> None:
        """Analyse the current position of a match from now on; a search of another position is cancelled.

        If the built-in engine cannot play with the options of the match, store the reason as the problem.
        """
        refused = why_no_opponents(match.ruleset, match.options)
        if self.engine is None and refused is not None:
            self.pause(refused.message)
            return
        text = match.ruleset.dump(match.state)
        if text != self._text or self._match is None:
            self.stop()
            self.problem = ""
            self._set_note("")
        self._match, self._text = match, text
        self._recall(match)

    def _recall(self, match: Match) -> None:
        """Begin with what the built-in engine found for the position earlier, unless this analysis has searched it."""
        if self.engine is not None or self._text in self._known:
            return
        found = self._cache.look_up(match.ruleset, match.options, match.state)
        if found is not None:
            known = self._of(self._text)
            known.reading, known.width = found.evaluation, found.width
            known.looks = _looks_in(found, self.moves_wanted)

    def pause(self, problem: str) -> None:
        """Stop the analysis and store ``problem``, the reason to show to the player."""
        self.stop()
        self._match, self._text, self.problem = None, "", problem
        self._set_note("")

    def switch(self) -> None:
        """Turn the engine analysis on or off."""
        self.is_on = not self.is_on
        self.stop()

    def want(self, number: int) -> None:
        """Set the number of best moves that the analysis shows, from 1 to ``MOST_MOVES``."""
        self.moves_wanted = number
        self.stop()
        if self.engine is None and self._here.width < number:
            self._here.looks = 0

    def stop(self) -> None:
        """Cancel the search in progress; the evaluations found so far remain."""
        if self._open is not None:
            self._keep_unfinished(self._open)
            if self._open.is_why:
                self._set_note("")
            self._open = None
            (self._services.prover if self.engine is None else self._services.foreign).cancel()

    # Results

    @property
    def _here(self) -> _Known:
        """The evaluation of the position on the board so far, and how often it was searched."""
        return self._known.get(self._text) or _Known(Evaluation())

    @property
    def reading(self) -> Evaluation:
        """Evaluation of the position on the board, including the results of the search in progress."""
        best = self._here.reading
        if self._open is None or self._open.is_why:
            return best
        current = self._open.collector.reading()
        is_wider = len(current.candidates) >= min(len(best.candidates), self.moves_wanted)
        return current if current.candidates and current.depth >= best.depth and is_wider else best

    @property
    def engine_remark(self) -> str:
        """Remark of an external engine about its best move; "" for the built-in engine."""
        return self._here.engine_remark

    @property
    def speed(self) -> int:
        """Nodes per second of the latest search of the position; 0 if unknown."""
        return self._here.speed

    @property
    def score(self) -> float | None:
        """Score of an external engine for the side to move, on its own scale; None if it gives none."""
        return self._here.score

    @property
    def gives_scores(self) -> bool:
        """True if the engine provides winning chances, which external engines do not."""
        return self.engine is None

    @property
    def chance(self) -> float | None:
        """Winning chance of the side to move, 0 to 1; None if unknown."""
        return self.reading.chance if self.gives_scores else None

    def worth_showing(self, reading: Evaluation) -> list[CandidateMove]:
        """Return the best moves of an evaluation: at most ``moves_wanted``, none much worse than the best one."""
        candidates = reading.candidates[: self.moves_wanted]
        return [each for each in candidates if candidates[0].chance - each.chance <= _MATTERS]

    @property
    def is_asked(self) -> bool:
        """True while the engine searches the move about which the player asked "why not here?"."""
        return self._open is not None and self._open.is_why

    @property
    def waits(self) -> bool:
        """True while the analysis waits for the built-in engine to be compiled."""
        if self._match is None or self.engine is not None:
            return False
        info = self._match.ruleset.info
        level = info.level(info.hint_level)
        return level is not None and not self._services.preparation.can_answer(info.id, level)

    # Searching

    def poll(self) -> bool:
        """Process the engine's answers and start the next search. Returns True if the evaluation has changed."""
        changed = False
        for reply in self._services.prover.poll() if self.engine is None else self._services.foreign.poll():
            changed |= self._take(reply)
        if self._open is None:
            self._ask_next()
        return changed

    def _take(self, reply: Reply) -> bool:
        asked = self._open
        if asked is None or reply.revision != asked.revision:
            return False
        match reply:
            case Thought(remark=remark):
                asked.collector.take(remark)
                if not asked.is_why:
                    self._note(asked.text, remark)
                return remark.has_numbers and not asked.is_why
            case Answer(moves=moves):
                self._open = None
                if asked.is_why:
                    self._explain(asked.match, self._remember(asked))
                else:
                    self._keep(asked, moves)
            case Trouble(sentence=sentence):
                self._open, self.problem = None, sentence
                self._of(asked.text).looks = len(_EFFORTS)
            case _:
                return False
        return True

    def _note(self, text: str, remark: Remark) -> None:
        """Store the speed of a search, and what an external engine says about its move."""
        known = self._of(text)
        known.speed = remark.speed or known.speed
        if self.engine is None:
            return
        known.engine_remark = remark.verdict or remark.note or known.engine_remark
        # An engine without scores reports 0, and so does one with scores in an even position.
        if remark.has_numbers and (remark.score or known.score is not None):
            known.score = remark.score

    def _of(self, text: str) -> _Known:
        if len(self._known) >= _MOST_READINGS:
            self._known.clear()
        return self._known.setdefault(text, _Known(Evaluation()))

    def _keep(self, asked: _Open, moves: tuple[str, ...]) -> None:
        known = self._of(asked.text)
        known.width = asked.width
        found = self._remember(asked)
        if self.engine is not None and moves:
            found = replace(found, candidates=(CandidateMove(_joined(moves, found), found.chance or 0.5),))
        if found.candidates:
            known.reading = found
        known.looks += 1
        # A search that yields to others may not have started in time. After several searches without a result, assume
        # that the engine gives no scores.
        if not known.reading.candidates and known.looks >= len(_EFFORTS) - 2:
            known.looks = len(_EFFORTS)
            self.problem = _("This opponent does not evaluate moves, so there is nothing to show.")

    def _remember(self, asked: _Open) -> Evaluation:
        """Return the evaluation of a finished search, and store that of the built-in engine."""
        found = won_at_once(asked.match.ruleset, asked.state, asked.collector.reading())
        found = replace(found, seconds=asked.seconds)
        if self.engine is None:
            self._store(asked, SearchedPosition(found, asked.width))
        return found

    def _store(self, asked: _Open, found: SearchedPosition) -> None:
        self._cache.keep(asked.match.ruleset, asked.match.options, asked.state, found)

    def _keep_unfinished(self, asked: _Open) -> None:
        """Keep the result of a search that is cancelled if it is better than what was known of the position.

        It counts as a result of the last finished search, so that the cancelled search is repeated later.
        """
        known = self._known.get(self._text)
        if asked.is_why or self.engine is not None or known is None or known.looks == 0 or asked.text != self._text:
            return
        found = replace(self.reading, seconds=known.reading.seconds)
        if found.candidates and found != known.reading:
            known.reading = found
            self._store(asked, SearchedPosition(found, known.width))

    def _ask_next(self) -> None:
        match = self._match
        if match is None or not self.is_on or self.waits or not _asks_for_stones(match):
            return
        known = self._of(self._text)
        is_decided = known.reading.proof_status is not ProofStatus.OPEN and known.looks > 1
        if is_decided or known.looks >= (len(_EFFORTS) if self.engine is None else 1):
            return
        seconds = _EFFORTS[known.looks] if self.engine is None else self.engine.seconds
        self._ask(match, seconds, is_why=False)

    def _ask(self, match: Match, seconds: float, *, is_why: bool) -> None:
        info = match.ruleset.info
        level = info.hint_level if self.engine is None else self.engine.level
        width = 1 if is_why or self.engine is not None else self.moves_wanted
        asked = replace(
            question_about(match, level, seconds=seconds, seed=match.seed),
            revision=next(self._numbers),
            judges=0 if self.engine is not None else width,
            language=spoken(),
        )
        text, collector = match.ruleset.dump(match.state), Collector(info.logit_scale)
        self._open = _Open(asked.revision, text, collector, match, match.state, seconds, width, is_why)
        if self.engine is None:
            self._services.prover.ask(asked)
        else:
            self._services.foreign.ask(self.engine, asked)

    # Why not here?

    def ask_why_not(self, move: Move, before: Evaluation) -> Reason | None:
        """Start to analyse what is wrong with a move; ``why_not`` returns the explanation later.

        ``before`` is the evaluation of the position on the board. Returns a Reason at once if the move is illegal.
        """
        assert self._match is not None
        tried = self._match.copy()
        refused = tried.play(move)
        if isinstance(refused, Reason):
            return refused
        if self.engine is not None or not before.candidates or not self.is_on or self.waits:
            self._set_note(_("There is no evaluation of this move."))
            return None
        self.stop()
        self._before = before
        self._set_note(_("One moment."))
        found = self._cache.look_up(tried.ruleset, tried.options, tried.state)
        if found is not None and found.evaluation.seconds >= _QUICK:
            self._explain(tried, found.evaluation)
        elif _asks_for_stones(tried):
            self._ask(tried, _QUICK, is_why=True)
        else:
            self._explain(tried, None)
        return None

    def _explain(self, tried: Match, reading: Evaluation | None) -> None:
        ply = len(tried.plies)
        readings = {ply - 1: self._before} | ({ply: reading} if reading is not None else {})
        self._tried = tried, judge(tried, readings, first=ply).moves[0]

    def why_not(self, fits: Fits | None = None) -> str:
        """Return the explanation for the move given to ``ask_why_not``, or "" if no move was given."""
        if self._tried is None:
            return self._answer
        text = join_sentences(each.text for each in explain(*self._tried, fits, with_answer=True))
        return text or _("There is nothing wrong with this move.")

    @property
    def note(self) -> str:
        """Message to show while there is no answer to "why not here?"; "" if nothing was asked."""
        return "" if self._tried is not None else self._answer

    @property
    def tried(self) -> tuple[Match, JudgedMove] | None:
        """The move that was asked about, as the last one of a match, and its judgement; None without an answer."""
        return self._tried

    @property
    def refutation(self) -> tuple[Place, ...]:
        """The move that was asked about and the expected continuation; empty without an answer."""
        if self._tried is None:
            return ()
        match, judged = self._tried
        line = playable_moves(match.ruleset, states_of(match)[-2], (judged.move, *judged.answer))
        return tuple(move for move, _after in line if isinstance(move, Place))

    def _set_note(self, sentence: str) -> None:
        self._answer, self._tried = sentence, None


def moves_of(match: Match, candidates: Sequence[CandidateMove], *, has_scores: bool = True) -> list[AnalystMove]:
    """Return the best moves in the position of a match, each with the legal part of its line."""
    found = []
    for candidate in candidates:
        made = playable_moves(match.ruleset, match.state, candidate.line)
        places = tuple(move for move, _state in made if isinstance(move, Place))
        if places:
            found.append(AnalystMove(places[0], places, candidate.chance if has_scores else None))
    return found


def _joined(moves: tuple[str, ...], found: Evaluation) -> tuple[str, ...]:
    """Return an external engine's best line, or only its chosen moves if the line begins differently."""
    line = found.candidates[0].line if found.candidates else ()
    return line if line[: len(moves)] == moves else moves


def _looks_in(found: SearchedPosition, width: int) -> int:
    """Return how many of this analysis's searches a stored evaluation makes unnecessary.

    ``width`` is the number of best moves wanted. The number is 0 if fewer were stored, and the number of all searches
    if the result of the position is proved.
    """
    if found.evaluation.proof_status is not ProofStatus.OPEN:
        return len(_EFFORTS)
    return sum(seconds <= found.evaluation.seconds for seconds in _EFFORTS) if found.width >= width else 0


def _asks_for_stones(match: Match) -> bool:
    """Return True if an engine can search the position: the game is not over, and no opening decision is due."""
    if match.outcome is not None:
        return False
    return not isinstance(next(match.ruleset.legal_moves(match.state), None), Choose)
