"""The base class for channels in memory between two sides of a game, for tests.

It keeps the messages that have arrived (frames) and whether the channel is connected.
"""

from __future__ import annotations

from dataclasses import replace

from game.network.transport.channel import ChannelState


class MemoryEnd:
    """One end of a channel in memory: all methods of ``Channel`` except ``send``, which each subclass adds."""

    addresses = ()

    def __init__(self) -> None:
        self.state = ChannelState(True)
        self.frames: list[bytes] = []

    def receive(self, most: int) -> list[bytes]:
        taken, self.frames = self.frames[:most], self.frames[most:]
        return taken

    def trust(self, frame: bytes) -> bool:
        return False

    def both_joined(self) -> None:
        """Do nothing when both players are connected: this channel has no announcement that would have to stop."""

    def close(self) -> None:
        self.state = replace(self.state, is_connected=False)
