"""Practice of an opening with decisions: the engine plays one side and judges the player's moves."""

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

#: Engine time for its own part of an opening, in seconds, and the factor for a second attempt: on a busy machine the
#: first one may be too short.
_SECONDS, _PATIENCE = 3.0, 3.0


@dataclass(slots=True, eq=False)
class DecisionAsked:
    """A decision in a rehearsed opening, with the choice that was made and the engine's judgement."""

    match: Match
    """Match up to the decision."""
    judged: JudgedPosition
    """The position before the decision, judged as if the game began with it."""
    word: str = ""
    """Key of the choice made, "" until then."""
    advice: tuple[Move, ...] = ()
    """Moves that the engine recommends; empty if unknown."""
    is_advised: bool = False
    """True if the engine has said what it would choose."""

    @property
    def seat(self) -> int:
        """Number (0 or 1) of the player who makes the opening decision."""
        return self.match.state.seat

    @property
    def share(self) -> float | None:
        """Winning chance of the first colour at the decision, 0 to 1; None if unknown."""
        reading = self.judged.reading
        return None if reading is None else share_of(self.match.ruleset.info, self.judged.state, reading)

    @property
    def advised_word(self) -> str:
        """Key of the choice that the engine would make in the opening; "" if unknown."""
        first = next(iter(self.advice), None)
        return first.key if isinstance(first, Choose) else ""

    def words(self) -> list[str]:
        """Return the keys of the possible choices in an opening decision."""
        return [move.key for move in self.match.ruleset.legal_moves(self.match.state) if isinstance(move, Choose)]

    def colour_after(self, word: str) -> str:
        """Return the stone colour that a choice gives to the deciding player; "" if the colour is decided later."""
        return self.match.ruleset.apply(self.match.state, Choose(word)).state.colours[self.seat]

    def chance_with(self, word: str) -> float | None:
        """Return the deciding player's winning chance after a choice, 0 to 1; None if unknown."""
        share, colour = self.share, self.colour_after(word)
        if share is None or not colour:
            return None
        return share if colour == self.match.ruleset.info.colours[0] else 1 - share

    @property
    def gives_choice(self) -> bool:
        """True if the choices give different colours, so that their winning chances differ."""
        return len({self.colour_after(word) for word in self.words()} - {""}) > 1

    @property
    def best_chance(self) -> float | None:
        """The deciding player's highest winning chance among all choices; None if unknown."""
        return max((chance for word in self.words() if (chance := self.chance_with(word)) is not None), default=None)

    def cost_of(self, word: str) -> float | None:
        """Return the winning chance, 0 to 1, that a choice loses compared with the best; None if unknown.

        A choice that gives no colour counts as a chance of 0.5.
        """
        best = self.best_chance
        if best is None or not self.gives_choice:
            return None
        chance = self.chance_with(word)
        return best - (0.5 if chance is None else chance)

    @property
    def is_known(self) -> bool:
        """True if the engine has finished the judgement of the decision."""
        return self.judged.is_done and self.is_advised

    @property
    def has_offers_ahead(self) -> bool:
        """True if a later phase may offer several stones, which the winning chances do not consider."""
        state = self.match.state
        phases = phases_of(state.phase) if isinstance(state, LineState) else {}
        return any(isinstance(phase, OfferStones) for phase in phases.values())

    @property
    def holds(self) -> bool | None:
        """True if the choice in the opening is the engine's or costs little winning chance; None if unknown."""
        if not self.word or not self.is_known:
            return None
        if self.word == self.advised_word:
            return True
        cost = None if self.has_offers_ahead else self.cost_of(self.word)
        return None if cost is None else cost <= EVEN_WITHIN


@dataclass(slots=True, eq=False)
class _Question:
    """A position in which the engine is asked for a move, and the opening decision there, if any."""

    match: Match
    asked: DecisionAsked | None = None
    is_repeated: bool = False
    """True if the first attempt had no result."""


