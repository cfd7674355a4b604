"""Analyses of games in a real window: ``python -m tools.tours.real_review FOLDER [RUN ...]``.

Each run has its own virtual screen (Xvfb) and home folder with a saved game between two weak levels. The script opens
the game by real clicks (xdotool) or by keys alone, and waits for the review. It shows a value on the curve, mistakes, a
variation and the practice of mistakes, and saves a picture of each. It checks nothing: look at the pictures.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pygame

from game.core.model import Reason
from game.core.record.writer import write_tournament
from game.core.ruleset import complete_options
from game.core.tournament import Participant, Tournament
from game.plugins import registry
from game.session.preferences import Preferences
from game.storage import compiled_code
from game.storage.database import Database
from game.storage.saves import SaveFolder
from tools.pilot.recorded_games import next_move

ROOT = Path(__file__).parents[2]
#: The name of the person; a weak level plays the person's moves.
_PERSON = "Ann"
#: The levels that play each game: the one that moves for the person, and the opponent.
_LEVELS = {
    "gomoku": ("basic", "algorithm"),
    "connect6": ("casual", "six_tuples"),
    "threestones": ("own-points", "greedy"),
    "six_in_a_row": ("casual", "six_tuples"),
}
#: How much wider and higher than the window the screen is, in pixels.
_AROUND = (160, 180)
_PAUSE = 0.35
#: The longest time that the start of an engine and the review of a game may take, in seconds.
_LONGEST = 90.0
_DESIGN = (1280, 800)


@dataclass(frozen=True, slots=True)
class Run:
    """A run of the script: which game is analysed, in which language, theme and size of the window."""

    name: str
    ruleset: str
    size: tuple[int, int]
    theme: str
    language: str
    by_keys: bool = False
    letters: float = 1.0


RUNS = [
    Run("a", "gomoku", (960, 600), "night_fair", "fi"),
    Run("b", "threestones", (960, 600), "day_fair", "zh_CN"),
    Run("c", "connect6", (960, 600), "high_contrast", "en"),
    Run("d", "six_in_a_row", (1280, 800), "night_fair", "zh_CN"),
    Run("e", "gomoku", (1280, 800), "day_fair", "en"),
    Run("f", "threestones", (1280, 800), "high_contrast", "fi"),
    Run("g", "connect6", (1920, 1080), "day_fair", "fi"),
    Run("h", "gomoku", (1920, 1080), "high_contrast", "zh_CN"),
    Run("i", "six_in_a_row", (1920, 1080), "night_fair", "en"),
    Run("j", "threestones", (1280, 800), "night_fair", "en", by_keys=True),
    Run("k", "gomoku", (960, 600), "day_fair", "zh_CN", by_keys=True, letters=1.6),
    Run("l", "connect6", (1280, 800), "night_fair", "fi", by_keys=True, letters=1.6),
    Run("m", "six_in_a_row", (960, 600), "high_contrast", "fi", by_keys=True),
]


# The saved game and the settings


def _lost_game(ruleset_id: str) -> Tournament:
    """Let two weak levels play a game that the person loses; the same ruleset gives the same game.

    After 20 attempts, return the last game, whatever its result.
    """
    catalogue = registry.discover()
    ruleset = catalogue.rulesets[ruleset_id]
    person, opponent = (ruleset.info.level(level) for level in _LEVELS[ruleset_id])
    sides = (Participant(_PERSON), Participant(opponent.name, opponent.id))
    title = f"{_PERSON} - {opponent.title}"
    for seed in range(20):
        made = Tournament(ruleset, complete_options(ruleset.info, {}), sides, seed=seed, best_of=3, title=title)
        game = made.start_game()
        while game.match.outcome is None:
            level = (person, opponent)[game.participant_of(game.match.state.seat)]
            think = registry.resolve_thinker(catalogue.package(ruleset_id), level.thinker)
            refused = game.match.play(next_move(game.match, think, level.settings, "black"))
            assert not isinstance(refused, Reason), refused
        if len(game.match.plies) > 14 and game.match.outcome.winner == game.seat_of(1):
            break
    return made


def _prepare(home: Path, run: Run) -> None:
    """Fill a home folder with the settings of a run, one saved game, and a link to the code compiled already."""
    compiled = compiled_code.folder()
    (home / "cache" / "compiled").mkdir(parents=True)
    compiled.mkdir(parents=True, exist_ok=True)
    (home / "cache" / "compiled" / compiled.name).symlink_to(compiled, target_is_directory=True)
    made = _lost_game(run.ruleset)
    SaveFolder(home / "saves", registry.discover().rulesets).write(made.title, write_tournament(made))
    database = Database(home / "stone-fair.sqlite3")
    database.players.create(_PERSON)
    database.settings.set("window.place", {"size": list(run.size)})
    preferences = Preferences(database.settings)
    preferences.theme, preferences.language, preferences.font_scale = run.theme, run.language, run.letters
    database.file.close()


# The window


@contextmanager
def _screen(folder: Path, size: tuple[int, int]) -> Iterator[str]:
    """Start a virtual screen that keeps its pixels in a file in ``folder``; yield the name of its display."""
    width, height = (side + around for side, around in zip(size, _AROUND, strict=True))
    read, write = os.pipe()
    texts = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-fbdir", str(folder)]
    server = subprocess.Popen(texts, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as numbers:
        display = f":{numbers.readline().strip()}"
    try:
        yield display
    finally:
        server.terminate()
        server.wait(10)


@dataclass
class Window:
    """A window of the program, with methods for the pointer, the keys and pictures."""

    run: Run
    environment: dict[str, str]
    program: subprocess.Popen[bytes]
    screen: Path
    folder: Path
    number: int = 0
    id: str = field(default="", init=False)

    def __post_init__(self) -> None:
        self.id = _wait_for(lambda: self._xdotool("search", "--onlyvisible", "--pid", str(self.program.pid)))
        time.sleep(2.0)

    def _xdotool(self, *words: str) -> str:
        done = subprocess.run(["xdotool", *words], capture_output=True, text=True, check=False, env=self.environment)
        return done.stdout.strip()

    def _at(self, x: float, y: float) -> tuple[str, str]:
        """Return the pixel in the window for a point of the layout for a window of 1280 x 800, as texts for xdotool."""
        (width, height), (across, down) = self.run.size, _DESIGN
        scale = min(width / across, height / down)
        return str(round((width - across * scale) / 2 + x * scale)), str(round((height - down * scale) / 2 + y * scale))

    def point(self, x: float, y: float) -> None:
        """Move the pointer to a point, given as in a window of 1280 x 800."""
        self._xdotool("mousemove", "--window", self.id, *self._at(x, y))
        time.sleep(0.15)

    def click(self, x: float, y: float) -> None:
        """Click a point, given as in a window of 1280 x 800."""
        self.point(x, y)
        self._xdotool("click", "1")
        time.sleep(_PAUSE)

    def drag(self, *points: tuple[float, float]) -> None:
        """Drag the pointer along points, given as in a window of 1280 x 800."""
        self.point(*points[0])
        self._xdotool("mousedown", "1")
        for point in points[1:]:
            self.point(*point)
        self._xdotool("mouseup", "1")
        time.sleep(_PAUSE)

    def keys(self, *names: str) -> None:
        """Press keys one after the other."""
        for name in names:
            self._xdotool("key", "--window", self.id, name)
            time.sleep(_PAUSE)

    def picture(self) -> pygame.Surface:
        """Return the contents of the window, from the pixel file of the virtual screen."""
        raw = self.screen.read_bytes()
        words = [int.from_bytes(raw[at : at + 4], "big") for at in range(0, 100, 4)]
        header, width, height, line, colours = words[0], words[4], words[5], words[12], words[19]
        pixels = raw[header + 12 * colours :][: line * height]
        whole = pygame.image.frombuffer(pixels, (line // 4, height), "BGRA").convert(24)
        place = dict(each.split("=") for each in self._xdotool("getwindowgeometry", "--shell", self.id).splitlines())
        corner = int(place["X"]), int(place["Y"])
        return whole.subsurface(pygame.Rect(corner, self.run.size).clip(pygame.Rect(0, 0, width, height))).copy()

    def keep(self, what: str) -> None:
        """Wait 1.2 seconds for motions to end, and save a picture; ``what`` is a part of its file name."""
        time.sleep(1.2)
        self.number += 1
        run = self.run
        way = "keys" if run.by_keys else "mouse"
        name = f"{run.name}{self.number} {run.ruleset} {what} {run.size[0]} {run.theme} {run.language} {way}.png"
        pygame.image.save(self.picture(), self.folder / name)

    def until_still(self, seconds: float = 5.0) -> None:
        """Wait until the picture has not changed for ``seconds``, but at most ``_LONGEST`` seconds."""
        end, since, before = time.monotonic() + _LONGEST, time.monotonic(), b""
        while time.monotonic() < end and time.monotonic() - since < seconds:
            now = pygame.image.tobytes(self.picture(), "RGB")
            if now != before:
                since, before = time.monotonic(), now
            time.sleep(0.3)


def _wait_for(look: Callable[[], str], seconds: float = 40.0) -> str:
    end = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < end, "the window does not come"
        time.sleep(0.2)
    return found


# The two ways through an analysis


def _by_pointer(window: Window) -> None:
    """Open the review and all its parts by clicks, and save a picture of each."""
    window.click(530, 732)  # Saved games
    window.click(560, 740)  # Replay: a finished game is analysed by itself
    time.sleep(1.5)
    window.keep("being read")
    window.until_still()
    window.keep("read")
    window.click(1042, 650)  # the middle of the curve
    window.point(960, 650)
    window.keep("value on the curve")
    window.point(640, 20)
    for number in (1, 2):
        window.click(1056, 751)  # Next mistake
        window.keep(f"mistake {number}")
    window.click(1208, 574)  # Show: the better line
    window.keep("better line")
    window.click(1000, 201)  # the best move in the engine's card
    window.until_still(1.5)
    window.keep("variation")
    window.click(1168, 751)  # Practise
    window.keep("learning")


def _by_keys(window: Window) -> None:
    """Open the review and all its parts by keys alone, and save a picture of each."""
    window.keys(*["shift+Tab"] * 5, "Return")  # Saved games
    window.keys("Tab", "Tab", "Return")  # Replay
    window.keep("being read")
    window.until_still()
    window.keep("read")
    for number in (1, 2):
        window.keys("m")
        window.keep(f"mistake {number}")
    window.keys("space")
    window.keep("better line")
    window.keys("Return", "Up", "Up", "Up", "Return")  # move the cursor on the board, and place a stone
    window.until_still(1.5)
    window.keep("variation")
    window.keys("Right", "w")
    window.until_still(1.5)
    window.keep("why not")
    # The first Escape removes preview stones, if there are any; the next one removes the cursor.
    window.keys(*["Escape"] * (2 if window.run.ruleset == "connect6" else 1))
    window.keys("l")
    window.keep("learning")
    window.keys("h", "h")
    window.keep("learning hint")


def review_in_a_window(run: Run, folder: Path) -> None:
    """Analyse a game in a real window with the settings of one run, and save the pictures in ``folder``."""
    with tempfile.TemporaryDirectory() as name, _screen(Path(name), run.size) as display:
        home = Path(name) / "home"
        home.mkdir()
        environment = os.environ | {
            "STONE_FAIR_HOME": str(home), "DISPLAY": display, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy",
        }  # fmt: skip
        _prepare(home, run)
        program = subprocess.Popen([sys.executable, "main.py"], cwd=ROOT, env=environment)
        try:
            window = Window(run, environment, program, Path(name) / "Xvfb_screen0", folder)
            (_by_keys if run.by_keys else _by_pointer)(window)
        finally:
            program.terminate()
            program.wait(20)


def main(folder: Path, names: list[str]) -> None:
    """Do all runs, or those with the given names."""
    assert all(map(shutil.which, ("Xvfb", "xdotool"))), "needs Xvfb and xdotool"
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    folder.mkdir(parents=True, exist_ok=True)
    for run in RUNS:
        if not names or run.name in names:
            review_in_a_window(run, folder)
            sys.stdout.write(f"{run}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
