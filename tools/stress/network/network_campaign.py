"""Stress test of the network: connections that flood the host of a local game, and a broker that sends anything."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path

from game.network.sides import Side
from game.network.transport.broker_channel import BrokerAccess, BrokerChannel
from tools.stress.campaign import Campaign
from tools.stress.network.hostile_broker import HostileBroker
from tools.stress.network.nearby_table import HERE, TableNearby, resources
from tools.stress.network.strangers import FloodTarget, Strangers, stranger_address

#: The number of connections that the attacker opens, and three times in seconds: how long the attack lasts, within
#: which time a guest must be connected again, and within which the host must have released its threads and descriptors.
_CONNECTIONS, _SECONDS, _BACK, _CALM = 120, 3.0, 5.0, 8.0
#: Seconds within which a channel must report that it is connected, or why it is not.
_TOLD = 12.0
_ROOM = "0123456789abcdef0123456789abcdef"


def flood(seed: int, folder: Path, connections: int = _CONNECTIONS, seconds: float = _SECONDS) -> str:
    """Flood the host of a local game with connections; return what went wrong, else "".

    The guest's connection must last, a guest must be able to connect again, and the host must release its threads and
    file descriptors. With an even seed, the guest connects only after the attack.
    """
    with TableNearby(folder, seed, is_found=seed % 2 == 1) as table:
        if table.is_found and table.until(lambda: table.is_alike) is None:
            return "the two did not come together"
        before, source = resources(), stranger_address(table.port)
        strangers = Strangers(FloodTarget(HERE, table.port, table.room, source), connections, seed)
        strangers.start()
        if table.is_found:
            text = _played(table, seconds, is_alone=source != HERE)
        else:
            text = ""
            table.until(lambda: False, seconds)
        strangers.stop()
        if text:
            return text
        if not any("flooding" in sentence for sentence in table.told):
            return "the host was not told"
        return _after(table, before)


def _played(table: TableNearby, seconds: float, *, is_alone: bool) -> str:
    """Play during the attack, and reconnect the guest if ``is_alone``; return what goes wrong.

    ``is_alone`` says that the attacker has another address than the guest.
    """
    told = table.play(seconds)
    # The host cannot tell a guest from an attacker at the same address before the guest has sent something.
    returned = table.begin_guest_again() if is_alone else 0.0
    if told or table.cuts:
        return told or f"the guest was cut {table.cuts} times"
    return "" if returned is not None and returned <= _BACK else f"a guest who came back was in after {returned} s"


def _after(table: TableNearby, before: tuple[int, int]) -> str:
    """Connect the guest again after the attack, and compare threads and descriptors with those ``before``.

    Return a sentence about a failure, else "".
    """
    has_played, table.is_found = table.is_found, True
    returned = table.begin_guest_again()
    if returned is None or returned > _BACK:
        return f"after the flood a guest was in after {returned} s"
    # If the guest was not connected before, its connection adds threads and descriptors, those of the host included.
    allowed = 1 if has_played else 16

    def is_calm() -> bool:
        return all(now <= then + allowed for now, then in zip(resources(), before, strict=True))

    if table.until(is_calm, _CALM) is None:
        return f"threads and descriptors: {before} before, {resources()} after"
    return ""


def hostile_broker(seed: int, folder: Path) -> str:
    """Connect to a hostile broker; return what went wrong, else "".

    The thread of the connection must survive, and the connection must report its state.
    """
    fallen: list[str] = []
    before = threading.excepthook

    def note(what: threading.ExceptHookArgs) -> None:
        fallen.append(repr(what.exc_value))

    threading.excepthook = note
    broker = HostileBroker(seed)
    channel = BrokerChannel(BrokerAccess(HERE, broker.port), _ROOM, Side.GUEST)
    try:
        _stay(channel, random.Random(seed))
        if fallen or not channel.is_alive:
            return f"the channel's thread fell: {fallen}"
        return "" if _is_told(channel) else "the player is not told why nothing goes on"
    finally:
        channel.close()
        broker.close()
        threading.excepthook = before


def _stay(channel: BrokerChannel, rng: random.Random) -> None:
    """Send and receive for ``_SECONDS``, then up to ``_TOLD`` seconds more until the channel reports its state."""
    end = time.monotonic() + _SECONDS
    while time.monotonic() < end or (not _is_told(channel) and time.monotonic() < end + _TOLD):
        channel.send(rng.randbytes(100))
        channel.receive(64)
        time.sleep(0.02)


def _is_told(channel: BrokerChannel) -> bool:
    return channel.state.is_connected or bool(channel.state.problem)


NETWORK_CAMPAIGNS = (
    Campaign("silent connections", "connections of a stranger to a table nearby", flood, 4, 120.0, _CONNECTIONS),
    Campaign("hostile broker", "visits to a broker that says anything", hostile_broker, 10, 60.0),
)
