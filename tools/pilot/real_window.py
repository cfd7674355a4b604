"""A real window on a virtual screen, with a real pointer and real keys: what the tests of it have in common."""

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
#: Whether this machine can show windows that nobody sees, and click into them.
IS_POSSIBLE = shutil.which("Xvfb") is not None and shutil.which("xdotool") is not None
#: The button that leaves the program; only the menu has it.
QUIT = (1140, 732)


@contextmanager
def virtual_screen() -> Iterator[str]:
    """A virtual screen of its own, by its name."""
    read, write = os.pipe()
    # Without -noreset the screen begins anew when its only window is killed, and the next one may come too early.
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x900x24", "-noreset"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    # Only the server holds this end now: if it does not start, the line below ends instead of waiting for ever.
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
    """What xdotool says at a screen, the usual one where none is named."""
    variables = os.environ | ({"DISPLAY": display} if display else {})
    return subprocess.run(
        ["xdotool", *words], capture_output=True, text=True, check=False, env=variables
    ).stdout.strip()


def window_of(process: int, display: str = "") -> str:
    return xdotool("search", "--onlyvisible", "--pid", str(process), display=display)


class Hand:
    """Clicks and types into the window like a person."""

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
        """From the game by its menu back to the fair, and there by its button."""
        self.key("Escape")
        self.key("shift+Tab")  # the last button leads back to the fair
        self.key("Return")
        self.click(*QUIT)

    def key(self, name: str) -> None:
        xdotool("key", "--window", self.window, name, display=self.display)
        time.sleep(0.15)


def wait_for(look, what: str, seconds: float = 20.0):
    end = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < end, f"waited {seconds} s for {what}"
        time.sleep(0.1)
    return found


def press_until(press, look, what: str) -> None:
    """Press as often as it takes until ``look`` is true: on a busy machine a press may come before what it is for."""
    end = time.monotonic() + 40
    while not look():
        assert time.monotonic() < end, f"waited 40 s for {what}"
        press()
        with suppress(AssertionError):
            wait_for(look, what, 2.0)


def start_program(*words: str, main: Sequence[str] = ("main.py",), **variables: str) -> subprocess.Popen[bytes]:
    """As a user starts it, with environment variables of its own, until its window is there.

    ``main`` is what Python runs. Once more if the screen was not ready yet, which ends it.
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
