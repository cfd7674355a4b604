"""How a table begins: both sides say who they are, agree on the terms, and draw the toss together."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.language import _, gettext_noop
from game.core.model import Reason
from game.core.ruleset import Ruleset
from game.network.messages import PROTOCOL, Hello, TableRefused, TossCommit, TossReveal
from game.network.outbox import Outbox, TermsReceived
from game.network.refusals import RefusalCode, refusal_code
from game.network.sides import Side
from game.network.sync.entries import SeatKeyOwner, TableSet, commitment
from game.network.sync.terms import Agreed, TableTerms, agreed_terms

#: How often a side says again what the other has not answered yet, and the least time between two terms that are tried,
#: as trying them plays a few games; in milliseconds.
_AGAIN, _TERMS_PAUSE = 1_500, 1_000

_CANNOT = {
    RefusalCode.NO_RULESET: gettext_noop("{name} does not have this game installed."),
    RefusalCode.OTHER_RULES: gettext_noop("{name} has another version of this game; both need the same one."),
    RefusalCode.OTHER_VERSION: gettext_noop("{name} has another version of Stone Fair; both need the same one."),
}


class Greeting:
    """One side's part in setting up a table; over once the table stands in the journal."""

    def __init__(self, owner: SeatKeyOwner, rulesets: Mapping[str, Ruleset], voice: Outbox) -> None:
        self._side, self._name, self._room = owner.side, owner.name, owner.room
        self._rulesets = rulesets
        self._voice = voice
        self._share = owner.share
        self.agreed: Agreed | None = None
        """The terms, once this side can keep them."""
        self.far_name = ""
        self.far_commitment = ""
        """What the other side bound itself to; it cannot change that any more."""
        self._far_share = ""
        self._due = self._terms_due = self._now = 0
        self._refused: RefusalCode | None = None

    def offer(self, terms: TableTerms) -> Reason | None:
        """The host's terms; why this machine itself cannot keep them, None where it can."""
        agreed = agreed_terms(terms, self._rulesets)
        if isinstance(agreed, Reason):
            return agreed
        self.agreed = agreed
        return None

    def tick(self, now: int) -> None:
        """Say again what is not answered yet."""
        self._now = now
        if now < self._due:
            return
        self._due = now + _AGAIN
        is_host = self._side is Side.HOST
        self._voice.send(Hello(PROTOCOL, self._name, (self.agreed.terms,) if self.agreed and is_host else ()))
        if self.agreed is not None:
            self._voice.send(TossCommit(commitment(self._side, self._room, self._share)))
            self._show()

    def _show(self) -> None:
        """Show what this side drew, once the other side is bound."""
        if self.far_commitment and self.agreed is not None:
            self._voice.send(TossReveal(self._share))

    def hear_hello(self, hello: Hello) -> None:
        """Learn who sits there, and of the host what is played."""
        if hello.version != PROTOCOL:
            self._refuse(RefusalCode.OTHER_VERSION, self.cannot(RefusalCode.OTHER_VERSION, hello.name))
            return
        self.far_name = hello.name
        if self._side is Side.GUEST and hello.terms and self.agreed is None and self._now >= self._terms_due:
            self._terms_due = self._now + _TERMS_PAUSE
            self._hear_terms(hello.terms[0])

    def _hear_terms(self, terms: TableTerms) -> None:
        agreed = agreed_terms(terms, self._rulesets)
        if isinstance(agreed, Reason):
            self._refuse(refusal_code(agreed, RefusalCode.OTHER_RULES), agreed.message)
            return
        self.agreed = agreed
        self._due = self._now
        self._voice.tell(TermsReceived(terms, self.far_name))

    def _refuse(self, code: RefusalCode, sentence: str) -> None:
        self._voice.send(TableRefused(code))
        if self._refused is not code:
            self._refused = code
            self._voice.say(sentence)

    def hear_refused(self, refused: TableRefused) -> None:
        """The other side cannot play at this table."""
        if self._refused is not refused.code:
            self._refused = refused.code
            self._voice.say(self.cannot(refused.code, self.far_name))

    def cannot(self, code: RefusalCode, name: str) -> str:
        """The sentence for a side that cannot play at a table."""
        known = _CANNOT.get(code, _CANNOT[RefusalCode.OTHER_RULES])
        return _(known, name=name or _("The other side"))

    def hear_commit(self, said: TossCommit) -> bool:
        """Bind the other side to what it drew; whether that is new, and has to be kept."""
        if self.far_commitment:
            return False
        self.far_commitment = said.commitment
        self._show()
        return True

    def hear_reveal(self, said: TossReveal) -> None:
        """Take what the other side drew, if it is what it bound itself to."""
        if self._is_bound_to(said.share):
            self._far_share = said.share

    def _is_bound_to(self, share: str) -> bool:
        return commitment(self._side.other, self._room, share) == self.far_commitment

    def table(self) -> TableSet | None:
        """The table as the host sets it once all is known; None before that, and for the guest."""
        if self._side is Side.GUEST or self.agreed is None or not self.far_name or not self._far_share:
            return None
        return TableSet(self.agreed.terms, self._name, self.far_name, self._share, self._far_share)

    def fits(self, table: TableSet) -> bool:
        """Whether the host has set the table with the terms, the name and the toss that were agreed."""
        if self.agreed is None:
            # The table was agreed on before, and the line about it has not reached our file.
            agreed = agreed_terms(table.terms, self._rulesets)
            self.agreed = None if isinstance(agreed, Reason) else agreed
        if self.agreed is None or table.terms != self.agreed.terms:
            return False
        own = table.guest == self._name and table.guest_share == self._share
        return self._side is Side.GUEST and own and self._is_bound_to(table.host_share)
