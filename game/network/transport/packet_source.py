"""The sender of each packet that zeroconf receives. The window starts without this module, which loads asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class PacketSource(asyncio.DatagramProtocol):
    """A wrapper of zeroconf's packet handler that records the sender of each packet."""

    def __init__(
        self, inner: asyncio.DatagramProtocol, process_packet: Callable[[str, Callable[[], None]], None]
    ) -> None:
        """Wrap ``inner``. ``process_packet`` gets the sender of each packet, and the function that processes it."""
        self._inner, self._process_packet = inner, process_packet

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        """Process a packet."""
        self._process_packet(str(addr[0]), lambda: self._inner.datagram_received(data, addr))

    def error_received(self, exc: Exception) -> None:
        """Pass an error of the network on."""
        self._inner.error_received(exc)

    def connection_lost(self, exc: Exception | None) -> None:
        """Pass the end of the socket on."""
        self._inner.connection_lost(exc)
