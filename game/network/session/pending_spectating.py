"""A spectator whose keys are still being derived from an invitation. No pygame."""

from __future__ import annotations

from game.network.encryption.invitation import Invitation
from game.network.encryption.keys import KeyAgreement, KeyJob
from game.network.joining import guest_channel
from game.network.session.pending_connection import LobbyClient
from game.network.spectating.spectator import Spectator


class PendingSpectating:
    """A pending spectator. Call it until it returns one, which the caller then owns."""

    def __init__(self, taker: LobbyClient, invitation: Invitation) -> None:
        self._taker, self._invitation = taker, invitation
        self._keys = KeyJob(invitation)

    def __call__(self) -> Spectator | None:
        """Return the spectator once the keys are ready, else None."""
        keys = self._keys.poll()
        if keys is None:
            return None
        channel = guest_channel(self._invitation.place, keys.room_name, self._taker.networks)
        return Spectator(keys, KeyAgreement(), b"", self._taker.rulesets, channel)
