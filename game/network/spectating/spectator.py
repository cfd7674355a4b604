"""Both ends of spectating a remote game: one player's window sends the journal, spectators receive it.

Spectators have keys for their link to that window only. They can read the journal but cannot write to the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, ValidationError, field

from game.core.language import _, plural
from game.core.model import Event, Reason
from game.core.ruleset import PluginError, Ruleset, sheet_text_of
from game.network.encryption.keys import KeyAgreement, TableKeys
from game.network.encryption.member_links import HostLink, MemberLink, Received
from game.network.messages import (
    MOST_LINES,
    JournalLength,
    LogPart,
    SheetSent,
    TableRefused,
    packed,
    sheet_message,
    sheet_text,
    unpacked,
)
from game.network.outbox import SheetReceived
from game.network.peer import Peer
from game.network.sides import RefusalCode
from game.network.sync.entries import SharedLine, TableSet
from game.network.sync.replayed_state import ReplayedState
from game.network.sync.shared_log import SharedLog
from game.network.sync.terms import Hash
from game.network.transport.channel import Channel, ChannelState, frames_for_now
from game.network.wire_format import WireRecord, from_text, to_text

#: Milliseconds: interval between two messages of a spectator; silence after which a spectator counts as gone; least
#: time between two parts sent to a spectator; least time between two rollbacks of a spectator's journal.
_AGAIN, _SILENCE, _PART_PAUSE, _RESTART_PAUSE = 3_000, 15_000, 500, 1_000
#: The maximum number of spectators of a game.
MOST_WATCHERS = 16


class SpectatorHello(WireRecord, frozen=True, tag="watches"):
    """A spectator's message with the length and hash of its copy of the game journal."""

    length: JournalLength = field(name="length")
    hash: Hash = field(name="hash")


class NoRoom(WireRecord, frozen=True, tag="no room"):
    """The host's message that refuses a spectator because the maximum number of spectators has been reached."""

    watchers: Annotated[int, Meta(ge=1, le=MOST_LINES)] = field(name="watchers")


FromTable = LogPart | NoRoom | SheetSent
FromWatcher = SpectatorHello | TableRefused


@dataclass(slots=True)
class _Watcher:
    knows: SpectatorHello
    last_message_at: int
    sent_at: int = -_PART_PAUSE
    sheet_sent_at: int = -_AGAIN


