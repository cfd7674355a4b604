"""The keeper of an evening: hears members, pairs rounds, and tells all how it stands. No thread, no clock."""

from __future__ import annotations

from collections import Counter

from game.core.model import Reason
from game.network.club.messages import (
    PROTOCOL,
    EntryRefusalCode,
    EntryRefused,
    FromKeeper,
    FromMember,
    MemberHello,
    MemberLeft,
    OrganiserHello,
    ResultReport,
    TournamentUpdate,
)
from game.network.club.replayed_tournament import EveningStep, claimed, ended, joined, left, with_result, with_round
from game.network.club.tournament import Claim, ClubPairing, ClubTournament, PairingResult
from game.network.sync.log_sync import NoteRecord
from game.network.wire_format import to_text

#: Who said nothing for so long is not there; how often the keeper nods; the least time between two tellings of all
#: the evening to one member; in milliseconds.
_SILENCE, _NOD, _TELL_PAUSE = 30_000, 10_000, 800
#: How often one member may change something in a round: so nobody fills the keeper's disk.
_MOST_CHANGES = 12
#: The most who are told that they are not let in, at once.
_MOST_REFUSALS = 16


class ClubOrganiser:
    """Times are milliseconds of any clock that never runs back."""

    def __init__(self, evening: ClubTournament, own_id: str, note: NoteRecord) -> None:
        """``note`` keeps a record for the next time; ``own_id`` is the keeper's, who may be a member, too."""
        self.evening = evening
        self._own_id, self._note = own_id, note
        self._now = 0
        self._heard: dict[str, int] = {}
        self._knows: dict[str, int] = {}
        """The revision that each member knows, as far as the keeper heard."""
        self._told_at: dict[str, int] = {}
        self._nodded = -_NOD
        self._here: tuple[int, ...] = ()
        self._begun: set[str] = set()
        """Members whose program has begun to be heard: whoever was out is in again then."""
        self._refused: dict[str, EntryRefusalCode] = {}
        self._changes: Counter[tuple[str, int]] = Counter()

    # What can be seen

    @property
    def own_number(self) -> int | None:
        """The keeper's number, None where the keeper does not play."""
        return self.evening.number_of(self._own_id)

    @property
    def here(self) -> tuple[int, ...]:
        """The numbers of those who were heard a moment ago, the keeper among them."""
        return tuple(number for number, member in enumerate(self.evening.members) if self._is_here(member.id))

    def _is_here(self, member_id: str) -> bool:
        heard = self._heard.get(member_id)
        return member_id == self._own_id or (heard is not None and self._now - heard <= _SILENCE)

    # What the keeper does

    def change(self, step: EveningStep) -> Reason | None:
        """Make the next evening of this one; why that cannot be, None where it is done."""
        made = step(self.evening)
        if isinstance(made, Reason):
            return made
        if made != self.evening:
            self.evening = made
            self._note(f"evening {to_text(made)}")
        return None

    def join(self, name: str) -> Reason | None:
        """The keeper plays, too."""
        return self.change(lambda evening: joined(evening, self._own_id, name))

    def next_round(self) -> Reason | None:
        """Pair the next round, or end the evening where there is none any more; why that cannot be."""
        return self.change(with_round)

    def end(self) -> Reason | None:
        """End the evening."""
        return self.change(ended)

    def set_result(self, table: ClubPairing, result: PairingResult) -> Reason | None:
        """Say what holds at a table."""
        return self.change(lambda evening: with_result(evening, table, result))

    def take_out(self, number: int) -> Reason | None:
        """Count on a member no longer."""
        return self.change(lambda evening: left(evening, number))

    def claim(self, number: int, round_number: int, claim: Claim) -> Reason | None:
        """What a member says of its own table."""
        return self.change(lambda evening: claimed(evening, number, round_number, claim))

    # Members

    def begun(self, member_id: str) -> None:
        """A member's program has begun to be heard, and knows nothing yet."""
        if self.evening.number_of(member_id) is not None:
            self._begun.add(member_id)
            self._knows.pop(member_id, None)

    def hear(self, member_id: str, message: FromMember) -> None:
        """A message of who has that key; it may be late, doubled, or meant to harm."""
        number = self.evening.number_of(member_id)
        match message:
            case MemberHello():
                self._let_in(member_id, message)
            case ResultReport() if number is not None and self._may_change(member_id):
                self._counted(member_id, lambda evening: claimed(evening, number, message.round, message.claim))
            case MemberLeft() if number is not None:
                self._heard.pop(member_id, None)
                self._counted(member_id, lambda evening: left(evening, number))
            case _:
                pass

    def _let_in(self, member_id: str, message: MemberHello) -> None:
        if message.version != PROTOCOL:
            self._refuse(member_id, EntryRefusalCode.OTHER_VERSION)
            return
        number = self.evening.number_of(member_id)
        if (number is None or member_id in self._begun) and self._may_change(member_id):
            self._begun.discard(member_id)
            refusal = self._counted(member_id, lambda evening: joined(evening, member_id, message.name))
            if refusal is not None:
                is_full = refusal.code == EntryRefusalCode.FULL.value
                self._refuse(member_id, EntryRefusalCode.FULL if is_full else EntryRefusalCode.OVER)
        if self.evening.number_of(member_id) is not None:
            self._heard[member_id] = self._now
            self._knows[member_id] = message.revision

    def _may_change(self, member_id: str) -> bool:
        return self._changes[member_id, self.evening.round] < _MOST_CHANGES

    def _counted(self, member_id: str, step: EveningStep) -> Reason | None:
        before, round_number = self.evening, self.evening.round
        refusal = self.change(step)
        if self.evening is not before:
            self._changes[member_id, round_number] += 1
        return refusal

    def _refuse(self, member_id: str, code: EntryRefusalCode) -> None:
        if len(self._refused) < _MOST_REFUSALS:
            self._refused[member_id] = code

    # Time

    def tick(self, now: int) -> None:
        """Let time pass."""
        self._now = now

    def take_messages(self) -> list[tuple[str, FromKeeper]]:
        """The messages to send now, each with whom it is for."""
        messages: list[tuple[str, FromKeeper]] = [(who, EntryRefused(code)) for who, code in self._refused.items()]
        self._refused.clear()
        here = self.here
        nods = self._now - self._nodded >= _NOD or here != self._here
        if nods:
            self._nodded, self._here = self._now, here
        for member_id in [each for each in self._heard if self._is_here(each)]:
            if self._knows.get(member_id) != self.evening.revision:
                if self._now - self._told_at.get(member_id, -_TELL_PAUSE) >= _TELL_PAUSE:
                    # Told until the member says that it knows.
                    self._told_at[member_id] = self._now
                    messages.append((member_id, TournamentUpdate(self.evening, here)))
            elif nods:
                messages.append((member_id, OrganiserHello(self.evening.revision, here)))
        return messages
