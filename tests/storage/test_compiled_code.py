"""The cache of compiled code and its checksums, without any compiler."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.storage import compiled_code


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """A cache with a kernel, tables, and a module that is ready."""
    for name in ("folder", "own_folder"):
        monkeypatch.setattr(compiled_code, name, lambda: tmp_path)
    compiled_code.damage_found()
    (tmp_path / "kernels").mkdir()
    for name in ("kernels/one.nbi", "kernels/one.1.nbc"):
        (tmp_path / name).write_bytes(compiled_code.sealed(b"machine code" * 100))
    compiled_code.keep("tables.npz", lambda file: file.write(b"tables"))
    compiled_code.mark_ready("a.module")
    return tmp_path


def discard_damaged():
    """As in another process."""
    compiled_code.discard_damaged.__wrapped__()


def test_what_is_kept_is_read_again(cache):
    assert compiled_code.unsealed(cache / "tables.npz") == b"tables"


def test_only_files_in_the_cache_belong_to_it(cache):
    assert compiled_code.holds(cache / "kernels" / "one.nbi")
    assert not compiled_code.holds(cache.parent / "one.nbi")


def test_a_sound_cache_stays_as_it_is(cache):
    discard_damaged()
    assert compiled_code.is_ready("a.module")
    assert not compiled_code.damage_found()


@pytest.mark.parametrize("name", ["kernels/one.nbi", "kernels/one.1.nbc", "tables.npz"])
@pytest.mark.parametrize("contents", [b"", b"\0" * 1_216, b"short", b"machine code" * 100])
def test_a_damaged_file_is_deleted_and_nothing_counts_as_ready(cache, name, contents):
    (cache / name).write_bytes(contents)
    discard_damaged()
    assert not (cache / name).exists()
    assert not compiled_code.is_ready("a.module")
    assert compiled_code.damage_found()
    assert not compiled_code.damage_found()


@pytest.mark.parametrize("name", ["kernels/one.nbi", "kernels/one.1.nbc", "tables.npz"])
def test_a_file_that_is_gone_is_damage(cache, name):
    (cache / name).unlink()
    discard_damaged()
    assert not compiled_code.is_ready("a.module")
    assert compiled_code.damage_found()


def test_a_record_of_readiness_that_lost_its_contents_is_no_damage(cache):
    (cache / "ready-a.module").write_bytes(b"")
    discard_damaged()
    assert compiled_code.is_ready("a.module")


def test_a_file_that_is_being_written_is_left_alone(cache):
    (cache / "kernels" / "two.nbi.tmp.0123456789abcdef").write_bytes(b"half")
    discard_damaged()
    assert compiled_code.is_ready("a.module")


@pytest.mark.parametrize("cause", [errno.EMFILE, errno.EIO, errno.EACCES])
def test_a_file_that_cannot_be_read_just_now_stays_and_is_no_damage(cache, monkeypatch, cause):
    def refuse(_path):
        raise OSError(cause, "not now")

    with monkeypatch.context() as busy:
        busy.setattr(Path, "read_bytes", refuse)
        with pytest.raises(ValueError, match=r"one\.nbi cannot be read"):
            compiled_code.unsealed(cache / "kernels" / "one.nbi")
        discard_damaged()
    assert compiled_code.unsealed(cache / "kernels" / "one.nbi")
    assert compiled_code.is_ready("a.module")
    assert not compiled_code.damage_found()


def test_a_record_of_readiness_with_other_contents_deletes_nothing(cache, tmp_path_factory):
    precious = tmp_path_factory.mktemp("home") / "precious.npz"
    precious.write_bytes(b"mine")
    for contents in (f"{precious}\n".encode(), b"a\0b\n", b"\xff\xfe", compiled_code.sealed(f"{precious}\n".encode())):
        (cache / "ready-a.module").write_bytes(contents)
        discard_damaged()
    assert precious.read_bytes() == b"mine"


def test_a_lock_that_is_held_stays(cache):
    (cache / "lock").touch()
    (cache / "tables.npz").unlink()
    discard_damaged()
    assert (cache / "lock").exists()


def test_code_is_kept_in_a_home_that_does_not_exist_yet(tmp_path):
    home = tmp_path / "not yet" / "home"
    ask = "from game.storage import compiled_code; print(compiled_code.folder())"
    environment = {**os.environ, "STONE_FAIR_HOME": str(home)}
    found = subprocess.run([sys.executable, "-c", ask], env=environment, capture_output=True, text=True, check=True)
    assert Path(found.stdout.strip()).parent == home / "cache" / "compiled"
    assert (home / "cache" / "compiled").is_dir()