class OpeningRehearsal(TurnExercise):
    """Practice game of the player against the engine, through an opening with decisions; no method blocks.

    At every decision, of either seat, the engine judges the position and says what it would do. For the player's
    decisions, this is computed while they think and shown after they have decided.
    """

    def __init__(self, opening: DecisionOpening, seat: int, opponent: Opponent, seed: int) -> None:
        """Start a rehearsal of an opening; ``opponent`` must not be used by anyone else.

        The seed is that of the match.
        """
        super().__init__(Match(opening.ruleset, opening.options, seed))
        self.opening, self.seat = opening, seat
        self.asked: list[DecisionAsked] = []
        """Decisions so far, in order."""
        self.end: JudgedPosition | None = None
        """Position after the opening, None until it is over."""
        self.problem = ""
        """A sentence that says why the other seat does not move, "" if there is no problem."""
        shared = SharedOpponent(opponent)
        self._other, self._judge_of_positions = shared.door(), PositionJudge(shared.door())
        self._questions = deque[_Question]()
        self._turn: OpponentTurn | None = None
        self._planned: tuple[Move, ...] = ()
        """Moves that the other seat will make next; empty if they are not known yet."""
        self._follow()

    # Session interface

    @property
    def is_over(self) -> bool:
        """True if the rehearsed opening or its game is over."""
        return not self._match.state.is_opening or self._match.outcome is not None

    @property
    def person_to_move(self) -> bool:
        """True if it is the player's turn to place stones or to decide in the opening."""
        return not self.is_over and self._match.state.seat == self.seat

    def carry_out(self, command: Command) -> MovesPlayed | Reason:
        """Play the player's stone or decision in the opening. Returns a Reason if it is refused."""
        result = super().carry_out(command)
        if isinstance(result, MovesPlayed):
            self._note_word(command.moves[0])
            self._follow()
        return result

    def _judge(self, attempt: Attempt) -> None:
        """Accept every turn, because in an opening only the resulting position is judged."""
        self._given = len(self._match.plies)

    def _note_word(self, move: Move) -> None:
        """Store the choice that was made in the latest opening decision."""
        if isinstance(move, Choose) and self.asked and not self.asked[-1].word:
            self.asked[-1].word = move.key

    # Steps of the opening

    def _follow(self) -> None:
        """Queue the engine's next judgement or move; at the end of the opening, judge the final position."""
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
        """Let the engine judge the final position, unless it has judged the same stones at the last decision."""
        last = self.asked[-1] if self.asked else None
        if last is not None and last.match.state.board == self._match.state.board:
            self.end = last.judged
        else:
            self.end = JudgedPosition(as_game(self._match))
            self._judge_of_positions.ask(self.end)

    def poll(self) -> list[MovesPlayed]:
        """Continue to judge and to play. Returns the moves of the engine's side since the last call."""
        self._judge_of_positions.poll()
        self._process_answers()
        if self._turn is None and self._questions and not self.problem:
            self._ask(self._questions[0])
        return self._moves_of_other()

    def _ask(self, question: _Question) -> None:
        match, seconds = question.match, _SECONDS * (_PATIENCE if question.is_repeated else 1.0)
        about = question_about(match, match.ruleset.info.hint_level, seconds=seconds, seed=match.seed)
        put = replace(about, language=spoken())
        self._turn = OpponentTurn(match, put, is_advice=True)
        self._other.ask(put)

    def _process_answers(self) -> None:
        """Process the engine's replies: its opening decisions and moves."""
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
        """Play the moves of the engine's side once the last opening decision is judged, and return them."""
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
        """Stop the engine in the rehearsal."""
        self._judge_of_positions.stop()
        self._questions.clear()
        self._turn = None
        self._other.cancel()

    # Results

    @property
    def judged_decisions(self) -> list[DecisionAsked]:
        """Opening decisions whose judgement is known and may be shown.

        The judgement of the player's own decision is shown only after the player has decided.
        """
        return [asked for asked in self.asked if asked.is_known and (asked.word or asked.seat != self.seat)]

    def is_about_stones(self, asked: DecisionAsked) -> bool:
        """Return True if the engine decides in the opening about stones that the player has just placed."""
        before = asked.match.plies[-1] if asked.match.plies else None
        return asked.seat != self.seat and before is not None and before.seat == self.seat

    def is_right(self, asked: DecisionAsked) -> bool | None:
        """Return True if the player's choice or stones were right; None if unknown or not the player's."""
        if asked.seat == self.seat:
            return asked.holds
        if not self.is_about_stones(asked) or asked.share is None or asked.has_offers_ahead:
            return None
        return is_right(Balance.EVEN, asked.share)

    @property
    def end_share(self) -> float | None:
        """Winning chance of the first colour after the opening, 0 to 1; None if unknown."""
        if self.end is None or self.end.reading is None:
            return None
        return share_of(self._match.ruleset.info, self.end.state, self.end.reading)

    @property
    def end_chance(self) -> float | None:
        """The player's winning chance after the opening, 0 to 1; None if unknown."""
        share = self.end_share
        if share is None:
            return None
        return share if self._match.state.colours[self.seat] == self._match.ruleset.info.colours[0] else 1 - share

    def tournament(self, me: Participant, other: Participant) -> Tournament:
        """Return a tournament that contains only the rehearsed game."""
        sides = (me, other) if self.seat == 0 else (other, me)
        match = self._match
        return Tournament(match.ruleset, match.options, sides, match.seed, games=[Game((0, 1), match)])


def asks_for_word_now(match: Match) -> bool:
    """Return True if the next move in a match is an opening decision about stones on the board."""
    return isinstance(next(match.ruleset.legal_moves(match.state), None), Choose) and has_stones(match.state)


def _problem_of(report: TurnReport) -> str:
    """Return a sentence that says why the engine made no move."""
    match report:
        case Trouble(sentence=sentence):
            return sentence
        case Refused(reason=reason):
            return reason.message
        case Unreadable(problem=problem):
            return as_sentence(problem)
    return _("The engine could not respond. Try again.")
