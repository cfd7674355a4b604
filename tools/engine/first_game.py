"""Starts the engine as on a new machine, then again, and plays a game through it; CI runs this, out of pytest.

The first start compiles everything into a new folder, the second finds it there: the home that STONE_FAIR_HOME names,
which stays for those who come after and must be new, or one for the while. Then one process plays a whole game against
itself over the plain protocol. Anything but a legal move ends the run with an exit code of 1.
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
MOVE_MILLISECONDS = 100
#: Nothing here takes as long.
PATIENCE_SECONDS = 240


def start(*words: str) -> float:
    """Seconds that a command of the program takes; it may say nothing on its standard error."""
    began = time.monotonic()
    ended = subprocess.run(
        [sys.executable, str(MAIN), *words], capture_output=True, timeout=PATIENCE_SECONDS, check=True
    )
    if ended.stderr:
        raise RuntimeError(f"{' '.join(words)} wrote: {ended.stderr.decode()}")
    return time.monotonic() - began


class Engine:
    """The engine's process."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(MAIN), "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, *lines: str) -> str:
        """The answer to these lines, which may not be that compiled code is missing."""
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
    """Plays a game; the number of its stones."""
    state = RULESET.setup({option.key: option.default for option in RULESET.info.options}, 0).state
    engine = Engine()
    engine.ask(f"INFO ruleset {RULESET.info.id}", f"INFO level {LEVEL}", f"START {SIZE}")
    lines = [f"INFO timeout_turn {MOVE_MILLISECONDS}", "BEGIN"]
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
        lines = ["BOARD", *stones, "DONE"]
    engine.end()
    return len(cells)


def compiled() -> dict[Path, int]:
    """The files of compiled code, and when they were written."""
    return {path: path.stat().st_mtime_ns for path in folders.cache_folder().rglob("*.nb?")}


def start_twice() -> tuple[float, float]:
    """Seconds of a cold start, which compiles everything, and of a warm one, which compiles nothing."""
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
