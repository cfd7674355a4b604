"""The list of tables found nearby: no machine can fill it, and names without an answer do not delay it.

All of it happens in the event loop of zeroconf, and nothing there waits: a table whose facts came with its name is
listed at once, others are asked for, a few at a time. The tables of one machine are limited, whatever names it uses.
"""

from __future__ import annotations

import asyncio
import ipaddress
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from game.network.transport.nearby_channel import NetworkAddress

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, ServiceStateChange, Zeroconf

#: The most tables that are listed, in all and of one machine; and the most addresses of one table.
MOST_TABLES, MOST_OF_SOURCE, MOST_ADDRESSES = 64, 8, 8
#: The most names that are asked for at once, in all and of those one machine has said.
_MOST_ASKED, _MOST_ASKED_OF_SOURCE = 32, 8
#: Milliseconds until a name that was asked for is dropped, and the longest name that is.
_PATIENCE, _LONGEST_NAME = 2_000, 120
#: Packets of one machine that are read in a second, and machines that are counted.
_MOST_A_SECOND, _MOST_SOURCES = 100, 256


@dataclass(frozen=True, slots=True)
class NearbyTable:
    """A table that somebody nearby has announced; the words are a stranger's, cleaned and cut."""

    room: str
    host: str
    game: str
    """The id of the ruleset, as the host names it."""
    is_open: bool
    """Whether anybody may sit down with a click; otherwise an invitation is needed."""
    addresses: tuple[NetworkAddress, ...]
    is_taken: bool = False
    """Whether both seats are taken: then it is announced only so that one of the two players can come back."""


class TableList:
    """Tables by the names of their services, bounded for each machine that announces; any thread may ask."""

    def __init__(self) -> None:
        self._found: OrderedDict[str, tuple[str, NearbyTable]] = OrderedDict()
        """The source and the table, the latest last."""
        self._change = threading.Lock()

    def put(self, name: str, source: str, table: NearbyTable) -> None:
        """List a table, or what it has changed to; a machine that has too many loses its oldest one."""
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
        """List a table no more."""
        with self._change:
            self._found.pop(name, None)

    def tables(self) -> list[NearbyTable]:
        """List the tables, by the names of their hosts."""
        with self._change:
            return sorted((table for _source, table in self._found.values()), key=lambda each: (each.host, each.room))

    def addresses_of(self, room: str) -> list[NetworkAddress]:
        """List where a room is announced: the first address of each announcement, then the second ones."""
        with self._change:
            said = [table.addresses for _source, table in self._found.values() if table.room == room]
        return [each[number] for number in range(MOST_ADDRESSES) for each in said if number < len(each)]


class TableFinder:
    """A finder of tables that zeroconf hears of. All methods run in its event loop."""

    def __init__(self, service_type: str, found: TableList, read: Callable[[ServiceInfo], NearbyTable | None]) -> None:
        """``read`` makes a table of an announcement, None of one that is no table."""
        self._type, self._found, self._read = service_type, found, read
        self._asked: dict[str, str] = {}
        """The names that are asked for, with the sources that said them."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._source = ""
        """The machine whose packet is being read, "" where none is."""
        self._heard: OrderedDict[str, tuple[int, int]] = OrderedDict()

    async def begin(self, zeroconf: Zeroconf) -> None:
        """Begin to look."""
        from zeroconf.asyncio import AsyncServiceBrowser  # noqa: PLC0415 - the window starts without it

        await zeroconf.async_wait_for_start()
        for reader in zeroconf.engine.readers:
            inner = cast("asyncio.DatagramProtocol", reader.transport.get_protocol())
            reader.transport.set_protocol(_FromSource(inner, self._hear))
        AsyncServiceBrowser(zeroconf, self._type, handlers=[self._on_change])

    def _hear(self, source: str, read: Callable[[], None]) -> None:
        """Read a packet of a machine, unless that one says too much."""
        second = int(time.monotonic())
        then, count = self._heard.pop(source, (second, 0))
        count = count + 1 if then == second else 1
        self._heard[source] = second, count
        if len(self._heard) > _MOST_SOURCES:
            self._heard.popitem(last=False)
        if count > _MOST_A_SECOND:
            return
        self._source = source
        try:
            read()
        finally:
            self._source = ""

    def _on_change(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
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
            task = asyncio.get_running_loop().create_task(self._ask(zeroconf, name, info))
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


class _FromSource(asyncio.DatagramProtocol):
    """A protocol in front of the one that reads packets, which notes the machine that sent each."""

    def __init__(self, inner: asyncio.DatagramProtocol, hear: Callable[[str, Callable[[], None]], None]) -> None:
        self._inner, self._hear = inner, hear

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        self._hear(str(addr[0]), lambda: self._inner.datagram_received(data, addr))

    def error_received(self, exc: Exception) -> None:
        self._inner.error_received(exc)

    def connection_lost(self, exc: Exception | None) -> None:
        self._inner.connection_lost(exc)


def usable_addresses(told: Iterable[str], port: int) -> tuple[NetworkAddress, ...]:
    """Keep the addresses of an announcement that a machine can have, at most so many."""
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
