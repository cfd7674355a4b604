"""Announcing and finding games on the local network (zeroconf, multicast DNS). Keys are never announced."""

from __future__ import annotations

import queue
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from game.core.language import _
from game.core.plain_text import one_line
from game.network.messages import PROTOCOL
from game.network.sync.entries import NAME_LETTERS
from game.network.transport.finding import MOST_ADDRESSES, NearbyTable, TableFinder, TableList, usable_addresses
from game.network.transport.nearby_channel import NetworkAddress
from game.network.transport.worker import Worker

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf

_TYPE = "_stonefair._tcp.local."
_ROOM = re.compile(r"[0-9a-f]{32}")
_TAKEN = "taken"
#: Seconds: limit for the start of a search, limit for closing, and pause before another try after a failure.
_BEGINNING, _CLOSING, _RETRY = 1.0, 1.0, 15.0


class Announcement:
    """A local network announcement of a game on this machine. A thread makes the slow network calls."""

    def __init__(self, interfaces: Sequence[str] = ()) -> None:
        """Prepare an announcement from the local addresses ``interfaces``; an empty sequence means all."""
        self._interfaces = list(interfaces)
        self._zeroconf: Zeroconf | None = None
        self._announced: queue.SimpleQueue[NearbyTable | None] = queue.SimpleQueue()
        self._latest: NearbyTable | None = None
        self._worker = Worker("far table announces", self._run, self._fallen)
        self.problem = ""
        """An error message about a failure to announce the game; "" if there is none."""

    def announce(self, table: NearbyTable) -> None:
        """Start announcing the game on the local network, with the port of its first address. Call this only once."""
        self._announced.put(table)
        self._worker.start()

    def change(self, table: NearbyTable) -> None:
        """Replace the announced data of the game."""
        self._announced.put(table)

    def close(self) -> None:
        """Withdraw the announcement of the game and stop the thread."""
        self._announced.put(None)
        self._worker.stop(_CLOSING)

    # Methods that run in the thread

    def _fallen(self) -> None:
        self.problem = _("This game cannot be announced on your network.")

    def _run(self) -> None:
        from zeroconf import Error as ZeroconfError  # noqa: PLC0415 - the window starts without it

        try:
            while not self._worker.stops.is_set():
                try:
                    self._announce_all()
                    return
                except (OSError, ZeroconfError):
                    self._fallen()
                self._end()
                self._worker.stops.wait(_RETRY)
        finally:
            self._end()

    def _announce_all(self) -> None:
        """Announce queued games until the thread ends; after an error, announce the latest game again."""
        while (table := self._latest if self._zeroconf is None and self._latest else self._announced.get()) is not None:
            self._latest = table
            if self._zeroconf is None:
                self._zeroconf = _started(self._interfaces)
                self._zeroconf.register_service(_announced(table), allow_name_change=True)
            else:
                self._zeroconf.update_service(_announced(table))
            self.problem = ""

    def _end(self) -> None:
        zeroconf, self._zeroconf = self._zeroconf, None
        if zeroconf is not None:
            zeroconf.close()


def _announced(table: NearbyTable) -> ServiceInfo:
    """Return the zeroconf service record that announces a game."""
    from zeroconf import ServiceInfo  # noqa: PLC0415

    told = {
        "version": str(PROTOCOL),
        "room": table.room,
        "host": one_line(table.host, NAME_LETTERS),
        "game": table.game,
        "open": _TAKEN if table.is_taken else "yes" if table.is_open else "no",
    }
    return ServiceInfo(
        _TYPE,
        f"{table.room}.{_TYPE}",
        port=table.addresses[0][1],
        properties=told,
        server=f"{table.room}.local.",
        parsed_addresses=[host for host, _port in table.addresses],
    )


