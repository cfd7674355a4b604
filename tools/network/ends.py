"""The host and the guest of a remote game in one process, in real time, over real channels on this machine."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

from game.core.clock import UNTIMED
from game.core.match import Command
from game.core.model import OptionValue
from game.core.ruleset import Ruleset, complete_options
from game.network.encryption.invitation import ServerAddress
from game.network.encryption.keys import TableKeys
from game.network.remote_connection import RemoteConnection, new_session
from game.network.session_file import open_session_file
from game.network.sides import FirstSeat, Side
from game.network.sync.entries import line_text
from game.network.sync.terms import offered_terms
from game.network.transport.announcing import NearbyTables
from game.network.transport.channel import Channel
from tools.pilot.tiny_ruleset import TinyRuleset

TINY = TinyRuleset()
KEYS = TableKeys(b"k" * 32)
#: Seconds after which a test that waits for something fails.
PATIENCE = 30.0


def wait_for(is_done: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Wait until ``is_done`` returns True. Raise AssertionError after ``patience`` seconds."""
    end = time.monotonic() + patience
    while not is_done():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.01)


def begin_looking(tables: NearbyTables) -> None:
    """Start to look for games on the local network. Skip the test if this machine has no network for that."""
    tables.begin()
    wait_for(lambda: tables.is_looking or bool(tables.problem))
    if tables.problem:
        pytest.skip("this machine has no network for announcements")


class Ends:
    """A host and a guest of one remote game.

    Their session files are in ``folder``; ``connect`` opens the connection of a side.
    """

    def __init__(
        self,
        folder: Path,
        connect: Callable[[Side], Channel],
        keys: TableKeys = KEYS,
        ruleset: Ruleset = TINY,
        **options: OptionValue,
    ) -> None:
        self.folder, self.connect, self.keys, self.ruleset = folder, connect, keys, ruleset
        self.told: dict[Side, list[str]] = {side: [] for side in Side}
        self.tables = {side: self.opened(side) for side in Side}
        complete = complete_options(ruleset.info, options or {"size": 8})
        terms = offered_terms(ruleset, complete, best_of=0, time_control=UNTIMED, first=FirstSeat.HOST)
        assert self.tables[Side.HOST].peer.offer(terms) is None

    def opened(self, side: Side) -> RemoteConnection:
        path = new_session(self.folder / side.value, side, side.name.title(), self.keys, ServerAddress())
        return RemoteConnection(open_session_file(path), path, {self.ruleset.info.id: self.ruleset}, self.connect(side))

    def restart(self, side: Side) -> None:
        self.tables[side].close()
        self.tables[side] = self.opened(side)

    def poll(self) -> None:
        for side, table in self.tables.items():
            self.told[side] += [updates.sentence for updates in table.poll() if hasattr(updates, "sentence")]

    def until(self, is_done: Callable[[], bool]) -> None:
        def looked() -> bool:
            self.poll()
            return is_done()

        wait_for(looked)

    @property
    def seats(self):
        return [table.peer for table in self.tables.values()]

    def are_alike(self) -> bool:
        return len({seat.hash for seat in self.seats}) == 1 and all(seat.tournament is not None for seat in self.seats)

    def begin(self) -> None:
        self.until(self.are_alike)

    def play(self, count: int) -> None:
        """Play ``count`` legal moves of the side to move, and wait after each until both sides have it."""
        for _ in range(count):
            self.until(lambda: any(seat.is_own_turn for seat in self.seats) and self.are_alike())
            self.play_one()
        self.until(self.are_alike)

    def play_one(self) -> None:
        seat = next(seat for seat in self.seats if seat.is_own_turn)
        move = next(islice(seat.match.ruleset.legal_moves(seat.match.state), seat.length * 3 % 20, None))
        assert isinstance(seat.carry_out(Command(seat.match.revision, (move,))), tuple)

    @property
    def plies(self) -> int:
        return len(self.seats[0].match.plies)

    def journals(self) -> list[list[str]]:
        return [[line_text(line) for line in seat._exchange.journal.lines] for seat in self.seats]

    def close(self) -> None:
        for table in self.tables.values():
            table.close()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def is_free_port(port: int) -> bool:
    """Return True if no program on this machine listens on the port."""
    with socket.socket() as asked:
        return asked.connect_ex(("127.0.0.1", port)) != 0


MOSQUITTO = shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")


class Broker:
    """A Mosquitto process for one test, which can be killed and started again on the same port."""

    def __init__(self, folder: Path, configuration: str | None = None, port: int | None = None) -> None:
        self.port = port or free_port()
        self.folder = folder
        self.file = folder / "mosquitto.conf"
        text = configuration or "listener {port} 127.0.0.1\nallow_anonymous true\npersistence false\n"
        if os.name == "posix" and os.geteuid() == 0:
            # If started by root, Mosquitto changes to its own user, who may not read the folders of the tests.
            text += "\nuser root\n"
        self.file.write_text(text.replace("{port}", str(self.port)))
        self.start()

    def start(self) -> None:
        assert MOSQUITTO
        self.process = subprocess.Popen(
            [MOSQUITTO, "-c", str(self.file)], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait_for(self._answers)

    def _answers(self) -> bool:
        assert self.process.poll() is None, "the broker does not start"
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
