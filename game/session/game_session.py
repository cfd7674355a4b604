"""A session that plays a series of games: people and opponents take turns, and every ply is saved. No pygame here."""

from __future__ import annotations

from dataclasses import replace

from game.core.language import _, join_sentences, spoken
from game.core.match import Command
from game.core.model import Choose, Move, Outcome, Place, Reason, Termination
from game.core.ruleset import Level
from game.core.tournament import Practice, Tournament
from game.engine.client.opponent import Answer, Reply, Restarted, Thought, Trouble
from game.engine.client.opponent_turn import Advised, OpponentTurn, Played, Refused, Unreadable, question_about
from game.engine.client.preparation import Progress
from game.engine.client.shared_opponent import SharedOpponent
from game.session.answer_delay import AnswerDelay, move_delay_of
from game.session.assist.forced_win_search import ForcedWinSearch
from game.session.engines import EngineRecord, absence, is_engine
from game.session.playable_game import (
    HelpUpdated,
    HintGiven,
    MessageShown,
    MovesPlayed,
    SessionEvent,
    TurnTakenBack,
    TurnTeacher,
)
from game.session.records.counting import UnratedQuestion, Unrating, tickets_left, undo_takes_reply, undoing_seat
from game.session.records.entry import RecordEntry
from game.session.records.ladder_progress import Reward
from game.session.records.mirror import start_game
from game.session.records.stakes import RatingStakes
from game.session.services import Services
from game.session.session_file import SessionFile
from game.session.shown_game import LatestGame, name_at
from game.session.texts import complaint, no_hint, screen_move, stand_in_move
from game.session.thinking import Thinking, forecast

#: Number of failures in a position after which a move is made for a level, or an engine forfeits the game.
_PATIENCE = 2


