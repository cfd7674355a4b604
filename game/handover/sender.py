"""The side of a second start: its file goes to the window that is open."""

from __future__ import annotations

import socket
from pathlib import Path

from game.handover.address import known_address
from game.handover.conversation import HandoverError, LocalConnection, StartRequest, greet
from game.handover.listener import PATIENCE

_LOCALHOST = "127.0.0.1"
#: Seconds beyond the window's own patience, for the way there and back.
_SPARE = 2.0


def hand_over(path: Path | None) -> bool:
    """Hand a file to the open window, or only let it come forward; whether it took that.

    A relative path is meant from this process's folder. False where no window is open, or none that answers.
    """
    address = known_address()
    if address is None:
        return False
    try:
        request = StartRequest(None if path is None else path.absolute())
        with socket.create_connection((_LOCALHOST, address.port), timeout=_SPARE) as connected:
            greet(LocalConnection(connected, PATIENCE + _SPARE), address.secret, request)
    except (OSError, HandoverError):
        return False
    return True
