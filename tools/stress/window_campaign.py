"""Stress test of the window's speed: how long a file, a lock, a full disk or an engine can delay a frame.

Each trial runs a window frame by frame, twice: first with a harmless replacement, then with the attack itself. It
records the longest frame of each run (``WaitProbe``): the difference is the delay that the attack causes.
"""

from __future__ import annotations

import contextlib
import os
import random
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame

from game.analysis.review.coach import teacher_of
from game.core.own_program import own_command
from game.core.ruleset import complete_options
from game.core.tournament import Participant, Tournament
from game.session.game_session import GameSession, open_local_session
from game.session.services import open_services
from game.storage import folders
from game.ui.library.finding import open_dropped
from game.ui.menu.menu_scene import MenuScene
from game.ui.play.play_scene import PlayScene
from game.ui.settings.settings_scene import SettingsScene
from game.ui.shell.app import App
from game.ui.shell.memory_trimmer import take_precedence
from game.ui.window import KEYS_EVERYWHERE
from tools.stress.campaign import WAITS, Campaign
from tools.stress.random_games import play_at_random, ruleset_from
from tools.stress.writes_campaign import full_disk

#: The longest allowed frame, in milliseconds; a longer one looks like a frozen window.
MOST_MILLISECONDS = 1_000
#: How long the attacks with an engine or a file run, in seconds.
_LASTS = 2.0

#: Runs a window; each ``yield`` asks for one frame and says whether it is measured: the first frames of a scene are
#: not. The last argument says whether the attack takes place or is replaced by something harmless.
Frames = Callable[[App, Path, random.Random, bool], Iterator[bool]]


def window_trial(frames: Frames) -> Callable[[int, Path], str]:
    """Return a trial that runs a window under an attack, and fails if a frame then takes longer than a second.

    ``frames`` uses the window for this, frame by frame.
    """

    def trial(seed: int, folder: Path) -> str:
        pygame.display.init()
        pygame.font.init()
        longest = 0.0
        for is_hostile in (False, True):
            home = folder / ("attacked" if is_hostile else "calm")
            longest = _longest_frame(frames, home, random.Random(seed), is_hostile=is_hostile)
            WAITS.note(longest, is_attack=is_hostile)
        return f"a frame took {longest:.0f} ms" if longest > MOST_MILLISECONDS else ""

    return trial


def _longest_frame(frames: Frames, home: Path, rng: random.Random, *, is_hostile: bool) -> float:
    """Run a window with a new home folder; return its longest measured frame in milliseconds."""
    os.environ["STONE_FAIR_HOME"] = str(home)
    services = open_services(None, make_teacher=teacher_of)
    services.database.players.create("Anna")
    app = App(services, (1280, 800), keys=KEYS_EVERYWHERE, open_file=open_dropped)
    app.push(MenuScene(app))
    for _frame in range(10):
        app.step(1 / 60)
    take_precedence()
    longest = 0.0
    for is_measured in frames(app, home, rng, is_hostile):
        begin = time.perf_counter()
        app.step(1 / 60)
        if is_measured:
            longest = max(longest, time.perf_counter() - begin)
    app.close()
    return 1_000 * longest


# The attacks


def locked_database(app: App, _home: Path, rng: random.Random, is_hostile: bool) -> Iterator[bool]:
    """Change settings while another program has locked the database; yield before each frame whether to measure it.

    The database is locked only if ``is_hostile`` is True.
    """
    app.push(SettingsScene(app))
    for _frame in range(60):
        yield False
    with contextlib.closing(sqlite3.connect(folders.database_file(), isolation_level=None, timeout=5.0)) as other:
        if is_hostile:
            other.execute("BEGIN EXCLUSIVE")
        for number in range(60):
            app.services.database.settings.set(f"soak.{number % 7}", number)
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="", scancode=0))
            yield True
        if is_hostile:
            other.execute("ROLLBACK")
    for _frame in range(60):
        yield True


def full_disk_at_the_board(app: App, home: Path, rng: random.Random, is_hostile: bool) -> Iterator[bool]:
    """Play a game while the disk is full; yield before each frame whether to measure it.

    The disk is full only if ``is_hostile`` is True.
    """
    table = _table(app, Participant("Ben"), rng)
    app.push(PlayScene(app, table))
    for _frame in range(60):
        yield False
    with full_disk(home, rng) if is_hostile else contextlib.nullcontext():
        for _move in range(20):
            if table.person_to_move:
                table.play(rng.choice(list(table.match.ruleset.legal_moves(table.match.state))))
            for _frame in range(6):
                yield True
    for _frame in range(60):
        yield True


