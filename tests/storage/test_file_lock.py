"""Locks of files: one holder at a time, and no wait without an end."""

import os
import stat
import time
from pathlib import Path

import pytest

from game.storage import compiled_code
from game.storage.file_lock import held, hold_lock
from game.storage.files import NotNowError

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows takes the byte for one process, not for one handle")


def test_a_wait_for_a_lock_ends_with_a_sentence(tmp_path: Path) -> None:
    path, began = tmp_path / "results.jsonl.lock", time.monotonic()
    with (
        hold_lock(path),
        pytest.raises(NotNowError, match=r"has been using results\.jsonl for too long"),
        hold_lock(path, 0.1),
    ):
        pass
    assert time.monotonic() - began < 10


def test_a_lock_is_free_again_after_its_holder(tmp_path: Path) -> None:
    for _time in range(2):
        with hold_lock(tmp_path / "lock", 0.0):
            pass


def test_a_file_that_is_held_is_held_once_and_made_private(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with pytest.raises(FileNotFoundError):
        held(path)
    holder = held(path, create=True)
    assert holder is not None
    assert held(path) is None
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    holder.close()
    again = held(path)
    assert again is not None
    again.close()


def test_a_process_that_compiles_without_an_end_keeps_no_other_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled_code, "folder", lambda: tmp_path)
    monkeypatch.setattr(compiled_code, "_LONGEST_WAIT", 0.1)
    began = time.monotonic()
    with compiled_code.one_at_a_time(), compiled_code.one_at_a_time():
        assert time.monotonic() - began < 10
