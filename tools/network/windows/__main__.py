"""A check of remote games between two or three programs: ``python -m tools.network.windows [STAGE ...]``.

The programs play over the local network, through Mosquitto and over bad connections, and are killed and restarted.
They have real windows on virtual screens, and are driven by real clicks. Only the two stages of many kills run without
a screen.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from game.plugins import registry
from game.plugins.registry import Catalogue
from game.sheets.reading import read_sheet
from tools.network.bad_line import BadLine
from tools.network.ends import MOSQUITTO, Broker
from tools.network.windows.kills import Kills
from tools.network.windows.series import Series, listening_port
from tools.network.windows.session_seen import difference
from tools.network.windows.storm import storm_on
from tools.network.windows.visitor import DEAF, SHEET, WRITING_DOWN, Visitor, visitors_at
from tools.network.windows.watched import WatchedSeries
from tools.page_text import broker_configuration
from tools.pilot.real_window import IS_POSSIBLE, is_running

GAMES = ("gomoku", "six_in_a_row", "connect6", "threestones")
HERE = "127.0.0.1"
#: The delay of the bad connection in each direction, in seconds.
_DELAY = 0.3


#: Four in a row on a torus of 7x7, with two stones a turn.
_RULES = """
title = "The host's four"
[board]
columns = 7
wrap = "torus"
[turn]
stones = 2
[line]
length = 4
"""


class Trials:
    """The stages of the command; ``say`` prints their results, and ``troubles`` counts the faults."""

    def __init__(self, arguments: argparse.Namespace, folder: Path) -> None:
        self.arguments, self.folder = arguments, folder
        self.catalogue: Catalogue = registry.discover()
        self.troubles = 0

    def say(self, words: str) -> None:
        sys.stdout.write(f"{words}\n")
        sys.stdout.flush()

    def judge(self, name: str, trouble: str, told: str) -> None:
        self.troubles += bool(trouble)
        self.say(f"{name}: {trouble or 'both files agree to the stone'}; {told}")

    # Real windows

    @contextmanager
    def windows(self, name: str, people: Sequence[str] = ("Ann", "Ben")) -> Iterator[tuple[Visitor, ...]]:
        """Open a window for each of the people; at the end check that all exit with code 0 and leave no process."""
        with visitors_at(people, self.folder / name, self.catalogue, self.arguments.pictures) as visitors:
            yield visitors
            pids = [visitor.program.pid for visitor in visitors if visitor.program is not None]
            codes = [visitor.close() for visitor in visitors]
            left = [pid for pid in pids if is_running(pid)]
            self.troubles += any(codes) or bool(left)
            self.say(f"{name}: the windows ended with {codes}, {len(left)} processes left")

    def series(self, table: Series, *, games: int = 2, asks: bool = False) -> None:
        """Play ``games`` games between two players who have joined, leave, and compare the session files of both.

        If ``asks`` is True, try all requests, such as undo or a draw, at the start of each game except the first.
        """
        began, turns = time.monotonic(), 0
        table.picture("begin")
        for number in range(games):
            if number:
                table.another_game()
            if asks and number:
                table.ask_everything()
            turns += table.play_game(pictures_at=(0, 6, 12) if not number else ())
        table.leave()
        text = f"{games} games, {turns} turns in {time.monotonic() - began:.0f} s"
        self.judge(table.name, difference(*table.seats()), text)

    def nearby(self) -> None:
        """For each ruleset, play some games on the local network; the guest joins by a click in the list."""
        with self.windows("nearby") as (ann, ben):
            for number, game in enumerate(self.arguments.games):
                host, guest = (ann, ben) if number % 2 == 0 else (ben, ann)
                table = Series(host, guest, game, f"nearby-{game}")
                table.sit_nearby()
                self.series(table, asks=number == 0)

    def sheet(self) -> None:
        """Play some games by a rule sheet that only the host has; the guest is shown the rules and accepts them."""
        sheet = read_sheet(_RULES, SHEET, lambda _key: None)
        self.catalogue.add_sheet(sheet, is_listed=False)
        file = self.folder / "sheet" / "ann" / "rulesets" / f"{SHEET}.toml"
        file.parent.mkdir(parents=True)
        file.write_text(_RULES, encoding="utf-8")
        with self.windows("sheet") as (ann, ben):
            table = Series(ann, ben, SHEET, "sheet", self.arguments.games[0])
            table.sit_nearby()
            self.series(table)
            has_copy = (ben.home / "sheets" / f"{sheet.id}.toml").is_file()
            self.troubles += not has_copy
            self.say(f"sheet: the guest has {'kept' if has_copy else 'NOT kept'} the rules")

    def broker(self) -> None:
        """For each ruleset, play some games through Mosquitto, configured as in the documentation for clubs."""
        with self.mosquitto() as broker, self.windows("broker") as (ann, ben):
            address = f"{HERE}:{broker.port}"
            for game in self.arguments.games:
                table = Series(ann, ben, game, f"broker-{game}")
                table.sit_invited(lambda: f"by {address}", address)
                self.series(table)

    def line_nearby(self) -> None:
        """Play a game on the local network while the guest's connection is delayed, stalled and cut."""
        with self.windows("line-nearby") as (ann, ben):
            ben.close()
            ben.variant = DEAF
            ben.start()
            lines: list[BadLine] = []

            def behind_line() -> str:
                lines.append(BadLine((HERE, listening_port(ann)), delay=_DELAY))
                return f"at {HERE}:{lines[-1].port}"

            table = Series(ann, ben, self.arguments.games[0], "line-nearby")
            table.sit_invited(behind_line)
            self.in_storm(table, lines[0])

    def line_broker(self) -> None:
        """Play a game through Mosquitto while the guest's connection is delayed, stalled and cut."""
        with self.mosquitto() as broker, self.windows("line-broker") as (ann, ben):
            line = BadLine((HERE, broker.port), delay=_DELAY)
            table = Series(ann, ben, self.arguments.games[-1], "line-broker")
            table.sit_invited(lambda: f"by {HERE}:{line.port}", f"{HERE}:{broker.port}")
            self.in_storm(table, line)

    def in_storm(self, table: Series, line: BadLine) -> None:
        with storm_on(line, self.arguments.seed) as storm:
            began, turns = time.monotonic(), table.play_game(pictures_at=(2, 5, 8, 11, 14))
        table.wait_alike()
        text = f"{turns} turns in {time.monotonic() - began:.0f} s, {storm.stalls} stalls and {storm.cuts} cuts"
        table.picture("end")
        self.judge(table.name, difference(*table.seats()), text)
        line.close()

    def window_kills(self) -> None:
        """Kill real windows in the middle of a game, and resume it each time from the list of games."""
        rng = random.Random(self.arguments.seed)
        with self.windows("window-kills") as (ann, ben):
            table = Series(ann, ben, self.arguments.games[0], "window-kills")
            table.sit_nearby()
            for number in range(self.arguments.window_kills):
                if table.is_over:
                    table.another_game()
                mover = table.wait_for_turn()
                if mover is not None:
                    mover.play_turn(plays_well=mover is ann)
                table.kill(rng.choice((ann, ben)), rng)
                table.picture(f"again{number}")
            table.play_game()
            text = f"{self.arguments.window_kills} kills of real windows"
            self.judge(table.name, difference(*table.seats()), text)

    def watchers(self) -> None:
        """Play some games through Mosquitto with a third window as spectator; the broker is killed as well."""
        with self.mosquitto() as broker, self.three_windows("watchers") as (table, watched):
            address = f"{HERE}:{broker.port}"
            table.sit_invited(lambda: f"by {address}", address)
            self.watch(watched, broker)

    def watchers_nearby(self) -> None:
        """Play several games on the local network with a third window as spectator."""
        with self.three_windows("watchers-nearby") as (table, watched):
            table.sit_nearby()
            self.watch(watched, None)

    @contextmanager
    def three_windows(self, name: str) -> Iterator[tuple[Series, WatchedSeries]]:
        """Open windows for two players and a spectator."""
        with self.windows(name, ("Ann", "Ben", "Carol")) as (ann, ben, carol):
            carol.close()
            carol.variant = WRITING_DOWN
            carol.start()
            table = Series(ann, ben, self.arguments.games[0], name)
            yield table, WatchedSeries(table, carol)

    def watch(self, watched: WatchedSeries, broker: Broker | None) -> None:
        """Let a spectator watch from the middle of the first game until the next one.

        In between, the spectator leaves and joins again, and the window of the host, from which the moves come, is
        killed and restarted.
        """
        table = watched.table
        watched.play_turns(3)
        words = watched.let_watch()
        watched.come(words)
        watched.count()
        watched.play_turns(1)
        if broker is not None:
            watched.lose_broker(broker)
        watched.play_turns(1)
        watched.kill_host(random.Random(self.arguments.seed))
        turns = table.play_game(on_turn=lambda _turn: watched.wait_sent())
        watched.look_at_end()
        table.another_game()
        watched.see_next_game(2)
        watched.go()
        watched.play_turns(1, is_watched=False)
        watched.come(words)
        watched.go()
        text = f"{turns} turns after the kill, {watched.told} moments at which the watcher had every line"
        self.judge(table.name, difference(*table.seats()) or watched.difference, text)

    # Windows without a screen

    def kills_nearby(self) -> None:
        """Kill programs at random moments in a game on the local network, half as often as the command line says."""
        self.kill_at("kills-nearby", self.arguments.games[0], None)

    def kills_broker(self) -> None:
        """Kill programs in a game through a broker, half as often as the command line says; it is killed, too."""
        with self.mosquitto() as broker:
            self.kill_at("kills-broker", self.arguments.games[-1], broker)

    def kill_at(self, name: str, game: str, broker: Broker | None) -> None:
        rng = random.Random(self.arguments.seed)
        table = Kills(self.folder / name, game, self.catalogue.rulesets, rng, broker)
        try:
            table.begin()
            table.run(self.arguments.kills // 2, lambda words: self.say(f"{name}: {words}"))
            trouble = table.end()
        finally:
            table.close()
        seen = table.seen("host")
        text = f"killed {table.killed}, {seen.games if seen else 0} games, {table.length('host')} lines"
        self.judge(name, trouble, f"{text}, going on after {_spread(table.returns)} s")

    @contextmanager
    def mosquitto(self) -> Iterator[Broker]:
        """Run Mosquitto with the configuration from the documentation for clubs, and kill it at the end."""
        folder = self.folder / f"mosquitto{time.monotonic_ns()}"
        folder.mkdir(parents=True)
        rooms = folder / "rooms"
        rooms.write_text(broker_configuration("rooms") + "\n")
        text = broker_configuration("broker").replace("listener 1883", f"listener {{port}} {HERE}")
        broker = Broker(folder, f"{text}\nacl_file {rooms}\n")
        try:
            yield broker
        finally:
            broker.kill()


def _spread(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    return f"{ordered[len(ordered) // 2]:.1f} ({ordered[0]:.1f} to {ordered[-1]:.1f})" if ordered else "no"


STAGES: Mapping[str, Callable[[Trials], None]] = {
    "nearby": Trials.nearby,
    "sheet": Trials.sheet,
    "broker": Trials.broker,
    "line-nearby": Trials.line_nearby,
    "line-broker": Trials.line_broker,
    "window-kills": Trials.window_kills,
    "watchers": Trials.watchers,
    "watchers-nearby": Trials.watchers_nearby,
    "kills-nearby": Trials.kills_nearby,
    "kills-broker": Trials.kills_broker,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stages", nargs="*", help=f"of {', '.join(STAGES)}; all of them where none is named")
    parser.add_argument("--games", nargs="*", default=GAMES, choices=GAMES)
    parser.add_argument("--kills", type=int, default=100, help="of programs without a screen")
    parser.add_argument("--window-kills", type=int, default=6, help="of real windows")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of every scene")
    arguments = parser.parse_args()
    if not IS_POSSIBLE or MOSQUITTO is None:
        parser.error("Xvfb, xdotool and mosquitto are needed")
    with tempfile.TemporaryDirectory() as folder:
        trials = Trials(arguments, Path(folder))
        for name in arguments.stages or STAGES:
            STAGES[name](trials)
    return min(1, trials.troubles)


if __name__ == "__main__":
    raise SystemExit(main())
