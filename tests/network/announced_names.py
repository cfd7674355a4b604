"""A stranger's announcements: names that nobody answers for, and tables that are none, from one address."""

from __future__ import annotations

import socket
from collections.abc import Iterable

from zeroconf import DNSAddress, DNSOutgoing, DNSPointer, DNSService, DNSText

from game.network.messages import PROTOCOL

HERE, STRANGER, SERVICE = "127.0.0.1", "127.0.0.2", "_stonefair._tcp.local."
_GROUP = ("224.0.0.251", 5353)


def say(records: Iterable[object], source: str = STRANGER) -> None:
    """Sends packets with the records to everybody on the loopback network."""

    outgoing = DNSOutgoing(0x8400)
    for record in records:
        outgoing.add_answer_at_time(record, 0)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(HERE))
        sender.bind((source, 0))
        for packet in outgoing.packets():
            sender.sendto(packet, _GROUP)


def silent_names(count: int) -> list[object]:
    """Names of tables about which nothing else is said."""

    return [DNSPointer(SERVICE, 12, 1, 4500, f"{number:032x}.{SERVICE}") for number in range(count)]


def false_table(number: int) -> list[object]:
    """All that is said of a table which is not there."""

    room = f"{number:032x}"
    name, server = f"{room}.{SERVICE}", f"{room}.local."
    words = [
        f"version={PROTOCOL}".encode(),
        f"room={room}".encode(),
        f"host=A {number}".encode(),
        b"game=tiny",
        b"open=yes",
    ]
    text = b"".join(bytes([len(word)]) + word for word in words)
    return [
        DNSPointer(SERVICE, 12, 1, 4500, name),
        DNSService(name, 33, 1, 120, 0, 0, 47_100, server),
        DNSText(name, 16, 1, 4500, text),
        DNSAddress(server, 1, 1, 120, socket.inet_aton(f"10.0.{number % 250}.7")),
    ]
