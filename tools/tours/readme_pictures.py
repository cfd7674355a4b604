"""The pictures and animations of the README: scenes after some weeks of games, and the last moves of two games.

``python -m tools.tours.readme_pictures`` saves the files in ``docs/pictures``; it needs the extra ``art`` (Pillow).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pygame
from PIL import Image

from game.core.model import Move
from game.core.own_program import own_command
from game.core.ruleset import format_move
from game.engine.client.opponent_process import OpponentProcess
from game.engine.client.own_dialect import own_engine
from game.storage import compiled_code, folders
from game.ui.play.play_scene import PlayScene
from game.ui.widgets import keys
from tools.pilot.analysis import analyse
from tools.pilot.fair_life import begun, fixed_day, play, settle
from tools.pilot.hand import at
from tools.pilot.pilot import Pilot
from tools.pilot.sample_games import sample_games
from tools.pilot.scripted_opponent import ScriptedOpponent
from tools.tours import editor_tour, mistakes_tour, puzzles_tour, scene_tour, statistics_tour, table_tour

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
_LARGE, _SMALL = (1280, 800), (640, 400)
_QUALITY, _MOVING_QUALITY = 88, 60
#: The number of the Gomoku sample game that is reviewed, and how long the engine analyses a position, in seconds.
_LOST, _LOOK = 6, 8.0
#: The duration of a frame of an animation, in milliseconds.
_FRAME = 50

Part = Callable[[Pilot], Iterator[str]]


def _ladder(pilot: Pilot) -> Iterator[str]:
    return scene_tour.ladder(pilot, pilot.app.services.catalogue.rulesets["gomoku"])


def _lessons(pilot: Pilot) -> Iterator[str]:
    return scene_tour.lessons(pilot, pilot.app.services.catalogue.rulesets["threestones"])


def _reviewed(pilot: Pilot) -> Iterator[str]:
    """Show a lost game at its turning point, reviewed by the real engine, and its analysis; yield each state's name."""
    services = pilot.app.services
    services.prover = OpponentProcess(own_engine(None, services.catalogue.tried), services.catalogue.rulesets)
    tournament = begun(services, "gomoku", table_tour.sides(pilot, "gomoku"), best_of=3)
    match = tournament.current.match
    play(match, len(sample_games("gomoku").games[_LOST].match.plies), _LOST)
    scene = analyse(pilot, tournament, reviews=True)
    worker = scene.analysis.worker
    assert worker is not None
    _wait(pilot, lambda: not worker.unread)
    _wait(pilot, seconds=_LOOK)
    scene.go_to_step(worker.review.turning_point or 0)
    table_tour.wait(pilot)
    yield "review"
    scene.go_to_step(scene.table.step - 1)
    pilot.key(keys.ANALYSE.key)  # switch from the review of the game to the analysis of the position
    _wait(pilot, seconds=_LOOK)
    yield "exploring"
    services.prover.close()


def _wait(pilot: Pilot, is_done: Callable[[], bool] = lambda: False, seconds: float = 120.0) -> None:
    """Let frames pass in real time until a condition holds, for at most ``seconds``, so that an engine can work."""
    end = time.monotonic() + seconds
    while not is_done() and time.monotonic() < end:
        pilot.frames(1)
        time.sleep(0.01)


#: File name: the part of the tour, the name of the state, and the size of the picture.
_PICTURES: dict[str, tuple[Part, str, tuple[int, int]]] = {
    "menu": (scene_tour.menu, "menu", _LARGE),
    "gomoku": (partial(table_tour.middle, ruleset_id="gomoku"), "gomoku running", _SMALL),
    "connect6": (partial(table_tour.middle, ruleset_id="connect6"), "connect6 ghosts", _SMALL),
    "threestones": (partial(table_tour.middle, ruleset_id="threestones"), "threestones hint", _SMALL),
    "six_in_a_row": (partial(table_tour.end, ruleset_id="six_in_a_row"), "six_in_a_row won", _SMALL),
    "ladder": (_ladder, "ladder gomoku 0", _SMALL),
    "lesson": (_lessons, "lesson threestones 2", _SMALL),
    "records": (scene_tour.records, "records 0", _SMALL),
    "review": (_reviewed, "review", _LARGE),
    "exploring": (_reviewed, "exploring", _SMALL),
    "puzzles": (puzzles_tour.daily_puzzles, "booth", _SMALL),
    "mistakes": (mistakes_tour.mistakes, "mistakes", _SMALL),
    "statistics": (statistics_tour.statistics, "statistics", _SMALL),
    "position": (editor_tour.editor, "editor", _SMALL),
}

