"""The second start of the program, which sends its file to the open window."""

from __future__ import annotations

import socket
from pathlib import Path

from game.storage.single_instance.address import Address, forget, known_addresses
from game.storage.single_instance.conversation import HandoverError, LocalConnection, StartRequest, greet
from game.storage.single_instance.listener import PATIENCE

_LOCALHOST = "127.0.0.1"
#: Seconds for all windows together to prove their identity, so that strangers do not delay a start.
_GREETING_SECONDS = 1.0
#: Seconds to add to the window's own patience, for the transmission.
_SPARE = 2.0


def hand_over(path: Path | None) -> bool:
    """Ask an open window to open a file, or only to come to the front. Return True if one accepted.

    A relative path is resolved in this process's folder. Return False if no window is open or none answers.
    """
    addresses = known_addresses()
    try:
        request = StartRequest(None if path is None else path.absolute())
    except OSError:
        return False
    return any(_is_taken(request, address, _GREETING_SECONDS / len(addresses)) for address in addresses)


def _is_taken(request: StartRequest, address: Address, seconds: float) -> bool:
    """Return True if the window at an address proves its identity within ``seconds`` and accepts a request."""
    try:
        with socket.create_connection((_LOCALHOST, address.port), timeout=seconds) as connected:
            greet(LocalConnection(connected, seconds), address.secret, request, PATIENCE + _SPARE)
    except ConnectionRefusedError:
        # The window has ended without deleting its address.
        forget(address)
        return False
    except (OSError, HandoverError):
        return False
    return True
