"""A file of compiled code that is damaged in any way: never loaded, compiled again once, and noted."""

import os
from importlib import import_module

import pytest

from game.engine.search.compiled import int64, kernel, signature
from game.storage import compiled_code

#: How files get damaged: by a power failure, a disk, or somebody's hand.
DAMAGE = {
    "empty": lambda contents: b"",
    "halved": lambda contents: contents[: len(contents) // 2],
    "zeros": lambda contents: bytes(len(contents)),
    "garbage": lambda contents: os.urandom(len(contents)),
    "one bit": lambda contents: contents[:-30] + bytes([contents[-30] ^ 1]) + contents[-29:],
    "other machine code": lambda contents: contents[:400] + os.urandom(64) + contents[464:],
}  # fmt: skip


def increased_by_two(number: int) -> int:
    """The answer of a kernel that is read from the cache, or compiled, for this call."""

    @kernel(signature(int64, int64))
    def increased(number):
        return int64(number + 2)

    return increased(number)


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """A cache of its own, which holds the kernel."""
    for name in ("folder", "own_folder"):
        monkeypatch.setattr(compiled_code, name, lambda: tmp_path)
    increased_by_two(1)
    # Numba reads where its cache is when it is imported, and has to hear that from our kernels first.
    monkeypatch.setattr(import_module("numba.core.config"), "CACHE_DIR", str(tmp_path))
    increased_by_two(1)
    compiled_code.damage_found()
    return tmp_path


def files(cache):
    return {path: path.stat().st_mtime_ns for path in cache.rglob("*.nb?")}


def test_a_sound_kernel_is_loaded_and_not_compiled_again(cache):
    written = files(cache)
    assert len(written) == 2
    assert increased_by_two(40) == 42
    assert files(cache) == written
    assert not compiled_code.damage_found()


@pytest.mark.parametrize("kind", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_file_is_compiled_again_once(cache, kind, damage):
    """Today it ended every compiled opponent: "found no move: EOFError"; or ran as machine code."""
    (path,) = cache.rglob(f"*{kind}")
    path.write_bytes(damage(path.read_bytes()))
    assert increased_by_two(40) == 42
    assert compiled_code.damage_found()
    mended = files(cache)
    assert increased_by_two(40) == 42
    assert not compiled_code.damage_found()
    assert files(cache) == mended


@pytest.mark.parametrize("kind", [".nbi", ".nbc"])
def test_a_file_that_is_gone_is_compiled_again(cache, kind):
    (path,) = cache.rglob(f"*{kind}")
    path.unlink()
    assert increased_by_two(40) == 42
    assert path.exists()


def test_a_kernel_that_cannot_be_kept_works_all_the_same(cache, monkeypatch):
    """As where the disk is full."""

    def full(self, path):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(import_module("numba.core.caching").IndexDataCacheFile, "_open_for_write", full)
    for path in list(files(cache)):
        path.unlink()
    assert increased_by_two(40) == 42
    assert files(cache) == {}


def test_files_elsewhere_that_a_plug_in_keeps_are_left_to_numba(cache, tmp_path, monkeypatch):
    monkeypatch.setattr(compiled_code, "folder", lambda: tmp_path / "ours")
    monkeypatch.setattr(compiled_code, "own_folder", lambda: tmp_path / "ours")
    for path in files(cache):
        path.write_bytes(path.read_bytes()[: -compiled_code._CHECKSUM_BYTES])
    written = files(cache)
    assert increased_by_two(40) == 42
    assert files(cache) == written
