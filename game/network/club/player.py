"""A member's logic in a club tournament: receives updates and reports its own results.

It has no thread or clock.
"""

from __future__ import annotations

from game.core.language import _, gettext_noop
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
from game.network.club.tournament import Claim, ClubTournament
from game.network.sync.log_sync import NoteRecord
from game.network.wire_format import to_text

#: Milliseconds: silence after which the organiser counts as absent; interval of greetings; interval of repeated
#: messages.
_SILENCE, _STILL_HERE, _AGAIN = 25_000, 10_000, 2_000
#: The maximum number of tournament records that one window writes.
_MOST_NOTES = 100

_NOT_IN = {
    EntryRefusalCode.FULL: gettext_noop("This tournament is full."),
    EntryRefusalCode.OVER: gettext_noop("This tournament is over."),
    EntryRefusalCode.OTHER_VERSION: gettext_noop(
        "The organiser has a different version of Stone Fair. You both need the same version."
    ),
}


class ClubPlayer:
    """A member's logic in a club tournament. Times are milliseconds of a monotonic clock."""

    def __init__(
        self,
        name: str,
        own_id: str,
        note: NoteRecord,
        *,
        kept: ClubTournament | None = None,
        reported: tuple[int, Claim] = (0, Claim.NOTHING),
    ) -> None:
        """Create a member's logic, resuming from the saved tournament ``kept``.

        ``reported`` is the member's last report (round and result).
        """
        self._name, self._own_id, self._note = name, own_id, note
        self.tournament = kept
        """The tournament of the latest update; None before the first."""
        self._reported = reported
        self.here: tuple[int, ...] = ()
        """Numbers of the members present."""
        self.problem = ""
        """An error message that says why this member was not admitted; "" otherwise."""
        self._now = 0
        self._last_message_at: int | None = None
        self._is_new = True
        """True if the organiser's program was just found, so that any revision is accepted."""
        self._due = self._claim_due = 0
        self._goes_home = False
        self._notes = 0
        self._noted: tuple[object, ...] = ()

    @property
    def own_number(self) -> int | None:
        """Member number of the local player in the club tournament; None before admission."""
        return None if self.tournament is None else self.tournament.number_of(self._own_id)

    @property
    def is_organiser_here(self) -> bool:
        """True if the organiser of the tournament sent a message recently."""
        return self._last_message_at is not None and self._now - self._last_message_at <= _SILENCE

    def claim(self, round_number: int, claim: Claim) -> None:
        """Report the result of this member's game; the report is repeated until the organiser confirms it."""
        if self._reported != (round_number, claim):
            self._reported = (round_number, claim)
            self._claim_due = self._now
            self._note(f"said {round_number} {claim.value}")

    def leave_tournament(self) -> None:
        """Tell the organiser that this member drops out of the club tournament."""
        self._goes_home = True

    def begun(self) -> None:
        """Greet the organiser again after the organiser's program has restarted."""
        self._is_new = True
        self._due = self._claim_due = self._now

    def tick(self, now: int) -> None:
        """Set the current time of the member's logic, in milliseconds."""
        self._now = now

    def take_messages(self) -> list[FromMember]:
        """Return the messages that are due to be sent to the organiser."""
        if self._goes_home:
            return [MemberLeft()]
        messages: list[FromMember] = []
        if self._now >= self._due:
            self._due = self._now + (_STILL_HERE if self.is_organiser_here and self.own_number is not None else _AGAIN)
            messages.append(MemberHello(PROTOCOL, self._name, self.tournament.revision if self.tournament else -1))
        if self._is_claim_open and self._now >= self._claim_due:
            self._claim_due = self._now + _AGAIN
            messages.append(ResultReport(*self._reported))
        return messages

    @property
    def _is_claim_open(self) -> bool:
        """True if the organiser has not confirmed this member's report of a result yet."""
        number, tournament = self.own_number, self.tournament
        table = tournament.table_of(number) if tournament is not None and number is not None else None
        if table is None or not table.is_open or table.round != self._reported[0]:
            return False
        return number is not None and table.result_reported_by(number) is not self._reported[1]

    def receive(self, message: FromOrganiser) -> None:
        """Handle a message of the tournament's organiser, which may be late, duplicated or malicious."""
        self._last_message_at = self._now
        match message:
            case TournamentUpdate(tournament, here):
                self._take(tournament, here)
            case OrganiserHello(revision, here):
                self._take_here(here)
                if self.tournament is None or revision != self.tournament.revision:
                    self._due = min(self._due, self._now)
            case EntryRefused(code):
                if self.own_number is None:
                    self.problem = _(_NOT_IN[code])

    def _take(self, tournament: ClubTournament, here: tuple[int, ...]) -> None:
        known = -1 if self.tournament is None or self._is_new else self.tournament.revision
        if tournament.revision < known:
            return
        self._is_new, self.tournament, self.problem = False, tournament, ""
        self._take_here(here)
        self._due = min(self._due, self._now)
        self._keep()

    def _take_here(self, here: tuple[int, ...]) -> None:
        count = len(self.tournament.members) if self.tournament is not None else 0
        self.here = tuple(number for number in here if number < count)

    def _keep(self) -> None:
        """Save the tournament if a round has begun, a member has joined, or the tournament has ended."""
        tournament = self.tournament
        if tournament is None or self._notes >= _MOST_NOTES:
            return
        state = (tournament.round, len(tournament.members), tournament.is_over)
        if state != self._noted:
            self._noted = state
            self.keep_now()

    def keep_now(self) -> None:
        """Save the club tournament in its current state."""
        if self.tournament is not None:
            self._notes += 1
            self._note(f"evening {to_text(self.tournament)}")
