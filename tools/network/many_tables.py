"""A load test of many remote games on one Mosquitto broker.

Run it as ``python -m tools.network.many_tables [--tables N] [--pace SECONDS] [--seconds N]``. Hosts and guests are
real, with encryption and files. Only the sockets are read by one loop for each process, as the cost of thousands of
threads would distort the measurement. In each game a move is played about every ``--pace`` seconds, at random moments,
which is far faster than people play. "A move's way" in the report is the time from playing a move until the other side
has it.
"""

from __future__ import annotations

import argparse
import random
import selectors
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import psutil
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from game.network.encryption.keys import TableKeys
from game.network.sides import Side
from game.network.transport.channel import ChannelState, FrameQueue
from game.plugins.registry import discover
from tools.network.ends import Broker, Ends, wait_for

HERE, GOMOKU = "127.0.0.1", discover().rulesets["gomoku"]
#: Seconds between two polls of a game that receives nothing, and seconds after which a move counts as not arrived.
_TICK, _PATIENCE = 0.5, 30.0
_KEEPALIVE = 60


@dataclass
class Counts:
    """The numbers of messages sent to the broker and received from it."""

    sent: int = 0
    heard: int = 0


class LoopedChannel:
    """A channel through a broker without its own thread: ``Hall`` reads its socket together with many others.

    Topics and quality of service are those of the program's real channel.
    """

    def __init__(self, port: int, room: str, side: Side, counts: Counts) -> None:
        self._own, far = (f"stonefair/{room}/{each.value}" for each in (side, side.other))
        self._counts, self._inbox = counts, FrameQueue()
        self.state = ChannelState()
        self.client = Client(CallbackAPIVersion.VERSION2)
        self.client.on_connect = lambda client, *_told: client.subscribe([(far, 1)])
        self.client.on_subscribe = self._on_subscribe
        self.client.on_message = self._on_message
        self.client.connect(HERE, port, _KEEPALIVE)

    def _on_subscribe(self, *_told: object) -> None:
        self.state = ChannelState(True)

    def _on_message(self, _client: Client, _userdata: object, message: MQTTMessage) -> None:
        self._counts.heard += 1
        self._inbox.put(message.payload)

    def send(self, frame: bytes) -> None:
        self._counts.sent += 1
        self.client.publish(self._own, frame, qos=1)

    def receive(self, most: int) -> list[bytes]:
        return self._inbox.take(most)

    def trust(self, frame: bytes) -> bool:
        return False

    def both_joined(self) -> None:
        """Do nothing when both players are connected: this channel has no announcement that would have to stop."""

    def close(self) -> None:
        self.client.disconnect()


@dataclass(frozen=True)
class Load:
    """The load of one process: the number of games, seconds between two moves of a game, and seconds of measurement."""

    tables: int
    pace: float
    seconds: float