class GameSession(LatestGame):
    """A session that plays the games of a tournament, asks the opponents for moves, and saves the file.

    People's moves arrive through ``play`` and ``submit``. ``poll``, called once a frame, returns the session's events.
    """

    def __init__(self, services: Services, tournament: Tournament, name: str, *, saved: bool) -> None:
        """Continue a tournament, or start its first game. ``saved`` is True if the file ``name`` exists."""
        self.services = services
        self._tournament = tournament
        self.file = SessionFile(services, tournament, name, saved=saved)
        self.stakes = RatingStakes(services, tournament, self.file)
        self._failures = 0
        self._entry = RecordEntry(services, tournament)
        self.thinking: Thinking | None = None
        """The latest thoughts of the opponent or hint engine about this game; None if there are none."""
        self.prover = SharedOpponent(services.prover)
        self.foresight = ForcedWinSearch(
            tournament.ruleset, self.prover.door(), lambda: services.preparation.is_ready(tournament.ruleset.info.id)
        )
        self._turn: OpponentTurn | None = None
        """The pending question about the current position, for an opponent's turn or a hint."""
        self._has_spoken = False
        """True if the opponent's program has replied since it was last started."""
        self._missed_at = -1
        """The revision of the match at which the player was informed that an engine is missing; -1 for none."""
        self.pace = AnswerDelay()
        self._events: list[SessionEvent] = []
        self._waits_for_engine = False
        """True if the opponent could not be asked because its code is being compiled."""
        self.teacher: TurnTeacher | None = None
        """The teacher that judges the only person's turns before they are answered; None if there is none."""
        if tournament.current is None:
            start_game(services, tournament)
        else:
            self.stakes.apply_mark()
            self.save_result()

    @property
    def name(self) -> str:
        """The name of the tournament's file."""
        return self.file.name

    @property
    def tournament(self) -> Tournament:
        """The series of games that the session plays."""
        return self._tournament

    def person_face(self, index: int) -> str:
        """Return the portrait of a participant who is a person; "" for a computer opponent."""
        return self.services.person_face(self.tournament.participants[index])

    @property
    def practice(self) -> Practice | None:
        """The reason why the latest game is unrated, None while it is rated."""
        return self.tournament.practice_of(self.game)

    @property
    def reward(self) -> Reward | None:
        """The ladder reward for winning the series, available once the win is saved."""
        return self._entry.reward

    @property
    def next_level(self) -> Level | None:
        """The next level on the ladder after a won ladder match; None if there is none."""
        return self._entry.earned.next_level if self._entry.earned is not None else None

    @property
    def tickets(self) -> int | None:
        """The number of free hints left in a ladder match, None in any other match."""
        return tickets_left(self.tournament)

    @property
    def person_to_move(self) -> bool:
        """True if a person on this machine is to move."""
        return self.match.outcome is None and self.participant(self.match.state.seat).is_person

    @property
    def opponent_to_move(self) -> bool:
        """True if a computer opponent is to move."""
        return self.match.outcome is None and not self.participant(self.match.state.seat).is_person

    @property
    def is_thinking_time(self) -> bool:
        """True if the clock of the side to move is running. It first starts at the first stone of the game.

        It does not run while an engine is missing or a program starts, nor once an answer has arrived.
        """
        if not any(isinstance(ply.move, Place) for ply in self.match.plies):
            return False
        thinks = self._turn is not None and self._has_spoken and not self.pace.is_holding
        return self.person_to_move or (self.opponent_to_move and thinks)

    @property
    def getting_ready(self) -> Progress | None:
        """The progress of compiling the opponent's code; None if the opponent can play."""
        info, preparation = self.tournament.ruleset.info, self.services.preparation
        levels = (info.level(participant.level) for participant in self.tournament.participants)
        if all(level is None or preparation.can_answer(info.id, level) for level in levels):
            return None
        return preparation.progress_of(info.id)

    @property
    def only_person(self) -> int | None:
        """The player number of the only person in the game, or None if two people play."""
        seats = [seat for seat in (0, 1) if self.participant(seat).is_person]
        return seats[0] if len(seats) == 1 else None

    # Actions of people

    def play(self, *moves: Move) -> MovesPlayed | Reason:
        """Make a person's moves in the current position. Return a reason if they are refused."""
        return self.submit(Command(self.match.revision, moves))

    def submit(self, command: Command) -> MovesPlayed | Reason:
        """Make a person's moves unless the match has changed since. Return a reason if they are refused."""
        if not self.person_to_move:
            return Reason("not your turn", self._why_not_now())
        return self._make(command)

    def _why_not_now(self) -> str:
        if self.match.outcome is not None:
            return _("The game is over.")
        return _("It is {name}'s turn.", name=self._mover_name())

    def _mover_name(self) -> str:
        return name_at(self, self.match.state.seat)

    def _make(self, command: Command) -> MovesPlayed | Reason:
        result = self.match.submit(command)
        if isinstance(result, Reason):
            return result
        self._changed()
        return MovesPlayed(result)

    def undo(self) -> Reason | None:
        """Take back the person's last turn and the reply to it, or the last turn if two people play.

        Return a reason if that is refused. The result of a finished game is final. Taking back an opponent's reply
        makes the game unrated; ``question_before`` returns the question to ask the player first.
        """
        if self.match.outcome is not None:
            return Reason("stands", self.why_result_stands)
        takes_reply = undo_takes_reply(self.match, self.only_person)
        refusal = self.stakes.make_practice(Practice.UNDO) if takes_reply else None
        if refusal is not None:
            return refusal
        self._stop_thinking()
        gone = self.match.undo(undoing_seat(self.match, self.only_person))
        if isinstance(gone, Reason):
            self.think()
            return gone
        self._forget_thinking()
        self._changed()
        return None

    @property
    def why_result_stands(self) -> str:
        """A sentence that tells the player why undo is not possible in this finished game."""
        return _("A result cannot be changed once it is shown.")

    def question_before(self, action: Unrating) -> UnratedQuestion | None:
        """Return the question to ask the player before an action that makes the game unrated, else None."""
        is_hint_barred = action is Unrating.HINT and self._no_hint() is not None
        return None if is_hint_barred else self.stakes.question_before(action)

    def redo(self) -> Reason | None:
        """Replay the turn that undo took back. Return a reason if there is none."""
        again = self.match.redo()
        if isinstance(again, Reason):
            return again
        self._changed()
        return None

    @property
    def giving_up(self) -> int:
        """The player number of the person who resigns: the only person, or the person to move."""
        return self.match.state.seat if self.only_person is None else self.only_person

    def resign(self) -> None:
        """Resign the game for the only person, or for the person to move if two people play."""
        self._stop_thinking()
        self.match.resign(self.giving_up)
        self._changed()

    @property
    def can_abort(self) -> bool:
        """True if the game can be abandoned without a result, since no local person has placed a stone."""
        placed = (ply.seat for ply in self.match.plies if isinstance(ply.move, Place))
        return self.match.outcome is None and not any(self.participant(seat).is_person for seat in placed)

    def abort(self) -> None:
        """Restart the game from its beginning, without a loss or an entry in the records."""
        self._stop_thinking()
        while self.match.plies:
            self.match.undo()
        self.thinking = None
        self.file.changed_if_stored()

    def lose_on_time(self) -> None:
        """End the game as a loss on time for the side to move."""
        self._stop_thinking()
        self.match.lose_on_time()
        self._changed()

    def agree_draw(self) -> Reason | None:
        """End the game as a draw between two people. Return a reason if a computer opponent refuses."""
        if self.only_person is not None:
            return Reason("no draw", _("Your opponent declined the draw offer."))
        self.match.agree_draw()
        self._changed()
        return None

    def ask_hint(self) -> Reason | None:
        """Ask the hint engine to suggest a turn. Return a reason if no hint is possible.

        The hint costs a ticket or makes the game unrated; ``question_before`` returns the question to ask first.
        """
        info, refusal = self.tournament.ruleset.info, self._no_hint()
        if refusal is None:
            self._ask(info.hint_level, is_hint=True)
        elif self.person_to_move:
            self.services.preparation.prioritise(info.id)
        return refusal

    def _no_hint(self) -> Reason | None:
        """Return the reason why the player cannot get a hint, or None if a hint is possible."""
        if not self.person_to_move:
            return Reason("no hint", self._why_not_now())
        info = self.tournament.ruleset.info
        level = info.level(info.hint_level)
        if level is None or self.services.preparation.can_answer(info.id, level):
            return None
        return Reason("no hint", _("Hints come from {name}, who is still getting ready.", name=_(level.name)))

    def next_game(self) -> None:
        """Record the finished game and start the next game of the series."""
        self.save_result()
        self._entry = RecordEntry(self.services, self.tournament)
        self.thinking = None
        self._missed_at = self.stakes.hinted_at = -1
        start_game(self.services, self.tournament)
        self._changed()

    def end_series(self) -> None:
        """End a series that has no fixed number of games."""
        self.save_result()
        if self.tournament.best_of == 0:
            self.tournament.ended = True
            self._changed()

    def save_result(self) -> None:
        """Add the finished game to the players' records; repeated calls have no effect.

        A result that cannot be written waits and is retried; messages report both.
        """
        if self.match.outcome is not None:
            self.stakes.apply_mark()
        self._events.extend(MessageShown(sentence) for sentence in self._entry.put())
        if self._entry.is_saved:
            self.stakes.forget_mark()

    def leave(self) -> str:
        """Stop the opponents, record a finished game and save all changes. Return messages about failures."""
        self._stop_thinking()
        self.services.foreign.dismiss()
        if self.teacher is not None:
            self.teacher.leave()
        self.save_result()
        self.services.autosave.leave()
        messages, self._events = [said.sentence for said in self._events if isinstance(said, MessageShown)], []
        return join_sentences((*messages, self.services.autosave.problem()))

    # Actions of opponents

    def think(self) -> None:
        """Ask the opponent for its moves if it is to move and has not been asked already.

        If the opponent's code is not compiled yet, compile it first; no other opponent plays in its place.
        """
        self._waits_for_engine = self.getting_ready is not None
        if self._waits_for_engine:
            self.services.preparation.prioritise(self.tournament.ruleset.info.id)
            return
        if not self.opponent_to_move or (self._turn is not None and self._turn.is_current):
            return
        if self.teacher is not None and self.teacher.is_judging:
            # A hint that is still being computed is no longer needed.
            self.services.stop_thinking()
            return
        participant = self.participant(self.match.state.seat)
        if not is_engine(participant):
            self._ask(participant.level)
            return
        engine = self.services.engines.find(participant)
        problem = absence(participant, engine)
        if not problem:
            self._ask(participant.level, engine)
        elif self._missed_at != self.match.revision:
            self._missed_at = self.match.revision
            self._events.append(MessageShown(problem))

    def forecast(self) -> list[Place]:
        """Return the next stones in the engine's latest variation, or none if the game has left it."""
        return [] if self.thinking is None else forecast(self.thinking, self.match)

    def poll(self) -> list[SessionEvent]:
        """Return the session's events since the last frame."""
        if self._waits_for_engine and self.getting_ready is None:
            self.think()
        news, self._events = self._events, []
        happenings = [each for reply in self.services.replies() if not self._hold(reply) for each in self._take(reply)]
        happenings += [each for answer in self.pace.released() for each in self._take(answer)]
        happenings += [HelpUpdated()] if self.foresight.poll(self.match) else []
        happenings += self._teacher_events()
        problem = self.services.autosave.problem()
        return [*news, *happenings, *([MessageShown(problem)] if problem else [])]

    def _teacher_events(self) -> list[SessionEvent]:
        """Return the teacher's events, and let the game go on if the teacher has accepted the turn."""
        if self.teacher is None:
            return []
        was_judging, said = self.teacher.is_judging, self.teacher.poll()
        if any(isinstance(each, TurnTakenBack) for each in said):
            self._take_turn_back()
        elif was_judging and not self.teacher.is_judging:
            self.think()
        return list(said)

    def _take_turn_back(self) -> None:
        """Take back the person's turn because the teacher rejects it. The time used for it is not refunded."""
        self._stop_thinking()
        gone = self.match.undo(self.only_person)
        assert not isinstance(gone, Reason), "a turn that was judged can be taken back"
        self.match.spend(sum(ply.spent for ply in gone))
        self._forget_thinking()
        self._changed()

    def _forget_thinking(self) -> None:
        """Discard the engine's search result if it is about a position that has been taken back."""
        if self.thinking is not None and self.thinking.plies > len(self.match.plies):
            self.thinking = None

    def _hold(self, reply: Reply) -> bool:
        """Hold back an opponent's answer until its thinking time is over. Return False for other replies."""
        turn = self._turn
        if not isinstance(reply, Answer) or turn is None or turn.is_advice or reply.revision != turn.question.revision:
            return False
        level = self.tournament.ruleset.info.level(turn.question.level)
        takes_time = self.services.preferences.opponents_take_time
        self.pace.hold(reply, move_delay_of(self.match, level, reply, self.thinking) if takes_time else 0.0)
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
                refusal = self.stakes.count_hint()
                if refusal is not None:
                    return [MessageShown(refusal.message)]
                return [HintGiven(report.moves, join_sentences((turn.note, turn.verdict)))]
            case Trouble() | Unreadable() | Refused():
                sentence = no_hint(report) if turn.is_advice else complaint(self._mover_name(), report)
                return [MessageShown(sentence)] if turn.is_advice else self._handle_failure(sentence)

    def _take_thought(self, turn: OpponentTurn, thought: Thought) -> None:
        if thought.remark.rank > 1:
            return
        known = self.thinking
        if known is None or known.thought.revision != thought.revision or known.is_hint != turn.is_advice:
            asked = (turn.state, len(self.match.plies), turn.is_advice)
            self.thinking = Thinking(*asked, thought, turn.seconds, self.match.ruleset.info.logit_scale)
        else:
            self.thinking = known.with_thought(thought, turn.seconds)

    def _moved_by(self, turn: OpponentTurn, played: Played) -> MovesPlayed:
        self._failures = 0
        self._changed()
        # An engine's remarks are shown only on the card of its thoughts: they are not sentences.
        return MovesPlayed(played.events, "" if is_engine(self.participant(turn.state.seat)) else turn.note)

    def _handle_failure(self, sentence: str) -> list[SessionEvent]:
        """Ask a failed opponent again. After the last try an engine forfeits; a level gets a stand-in move."""
        self._failures += 1
        if self._failures < _PATIENCE:
            self._turn = None
            self.think()
            return [MessageShown(sentence)]
        self._failures = 0
        if is_engine(self.participant(self.match.state.seat)):
            return self._forfeit(sentence)
        return self._play_stand_in_move(sentence)

    def _forfeit(self, sentence: str) -> list[SessionEvent]:
        """End the game as a forfeit of the engine to move. This result is final, like any other."""
        match = self.match
        match.end(Outcome(Termination.FORFEIT, 1 - match.state.seat, match.state.scores))
        self._changed()
        return [MessageShown(join_sentences((sentence, _("The engine forfeits the game."))))]

    def _play_stand_in_move(self, sentence: str) -> list[SessionEvent]:
        move = stand_in_move(self.match)
        words = screen_move(self, move)
        shown = _("“{words}”", words=words) if isinstance(move, Choose) else words
        practised = [] if self.practice else [_("This game is unrated now.")]
        if self.stakes.make_practice(Practice.STAND_IN) is not None:
            self.game.marked = Practice.STAND_IN
        made = self._make(Command(self.match.revision, (move,)))
        if isinstance(made, Reason):
            return [MessageShown(join_sentences((sentence, made.message)))]
        return [
            made,
            MessageShown(join_sentences((sentence, _("{move} was played for the engine.", move=shown), *practised))),
        ]

    def _ask(self, level: str, engine: EngineRecord | None = None, *, is_hint: bool = False) -> None:
        match, clock, seat = self.match, self.match.clock, self.match.state.seat
        wish = self.services.preferences.thinking_seconds if engine is None else engine.seconds
        seconds = clock.thinking_seconds(seat, wish)
        question = replace(
            question_about(match, level, seconds=seconds, seed=match.seed * 1000 + len(match.plies)),
            ponders=self.only_person is not None and not is_hint and self.teacher is None,
            language=spoken(),
            game_seconds=clock.game_seconds(seat),
            increment=clock.control.increment,
        )
        self._turn = OpponentTurn(match, question, is_advice=is_hint)
        self.pace.begin()
        self.services.ask(question, engine)

    def _stop_thinking(self) -> None:
        self._turn = None
        self.pace.begin()
        self._has_spoken = False
        self.services.stop_thinking()

    def _changed(self) -> None:
        self._turn = None
        self.stakes.apply_mark()
        self.file.changed()
        self.save_result()
        self.think()
