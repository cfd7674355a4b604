"""A player at a real window on a screen of its own, in a home of its own, who only clicks and types."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pygame

from game.core.match import Match
from game.core.model import Choose, Move, Place
from game.plugins.registry import Catalogue
from game.storage import compiled_code
from game.storage.database import Database
from game.ui.board.board_view import BOARD_PLACE
from game.ui.painting.board_layout import lay_out
from tools.network.windows.mover import turn_for
from tools.network.windows.session_seen import SessionSeen, seats_in, session_seen
from tools.pilot.real_window import Hand, start_program, virtual_screen, wait_for, window_of

#: Places in a window of 1280 x 800.
CARDS = {"gomoku": (351, 605), "connect6": (726, 605), "threestones": (1122, 605), "six_in_a_row": (1122, 605)}
#: How many times the arrow at the right is pressed until the stall is there.
TURNS = {"six_in_a_row": 1}
NEXT_CARD = (1243, 471)
ELSEWHERE = (860, 228)
MAIN, BACK = (1126, 740), (116, 740)
INVITED, NEW_TABLE = (343, 740), (609, 740)
FIRST_ROW = (300, 118)
ANYBODY, BY_BROKER = (628, 740), (912, 740)
FIRST_ANSWER, SECOND_ANSWER = (1072, 510), (1200, 510)
MENU = (48, 42)
ANOTHER_GAME, PLAY_TURN, SPEAK, LEAVE = (1136, 512), (1190, 510), (1136, 510), (1136, 652)
FIRST_PHRASE = (1136, 160)
#: How far down the kinds of stone are.
PICKER = 125
UNDO, DRAW, RESIGN, PAUSE = (1072, 580), (1200, 580), (1072, 648), (1200, 648)


#: The program on a network that passes no announcements on.
DEAF = """
import sys
import main
from game.network.transport.announcing import NearbyTables
NearbyTables.begin = lambda tables: None
sys.exit(main.main([]))
"""


#: The program, which keeps a file of the journal that it is told as a watcher, as nothing of that is kept otherwise.
WRITING_DOWN = """
import os
import sys
from pathlib import Path
import main
from game.network.sync.entries import line_text
from game.network.spectating.spectator import Spectator
hear = Spectator.poll
def hear_and_write(watcher, now):
    changes = hear(watcher, now)
    if changes:
        path = Path(os.environ["STONE_FAIR_HOME"], "watched")
        path.write_text("\\n".join(map(line_text, watcher._journal.lines)))
    return changes
