"""Keyrings for tests: one in memory, and some that are absent, locked, silent or write plain text."""

from __future__ import annotations

import threading


class MemoryKeyring:
    """Keeps passwords in memory; ``locked`` raises as a keyring does whose prompt was dismissed."""

    def __init__(self) -> None:
        self.entries: dict[tuple[str, str], str] = {}
        self.locked = False

    def get_password(self, service: str, username: str) -> str | None:
        self._check()
        return self.entries.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._check()
        self.entries[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._check()
        del self.entries[service, username]

    def _check(self) -> None:
        if self.locked:
            raise PermissionError("hunter2-SECRET")


class SilentKeyring(MemoryKeyring):
    """Answers once ``answers`` is set, as one that waits for the user."""

    def __init__(self) -> None:
        super().__init__()
        self.answers = threading.Event()

    def _check(self) -> None:
        self.answers.wait(30)