class SpectatorHost:
    """The sender of a remote game's journal to spectators, in the window of one of the players."""

    def __init__(self, keys: TableKeys, own: KeyAgreement, peer: Peer, channel: Channel) -> None:
        """Create the sender, and take ownership of ``channel``; ``keys`` encrypt its messages.

        ``peer`` is this window's end of the game.
        """
        self._door = HostLink(keys, own)
        self._peer, self._journal, self._channel = peer, peer.journal, channel
        self._watchers: dict[bytes, _Watcher] = {}

    @property
    def watchers(self) -> int:
        """Number of spectators of the remote game."""
        return len(self._watchers)

    @property
    def notice(self) -> str:
        """An error message about a problem that keeps spectators out; "" if there is none."""
        return self._channel.state.notice

    @property
    def is_everything_sent(self) -> bool:
        """True if all spectators have received the complete game journal."""
        knows_all = SpectatorHello(len(self._journal), self._journal.hash)
        return all(watcher.knows == knows_all for watcher in self._watchers.values())

    def poll(self, now: int) -> None:
        """Handle messages of spectators, and send them the journal lines that they lack."""
        for frame in frames_for_now(self._channel):
            heard, answers = self._door.receive(frame)
            for answer in answers:
                self._channel.send(answer)
            if heard is not None:
                self._channel.trust(frame)
            if heard is not None and heard.message:
                self._take(heard, now)
        for who in [each for each, watcher in self._watchers.items() if now - watcher.last_message_at > _SILENCE]:
            del self._watchers[who]
            self._door.release(who)
        for who, watcher in self._watchers.items():
            self._send_state(who, watcher, now)

    def _take(self, heard: Received, now: int) -> None:
        who = heard.who
        try:
            said: FromWatcher = from_text(FromWatcher, unpacked(heard.message))
        except ValidationError:
            return
        watcher = self._watchers.get(who)
        if isinstance(said, TableRefused):
            if watcher is not None and said.code is RefusalCode.NO_RULESET:
                self._send_sheet(who, watcher, now)
        elif watcher is not None:
            watcher.knows, watcher.last_message_at = said, now
        elif len(self._watchers) < MOST_WATCHERS:
            self._watchers[who] = _Watcher(said, now)
            # A spectator's link is protected from being dropped when others knock.
            self._door.keep(who)
        else:
            self._send(who, NoRoom(len(self._watchers)))

    def _send_sheet(self, who: bytes, watcher: _Watcher, now: int) -> None:
        """Send the rule sheet of the game to a spectator who does not have it."""
        tournament = self._peer.tournament
        if tournament is None or now - watcher.sheet_sent_at < _AGAIN:
            return
        text = sheet_text_of(tournament.ruleset)
        message = sheet_message(tournament.ruleset.info.id, text) if text else None
        if message is not None:
            watcher.sheet_sent_at = now
            self._send(who, message)

    def _send_state(self, who: bytes, watcher: _Watcher, now: int) -> None:
        journal, knows = self._journal, watcher.knows
        is_alike = journal.hash_at(knows.length) == knows.hash
        start = knows.length if is_alike else 0
        if start >= len(journal) or now - watcher.sent_at < _PART_PAUSE:
            return
        watcher.sent_at = now
        self._send(who, journal.part_from(start))

    def _send(self, who: bytes, message: FromTable) -> None:
        frame = self._door.seal(who, packed(to_text(message)))
        if frame:
            self._channel.send(frame)

    def close(self) -> None:
        """Stop sending the game to spectators and close the channel."""
        self._channel.close()


