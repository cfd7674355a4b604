"""Requests of the players (undo, draw, next game, pause), which need the other side's consent.

A request belongs to one position. Once the game moves on, request and answer lapse.
"""

from __future__ import annotations

from collections.abc import Callable

from game.core.language import _, gettext_noop
from game.core.model import Reason
from game.core.request import PlayerRequest
from game.network.messages import RequestReplied, RequestSent
from game.network.outbox import Outbox, RequestArrived, SpectatorsAllowed, StateChanged
from game.network.sides import Side
from game.network.sync.entries import RequestAccepted, SeatKeyOwner
from game.network.sync.log_sync import LogSync
from game.network.sync.replayed_state import ReplayedState

#: Milliseconds before an unanswered request is repeated, as the first may have been lost.
_AGAIN = 4_000

_ASKS = {
    PlayerRequest.UNDO: gettext_noop("{name} asks to undo the last move."),
    PlayerRequest.DRAW: gettext_noop("{name} offers a draw."),
    PlayerRequest.NEXT_GAME: gettext_noop("{name} asks for another game."),
    PlayerRequest.PAUSE: gettext_noop("{name} asks to pause the game."),
    PlayerRequest.RESUME: gettext_noop("{name} asks to resume the game."),
    PlayerRequest.GO_BACK: gettext_noop("{name} asks to go back to the last move on which both game files agree."),
    PlayerRequest.WATCH: gettext_noop("{name} asks to allow spectators."),
}
_DECLINED = {
    PlayerRequest.UNDO: gettext_noop("{name} declined the undo request."),
    PlayerRequest.DRAW: gettext_noop("{name} declined the draw offer."),
    PlayerRequest.NEXT_GAME: gettext_noop("{name} declined to play another game."),
    PlayerRequest.PAUSE: gettext_noop("{name} declined to pause the game."),
    PlayerRequest.RESUME: gettext_noop("{name} is not ready to resume the game."),
    PlayerRequest.GO_BACK: gettext_noop("{name} declined to go back to an earlier move."),
    PlayerRequest.WATCH: gettext_noop("{name} does not allow spectators."),
}


