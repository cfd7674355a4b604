"""Two who play elsewhere and are watched, for tests of the window: in the same process, by a broker in memory."""

from __future__ import annotations

import time

from game.core.clock import UNTIMED, TimeControl
from game.network.encryption.invitation import ServerAddress, Transport, format_invitation, new_invitation
from game.network.encryption.keys import KeyAgreement, invited_keys
from game.network.joining import Networks, broker_channel
from game.network.sides import Side
from game.network.spectating.spectator import SpectatorHost
from game.network.transport.announcing import NearbyTables
from tools.network.pair import Pair
from tools.pilot.pilot import Pilot


class WatchedPair:
    """A table of gomoku, and the words by which it is watched; the window calls ``send`` in each frame."""

    def __init__(self, pilot: Pilot, clock: TimeControl = UNTIMED) -> None:
        self.pair = Pair(ruleset=pilot.app.services.catalogue.rulesets["gomoku"], time_control=clock)
        self.pair.begin()
        place = ServerAddress(Transport.BROKER, "broker.example.org")
        invitation = new_invitation(place, is_to_watch=True)
        self.words, keys = format_invitation(invitation), invited_keys(invitation)
        self.channel = broker_channel(place, Networks(NearbyTables()), keys.room_name, Side.HOST)
        self._told = SpectatorHost(keys, KeyAgreement(), self.pair.host.journal, self.channel)

    def send(self, _seconds: float = 0.0) -> None:
        """Lets time pass at the window that tells."""
        self._told.poll(time.monotonic_ns() // 1_000_000)

    def play(self, number: int) -> None:
        """Whoever is on turn plays there."""
        self.pair.play(self.pair.mover(), number)
        self.pair.run(500)
