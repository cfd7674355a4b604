"""The program as a user starts it: a real window on a virtual screen, a real pointer and real keys."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from game.core.record.writer import write_tournament
from game.plugins import registry
from game.storage.database import Database
from game.storage.saves import SaveFolder
from tools.pilot.libraries import tournament
from tools.pilot.real_window import (
    IS_POSSIBLE,
    QUIT,
    ROOT,
    Hand,
    children_of,
    is_running,
    press_until,
    start_program,
    virtual_screen,
    wait_for,
)
from tools.pilot.tournaments import newest_to_go_on

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not IS_POSSIBLE, reason="needs Xvfb and xdotool"),
]


#: The middle of the board.
MIDDLE = (640, 421)


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A virtual screen of its own."""
    with virtual_screen() as display:
        monkeypatch.setenv("DISPLAY", display)
        monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
        yield display


def saved_plies(home: Path) -> int:
    """Plies of the running game as the files tell them."""
    saves = SaveFolder(home / "saves", registry.discover().rulesets)
    newest = newest_to_go_on(saves)
    return len(saves.load(newest.name).current.match.plies) if newest else 0


def known_players(home: Path) -> bool:
    database = Database(home / "stone-fair.sqlite3")
    try:
        return bool(database.players.all())
    finally:
        database.file.close()


def give_name(home: Path, press_ok: Callable[[], None]) -> None:
    """Accept the name."""
    press_until(press_ok, lambda: known_players(home), "the player on record")


@pytest.mark.parametrize("ending", ["quit", "terminate", "kill"])
def test_real_clicks_play_a_game_and_no_stone_or_process_is_left_behind(screen: str, home: Path, ending: str) -> None:
    program = start_program()
    hand = Hand(program.pid)
    give_name(home, lambda: hand.click(640, 497))
    hand.key("Escape")  # no introduction
    hand.click(350, 610)  # the first stall's Play
    hand.click(1126, 740)  # Start
    hand.click(*MIDDLE)
    wait_for(lambda: saved_plies(home) == 2, "my stone and the reply in the file")
    children = children_of(program)  # the opponent, and maybe the process that prepares the other engines
    assert sum("engine" in psutil.Process(pid).cmdline() for pid in children) == 1
    endings = {"quit": hand.quit, "terminate": program.terminate, "kill": program.kill}
    endings[ending]()
    assert (program.wait(20) == 0) is (ending != "kill")
    wait_for(lambda: not any(is_running(pid) for pid in children), "its processes to end")
    assert saved_plies(home) == 2


def test_real_keys_alone_play_moves_and_leave_the_program(screen: str, home: Path) -> None:
    program = start_program()
    hand = Hand(program.pid)
    give_name(home, lambda: hand.key("Return"))
    hand.key("Escape")  # no introduction
    for key in ("Left", "Left", "Return", "Return", "Up", "Return"):  # the first stall, start, the middle of the board
        hand.key(key)
    wait_for(lambda: saved_plies(home) == 2, "my stone and the reply in the file")
    for key in ("Left", "Left", "Up"):
        hand.key(key)
    press_until(lambda: hand.key("Return"), lambda: saved_plies(home) == 4, "two more stones in the file")
    for key in ("Escape", *["Down"] * 8, "Return"):  # the last word of the table's menu leads back to the fair
        hand.key(key)
    hand.key("shift+Tab")  # the last button of the menu quits
    hand.key("Return")
    assert program.wait(20) == 0


def start_again(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A second start from a folder, until it ends."""
    command = [sys.executable, str(ROOT / "main.py"), *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=30, check=False)


def tournament_file(folder: Path, moves: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "from a friend.txt"
    path.write_text(write_tournament(tournament(moves)), encoding="utf-8")
    return path


def know_ann(home: Path) -> None:
    database = Database(home / "stone-fair.sqlite3")
    database.players.create("Ann")
    database.file.close()


def test_a_start_with_a_tournament_opens_at_its_table_and_the_next_stone_goes_into_a_save(
    screen: str, home: Path, tmp_path: Path
) -> None:
    know_ann(home)
    path = tournament_file(tmp_path / "sent", "a1 a2")
    kept = path.read_bytes()
    program = start_program(str(path))
    hand = Hand(program.pid)
    wait_for(lambda: saved_plies(home) == 2, "the copy among the saves")
    press_until(lambda: hand.click(*MIDDLE), lambda: saved_plies(home) == 3, "my stone in the file")
    assert path.read_bytes() == kept
    program.terminate()
    assert program.wait(20) == 0


def test_a_second_start_hands_its_file_to_the_open_window_and_ends(screen: str, home: Path, tmp_path: Path) -> None:
    know_ann(home)
    path = tournament_file(tmp_path / "sent", "a1 a2 a3")
    program = start_program()
    second = start_again(path.parent, path.name)
    assert second.returncode == 0
    wait_for(lambda: saved_plies(home) == 3, "the game of the file at a table")
    assert start_again(tmp_path).returncode == 0
    assert program.poll() is None
    program.kill()
    program.wait(20)
    # What the killed window left behind does not keep the next one from opening, and is no crash.
    again = start_program()
    again.terminate()
    assert again.wait(20) == 0
    assert not list((home / "reports").glob("*"))


def test_a_file_that_is_not_there_is_told_on_the_terminal_where_no_window_is_open(
    screen: str, home: Path, tmp_path: Path
) -> None:
    done = start_again(tmp_path, "missing.txt")
    assert done.returncode == 2
    assert done.stderr.strip() == "missing.txt does not exist."


CRASH = """
import sys
import main
from game.ui.menu.menu_scene import MenuScene
turns = 0
tick = MenuScene.tick
def fail(scene, seconds):
    global turns
    turns += 1
    if turns > 20:
        raise ValueError("the words of Ann")
    tick(scene, seconds)
MenuScene.tick = fail
sys.exit(main.main([]))
"""


def test_after_a_crash_the_next_start_offers_the_report_once(screen: str, home: Path) -> None:
    know_ann(home)
    done = subprocess.run([sys.executable, "-c", CRASH], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    (report,) = (home / "reports").glob("crash-*.txt")
    words = report.read_text()
    assert "MenuScene" in words
    assert "Ann" not in words
    program = start_program()
    hand = Hand(program.pid)
    wait_for((home / "reports" / "offered").exists, "the offer")
    hand.click(*QUIT)
    time.sleep(1.5)
    assert program.poll() is None  # the offer lies over the menu
    hand.key("Return")  # Look at it
    press_until(lambda: (hand.key("Escape"), hand.click(*QUIT)), lambda: program.poll() == 0, "the end")
    again = start_program()
    hand = Hand(again.pid)
    press_until(lambda: hand.click(*QUIT), lambda: again.poll() == 0, "the end: no dialog lies over the menu")
