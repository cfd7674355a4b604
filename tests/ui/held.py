"""A function of the program that takes its time, so that a test sees what the window does meanwhile."""

from __future__ import annotations

import pkgutil
import threading

import pytest


class Held:
    """A function of the program that is held up, as by a slow disk or another program's lock, until ``go`` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        self.is_reached, self.go = threading.Event(), threading.Event()
        self._held = pkgutil.resolve_name(name)
        monkeypatch.setattr(name, self._run)

    def _run(self, *arguments: object) -> object:
        self.is_reached.set()
        assert self.go.wait(10), "the window waits for this"
        return self._held(*arguments)