Spectator.poll = hear_and_write
sys.exit(main.main([]))
"""


@dataclass
class Visitor:
    """A player; ``start`` opens the window."""

    name: str
    home: Path
    display: str
    catalogue: Catalogue
    pictures: Path
    program: subprocess.Popen[bytes] | None = None
    hand: Hand | None = None
    taken: list[Path] = field(default_factory=list)
    earlier: set[Path] = field(default_factory=set)
    """The seats of tables that are over."""
    variant: str = ""
    """The text of a program that is run in place of the usual one."""

    def prepare(self) -> None:
        """Make the home, with the compiled code there is, so that no opponent compiles meanwhile."""
        shared = compiled_code.folder()
        (self.home / "cache" / "compiled").mkdir(parents=True, exist_ok=True)
        link = self.home / "cache" / "compiled" / shared.name
        if not link.exists():
            shared.mkdir(parents=True, exist_ok=True)
            link.symlink_to(shared, target_is_directory=True)
        database = Database(self.home / "stone-fair.sqlite3")
        if not database.players.all():
            database.players.create(self.name)
        database.file.close()

    def start(self) -> None:
        """Open the window, until the menu is there."""
        self.program = start_program(
            main=("-c", self.variant) if self.variant else ("main.py",),
            DISPLAY=self.display,
            STONE_FAIR_HOME=str(self.home),
            SDL_VIDEODRIVER="x11",
            SDL_AUDIODRIVER="dummy",
            LANG="en_US.UTF-8",
            LC_ALL="en_US.UTF-8",
        )
        self.hand = Hand(self.program.pid, self.display)
        time.sleep(1.2)

    def kill(self) -> None:
        """End the window at once."""
        assert self.program is not None
        self.program.send_signal(signal.SIGKILL)
        self.program.wait(10)
        wait_for(lambda: not window_of(self.program.pid, self.display), "the window to go")

    def close(self) -> int:
        """End the window as a session's end does; its exit code."""
        assert self.program is not None
        if self.program.poll() is None:
            self.program.terminate()
        return self.program.wait(20)

    def click(self, place: tuple[float, float], pause: float = 0.35) -> None:
        assert self.hand is not None
        self.hand.click(round(place[0]), round(place[1]))
        time.sleep(pause)

    def picture(self, name: str) -> None:
        """Keep what the screen shows."""
        path = self.pictures / f"{name}-{self.name.lower()}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["import", "-window", "root", "-crop", "1280x800+60+50", "+repage", str(path)],
            env=os.environ | {"DISPLAY": self.display},
            check=False,
        )
        self.taken.append(path)

    # On the way to a table

    def to_tables(self, game: str) -> None:
        """From the menu by match setup to the tables elsewhere."""
        for _turn in range(TURNS.get(game, 0)):
            self.click(NEXT_CARD, 0.6)
        self.click(CARDS[game], 0.9)
        self.click(ELSEWHERE)
        self.click(MAIN, 0.9)

    # At the table

    def seat(self) -> SessionSeen | None:
        return session_seen(self.home, self.catalogue.rulesets, self.earlier)

    def sit_at_new_table(self) -> None:
        """What is looked at from now on is the next table."""
        self.earlier = seats_in(self.home)

    @property
    def first_nearby(self) -> tuple[int, int]:
        """The first table nearby in the list, which has headings once there are tables from another time."""
        return (300, 192) if self.earlier else FIRST_ROW

    def lay(self, match: Match, moves: tuple[Move, ...]) -> None:
        """Click a whole turn; of an opening's choices the first is taken, and what follows is another turn."""
        layout = lay_out(match.state.geometry, pygame.Rect(*(round(number) for number in BOARD_PLACE)))
        if isinstance(moves[0], Choose):
            self.press("Return")
            return
        for move in moves:
            assert isinstance(move, Place)
            if match.ruleset.info.names_stone:
                self.pick(match, move.stone)
            self.click(layout.centre(move.cell), 0.1)
        if match.state.placements_left > 1:
            self.click(PLAY_TURN, 0.2)

    def pick(self, match: Match, letter: str) -> None:
        """Pick a kind of stone; the side's own comes first."""
        hand = match.state.hands.get(match.state.colour, {})
        kinds = [stone.letter for stone in match.ruleset.info.stones if hand.get(stone.letter, 0) > 0]
        kinds.sort(key=lambda each: each != match.state.colour)
        self.click((1063 + 73 * kinds.index(letter), PICKER), 0.1)

    def press(self, key: str, pause: float = 0.4) -> None:
        assert self.hand is not None
        self.hand.key(key)
        time.sleep(pause)

    def play_turn(self, *, plays_well: bool) -> bool:
        """Play a turn if it is this player's, and wait until it is in the file; whether it was."""
        before = self.seat()
        if before is None or not before.is_on_turn or before.match is None:
            return False
        length, games = len(before.lines), before.games
        self.lay(before.match, turn_for(self.catalogue, before.match, plays_well=plays_well))
        self.wait_seat(lambda seen: len(seen.lines) > length or seen.games > games, "the turn in the file", 6.0)
        return True

    def wait_seat(self, is_so: Callable[[SessionSeen], bool], what: str, seconds: float = 40.0) -> None:
        """Wait until the file says something; a picture is kept where it never does."""

        def looked() -> bool:
            seen = self.seat()
            return seen is not None and is_so(seen)

        try:
            wait_for(looked, f"{self.name}: {what}", seconds)
        except AssertionError:
            self.picture("trouble")
            raise


@contextmanager
def visitors_at(
    names: Sequence[str], folder: Path, catalogue: Catalogue, pictures: Path | None = None
) -> Iterator[tuple[Visitor, ...]]:
    """Players at windows of their own."""
    with ExitStack() as screens:
        visitors = tuple(
            Visitor(name, folder / name.lower(), display, catalogue, pictures or folder / "pictures")
            for name, display in [(name, screens.enter_context(virtual_screen())) for name in names]
        )
        try:
            for visitor in visitors:
                visitor.prepare()
                visitor.start()
            yield visitors
        finally:
            for visitor in visitors:
                if visitor.program is not None and visitor.program.poll() is None:
                    visitor.program.kill()
                    visitor.program.wait(10)
