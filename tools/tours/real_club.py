"""A club tournament of three real windows with real clicks: ``python -m tools.tours.real_club FOLDER``.

The windows communicate through a Mosquitto broker; each has its own virtual screen and home folder. Kim organises the
tournament and plays; the script kills her window in the middle of the first round and starts it again. The player
without an opponent in a round watches. The script saves pictures of the screens in FOLDER. It needs Xvfb, xdotool,
Mosquitto and the command ``import`` of ImageMagick.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from game.network.club.tournament import ClubPairing, ClubTournament
from game.network.club.tournament_file import OpenedClub, read_club_file
from game.storage.database import Database
from tools.network.ends import Broker
from tools.pilot.real_window import ROOT, wait_for

#: The positions of the buttons that the script clicks, in pixels of a window of 1280 x 800.
_MAIN, _CARD, _DOOR, _SET_UP, _INVITATION = (1126, 740), (350, 610), (954, 640), (609, 740), (343, 740)
_BROKER, _LESS, _KEEPER_WATCHES, _MEMBER_WATCHES = (764, 211), (518, 367), (878, 740), (486, 740)
_BACK = (104, 740)


class RealWindow:
    """A window of the program in a process of its own, with its own virtual screen and home folder."""

    def __init__(self, name: str, home: Path, pictures: Path) -> None:
        self.name, self.home, self.pictures = name, home, pictures
        home.mkdir()
        database = Database(home / "stone-fair.sqlite3")
        database.players.create(name)
        database.settings.set("setup.gomoku", {"level": "elsewhere"})
        database.file.close()
        read, write = os.pipe()
        screen = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x900x24"]
        self.screen = subprocess.Popen(screen, pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as numbers:
            display = f":{numbers.readline().strip()}"
        self.environment = {**os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
        self.environment["STONE_FAIR_HOME"] = str(home)
        self.start()

    def start(self) -> None:
        self.program = subprocess.Popen([sys.executable, "main.py"], cwd=ROOT, env=self.environment)
        search = ("search", "--onlyvisible", "--pid", str(self.program.pid))
        self.window = wait_for(lambda: self._xdotool(*search), f"the window of {self.name}", 60)
        time.sleep(2.5)

    def _xdotool(self, *words: str) -> str:
        done = subprocess.run(["xdotool", *words], capture_output=True, text=True, check=False, env=self.environment)
        return done.stdout.strip()

    def click(self, point: tuple[int, int], pause: float = 0.8) -> None:
        self._xdotool("mousemove", "--window", self.window, *map(str, point))
        time.sleep(0.15)
        self._xdotool("click", "1")
        time.sleep(pause)

    def key(self, *names: str) -> None:
        for name in names:
            self._xdotool("key", "--window", self.window, name)
            time.sleep(0.4)

    def type(self, words: str) -> None:
        self._xdotool("type", "--delay", "30", words)
        time.sleep(0.3)

    def picture(self, name: str) -> None:
        file = self.pictures / f"{name}.png"
        subprocess.run(["import", "-window", "root", str(file)], check=False, env=self.environment)

    def to_club_tournaments(self) -> None:
        for place in (_CARD, _MAIN, _DOOR):
            self.click(place, 1.2)

    def opened(self) -> OpenedClub | None:
        """Return the contents of the window's club tournament file, None if there is no readable file."""
        files = list((self.home / "evenings").glob("*.evening"))
        read = read_club_file(files[0]) if files else None
        return read if isinstance(read, OpenedClub) else None

    @property
    def tournament(self) -> ClubTournament | None:
        opened = self.opened()
        return opened.kept.tournament if opened is not None else None

    def kill(self) -> None:
        self.program.kill()
        self.program.wait()

    def end(self) -> None:
        self.kill()
        self.screen.terminate()
        self.screen.wait()


