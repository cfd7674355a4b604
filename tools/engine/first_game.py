"""A first start on a new machine, then a second one and a whole game; CI runs this outside pytest.

The first start compiles everything into a new home folder, and the second one must find it there. The folder is the one
that STONE_FAIR_HOME names: it must hold no compiled code yet and is kept for later steps. Without the variable it is a
temporary folder. Then one engine process plays a game against itself over the Gomocup protocol. Anything but a legal
move ends the run with an exit code of 1.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from game.core.model import Place
from game.storage import folders
from rulesets.gomoku import RULESET

MAIN = Path(__file__).resolve().parents[2] / "main.py"
SIZE, LEVEL = 15, "engine_full"
#: The time for the first move is long enough for the engine to load. In a shorter one it lets an instant player move.
FIRST_MILLISECONDS, MOVE_MILLISECONDS = 6_000, 100
#: A time limit for processes that nothing here reaches.
PATIENCE_SECONDS = 240


def start(*words: str) -> float:
    """Run a command of the program and return how many seconds it took.

    Raise RuntimeError if it writes to its standard error.
    """
    began = time.monotonic()
    ended = subprocess.run(
        [sys.executable, str(MAIN), *words], capture_output=True, timeout=PATIENCE_SECONDS, check=True
    )
    if ended.stderr:
        raise RuntimeError(f"{' '.join(words)} wrote: {ended.stderr.decode()}")
    return time.monotonic() - began


class Engine:
    """An engine process, and the protocol lines to and from it."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(MAIN), "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, *lines: str) -> str:
        """Send lines and return the engine's answer.

        Raise RuntimeError if the engine ends, or notes that compiled code is missing.
        """
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()
        for answer in self.process.stdout:
            if answer.startswith("MESSAGE note") and "Forced" not in answer:
                raise RuntimeError(answer.strip())
            if not answer.startswith("MESSAGE"):
                return answer.strip()
        raise RuntimeError("the engine ended")

    def end(self) -> None:
        self.process.communicate("END\n", timeout=PATIENCE_SECONDS)
        if self.process.returncode != 0:
            raise RuntimeError(f"the engine ended with exit code {self.process.returncode}")


def play() -> int:
    """Let an engine play a game against itself, and return the number of its stones."""
    state = RULESET.setup({option.key: option.default for option in RULESET.info.options}, 0).state
    engine = Engine()
    engine.ask(f"INFO ruleset {RULESET.info.id}", f"INFO level {LEVEL}", f"START {SIZE}")
    lines = [f"INFO timeout_turn {FIRST_MILLISECONDS}", "BEGIN"]
    cells: list[int] = []
    while RULESET.outcome(state) is None:
        x, y = map(int, engine.ask(*lines).split(","))
        move = Place(y * SIZE + x, state.colour)
        if (refusal := RULESET.check(state, move)) is not None:
            raise RuntimeError(f"{x},{y} is refused: {refusal.message}")
        state = RULESET.apply(state, move).state
        cells.append(move.cell)
        # The same process plays both sides: the newest stone is always the opponent's.
        owners = (1 + (len(cells) - number) % 2 for number in range(len(cells)))
        stones = (f"{cell % SIZE},{cell // SIZE},{owner}" for cell, owner in zip(cells, owners, strict=True))
        lines = [f"INFO timeout_turn {MOVE_MILLISECONDS}", "BOARD", *stones, "DONE"]
    engine.end()
    return len(cells)


def compiled() -> dict[Path, int]:
    """Return the files of compiled code in the home folder, with their modification times."""
    return {path: path.stat().st_mtime_ns for path in folders.cache_folder().rglob("*.nb?")}


def start_twice() -> tuple[float, float]:
    """Return the seconds of a cold start, which compiles everything, and of a warm one, which compiles nothing.

    Raise RuntimeError if there is compiled code before the first, or if the second changes any.
    """
    if compiled():
        raise RuntimeError(f"{folders.cache_folder()} holds compiled code: no start from there is cold")
    cold = start("prepare")
    kept = compiled()
    warm = start("prepare")
    if not kept or compiled() != kept:
        raise RuntimeError(f"the second start compiled again what the first one kept: {len(kept)} files")
    return cold, warm


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        os.environ.setdefault(folders.HOME_VARIABLE, home)
        cold, warm = start_twice()
        began = time.monotonic()
        stones = play()
        seconds = time.monotonic() - began
    print(f"cold start {cold:.1f} s, warm start {warm:.1f} s, a game of {stones} stones {seconds:.1f} s")


if __name__ == "__main__":
    main()
