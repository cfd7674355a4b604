"""An MQTT client for untrusted brokers: packets are bounded, and odd ones end the connection."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.network.encryption.cipher import MOST_FRAME

if TYPE_CHECKING:
    from paho.mqtt.client import Client
    from paho.mqtt.enums import MQTTErrorCode

#: The most bytes of a packet: a frame, and what a topic and properties add.
MOST_PACKET = MOST_FRAME + 4_096


class BrokerError(Exception):
    """The broker does not keep to what was agreed on."""


def bounded_client() -> type[Client]:
    """Load the library, and make of its client one that reads no packet too large to be one of a far table."""
    from paho.mqtt import client as paho  # noqa: PLC0415 - the window starts without it

    class BoundedClient(paho.Client):
        """The library's client with limits that it lacks."""

        def _sock_recv(self, bufsize: int) -> bytes:
            # The library asks for what is left of a packet, up to 256 MB, before it has read any of it.
            if bufsize > MOST_PACKET:
                raise BrokerError("a packet is too large")
            return super()._sock_recv(bufsize)

        def _send_pubrec(self, mid: int) -> MQTTErrorCode:
            # No subscription here is of QoS 2, and what the library keeps of such messages is not bounded.
            raise BrokerError("a message of QoS 2 was not asked for")

    return BoundedClient
