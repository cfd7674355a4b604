"""One side of a remote game: turns messages into moves, replies and screen updates.

It has no threads and no clock. A session uses it as an opponent: it calls ``carry_out`` for local moves, and ``ask``
and ``answer`` for actions that need both sides. Moves of the other side pass through ``Match.submit`` like all others.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.core.language import _
from game.core.match import Command, Match
from game.core.model import Event, Reason
from game.core.request import PlayerRequest
from game.core.ruleset import Ruleset
from game.core.tournament import Tournament
from game.network.handshake import Greeting
from game.network.messages import (
    Bye,
    ChatPhrase,
    ClockReport,
    Hello,
    LineRefused,
    LogPart,
    LogSummary,
    Message,
    RequestReplied,
    RequestSent,
    SheetSent,
    TableRefused,
    TossCommit,
    TossReveal,
)
from game.network.outbox import Outbox, PeerUpdate, PhraseArrived, StateChanged
from game.network.remote_clock import RemoteClock
from game.network.requests import Requests
from game.network.session_record import SessionRecord
from game.network.sides import Phrase, Side
from game.network.sync.entries import SeatKeyOwner, TimeLost, TurnPlayed
from game.network.sync.log_sync import LogSync, NoteRecord
from game.network.sync.replayed_state import ReplayedState, turn_of
from game.network.sync.shared_log import SharedLog
from game.network.sync.terms import TableTerms
from game.network.wire_format import to_text

#: Milliseconds of silence after which the other side counts as absent: longer than two intervals between summaries.
SILENCE = 40_000
#: The least time in milliseconds between two phrases of the other side that are shown.
_PHRASE_PAUSE = 800


class Peer:
    """The local side of a remote game. All times are milliseconds of a monotonic clock."""

    def __init__(
        self,
        owner: SeatKeyOwner,
        rulesets: Mapping[str, Ruleset],
        note: NoteRecord,
        *,
        kept: SessionRecord | None = None,
    ) -> None:
        """Create one side of a remote game, restored from ``kept`` if given.

        ``kept`` has the records of an earlier session; ``note`` saves a new record.
        """
        self.owner = owner
        self._note = note
        self._outbox = Outbox()
        self._replayed = ReplayedState(rulesets)
        self._greeting = Greeting(owner, rulesets, self._outbox)
        self._exchange = LogSync(owner, self._replayed, self._outbox, note, self._greeting.fits)
        self._requests = Requests(owner, self._exchange, self._outbox, lambda: self.peer_name)
        self._clock = RemoteClock(owner.side, self._replayed)
        self._now = 0
        self._last_message_at: int | None = None
        self._phrase_at, self._last_phrase, self._phrases_sent = -_PHRASE_PAUSE, -1, 0
        self._remarked_on = -1
        self._restore(kept or SessionRecord())

    def _restore(self, kept: SessionRecord) -> None:
        self._greeting.peer_commitment = kept.commitment
        if kept.terms is not None and self.side is Side.HOST:
            self._greeting.offer(kept.terms)
        taken = self._exchange.restore(kept.lines)
        if taken < len(kept.lines):
            self._note(f"cut {taken}")
        if kept.spent[0] == taken:
            self._clock.restore(kept.spent[1])

    # State to display

    @property
    def side(self) -> Side:
        """The local player's side, host or guest."""
        return self.owner.side

    @property
    def tournament(self) -> Tournament | None:
        """The series of games, later changed in place; None until both sides have agreed on it."""
        return self._replayed.tournament

    @property
    def match(self) -> Match | None:
        """The match of the latest game; None before the first. Its revision rises with every change.

        An undo counts as a change, too.
        """
        return self._replayed.match

    @property
    def peer_name(self) -> str:
        """Name of the other player in the remote game; "" until it is known."""
        tournament = self.tournament
        if tournament is None:
            return self._greeting.peer_name
        return tournament.participants[self.side.other.participant].name

    @property
    def is_peer_here(self) -> bool:
        """True if the other side sent a message recently."""
        return self._last_message_at is not None and self._now - self._last_message_at <= SILENCE

    @property
    def silent_for(self) -> int | None:
        """Milliseconds since the last message of the other side; None before the first one."""
        return None if self._last_message_at is None else self._now - self._last_message_at

    @property
    def is_own_turn(self) -> bool:
        """True if it is the local player's turn."""
        return self._replayed.is_running and self._replayed.writer is self.side

    @property
    def is_paused(self) -> bool:
        """True while the game is paused by agreement. A move ends the pause."""
        return self._replayed.is_paused

    @property
    def is_alike(self) -> bool:
        """True if the other side is known to have the same game journal."""
        return self._exchange.is_alike

    @property
    def parted_at(self) -> int | None:
        """Index of the first line at which the two sides' game journals differ, None while they agree.

        ``PlayerRequest.GO_BACK`` removes the difference.
        """
        return self._exchange.parted_at

    @property
    def journal(self) -> SharedLog:
        """The game journal, for reading only; the other side may still reject its last lines."""
        return self._exchange.journal

    @property
    def length(self) -> int:
        """Number of lines in the game journal."""
        return len(self._exchange.journal)

    @property
    def hash(self) -> str:
        """Hash of the game journal. Both sides' hashes are equal if their journals are."""
        return self._exchange.journal.hash

    @property
    def delay(self) -> int:
        """Estimated latency of messages to the other side in milliseconds, measured with this side's latest turn."""
        return self._clock.delay

    @property
    def asked(self) -> PlayerRequest | None:
        """The local player's request that the other side has not answered yet; None if there is none."""
        return self._requests.asked

    @property
    def received_request(self) -> PlayerRequest | None:
        """The other side's request that the local player has not answered yet; None if there is none."""
        return self._requests.received

    # Actions of the local player

    def offer(self, terms: TableTerms) -> Reason | None:
        """Propose and save the host's terms. Return the reason if this machine cannot play them, else None."""
        refusal = self._greeting.offer(terms)
        if refusal is None:
            self._note(f"terms {to_text(terms)}")
        return refusal

    def carry_out(self, command: Command) -> tuple[Event, ...] | Reason:
        """Play the local player's moves, if the match still has the revision for which they were made."""
        match = self.match
        if match is None:
            return Reason("not now", _("There is no game yet."))
        if not self.is_own_turn or command.revision != match.revision:
            stale = Reason("stale", _("The position changed before this move was played."))
            not_now = match.outcome is None and _("It is {name}'s turn.", name=self.peer_name)
            return stale if self.is_own_turn else Reason("not your turn", not_now or _("The game is over."))
        turn = turn_of(match, command.moves, self._clock.own_spent)
        made = turn if isinstance(turn, Reason) else self._exchange.write(turn)
        if not isinstance(made, Reason):
            self._clock.turn_sent(self.length)
        return made

    def ask(self, wish: PlayerRequest) -> Reason | None:
        """Send a request such as an undo to the other side, or resign. Return the reason if that fails, else None."""
        return self._requests.ask(wish)

    def answer(self, *, is_yes: bool) -> Reason | None:
        """Answer the other side's request. Return the reason if the request has lapsed, else None."""
        return self._requests.answer(is_yes=is_yes)

    def send_phrase(self, phrase: Phrase) -> None:
        """Send a chat phrase once; it is not repeated if the message is lost."""
        self._phrases_sent += 1
        self._outbox.send(ChatPhrase(phrase, self._phrases_sent % 10**6))

    def leave(self) -> None:
        """Tell the other side that the local player leaves for now."""
        self._outbox.send(Bye(self.side))

    # Time and messages

    def tick(self, now: int) -> None:
        """Advance the clocks, repeat unanswered messages and check for a loss on time.

        Call it often, and before ``receive``.
        """
        self._now = now
        self._clock.tick(now, self.length, is_peer_here=self.is_peer_here)
        if self._clock.is_own_time_up:
            self._lose_on_time()
        if self.tournament is None:
            self._greeting.tick(now)
            table = self._greeting.table()
            if table is not None and not isinstance(self._exchange.write(table), Reason):
                self._outbox.add_update(StateChanged())
        self._exchange.tick(now)
        self._requests.tick(now)
        self._send_clock()

    def _lose_on_time(self) -> None:
        if not isinstance(self._exchange.write(TimeLost(self._clock.own_spent)), Reason):
            self._outbox.add_update(StateChanged())

    def _send_clock(self) -> None:
        told, note = self._clock.report_due(self.length), self._clock.to_note(self.length)
        if told is not None:
            self._outbox.send(told)
        if note:
            self._note(note)

    def peer_restarted(self) -> None:
        """Drop open requests, because the other side's program has restarted and does not know them."""
        self._requests.forget()

    def connected(self) -> None:
        """Compare both sides' game journals at once, because the channel has just connected."""
        self._clock.connected()
        self._exchange.restart()

    def take_messages(self) -> list[Message]:
        """Remove and return the network messages to send."""
        return self._outbox.take_messages()

    def take_updates(self) -> list[PeerUpdate]:
        """Remove and return the updates for the screen."""
        return self._outbox.take_updates()

    def receive(self, message: Message) -> None:
        """Handle a message of the other side, which may be late, duplicated or malicious."""
        self._last_message_at = self._now
        match message:
            case Hello():
                self._handle_hello(message)
            case TossCommit() | TossReveal():
                self._handle_toss(message)
            case TableRefused():
                self._greeting.handle_refused(message)
            case SheetSent():
                self._greeting.handle_sheet(message)
            case LogSummary():
                self._exchange.handle_summary(message)
                self._clock.acknowledged(self._exchange.acknowledged)
            case LogPart():
                self._handle_part(message)
            case LineRefused():
                self._exchange.handle_refused(message)
            case RequestSent():
                self._requests.receive(message)
            case RequestReplied():
                self._requests.handle_reply(message)
            case ClockReport():
                self._clock.receive(message, self.length)
            case ChatPhrase():
                self._handle_phrase(message)
            case Bye():
                self._last_message_at = None
                self._outbox.add_notice(
                    _("{name} has left the game for now.", name=self.peer_name or _("The other player"))
                )

    def _handle_hello(self, hello: Hello) -> None:
        if self.tournament is None:
            self._greeting.handle_hello(hello)
        else:
            # The sender of a greeting has no journal yet, or has lost it.
            self._exchange.restart()

    def _handle_toss(self, turn_sent: TossCommit | TossReveal) -> None:
        if self.tournament is not None:
            return
        if isinstance(turn_sent, TossReveal):
            self._greeting.handle_reveal(turn_sent)
        elif self._greeting.handle_commit(turn_sent):
            self._note(f"commit {turn_sent.commitment}")

    def _handle_part(self, part: LogPart) -> None:
        before = self.length
        self._exchange.handle_part(part)
        entry = self._exchange.journal.lines[-1].entry if self.length == before + 1 else None
        more = self._clock.compare_clocks(entry.spent) if isinstance(entry, TurnPlayed) else 0
        if isinstance(entry, TurnPlayed) and more:
            self._remark_on_time(entry.spent, more)

    def _remark_on_time(self, spent: int, missing: int) -> None:
        """Notify the player, at most once in each game, that the other side's clock seems to be slow.

        That clock counted ``spent`` milliseconds for a turn, and ``missing`` milliseconds too few.
        """
        tournament = self.tournament
        if tournament is None or self._remarked_on == len(tournament.games):
            return
        self._remarked_on = len(tournament.games)
        seconds, more = round(spent / 1000), round(missing / 1000)
        self._outbox.add_notice(
            _(
                "{name}'s clock counted {seconds} s for this turn. Your computer measured {more} s "
                "more, although the connection was working.",
                name=self.peer_name,
                seconds=seconds,
                more=more,
            )
        )

    def _handle_phrase(self, turn_sent: ChatPhrase) -> None:
        is_new = turn_sent.number != self._last_phrase and self._now >= self._phrase_at + _PHRASE_PAUSE
        if is_new:
            self._phrase_at, self._last_phrase = self._now, turn_sent.number
            self._outbox.add_update(PhraseArrived(turn_sent.phrase))
