"""Functions for tests with a real window on a virtual screen, controlled by a real pointer and real keys."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).parents[2]
#: True if this machine has virtual screens (Xvfb) and can click in their windows (xdotool).
IS_POSSIBLE = shutil.which("Xvfb") is not None and shutil.which("xdotool") is not None
#: The position of the menu's button that quits the program.
QUIT = (1140, 732)


@contextmanager
def virtual_screen() -> Iterator[str]:
    """Start a virtual screen, yield its display name such as ``:1``, and end it afterwards."""
    read, write = os.pipe()
    # Without -noreset the server resets when its only window is killed, and the next window may open during that.
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x900x24", "-noreset"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    # Only the server holds the write end now: if the server does not start, readline returns instead of blocking.
    os.close(write)
    try:
        with os.fdopen(read) as numbers:
            number = numbers.readline().strip()
        assert number, f"Xvfb does not start: it ended with {server.wait(10)}"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(10)


def xdotool(*words: str, display: str = "") -> str:
    """Run xdotool on a display, by default that of the environment, and return its output."""
    variables = os.environ | ({"DISPLAY": display} if display else {})
    return subprocess.run(
        ["xdotool", *words], capture_output=True, text=True, check=False, env=variables
    ).stdout.strip()


def window_of(process: int, display: str = "") -> str:
    return xdotool("search", "--onlyvisible", "--pid", str(process), display=display)


class Hand:
    """A simulated user who clicks and types in the window of a process."""

    def __init__(self, process: int, display: str = "") -> None:
        self.display = display
        self.window = wait_for(lambda: window_of(process, display), "window")

    def click(self, x: int, y: int) -> None:
        xdotool("mousemove", "--window", self.window, str(x), str(y), display=self.display)
        time.sleep(0.15)
        xdotool("click", "1", display=self.display)
        time.sleep(0.15)

    def type(self, text: str) -> None:
        xdotool("type", "--window", self.window, "--delay", "12", text, display=self.display)
        time.sleep(0.15)

    def quit(self) -> None:
        """Leave a game through its menu, then quit the program with the button of the main menu."""
        self.key("Escape")
        self.key("shift+Tab")  # the last button returns to the main menu
        self.key("Return")
        self.click(*QUIT)

    def key(self, name: str) -> None:
        xdotool("key", "--window", self.window, name, display=self.display)
        time.sleep(0.15)


def wait_for(look, what: str, seconds: float = 60.0):
    end = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < end, f"waited {seconds} s for {what}"
        time.sleep(0.1)
    return found


def press_until(press, look, what: str) -> None:
    """Call ``press`` until ``look`` returns a true value: on a busy machine a press may be too early to have an effect.

    Raise AssertionError after about 40 seconds; ``what`` describes the condition in the message.
    """
    end = time.monotonic() + 40
    while not look():
        assert time.monotonic() < end, f"waited 40 s for {what}"
        press()
        with suppress(AssertionError):
            wait_for(look, what, 2.0)


def start_program(*words: str, main: Sequence[str] = ("main.py",), **variables: str) -> subprocess.Popen[bytes]:
    """Start the program with extra environment variables, and wait for its window.

    ``words`` are its arguments; ``main`` are Python's arguments that name the program. If the program ends at once, as
    it does when the screen is not ready yet, try again. Raise AssertionError after three attempts.
    """
    display = variables.get("DISPLAY", "")
    for _ in range(3):
        program = subprocess.Popen([sys.executable, *main, *words], cwd=ROOT, env=os.environ | variables)
        wait_for(lambda started=program: started.poll() is not None or window_of(started.pid, display), "window")
        if program.poll() is None:
            return program
    raise AssertionError("the program ends at once")


def children_of(process: subprocess.Popen[bytes]) -> list[int]:
    listed = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=False).stdout
    return [int(pid) for pid in listed.split()]


def is_running(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        return state != "Z"
    return False
