"""A session that plays a series of games against any kind of opponent. No pygame here."""

from __future__ import annotations

from game.core.language import _, join_sentences
from game.core.match import Command
from game.core.model import Choose, Move, Reason
from game.core.request import PlayerRequest
from game.core.ruleset import why_no_opponents
from game.core.tournament import Practice, Tournament
from game.engine.client.shared_opponent import SharedOpponent
from game.session.assist.forced_win_search import ForcedWinSearch
from game.session.computer_player import ComputerPlayer
from game.session.playable_game import (
    GameChanged,
    GameStarted,
    HelpUpdated,
    MessageShown,
    MovesPlayed,
    SessionEvent,
    TurnTakenBack,
    TurnTeacher,
)
from game.session.records.counting import UnratedQuestion, Unrating, undo_takes_reply, undoing_seat
from game.session.records.mirror import start_game
from game.session.records.stakes import RatingStakes
from game.session.series_record import SavedSeries, SeriesRecord
from game.session.services import Services
from game.session.session_opponent import LocalOpponent, SessionOpponent
from game.session.shown_game import LatestGame, name_at
from game.storage.players import usual_face

#: The maximum number of seconds that count for one tick, since time passes unseen while the computer sleeps.
_LONGEST_TICK = 1.0


class GameSession(LatestGame):
    """A session that plays the games of a series against any opponent: a computer, a friend here or a person elsewhere.

    People's moves arrive through ``play`` and ``carry_out``, everything that needs the opponent's consent through
    ``ask``. ``tick``, called once a frame, returns the session's events.
    """

    def __init__(self, services: Services, opponent: SessionOpponent, record: SeriesRecord) -> None:
        """Continue a series, or start its first game."""
        self.services = services
        self.opponent = opponent
        self.record = record
        tournament = opponent.tournament
        self.stakes = RatingStakes(services, tournament, record.changed_if_stored)
        self.preparation = services.preparation
        self.prover = SharedOpponent(services.prover)
        self.foresight = ForcedWinSearch(
            tournament.ruleset, self.prover.door(), lambda: services.preparation.is_ready(tournament.ruleset.info.id)
        )
        self._events: list[SessionEvent] = []
        self._owed = 0.0
        """The fraction of a millisecond that has passed but is not counted in the match yet."""
        if tournament.current is None:
            start_game(services, tournament)
        else:
            self.stakes.apply_mark()
            self._save_result()
        self.computer = ComputerPlayer(
            services,
            self,
            self.stakes,
            self._changed,
            ponders=self.only_person is not None and tournament.teacher is None,
        )
        self.teacher: TurnTeacher | None = services.make_teacher(self)
        """The teacher that judges the only person's turns before they are answered; None if there is none."""

    @property
    def tournament(self) -> Tournament:
        """The series of games that the session plays."""
        return self.opponent.tournament

    def person_face(self, index: int) -> str:
        """Return the portrait of the participant with this index if it is a person; "" for a computer opponent.

        A person on another machine is shown with the default portrait that is derived from the name.
        """
        participant = self.tournament.participants[index]
        is_elsewhere = participant.is_person and not self.opponent.is_local(index)
        return usual_face(participant.name) if is_elsewhere else self.services.person_face(participant)

    @property
    def practice(self) -> Practice | None:
        """The reason why the latest game is unrated, None while it is rated."""
        return self.tournament.practice_of(self.game)

    @property
    def name(self) -> str:
        """The name of the series' file."""
        return self.record.name

    def _is_local(self, seat: int) -> bool:
        return self.opponent.is_local(self.game.participant_of(seat))

    @property
    def person_to_move(self) -> bool:
        """True if a person on this machine is to move."""
        return self.match.outcome is None and self._is_local(self.match.state.seat)

    @property
    def opponent_to_move(self) -> bool:
        """True if a computer opponent or a person on another machine is to move."""
        return self.match.outcome is None and not self._is_local(self.match.state.seat)

    @property
    def only_person(self) -> int | None:
        """The player number of the only person at this machine; None if two people play here, or none."""
        seats = [seat for seat in (0, 1) if self._is_local(seat)]
        return seats[0] if len(seats) == 1 else None

    @property
    def lower_seat(self) -> int:
        """The number of the player whose card is the lower of the two: the only person, else the first participant."""
        return self.game.seat_of(0) if self.only_person is None else self.only_person

    # Moves

    def play(self, *moves: Move) -> MovesPlayed | Reason:
        """Make a person's moves in the current position. Return a reason if they are refused."""
        return self.carry_out(Command(self.match.revision, moves))

    def carry_out(self, command: Command) -> MovesPlayed | Reason:
        """Make a person's moves, unless the match has changed since they were chosen. Return a reason for a refusal."""
        if not self.person_to_move:
            return Reason("not your turn", self._why_not_now())
        result = self.opponent.carry_out(command)
        if isinstance(result, Reason):
            return result
        self._changed()
        return MovesPlayed(result)

    def _why_not_now(self) -> str:
        if self.match.outcome is not None:
            return _("The game is over.")
        return _("It is {name}'s turn.", name=name_at(self, self.match.state.seat))

    def redo(self) -> Reason | None:
        """Replay the turn that undo took back. Return a reason if there is none."""
        again = self.match.redo()
        if isinstance(again, Reason):
            return again
        self._changed()
        self._events.append(GameChanged())
        return None

    # Requests

    def ask(self, request: PlayerRequest) -> Reason | None:
        """Send a request such as an undo to the opponent, or resign. Return a reason if it is refused at once.

        Events report the change. Taking back an opponent's reply makes the game unrated; ``question_before`` returns
        the question to ask the player first.
        """
        before = (self.match, self.match.revision)
        granted = self.opponent.ask(request)
        refusal = granted if isinstance(granted, Reason) else self._grant(request) if granted else None
        if refusal is None and before[0] is not self.match:
            self._events.append(GameStarted())
        elif refusal is None and before != (self.match, self.match.revision):
            self._events.append(GameChanged())
        self._events += map(MessageShown, self.record.save_result())
        return refusal

    def answer(self, *, is_yes: bool) -> Reason | None:
        """Answer the opponent's request. Return a reason if it is no longer open."""
        refusal = self.opponent.answer(is_yes=is_yes)
        self._events += map(MessageShown, self.record.save_result())
        return refusal

    def _grant(self, request: PlayerRequest) -> Reason | None:
        """Carry out a request in a series that this machine alone keeps."""
        match request:
            case PlayerRequest.UNDO:
                return self._undo()
            case PlayerRequest.NEXT_GAME:
                self._start_next_game()
            case PlayerRequest.RESIGN:
                self.computer.stop()
                self.match.resign(self.giving_up)
                self._changed()
            case PlayerRequest.DRAW:
                self.match.agree_draw()
                self._changed()
            case _:
                raise ValueError(request)
        return None

    def _undo(self) -> Reason | None:
        """Take back the person's last turn and the reply to it, or the last turn if two people play.

        The result of a finished game is final.
        """
        if self.match.outcome is not None:
            return Reason("stands", _("The game is over, so its moves cannot be undone."))
        takes_reply = undo_takes_reply(self.match, self.only_person)
        refusal = self.stakes.make_practice(Practice.UNDO) if takes_reply else None
        if refusal is not None:
            return refusal
        self.computer.stop()
        gone = self.match.undo(undoing_seat(self.match, self.only_person))
        if isinstance(gone, Reason):
            self.think()
            return gone
        self.computer.forget_taken_back()
        self._changed()
        return None

    def question_before(self, action: Unrating) -> UnratedQuestion | None:
        """Return the question to ask the player before an action that makes the game unrated, else None."""
        is_hint_barred = action is Unrating.HINT and self._no_hint() is not None
        return None if is_hint_barred else self.stakes.question_before(action)

    @property
    def giving_up(self) -> int:
        """The player number of the person who resigns: the only person, or the person to move."""
        return self.match.state.seat if self.only_person is None else self.only_person

    @property
    def can_abort(self) -> bool:
        """True if the game can be abandoned without a result, since no local person has moved."""
        if self.opponent.is_remote:
            return False
        moved = (ply.seat for ply in self.match.plies if not isinstance(ply.move, Choose))
        return self.match.outcome is None and not any(map(self._is_local, moved))

    def abort(self) -> None:
        """Restart the game from its beginning, without a loss or an entry in the records."""
        self.computer.stop()
        while self.match.plies:
            self.match.undo()
        self.computer.thinking = None
        self.record.changed_if_stored()

    def ask_hint(self) -> Reason | None:
        """Ask the hint engine to suggest a turn. Return a reason if no hint is possible.

        The hint costs a ticket or makes the game unrated; ``question_before`` returns the question to ask first.
        """
        refusal = self._no_hint()
        if refusal is None:
            self.computer.ask_hint()
        elif self.person_to_move:
            self.preparation.prioritise(self.tournament.ruleset.info.id)
        return refusal

    def _no_hint(self) -> Reason | None:
        """Return the reason why the player cannot get a hint, or None if a hint is possible."""
        if not self.person_to_move:
            return Reason("no hint", self._why_not_now())
        refused = why_no_opponents(self.match.ruleset, self.match.options)
        if refused is not None:
            return refused
        info = self.tournament.ruleset.info
        level = info.level(info.hint_level)
        if level is None or self.preparation.can_answer(info.id, level):
            return None
        return Reason("no hint", _("Hints come from {name}, who is still getting ready.", name=_(level.name)))

    # The series

    def _start_next_game(self) -> None:
        self._save_result()
        self.record.begin_game()
        self.stakes.hinted_at = -1
        self.computer.begin_game()
        start_game(self.services, self.tournament)
        self.teacher = self.services.make_teacher(self)
        self._changed()

    def end_series(self) -> None:
        """End a series that has no fixed number of games."""
        self._save_result()
        if self.tournament.best_of == 0:
            self.tournament.ended = True
            self._changed()

    def leave(self) -> str:
        """Stop the opponents, record a finished game and save all changes. Return messages about failures."""
        self.computer.stop()
        self.services.foreign.dismiss()
        if self.teacher is not None:
            self.teacher.leave()
        unsaved = self.opponent.leave()
        self._save_result()
        messages, self._events = [said.sentence for said in self._events if isinstance(said, MessageShown)], []
        return join_sentences((unsaved, *messages, self.record.leave()))

    def _changed(self) -> None:
        self.computer.drop_question()
        self.stakes.apply_mark()
        self._events += map(MessageShown, self.record.changed())
        self._forget_mark()
        self.think()

    def _save_result(self) -> None:
        """Add the finished game to the players' records; repeated calls have no effect."""
        if self.match.outcome is not None:
            self.stakes.apply_mark()
        self._events += map(MessageShown, self.record.save_result())
        self._forget_mark()

    def _forget_mark(self) -> None:
        if self.record.is_result_saved:
            self.stakes.forget_mark()

    # Time

    def think(self) -> None:
        """Ask a computer opponent for its moves if it is to move, once the teacher has accepted the person's turn."""
        if self.teacher is not None and self.computer.is_to_move and self.teacher.is_judging:
            # A hint that is still being computed is no longer needed.
            self.services.stop_thinking()
            return
        self.computer.think()

    def tick(self, seconds: float, *, is_clock_stopped: bool = False) -> list[SessionEvent]:
        """Count the clock and exchange messages with the opponent. Return the events since the last call.

        Call it once a frame with the seconds that have passed. ``is_clock_stopped`` is True while the board is
        hidden, or a stone is still falling; it does not stop the clock of a remote game.

        The clock of the side to move runs while that side is free to think: not while an opponent's process starts or
        is missing, and for at most a second at a time, since the whole computer may have slept.
        """
        counted = [] if is_clock_stopped or self.opponent.is_remote else self._count_time(seconds)
        self.computer.pace.tick(seconds)
        news, self._events = self._events, []
        happened = [*counted, *news, *self._remote_events(), *self.computer.poll()]
        happened += [HelpUpdated()] if self.foresight.poll(self.match) else []
        happened += self._teacher_events()
        problem = self.services.autosave.problem()
        return [*happened, *([MessageShown(problem)] if problem else [])]

    def _remote_events(self) -> list[SessionEvent]:
        happened = list(self.opponent.poll())
        if self.opponent.is_remote:
            happened += map(MessageShown, self.record.save_result())
        return happened

    @property
    def is_thinking_time(self) -> bool:
        """True if the clock of the side to move is running. It first starts at the first stone or pass of the game.

        The clock does not run while an engine is missing or a program starts, nor once an answer has arrived.
        """
        if all(isinstance(ply.move, Choose) for ply in self.match.plies):
            return False
        return self.person_to_move or (self.computer.is_to_move and self.computer.is_thinking)

    def _count_time(self, seconds: float) -> list[SessionEvent]:
        """Count thinking time for the side to move; if its time runs out, the game ends."""
        match = self.match
        if match.counts_time and self.is_thinking_time:
            self._owed += min(seconds, _LONGEST_TICK) * 1000
            whole = int(self._owed)
            self._owed -= whole
            match.spend(whole)
        if not match.is_out_of_time:
            return []
        self.computer.stop()
        match.lose_on_time()
        self._changed()
        return [GameChanged()]

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
        self.computer.stop()
        gone = self.match.undo(self.only_person)
        assert not isinstance(gone, Reason), "a turn that was judged can be taken back"
        self.match.spend(sum(ply.spent for ply in gone))
        self.computer.forget_taken_back()
        self._changed()


def open_local_session(services: Services, tournament: Tournament, name: str, *, saved: bool) -> GameSession:
    """Continue a series that this machine keeps, or start its first game.

    ``name`` is that of its file; ``saved`` is True if the file exists.
    """
    record = SavedSeries(services, tournament, name, saved=saved)
    return GameSession(services, LocalOpponent(tournament), record)
