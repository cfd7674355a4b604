"""The system's keyring, called in a thread because it may be absent, locked, or wait for the user forever."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import cache
from typing import Protocol, TypeVar

from game.core.language import _
from game.storage.files import StoreError

T = TypeVar("T")

#: The service name of the passwords in the keyring.
SERVICE = "Stone Fair"
#: Seconds to wait for an answer: the user may have to unlock the keyring.
_PATIENCE = 20.0
#: Seconds between two checks for an answer.
_LOOK = 0.02
#: Keyrings that encrypt their contents. Others, such as those that use plain text files, are not used.
_ENCRYPTED = tuple(f"keyring.backends.{name}" for name in ("SecretService", "kwallet", "libsecret", "macOS", "Windows"))


class KeyringBackend(Protocol):
    """Protocol class with the functions of a system keyring that the program uses."""

    def get_password(self, service: str, username: str) -> str | None:
        """Return the password of a keyring entry, None if there is none."""

    def set_password(self, service: str, username: str, password: str) -> None:
        """Create or replace a keyring entry."""

    def delete_password(self, service: str, username: str) -> None:
        """Delete a keyring entry."""


def encrypted_keyring() -> KeyringBackend | None:
    """Return the keyring that the user has configured, or None if it is missing or does not encrypt."""
    try:
        import keyring  # noqa: PLC0415 - the window starts without it
    except ImportError:
        return None
    chosen = keyring.get_keyring()
    # A system with several keyrings has a chain of them.
    candidates = getattr(chosen, "backends", None) or [chosen]
    return next((each for each in candidates if type(each).__module__ in _ENCRYPTED), None)


class SystemKeyring:
    """Access to the system's keyring. Methods may block, so the window's thread must not call them.

    They wait up to ``patience`` seconds.
    """

    def __init__(
        self, find: Callable[[], KeyringBackend | None] = encrypted_keyring, patience: float = _PATIENCE
    ) -> None:
        """Prepare to access the system's keyring.

        ``find`` returns the keyring, and may block.
        """
        self._find, self._patience = find, patience
        self._free = threading.Lock()
        """Held while the keyring is called: a keyring that never answers blocks one thread and no more."""
        self._given_up = 0
        """The number of calls of ``give_up``."""

    def read(self, entry: str) -> str:
        """Return the password of a keyring entry. Raises StoreError if there is none or the keyring fails."""
        password = self._ask(lambda backend: backend.get_password(SERVICE, entry))
        if password is None:
            raise StoreError(
                _(
                    "The password for the online server is no longer in the system's password store. Enter it again "
                    "in the settings."
                )
            )
        return password

    def keep(self, entry: str, password: str) -> bool:
        """Store a password in the keyring and read it back. Return True if the keyring has it."""

        def write(backend: KeyringBackend) -> bool:
            backend.set_password(SERVICE, entry, password)
            return backend.get_password(SERVICE, entry) == password

        try:
            return self._ask(write)
        except StoreError:
            return False

    def forget(self, entry: str) -> None:
        """Delete a keyring entry, if it exists. Raises StoreError."""

        def delete(backend: KeyringBackend) -> None:
            if backend.get_password(SERVICE, entry) is not None:
                backend.delete_password(SERVICE, entry)

        self._ask(delete)

    def give_up(self) -> None:
        """End all waits for the keyring, because the program closes."""
        self._given_up += 1

    def _ask(self, request: Callable[[KeyringBackend], T]) -> T:
        """Call the keyring in a thread and return the result. Raises StoreError if it does not answer or refuses."""
        until = time.monotonic() + self._patience
        self._wait(lambda: self._free.acquire(blocking=False), until)
        answers: list[T] = []
        errors: list[Exception] = []
        ended = threading.Event()

        def work() -> None:
            try:
                backend = self._find()
                if backend is None:
                    raise StoreError(
                        _(
                            "This system has no password store. Enter the password for the online server again in the "
                            "settings."
                        )
                    )
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
                raise StoreError(_("The system's password store does not respond. Please unlock it."))
            time.sleep(_LOOK)


def _refused(error: Exception) -> str:
    # A keyring's error message may be empty or quote the password.
    return _("The system's password store cannot be used ({error}). Please unlock it.", error=type(error).__name__)


@cache
def system_keyring() -> SystemKeyring:
    """Return the SystemKeyring object that the whole program shares."""
    return SystemKeyring()
