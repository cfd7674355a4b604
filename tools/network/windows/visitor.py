"""A simulated player who clicks and types in a real window, with a virtual screen and a data folder of its own."""

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

#: Positions of controls in a window of 1280 x 800 pixels; ``CARDS`` are the games in the menu. ``SHEET`` is the key of
#: the only rule sheet there.
SHEET = "host_four"
CARDS = {"gomoku": (351, 605), "connect6": (726, 605), "threestones": (1122, 605), "six_in_a_row": (1122, 605)}
CARDS |= {SHEET: (1122, 605)}
#: For games not on the menu's first page: how many times the right arrow is clicked until the game is shown.
TURNS = {"six_in_a_row": 1, SHEET: 2}
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
#: The vertical position of the buttons for kinds of stone.
PICKER = 125
UNDO, DRAW, RESIGN, PAUSE = (1072, 580), (1200, 580), (1072, 648), (1200, 648)


#: A variant of the program that receives no announcements, as on a network that blocks them.
DEAF = """
import sys
import main
from game.network.transport.announcing import NearbyTables
NearbyTables.begin = lambda tables: None
sys.exit(main.main([]))
"""


#: A variant of the program that writes the journal it receives as a spectator to the file ``watched``.
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
    """A simulated player; ``start`` opens the window."""

    name: str
    home: Path
    display: str
    catalogue: Catalogue
    pictures: Path
    program: subprocess.Popen[bytes] | None = None
    hand: Hand | None = None
    taken: list[Path] = field(default_factory=list)
    earlier: set[Path] = field(default_factory=set)
    """The session files of earlier games, which are ignored."""
    variant: str = ""
    """The source text of a Python program that is run instead of ``main.py``; "" for none."""

    def prepare(self) -> None:
        """Create the data folder with a player and a link to this machine's compiled code, to avoid compiling again."""
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
        """Start the program, and wait until the menu is shown."""
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
        """Kill the program, and wait until its window has disappeared."""
        assert self.program is not None
        self.program.send_signal(signal.SIGKILL)
        self.program.wait(10)
        wait_for(lambda: not window_of(self.program.pid, self.display), "the window to go")

    def close(self) -> int:
        """End the program with SIGTERM, as the end of a desktop session does, and return its exit code."""
        assert self.program is not None
        if self.program.poll() is None:
            self.program.terminate()
        return self.program.wait(20)

    def click(self, place: tuple[float, float], pause: float = 0.35) -> None:
        assert self.hand is not None
        self.hand.click(round(place[0]), round(place[1]))
        time.sleep(pause)

    def picture(self, name: str) -> None:
        """Save a picture of the window as ``<name>-<player>.png``, with the player's name in lower case."""
        path = self.pictures / f"{name}-{self.name.lower()}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["import", "-window", "root", "-crop", "1280x800+60+50", "+repage", str(path)],
            env=os.environ | {"DISPLAY": self.display},
            check=False,
        )
        self.taken.append(path)

    # From the menu to a game

    def to_tables(self, game: str) -> None:
        """Go from the menu through match setup to the list of remote games."""
        for _turn in range(TURNS.get(game, 0)):
            self.click(NEXT_CARD, 0.6)
        self.click(CARDS[game], 2.0)
        self.click(ELSEWHERE, 0.8)
        self.click(MAIN, 0.9)

    # In a game

    def seat(self) -> SessionSeen | None:
        return session_seen(self.home, self.catalogue.rulesets, self.earlier)

    def sit_at_new_table(self) -> None:
        """Remember the session files that exist now, so that the next game's file can be told from them."""
        self.earlier = seats_in(self.home)

    @property
    def first_nearby(self) -> tuple[int, int]:
        """The position of the first game of the local network in the list.

        It is lower after earlier games, as the list then has headings.
        """
        return (300, 192) if self.earlier else FIRST_ROW

    def lay(self, match: Match, moves: tuple[Move, ...]) -> None:
        """Play a whole turn with clicks.

        If the turn is an opening decision, press Return, which takes the first of the choices on the screen.
        """
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
        """Click the button of a kind of stone; the side's own colour is the first button."""
        hand = match.state.hands.get(match.state.colour, {})
        kinds = [stone.letter for stone in match.ruleset.info.stones if hand.get(stone.letter, 0) > 0]
        kinds.sort(key=lambda each: each != match.state.colour)
        self.click((1063 + 73 * kinds.index(letter), PICKER), 0.1)

    def press(self, key: str, pause: float = 0.4) -> None:
        assert self.hand is not None
        self.hand.key(key)
        time.sleep(pause)

    def play_turn(self, *, plays_well: bool) -> bool:
        """Play a turn, and wait until the session file has it; return False if this player is not to move."""
        before = self.seat()
        if before is None or not before.is_on_turn or before.match is None:
            return False
        length, games = len(before.lines), before.games
        self.lay(before.match, turn_for(self.catalogue, before.match, plays_well=plays_well))
        self.wait_seat(lambda seen: len(seen.lines) > length or seen.games > games, "the turn in the file", 6.0)
        return True

    def wait_seat(self, is_so: Callable[[SessionSeen], bool], what: str, seconds: float = 40.0) -> None:
        """Wait until ``is_so`` returns True for the session file; ``what`` describes it in the error message.

        After ``seconds`` keep a picture and raise AssertionError.
        """

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
    """Start a simulated player for each name, each with its own window and screen, and kill those left at the end."""
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
