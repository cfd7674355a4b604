"""A home of their own and a display without a screen for the tests of the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from tests.conftest import begin_compiling


@pytest.fixture(autouse=True)
def home(tmp_path: Path, compiled_code: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Saves and records in a temporary folder; SDL without a screen or sound."""
    monkeypatch.setenv("STONE_FAIR_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    begin_compiling(tmp_path / "home", compiled_code)
    yield tmp_path / "home"
    pygame.quit()
