"""Synchronisation of both sides' game journals: exchanges lines, and finds the last common line.

Only the two journals are trusted. Messages may be lost, late, duplicated or reordered, and a program may stop at any
moment and restart from its file. The side that is behind receives the missing lines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.language import _, gettext_noop
from game.core.model import Event, Reason
from game.network.messages import MOST_LINES, LineRefused, LogPart, LogSummary
from game.network.outbox import Outbox, StateChanged
from game.network.sides import RefusalCode, Side, refusal_code
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

#: A function that writes a record to the session file.
NoteRecord = Callable[[str], None]

#: Milliseconds before the same lines or a summary are sent again as an answer.
_ANSWER_PAUSE = 250
#: Milliseconds to the first summary while the journals may differ; the interval doubles up to the second value, which
#: also applies while they agree.
_FIRST_SUMMARY, _LAST_SUMMARY = 1_000, 15_000

#: Milliseconds for which the journals must differ before the players are informed.
_PARTED_AFTER = 6_000

_REFUSED = {
    RefusalCode.NOT_LEGAL: gettext_noop(
        "The other player's program rejected this move as illegal, so it was taken back."
    ),
    RefusalCode.OTHER_POSITION: gettext_noop(
        "This move leads to a different position on the other player's computer, perhaps because of "
        "a different version of the rules. The move was taken back."
    ),
    RefusalCode.NOT_YOURS: gettext_noop(
        "The other player's program says that it was not your turn. The move was taken back."
    ),
    RefusalCode.NOT_AGREED: gettext_noop("The other player did not agree. Nothing has changed."),
    RefusalCode.OUT_OF_TIME: gettext_noop(
        "The other player's program says that your time was up. The move was taken back."
    ),
}


class LogSync:
    """This side's game journal, its synchronisation with the other side's, and the resulting game."""

    def __init__(
        self,
        owner: SeatKeyOwner,
        replayed: ReplayedState,
        outbox: Outbox,
        note: NoteRecord,
        fits: Callable[[TableSet], bool],
    ) -> None:
        """Create an empty game journal for synchronisation.

        ``note`` saves a record; ``fits`` returns True if the host's first line has the agreed terms.
        """
        self.side = owner.side
        self.journal = SharedLog()
        self.replayed = replayed
        self._secret = owner.secret
        self._outbox = outbox
        self._note = note
        self._fits = fits
        self._writers: list[Side] = []
        self._known_there = 0
        """Number of lines that the other side is known to have received."""
        self.is_alike = False
        """True if the other side's latest summary matched our journal."""
        self.parted_at: int | None = None
        """Index of the first line at which the journals differ although both sides once had the same; None normally."""
        self._suspected: tuple[int, int] | None = None
        """Index of the first line that seems to differ, and when this began. Late messages cause false alarms."""
        self._refused = ""
        """Hash of the line that was refused last."""
        self._now = 0
        self._summary_due, self._pause = 0, _FIRST_SUMMARY
        self._answered_at: dict[str, int] = {}

    def restore(self, lines: Sequence[SharedLine]) -> int:
        """Replay the saved journal lines up to the first invalid one. Return how many were replayed."""
        for line in lines:
            writer = self.replayed.writer
            if isinstance(self.replayed.apply(line.entry), Reason):
                break
            self._append(line, writer)
        return len(self.journal)

    # Lines of this side

    def write(self, entry: SharedEntry, consent: str = "") -> tuple[Event, ...] | Reason:
        """Apply, save and send this side's new journal entry. Return the reason if that is impossible now.

        Asserts that it is this side's turn to write.
        """
        assert self.replayed.writer is self.side
        if self.parted_at is not None:
            return Reason("parted", self._parted_sentence())
        if len(self.journal) >= MOST_LINES:
            return Reason("too long", _("The file for this game is full. Create a new game."))
        made = self.replayed.apply(entry)
        if isinstance(made, Reason):
            return made
        line = SharedLine(entry, self._secret.proof(self.journal.hash, entry, consent), consent)
        self._keep(line, self.side)
        self._outbox.send(self.journal.part_from(len(self.journal) - 1))
        self._hurry()
        return made

    def _keep(self, line: SharedLine, writer: Side) -> None:
        """Append a line to the journal and save it, before any message about it is sent."""
        self._append(line, writer)
        self._note(f"line {line_text(line)}")

    def _append(self, line: SharedLine, writer: Side) -> None:
        self.journal.append(line)
        self._writers.append(writer)
        self.is_alike = False

    # Time and connection

    def tick(self, now: int) -> None:
        """Send a summary of the journal if one is due; ``now`` is in milliseconds."""
        self._now = now
        self._look_at_parting()
        if now >= self._summary_due:
            self._outbox.send(self.journal.summary())
            self._summary_due = now + (_LAST_SUMMARY if self.is_alike else self._pause)
            self._pause = min(2 * self._pause, _LAST_SUMMARY)

    def restart(self) -> None:
        """Compare both sides' journals at once, for example after a reconnection."""
        self.is_alike = False
        self._pause, self._summary_due = _FIRST_SUMMARY, self._now

    def _hurry(self) -> None:
        self._pause, self._summary_due = _FIRST_SUMMARY, self._now + _FIRST_SUMMARY

    def _may_answer(self, kind: str) -> bool:
        """Return True unless an answer of this kind was sent too recently."""
        if self._now < self._answered_at.get(kind, -_ANSWER_PAUSE) + _ANSWER_PAUSE:
            return False
        self._answered_at[kind] = self._now
        return True

    # The other side's journal

    @property
    def acknowledged(self) -> int:
        """Number of journal lines that the other side is known to have, from its own lines and its summaries."""
        far = (number for number in range(len(self._writers), 0, -1) if self._writers[number - 1] is self.side.other)
        return max(self._known_there, next(far, 0))

    def handle_summary(self, summary: LogSummary) -> None:
        """Compare the other side's journal summary with our journal; send or request missing lines."""
        journal = self.journal
        common = journal.common_with(summary)
        self._known_there = max(self._known_there, common)
        self.is_alike = (summary.length, summary.hash) == (len(journal), journal.hash)
        if self.is_alike:
            self._parted_no_more()
            return
        if common < len(journal) and self._may_answer("part"):
            self._outbox.send(journal.part_from(common))
        if (common < summary.length or common == len(journal)) and self._may_answer("summary"):
            self._outbox.send(journal.summary())

    def handle_part(self, part: LogPart) -> None:
        """Append received lines that continue our game journal; refuse lines that differ or are invalid."""
        if self.journal.hash_at(part.length) != part.hash:
            if self._may_answer("summary"):
                self._outbox.send(self.journal.summary())
            return
        self._known_there = max(self._known_there, part.length)
        if self._take_all(part):
            self._hurry()
            if self._may_answer("taken"):
                self._outbox.send(self.journal.summary())

    def _take_all(self, part: LogPart) -> bool:
        """Accept received journal lines up to the first refused one. Return True if any was new."""
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
        """Accept the other side's journal line if it is new or may replace ours. Return True if accepted.

        ``number`` is the line's index.
        """
        if number < len(self.journal) and not self._yields(number, line):
            return False
        return number < MOST_LINES and self._take_new(line)

    def _yields(self, number: int, line: SharedLine) -> bool:
        """Remove our journal lines from ``number`` on if the other side's line may replace them.

        Returns True if it may. Only a line written by this side is accepted, and only if the other side never had the
        lines that are removed.
        """
        if number < self.acknowledged:
            self._part(number)
            return False
        if not self._secret.wrote(self.journal.hash_at(number), line):
            self._refuse(number, line, RefusalCode.NOT_YOURS)
            return False
        self._cut(number)
        self._outbox.add_notice(
            _(
                "The other player had already received a different move from you for this turn. The game "
                "continues with that move."
            )
        )
        return True

    def _look_at_parting(self) -> None:
        """Report that the two journals differ once they have differed for some seconds."""
        if self.parted_at is None and self._suspected is not None and self._now > self._suspected[1] + _PARTED_AFTER:
            self.parted_at = self._suspected[0]
            self._outbox.add_notice(self._parted_sentence())

    def _part(self, number: int) -> None:
        """Note that the journals differ at line ``number``, and offer our lines to the other side."""
        if self.parted_at is not None:
            self.parted_at = number
        elif self._suspected is None or self._suspected[0] != number:
            self._suspected = (number, self._now)
        if self._may_answer("part"):
            self._outbox.send(self.journal.part_from(number))

    def _parted_no_more(self) -> None:
        self.parted_at = self._suspected = None

    def _parted_sentence(self) -> str:
        number = 0 if self.parted_at is None else self.parted_at
        return _(
            "Your game file and the other player's differ from line {number} on. Ask to go back to the last move on "
            "which both files agree.",
            number=number + 1,
        )

    def _take_new(self, line: SharedLine) -> bool:
        """Accept a received line that continues our journal. Return True if it was accepted."""
        writer = self.replayed.writer
        events = self._refusal(line, writer) or self.replayed.apply(line.entry)
        if isinstance(events, RefusalCode | Reason):
            # What a ruleset does not allow has codes of its own, and the other side knows its rules.
            code = events if isinstance(events, RefusalCode) else refusal_code(events, RefusalCode.NOT_LEGAL)
            self._refuse(len(self.journal), line, code)
            return False
        self._keep(line, writer)
        self._known_there = max(self._known_there, len(self.journal))
        if writer is self.side:
            self._outbox.add_notice(_("One of your moves was missing and has been recovered from the other player."))
        self._outbox.add_update(StateChanged(events))
        return True

    def _refusal(self, line: SharedLine, writer: Side) -> RefusalCode | None:
        """Return the reason to refuse a journal line (wrong author or no consent), or None to accept it."""
        before, entry = self.journal.hash, line.entry
        if writer is self.side:
            return None if self._secret.wrote(before, line) else RefusalCode.NOT_YOURS
        if isinstance(entry, TableSet):
            return None if self._fits(entry) else RefusalCode.NOT_AGREED
        if not isinstance(entry, RequestAccepted) or (entry.wish.needs_no_answer and entry.asker is writer):
            return None
        agreed = self._secret.agreed(entry.wish, entry.asker, before, line.consent)
        return None if agreed else RefusalCode.NOT_AGREED

    def _refuse(self, number: int, line: SharedLine, code: RefusalCode) -> None:
        """Tell the other side that its journal line is refused, and show this once on screen."""
        refused = LineRefused(number, hash_after(self.journal.hash_at(number), line), code)
        if self._may_answer(f"refused {number % 8}"):
            self._outbox.send(refused)
        if self._refused != refused.hash:
            self._refused = refused.hash
            self._outbox.add_notice(_("The other player sent a move that does not fit this game, so it was rejected."))

    def handle_refused(self, refused: LineRefused) -> None:
        """Remove our latest journal line if the other side refused it and has not accepted it later."""
        number = refused.length
        is_known = number < len(self.journal) and self.journal.hash_at(number + 1) == refused.hash
        if is_known and number >= self.acknowledged:
            self._cut(number)
            self._outbox.add_notice(_(_REFUSED.get(refused.code, _REFUSED[RefusalCode.NOT_LEGAL])))
            self._outbox.add_update(StateChanged())

    def go_back(self, number: int) -> None:
        """Remove our journal lines from index ``number`` on, because both sides agreed to this."""
        if number < len(self.journal):
            self._cut(number)
            self._outbox.add_update(StateChanged())
        self._parted_no_more()
        self.restart()

    def _cut(self, length: int) -> None:
        self.journal.cut(length)
        del self._writers[length:]
        self._known_there = min(self._known_there, length)
        self.is_alike = False
        self.replayed.rebuild(line.entry for line in self.journal.lines)
        self._note(f"cut {length}")
