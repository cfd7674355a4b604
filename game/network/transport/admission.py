"""Admission of connections to a listener, before anything is read from them or a thread is made for them.

A connection is a stranger's until it has proved that it knows the table. Strangers have few places, in total and for
each address. An address from which somebody proved it has places of its own, so that a guest whose connection broke
comes back in however many strangers there are.
"""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass

#: Places of strangers in total, of one address, and of an address from which a guest has come before.
MOST_STRANGERS, MOST_OF_ADDRESS, MOST_RETURNING = 16, 4, 4
#: How many addresses of guests are remembered.
_MOST_KNOWN = 64
#: The refused connections that make a flood, the seconds they come in, and the seconds for which the notice stays.
_FLOOD, _FLOOD_SECONDS, _TOLD_SECONDS = 40, 10.0, 30.0


@dataclass(eq=False, slots=True)
class AdmittedConnection:
    """A connection that was taken in."""

    network: str
    is_returning: bool
    """Whether it has a place of those for guests who come back."""
    is_known: bool = False
    """Whether it is authenticated: a frame of it was sealed with the table's key."""


class Admission:
    """The places of a listener, counted; safe for all threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._change = threading.Lock()
        self._visits: set[AdmittedConnection] = set()
        self._known: OrderedDict[str, None] = OrderedDict()
        self._refused: deque[float] = deque(maxlen=_FLOOD)
        self._flooded_until = 0.0

    def enter(self, host: str) -> AdmittedConnection | None:
        """Give a connection from an address a place, or return None to refuse it."""
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
        """Take note that the machine itself has no place for another connection."""
        self._flooded_until = self._clock() + _TOLD_SECONDS

    def recognise(self, visit: AdmittedConnection) -> None:
        """Mark a connection as authenticated: it no longer takes a stranger's place."""
        with self._change:
            visit.is_known = True
            self._known[visit.network] = None
            self._known.move_to_end(visit.network)
            if len(self._known) > _MOST_KNOWN:
                self._known.popitem(last=False)

    def leave(self, visit: AdmittedConnection) -> None:
        """Give a place back."""
        with self._change:
            self._visits.discard(visit)

    @property
    def strangers(self) -> int:
        """The number of places that strangers have."""
        with self._change:
            return sum(not visit.is_known for visit in self._visits)

    @property
    def is_flooded(self) -> bool:
        """Whether many connections were refused a moment ago."""
        return self._clock() < self._flooded_until


def _network(host: str) -> str:
    """Return the address to count: for IPv6 the network, as one machine has any number of addresses in it."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    return host if address.version == 4 else str(ipaddress.ip_network((address, 64), strict=False))
