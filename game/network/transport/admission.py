"""Admission of network connections to a listening port, before any data is read.

A connection counts as a stranger until it is authenticated. Strangers have few slots, in total and for each address. An
address with an authenticated connection in the past has slots of its own, so that a guest can reconnect even during a
flood of strangers.
"""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass

#: Slots for strangers in total, for each address, and for each address of a returning guest.
MOST_STRANGERS, MOST_OF_ADDRESS, MOST_RETURNING = 16, 4, 4
#: The maximum number of guests' addresses that are remembered.
_MOST_KNOWN = 64
#: A flood: number of refused connections, seconds in which they arrive, and seconds for which the notice is shown.
_FLOOD, _FLOOD_SECONDS, _TOLD_SECONDS = 40, 10.0, 30.0


@dataclass(eq=False, slots=True)
class AdmittedConnection:
    """A network connection that was admitted to a listening port."""

    network: str
    is_returning: bool
    """True if it has one of the slots for returning guests."""
    is_known: bool = False
    """True if it is authenticated: it sent a frame encrypted with the session's key."""


class Admission:
    """The limited number of connections that a listening port admits; thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._change = threading.Lock()
        self._visits: set[AdmittedConnection] = set()
        self._known: OrderedDict[str, None] = OrderedDict()
        self._refused: deque[float] = deque(maxlen=_FLOOD)
        self._flooded_until = 0.0

    def enter(self, host: str) -> AdmittedConnection | None:
        """Admit a connection from this host. Return None if there are too many connections already."""
        network = _network(host)
        with self._change:
            is_returning = network in self._known
            strangers = [visit for visit in self._visits if not visit.is_known]
            own = sum(visit.network == network for visit in strangers)
            others = sum(not visit.is_returning for visit in strangers)
            has_place = own < MOST_RETURNING if is_returning else own < MOST_OF_ADDRESS and others < MOST_STRANGERS
            if not has_place:
                self._refuse()
                return None
            visit = AdmittedConnection(network, is_returning)
            self._visits.add(visit)
            return visit

    def _refuse(self) -> None:
        now = self._clock()
        self._refused.append(now)
        if len(self._refused) == _FLOOD and now - self._refused[0] < _FLOOD_SECONDS:
            self._flooded_until = now + _TOLD_SECONDS

    def overrun(self) -> None:
        """Record that this machine lacks the resources for another connection."""
        self._flooded_until = self._clock() + _TOLD_SECONDS

    def recognise(self, visit: AdmittedConnection) -> None:
        """Mark a connection as authenticated, so that it no longer counts towards the limit for strangers."""
        with self._change:
            visit.is_known = True
            self._known[visit.network] = None
            self._known.move_to_end(visit.network)
            if len(self._known) > _MOST_KNOWN:
                self._known.popitem(last=False)

    def leave(self, visit: AdmittedConnection) -> None:
        """Free the place of an admitted network connection that has ended."""
        with self._change:
            self._visits.discard(visit)

    @property
    def strangers(self) -> int:
        """Number of admitted connections that are not authenticated."""
        with self._change:
            return sum(not visit.is_known for visit in self._visits)

    @property
    def is_flooded(self) -> bool:
        """True if many connections were refused recently."""
        return self._clock() < self._flooded_until


def _network(host: str) -> str:
    """Return the address by which a host's connections are counted; for IPv6, its /64 network."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    return host if address.version == 4 else str(ipaddress.ip_network((address, 64), strict=False))
