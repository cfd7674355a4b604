"""The command `main.py bench ui`: measures speed and memory of the window on this machine and prints a table."""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pygame

from game.analysis.board.subject import subject_of_game, subject_of_study
from game.analysis.review.coach import teacher_of
from game.core.match import Match
from game.core.model import Place
from game.core.own_program import own_command
from game.core.request import PlayerRequest
from game.core.ruleset import Ruleset, complete_options
from game.core.tournament import Participant, Tournament
from game.engine.client.opponent import Question
from game.engine.client.opponent_turn import question_about
from game.library.study.study import Study
from game.library.study.tree import ROOT as TREE_ROOT
from game.session.game_session import GameSession, open_local_session
from game.session.services import Services, open_services
from game.storage import compiled_code, folders
from game.storage.database import Database
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.effects.motion.timings import BANNER, CONFETTI, VEIL
from game.ui.effects.sound.speaker import MixerSpeaker
from game.ui.play.play_scene import PlayScene
from game.ui.shell.app import FRAMES_PER_SECOND, App
from game.ui.widgets import keys
from game.ui.window import NoScreenError, open_display
from tools.measure import Measure, as_table

#: The stones on the board, the frames that a measurement draws, and the seconds that a measurement by time lasts.
_STONES = 70
_FRAMES = 300
_SECONDS = 5.0
#: The number of nodes in the large study, and the maximum number of moves in one of its lines.
_NODES, _LINE = 100_000, 60
#: The events of a user who goes through a study: a step with the keyboard, and a turn of the mouse wheel.
_WALKING: tuple[tuple[int, dict[str, Any]], ...] = (
    (pygame.KEYDOWN, {"key": keys.STEP.key, "mod": 0}),
    (pygame.MOUSEWHEEL, {"y": 1, "x": 0, "flipped": False}),
)
#: The source of a program that opens the window as main.py does and prints the time when the first frame was drawn.
_FIRST_FRAME = """
import gc
import time
gc.disable()
from pathlib import Path
from typing import Any
from game.ui.window import open_app
app = open_app(None)
app.step(0.0)
print("first frame", time.time())
app.close()
"""


def run(arguments: argparse.Namespace) -> int:
    """Measure speed and memory of the window with a temporary home folder, and print the table.

    Return the exit code, which is 2 without a screen.
    """
    try:
        open_display()
    except NoScreenError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    subprocess.run(own_command("prepare"), stdout=subprocess.DEVNULL, check=True)
    compiled = compiled_code.folder()
    with tempfile.TemporaryDirectory() as home:
        os.environ["STONE_FAIR_HOME"] = home
        very_first = Measure("very first start to first frame", "s", 0.6, (_start_to_first_frame(),))
        _create_player()
        starts = Measure("start to first frame", "s", 0.6, tuple(_start_to_first_frame() for _ in range(7)))
        # Reuses the compiled code, so that the engine thinks during the measurements instead of compiling.
        shutil.copytree(compiled, folders.cache_folder() / "compiled" / compiled.name)
        pygame.font.init()
        measures = [very_first, starts, *_measures(arguments.plugins)]
    print(as_table(measures))  # noqa: T201 - this command exists to print the table
    return 0


def _create_player() -> None:
    database = Database(folders.database_file())
    database.players.create("Bench")
    database.file.close()


def _start_to_first_frame() -> float:
    begin = time.time()
    child = subprocess.run(
        [sys.executable, "-c", _FIRST_FRAME],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[1],
    )
    return float(child.stdout.split()[-1]) - begin


