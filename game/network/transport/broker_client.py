"""An MQTT client for untrusted brokers: the packet size is limited, and unexpected packets end the connection."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.network.encryption.cipher import MOST_FRAME

if TYPE_CHECKING:
    from paho.mqtt.client import Client
    from paho.mqtt.enums import MQTTErrorCode

#: The maximum size of a packet in bytes: a frame with topic and properties.
MOST_PACKET = MOST_FRAME + 4_096


class BrokerError(Exception):
    """A violation of the protocol by the broker."""


def bounded_client() -> type[Client]:
    """Import the MQTT library and return a client class that refuses oversized packets."""
    from paho.mqtt import client as paho  # noqa: PLC0415 - the window starts without it

    class BoundedClient(paho.Client):
        """The library's client with limits that it lacks."""

        def _sock_recv(self, bufsize: int) -> bytes:
            # The library asks for the rest of a packet, up to 256 MB, before it has read any of it.
            if bufsize > MOST_PACKET:
                raise BrokerError("a packet is too large")
            return super()._sock_recv(bufsize)

        def _send_pubrec(self, mid: int) -> MQTTErrorCode:
            # This program never subscribes with QoS 2, and the library stores such messages without a limit.
            raise BrokerError("a message of QoS 2 was not asked for")

    return BoundedClient
