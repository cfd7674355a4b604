"""A table that somebody watches by an invitation, whose keys take a moment. No pygame here."""

from __future__ import annotations

from game.network.encryption.invitation import Invitation
from game.network.encryption.keys import KeysInMaking, Meeting
from game.network.session.table_to_come import SeatTaker
from game.network.sitting_down import guest_channel
from game.network.spectating.watching import TableWatcher


class WatchToCome:
    """Call it until it gives the watcher, who is then the caller's."""

    def __init__(self, taker: SeatTaker, invitation: Invitation) -> None:
        self._taker, self._invitation = taker, invitation
        self._keys = KeysInMaking(invitation)

    def __call__(self) -> TableWatcher | None:
        """The watcher once the keys are made."""
        keys = self._keys.poll()
        if keys is None:
            return None
        channel = guest_channel(self._invitation.place, keys.room_name, self._taker.networks)
        return TableWatcher(keys, Meeting(), b"", self._taker.rulesets, channel)