def _measures(plugins: Path | None) -> Iterator[Measure]:
    services = open_services(plugins, make_teacher=teacher_of)
    app = App(services, (1280, 800), MixerSpeaker())
    table = _table_with_stones(services, next(iter(services.catalogue.rulesets.values())))
    app.push(PlayScene(app, table))
    for size, limit in (((1280, 800), 3.0), ((1920, 1080), 5.0)):
        app.window.set_size(size)
        values = _repeat(lambda: _drawing(app))
        yield Measure(f"CPU a frame, {size[0]}x{size[1]}, {_STONES} stones, pointer moving", "ms", limit, values)
    values = _repeat(lambda: _confetti(app, table.tournament.ruleset))
    yield Measure("CPU a frame, 1920x1080, confetti flying", "ms", 5.0, values)
    app.window.set_size((1280, 800))
    yield Measure("idle, of one core", "%", 1.0, _repeat(lambda: _idle(app)))
    question = _long_question(table.tournament.ruleset)
    thinking = _repeat(lambda: _while_thinking(app, question))
    yield Measure("frame interval p99 while an opponent thinks", "ms", 20.0, thinking)
    reading = _repeat(lambda: _while_reading(app, table.tournament))
    yield Measure("frame interval p99 while a game is read back", "ms", 17.0, reading)
    study = _great_study(table.tournament.ruleset)
    exploring = _repeat(lambda: _while_exploring(app, study))
    yield Measure(f"CPU a frame p99, walking in a tree of {len(study.tree):,} nodes", "ms", 16.0, exploring)
    yield Measure("memory of the window and its engines", "MB", 900.0, (_megabytes_of_all(),))
    # The game with the confetti has replaced the autosaved game, so this needs a new one.
    saved = _table_with_stones(services, table.tournament.ruleset)
    calls = _repeat(lambda: _autosave(services, saved, flushed=False))
    yield Measure("autosave, on the window's thread", "ms", 10.0, calls)
    done = _repeat(lambda: _autosave(services, saved, flushed=True))
    yield Measure("autosave, until the stone is on the disk", "ms", 10.0, done)
    if memory := _megabytes():
        yield Measure("memory of the window's process", "MB", 250.0, (memory,))
    app.close()


def _repeat(measure: Callable[[], float]) -> tuple[float, ...]:
    return tuple(measure() for _ in range(3))


def _table_with_stones(services: Services, ruleset: Ruleset) -> GameSession:
    """Return a game between two local players, with many stones on the board and no winner."""
    two = (Participant("Bench"), Participant("Friend"))
    table = open_local_session(
        services, Tournament(ruleset, complete_options(ruleset.info, {}), two, seed=1), "Bench", saved=False
    )
    rng = random.Random(1)
    while len(table.match.plies) < _STONES:
        moves = [move for move in ruleset.legal_moves(table.match.state) if isinstance(move, Place)]
        move = rng.choice(moves)
        if ruleset.outcome(ruleset.apply(table.match.state, move).state) is None:
            table.play(move)
    services.autosave.flush()
    return table


def _drawing(app: App) -> float:
    """Return the CPU milliseconds of a whole frame, with drawing and flip, in which the preview stone moves."""
    width, height = app.stage.size
    app.step(1.0)
    begin = time.process_time()
    for frame in range(_FRAMES):
        at = (width // 2 + (frame * 37) % (height // 3), height // 2 + (frame * 53) % (height // 3))
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0), touch=False))
        app.step(1 / FRAMES_PER_SECOND)
    return (time.process_time() - begin) * 1000 / _FRAMES


def _confetti(app: App, ruleset: Ruleset) -> float:
    """Return the CPU milliseconds of a whole frame in which confetti flies over a finished game."""
    players = (Participant("Bench"), Participant("Friend"))
    tournament = Tournament(ruleset, complete_options(ruleset.info, {}), players, seed=1)
    scene = PlayScene(app, open_local_session(app.services, tournament, "Confetti", saved=False))
    app.push(scene)
    app.step(1.0)
    scene.table.ask(PlayerRequest.RESIGN)
    scene.show_events()
    app.step((VEIL.seconds + BANNER.seconds) * 1.01)
    frames = round(CONFETTI.seconds * FRAMES_PER_SECOND) - 2
    app.step(1 / FRAMES_PER_SECOND)
    begin = time.process_time()
    drawn = sum(app.step(1 / FRAMES_PER_SECOND) for _ in range(frames))
    elapsed = (time.process_time() - begin) * 1000 / drawn
    app.pop(scene, None)
    app.step(1.0)
    return elapsed


def _idle(app: App) -> float:
    """Return the percentage of one core that the main loop uses without any input."""
    app.step(5.0)
    clock = pygame.time.Clock()
    begin, cpu = time.perf_counter(), time.process_time()
    while time.perf_counter() - begin < _SECONDS:
        app.step(clock.tick(FRAMES_PER_SECOND) / 1000)
    return (time.process_time() - cpu) * 100 / (time.perf_counter() - begin)


def _while_thinking(app: App, question: Question) -> float:
    """Return the 99th percentile of the time between frames, in ms, while the opponent's process thinks."""
    interval = _frame_interval(app, lambda: app.services.opponent.ask(question))
    app.services.opponent.cancel()
    return interval


def _while_reading(app: App, tournament: Tournament) -> float:
    """Return the 99th percentile of the time between frames, in ms, in the analysis of a game.

    A user steps back through the moves of the game at the same time.
    """
    subject = subject_of_game(tournament, 0, app.services.catalogue.rulesets, app.services.autosave.do)
    scene = AnalysisScene(app, subject, reviews=True)
    app.push(scene)
    app.step(1.0)
    back = pygame.event.Event(pygame.KEYDOWN, key=keys.STEP.key, mod=0)
    interval = _frame_interval(app, lambda: pygame.event.post(back))
    app.pop(scene, None)
    app.step(1.0)
    return interval