class Requests:
    """The open requests of a remote game; each side has at most one."""

    def __init__(self, owner: SeatKeyOwner, exchange: LogSync, outbox: Outbox, peer_name: Callable[[], str]) -> None:
        self._side, self._secret, self._exchange, self._outbox = owner.side, owner.secret, exchange, outbox
        self._peer_name = peer_name
        self._asked: RequestSent | None = None
        self._received: RequestSent | None = None
        self._replied: RequestReplied | None = None
        self._due = 0
        self._now = 0

    @property
    def asked(self) -> PlayerRequest | None:
        """The local player's request that the other side has not answered yet; None if there is none."""
        return None if self._asked is None else self._asked.wish

    @property
    def received(self) -> PlayerRequest | None:
        """The other side's request that the local player has not answered yet; None if there is none."""
        return None if self._received is None else self._received.wish

    @property
    def _replayed(self) -> ReplayedState:
        return self._exchange.replayed

    def _hash_for(self, wish: PlayerRequest) -> str:
        """Return the journal hash that identifies the position to which a request belongs.

        This is the hash of the whole journal, or for GO_BACK of the part that both sides share.
        """
        parted = self._exchange.parted_at
        journal = self._exchange.journal
        return journal.hash if wish is not PlayerRequest.GO_BACK or parted is None else journal.hash_at(parted)

    def tick(self, now: int) -> None:
        """Drop requests about an earlier position, and repeat this side's unanswered one."""
        self._now = now
        self._forget_old()
        if self._asked is not None and now >= self._due:
            self._due = now + _AGAIN
            self._outbox.send(self._asked)

    def _forget_old(self) -> None:
        if self._received is not None and self._received.hash != self._hash_for(self._received.wish):
            self._received = None
        asked = self._asked
        if asked is not None and asked.hash != self._hash_for(asked.wish):
            self._asked = None

    def forget(self) -> None:
        """Drop all open requests, because the other side's program has restarted.

        Show a notice if this side's draw offer was among them.
        """
        if self._asked is not None and self._asked.wish is PlayerRequest.DRAW:
            self._outbox.add_notice(
                _("Your draw offer expired because {name} restarted the program.", name=self._peer_name())
            )
        self._asked = self._received = None

    def ask(self, wish: PlayerRequest) -> Reason | None:
        """Send a request such as an undo to the other side, or resign. Return the reason if that fails, else None.

        If the other side has sent the same request, it counts as agreed at once.
        """
        self._forget_old()
        refusal = self._why_not(wish, self._side)
        if refusal is not None:
            return refusal
        received = self._received
        if received is not None and received.wish is wish:
            return self.answer(is_yes=True)
        if wish.needs_no_answer and self._replayed.writer is self._side:
            return self._grant(wish, self._side, "")
        before = self._hash_for(wish)
        self._asked = RequestSent(wish, before, self._secret.consent(wish, self._side, before))
        self._due = self._now + _AGAIN
        self._outbox.send(self._asked)
        return None

    def _why_not(self, wish: PlayerRequest, asker: Side) -> Reason | None:
        if wish is PlayerRequest.GO_BACK:
            is_parted = self._exchange.parted_at is not None
            return None if is_parted else Reason("not now", _("Both computers already have the same moves."))
        if wish is PlayerRequest.WATCH:
            is_set = self._replayed.tournament is not None
            return None if is_set else Reason("not now", _("There is no game yet."))
        return self._replayed.why_not(wish, asker)

    def receive(self, asked: RequestSent) -> None:
        """Handle a request of the other side, such as an undo or a draw.

        A request about another position is ignored; the other side repeats it until both have the same position.
        """
        self._forget_old()
        if asked.hash != self._hash_for(asked.wish) or self._why_not(asked.wish, self._side.other) is not None:
            return
        if asked.wish.needs_no_answer:
            if self._replayed.writer is self._side:
                self._announce_change(self._grant(asked.wish, self._side.other, asked.consent))
        elif self._replied is not None and (self._replied.wish, self._replied.hash) == (asked.wish, asked.hash):
            self._outbox.send(self._replied)
        elif self._asked is not None and self._asked.wish is asked.wish:
            self._received = asked
            self.answer(is_yes=True)
        elif self._received != asked:
            self._received = asked
            self._outbox.add_update(RequestArrived(asked.wish, _(_ASKS[asked.wish], name=self._peer_name())))

    def answer(self, *, is_yes: bool) -> Reason | None:
        """Answer the other side's request. Return the reason if the request has lapsed, else None."""
        self._forget_old()
        received, self._received = self._received, None
        if received is None:
            return Reason("not now", _("This request is no longer open."))
        if not is_yes:
            self._reply(RequestReplied(received.wish, received.hash, False, ""))
            return None
        if received.wish.changes_series and self._replayed.writer is self._side:
            refusal = self._grant(received.wish, self._side.other, received.consent)
            self._announce_change(refusal)
            return refusal
        consent = self._secret.consent(received.wish, self._side.other, received.hash)
        self._reply(RequestReplied(received.wish, received.hash, True, consent))
        if received.wish is PlayerRequest.GO_BACK:
            self._go_back()
        return None

    def _reply(self, reply: RequestReplied) -> None:
        self._replied = reply
        self._outbox.send(reply)

    def handle_reply(self, reply: RequestReplied) -> None:
        """Handle the other side's answer to a request; ignore it if no such request is open."""
        self._forget_old()
        asked = self._asked
        if asked is None or (reply.wish, reply.hash) != (asked.wish, asked.hash) or asked.wish.needs_no_answer:
            return
        if not reply.is_yes:
            self._asked = None
            self._outbox.add_notice(_(_DECLINED[asked.wish], name=self._peer_name()))
        elif not asked.wish.changes_series:
            self._asked = None
            self._begin(asked.wish)
        elif self._replayed.writer is self._side:
            self._announce_change(self._grant(asked.wish, self._side, reply.consent))

    def _grant(self, wish: PlayerRequest, asker: Side, consent: str) -> Reason | None:
        self._asked = self._received = None
        made = self._exchange.write(RequestAccepted(wish, asker), consent)
        return made if isinstance(made, Reason) else None

    def _announce_change(self, refusal: Reason | None) -> None:
        if refusal is None:
            self._outbox.add_update(StateChanged())

    def _begin(self, wish: PlayerRequest) -> None:
        """Carry out an accepted request that is not recorded in the game journal."""
        if wish is PlayerRequest.GO_BACK:
            self._go_back()
        else:
            self._outbox.add_update(SpectatorsAllowed())

    def _go_back(self) -> None:
        if self._exchange.parted_at is not None:
            self._exchange.go_back(self._exchange.parted_at)