def flooding_engine(app: App, _home: Path, rng: random.Random, is_hostile: bool) -> Iterator[bool]:
    """Play against an engine that the player has added; yield before each frame whether to measure it.

    If ``is_hostile`` is True, the engine sends thousands of long lines before each move.
    """
    engine = app.services.engines.add()
    words = " ".join(f'"{word}"' for word in own_command("stress", "--flood", str(int(is_hostile))))
    engine = engine.with_changes(name="Flood", command=words, seconds=0.5)
    app.services.engines.change(engine)
    table = _table(app, engine.participant, rng)
    app.push(PlayScene(app, table))
    for _frame in range(60):
        yield False
    until = time.monotonic() + _LASTS
    while time.monotonic() < until:
        if table.person_to_move:
            table.play(rng.choice(list(table.match.ruleset.legal_moves(table.match.state))))
        yield True


def _table(app: App, other: Participant, rng: random.Random) -> GameSession:
    ruleset = ruleset_from(None)
    sides = (Participant("Anna"), other)
    tournament = Tournament(ruleset, complete_options(ruleset.info, {}), sides, seed=1)
    play_at_random(tournament.start_game().match, 6, rng)
    return open_local_session(app.services, tournament, app.services.saves.free_name("Soak"), saved=False)


def hostile_file(app: App, home: Path, rng: random.Random, is_hostile: bool) -> Iterator[bool]:
    """Open a file and cancel; yield before each frame whether to measure it.

    If ``is_hostile`` is True, the file is slow to read.
    """
    name, harmless, hostile = rng.choice(_FILES)
    path = home / name
    text = hostile() if is_hostile else harmless
    path.write_text(text.replace("RULESET", ruleset_from(None).info.id), encoding="utf-8")
    open_dropped(app, path)
    until = time.monotonic() + _LASTS
    while time.monotonic() < until:
        yield True
    for key in (pygame.K_ESCAPE, pygame.K_ESCAPE):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0))
        yield True
    for _frame in range(60):
        yield True


_GAME = "(;GM[4]FF[4]SZ[15];B[hh];W[ii];B[gg])"
_STUDY = "Stone Fair study, version 1\nRuleset: RULESET\nMoves:\n    1. h8\n"
_PUZZLES = "Stone Fair puzzles, version 1\nRuleset: RULESET\n\nPuzzle 1\nTheme: "
#: The names of files, each with harmless contents and a function that makes contents that are slow to read.
_FILES: tuple[tuple[str, str, Callable[[], str]], ...] = (
    ("nodes.sgf", _GAME, lambda: "(" + ";" * 4_900_000 + ")"),
    ("games.sgf", _GAME, lambda: "(;GM[4])" * 400_000),
    ("rectangles.sgf", _GAME, lambda: "(;GM[4]SZ[19]" + "AB[aa:ss]" * 400_000 + ")"),
    ("themes.txt", _PUZZLES + "vcf\n", lambda: _PUZZLES + "a" + " " * 39_000 + "a\nRating: 900\n"),
    ("puzzles.txt", _PUZZLES + "vcf\n", lambda: _PUZZLES + "vcf\nPosition:\n" + ("    " + "." * 999_990 + "\n") * 3),
    ("value.sgf", _GAME, lambda: "(;GM[4]C[" + "\\x" * 9_000_000 + "])"),
    ("lines.txt", _STUDY, lambda: _STUDY + "\n" * 19_000_000),
    ("line.txt", _STUDY, lambda: _STUDY + "    1. " + "h8 " * 6_000_000),
    ("spaces.rif", "<database/>", lambda: "<database>" + " " * 90_000_000),
    ("games.rif", "<database/>", lambda: "<games>" + '<game rule="1"><move>h8 h9</move></game>' * 900_000 + "</games>"),
)


def flood(*, is_hostile: bool) -> int:
    """Run as an engine that sends thousands of long lines before each move, or one short line if not ``is_hostile``.

    Return the exit code 0.
    """
    line = (
        b"MESSAGE depth 30 ev 7 n 12M pv " + b" ".join([b"h8"] * 2_700) + b"\n" if is_hostile else b"MESSAGE depth 1\n"
    )
    for asked in sys.stdin.buffer:
        word = asked.split()[:1]
        if word in ([b"START"], [b"RESTART"]):
            os.write(1, b"OK\n")
        elif word in ([b"TURN"], [b"DONE"], [b"BEGIN"]):
            for _line in range(2_000 if is_hostile else 1):
                os.write(1, line)
            os.write(1, b"%d,%d\n" % (random.randrange(15), random.randrange(15)))
    return 0


def _campaign(name: str, about: str, frames: Frames, batch: int = 4) -> Campaign:
    return Campaign(name, about, window_trial(frames), batch=batch, patience=120.0)


WINDOWS = (
    _campaign("window: locked file", "settings while the database is locked", locked_database),
    *(
        [_campaign("window: full disk", "a game on a full disk", full_disk_at_the_board)]
        if sys.platform != "win32"
        else []
    ),
    _campaign("window: engine", "a game against an engine that floods", flooding_engine),
    _campaign("window: file", "files that are made to be slow", hostile_file, batch=len(_FILES)),
)
