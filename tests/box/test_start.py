"""The box gives to other programs what it found, and keeps its own libraries to itself."""

from __future__ import annotations

import os

import pytest

from box.start import give_libraries_back


@pytest.mark.parametrize("before", [None, "/usr/lib/theirs"])
def test_what_the_box_starts_finds_the_systems_libraries(monkeypatch: pytest.MonkeyPatch, before: str | None) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/box")
    if before is None:
        monkeypatch.delenv("LD_LIBRARY_PATH_ORIG", raising=False)
    else:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", before)
    give_libraries_back()
    assert os.environ.get("LD_LIBRARY_PATH") == before
