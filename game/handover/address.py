"""Where the open window listens, and the secret that only its user knows: a small file in the user's folder.

There is a file for each screen of each machine, so that nothing is handed to a window that nobody sees here. A file
that a killed window left behind does no harm: nobody who knows its secret answers at its port.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import secrets
from dataclasses import dataclass
from pathlib import Path

from game.store import folders

SECRET_BYTES = 32
_MOST_BYTES = 1_000
_PORTS = 65_536
_SCREEN_VARIABLES = ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY")
#: The rights to a file that nobody else may read.
_OURS_ALONE = 0o600


@dataclass(frozen=True, slots=True, repr=False)
class Address:
    """A port of this machine, and the secret by which the window and a second start know each other."""

    port: int
    secret: bytes


def new_secret() -> bytes:
    """A secret that nobody can guess."""
    return secrets.token_bytes(SECRET_BYTES)


def address_file() -> Path:
    """The file of the window on this screen."""
    seen = [platform.node(), *(os.environ.get(name, "") for name in _SCREEN_VARIABLES)]
    mark = hashlib.sha256("\0".join(seen).encode("utf-8", "surrogateescape")).hexdigest()[:12]
    return folders.data_folder() / "windows" / f"{mark}.txt"


def known_address() -> Address | None:
    """The address that a window left for others; None where there is none that can be read."""
    try:
        with address_file().open("rb") as file:
            port, secret = file.read(_MOST_BYTES).decode("ascii").split()
        known = Address(int(port), bytes.fromhex(secret))
    except (OSError, ValueError):
        return None
    return known if 0 < known.port < _PORTS and len(known.secret) == SECRET_BYTES else None


def keep(address: Address) -> None:
    """Leave an address for others of this user; raises OSError where it cannot be written."""
    path = address_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(f".{os.getpid()}")
    unfinished.unlink(missing_ok=True)
    # Nobody else can read it at any moment: it is made with these rights.
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OURS_ALONE), "w") as file:
        file.write(f"{address.port} {address.secret.hex()}\n")
    unfinished.replace(path)


def forget(address: Address) -> None:
    """Take an address away, unless another window has left its own meanwhile."""
    if known_address() == address:
        with contextlib.suppress(OSError):
            address_file().unlink()
