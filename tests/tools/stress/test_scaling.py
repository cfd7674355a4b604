"""Every kind of file that the stress test doubles takes at most linear time and memory, at quick sizes."""

from __future__ import annotations

import pytest

from tools.stress import scaling_campaign
from tools.stress.scaling_campaign import FILLINGS, Filling, large, slow


@pytest.mark.parametrize("filling", FILLINGS, ids=lambda filling: filling.name)
def test_time_and_memory_grow_no_faster_than_a_file(filling: Filling) -> None:
    assert slow(filling, most=64_000, least=16_000) == ""
    assert large(filling, most=32_000, least=16_000) == ""


def test_what_takes_the_square_of_the_size_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scaling_campaign, "read", lambda filling, size: (size / 64_000) ** 2)
    assert "a quarter takes" in slow(FILLINGS[0], most=256_000)


def test_what_takes_too_much_memory_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scaling_campaign, "read", lambda filling, size: len("x" * (size // 1_000) ** 2 * 800))
    assert "bytes of memory" in large(FILLINGS[0])


@pytest.mark.parametrize("filling", FILLINGS, ids=lambda filling: filling.name)
def test_a_file_has_the_size_that_was_asked_for(filling: Filling) -> None:
    assert 90_000 < len(filling.file(100_000)) < 110_000