class Hall:
    """All games of one process, played at the same time, and the loop that reads their sockets."""

    def __init__(self, folder: Path, port: int, load: Load, seed: int) -> None:
        self._rng, self._pace = random.Random(seed), load.pace
        self.counts = Counts()
        self._selector = selectors.DefaultSelector()
        self._ends: list[Ends] = []
        for number in range(load.tables):
            self._set_up(folder / f"{seed}-{number}", port, TableKeys(self._rng.randbytes(32)))
        self._ticks = [self._rng.random() * _TICK for _table in self._ends]
        self._turns = [self._rng.random() * load.pace for _table in self._ends]
        self._under_way: dict[int, tuple[float, int]] = {}
        """For each game whose latest move has not arrived: when it was played, and how many plies there are with it."""
        self.ways: list[float] = []

    def _set_up(self, folder: Path, port: int, keys: TableKeys) -> None:
        number = len(self._ends)

        def connect(side: Side) -> LoopedChannel:
            channel = LoopedChannel(port, keys.room_name, side, self.counts)
            self._selector.register(channel.client.socket(), selectors.EVENT_READ, (number, channel.client))
            return channel

        self._ends.append(Ends(folder, connect, keys, GOMOKU, size=15))

    def _read(self) -> Iterator[int]:
        """Read the sockets that have data, and yield the numbers of their games."""
        for key, _ready in self._selector.select(0.005):
            number, client = key.data
            client.loop_read()
            # The client keeps its replies, such as acknowledgements, until it is asked to write.
            if client.want_write():
                client.loop_write()
            yield number

    def turn(self, *, plays: bool) -> None:
        """Run the loop once: read sockets, process what has arrived, and, if ``plays``, make the moves that are due."""
        due = set(self._read())
        now = time.monotonic()
        due.update(number for number, at in enumerate(self._ticks) if now >= at)
        # A move is sent only after it is written to the session file, so these games have to be polled again.
        due.update(self._under_way)
        for number in due:
            self._ticks[number] = now + _TICK
            self._ends[number].poll()
            self._look_for_move(number)
        for number in [number for number, at in enumerate(self._turns) if plays and now >= at]:
            self._turns[number] = now + self._pace * (0.5 + self._rng.random())
            self._play(number)

    def _play(self, number: int) -> None:
        ends = self._ends[number]
        if number not in self._under_way and ends.are_alike() and any(seat.is_own_turn for seat in ends.seats):
            self._under_way[number] = time.monotonic(), ends.plies + 1
            ends.play_one()

    def _look_for_move(self, number: int) -> None:
        begun, plies = self._under_way.get(number, (0.0, 0))
        if begun and all(len(seat.match.plies) >= plies for seat in self._ends[number].seats):
            self.ways.append(time.monotonic() - begun)
            del self._under_way[number]

    def keep_alive(self) -> None:
        """Let each client send its MQTT keep-alive message if one is due."""
        for key in list(self._selector.get_map().values()):
            key.data[1].loop_misc()

    def begin(self) -> None:
        """Run the loop until both sides of every game have the same state. Raise AssertionError after 300 seconds."""

        def have_begun() -> bool:
            self.turn(plays=False)
            return all(ends.are_alike() for ends in self._ends)

        wait_for(have_begun, 300.0)

    def play(self, seconds: float) -> None:
        """Run the loop, and play moves, for ``seconds``."""
        end, alive = time.monotonic() + seconds, 0.0
        while time.monotonic() < end:
            self.turn(plays=True)
            if time.monotonic() > alive:
                alive = time.monotonic() + _KEEPALIVE / 3
                self.keep_alive()

    def late(self) -> int:
        """Return how many moves have been under way for more than ``_PATIENCE`` seconds and have not arrived yet."""
        return sum(time.monotonic() - begun > _PATIENCE for begun, _plies in self._under_way.values())

    def close(self) -> None:
        """Close all games."""
        for ends in self._ends:
            ends.close()


@dataclass(frozen=True)
class LoadResult:
    """The measurements of one process: seconds that moves took to arrive, messages, and moves that did not arrive."""

    ways: list[float]
    sent: int
    heard: int
    late: int


def play_and_measure(folder: Path, port: int, load: Load, seed: int) -> LoadResult:
    """Play the games of one process, and return its measurements.

    These begin after all games have begun and been played for ``load.pace`` seconds.
    """
    made = Hall(folder, port, load, seed)
    made.begin()
    made.play(load.pace)
    made.ways.clear()
    before = made.counts.sent, made.counts.heard
    made.play(load.seconds)
    told = LoadResult(made.ways, made.counts.sent - before[0], made.counts.heard - before[1], made.late())
    made.close()
    return told


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.network.many_tables", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000, metavar="N", help="tables in all (1000)")
    parser.add_argument("--pace", type=float, default=10.0, metavar="SECONDS", help="between two moves of a table (10)")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long is measured (60)")
    parser.add_argument("--processes", type=int, default=2, help="that hold the ends of the tables (2)")
    options = parser.parse_args()
    share = options.tables // options.processes
    with tempfile.TemporaryDirectory() as name:
        broker = Broker(Path(name))
        process = psutil.Process(broker.process.pid)
        empty = process.memory_info().rss
        begun = time.monotonic()
        # Processes are spawned: a forked one would share this process's sockets.
        with ProcessPoolExecutor(options.processes, mp_context=get_context("spawn")) as pool:
            load = Load(share, options.pace, options.seconds)
            halls = [
                pool.submit(play_and_measure, Path(name), broker.port, load, seed) for seed in range(options.processes)
            ]
            most = 0
            while not all(each.done() for each in halls):
                most = max(most, process.memory_info().rss)
                time.sleep(0.2)
            told = [each.result() for each in halls]
        busy = sum(process.cpu_times()[:2]) / (time.monotonic() - begun)
        broker.kill()
    ways = sorted(way for each in told for way in each.ways)
    cuts = statistics.quantiles(ways, n=100)
    sent, heard = (sum(counts) / options.seconds for counts in zip(*((t.sent, t.heard) for t in told), strict=True))
    sys.stdout.write(
        f"{share * options.processes} tables, {len(ways)} moves in {options.seconds:.0f} s\n"
        f"messages a second: {sent:.0f} to the broker, {heard:.0f} from it\n"
        f"a move's way: median {1000 * cuts[49]:.0f} ms, p99 {1000 * cuts[98]:.0f} ms, most {1000 * ways[-1]:.0f} ms\n"
        f"moves that did not arrive: {sum(each.late for each in told)}\n"
        f"the broker: {empty / 2**20:.1f} MiB before, {most / 2**20:.1f} MiB at most, {100 * busy:.0f} % of a core\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