class NearbyTables:
    """The games that other machines announce on the local network, updated by threads. No method blocks."""

    def __init__(self, interfaces: Sequence[str] = ()) -> None:
        self._interfaces = list(interfaces)
        self._found = TableList()
        self._search: _Search | None = None

    def begin(self) -> None:
        """Start a new search for nearby games with an empty list.

        ``problem`` reports a failure later.
        """
        self.close()
        self._found = TableList()
        self._search = _Search(self._interfaces, self._found)

    @property
    def is_looking(self) -> bool:
        """True while announcements of nearby games are received."""
        return self._search is not None and self._search.is_looking

    @property
    def problem(self) -> str:
        """An error message about a failed search for nearby games; "" if there is none."""
        return "" if self._search is None else self._search.problem

    def tables(self) -> list[NearbyTable]:
        """Return the announced nearby games, sorted by host name."""
        return self._found.tables()

    def addresses_of(self, room: str) -> Iterable[NetworkAddress]:
        """Return the network addresses that are announced for a room; empty if there are none."""
        return self._found.addresses_of(room)

    def close(self) -> None:
        """Stop the search for nearby games."""
        search, self._search = self._search, None
        if search is not None:
            search.stop()


class _Search:
    """A search for nearby games in its own thread, because starting and stopping it is slow."""

    def __init__(self, interfaces: list[str], found: TableList) -> None:
        self._interfaces, self._found = interfaces, found
        self.is_looking = False
        self.problem = ""
        self._worker = Worker("far tables are looked for", self._run, self._fallen)
        self._worker.start()

    def stop(self) -> None:
        """Ask the search thread to end, without waiting for it or sending to the network."""
        self._worker.stops.set()

    # Methods that run in the thread

    def _fallen(self) -> None:
        self.problem = _("Cannot search for games on your network.")

    def _run(self) -> None:
        from zeroconf import Error as ZeroconfError  # noqa: PLC0415 - the window starts without it

        while not self._worker.stops.is_set():
            try:
                self._look()
            # A timeout is an OSError, too.
            except (OSError, ZeroconfError):
                self._fallen()
                self._worker.stops.wait(_RETRY)

    def _look(self) -> None:
        """Search for nearby games until the thread is stopped."""
        from asyncio import run_coroutine_threadsafe  # noqa: PLC0415 - the window starts without it

        zeroconf = _started(self._interfaces)
        try:
            assert zeroconf.loop is not None, "zeroconf has its loop from the start"
            finder = TableFinder(_TYPE, self._found, _read)
            run_coroutine_threadsafe(finder.begin(zeroconf), zeroconf.loop).result(_BEGINNING)
            self.problem, self.is_looking = "", True
            self._worker.stops.wait()
        finally:
            self.is_looking = False
            zeroconf.close()


def _started(interfaces: list[str]) -> Zeroconf:
    from zeroconf import InterfaceChoice, Zeroconf  # noqa: PLC0415

    return Zeroconf(interfaces=interfaces or InterfaceChoice.Default)


def local_addresses() -> tuple[str, ...]:
    """Return the IPv4 addresses of this machine on its networks."""
    from ifaddr import get_adapters  # noqa: PLC0415 - comes with zeroconf

    found = (address.ip for adapter in get_adapters() for address in adapter.ips if address.is_IPv4)
    return tuple(str(address) for address in found if not str(address).startswith("127."))[:MOST_ADDRESSES]


def _read(info: ServiceInfo) -> NearbyTable | None:
    """Parse an untrusted announcement of a game. Return None if it is not valid for this program version."""
    told = {_word(key): _word(value) for key, value in info.properties.items()}
    room, host, port = told.get("room", ""), one_line(told.get("host", ""), NAME_LETTERS), info.port
    if told.get("version") != str(PROTOCOL) or not _ROOM.fullmatch(room) or not host or not port:
        return None
    addresses = usable_addresses(info.parsed_addresses(), port)
    game = one_line(told.get("game", ""), 60)
    way = told.get("open")
    return NearbyTable(room, host, game, way == "yes", addresses, way == _TAKEN) if addresses else None


def _word(value: bytes | str | None) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value or ""