def _great_study(ruleset: Ruleset) -> Study:
    """Return a study of a hundred thousand nodes: long lines of random moves, which branch off from one another."""
    study, rng = Study(ruleset, complete_options(ruleset.info, {})), random.Random(1)
    tree, cells = study.tree, range(len(study.first_state.geometry))
    while len(tree) < _NODES:
        node = rng.choice([TREE_ROOT, *tree.path(rng.randint(0, len(tree)))][:_LINE])
        taken = {move.cell for move in tree.moves_to(node) if isinstance(move, Place)}
        free = [cell for cell in rng.sample(cells, len(cells)) if cell not in taken]
        for number, cell in enumerate(free[:_LINE], start=len(taken)):
            node = tree.add(node, Place(cell, ruleset.info.colours[number % 2]))
    return study


def _while_exploring(app: App, study: Study) -> float:
    """Return the 99th percentile of the CPU milliseconds of a frame while a user steps and scrolls in a study."""
    subject = subject_of_study(study, app.services.autosave.do)
    scene = AnalysisScene(app, subject, study.tree.continuation(TREE_ROOT)[-1])
    app.push(scene)
    app.step(1.0)
    works: list[float] = []
    # The mouse wheel scrolls the list of moves only while the pointer is on it.
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=_middle_of_list(app), rel=(0, 0), buttons=(0, 0, 0)))
    back, wheel = (pygame.event.Event(kind, **given) for kind, given in _WALKING)
    for frame in range(_FRAMES):
        pygame.event.post(back if frame % 10 == 0 else wheel)
        begin = time.thread_time()
        app.step(1 / FRAMES_PER_SECOND)
        works.append((time.thread_time() - begin) * 1000)
    app.pop(scene, None)
    app.step(1.0)
    return statistics.quantiles(works, n=100)[98]


def _middle_of_list(app: App) -> tuple[int, int]:
    """Return a point of the screen that lies in the list of moves of the analysis board."""
    return app.stage.point(1000.0, 400.0)


def _frame_interval(app: App, twice_a_second: Callable[[], object]) -> float:
    """Return the 99th percentile of the time between frames, in ms. The function is called every 30 frames."""
    clock = pygame.time.Clock()
    intervals: list[int] = []
    begin = time.perf_counter()
    while time.perf_counter() - begin < _SECONDS:
        if len(intervals) % 30 == 0:
            twice_a_second()
        app.scene.dirty = True
        app.step(clock.tick(FRAMES_PER_SECOND) / 1000)
        intervals.append(clock.get_time())
    return statistics.quantiles(intervals[1:], n=100)[98]


def _long_question(ruleset: Ruleset) -> Question:
    """Return a question that keeps the strongest level busy for a second.

    The board has two stones, so that no proof of a win ends the search early.
    """
    match = Match(ruleset, complete_options(ruleset.info, {}), seed=1)
    for _ply in range(2):
        match.play(next(ruleset.legal_moves(match.state)))
    asked = question_about(match, ruleset.info.levels[-1].id, seconds=1.0, seed=0)
    return replace(asked, revision=-1)


def _autosave(services: Services, table: GameSession, *, flushed: bool) -> float:
    """Return the milliseconds that saving one more stone takes.

    This is the time on the window's thread or, if ``flushed``, the time until the stone is on the disk.
    """
    table.match.undo()
    services.autosave.changed()
    services.autosave.flush()
    table.match.redo()
    begin = time.perf_counter()
    services.autosave.changed()
    if flushed:
        services.autosave.flush()
        services.autosave.wait()
    elapsed = (time.perf_counter() - begin) * 1000
    services.autosave.flush()
    services.autosave.wait()
    return elapsed


def _megabytes_of_all() -> float:
    """Return the current memory of this process and of all its child processes together, in megabytes."""
    here = psutil.Process()
    sizes: list[int] = [process.memory_info().rss for process in (here, *here.children(recursive=True))]
    return sum(sizes) / 2**20


def _megabytes() -> float:
    """Return the peak memory of this process in megabytes, or 0 if the system does not report it."""
    try:
        import resource  # noqa: PLC0415 - this module does not exist on Windows
    except ImportError:
        return 0.0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1024 * 1024) if sys.platform == "darwin" else most / 1024