class Spectator:
    """The receiver of a remote game's journal, in the window of a spectator."""

    def __init__(
        self, keys: TableKeys, own: KeyAgreement, sender_key: bytes, rulesets: Mapping[str, Ruleset], channel: Channel
    ) -> None:
        """Create the receiver of a watched game, and take ownership of ``channel``.

        ``sender_key`` is the host's public key; b"" accepts the first host to answer.
        """
        self._door = MemberLink(keys, own, sender_key)
        self._channel = channel
        self._journal = SharedLog()
        self.replayed = ReplayedState(rulesets)
        self._problem = ""
        self._unknown = ""
        """The id of the watched game if this machine does not have it, "" otherwise."""
        self.received_sheet: SheetReceived | None = None
        """The rule sheet of the watched game, for the spectator to accept; None if it is known or has not arrived."""
        self._due = self._restart_due = self._sheet_due = 0
        self._last_message_at: int | None = None
        self._no_room: tuple[int, int] | None = None
        """Time of the host's latest refusal for lack of room, and its number of spectators."""
        self._now = 0
        self._was_connected = False

    @property
    def problem(self) -> str:
        """An error message that says why the watched game cannot be shown; "" if it can."""
        if self._no_room is not None and self._now - self._no_room[0] <= 2 * _AGAIN:
            return plural(
                "{count} spectator is already watching, which is the limit. You will join as soon as somebody leaves.",
                "{count} spectators are already watching, which is the limit. You will join as soon "
                "as somebody leaves.",
                self._no_room[1],
            )
        return self._problem

    @property
    def is_receiving(self) -> bool:
        """True if the window that sends the watched game sent a message recently."""
        return self._last_message_at is not None and self._now - self._last_message_at <= _SILENCE

    @property
    def channel_state(self) -> ChannelState:
        """The state of the network channel to the window that sends the watched game."""
        return self._channel.state

    def poll(self, now: int) -> list[tuple[Event, ...]]:
        """Receive and send messages. Return the watched game's events for each new journal line.

        An empty tuple in place of events means that lines were removed.
        """
        self._now = now
        changes: list[tuple[Event, ...]] = []
        self._look_at_channel()
        frames = self._door.tick(now, is_well=self.is_receiving)
        for frame in frames_for_now(self._channel):
            heard, answers = self._door.receive(frame)
            frames += answers
            if heard is not None:
                self._channel.trust(frame)
                self._last_message_at = now
                changes += self._receive(heard.message) if heard.message else []
        if changes or now >= self._due:
            knows = SpectatorHello(len(self._journal), self._journal.hash)
            told = self._door.seal(packed(to_text(knows)))
            self._due = now + _AGAIN if told else now
            frames.append(told)
        for frame in frames:
            if frame:
                self._channel.send(frame)
        return changes

    def _look_at_channel(self) -> None:
        """Send a message at once through a new connection, because the host soon closes silent ones."""
        is_connected = self._channel.state.is_connected
        if is_connected and not self._was_connected:
            self._due = self._now
            self._door.send_hello_again()
        self._was_connected = is_connected

    def _receive(self, received: bytes) -> list[tuple[Event, ...]]:
        try:
            told: FromTable = from_text(FromTable, unpacked(received))
        except ValidationError:
            return []
        if isinstance(told, NoRoom):
            self._no_room = self._now, told.watchers
            return []
        if isinstance(told, SheetSent):
            self._receive_sheet(told)
            return []
        return self._follow(told)

    def _receive_sheet(self, sent: SheetSent) -> None:
        """Keep the first rule sheet that arrives for the watched game if this machine does not have the game."""
        if not self._unknown or sent.ruleset != self._unknown or self.received_sheet is not None:
            return
        try:
            self.received_sheet = SheetReceived(sent.ruleset, sheet_text(sent))
        except ValidationError:
            self._problem = _("The other player sent rules that cannot be read.")

    def _ask_for_sheet(self, table: TableSet) -> None:
        """Ask for the rule sheet of a game that this machine does not have; the host answers if it has one."""
        self._unknown = table.terms.ruleset
        if self.received_sheet is None and self._now >= self._sheet_due:
            self._sheet_due = self._now + _AGAIN
            frame = self._door.seal(packed(to_text(TableRefused(RefusalCode.NO_RULESET))))
            if frame:
                self._channel.send(frame)

    def _follow(self, part: LogPart) -> list[tuple[Event, ...]]:
        """Update the spectator's copy of the game journal with a part of the host's."""
        journal, changes = self._journal, list[tuple[Event, ...]]()
        if journal.hash_at(part.length) != part.hash or part.length + len(part.lines) > MOST_LINES:
            return []
        for number, line in enumerate(part.lines, part.length):
            if number < len(journal) and journal.lines[number] == line:
                continue
            if number < len(journal) and not self._restart(number):
                break
            taken = self._take(line)
            if taken is None:
                break
            changes.append(taken)
        return changes

    def _restart(self, length: int) -> bool:
        """Remove journal lines that the host has removed. Return False if that fails or was done too recently."""
        if self._now < self._restart_due:
            return False
        self._restart_due = self._now + _RESTART_PAUSE
        self._journal.cut(length)
        try:
            self.replayed.rebuild(line.entry for line in self._journal.lines)
        except PluginError as error:
            self._problem = str(error)
            return False
        return True

    def _take(self, line: SharedLine) -> tuple[Event, ...] | None:
        taken = self.replayed.apply(line.entry)
        if isinstance(taken, Reason):
            self._problem = taken.message
            if isinstance(line.entry, TableSet) and taken.code == RefusalCode.NO_RULESET.value:
                self._ask_for_sheet(line.entry)
            return None
        self._problem = ""
        self._journal.append(line)
        return taken

    def close(self) -> None:
        """Stop watching the game and close the channel."""
        self._channel.close()
