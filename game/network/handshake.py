"""The handshake of a remote game: exchange of names, agreement on terms, toss for the first turn."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import ValidationError

from game.core.language import _, gettext_noop
from game.core.model import Reason
from game.core.ruleset import Ruleset, sheet_text_of
from game.network.messages import (
    PROTOCOL,
    Hello,
    SheetSent,
    TableRefused,
    TossCommit,
    TossReveal,
    sheet_message,
    sheet_text,
)
from game.network.outbox import Outbox, SheetReceived, TermsReceived
from game.network.sides import RefusalCode, Side, refusal_code
from game.network.sync.entries import SeatKeyOwner, TableSet, commitment
from game.network.sync.terms import Agreed, TableTerms, agreed_terms

#: Milliseconds between two greetings without an answer, and between two checks of proposed terms: each check plays a
#: few games.
_AGAIN, _TERMS_PAUSE = 1_500, 1_000

_CANNOT = {
    RefusalCode.NO_RULESET: gettext_noop("{name} does not have this game installed."),
    RefusalCode.OTHER_RULES: gettext_noop(
        "{name} has a different version of this game. You both need the same version."
    ),
    RefusalCode.OTHER_VERSION: gettext_noop(
        "{name} has a different version of Stone Fair. You both need the same version."
    ),
}


class Greeting:
    """One side's part in the handshake of a remote game, which ends when the journal has the agreed game."""

    def __init__(self, owner: SeatKeyOwner, rulesets: Mapping[str, Ruleset], outbox: Outbox) -> None:
        self._side, self._name, self._room = owner.side, owner.name, owner.room
        self._rulesets = rulesets
        self._outbox = outbox
        self._share = owner.share
        self.agreed: Agreed | None = None
        """The terms that both sides can play; None until they are known."""
        self.peer_name = ""
        self.peer_commitment = ""
        """The other side's commitment for the toss, "" until it arrives. Later ones are ignored."""
        self._peer_share = ""
        self._due = self._terms_due = self._now = 0
        self._refused: RefusalCode | None = None
        self._unknown = ""
        """The id of the game that the host proposes if this machine does not have it, "" otherwise."""
        self._sheet_of = ""
        """The id of the game whose rule sheet has arrived; the player reads it now."""

    def offer(self, terms: TableTerms) -> Reason | None:
        """Propose the host's terms of the game. Return the reason if this machine cannot play them, else None."""
        agreed = agreed_terms(terms, self._rulesets)
        if isinstance(agreed, Reason):
            return agreed
        self.agreed = agreed
        return None

    def tick(self, now: int) -> None:
        """Send the greeting repeatedly until the handshake is finished."""
        self._now = now
        if now < self._due:
            return
        self._due = now + _AGAIN
        is_host = self._side is Side.HOST
        self._outbox.send(Hello(PROTOCOL, self._name, (self.agreed.terms,) if self.agreed and is_host else ()))
        if self.agreed is not None:
            self._outbox.send(TossCommit(commitment(self._side, self._room, self._share)))
            self._show()

    def _show(self) -> None:
        """Send this side's random number for the toss, if the other side has committed to its own."""
        if self.peer_commitment and self.agreed is not None:
            self._outbox.send(TossReveal(self._share))

    def handle_hello(self, hello: Hello) -> None:
        """Store the other side's name; as a guest, also check the terms that the host proposes."""
        if hello.version != PROTOCOL:
            self._refuse(RefusalCode.OTHER_VERSION, self.cannot(RefusalCode.OTHER_VERSION, hello.name))
            return
        self.peer_name = hello.name
        if self._side is Side.GUEST and hello.terms and self.agreed is None and self._now >= self._terms_due:
            self._terms_due = self._now + _TERMS_PAUSE
            self._handle_terms(hello.terms[0])

    def _handle_terms(self, terms: TableTerms) -> None:
        agreed = agreed_terms(terms, self._rulesets)
        if isinstance(agreed, Reason):
            code = refusal_code(agreed, RefusalCode.OTHER_RULES)
            self._unknown = terms.ruleset if code is RefusalCode.NO_RULESET else ""
            if not self._unknown or self._sheet_of != self._unknown:
                self._refuse(code, agreed.message)
            return
        self.agreed = agreed
        self._due = self._now
        self._outbox.add_update(TermsReceived(terms, self.peer_name))

    def _refuse(self, code: RefusalCode, sentence: str) -> None:
        self._outbox.send(TableRefused(code))
        if self._refused is not code:
            self._refused = code
            self._outbox.add_notice(sentence)

    def handle_refused(self, refused: TableRefused) -> None:
        """Show the player why the other side cannot play this game, or send it the rule sheet that it needs."""
        if refused.code is RefusalCode.NO_RULESET and self._send_sheet():
            return
        if self._refused is not refused.code:
            self._refused = refused.code
            self._outbox.add_notice(self.cannot(refused.code, self.peer_name))

    def _send_sheet(self) -> bool:
        """Send the rule sheet of the proposed game. Return False if the game has none, or one that is too long."""
        text = sheet_text_of(self.agreed.ruleset) if self.agreed is not None and self._side is Side.HOST else ""
        message = sheet_message(self.agreed.terms.ruleset, text) if self.agreed is not None and text else None
        if message is None:
            return False
        self._outbox.send(message)
        if not self._sheet_of:
            self._sheet_of = message.ruleset
            name = self.peer_name or _("The other player")
            self._outbox.add_notice(_("{name} does not know this game yet, and sees its rules now.", name=name))
        return True

    def handle_sheet(self, sent: SheetSent) -> None:
        """Show the player the first rule sheet that arrives for a game which this machine does not have."""
        if not self._unknown or sent.ruleset != self._unknown or self._sheet_of == sent.ruleset:
            return
        self._sheet_of = sent.ruleset
        try:
            text = sheet_text(sent)
        except ValidationError:
            self._outbox.add_notice(_("The other player sent rules that cannot be read."))
            return
        self._outbox.add_update(SheetReceived(sent.ruleset, text))

    def cannot(self, code: RefusalCode, name: str) -> str:
        """Return the error message for a refusal code; ``name`` is the player who cannot play the proposed game."""
        known = _CANNOT.get(code, _CANNOT[RefusalCode.OTHER_RULES])
        return _(known, name=name or _("The other player"))

    def handle_commit(self, said: TossCommit) -> bool:
        """Store the other side's commitment for the toss. Return True if it is the first one and must be saved."""
        if self.peer_commitment:
            return False
        self.peer_commitment = said.commitment
        self._show()
        return True

    def handle_reveal(self, said: TossReveal) -> None:
        """Accept the other side's random number for the toss if it fits its earlier commitment."""
        if self._is_bound_to(said.share):
            self._peer_share = said.share

    def _is_bound_to(self, share: str) -> bool:
        return commitment(self._side.other, self._room, share) == self.peer_commitment

    def table(self) -> TableSet | None:
        """Return the host's first journal entry once all its data is known, else None.

        A guest does not write this entry and always gets None.
        """
        if self._side is Side.GUEST or self.agreed is None or not self.peer_name or not self._peer_share:
            return None
        return TableSet(self.agreed.terms, self._name, self.peer_name, self._share, self._peer_share)

    def fits(self, table: TableSet) -> bool:
        """Return True if the first journal entry has the agreed terms and this side's name and random number."""
        if self.agreed is None:
            # An earlier run agreed on the game, but its journal line did not reach our file.
            agreed = agreed_terms(table.terms, self._rulesets)
            self.agreed = None if isinstance(agreed, Reason) else agreed
        if self.agreed is None or table.terms != self.agreed.terms:
            return False
        own = table.guest == self._name and table.guest_share == self._share
        return self._side is Side.GUEST and own and self._is_bound_to(table.host_share)
