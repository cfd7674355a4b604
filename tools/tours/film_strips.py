"""Film strips: eight frames of each animation in one picture, at fixed times, for tests and for people.

``python -m tools.tours.film_strips FOLDER`` saves a picture of each animation.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pygame

from game.core.model import Choose
from game.core.ruleset import complete_options
from game.core.tournament import Participant, Tournament
from game.session.game_session import open_local_session
from game.ui.board.toss import TossScene
from game.ui.menu.ladder import LadderScene
from game.ui.menu.match_setup import MatchSetupScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.play.play_scene import PlayScene
from tools.pilot.hand import at
from tools.pilot.pilot import FRAME, Pilot
from tools.pilot.scripted_opponent import ScriptedOpponent

FRAMES = 8
#: Four stones of each colour; Black wins at l8 with five in a row.
_FOURS = "h8 h9 i8 i9 j8 j9 k8 k9"
_GAP = 4


@dataclass(frozen=True, slots=True)
class Strip:
    """What a film strip shows: the game, what starts the animation, its seconds, and the part of the screen."""

    name: str
    start: Callable[[Pilot], None]
    seconds: float
    """Seconds from the start to the last frame."""
    rect: tuple[int, int, int, int] = (288, 80, 704, 696)
    game: str = "gomoku"
    moves: str = ""
    wide: int = 320
    """The width of a frame in the strip, in pixels."""
    before: Callable[[Pilot], None] | None = None
    """A step before the start; its animation ends first."""
    wait: float = 0.0
    """Seconds from the start to the first frame."""
    alone: bool = False
    """Whether the opponent is the computer, not a friend."""


def sit_down(pilot: Pilot, game: str, moves: str, *, alone: bool = False) -> None:
    """Open a game against a friend or, if ``alone``, the computer; make these moves, and let all animations end.

    ``game`` is the id of its ruleset.
    """
    ruleset = pilot.app.services.catalogue.rulesets[game]
    level = ruleset.info.levels[0]
    two = (Participant("Ann"), Participant(level.name, level.id) if alone else Participant("Ben"))
    tournament = Tournament(ruleset, complete_options(ruleset.info, {}), two, seed=1, title="film")
    pilot.open(PlayScene(pilot.app, open_local_session(pilot.app.services, tournament, "film", saved=False)))
    while not isinstance(pilot.scene, PlayScene):
        pilot.app.pop(pilot.scene, None)
    for name in moves.split():
        if name == "duck":
            pilot.scene._take(pilot.scene.table.play(Choose(name)))
        else:
            place(name)(pilot)
        rest(pilot)


def rest(pilot: Pilot) -> None:
    """Let ten seconds pass, so that all animations end."""
    for _ in range(2):
        pilot.app.step(5.0)


def press(point: tuple[float, float], *, up: bool = True) -> Callable[[Pilot], None]:
    """Return a function that presses the mouse button at a point, and releases it if ``up``; no time passes."""

    def do(pilot: Pilot) -> None:
        spot = (round(point[0]), round(point[1]))
        kinds = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) if up else (pygame.MOUSEBUTTONDOWN,)
        for kind in kinds:
            pygame.event.post(pygame.event.Event(kind, pos=spot, button=1, touch=False))

    return do


def place(name: str) -> Callable[[Pilot], None]:
    """Return a function that clicks the cell with this name to place a stone."""
    return lambda pilot: press(at(pilot, name))(pilot)


def point_at(name: str) -> Callable[[Pilot], None]:
    """Return a function that moves the pointer over the cell with this name."""

    def do(pilot: Pilot) -> None:
        spot = tuple(round(value) for value in at(pilot, name))
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=spot, rel=(0, 0), buttons=(0, 0, 0), touch=False))

    return do


def hit(key: int) -> Callable[[Pilot], None]:
    """Return a function that presses a key without letting time pass."""
    return lambda _pilot: _post_key(key)


def _post_key(key: int) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0))


def _open_setup(pilot: Pilot) -> None:
    pilot.app.push(MatchSetupScene(pilot.app, next(iter(pilot.app.services.catalogue.rulesets.values()))))


def _open_ladder(pilot: Pilot) -> None:
    pilot.app.push(LadderScene(pilot.app, next(iter(pilot.app.services.catalogue.rulesets.values()))))


def _beat_the_first(pilot: Pilot) -> None:
    """Mark the next opponent of the ladder as beaten, so that the ladder shows the change."""
    database, ladder = pilot.app.services.database, pilot.scene
    ruleset = next(iter(pilot.app.services.catalogue.rulesets))
    database.games.set_beaten(database.players.current(), ruleset, ladder.progress.next_level.id)
    ladder.arrange()


def _toss(pilot: Pilot) -> None:
    pilot.app.push(TossScene(pilot.app, "Ann", ("duck", "penguin"), "Ann places the first stone."))


_NEAR = (560, 340, 200, 200)
_LINE = (540, 240, 440, 320)
STRIPS = (
    Strip("stone drop", place("i9"), 0.28, _NEAR, moves="h8"),
    Strip("mascot drop", place("f7"), 0.46, (480, 240, 320, 320), "threestones", "duck f8 f9"),
    Strip("ghost", point_at("i9"), 0.1, _NEAR, moves="h8"),
    Strip("last ring", place("k11"), 0.24, (500, 220, 320, 320), moves="h8"),
    Strip("beams", place("f7"), 0.3, game="threestones", moves="duck f8 f9"),
    Strip("trio and point", place("f10"), 1.2, game="threestones", moves="duck f9 f8 f11 f7"),
    Strip("win", place("l8"), 3.4, (0, 0, 1280, 800), moves=_FOURS, wide=480),
    Strip("win line", place("l8"), 0.5, _LINE, moves=_FOURS, wide=480, wait=0.12),
    Strip("hops", place("l8"), 1.1, _LINE, moves=_FOURS, wide=480, wait=0.54),
    Strip("banner", place("l8"), 1.9, (288, 480, 704, 296), moves=_FOURS, wide=480, wait=1.1),
    Strip("confetti", place("l8"), 3.2, (0, 0, 1280, 800), moves=_FOURS, wide=480, wait=1.7),
    Strip("button", press((1072, 580)), 0.2, (1000, 470, 272, 220), moves="h8 h9"),
    Strip("stall lift", hit(pygame.K_RIGHT), 0.18, (0, 220, 1280, 480), "", wide=480),
    Strip("scene change", _open_setup, 0.24, (0, 0, 1280, 800), "", wide=480),
    Strip("scene change back", hit(pygame.K_ESCAPE), 0.24, (0, 0, 1280, 800), "", wide=480, before=_open_setup),
    Strip("dialog", hit(pygame.K_F1), 0.24, (0, 0, 1280, 800), "", wide=480),
    Strip("toss", _toss, 1.1, (400, 180, 480, 440), ""),
    Strip("undo", hit(pygame.K_u), 0.2, _NEAR, moves="h8 i9"),
    Strip("refused", place("h8"), 0.165, _NEAR, moves="h8"),
)
#: Strips of an animation that runs as long as the opponent thinks, and of one that leaves the scene changed.
ONE_WAY_STRIPS = (
    Strip("bulbs", lambda _pilot: None, 1.75, (0, 60, 288, 260), moves="h8", alone=True),
    Strip("lantern", _beat_the_first, 1.2, (0, 60, 1280, 380), "", wide=480, before=_open_ladder),
)


def film(pilot: Pilot, strip: Strip) -> Iterator[pygame.Surface]:
    """Open the scene of a film strip, start its animation and yield its frames."""
    if strip.game:
        sit_down(pilot, strip.game, strip.moves, alone=strip.alone)
    else:
        pilot.open(MenuScene(pilot.app))
    if strip.before is not None:
        strip.before(pilot)
    rest(pilot)
    strip.start(pilot)
    pilot.app.step(0.0)
    _pass(pilot, strip.wait)
    for number in range(FRAMES):
        if number:
            _pass(pilot, (strip.seconds - strip.wait) / (FRAMES - 1))
        yield pilot.app.window.screen.subsurface(strip.rect).copy()


def _pass(pilot: Pilot, seconds: float) -> None:
    while seconds > 1e-9:
        step = min(FRAME, seconds)
        pilot.app.step(step)
        seconds -= step


def side_by_side(frames: list[pygame.Surface], wide: int) -> pygame.Surface:
    """Return a picture of the frames in two rows of four, each ``wide`` pixels wide."""
    high = round(frames[0].get_height() * wide / frames[0].get_width())
    sheet = pygame.Surface((4 * (wide + _GAP) + _GAP, 2 * (high + _GAP) + _GAP))
    for number, frame in enumerate(frames):
        at_ = (_GAP + number % 4 * (wide + _GAP), _GAP + number // 4 * (high + _GAP))
        sheet.blit(pygame.transform.smoothscale(frame, (wide, high)), at_)
    return sheet


def main(folder: Path) -> None:
    """Save the film strips of all animations in a folder, with full and with reduced motion."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"STONE_FAIR_HOME": home, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        pilot = Pilot()
        pilot.app.services.database.players.create("Ann")
        pilot.app.services.opponent = ScriptedOpponent()
        for reduced in (False, True):
            pilot.app.preferences.reduced_motion = reduced
            for strip in (*STRIPS, *ONE_WAY_STRIPS):
                frames = list(film(pilot, strip))
                name = f"{strip.name}{', reduced' if reduced else ''}.png"
                pygame.image.save(side_by_side(frames, strip.wide), folder / name)
        pilot.app.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