class RealTournament:
    """A club tournament of Kim, Ann and Ben, with a window for each, and the broker between them."""

    def __init__(self, folder: Path, pictures: Path) -> None:
        (folder / "broker").mkdir()
        self.broker = Broker(folder / "broker")
        self.windows = {name: RealWindow(name, folder / name, pictures) for name in ("Kim", "Ann", "Ben")}
        self.kim = self.windows["Kim"]

    def begin(self) -> None:
        """Let Kim set up the tournament, and the others join by typing its invitation code."""
        for window in self.windows.values():
            window.to_club_tournaments()
        kim = self.kim
        kim.click(_SET_UP)
        kim.click(_BROKER)
        kim.type(f"127.0.0.1:{self.broker.port}")
        kim.key("Return")
        for _step in range(2):
            kim.click(_LESS)
        kim.picture("set up")
        kim.click(_MAIN)
        words = wait_for(kim.opened, "the file").head.invitation
        for window in (self.windows["Ann"], self.windows["Ben"]):
            window.click(_INVITATION)
            window.type(words)
            window.key("Return")
        wait_for(lambda: len(kim.tournament.members) == 3, "all to be in", 40)
        time.sleep(1)
        kim.picture("all are in")

    def sides(self, number: int) -> tuple[RealWindow, RealWindow, RealWindow]:
        """Return the windows of the two opponents in round ``number``, and that of the player without an opponent."""
        names = [member.name for member in self.kim.tournament.members]
        table = self.table(number)
        one, two = self.windows[names[table.one]], self.windows[names[table.two]]
        return one, two, next(window for window in self.windows.values() if window not in (one, two))

    def table(self, number: int) -> ClubPairing:
        return next(table for table in self.kim.tournament.tables_of(number) if not table.is_bye)

    def play(self, number: int, *, is_killed: bool) -> None:
        """Play round ``number``: some moves, which the third player watches, then a resignation.

        With ``is_killed``, kill Kim's window before the resignation and start it again.
        """
        kim = self.kim
        kim.click(_MAIN)
        wait_for(lambda: kim.tournament.round == number, f"round {number}")
        one, two, third = self.sides(number)
        time.sleep(3)
        for window in (one, two):
            window.picture(f"{number} hall of {window.name}")
            window.click(_MAIN)
        time.sleep(3)
        for column in range(3):
            one.click((600 + 40 * column, 421), 1.0)
            two.click((600 + 40 * column, 500), 1.0)
        third.click(_KEEPER_WATCHES if third is kim else _MEMBER_WATCHES, 3.0)
        third.picture(f"{number} watched by {third.name}")
        third.key("Escape")
        if is_killed:
            kim.kill()
        loser, winner = (two, one) if two is not kim else (one, two)
        loser.key("q", "Down", "Return")
        if is_killed:
            kim.start()
            kim.to_club_tournaments()
            kim.click(_MAIN, 2.0)
            if kim is winner:
                kim.click(_MAIN, 3.0)
        wait_for(lambda: not any(table.is_open for table in kim.tournament.tables_of(number)), "the result", 60)
        winner.picture(f"{number} end at {winner.name}")
        for window in (one, two):
            window.key("b")
        time.sleep(2)
        kim.picture(f"{number} hall afterwards")

    def end(self) -> bool:
        """Let Kim end the tournament and all leave; return whether the three files hold the same tournament."""
        self.kim.click(_MAIN)
        wait_for(lambda: self.kim.tournament.is_over, "the end")
        time.sleep(3)
        for window in self.windows.values():
            window.picture(f"over at {window.name}")
            window.click(_BACK, 1.5)
        return len({str(window.tournament) for window in self.windows.values()}) == 1

    def close(self) -> None:
        for window in self.windows.values():
            window.end()
        self.broker.kill()


def main() -> None:
    """Play the tournament, and print the results and whether the three files agree."""
    pictures = Path(sys.argv[1])
    pictures.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        tournament = RealTournament(Path(folder), pictures)
        try:
            tournament.begin()
            tournament.play(1, is_killed=True)
            tournament.play(2, is_killed=False)
            is_alike = tournament.end()
            results = [(t.round, t.one, t.two, t.result.name) for t in tournament.kim.tournament.pairings]
        finally:
            tournament.close()
    seconds = time.monotonic() - begun
    sys.stdout.write(f"{results}\nall three files tell the same: {is_alike}; {seconds:.0f} s\n")


if __name__ == "__main__":
    main()
