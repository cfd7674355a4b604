"""A member of an evening: hears how it stands, and tells how the own table ended. No thread, no clock."""

from __future__ import annotations

from game.core.language import _, gettext_noop
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
from game.network.club.tournament import Claim, ClubTournament
from game.network.sync.log_sync import NoteRecord
from game.network.wire_format import to_text

#: A keeper that said nothing for so long is not there; how often a member says that it is there, and what is not
#: answered yet; in milliseconds.
_SILENCE, _STILL_HERE, _AGAIN = 25_000, 10_000, 2_000
#: The most evenings that one window notes.
_MOST_NOTES = 100

_NOT_IN = {
    EntryRefusalCode.FULL: gettext_noop("This tournament is full."),
    EntryRefusalCode.OVER: gettext_noop("This tournament is over."),
    EntryRefusalCode.OTHER_VERSION: gettext_noop(
        "The organiser has a different version of Stone Fair. You both need the same version."
    ),
}


class ClubPlayer:
    """Times are milliseconds of any clock that never runs back."""

    def __init__(
        self,
        name: str,
        own_id: str,
        note: NoteRecord,
        *,
        kept: ClubTournament | None = None,
        said: tuple[int, Claim] = (0, Claim.NOTHING),
    ) -> None:
        """``kept`` and ``said`` are what this member knew and said the last time."""
        self._name, self._own_id, self._note = name, own_id, note
        self.evening = kept
        """The evening as it was told last, None before that."""
        self._said = said
        self.here: tuple[int, ...] = ()
        """The numbers of those who are there."""
        self.problem = ""
        """Why this member is not let in, in a sentence."""
        self._now = 0
        self._heard_at: int | None = None
        self._is_new = True
        """Whether the keeper's program has just been found, so that any revision is believed."""
        self._due = self._claim_due = 0
        self._goes_home = False
        self._notes = 0
        self._noted: tuple[object, ...] = ()

    @property
    def own_number(self) -> int | None:
        """The own number, None before the keeper has let this member in."""
        return None if self.evening is None else self.evening.number_of(self._own_id)

    @property
    def is_keeper_here(self) -> bool:
        """Whether the keeper was heard a moment ago."""
        return self._heard_at is not None and self._now - self._heard_at <= _SILENCE

    def claim(self, round_number: int, claim: Claim) -> None:
        """Tell how the own table ended, until the keeper knows it."""
        if self._said != (round_number, claim):
            self._said = (round_number, claim)
            self._claim_due = self._now
            self._note(f"said {round_number} {claim.value}")

    def go_home(self) -> None:
        """Tell the keeper to count on this member no longer."""
        self._goes_home = True

    def begun(self) -> None:
        """The keeper's program has begun to be heard."""
        self._is_new = True
        self._due = self._claim_due = self._now

    def tick(self, now: int) -> None:
        """Let time pass."""
        self._now = now

    def take_messages(self) -> list[FromMember]:
        """The messages to send now."""
        if self._goes_home:
            return [MemberLeft()]
        messages: list[FromMember] = []
        if self._now >= self._due:
            self._due = self._now + (_STILL_HERE if self.is_keeper_here and self.own_number is not None else _AGAIN)
            messages.append(MemberHello(PROTOCOL, self._name, self.evening.revision if self.evening else -1))
        if self._is_claim_open and self._now >= self._claim_due:
            self._claim_due = self._now + _AGAIN
            messages.append(ResultReport(*self._said))
        return messages

    @property
    def _is_claim_open(self) -> bool:
        """Whether the keeper does not know yet what was told."""
        number, evening = self.own_number, self.evening
        table = evening.table_of(number) if evening is not None and number is not None else None
        if table is None or not table.is_open or table.round != self._said[0]:
            return False
        return number is not None and table.said_by(number) is not self._said[1]

    def hear(self, message: FromKeeper) -> None:
        """A message of the keeper, which may be late, doubled, or meant to harm."""
        self._heard_at = self._now
        match message:
            case TournamentUpdate(evening, here):
                self._take(evening, here)
            case OrganiserHello(revision, here):
                self._take_here(here)
                if self.evening is None or revision != self.evening.revision:
                    self._due = min(self._due, self._now)
            case EntryRefused(code):
                if self.own_number is None:
                    self.problem = _(_NOT_IN[code])

    def _take(self, evening: ClubTournament, here: tuple[int, ...]) -> None:
        known = -1 if self.evening is None or self._is_new else self.evening.revision
        if evening.revision < known:
            return
        self._is_new, self.evening, self.problem = False, evening, ""
        self._take_here(here)
        self._due = min(self._due, self._now)
        self._keep()

    def _take_here(self, here: tuple[int, ...]) -> None:
        count = len(self.evening.members) if self.evening is not None else 0
        self.here = tuple(number for number in here if number < count)

    def _keep(self) -> None:
        """Note the evening where a round has begun, somebody has come, or it is over."""
        evening = self.evening
        if evening is None or self._notes >= _MOST_NOTES:
            return
        state = (evening.round, len(evening.members), evening.is_over)
        if state != self._noted:
            self._noted = state
            self.keep_now()

    def keep_now(self) -> None:
        """Note the evening as it stands."""
        if self.evening is not None:
            self._notes += 1
            self._note(f"evening {to_text(self.evening)}")