#: File name: the sample games, the number of a game, the first ply to show, the ply after the last one, and how many
#: seconds the animation goes on after the last ply.
_FILMS = {"five_in_a_row": ("gomoku", 4, 18, 23, 2.6), "trios": ("threestones", 3, 5, 11, 1.0)}


def picture(part: Part, stop: str, size: tuple[int, int]) -> Image.Image:
    """Return a picture of the window in this size.

    ``part`` is the part of the tour to run, and ``stop`` the name of the state at which the picture is taken.
    """
    pilot = Pilot(_LARGE)
    scene_tour.show_state(pilot, part, stop)
    shown = _image(pilot, size)
    pilot.close()
    return shown


def film(name: str, number: int, first: int, last: int, seconds: float) -> list[Image.Image]:
    """Return frames of a game: the plies ``first`` to ``last - 1``, and then ``seconds`` more.

    The game is number ``number`` of the sample games called ``name``.
    """
    pilot = Pilot(_LARGE)
    services = pilot.app.services
    settle(services)
    services.opponent = ScriptedOpponent()
    pilot.app.preferences.opponents_take_time = False
    tournament = begun(services, name, table_tour.sides(pilot, name), best_of=3)
    play(tournament.current.match, first, number)
    table_tour.sit_down(pilot, tournament)
    frames = list(_pass(pilot, 0.5))
    for ply in sample_games(name).games[number].match.plies[first:last]:
        _make(pilot, ply.move)
        frames += _pass(pilot, 0.8)
    frames += _pass(pilot, seconds)
    pilot.close()
    return frames


def _make(pilot: Pilot, move: Move) -> None:
    """Make a move: by choosing the kind of stone and clicking, or as the answer of the opponent to move."""
    scene: PlayScene = pilot.scene
    match = scene.table.match
    name = format_move(match.ruleset.info, match.state.geometry, move)
    if scene.table.opponent_to_move:
        pilot.app.services.opponent.answer(name)
        return
    if scene.picture.picker.letter != move.stone:
        scene.picture.picker.choose(move.stone)
    spot = tuple(round(value) for value in at(pilot, name.partition("=")[0]))
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=spot, button=1, touch=False))


def _pass(pilot: Pilot, seconds: float) -> Iterator[Image.Image]:
    for _ in range(round(seconds * 1000 / _FRAME)):
        pilot.app.step(_FRAME / 1000)
        yield _image(pilot, _SMALL)


def _image(pilot: Pilot, size: tuple[int, int]) -> Image.Image:
    shown = pygame.transform.smoothscale(pilot.app.window.screen, size)
    return Image.frombytes("RGB", size, pygame.image.tobytes(shown, "RGB"))


def _save_film(name: str, frames: list[Image.Image]) -> None:
    file = FOLDER / f"{name}.webp"
    frames[0].save(
        file, save_all=True, append_images=frames[1:], duration=_FRAME, loop=0, quality=_MOVING_QUALITY, method=6
    )


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    subprocess.run(own_command("prepare"), check=True)
    compiled = compiled_code.folder()
    for name, (part, stop, size) in _PICTURES.items():
        with _new_home():
            shutil.copytree(compiled, folders.cache_folder() / "compiled" / compiled.name)
            picture(part, stop, size).save(FOLDER / f"{name}.webp", quality=_QUALITY, method=6)
    for name, plan in _FILMS.items():
        with _new_home():
            _save_film(name, film(*plan))


@contextmanager
def _new_home() -> Iterator[None]:
    with tempfile.TemporaryDirectory() as home, fixed_day():
        os.environ["STONE_FAIR_HOME"] = home
        yield


if __name__ == "__main__":
    main()
