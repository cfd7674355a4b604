"""A remote game for tests in which the window is the spectator; the players are in the same process."""

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
    """A remote game of gomoku, and ``words``, the invitation code for its spectators.

    The test has to call ``send`` regularly, for example in each frame of the window.
    """

    def __init__(self, pilot: Pilot, clock: TimeControl = UNTIMED) -> None:
        self.pair = Pair(ruleset=pilot.app.services.catalogue.rulesets["gomoku"], time_control=clock)
        self.pair.begin()
        place = ServerAddress(Transport.BROKER, "broker.example.org")
        invitation = new_invitation(place, is_to_watch=True)
        self.words, keys = format_invitation(invitation), invited_keys(invitation)
        self.channel = broker_channel(place, Networks(NearbyTables()), keys.room_name, Side.HOST)
        self._told = SpectatorHost(keys, KeyAgreement(), self.pair.host, self.channel)

    def send(self, _seconds: float = 0.0) -> None:
        """Let the host's side send all moves so far to the spectators."""
        self._told.poll(time.monotonic_ns() // 1_000_000)

    def play(self, number: int) -> None:
        """Play the legal move with this number for the side to move."""
        self.pair.play(self.pair.mover(), number)
        self.pair.run(500)
