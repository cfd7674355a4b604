"""The computer in a session: it plays for the levels and engines of the series, and gives hints. No pygame here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from game.core.language import _, join_sentences, spoken
from game.core.match import Command
from game.core.model import Choose, Outcome, Place, Reason, Termination
from game.core.tournament import Participant, Practice
from game.engine.client.opponent import Answer, Reply, Restarted, Thought, Trouble, TroubleKind
from game.engine.client.opponent_turn import Advised, OpponentTurn, Played, Refused, Unreadable, question_about
from game.engine.client.preparation import Progress
from game.session.answer_delay import AnswerDelay, move_delay_of
from game.session.engines import EngineRecord, absence, is_engine
from game.session.playable_game import EngineFailed, HintGiven, MessageShown, MovesPlayed, SessionEvent
from game.session.records.stakes import RatingStakes
from game.session.services import Services
from game.session.shown_game import LatestGame, name_at
from game.session.texts import Failure, complaint, no_hint, screen_move, stand_in_move
from game.session.thinking import Thinking, forecast

#: Number of failures in a position after which a move is made for a level, or an engine forfeits the game.
_PATIENCE = 2


class ComputerPlayer:
    """The player of all moves in a session that no person makes, and the source of its hints.

    It asks our engine or the player's engines, holds an answer back until the character has taken its time, and plays
    it. ``poll``, called once a frame, returns the events.
    """

    def __init__(
        self,
        services: Services,
        game: LatestGame,
        stakes: RatingStakes,
        on_change: Callable[[], None],
        *,
        ponders: bool,
    ) -> None:
        """Play in the latest game of a series. ``on_change`` is called after each change of the match.

        ``ponders`` is True if our engine may go on thinking while a person is to move.
        """
        self._services, self._game, self._stakes, self._on_change = services, game, stakes, on_change
        self._ponders = ponders
        self.thinking: Thinking | None = None
        """The latest thoughts of the opponent or hint engine about this game; None if there are none."""
        self.pace = AnswerDelay()
        self._turn: OpponentTurn | None = None
        """The pending question about the current position, for an opponent's turn or a hint."""
        self._has_spoken = False
        """True if the opponent's program has replied since it was last started."""
        self._failures = 0
        self._missed_at = -1
        """The revision of the match at which the player was informed that an engine is missing; -1 for none."""
        self._has_played: set[str] = set()
        """The levels of the engines that have answered at this table."""
        self._failed: tuple[int, EngineRecord] | None = None
        """The engine that cannot play, and the revision at which it failed; it is not asked again for that position."""
        self._waits = False
        """True if the opponent could not be asked because its code is being compiled."""
        self._events: list[SessionEvent] = []

    @property
    def _mover(self) -> Participant:
        return self._game.participant(self._game.match.state.seat)

    @property
    def is_to_move(self) -> bool:
        """True if a level or an engine is to move."""
        return self._game.match.outcome is None and not self._mover.is_person

    @property
    def is_thinking(self) -> bool:
        """True if an opponent's program runs and has not answered yet, so that its clock runs."""
        return self._turn is not None and self._has_spoken and not self.pace.is_holding

    @property
    def getting_ready(self) -> Progress | None:
        """The progress of compiling the opponent's code; None if the opponent can play."""
        tournament, preparation = self._game.tournament, self._services.preparation
        info = tournament.ruleset.info
        levels = (info.level(participant.level) for participant in tournament.participants)
        if all(level is None or preparation.can_answer(info.id, level) for level in levels):
            return None
        return preparation.progress_of(info.id)

    def forecast(self) -> list[Place]:
        """Return the next stones in the engine's latest variation, or none if the game has left it."""
        return [] if self.thinking is None else forecast(self.thinking, self._game.match)

    # Asking

    def think(self) -> None:
        """Ask the opponent for its moves if it is to move and has not been asked already.

        If the opponent's code is not compiled yet, compile it first; no other opponent plays in its place.
        """
        self._waits = self.getting_ready is not None
        if self._waits:
            self._services.preparation.prioritise(self._game.tournament.ruleset.info.id)
            return
        if not self.is_to_move or (self._turn is not None and self._turn.is_current):
            return
        participant, revision = self._mover, self._game.match.revision
        if not is_engine(participant):
            self._ask(participant.level)
            return
        engine = self._services.engines.find(participant)
        problem = absence(participant, engine)
        if not problem and self._failed != (revision, engine):
            self._ask(participant.level, engine)
        elif problem and self._missed_at != revision:
            self._missed_at = revision
            self._events.append(MessageShown(problem))

    @property
    def has_failed(self) -> bool:
        """True if the engine to move cannot play in this position, until it is asked again or changed."""
        return self._failed is not None and self._failed[0] == self._game.match.revision

    def try_again(self) -> None:
        """Ask the engine that could not play for its move once more."""
        self._failed = None
        self.think()

    def begin_game(self) -> None:
        """Discard the engine's reports about the previous game of the series."""
        self.thinking = None
        self._missed_at = -1

    def ask_hint(self) -> None:
        """Ask the hint engine to suggest a turn."""
        self._ask(self._game.tournament.ruleset.info.hint_level, is_hint=True)

    def _ask(self, level: str, engine: EngineRecord | None = None, *, is_hint: bool = False) -> None:
        match, seat = self._game.match, self._game.match.state.seat
        wish = self._services.preferences.thinking_seconds if engine is None else engine.seconds
        seconds = match.clock.thinking_seconds(seat, wish)
        question = replace(
            question_about(match, level, seconds=seconds, seed=match.seed * 1000 + len(match.plies)),
            ponders=self._ponders and not is_hint,
            language=spoken(),
            game_seconds=match.clock.game_seconds(seat),
            increment=match.clock.control.increment,
        )
        self._turn = OpponentTurn(match, question, is_advice=is_hint)
        self.pace.begin()
        self._services.ask(question, engine)

    def drop_question(self) -> None:
        """Forget the question that the engine was asked, because the position has changed; ignore its answer."""
        self._turn = None

    def stop(self) -> None:
        """Stop the opponents, and ignore their answers to questions that are still open."""
        self._turn = None
        self.pace.begin()
        self._has_spoken = False
        self._services.stop_thinking()

    def forget_taken_back(self) -> None:
        """Discard the engine's search result if it is about a position that has been taken back."""
        if self.thinking is not None and self.thinking.plies > len(self._game.match.plies):
            self.thinking = None

    # Answers

    def poll(self) -> list[SessionEvent]:
        """Return the events since the last call: moves, hints and messages."""
        if self._waits and self.getting_ready is None:
            self.think()
        news, self._events = self._events, []
        for reply in self._services.replies():
            news += [] if self._hold(reply) else self._take(reply)
        for answer in self.pace.released():
            news += self._take(answer)
        return news

    def _hold(self, reply: Reply) -> bool:
        """Hold back an opponent's answer until its thinking time is over. Return False for other replies."""
        turn = self._turn
        if not isinstance(reply, Answer) or turn is None or turn.is_advice or reply.revision != turn.question.revision:
            return False
        level = self._game.tournament.ruleset.info.level(turn.question.level)
        takes_time = self._services.preferences.opponents_take_time
        self.pace.hold(reply, move_delay_of(self._game.match, level, reply, self.thinking) if takes_time else 0.0)
        return True

    def _take(self, reply: Reply) -> list[SessionEvent]:
        turn = self._turn
        report = turn.take(reply) if turn is not None else None
        if turn is None or report is None:
            return []
        if not turn.is_advice:
            self._has_spoken = not isinstance(report, Restarted | Trouble)
        match report:
            case Thought():
                self._take_thought(turn, report)
                return []
            case Restarted():
                return [MessageShown(report.sentence)]
            case Played():
                return [self._moved_by(turn, report)]
            case Advised():
                refusal = self._stakes.count_hint()
                if refusal is not None:
                    return [MessageShown(refusal.message)]
                return [HintGiven(report.moves, join_sentences((turn.note, turn.verdict)))]
            case Trouble() | Unreadable() | Refused():
                if turn.is_advice:
                    return [MessageShown(no_hint(report))]
                return self._handle_failure(report)

    def _take_thought(self, turn: OpponentTurn, thought: Thought) -> None:
        if thought.remark.rank > 1:
            return
        known, match = self.thinking, self._game.match
        if known is None or known.thought.revision != thought.revision or known.is_hint != turn.is_advice:
            asked = (turn.state, len(match.plies), turn.is_advice)
            self.thinking = Thinking(*asked, thought, turn.seconds, match.ruleset.info.logit_scale)
        else:
            self.thinking = known.with_thought(thought, turn.seconds)

    def _moved_by(self, turn: OpponentTurn, played: Played) -> MovesPlayed:
        self._failures = 0
        self._has_played.add(self._game.participant(turn.state.seat).level)
        self._on_change()
        # An engine's remarks are shown only on the card of its thoughts: they are not sentences.
        return MovesPlayed(played.events, "" if is_engine(self._game.participant(turn.state.seat)) else turn.note)

    # Failures

    def _handle_failure(self, failure: Failure) -> list[SessionEvent]:
        """Ask a failed opponent again.

        After the last try, a level gets a stand-in move, and an engine forfeits if it has played here before.
        """
        sentence = complaint(name_at(self._game, self._game.match.state.seat), failure)
        self._failures += 1
        if self._failures < _PATIENCE:
            self._turn = None
            self.think()
            return [MessageShown(sentence)]
        self._failures = 0
        mover = self._mover
        if not is_engine(mover):
            return self._play_stand_in_move(sentence)
        if self._can_play(mover, failure):
            return self._forfeit(sentence)
        engine = self._services.engines.find(mover)
        if engine is not None:
            self._failed = (self._game.match.revision, engine)
        self._turn = None
        return [EngineFailed(sentence)]

    def _can_play(self, engine: Participant, failure: Failure) -> bool:
        """Return True if a failed engine works in principle, since it has answered at this table, if only illegally."""
        if not isinstance(failure, Trouble) or failure.kind is TroubleKind.ILLEGAL:
            return True
        return failure.kind is not TroubleKind.NOT_STARTED and engine.level in self._has_played

    def _forfeit(self, sentence: str) -> list[SessionEvent]:
        """End the game as a forfeit of the engine to move. This result is final, like any other."""
        match = self._game.match
        match.end(Outcome(Termination.FORFEIT, 1 - match.state.seat, match.state.scores))
        self._on_change()
        return [MessageShown(join_sentences((sentence, _("The engine forfeits the game."))))]

    def _play_stand_in_move(self, sentence: str) -> list[SessionEvent]:
        game, match = self._game.game, self._game.match
        move = stand_in_move(match)
        words = screen_move(self._game, move)
        shown = _("“{words}”", words=words) if isinstance(move, Choose) else words
        practised = [] if self._game.tournament.practice_of(game) else [_("This game is unrated now.")]
        if self._stakes.make_practice(Practice.STAND_IN) is not None:
            game.marked = Practice.STAND_IN
        made = match.submit(Command(match.revision, (move,)))
        if isinstance(made, Reason):
            return [MessageShown(join_sentences((sentence, made.message)))]
        self._on_change()
        told = join_sentences((sentence, _("{move} was played for the engine.", move=shown), *practised))
        return [MovesPlayed(made), MessageShown(told)]
