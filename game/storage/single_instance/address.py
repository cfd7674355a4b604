"""Address files with the port and a secret of each open window, for a second start of the program.

Each window has a file of its own, so that a window that closes does not delete the address of another one. The name of
the file identifies the screen and the machine, so that no file is opened in a window on another screen. The file of a
window that was killed is harmless: a stranger at its port does not know its secret.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import secrets
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from game.storage import folders

SECRET_BYTES = 32
#: Maximum number of windows that a second start asks, and of files that it reads to find them.
MOST_WINDOWS, _MOST_FILES = 5, 100
_MOST_BYTES = 1_000
_PORTS = 65_536
_SCREEN_VARIABLES = ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY")
#: Mode of a file that only its owner may read.
_OWNER_ONLY = 0o600


@dataclass(frozen=True, slots=True, repr=False)
class Address:
    """The local port of an open window, and the secret that it shares with a second start of the program."""

    port: int
    secret: bytes


def new_secret() -> bytes:
    """Return a new random secret, by which an open window and a second start recognise each other."""
    return secrets.token_bytes(SECRET_BYTES)


def address_file(port: int) -> Path:
    """Return the path of the address file of the window on this screen that listens at ``port``."""
    return _folder() / f"{_screen()}-{port}.txt"


def _folder() -> Path:
    return folders.data_folder() / "windows"


def _screen() -> str:
    """Return a hash that identifies this machine and the screen of this process."""
    seen = [platform.node(), *(os.environ.get(name, "") for name in _SCREEN_VARIABLES)]
    return hashlib.sha256("\0".join(seen).encode("utf-8", "surrogateescape")).hexdigest()[:12]


def known_addresses() -> list[Address]:
    """Return the addresses of open windows on this screen, newest first, at most ``MOST_WINDOWS``.

    Unreadable files are skipped.
    """
    found: list[tuple[float, Address]] = []
    with contextlib.suppress(OSError):
        for path in islice(_folder().glob(f"{_screen()}-*.txt"), _MOST_FILES):
            with contextlib.suppress(OSError):
                address = _read(path)
                found += [] if address is None else [(path.stat().st_mtime, address)]
    return [address for _written, address in sorted(found, key=lambda each: -each[0])][:MOST_WINDOWS]


def _read(path: Path) -> Address | None:
    try:
        with path.open("rb") as file:
            port, secret = file.read(_MOST_BYTES).decode("ascii").split()
        known = Address(int(port), bytes.fromhex(secret))
    except (OSError, ValueError):
        return None
    return known if 0 < known.port < _PORTS and len(known.secret) == SECRET_BYTES else None


def keep(address: Address) -> None:
    """Write a window's address to a file for other processes of this user. Raises OSError."""
    path = address_file(address.port)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(f".{os.getpid()}")
    unfinished.unlink(missing_ok=True)
    # Created with these permissions, so that no other user can read it at any moment.
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY), "w") as file:
        file.write(f"{address.port} {address.secret.hex()}\n")
    unfinished.replace(path)


def forget(address: Address) -> None:
    """Delete a window's address file, unless another window is listening at this port."""
    path = address_file(address.port)
    if _read(path) == address:
        with contextlib.suppress(OSError):
            path.unlink()
