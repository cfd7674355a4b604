"""A home of their own and a display without a screen for the tests of the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest


@pytest.fixture(autouse=True)
def home(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Saves and records in a temporary folder; SDL without a screen or sound."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    yield own_home
    pygame.quit()
