"""Keeps the journals of two sides alike: sends lines, takes lines, and finds the last common one after a break.

Nothing is taken for granted but the two journals themselves: a message may be lost, late, doubled or out of order, a
program may end at any moment and begin again with what its file holds. Whoever is behind gets what it lacks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.language import _, gettext_noop
from game.core.model import Event, Reason
from game.network.messages import MOST_LINES, LineRefused, LogPart, LogSummary
from game.network.outbox import Outbox, StateChanged
from game.network.refusals import RefusalCode, refusal_code
from game.network.sides import Side
from game.network.sync.entries import (
    RequestAccepted,
    SeatKeyOwner,
    SharedEntry,
    SharedLine,
    TableSet,
    hash_after,
    line_text,
)
from game.network.sync.replayed_state import ReplayedState
from game.network.sync.shared_log import SharedLog

#: Writes a record into the seat's file.
NoteRecord = Callable[[str], None]

#: How long, in milliseconds, the same lines or a summary are not sent again in answer.
_ANSWER_PAUSE = 250
#: While the journals are not known to be alike, a summary goes out after this long, then after twice as long and so on;
#: and how often while all is well.
_FIRST_SUMMARY, _LAST_SUMMARY = 1_000, 15_000

#: How long the journals have to differ, both known, before anybody is told.
_PARTED_AFTER = 6_000

_REFUSED = {
    RefusalCode.NOT_LEGAL: gettext_noop("The other side refuses that move: its rules forbid it. It is taken back."),
    RefusalCode.OTHER_POSITION: gettext_noop(
        "The other side comes to another position by that move. It is taken back; its rules may be of another version."
    ),
    RefusalCode.NOT_YOURS: gettext_noop("The other side says that it was not your turn. The move is taken back."),
    RefusalCode.NOT_AGREED: gettext_noop("The other side has not agreed to that. All stays as it was."),
    RefusalCode.OUT_OF_TIME: gettext_noop("The other side says that your time was up. The move is taken back."),
}


class LogSync:
    """One side's journal, the course it stands for, and what is known of the other side's journal."""

    def __init__(
        self,
        owner: SeatKeyOwner,
        course: ReplayedState,
        voice: Outbox,
        note: NoteRecord,
        fits: Callable[[TableSet], bool],
    ) -> None:
        """``note`` keeps a record; ``fits`` says whether the host has set the table as was agreed."""
        self.side = owner.side
        self.journal = SharedLog()
        self.course = course
        self._secret = owner.secret
        self._voice = voice
        self._note = note
        self._fits = fits
        self._writers: list[Side] = []
        self._known_there = 0
        """How many lines the other side is known to have had."""
        self.is_alike = False
        """Whether the other side's latest summary was like ours."""
        self.parted_at: int | None = None
        """The line from which on both journals differ, though both sides once had them; None while all is well."""
        self._suspected: tuple[int, int] | None = None
        """Where the journals seem to part, and since when; old messages that come late make it seem so, too."""
        self._refused = ""
        """The hash of the latest line that was refused."""
        self._now = 0
        self._summary_due, self._pause = 0, _FIRST_SUMMARY
        self._answered_at: dict[str, int] = {}

    def restore(self, lines: Sequence[SharedLine]) -> int:
        """Take the lines of our own file, up to one that cannot be taken; how many there were."""
        for line in lines:
            writer = self.course.writer
            if isinstance(self.course.apply(line.entry), Reason):
                break
            self._append(line, writer)
        return len(self.journal)

    # Our own lines

    def write(self, entry: SharedEntry, consent: str = "") -> tuple[Event, ...] | Reason:
        """Let an entry of ours become true and send it; a reason where it cannot. Asserts that it is ours to write."""
        assert self.course.writer is self.side
        if self.parted_at is not None:
            return Reason("parted", self._parted_sentence())
        if len(self.journal) >= MOST_LINES:
            return Reason("too long", _("The journal of this table is full: set up another one."))
        made = self.course.apply(entry)
        if isinstance(made, Reason):
            return made
        line = SharedLine(entry, self._secret.proof(self.journal.hash, entry, consent), consent)
        self._keep(line, self.side)
        self._voice.send(self.journal.part_from(len(self.journal) - 1))
        self._hurry()
        return made

    def _keep(self, line: SharedLine, writer: Side) -> None:
        """Append a line and keep it in the file, before anything about it is sent."""
        self._append(line, writer)
        self._note(f"line {line_text(line)}")

    def _append(self, line: SharedLine, writer: Side) -> None:
        self.journal.append(line)
        self._writers.append(writer)
        self.is_alike = False

    # Time and connection

    def tick(self, now: int) -> None:
        """Send a summary when one is due; ``now`` in milliseconds."""
        self._now = now
        self._look_at_parting()
        if now >= self._summary_due:
            self._voice.send(self.journal.summary())
            self._summary_due = now + (_LAST_SUMMARY if self.is_alike else self._pause)
            self._pause = min(2 * self._pause, _LAST_SUMMARY)

    def begin_anew(self) -> None:
        """Compare the journals at once, as after a reconnection."""
        self.is_alike = False
        self._pause, self._summary_due = _FIRST_SUMMARY, self._now

    def _hurry(self) -> None:
        self._pause, self._summary_due = _FIRST_SUMMARY, self._now + _FIRST_SUMMARY

    def _may_answer(self, kind: str) -> bool:
        """Whether an answer of this kind was not sent a moment ago."""
        if self._now < self._answered_at.get(kind, -_ANSWER_PAUSE) + _ANSWER_PAUSE:
            return False
        self._answered_at[kind] = self._now
        return True

    # The other side's journal

    @property
    def acknowledged(self) -> int:
        """How many lines the other side must have had: those before a line of its own, and those it summed up."""
        far = (number for number in range(len(self._writers), 0, -1) if self._writers[number - 1] is self.side.other)
        return max(self._known_there, next(far, 0))

    def hear_summary(self, summary: LogSummary) -> None:
        """Compare the other side's journal with ours, and send what it lacks or ask for what we lack."""
        journal = self.journal
        common = journal.common_with(summary)
        self._known_there = max(self._known_there, common)
        self.is_alike = (summary.length, summary.hash) == (len(journal), journal.hash)
        if self.is_alike:
            self._parted_no_more()
            return
        if common < len(journal) and self._may_answer("part"):
            self._voice.send(journal.part_from(common))
        if (common < summary.length or common == len(journal)) and self._may_answer("summary"):
            self._voice.send(journal.summary())

    def hear_part(self, part: LogPart) -> None:
        """Take the lines that continue our journal; what differs from ours, or does not fit, is refused."""
        if self.journal.hash_at(part.length) != part.hash:
            if self._may_answer("summary"):
                self._voice.send(self.journal.summary())
            return
        self._known_there = max(self._known_there, part.length)
        if self._take_all(part):
            self._hurry()
            if self._may_answer("taken"):
                self._voice.send(self.journal.summary())

    def _take_all(self, part: LogPart) -> bool:
        """Take the lines of a part up to the first that cannot be taken; whether one was."""
        is_changed = False
        for number, line in enumerate(part.lines, start=part.length):
            if self.journal.hash_at(number + 1) == hash_after(self.journal.hash_at(number), line):
                self._known_there = max(self._known_there, number + 1)
            elif self._take(number, line):
                is_changed = True
            else:
                break
        return is_changed

    def _take(self, number: int, line: SharedLine) -> bool:
        """Take line ``number`` of the other side's journal, which ours lacks or has otherwise; whether it was done."""
        if number < len(self.journal) and not self._yields(number, line):
            return False
        return number < MOST_LINES and self._take_new(line)

    def _yields(self, number: int, line: SharedLine) -> bool:
        """Whether ours, from a line on that the other side never had, gives way to one of ours that it has."""
        if number < self.acknowledged:
            self._part(number)
            return False
        if not self._secret.wrote(self.journal.hash_at(number), line):
            self._refuse(number, line, RefusalCode.NOT_YOURS)
            return False
        self._cut(number)
        self._voice.say(_("The other side had an earlier move of yours, and the game goes on from it."))
        return True

    def _look_at_parting(self) -> None:
        """Say that the journals differ once that has lasted."""
        if self.parted_at is None and self._suspected is not None and self._now > self._suspected[1] + _PARTED_AFTER:
            self.parted_at = self._suspected[0]
            self._voice.say(self._parted_sentence())

    def _part(self, number: int) -> None:
        """NoteRecord that both journals differ; whoever of the two can give way does so when it gets our lines."""
        if self.parted_at is not None:
            self.parted_at = number
        elif self._suspected is None or self._suspected[0] != number:
            self._suspected = (number, self._now)
        if self._may_answer("part"):
            self._voice.send(self.journal.part_from(number))

    def _parted_no_more(self) -> None:
        self.parted_at = self._suspected = None

    def _parted_sentence(self) -> str:
        number = 0 if self.parted_at is None else self.parted_at
        return _(
            "Your journal and the other side's differ from line {number} on. Ask to go back to the last common one.",
            number=number + 1,
        )

    def _take_new(self, line: SharedLine) -> bool:
        """Take a line that continues our journal."""
        writer = self.course.writer
        events = self._refusal(line, writer) or self.course.apply(line.entry)
        if isinstance(events, RefusalCode | Reason):
            # What a ruleset does not allow has codes of its own, and the other side knows its rules.
            code = events if isinstance(events, RefusalCode) else refusal_code(events, RefusalCode.NOT_LEGAL)
            self._refuse(len(self.journal), line, code)
            return False
        self._keep(line, writer)
        self._known_there = max(self._known_there, len(self.journal))
        if writer is self.side:
            self._voice.say(_("A move of yours that was missing here came back from the other side."))
        self._voice.tell(StateChanged(events))
        return True

    def _refusal(self, line: SharedLine, writer: Side) -> RefusalCode | None:
        """Why a line is not its writer's, or not what this side agreed to; None where it may be tried."""
        before, entry = self.journal.hash, line.entry
        if writer is self.side:
            return None if self._secret.wrote(before, line) else RefusalCode.NOT_YOURS
        if isinstance(entry, TableSet):
            return None if self._fits(entry) else RefusalCode.NOT_AGREED
        if not isinstance(entry, RequestAccepted) or (entry.wish.is_told and entry.asker is writer):
            return None
        agreed = self._secret.agreed(entry.wish, entry.asker, before, line.consent)
        return None if agreed else RefusalCode.NOT_AGREED

    def _refuse(self, number: int, line: SharedLine, code: RefusalCode) -> None:
        """Say that a line is not taken; to this side only once."""
        refused = LineRefused(number, hash_after(self.journal.hash_at(number), line), code)
        if self._may_answer(f"refused {number % 8}"):
            self._voice.send(refused)
        if self._refused != refused.hash:
            self._refused = refused.hash
            self._voice.say(_("The other side sent a move that does not fit here; it is refused."))

    def hear_refused(self, refused: LineRefused) -> None:
        """Go back to before a line of ours that the other side never took; anything else stays."""
        number = refused.length
        is_known = number < len(self.journal) and self.journal.hash_at(number + 1) == refused.hash
        if is_known and number >= self.acknowledged:
            self._cut(number)
            self._voice.say(_(_REFUSED.get(refused.code, _REFUSED[RefusalCode.NOT_LEGAL])))
            self._voice.tell(StateChanged())

    def go_back(self, number: int) -> None:
        """Drop our lines from one on at which the journals part, as both sides have agreed to."""
        if number < len(self.journal):
            self._cut(number)
            self._voice.tell(StateChanged())
        self._parted_no_more()
        self.begin_anew()

    def _cut(self, length: int) -> None:
        self.journal.cut(length)
        del self._writers[length:]
        self._known_there = min(self._known_there, length)
        self.is_alike = False
        self.course.rebuild(line.entry for line in self.journal.lines)
        self._note(f"cut {length}")
