"""The address at which each open window listens, and the secret that only its user knows: small files of the user.

Each window has a file of its own: one that closes does not take the address of another away. The name of the file tells
the screen and the machine, so that nothing is handed to a window that nobody sees here. A file that a killed window
left behind does no harm: nobody who knows its secret answers at its port.
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
#: The windows that a second start asks, and the files among which it looks for them.
MOST_WINDOWS, _MOST_FILES = 5, 100
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


def address_file(port: int) -> Path:
    """The file of the window on this screen that listens at this port."""
    return _folder() / f"{_screen()}-{port}.txt"


def _folder() -> Path:
    return folders.data_folder() / "windows"


def _screen() -> str:
    """A word for the screen of this machine that this process shows its window on."""
    seen = [platform.node(), *(os.environ.get(name, "") for name in _SCREEN_VARIABLES)]
    return hashlib.sha256("\0".join(seen).encode("utf-8", "surrogateescape")).hexdigest()[:12]


def known_addresses() -> list[Address]:
    """The addresses that windows left for others, of the newest window first and a few at most.

    Files that cannot be read are passed over.
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
    """Leave an address for others of this user; raises OSError where it cannot be written."""
    path = address_file(address.port)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(f".{os.getpid()}")
    unfinished.unlink(missing_ok=True)
    # Nobody else can read it at any moment: it is made with these rights.
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OURS_ALONE), "w") as file:
        file.write(f"{address.port} {address.secret.hex()}\n")
    unfinished.replace(path)


def forget(address: Address) -> None:
    """Take an address away, unless another window listens at this port meanwhile."""
    path = address_file(address.port)
    if _read(path) == address:
        with contextlib.suppress(OSError):
            path.unlink()
