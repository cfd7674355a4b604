"""The analyst beside a board: an engine that reads the position shown, deeper and deeper. No pygame here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import count

from game.analysis.review.evaluation import CandidateMove, Collector, Evaluation, ProofStatus, won_at_once
from game.analysis.review.judgement import JudgedMove, judge
from game.analysis.review.texts import Fits, why
from game.core.language import _, spoken
from game.core.match import Match
from game.core.model import Choose, Move, Place, Reason
from game.core.notation import playable_moves
from game.engine.client.opponent import Answer, Question, Reply, Thought, Trouble
from game.engine.client.opponent_turn import question_about
from game.session.engines import EngineRecord
from game.session.services import Services

#: Seconds of one look after the other; after the last one the position is left alone.
_EFFORTS = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
#: Seconds that the answer to "why not here?" may take.
_QUICK = 0.4
#: How much of the winning chance a move may lose against the best one and still be shown.
_MATTERS = 0.2
#: The most best moves that are shown.
MOST_MOVES = 5
#: Positions whose readings are remembered.
_MOST_READINGS = 2000


@dataclass(frozen=True, slots=True)
class AnalystMove:
    """A move that the analyst recommends for the position on the board."""

    place: Place
    line: tuple[Place, ...]
    """The placements expected, the move itself the first."""
    chance: float | None
    """The winning chance of the side on turn with it, 0 to 1; None where the analyst gives no scores."""


@dataclass(slots=True)
class _Known:
    """What is known of one position, and how often it was looked at."""

    reading: Evaluation
    looks: int = 0
    said: str = ""
    """What a foreign engine said of its move."""


@dataclass(slots=True)
class _Open:
    """The question that is open."""

    revision: int
    text: str
    collector: Collector
    match: Match
    is_why: bool = False


class Analyst:
    """Reads the position that it was shown last; ``poll`` goes on, and nothing blocks.

    Our own engine looks at a position again and again with more time, gives up to five moves with their chances, and
    makes way for an opponent that thinks. An engine of the player's own is asked once for its move.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self.engine: EngineRecord | None = None
        """The player's engine that analyses, None for ours."""
        self.moves_wanted = 3
        self.is_on = True
        self.problem = ""
        """Why nothing is known, in a sentence; "" while all is well."""
        self._answer = ""
        """What is said instead of a reason to "why not here?"; "" where nothing was asked."""
        self._tried: tuple[Match, JudgedMove] | None = None
        """The game with the move that was asked about, and its judgement."""
        self._numbers = count(1)
        self._known: dict[tuple[str, str], _Known] = {}
        self._match: Match | None = None
        self._text = ""
        self._open: _Open | None = None

    # What it is shown

    def look(self, match: Match) -> None:
        """Read this position from now on; what is asked about another one is cancelled."""
        text = match.ruleset.dump(match.state)
        if text != self._text or self._match is None:
            self.stop()
            self.problem = ""
            self._say("")
        self._match, self._text = match, text

    def look_away(self, problem: str) -> None:
        """Read nothing, for this reason."""
        self.stop()
        self._match, self._text, self.problem = None, "", problem
        self._say("")

    def switch(self) -> None:
        """Turn the analyst off, or on again."""
        self.is_on = not self.is_on
        self.stop()

    def want(self, number: int) -> None:
        """Show so many best moves, from 1 to ``MOST_MOVES``."""
        self.moves_wanted = number
        self.stop()
        known = self._known.get(self._key)
        if known is not None and len(known.reading.candidates) < number:
            known.looks = 0

    def choose(self, engine: EngineRecord | None) -> None:
        """Let one of the player's engines analyse, or ours with None."""
        self.stop()
        self.engine, self.problem = engine, ""
        self._say("")

    def stop(self) -> None:
        """Cancel the open question; what is known stays."""
        if self._open is not None:
            if self._open.is_why:
                self._say("")
            self._open = None
            self._services.prover.cancel()
            self._services.foreign.cancel()

    # What it knows

    @property
    def _key(self) -> tuple[str, str]:
        return (self.engine.id if self.engine is not None else "", self._text)

    @property
    def reading(self) -> Evaluation:
        """What is known of the position, the open look included."""
        known = self._known.get(self._key)
        best = known.reading if known is not None else Evaluation()
        if self._open is None or self._open.is_why:
            return best
        current = self._open.collector.reading()
        is_wider = len(current.candidates) >= min(len(best.candidates), self.moves_wanted)
        return current if current.candidates and current.depth >= best.depth and is_wider else best

    @property
    def said(self) -> str:
        """What an engine of the player's own said of its move, "" for ours."""
        known = self._known.get(self._key)
        return known.said if known is not None else ""

    @property
    def gives_scores(self) -> bool:
        """Whether chances can be told: our engine gives them where the ruleset's level has scores."""
        return self.engine is None

    @property
    def chance(self) -> float | None:
        """The winning chance of the side on turn, 0 to 1; None while it is not known."""
        reading = self.reading
        return reading.chance if self.gives_scores else None

    @property
    def moves(self) -> list[AnalystMove]:
        """The best moves, as many as wanted and as matter: one that loses much more than the best is left out."""
        reading = self.reading
        if self._match is None or not reading.candidates or not self.is_on:
            return []
        best = reading.candidates[0].chance
        kept = [each for each in reading.candidates[: self.moves_wanted] if best - each.chance <= _MATTERS]
        return [move for candidate in kept if (move := self._move(candidate)) is not None]

    def _move(self, candidate: CandidateMove) -> AnalystMove | None:
        assert self._match is not None
        made = playable_moves(self._match.ruleset, self._match.state, candidate.line)
        places = tuple(move for move, _state in made if isinstance(move, Place))
        return AnalystMove(places[0], places, candidate.chance if self.gives_scores else None) if places else None

    @property
    def waits(self) -> bool:
        """Whether our engine has to be compiled first."""
        if self._match is None or self.engine is not None:
            return False
        info = self._match.ruleset.info
        level = info.level(info.hint_level)
        return level is not None and not self._services.preparation.can_answer(info.id, level)

    @property
    def is_thinking(self) -> bool:
        """Whether it looks at the position just now."""
        return self._open is not None

    # Reading

    def poll(self) -> bool:
        """Take what was said and ask on; returns whether more is known than before."""
        changed = False
        for reply in self._replies():
            changed |= self._take(reply)
        if self._open is None:
            self._ask_next()
        return changed

    def _replies(self) -> list[Reply]:
        return self._services.prover.poll() if self.engine is None else self._services.foreign.poll()

    def _take(self, reply: Reply) -> bool:
        asked = self._open
        if asked is None or reply.revision != asked.revision:
            return False
        match reply:
            case Thought(remark=remark):
                asked.collector.take(remark)
                if self.engine is not None and (remark.note or remark.verdict):
                    self._of(asked.text).said = remark.verdict or remark.note
                return remark.has_numbers and not asked.is_why
            case Answer(moves=moves):
                self._open = None
                if asked.is_why:
                    self._explain(asked)
                else:
                    self._keep(asked, moves)
            case Trouble(sentence=sentence):
                self._open, self.problem = None, sentence
                self._of(asked.text).looks = len(_EFFORTS)
            case _:
                return False
        return True

    def _of(self, text: str) -> _Known:
        if len(self._known) >= _MOST_READINGS:
            self._known.clear()
        return self._known.setdefault((self._key[0], text), _Known(Evaluation()))

    def _keep(self, asked: _Open, moves: tuple[str, ...]) -> None:
        known = self._of(asked.text)
        found = won_at_once(asked.match.ruleset, asked.match.state, asked.collector.reading())
        if self.engine is not None and moves:
            found = replace(found, candidates=(CandidateMove(_joined(moves, found), found.chance or 0.5),))
        if found.candidates:
            known.reading = found
        known.looks += 1
        # A search that makes way may not have begun in its time; one that tells nothing has nothing to tell.
        if not known.reading.candidates and known.looks >= len(_EFFORTS) - 2:
            known.looks = len(_EFFORTS)
            self.problem = _("This opponent gives no scores, so there is nothing to show.")

    def _ask_next(self) -> None:
        match = self._match
        if match is None or not self.is_on or self.waits or not _asks_for_stones(match):
            return
        known = self._of(self._text)
        is_decided = known.reading.fate is not ProofStatus.OPEN and known.looks > 1
        if is_decided or known.looks >= (len(_EFFORTS) if self.engine is None else 1):
            return
        seconds = _EFFORTS[known.looks] if self.engine is None else self.engine.seconds
        self._ask(match, seconds, is_why=False)

    def _ask(self, match: Match, seconds: float, *, is_why: bool) -> None:
        info = match.ruleset.info
        level = info.hint_level if self.engine is None else self.engine.level
        asked = replace(
            question_about(match, level, seconds=seconds, seed=match.seed),
            revision=next(self._numbers),
            judges=0 if self.engine is not None else 1 if is_why else self.moves_wanted,
            language=spoken(),
        )
        text = match.ruleset.dump(match.state)
        self._open = _Open(asked.revision, text, Collector(info.logit_scale), match, is_why)
        self._put(asked)

    def _put(self, question: Question) -> None:
        if self.engine is None:
            self._services.prover.ask(question)
        else:
            self._services.foreign.ask(self.engine, question)

    # Why not here?

    def ask_why_not(self, move: Move) -> Reason | None:
        """Ask what is wrong with a move; ``why_not`` tells it soon. Returns the reason where it is not legal."""
        assert self._match is not None
        tried = self._match.copy()
        refused = tried.play(move)
        if isinstance(refused, Reason):
            return refused
        if self.engine is not None or not self._readable(tried):
            self._say(_("Nothing is known about this move."))
            return None
        self.stop()
        self._say(_("One moment."))
        if _asks_for_stones(tried):
            self._ask(tried, _QUICK, is_why=True)
        else:
            self._explain_with(tried, None)
        return None

    def _readable(self, tried: Match) -> bool:
        return bool(self.reading.candidates) and self.is_on and not self.waits

    def _explain(self, asked: _Open) -> None:
        reading = won_at_once(asked.match.ruleset, asked.match.state, asked.collector.reading())
        self._explain_with(asked.match, reading)

    def _explain_with(self, tried: Match, reading: Evaluation | None) -> None:
        ply = len(tried.plies)
        readings = {ply - 1: self.reading} | ({ply: reading} if reading is not None else {})
        self._tried = tried, judge(tried, readings, first=ply).moves[0]

    def why_not(self, fits: Fits | None = None) -> str:
        """What is wrong with the move that was asked about, in as many sentences as fit; "" where none was."""
        if self._tried is None:
            return self._answer
        return why(*self._tried, fits) or _("There is nothing wrong with it.")

    def _say(self, sentence: str) -> None:
        self._answer, self._tried = sentence, None


def _joined(moves: tuple[str, ...], found: Evaluation) -> tuple[str, ...]:
    """The line of a foreign engine, which begins with its answer whatever it said before."""
    line = found.candidates[0].line if found.candidates else ()
    return line if line[: len(moves)] == moves else moves


def _asks_for_stones(match: Match) -> bool:
    """Whether the position can be read: the end of a game cannot, nor can a word of an opening."""
    if match.outcome is not None:
        return False
    return not isinstance(next(match.ruleset.legal_moves(match.state), None), Choose)
