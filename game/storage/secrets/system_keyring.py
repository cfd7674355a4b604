"""The system's keyring, asked in a thread of its own: it may be absent, locked, or wait for the user for ever."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import cache
from typing import Protocol, TypeVar

from game.core.language import _
from game.storage.files import StoreError

T = TypeVar("T")

#: The service under which passwords lie there.
SERVICE = "Stone Fair"
#: Seconds to wait for an answer: the user may have to unlock the keyring.
_PATIENCE = 20.0
#: Seconds between two looks.
_LOOK = 0.02
#: The keyrings that encrypt what they keep. Others, those of files in plain text among them, count as none.
_ENCRYPTED = tuple(f"keyring.backends.{name}" for name in ("SecretService", "kwallet", "libsecret", "macOS", "Windows"))


class KeyringBackend(Protocol):
    """The functions of a keyring that are used here."""

    def get_password(self, service: str, username: str) -> str | None:
        """Return the password of an entry, None where there is none."""

    def set_password(self, service: str, username: str, password: str) -> None:
        """Create or replace an entry."""

    def delete_password(self, service: str, username: str) -> None:
        """Delete an entry."""


def encrypted_keyring() -> KeyringBackend | None:
    """Find the keyring that the user has configured; None where there is none that encrypts."""
    try:
        import keyring  # noqa: PLC0415 - the window starts without it
    except ImportError:
        return None
    chosen = keyring.get_keyring()
    # A system with several keyrings has a chain of them.
    candidates = getattr(chosen, "backends", None) or [chosen]
    return next((each for each in candidates if type(each).__module__ in _ENCRYPTED), None)


class SystemKeyring:
    """Each method waits for the keyring, at most ``patience`` seconds, so none is for the window's thread."""

    def __init__(
        self, find: Callable[[], KeyringBackend | None] = encrypted_keyring, patience: float = _PATIENCE
    ) -> None:
        """``find`` looks for the keyring, and may block."""
        self._find, self._patience = find, patience
        self._free = threading.Lock()
        """Held while the keyring is asked: one that never answers holds one thread, and no more."""
        self._given_up = 0
        """The number of times that the waits were ended."""

    def read(self, entry: str) -> str:
        """Read the password of an entry; raises StoreError."""
        password = self._ask(lambda backend: backend.get_password(SERVICE, entry))
        if password is None:
            raise StoreError(_("The system's keyring no longer has the password. Enter it again in the settings."))
        return password

    def keep(self, entry: str, password: str) -> bool:
        """Keep a password, and read it back; returns whether the keyring has it."""

        def write(backend: KeyringBackend) -> bool:
            backend.set_password(SERVICE, entry, password)
            return backend.get_password(SERVICE, entry) == password

        try:
            return self._ask(write)
        except StoreError:
            return False

    def forget(self, entry: str) -> None:
        """Delete an entry where there is one; raises StoreError."""

        def delete(backend: KeyringBackend) -> None:
            if backend.get_password(SERVICE, entry) is not None:
                backend.delete_password(SERVICE, entry)

        self._ask(delete)

    def give_up(self) -> None:
        """End the waits that are going on: the program closes."""
        self._given_up += 1

    def _ask(self, request: Callable[[KeyringBackend], T]) -> T:
        """Ask the keyring in a thread; raises StoreError where it does not answer, or refuses."""
        until = time.monotonic() + self._patience
        self._wait(lambda: self._free.acquire(blocking=False), until)
        answers: list[T] = []
        errors: list[Exception] = []
        ended = threading.Event()

        def work() -> None:
            try:
                backend = self._find()
                if backend is None:
                    raise StoreError(_("This system has no keyring. Enter the password again in the settings."))
                answers.append(request(backend))
            except Exception as error:  # noqa: BLE001 - a keyring is foreign code, and raises errors of its own
                errors.append(error)
            finally:
                ended.set()
                self._free.release()

        threading.Thread(target=work, name="system's keyring", daemon=True).start()
        self._wait(ended.is_set, until)
        if answers:
            return answers[0]
        raise errors[0] if isinstance(errors[0], StoreError) else StoreError(_refused(errors[0])) from errors[0]

    def _wait(self, is_done: Callable[[], bool], until: float) -> None:
        given_up = self._given_up
        while not is_done():
            if self._given_up != given_up or time.monotonic() > until:
                raise StoreError(_("The system's keyring does not answer. Unlock it."))
            time.sleep(_LOOK)


def _refused(error: Exception) -> str:
    # The message of a keyring's error may be empty, or quote the password.
    return _("The system's keyring cannot be used ({error}). Unlock it.", error=type(error).__name__)


@cache
def system_keyring() -> SystemKeyring:
    """Return the keyring that the whole program shares."""
    return SystemKeyring()
