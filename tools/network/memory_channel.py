"""One end of a channel in memory: what it has received, and whether it stands; how frames get there is a test's."""

from __future__ import annotations

from dataclasses import replace

from game.network.transport.channel import ChannelState


class MemoryEnd:
    """Everything of a channel but ``send``."""

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
        """Nobody else is told."""

    def close(self) -> None:
        self.state = replace(self.state, is_connected=False)
