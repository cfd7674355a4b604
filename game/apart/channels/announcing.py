"""Tables that are announced on the local network and found there (zeroconf: multicast DNS). No key is announced."""

from __future__ import annotations

import queue
import re
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.apart.channels.nearby import NetworkAddress
from game.apart.journal.entries import NAME_LETTERS
from game.apart.messages import PROTOCOL
from game.core.language import _
from game.core.model import Reason
from game.core.plain_text import one_line

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf

_TYPE = "_stonefair._tcp.local."
_ROOM = re.compile(r"[0-9a-f]{32}")
#: The most tables that are listed, and the most addresses of one.
_MOST_TABLES, _MOST_ADDRESSES = 64, 8
_TAKEN = "taken"
#: Milliseconds to learn more about a table that was heard of.
_PATIENCE = 2_000


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
    """Whether two sit there already: it is announced for whoever of them comes back, and for nobody else."""


class Announcement:
    """A table of this machine, announced until it is closed. A thread does it, as the network takes its time."""

    def __init__(self, interfaces: Sequence[str] = ()) -> None:
        """``interfaces`` are the local addresses to use; all of them where none is named."""
        self._interfaces = list(interfaces)
        self._zeroconf: Zeroconf | None = None
        self._thread: threading.Thread | None = None
        self._told: queue.SimpleQueue[NearbyTable | None] = queue.SimpleQueue()
        self.problem = ""
        """Why the table cannot be announced, in a sentence; "" where it is, or will be."""

    def announce(self, table: NearbyTable) -> None:
        """Announce the table at the port of its first address; once only."""
        self._told.put(table)
        self._thread = threading.Thread(target=self._announce, name="far table announces", daemon=True)
        self._thread.start()

    def change(self, table: NearbyTable) -> None:
        """Announce the table otherwise from now on."""
        self._told.put(table)

    def _announce(self) -> None:
        from zeroconf import Error as ZeroconfError  # noqa: PLC0415 - the window starts without it

        try:
            while (table := self._told.get()) is not None:
                if self._zeroconf is None:
                    self._zeroconf = _started(self._interfaces)
                    self._zeroconf.register_service(_told(table), allow_name_change=True)
                else:
                    self._zeroconf.update_service(_told(table))
        except (OSError, ZeroconfError):
            self.problem = _("The table cannot be announced on this network.")

    def close(self) -> None:
        """Announce it no more."""
        self._told.put(None)
        if self._thread is not None:
            self._thread.join()
        zeroconf, self._zeroconf = self._zeroconf, None
        if zeroconf is not None:
            zeroconf.close()


def _told(table: NearbyTable) -> ServiceInfo:
    """What is announced of a table."""
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
    """The tables that others have announced, kept up to date until it is closed."""

    def __init__(self, interfaces: Sequence[str] = ()) -> None:
        self._interfaces = list(interfaces)
        self._tables: dict[str, NearbyTable] = {}
        self._change = threading.Lock()
        self._zeroconf: Zeroconf | None = None

    def begin(self) -> Reason | None:
        """Begin to look; why that cannot be, None where it is done."""
        from zeroconf import Error as ZeroconfError  # noqa: PLC0415 - the window starts without it
        from zeroconf import ServiceBrowser  # noqa: PLC0415

        try:
            self._zeroconf = _started(self._interfaces)
            ServiceBrowser(self._zeroconf, _TYPE, handlers=[self._on_change])
        except (OSError, ZeroconfError):
            self.close()
            return Reason("not looking", _("Tables nearby cannot be looked for on this network."))
        return None

    def tables(self) -> list[NearbyTable]:
        """The tables there are now, by the names of their hosts."""
        with self._change:
            return sorted(self._tables.values(), key=lambda table: (table.host, table.room))

    def addresses_of(self, room: str) -> Iterable[NetworkAddress]:
        """Where a room is by now; nothing while it is not announced."""
        with self._change:
            return [address for table in self._tables.values() if table.room == room for address in table.addresses]

    def _on_change(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: object) -> None:
        from zeroconf import ServiceStateChange  # noqa: PLC0415

        info = None
        if state_change is not ServiceStateChange.Removed:
            info = zeroconf.get_service_info(service_type, name, timeout=_PATIENCE)
        table = None if info is None else _read(info)
        with self._change:
            self._tables.pop(name, None)
            if table is not None and len(self._tables) < _MOST_TABLES:
                self._tables[name] = table

    def close(self) -> None:
        """Look no more."""
        zeroconf, self._zeroconf = self._zeroconf, None
        if zeroconf is not None:
            zeroconf.close()


def _started(interfaces: list[str]) -> Zeroconf:
    from zeroconf import InterfaceChoice, Zeroconf  # noqa: PLC0415

    return Zeroconf(interfaces=interfaces or InterfaceChoice.Default)


def local_addresses() -> tuple[str, ...]:
    """The addresses (IPv4) of this machine that others on its networks reach."""
    from ifaddr import get_adapters  # noqa: PLC0415 - comes with zeroconf

    found = (address.ip for adapter in get_adapters() for address in adapter.ips if address.is_IPv4)
    return tuple(str(address) for address in found if not str(address).startswith("127."))[:_MOST_ADDRESSES]


def _read(info: ServiceInfo) -> NearbyTable | None:
    """What is announced, None where it is no table of ours; it may hold anything."""
    told = {_word(key): _word(value) for key, value in info.properties.items()}
    room, host, port = told.get("room", ""), one_line(told.get("host", ""), NAME_LETTERS), info.port
    if told.get("version") != str(PROTOCOL) or not _ROOM.fullmatch(room) or not host or not port:
        return None
    addresses = tuple((address, port) for address in info.parsed_addresses()[:_MOST_ADDRESSES])
    game = one_line(told.get("game", ""), 60)
    way = told.get("open")
    return NearbyTable(room, host, game, way == "yes", addresses, way == _TAKEN) if addresses else None


def _word(value: bytes | str | None) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value or ""
