"""An opening rehearsed from one seat: our engine has the other one, and what is chosen or put down is judged."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

from game.core.language import _, spoken
from game.core.lessons import Attempt
from game.core.lines.line_state import LineState
from game.core.lines.phases import OfferStones, phases_of
from game.core.match import Command, Match
from game.core.model import Choose, Event, Move, Reason
from game.core.tournament import Game, Participant, Tournament
from game.engine.client.opponent import Opponent, Restarted, Thought, Trouble
from game.engine.client.opponent_turn import Advised, OpponentTurn, Refused, TurnReport, Unreadable, question_about
from game.engine.client.shared_opponent import SharedOpponent
from game.session.exercise import TurnExercise
from game.session.playable_game import MovesPlayed
from game.session.texts import as_sentence
from game.training.openings.balance import EVEN_WITHIN, Balance, is_right, share_of
from game.training.openings.decision_openings import DecisionOpening, has_stones
from game.training.openings.position_judge import JudgedPosition, PositionJudge, as_game

#: What our engine may think about its own part of an opening, in seconds, and how many times that when it is asked
#: again: a machine that is busy may not have let it find a word in time.
_SECONDS, _PATIENCE = 3.0, 3.0


@dataclass(slots=True, eq=False)
class DecisionAsked:
    """A place of the opening where a word was asked for, with all that is known about it."""

    match: Match
    """The match up to there."""
    judged: JudgedPosition
    """The position as if the game began with it."""
    word: str = ""
    """What was said; "" while nothing is."""
    advice: tuple[Move, ...] = ()
    """What our engine says and does there; none while that is not known, or where it does not know."""
    is_advised: bool = False
    """Whether our engine has been asked, and has answered."""

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        return self.match.state.seat

    @property
    def share(self) -> float | None:
        """The winning chance of the first colour, 0 to 1, if the game began here; None while it is not known."""
        reading = self.judged.reading
        return None if reading is None else share_of(self.match.ruleset.info, self.judged.state, reading)

    @property
    def advised_word(self) -> str:
        """What our engine says; "" where it is not known."""
        first = next(iter(self.advice), None)
        return first.key if isinstance(first, Choose) else ""

    def words(self) -> list[str]:
        """The words that may be said."""
        return [move.key for move in self.match.ruleset.legal_moves(self.match.state) if isinstance(move, Choose)]

    def colour_after(self, word: str) -> str:
        """The colour that who says a word has then; "" where that stays open."""
        return self.match.ruleset.apply(self.match.state, Choose(word)).state.colours[self.seat]

    def chance_with(self, word: str) -> float | None:
        """The winning chance, 0 to 1, of who says a word; None where it is not known, or the word gives no colour."""
        share, colour = self.share, self.colour_after(word)
        if share is None or not colour:
            return None
        return share if colour == self.match.ruleset.info.colours[0] else 1 - share

    @property
    def gives_choice(self) -> bool:
        """Whether the words lead to different colours, so that chances tell one from the other."""
        return len({self.colour_after(word) for word in self.words()} - {""}) > 1

    @property
    def best_chance(self) -> float | None:
        """The best of the chances that the words bring; None where none is known."""
        return max((chance for word in self.words() if (chance := self.chance_with(word)) is not None), default=None)

    def cost_of(self, word: str) -> float | None:
        """What a word costs of the winning chance, 0 to 1; None where that cannot be told.

        One that gives no colour leaves the game at least even as long as what follows is: it costs what the better
        colour would have had beyond one half.
        """
        best = self.best_chance
        if best is None or not self.gives_choice:
            return None
        chance = self.chance_with(word)
        return best - (0.5 if chance is None else chance)

    @property
    def is_known(self) -> bool:
        """Whether the engine is done with the place."""
        return self.judged.is_done and self.is_advised

    @property
    def has_offers_ahead(self) -> bool:
        """Whether stones may yet be offered of which one stays: the chances do not count what that takes away."""
        state = self.match.state
        phases = phases_of(state.phase) if isinstance(state, LineState) else {}
        return any(isinstance(phase, OfferStones) for phase in phases.values())

    @property
    def holds(self) -> bool | None:
        """Whether the word that was said costs no more than still counts as even; None where that cannot be told."""
        if not self.word or not self.is_known:
            return None
        if self.word == self.advised_word:
            return True
        cost = None if self.has_offers_ahead else self.cost_of(self.word)
        return None if cost is None else cost <= EVEN_WITHIN


@dataclass(slots=True, eq=False)
class _Question:
    """A position that the engine is asked about, and the word that it is asked for there, if any."""

    match: Match
    asked: DecisionAsked | None = None
    is_repeated: bool = False
    """Whether it was put before, and nothing came of it."""


class OpeningRehearsal(TurnExercise):
    """An opening that asks for a word, with the player on one seat; ``poll`` goes on, and nothing blocks.

    Wherever a word is asked for, whoever is asked, our engine judges the position and says what it would do. For the
    player that is worked out while they think, and told once they have spoken.
    """

    def __init__(self, opening: DecisionOpening, seat: int, opponent: Opponent, seed: int) -> None:
        """``opponent`` is asked by nobody else meanwhile; the seed is that of its dice."""
        super().__init__(Match(opening.ruleset, opening.options, seed))
        self.opening, self.seat = opening, seat
        self.asked: list[DecisionAsked] = []
        """Where words were asked for, in order."""
        self.end: JudgedPosition | None = None
        """The position that the opening led to, once it is over."""
        self.problem = ""
        """Why the other seat does not go on, in a sentence; "" while all is well."""
        shared = SharedOpponent(opponent)
        self._other, self._judge_of_positions = shared.door(), PositionJudge(shared.door())
        self._questions = deque[_Question]()
        self._turn: OpponentTurn | None = None
        self._planned: tuple[Move, ...] = ()
        """What the other seat does next, as far as it is known."""
        self._follow()

    # At a table

    @property
    def is_over(self) -> bool:
        """Whether the opening is over, and the game proper would begin."""
        return not self._match.state.is_opening or self._match.outcome is not None

    @property
    def person_to_move(self) -> bool:
        """Whether the opening asks the player for stones or a word."""
        return not self.is_over and self._match.state.seat == self.seat

    def submit(self, command: Command) -> MovesPlayed | Reason:
        """The player's stone or word."""
        result = super().submit(command)
        if isinstance(result, MovesPlayed):
            self._note_word(command.moves[0])
            self._follow()
        return result

    def _judge(self, attempt: Attempt) -> None:
        """No turn of an opening is wrong at once: what it leads to judges it."""
        self._given = len(self._match.plies)

    def _note_word(self, move: Move) -> None:
        """Keep what was said, where a word was asked for."""
        if isinstance(move, Choose) and self.asked and not self.asked[-1].word:
            self.asked[-1].word = move.key

    # From step to step

    def _follow(self) -> None:
        """See what the opening asks for next, and have it judged or answered."""
        if self.is_over:
            self._judge_end()
        elif asks_for_word_now(self._match):
            asked = DecisionAsked(self._match.copy(), JudgedPosition(as_game(self._match)))
            self.asked.append(asked)
            self._judge_of_positions.ask(asked.judged)
            self._questions.append(_Question(asked.match, asked))
        elif not self.person_to_move:
            self._questions.append(_Question(self._match.copy()))

    def _judge_end(self) -> None:
        """Judge the position that the opening led to; the last word was asked for in it, if no stone came after."""
        last = self.asked[-1] if self.asked else None
        if last is not None and last.match.state.board == self._match.state.board:
            self.end = last.judged
        else:
            self.end = JudgedPosition(as_game(self._match))
            self._judge_of_positions.ask(self.end)

    def poll(self) -> list[MovesPlayed]:
        """Go on judging and answering; what the other seat did since the last call."""
        self._judge_of_positions.poll()
        self._hear()
        if self._turn is None and self._questions and not self.problem:
            self._ask(self._questions[0])
        return self._moves_of_other()

    def _ask(self, question: _Question) -> None:
        match, seconds = question.match, _SECONDS * (_PATIENCE if question.is_repeated else 1.0)
        about = question_about(match, match.ruleset.info.hint_level, seconds=seconds, seed=match.seed)
        put = replace(about, language=spoken())
        self._turn = OpponentTurn(match, put, is_advice=True)
        self._other.ask(put)

    def _hear(self) -> None:
        """Take what the engine says it would do."""
        for reply in self._other.poll():
            report = self._turn.take(reply) if self._turn is not None else None
            if isinstance(report, Thought | Restarted) or report is None:
                continue
            question, self._turn = self._questions[0], None
            if isinstance(report, Trouble) and not question.is_repeated:
                question.is_repeated = True
                continue
            self._questions.popleft()
            moves = report.moves if isinstance(report, Advised) else ()
            if question.asked is not None:
                question.asked.advice, question.asked.is_advised = moves, True
            if len(question.match.plies) == len(self._match.plies) and not self.person_to_move:
                self._planned = moves
                self.problem = "" if moves else _problem_of(report)

    def _moves_of_other(self) -> list[MovesPlayed]:
        """Make the moves of the other seat, once the position that it is asked about is judged."""
        last = self.asked[-1] if self.asked else None
        if not self._planned or self.person_to_move or (last is not None and not last.judged.is_done):
            return []
        moves, self._planned = self._planned, ()
        made = list[Event]()
        for number, move in enumerate(moves):
            if self.is_over or self.person_to_move or (number and isinstance(move, Choose)):
                break
            result = self._match.play(move)
            if isinstance(result, Reason):
                self.problem = result.message
                break
            self._note_word(move)
            made += result
        self._given = len(self._match.plies)
        self._follow()
        return [MovesPlayed(tuple(made))]

    def stop(self) -> None:
        """Judge and answer nothing more."""
        self._judge_of_positions.stop()
        self._questions.clear()
        self._turn = None
        self._other.cancel()

    # What is told

    @property
    def told(self) -> list[DecisionAsked]:
        """The places that all is known about and may be told: not where the player has yet to speak."""
        return [asked for asked in self.asked if asked.is_known and (asked.word or asked.seat != self.seat)]

    def is_about_stones(self, asked: DecisionAsked) -> bool:
        """Whether a place judges stones that the player has put down: the other seat is asked about them."""
        before = asked.match.plies[-1] if asked.match.plies else None
        return asked.seat != self.seat and before is not None and before.seat == self.seat

    def is_right(self, asked: DecisionAsked) -> bool | None:
        """Whether what the player did there was right; None where it cannot be told, or the player did nothing."""
        if asked.seat == self.seat:
            return asked.holds
        if not self.is_about_stones(asked) or asked.share is None or asked.has_offers_ahead:
            return None
        return is_right(Balance.EVEN, asked.share)

    @property
    def end_share(self) -> float | None:
        """The winning chance of the first colour after the opening, 0 to 1; None while it is not known."""
        if self.end is None or self.end.reading is None:
            return None
        return share_of(self._match.ruleset.info, self.end.state, self.end.reading)

    @property
    def end_chance(self) -> float | None:
        """The player's winning chance after the opening, 0 to 1; None while it is not known."""
        share = self.end_share
        if share is None:
            return None
        return share if self._match.state.colours[self.seat] == self._match.ruleset.info.colours[0] else 1 - share

    def tournament(self, me: Participant, other: Participant) -> Tournament:
        """A series of this game alone, as it stands."""
        sides = (me, other) if self.seat == 0 else (other, me)
        match = self._match
        return Tournament(match.ruleset, match.options, sides, match.seed, games=[Game((0, 1), match)])


def asks_for_word_now(match: Match) -> bool:
    """Whether a match stands where somebody is asked for a word about stones that lie there."""
    return isinstance(next(match.ruleset.legal_moves(match.state), None), Choose) and has_stones(match.state)


def _problem_of(report: TurnReport) -> str:
    """Why no moves came, in a sentence."""
    match report:
        case Trouble(sentence=sentence):
            return sentence
        case Refused(reason=reason):
            return reason.message
        case Unreadable(problem=problem):
            return as_sentence(problem)
    return _("The engine has no answer to this. Try once more.")
