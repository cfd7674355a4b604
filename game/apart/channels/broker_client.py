"""The MQTT client for brokers that nobody vouches for: packets are bounded, and odd ones end the connection.

The library is loaded with this module, so it is imported where a broker is first connected.
"""

from __future__ import annotations

from paho.mqtt.client import Client
from paho.mqtt.enums import MQTTErrorCode

from game.apart.sealed.sealing import MOST_FRAME

#: The most bytes of a packet: a frame, and what a topic and properties add.
MOST_PACKET = MOST_FRAME + 4_096


class BrokerError(Exception):
    """The broker does not keep to what was agreed on."""


class BoundedClient(Client):
    """The library's client, which reads no packet that is too large to be one of a far table."""

    def _sock_recv(self, bufsize: int) -> bytes:
        # The library asks for what is left of a packet, up to 256 MB, before it has read any of it.
        if bufsize > MOST_PACKET:
            raise BrokerError("a packet is too large")
        return super()._sock_recv(bufsize)

    def _send_pubrec(self, mid: int) -> MQTTErrorCode:
        # No subscription here is of QoS 2, and what the library keeps of such messages is not bounded.
        raise BrokerError("a message of QoS 2 was not asked for")
