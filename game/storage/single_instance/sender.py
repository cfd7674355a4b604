"""The side of a second start: its file goes to the window that is open."""

from __future__ import annotations

import socket
from pathlib import Path

from game.storage.single_instance.address import Address, forget, known_addresses
from game.storage.single_instance.conversation import HandoverError, LocalConnection, StartRequest, greet
from game.storage.single_instance.listener import PATIENCE

_LOCALHOST = "127.0.0.1"
#: Seconds in which all windows together must have proved that they are ours: strangers do not delay a start.
_GREETING_SECONDS = 1.0
#: Seconds beyond the window's own patience, for the way there and back.
_SPARE = 2.0


def hand_over(path: Path | None) -> bool:
    """Hand a file to an open window, or only let it come forward; whether one took that.

    A relative path is meant from this process's folder. False where no window is open, or none that answers.
    """
    addresses = known_addresses()
    try:
        request = StartRequest(None if path is None else path.absolute())
    except OSError:
        return False
    return any(_is_taken(request, address, _GREETING_SECONDS / len(addresses)) for address in addresses)


def _is_taken(request: StartRequest, address: Address, seconds: float) -> bool:
    """Whether the window at an address takes a request; it has so many seconds to prove that it is ours."""
    try:
        with socket.create_connection((_LOCALHOST, address.port), timeout=seconds) as connected:
            greet(LocalConnection(connected, seconds), address.secret, request, PATIENCE + _SPARE)
    except ConnectionRefusedError:
        # That window has ended without taking its address away.
        forget(address)
        return False
    except (OSError, HandoverError):
        return False
    return True
