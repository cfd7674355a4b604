"""Discovery of games on the local network, with a limit on the games that each machine can announce.

All code runs in the event loop of zeroconf without blocking. A game whose data arrived with its name is listed at once;
for others a few queries run at a time. The number of games is limited for each machine, whatever names it uses.
"""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from game.network.transport.nearby_channel import NetworkAddress

if TYPE_CHECKING:
    import asyncio

    from zeroconf import ServiceInfo, ServiceStateChange, Zeroconf

#: Maximum number of listed games in total and for each machine, and of addresses for each game.
MOST_TABLES, MOST_OF_SOURCE, MOST_ADDRESSES = 64, 8, 8
#: Maximum number of running queries in total and for each machine.
_MOST_ASKED, _MOST_ASKED_OF_SOURCE = 32, 8
#: Milliseconds until a query is dropped, and the maximum length of a name.
_PATIENCE, _LONGEST_NAME = 2_000, 120
#: Packets that are read from one machine in a second, and machines that are counted.
_MOST_A_SECOND, _MOST_SOURCES = 100, 256


@dataclass(frozen=True, slots=True)
class NearbyTable:
    """A game announced on the local network, with its untrusted texts cleaned and truncated."""

    room: str
    host: str
    game: str
    """Ruleset id as the host announced it."""
    is_open: bool
    """True if any player can join with a click; otherwise an invitation is needed."""
    addresses: tuple[NetworkAddress, ...]
    is_taken: bool = False
    """True if both players are present; the announcement then only helps them to reconnect."""


class TableList:
    """A thread-safe list of the games announced on the local network, limited for each machine."""

    def __init__(self) -> None:
        self._found: OrderedDict[str, tuple[str, NearbyTable]] = OrderedDict()
        """Source and game by service name, latest last."""
        self._change = threading.Lock()

    def put(self, name: str, source: str, table: NearbyTable) -> None:
        """Add or update a game found on the local network, and drop the oldest game if there are too many.

        If its machine announces too many games, the oldest of that machine is dropped.
        """
        with self._change:
            if name not in self._found:
                counts = Counter(source for source, _table in self._found.values())
                if counts[source] >= MOST_OF_SOURCE:
                    self._drop_oldest_of(source)
                elif len(self._found) >= MOST_TABLES:
                    self._drop_oldest_of(counts.most_common(1)[0][0])
            self._found[name] = source, table
            self._found.move_to_end(name)

    def _drop_oldest_of(self, source: str) -> None:
        del self._found[next(name for name, (of, _table) in self._found.items() if of == source)]

    def drop(self, name: str) -> None:
        """Remove the nearby game that is announced under this name from the list."""
        with self._change:
            self._found.pop(name, None)

    def tables(self) -> list[NearbyTable]:
        """Return the nearby games, sorted by host name."""
        with self._change:
            return sorted((table for _source, table in self._found.values()), key=lambda each: (each.host, each.room))

    def addresses_of(self, room: str) -> list[NetworkAddress]:
        """Return the network addresses announced for a room, one from each announcement in turn."""
        with self._change:
            said = [table.addresses for _source, table in self._found.values() if table.room == room]
        return [each[number] for number in range(MOST_ADDRESSES) for each in said if number < len(each)]


class TableFinder:
    """A zeroconf listener that finds games on the local network. All methods run in zeroconf's event loop."""

    def __init__(self, service_type: str, found: TableList, read: Callable[[ServiceInfo], NearbyTable | None]) -> None:
        """Prepare a search for games on the local network.

        ``read`` parses an announcement, or returns None if it is not a game.
        """
        self._type, self._found, self._read = service_type, found, read
        self._asked: dict[str, str] = {}
        """Names with a running query, and the source that announced each."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._source = ""
        """The machine whose packet is being read; "" otherwise."""
        self._recent_packets: OrderedDict[str, tuple[int, int]] = OrderedDict()

    async def begin(self, zeroconf: Zeroconf) -> None:
        """Start the search for nearby games."""
        from zeroconf.asyncio import AsyncServiceBrowser  # noqa: PLC0415 - the window starts without it

        from game.network.transport.packet_source import PacketSource  # noqa: PLC0415

        await zeroconf.async_wait_for_start()
        for reader in zeroconf.engine.readers:
            inner = cast("asyncio.DatagramProtocol", reader.transport.get_protocol())
            reader.transport.set_protocol(PacketSource(inner, self._process_packet))
        AsyncServiceBrowser(zeroconf, self._type, handlers=[self._on_change])

    def _process_packet(self, source: str, read: Callable[[], None]) -> None:
        """Process a received packet, unless its sender has sent too many."""
        second = int(time.monotonic())
        then, count = self._recent_packets.pop(source, (second, 0))
        count = count + 1 if then == second else 1
        self._recent_packets[source] = second, count
        if len(self._recent_packets) > _MOST_SOURCES:
            self._recent_packets.popitem(last=False)
        if count > _MOST_A_SECOND:
            return
        self._source = source
        try:
            read()
        finally:
            self._source = ""

    def _on_change(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        from asyncio import get_running_loop  # noqa: PLC0415

        from zeroconf import ServiceStateChange  # noqa: PLC0415
        from zeroconf.asyncio import AsyncServiceInfo  # noqa: PLC0415

        if state_change is ServiceStateChange.Removed:
            self._found.drop(name)
            return
        if len(name) > _LONGEST_NAME:
            return
        info = AsyncServiceInfo(service_type, name)
        if info.load_from_cache(zeroconf):
            self._take(name, self._source, info)
        elif self._may_ask(name):
            self._asked[name] = self._source
            task = get_running_loop().create_task(self._ask(zeroconf, name, info))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _may_ask(self, name: str) -> bool:
        of_source = sum(source == self._source for source in self._asked.values())
        is_free = len(self._asked) < _MOST_ASKED and of_source < _MOST_ASKED_OF_SOURCE
        return is_free and name not in self._asked

    async def _ask(self, zeroconf: Zeroconf, name: str, info: ServiceInfo) -> None:
        try:
            if await info.async_request(zeroconf, _PATIENCE):
                self._take(name, self._asked[name], info)
        finally:
            del self._asked[name]

    def _take(self, name: str, source: str, info: ServiceInfo) -> None:
        table = self._read(info)
        if table is None:
            self._found.drop(name)
        else:
            self._found.put(name, source or table.addresses[0][0], table)


def usable_addresses(told: Iterable[str], port: int) -> tuple[NetworkAddress, ...]:
    """Return the announced hosts that are valid IP addresses, each with the port, up to a limit."""
    usable = []
    for host in told:
        try:
            address = ipaddress.ip_address(host.partition("%")[0])
        except ValueError:
            continue
        if not (address.is_multicast or address.is_unspecified):
            usable.append((host, port))
        if len(usable) == MOST_ADDRESSES:
            break
    return tuple(usable)
