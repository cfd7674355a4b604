"""The program as a user starts it: a real window on a virtual screen, a real pointer and real keys."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from game.plugins import registry
from game.store.database import Database
from game.store.saves import SaveFolder

ROOT = Path(__file__).parents[2]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        shutil.which("Xvfb") is None or shutil.which("xdotool") is None, reason="needs Xvfb and xdotool"
    ),
]


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A virtual screen of its own."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x900x24"], pass_fds=[write], stderr=subprocess.DEVNULL
    )
    with os.fdopen(read) as numbers:
        display = f":{numbers.readline().strip()}"
    os.close(write)
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    yield display
    server.terminate()
    server.wait(10)


def xdotool(*words: str) -> str:
    return subprocess.run(["xdotool", *words], capture_output=True, text=True, check=False).stdout.strip()


def window_of(process: int) -> str:
    return xdotool("search", "--onlyvisible", "--pid", str(process))


class Hand:
    """Clicks and types into the window like a person."""

    def __init__(self, process: int) -> None:
        self.window = wait_for(lambda: window_of(process), "window")

    def click(self, x: int, y: int) -> None:
        xdotool("mousemove", "--window", self.window, str(x), str(y))
        time.sleep(0.15)
        xdotool("click", "1")
        time.sleep(0.15)

    def quit(self) -> None:
        """From the game by its menu back to the fair, and there by its button."""
        self.key("Escape")
        self.click(640, 638)  # Back to the fair
        self.click(1140, 732)  # Quit

    def key(self, name: str) -> None:
        xdotool("key", "--window", self.window, name)
        time.sleep(0.15)


def wait_for(look, what: str, seconds: float = 20.0):
    end = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < end, f"waited {seconds} s for {what}"
        time.sleep(0.1)
    return found


def start_program() -> subprocess.Popen[bytes]:
    """As a user starts it, until its window is there; once more if the screen was not ready yet, which ends it."""
    for _ in range(3):
        program = subprocess.Popen([sys.executable, "main.py"], cwd=ROOT)
        wait_for(lambda started=program: started.poll() is not None or window_of(started.pid), "window")
        if program.poll() is None:
            return program
    raise AssertionError("the program ends at once")


def saved_plies(home: Path) -> int:
    """Plies of the running game as the files tell them."""
    saves = SaveFolder(home / "saves", registry.discover().rulesets)
    newest = saves.newest()
    return len(saves.load(newest.name).current.match.plies) if newest else 0


def children_of(process: subprocess.Popen[bytes]) -> list[int]:
    listed = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=False).stdout
    return [int(pid) for pid in listed.split()]


def is_running(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        return state != "Z"
    return False


@pytest.mark.parametrize("ending", ["quit", "terminate", "kill"])
def test_real_clicks_play_a_game_and_no_stone_or_process_is_left_behind(screen: str, home: Path, ending: str) -> None:
    program = start_program()
    hand = Hand(program.pid)
    time.sleep(1.0)
    hand.click(640, 497)  # the name: OK
    hand.key("Escape")  # no introduction
    hand.click(350, 610)  # the first stall's Play
    hand.click(1126, 740)  # Start
    hand.click(640, 421)  # the middle of the board
    wait_for(lambda: saved_plies(home) == 2, "my stone and the reply in the file")
    opponents = children_of(program)
    assert len(opponents) == 1
    endings = {"quit": hand.quit, "terminate": program.terminate, "kill": program.kill}
    endings[ending]()
    assert (program.wait(20) == 0) is (ending != "kill")
    wait_for(lambda: not any(is_running(pid) for pid in opponents), "the opponent's process to end")
    assert saved_plies(home) == 2


def known_players(home: Path) -> bool:
    database = Database(home / "stone-fair.sqlite3")
    try:
        return bool(database.players())
    finally:
        database.close()


def test_real_keys_alone_play_moves_and_leave_the_program(screen: str, home: Path) -> None:
    program = start_program()
    hand = Hand(program.pid)
    time.sleep(3.0)
    hand.key("Return")  # the name
    wait_for(lambda: known_players(home), "the player on record")
    hand.key("Escape")  # no introduction
    for key in ("Left", "Left", "Return", "Return", "Up", "Return"):  # the first stall, start, the middle of the board
        hand.key(key)
    wait_for(lambda: saved_plies(home) == 2, "my stone and the reply in the file")
    for key in ("Left", "Left", "Up", "Return"):
        hand.key(key)
    wait_for(lambda: saved_plies(home) == 4, "two more stones in the file")
    for key in ("Escape", *["Down"] * 8, "Return"):  # the last word of the table's menu leads back to the fair
        hand.key(key)
    hand.key("shift+Tab")  # the last button of the menu quits
    hand.key("Return")
    assert program.wait(20) == 0
