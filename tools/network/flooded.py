"""A game on a local network whose host is flooded with connections by an attacker.

Run it as ``python -m tools.network.flooded [--connections N] [--seconds N]``. The host and the guest are on 127.0.0.1.
The attacker, a separate process, connects from 127.0.0.2 (``--source``), and reconnects whenever the host closes a
connection. The report says whether all moves arrived, how many seconds the guest takes to reconnect during and after
the flood, how many threads and file descriptors were in use, and how long the host's window would have been blocked at
most.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from tools.stress.network.nearby_table import HERE, TableNearby, resources


class Watch:
    """A thread that records the highest numbers of threads and of open file descriptors of this process."""

    def __init__(self) -> None:
        self.most = (0, 0)
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while not self._ends.wait(0.1):
            self.most = tuple(map(max, self.most, resources()))

    def end(self) -> None:
        self._ends.set()
        self._thread.join()


def stranger(table: TableNearby, source: str, connections: int, seconds: float) -> subprocess.Popen[str]:
    words = [HERE, str(table.port), table.room, "--source", source]
    numbers = ["--connections", str(connections), "--seconds", str(seconds)]
    command = [sys.executable, "-m", "tools.stress.network.strangers", *words, *numbers]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.network.flooded", description=__doc__)
    parser.add_argument("--source", default="127.0.0.2")
    parser.add_argument("--connections", type=int, default=2_000)
    parser.add_argument("--seconds", type=float, default=60.0)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, TableNearby(Path(folder), 1) as table:
        assert table.until(lambda: table.is_alike) is not None, "the two did not come together"
        before, first = resources(), table.take_longest_poll()
        watch, attack = Watch(), stranger(table, chosen.source, chosen.connections, chosen.seconds)
        problem = table.play(chosen.seconds / 2)
        moves = table.moves
        during = table.begin_guest_again()
        problem = problem or table.play(max(0.0, chosen.seconds / 2 - 5))
        longest = table.take_longest_poll()
        told, _nothing = attack.communicate()
        watch.end()
        ended = time.monotonic()
        after = table.begin_guest_again()
        calm = table.until(lambda: all(now <= then for now, then in zip(resources(), before, strict=True)), 30.0)
        sys.stdout.write(
            f"the stranger: {told.strip()}\n"
            f"moves: {moves} until the guest's window was opened again, {table.moves} in all;"
            f" {problem or 'all arrived'}\n"
            f"the guest was cut: {table.cuts} times\n"
            f"the host was told: {[each for each in table.told if 'flooding' in each]}\n"
            f"a guest was in during the flood after {during} s, after it after {after} s\n"
            f"threads, descriptors: {before} before, {watch.most} at most, {resources()} after"
            f" ({time.monotonic() - ended:.1f} s after the flood; as before: {calm is not None})\n"
            f"the longest poll of the host: {1000 * first:.1f} ms as it began, {1000 * longest:.1f} ms in the flood\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
