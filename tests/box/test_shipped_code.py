"""Compiled code that a box brings along is used where the processor runs it, and only read."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.storage import compiled_code, processor

ROOT = Path(__file__).parents[2]
MODERN = "avx avx2 bmi1 bmi2 f16c fma abm movbe sse4_2"


@pytest.fixture(autouse=True)
def _anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("STONE_FAIR_HOME", str(tmp_path / "home"))
    known = (compiled_code.shipped, compiled_code.own_folder, processor.runs)
    for each in known:
        each.cache_clear()
    yield
    for each in known:
        each.cache_clear()


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The inside of a box for this machine's kind of processor."""
    inside = tmp_path / "inside"
    (inside / "compiled").mkdir(parents=True)
    (inside / "compiled" / compiled_code.BASELINE_FILE).write_text("x86-64-v3\n")
    monkeypatch.setattr(compiled_code, "_ROOT", inside)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    with_processor(monkeypatch, tmp_path, MODERN)
    return inside


def with_processor(monkeypatch: pytest.MonkeyPatch, folder: Path, flags: str, machine: str = "x86_64") -> None:
    info = folder / "cpuinfo"
    info.write_text(f"processor : 0\nflags\t\t: {flags}\n")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(processor, "_CPU_INFO", info)
    monkeypatch.setattr(processor.platform, "machine", lambda: machine)


def test_shipped_code_is_the_cache_where_the_processor_runs_it(box: Path) -> None:
    assert compiled_code.folder() == box / "compiled"
    (box / "compiled" / "ready-some.engine").touch()
    assert compiled_code.is_ready("some.engine")


@pytest.mark.parametrize("flags", ["", "sse4_2 avx", MODERN.replace("avx2 ", "")])
def test_an_older_processor_compiles_for_itself(
    box: Path, flags: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_processor(monkeypatch, tmp_path, flags)
    assert compiled_code.shipped() is None
    assert compiled_code.folder().is_relative_to(tmp_path / "home")
    (box / "compiled" / "ready-some.engine").touch()
    assert not compiled_code.is_ready("some.engine")


def test_another_kind_of_machine_compiles_for_itself(
    box: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_processor(monkeypatch, tmp_path, MODERN, machine="aarch64")
    assert compiled_code.shipped() is None


def test_a_program_that_is_no_box_compiles_for_itself(box: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", False, raising=False)
    assert compiled_code.shipped() is None


def test_what_a_box_lacks_is_noted_in_the_users_folder(
    box: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.rmtree(box / "compiled")
    (box / "compiled").write_text("nobody can write here")
    monkeypatch.setattr(compiled_code, "shipped", lambda: box / "compiled")
    compiled_code.mark_ready("a.drop_in")
    assert compiled_code.is_ready("a.drop_in")
    assert list((tmp_path / "home").rglob("ready-a.drop_in"))


def test_a_machine_of_another_kind_than_intels_has_a_baseline_that_all_have(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with_processor(monkeypatch, tmp_path, "", machine="arm64")
    assert processor.runs("generic")
    assert not processor.runs("x86-64-v3")


@pytest.mark.parametrize("has_it", [True, False])
def test_windows_and_mac_are_asked_for_what_linux_tells_in_a_file(
    monkeypatch: pytest.MonkeyPatch, has_it: bool
) -> None:
    class Kernel32:
        @staticmethod
        def IsProcessorFeaturePresent(number: int) -> int:  # noqa: N802
            return int(has_it and number == 40)

    class Windows:
        kernel32 = Kernel32

    monkeypatch.setattr(processor.platform, "machine", lambda: "AMD64")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(processor.ctypes, "windll", Windows, raising=False)
    assert processor.runs("x86-64-v3") is has_it
    processor.runs.cache_clear()
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(processor, "_mac_says", lambda name: has_it and name == "hw.optional.avx2_0")
    assert processor.runs("x86-64-v3") is has_it


FIND = """
import hashlib, sys
from pathlib import Path
from game.storage import compiled_code
inside = Path(sys.argv[1])
compiled_code.shipped = lambda: inside / "compiled"
from game.engine.search.shipped_kernels import ShippedKernels
source = inside / "game" / "engine" / "search" / "search.py"
names = {}
exec(compile(source.read_text(), str(source), "exec"), names)
found = ShippedKernels.from_function(names["function"], str(source))
assert found.get_cache_path() == str(inside / "compiled" / "game.engine.search.search")
assert found.get_source_stamp() == hashlib.sha256(source.read_bytes()).hexdigest()
assert ShippedKernels.from_function(names["function"], "/elsewhere/drop_in.py") is None
"""


def test_numba_finds_shipped_code_wherever_the_box_was_put(tmp_path: Path) -> None:
    """In a process of its own: numba reads once, when it is imported, where its cache is."""
    source = tmp_path / "game" / "engine" / "search" / "search.py"
    source.parent.mkdir(parents=True)
    source.write_text("def function(): pass\n")
    subprocess.run([sys.executable, "-c", FIND, str(tmp_path)], cwd=ROOT, check=True)


def shipped_engine(box: Path) -> Path:
    """Code in a box that an engine needs."""
    compiled_code.mark_ready("some.engine")
    file = box / "compiled" / "kernel.1.nbc"
    file.write_bytes(compiled_code.sealed(b"machine code"))
    return file


@pytest.mark.parametrize("contents", [b"", b"machine kode"])
def test_damaged_shipped_code_is_left_alone_and_used_no_more(box: Path, contents: bytes) -> None:
    file = shipped_engine(box)
    file.write_bytes(contents)
    compiled_code.discard_damaged.__wrapped__()
    assert file.read_bytes() == contents
    assert compiled_code.shipped() is None
    assert not compiled_code.is_ready("some.engine")
    assert compiled_code.damage_found()
    compiled_code.mark_ready("some.engine")
    assert compiled_code.is_ready("some.engine")
    # Another process knows it, too.
    compiled_code.shipped.cache_clear()
    assert compiled_code.shipped() is None


def test_sound_shipped_code_stays_in_use(box: Path) -> None:
    shipped_engine(box)
    compiled_code.discard_damaged.__wrapped__()
    assert compiled_code.shipped() == box / "compiled"
    assert not compiled_code.damage_found()
