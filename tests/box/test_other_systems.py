"""The branches that other systems take: each is run here, as far as this system can play the other one.

What shows a folder, what asks the processor, and the files in use have their tests beside the other branch.
"""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from game.engine.client import descendants, relay
from game.engine.protocol import line_process
from game.library.index import library
from game.plugins import plugin_process
from game.plugins.plugin_process import PluginProcess
from game.session.engines import split_command
from game.session.matches import arena_plan
from game.storage import compiled_code, file_lock, files
from game.ui import window
from game.ui.shell import memory_trimmer as leftovers


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")


@pytest.fixture
def mac(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")


def test_only_linux_draws_into_plain_memory_where_it_has_no_gpu(
    mac: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("SDL_FRAMEBUFFER_ACCELERATION", raising=False)
    window.prepare_display()
    assert "SDL_FRAMEBUFFER_ACCELERATION" not in os.environ


def test_elsewhere_the_heap_is_left_to_the_system(mac: None) -> None:
    assert leftovers._shrink.__wrapped__()() is None


def test_elsewhere_a_thread_has_no_niceness_of_its_own(mac: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "setpriority", lambda *_: pytest.fail("the whole process would be nice"))
    library._be_nice()


def test_elsewhere_an_engine_is_not_ended_with_its_parent_by_the_system(mac: None) -> None:
    assert descendants.ending_with_parent() is None
    descendants.adopt_orphans()


def test_windows_has_no_groups_of_processes_to_end(windows: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "killpg", lambda *_: pytest.fail("there is no such call"))
    monkeypatch.setattr(relay, "end_descendants", lambda: None)
    relay._end_what_it_started(SimpleNamespace(pid=1))
    monkeypatch.setattr(plugin_process, "own_command", lambda *_: [sys.executable, "-c", "input()"])
    child = PluginProcess()
    child.end()
    assert child._child.returncode == -signal.SIGKILL


def test_a_child_opens_no_console_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    assert line_process._flags(idle=True) == 0
    monkeypatch.setattr(subprocess, "CREATE_NO_WINDOW", 0x08000000, raising=False)
    monkeypatch.setattr(subprocess, "IDLE_PRIORITY_CLASS", 0x40, raising=False)
    assert line_process._flags(idle=True) == 0x08000040
    assert line_process._flags(idle=False) == 0x08000000


def test_a_backslash_is_part_of_a_path_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    class WindowsNames:
        name = "nt"

    # Only the names of these modules: pathlib would become that of Windows, too.
    for module in ("game.session.engines", "game.session.matches.arena_plan"):
        monkeypatch.setattr(f"{module}.os", WindowsNames)
    monkeypatch.setattr("game.session.engines._is_file", lambda text: False)
    command = r'"C:\My engines\pbrain.exe" --threads 2'
    assert split_command(command) == (r"C:\My engines\pbrain.exe", "--threads", "2")
    assert arena_plan._words(command) == (r"C:\My engines\pbrain.exe", "--threads", "2")


def test_on_windows_the_folder_of_temporary_files_is_the_users_own(
    windows: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(compiled_code.tempfile, "tempdir", str(tmp_path))
    (tmp_path / f"stone-fair-{compiled_code._USER}").mkdir(mode=0o777)
    assert compiled_code._temporary_folder() is not None


def test_windows_waits_for_a_file_that_somebody_holds_open(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    source = tmp_path / "new.txt"
    source.write_text("new")
    tries = []

    class Held:
        def replace(self, target: Path) -> None:
            tries.append(target)
            if len(tries) < 3:
                raise PermissionError("somebody reads it")
            source.replace(target)

    monkeypatch.setattr(files, "_PAUSE", 0.0)
    monkeypatch.setattr(files, "os", SimpleNamespace(name="nt"))
    files.replace(Held(), tmp_path / "old.txt")
    assert (tmp_path / "old.txt").read_text() == "new"
    monkeypatch.setattr(files, "os", SimpleNamespace(name="posix"))
    tries.clear()
    with pytest.raises(PermissionError):
        files.replace(Held(), tmp_path / "old.txt")


def test_windows_locks_a_file_by_its_own_call_and_waits_for_it(
    windows: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[int] = []

    def locking(_number: int, mode: int, _bytes: int) -> None:
        asked.append(mode)
        if len(asked) < 3:
            raise OSError("another process holds it")

    msvcrt = ModuleType("msvcrt")
    msvcrt.locking, msvcrt.LK_NBLCK = locking, 1
    monkeypatch.setitem(sys.modules, "msvcrt", msvcrt)
    spec = importlib.util.spec_from_file_location("file_lock_of_windows", file_lock.__file__)
    other = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(other)
    with other.hold_lock(tmp_path / "lock"):
        assert asked == [1, 1, 1]
