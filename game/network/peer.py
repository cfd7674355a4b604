"""A seat at a far table: fed with messages and time, it has messages to send and news to tell. No thread, no clock.

The window asks it like any table: the match to show, ``submit`` for what the person here plays, ``ask`` and ``answer``
for what both have to want. What comes from the other side goes through ``Match.submit`` like everything else.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.core.language import _
from game.core.match import Command, Match
from game.core.model import Event, Reason
from game.core.ruleset import Ruleset
from game.core.tournament import Tournament
from game.network.handshake import Greeting
from game.network.messages import (
    Bye,
    ClockReport,
    Hello,
    LineRefused,
    LogPart,
    LogSummary,
    Message,
    PhraseSaid,
    RequestReplied,
    RequestSent,
    TableRefused,
    TossCommit,
    TossReveal,
)
from game.network.outbox import Outbox, PhraseReceived, SeatNews, StateChanged
from game.network.phrases import Phrase
from game.network.remote_clock import RemoteClock
from game.network.requests import Requests
from game.network.session_record import SessionRecord
from game.network.sides import PeerRequest, Side
from game.network.sync.entries import SeatKeyOwner, TimeLost, TurnPlayed
from game.network.sync.log_sync import LogSync, NoteRecord
from game.network.sync.replayed_state import ReplayedState, turn_of
from game.network.sync.shared_log import SharedLog
from game.network.sync.terms import TableTerms
from game.network.wire_format import to_text

#: A side that said nothing for so long is not there, in milliseconds: more than two summaries apart.
SILENCE = 40_000
#: The least time between two phrases of the other side that are told.
_PHRASE_PAUSE = 800


class Peer:
    """One side of a far table. Times are milliseconds of any clock that never runs back."""

    def __init__(
        self,
        owner: SeatKeyOwner,
        rulesets: Mapping[str, Ruleset],
        note: NoteRecord,
        *,
        kept: SessionRecord | None = None,
    ) -> None:
        """``note`` keeps a record for the next time; ``kept`` is what records of an earlier time say."""
        self.owner = owner
        self._note = note
        self._voice = Outbox()
        self._course = ReplayedState(rulesets)
        self._greeting = Greeting(owner, rulesets, self._voice)
        self._exchange = LogSync(owner, self._course, self._voice, note, self._greeting.fits)
        self._wishes = Requests(owner, self._exchange, self._voice, lambda: self.far_name)
        self._clock = RemoteClock(owner.side, self._course)
        self._now = 0
        self._heard_at: int | None = None
        self._phrase_at, self._phrase_heard, self._phrases_said = -_PHRASE_PAUSE, -1, 0
        self._remarked_on = -1
        self._restore(kept or SessionRecord())

    def _restore(self, kept: SessionRecord) -> None:
        self._greeting.far_commitment = kept.commitment
        if kept.terms is not None and self.side is Side.HOST:
            self._greeting.offer(kept.terms)
        taken = self._exchange.restore(kept.lines)
        if taken < len(kept.lines):
            self._note(f"cut {taken}")
        if kept.spent[0] == taken:
            self._clock.restore(kept.spent[1])

    # What can be seen

    @property
    def side(self) -> Side:
        """The side of the person at this machine."""
        return self.owner.side

    @property
    def tournament(self) -> Tournament | None:
        """The series, None before both have agreed on it; the same object from then on."""
        return self._course.tournament

    @property
    def match(self) -> Match | None:
        """The latest game's match; its revision counts up with every change, also where something is taken back."""
        return self._course.match

    @property
    def far_name(self) -> str:
        """The name of the other side, "" before it is known."""
        tournament = self.tournament
        if tournament is None:
            return self._greeting.far_name
        return tournament.participants[self.side.other.participant].name

    @property
    def is_far_here(self) -> bool:
        """Whether the other side was heard a short while ago."""
        return self._heard_at is not None and self._now - self._heard_at <= SILENCE

    @property
    def silent_for(self) -> int | None:
        """For how long nothing was heard of the other side, in milliseconds; None when it never was."""
        return None if self._heard_at is None else self._now - self._heard_at

    @property
    def is_own_turn(self) -> bool:
        """Whether the game waits for the person at this machine."""
        return self._course.is_running and self._course.writer is self.side

    @property
    def is_paused(self) -> bool:
        """Whether both have agreed to go on another time; a move ends the pause."""
        return self._course.is_paused

    @property
    def is_alike(self) -> bool:
        """Whether the other side is known to have the same journal."""
        return self._exchange.is_alike

    @property
    def parted_at(self) -> int | None:
        """The first line at which the two logs differ; None while they agree. ``PeerRequest.GO_BACK`` mends it."""
        return self._exchange.parted_at

    @property
    def journal(self) -> SharedLog:
        """The journal, to be read; the last lines may still be taken back."""
        return self._exchange.journal

    @property
    def length(self) -> int:
        """The number of lines in the journal."""
        return len(self._exchange.journal)

    @property
    def hash(self) -> str:
        """The hash of the journal, the same on both sides when both have the same."""
        return self._exchange.journal.hash

    @property
    def delay(self) -> int:
        """How long a message is under way to the other side, in milliseconds, as this side's latest turn was."""
        return self._clock.delay

    @property
    def asked(self) -> PeerRequest | None:
        """What this side has asked for and has no answer to."""
        return self._wishes.asked

    @property
    def wish_heard(self) -> PeerRequest | None:
        """What the other side asks for and has no answer to."""
        return self._wishes.heard

    # What the person here does

    def offer(self, terms: TableTerms) -> Reason | None:
        """The host sets up the table; why this machine cannot keep such terms itself, None where it can."""
        refusal = self._greeting.offer(terms)
        if refusal is None:
            self._note(f"terms {to_text(terms)}")
        return refusal

    def submit(self, command: Command) -> tuple[Event, ...] | Reason:
        """Moves of the person here, chosen when the match stood at the command's revision."""
        match = self.match
        if match is None:
            return Reason("not now", _("There is no game yet."))
        if not self.is_own_turn or command.revision != match.revision:
            stale = Reason("stale", _("The position changed before this move was played."))
            not_now = match.outcome is None and _("It is {name}'s turn.", name=self.far_name)
            return stale if self.is_own_turn else Reason("not your turn", not_now or _("The game is over."))
        turn = turn_of(match, command.moves, self._clock.own_spent)
        made = turn if isinstance(turn, Reason) else self._exchange.write(turn)
        if not isinstance(made, Reason):
            self._clock.said(self.length)
        return made

    def ask(self, wish: PeerRequest) -> Reason | None:
        """Ask the other side for something, or give up; why that cannot be, None where it is asked or done."""
        return self._wishes.ask(wish)

    def answer(self, *, is_yes: bool) -> Reason | None:
        """Answer what the other side asked; why that is too late, None where it is done."""
        return self._wishes.answer(is_yes=is_yes)

    def say(self, phrase: Phrase) -> None:
        """Say a phrase; one that is lost on the way is not said again."""
        self._phrases_said += 1
        self._voice.send(PhraseSaid(phrase, self._phrases_said % 10**6))

    def leave(self) -> None:
        """Tell the other side that this one leaves for now."""
        self._voice.send(Bye(self.side))

    # Time, and what goes back and forth

    def tick(self, now: int) -> None:
        """Let time pass; call it often, and before ``hear``."""
        self._now = now
        self._clock.tick(now, self.length, is_far_here=self.is_far_here)
        if self._clock.is_own_time_up:
            self._lose_on_time()
        if self.tournament is None:
            self._greeting.tick(now)
            self._set_table()
        self._exchange.tick(now)
        self._wishes.tick(now)
        self._tell_clock()

    def _lose_on_time(self) -> None:
        if not isinstance(self._exchange.write(TimeLost(self._clock.own_spent)), Reason):
            self._voice.tell(StateChanged())

    def _set_table(self) -> None:
        table = self._greeting.table()
        if table is not None and not isinstance(self._exchange.write(table), Reason):
            self._voice.tell(StateChanged())

    def _tell_clock(self) -> None:
        told, note = self._clock.to_tell(self.length), self._clock.to_note(self.length)
        if told is not None:
            self._voice.send(told)
        if note:
            self._note(note)

    def far_began(self) -> None:
        """The other side's program has started: it knows of no open question."""
        self._wishes.forget()

    def connected(self) -> None:
        """The channel stands again: compare the journals at once."""
        self._clock.connected()
        self._exchange.begin_anew()

    def take_messages(self) -> list[Message]:
        """The messages to send now."""
        return self._voice.take_messages()

    def take_news(self) -> list[SeatNews]:
        """What is to be shown and told now."""
        return self._voice.take_news()

    def hear(self, message: Message) -> None:
        """A message of the other side, which may be late, doubled, or meant to harm."""
        self._heard_at = self._now
        match message:
            case Hello():
                self._hear_hello(message)
            case TossCommit() | TossReveal():
                self._hear_toss(message)
            case TableRefused():
                self._greeting.hear_refused(message)
            case LogSummary():
                self._exchange.hear_summary(message)
                self._clock.known_there(self._exchange.acknowledged)
            case LogPart():
                self._hear_part(message)
            case LineRefused():
                self._exchange.hear_refused(message)
            case RequestSent():
                self._wishes.hear(message)
            case RequestReplied():
                self._wishes.hear_reply(message)
            case ClockReport():
                self._clock.hear(message, self.length)
            case PhraseSaid():
                self._hear_phrase(message)
            case Bye():
                self._heard_at = None
                self._voice.say(_("{name} has left the game for now.", name=self.far_name or _("The other player")))

    def _hear_hello(self, hello: Hello) -> None:
        if self.tournament is None:
            self._greeting.hear_hello(hello)
        else:
            # Whoever greets has no journal yet, or has lost it.
            self._exchange.begin_anew()

    def _hear_toss(self, said: TossCommit | TossReveal) -> None:
        if self.tournament is not None:
            return
        if isinstance(said, TossReveal):
            self._greeting.hear_reveal(said)
        elif self._greeting.hear_commit(said):
            self._note(f"commit {said.commitment}")

    def _hear_part(self, part: LogPart) -> None:
        before = self.length
        self._exchange.hear_part(part)
        entry = self._exchange.journal.lines[-1].entry if self.length == before + 1 else None
        more = self._clock.far_played(entry.spent) if isinstance(entry, TurnPlayed) else 0
        if isinstance(entry, TurnPlayed) and more:
            self._remark_on_time(entry.spent, more)

    def _remark_on_time(self, spent: int, unsaid: int) -> None:
        """Say once a game that a clock of the other side seems to be slow."""
        tournament = self.tournament
        if tournament is None or self._remarked_on == len(tournament.games):
            return
        self._remarked_on = len(tournament.games)
        seconds, more = round(spent / 1000), round(unsaid / 1000)
        self._voice.say(
            _(
                "{name}'s clock says {seconds} s for this turn. Measured here, it took {more} s more, and the "
                "connection was up.",
                name=self.far_name,
                seconds=seconds,
                more=more,
            )
        )

    def _hear_phrase(self, said: PhraseSaid) -> None:
        is_new = said.number != self._phrase_heard and self._now >= self._phrase_at + _PHRASE_PAUSE
        if is_new:
            self._phrase_at, self._phrase_heard = self._now, said.number
            self._voice.tell(PhraseReceived(said.phrase))
