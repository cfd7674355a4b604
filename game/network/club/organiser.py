"""The organiser's logic of a club tournament: admits members, pairs rounds and sends updates.

It has no thread or clock.
"""

from __future__ import annotations

from collections import Counter

from game.core.model import Reason
from game.network.club.messages import (
    PROTOCOL,
    EntryRefusalCode,
    EntryRefused,
    FromMember,
    FromOrganiser,
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

#: Milliseconds: silence after which a member counts as absent; interval of greetings; least time between two updates to
#: one member.
_SILENCE, _NOD, _TELL_PAUSE = 30_000, 10_000, 800
#: The maximum number of changes by one member in a round, so that no member can fill the organiser's disk.
_MOST_CHANGES = 12
#: The maximum number of refusals that wait to be sent.
_MOST_REFUSALS = 16


class ClubOrganiser:
    """The organiser's logic of a club tournament. Times are milliseconds of a monotonic clock."""

    def __init__(self, tournament: ClubTournament, own_id: str, note: NoteRecord) -> None:
        """Organise the club tournament ``tournament``.

        The organiser may also play; ``note`` saves a record.
        """
        self.tournament = tournament
        self._own_id, self._note = own_id, note
        self._now = 0
        self._last_seen: dict[str, int] = {}
        self._knows: dict[str, int] = {}
        """The latest revision that each member has confirmed."""
        self._sent_at: dict[str, int] = {}
        self._nodded = -_NOD
        self._here: tuple[int, ...] = ()
        self._begun: set[str] = set()
        """Ids of members whose program has just connected; a member that had dropped out is active again then."""
        self._refused: dict[str, EntryRefusalCode] = {}
        self._changes: Counter[tuple[str, int]] = Counter()

    # State to display

    @property
    def own_number(self) -> int | None:
        """Member number of the organiser; None if the organiser does not play."""
        return self.tournament.number_of(self._own_id)

    @property
    def here(self) -> tuple[int, ...]:
        """Numbers of the members with a recent message, including the organiser if playing."""
        return tuple(number for number, member in enumerate(self.tournament.members) if self._is_here(member.id))

    def _is_here(self, member_id: str) -> bool:
        heard = self._last_seen.get(member_id)
        return member_id == self._own_id or (heard is not None and self._now - heard <= _SILENCE)

    # Actions of the organiser

    def change(self, step: EveningStep) -> Reason | None:
        """Change the tournament by the function ``step`` and save it.

        Return the reason if that is not possible, else None.
        """
        made = step(self.tournament)
        if isinstance(made, Reason):
            return made
        if made != self.tournament:
            self.tournament = made
            self._note(f"evening {to_text(made)}")
        return None

    def join(self, name: str) -> Reason | None:
        """Enter the organiser as a player of the tournament. Return the reason if that fails, else None."""
        return self.change(lambda tournament: joined(tournament, self._own_id, name))

    def next_round(self) -> Reason | None:
        """Pair the next round, or end the tournament after the last one. Return the reason if that fails."""
        return self.change(with_round)

    def end(self) -> Reason | None:
        """End the club tournament. Return the reason if that fails, else None."""
        return self.change(ended)

    def set_result(self, table: ClubPairing, result: PairingResult) -> Reason | None:
        """Set the result of a pairing in the club tournament. Return the reason if that fails, else None."""
        return self.change(lambda tournament: with_result(tournament, table, result))

    def take_out(self, number: int) -> Reason | None:
        """Withdraw the member with this number from the next tournament rounds.

        Return the reason if that fails, else None.
        """
        return self.change(lambda tournament: left(tournament, number))

    def claim(self, number: int, round_number: int, claim: Claim) -> Reason | None:
        """Record the report of member ``number`` on its own game in a round.

        Return the reason if that fails, else None.
        """
        return self.change(lambda tournament: claimed(tournament, number, round_number, claim))

    # Members

    def begun(self, member_id: str) -> None:
        """Note that a member's program has restarted, so that it receives the complete tournament again."""
        if self.tournament.number_of(member_id) is not None:
            self._begun.add(member_id)
            self._knows.pop(member_id, None)

    def receive(self, member_id: str, message: FromMember) -> None:
        """Handle a message of a tournament member, which may be late, duplicated or malicious."""
        number = self.tournament.number_of(member_id)
        match message:
            case MemberHello():
                self._admit(member_id, message)
            case ResultReport() if number is not None and self._may_change(member_id):
                self._counted(member_id, lambda tournament: claimed(tournament, number, message.round, message.claim))
            case MemberLeft() if number is not None:
                self._last_seen.pop(member_id, None)
                self._counted(member_id, lambda tournament: left(tournament, number))
            case _:
                pass

    def _admit(self, member_id: str, message: MemberHello) -> None:
        if message.version != PROTOCOL:
            self._refuse(member_id, EntryRefusalCode.OTHER_VERSION)
            return
        number = self.tournament.number_of(member_id)
        if (number is None or member_id in self._begun) and self._may_change(member_id):
            self._begun.discard(member_id)
            refusal = self._counted(member_id, lambda tournament: joined(tournament, member_id, message.name))
            if refusal is not None:
                is_full = refusal.code == EntryRefusalCode.FULL.value
                self._refuse(member_id, EntryRefusalCode.FULL if is_full else EntryRefusalCode.OVER)
        if self.tournament.number_of(member_id) is not None:
            self._last_seen[member_id] = self._now
            self._knows[member_id] = message.revision

    def _may_change(self, member_id: str) -> bool:
        return self._changes[member_id, self.tournament.round] < _MOST_CHANGES

    def _counted(self, member_id: str, step: EveningStep) -> Reason | None:
        before, round_number = self.tournament, self.tournament.round
        refusal = self.change(step)
        if self.tournament is not before:
            self._changes[member_id, round_number] += 1
        return refusal

    def _refuse(self, member_id: str, code: EntryRefusalCode) -> None:
        if len(self._refused) < _MOST_REFUSALS:
            self._refused[member_id] = code

    # Time

    def tick(self, now: int) -> None:
        """Set the current time of the organiser's logic, in milliseconds."""
        self._now = now

    def take_messages(self) -> list[tuple[str, FromOrganiser]]:
        """Return the messages that are due, each with the id of the member that receives it."""
        messages: list[tuple[str, FromOrganiser]] = [(who, EntryRefused(code)) for who, code in self._refused.items()]
        self._refused.clear()
        here = self.here
        nods = self._now - self._nodded >= _NOD or here != self._here
        if nods:
            self._nodded, self._here = self._now, here
        for member_id in [each for each in self._last_seen if self._is_here(each)]:
            if self._knows.get(member_id) != self.tournament.revision:
                if self._now - self._sent_at.get(member_id, -_TELL_PAUSE) >= _TELL_PAUSE:
                    # Repeated until the member confirms the revision.
                    self._sent_at[member_id] = self._now
                    messages.append((member_id, TournamentUpdate(self.tournament, here)))
            elif nods:
                messages.append((member_id, OrganiserHello(self.tournament.revision, here)))
        return messages
