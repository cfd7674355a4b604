"""Pictures of the main scenes, kept at a quarter of their size and compared with tolerance.

``python -m tests.golden.test_pictures`` paints them anew, or those that are named; look at them before you keep them.
Only what is painted the same on every day and machine is in them: the day is fixed, and folders go by other names.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game.core.levels.ladder import by_strength
from game.core.record.reader import read_tournament
from game.core.ruleset import Ruleset
from game.core.tournament import Participant, Practice, Tournament
from game.session.game_session import GameSession, open_local_session
from game.ui.menu.ladder import LadderScene
from game.ui.menu.match_setup import MatchSetupScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.play.play_scene import PlayScene
from game.ui.play.results import ResultsScene, ResultWays
from game.ui.settings.engines_scene import EnginesScene
from game.ui.settings.settings_scene import SettingsScene
from game.ui.training.lessons.lesson_scene import LessonScene
from rulesets import fairfolk
from tests.ui.scenes.test_match_setup import WithManyLevels
from tools.pilot.fair_life import fixed_day, fixed_ladders
from tools.pilot.hand import click
from tools.pilot.pilot import Pilot
from tools.pilot.recorded_games import FOLDER as PLAYTHROUGHS
from tools.pilot.scripted_opponent import ScriptedOpponent
from tools.tours import (
    comfort_tour,
    decathlon_tour,
    next_turns_tour,
    opening_training_tour,
    review_tour,
    scene_tour,
    statistics_tour,
    table_tour,
    workshop_tour,
)

FOLDER = Path(__file__).parent / "pictures"
_SMALLER = 4
#: A pixel differs when a channel is off by more than this; so many of them may.
_CHANNEL, _SHARE = 12, 0.0005


def kept_game(pilot: Pilot, name: str, plies: int) -> GameSession:
    """A kept game as far as a ply, with people on both seats so that nobody thinks."""
    text = (PLAYTHROUGHS / f"{name}.txt").read_text(encoding="utf-8")
    kept = read_tournament(text, pilot.app.services.catalogue.rulesets, name)
    tournament = Tournament(kept.ruleset, kept.options, (Participant("Ann"), Participant("Ben")), kept.seed, best_of=3)
    match = tournament.start_game().match
    for ply in kept.games[0].match.plies[:plies]:
        match.play(ply.move)
    return open_local_session(pilot.app.services, tournament, name, saved=False)


def menu(pilot: Pilot) -> None:
    pilot.open(MenuScene(pilot.app))


def match_setup(pilot: Pilot) -> None:
    """With levels of its own, so that a new arena run changes no picture."""
    ruleset = next(iter(pilot.app.services.catalogue.rulesets.values()))
    pilot.open(MatchSetupScene(pilot.app, WithManyLevels(ruleset)))


def ladder(pilot: Pilot) -> None:
    """With levels of its own; three are beaten."""
    folk = (fairfolk.PIP, fairfolk.HAZEL, fairfolk.JUNO, fairfolk.TILDA, fairfolk.PRESTO, fairfolk.HECTOR, fairfolk.BEA)
    ruleset = WithManyLevels(next(iter(pilot.app.services.catalogue.rulesets.values())))
    levels = tuple(replace(level, character=who) for level, who in zip(ruleset.info.levels, folk, strict=False))
    ruleset.info = replace(ruleset.info, levels=by_strength(levels))
    database = pilot.app.services.database
    for level in ruleset.info.levels[:3]:
        database.games.set_beaten(database.players.all()[0], ruleset.info.id, level.id)
    pilot.open(LadderScene(pilot.app, ruleset))


def engines(pilot: Pilot) -> None:
    shelf = pilot.app.services.engines
    for name in ("Rapfi", "Embryo"):
        shelf.change(shelf.add().with_changes(name=name, command=f"engines/pbrain-{name.lower()}"))
    pilot.open(EnginesScene(pilot.app))


def playing(name: str, plies: int) -> Callable[[Pilot], None]:
    return lambda pilot: pilot.open(PlayScene(pilot.app, kept_game(pilot, name, plies)))


def thinking(pilot: Pilot) -> None:
    """A game against an opponent that has said what it expects."""
    services = pilot.app.services
    services.opponent = ScriptedOpponent()
    pilot.app.preferences.thinking_shown = True
    kept = kept_game(pilot, "gomoku", 29)
    level = kept.tournament.ruleset.info.levels[0]
    kept.tournament.participants = (Participant("Ann"), Participant("Pip", level.id))
    # Thoughts are shown in unrated games alone.
    kept.game.marked = Practice.ANALYSED
    pilot.open(PlayScene(pilot.app, kept))
    line = ("f8", "l6", "e7", "d9", "k10")
    services.opponent.remark(depth=14, score=-130.0, nodes=900_000, variation=line, speed=1_200_000)
    pilot.frames(20)
    pilot.key(pygame.K_v)


def laid_out(pilot: Pilot) -> None:
    """A turn of two ghosts in help mode, which tells what they threaten."""
    pilot.app.preferences.help_shown = True
    pilot.open(PlayScene(pilot.app, kept_game(pilot, "connect6", 17)))
    for name in ("i12", "l12"):
        click(pilot, name)


def results(pilot: Pilot) -> None:
    pilot.open(ResultsScene(pilot.app, kept_game(pilot, "threestones", 1000), ResultWays()))


def stop(part: Callable[[Pilot], Iterator[str]], name: str) -> Callable[[Pilot], None]:
    """A state that a part of the tour comes by, at a fair some weeks old."""
    return lambda pilot: scene_tour.show_state(pilot, part, name)


def _ruleset(pilot: Pilot, name: str) -> Ruleset:
    return pilot.app.services.catalogue.rulesets[name]


def first_start(pilot: Pilot) -> None:
    pilot.open(MenuScene(pilot.app))


def settings(pilot: Pilot) -> None:
    pilot.open(SettingsScene(pilot.app))
    pilot.frames(4, 1.0)


def learning(pilot: Pilot) -> None:
    """A step of an introduction after a try that was not what it asks for."""
    scene = LessonScene(pilot.app, pilot.app.services.catalogue.rulesets["threestones"])
    pilot.open(scene)
    pilot.click(scene.board.layout.centre(scene.exercise.match.state.geometry.cell("i8")))
    pilot.frames(120)


def rules_card(pilot: Pilot) -> None:
    pilot.open(MenuScene(pilot.app))
    pilot.key(pygame.K_F1)


def forbidden(pilot: Pilot) -> None:
    """The lines that forbid a point, with the cursor on it."""
    pilot.open(LessonScene(pilot.app, pilot.app.services.catalogue.rulesets["gomoku"]))
    for _ in range(4):
        pilot.press("Skip")
    pilot.scene.board.cursor = pilot.scene.exercise.match.state.geometry.cell("h9")
    pilot.key(pygame.K_DOWN)


SCENES: dict[str, Callable[[Pilot], None]] = {
    "menu": menu,
    "match_setup": match_setup,
    "ladder": ladder,
    "engines": engines,
    "gomoku": playing("gomoku", 30),
    "renju": playing("gomoku-renju", 40),
    "connect6": playing("connect6", 21),
    "threestones": playing("threestones", 34),
    "won": playing("six_in_a_row", 1000),
    "thinking": thinking,
    "laid_out": laid_out,
    "results": results,
    "learning": learning,
    "rules_card": rules_card,
    "forbidden": forbidden,
    "first_start": first_start,
    "settings": settings,
    "weeks_later": stop(scene_tour.menu, "menu"),
    "learn": stop(scene_tour.menu, "learn"),
    "toss": stop(scene_tour.menu, "toss"),
    "demonstration": stop(scene_tour.menu, "demonstration"),
    "saves": stop(scene_tour.saves, "saves"),
    "damaged_save": stop(scene_tour.saves, "saves damaged"),
    "players": stop(scene_tour.players, "players"),
    "friend": stop(scene_tour.friend, "friend"),
    "records": stop(scene_tour.records, "records 0"),
    "head_to_head": stop(scene_tour.records, "records 4"),
    "statistics": stop(statistics_tour.statistics, "statistics"),
    "leaderboard": stop(scene_tour.records, "leaderboard"),
    "lantern_room": stop(scene_tour.collection, "lantern room"),
    "decathlon": stop(decathlon_tour.decathlon, "decathlon"),
    "ribbons": stop(decathlon_tour.achievements, "ribbons"),
    "library": stop(scene_tour.collection, "library"),
    "hint": stop(lambda pilot: table_tour.middle(pilot, "threestones"), "threestones hint"),
    "celebration": stop(lambda pilot: table_tour.end(pilot, "gomoku"), "gomoku won"),
    "match_won": stop(lambda pilot: table_tour.end(pilot, "gomoku"), "results gomoku"),
    "review": stop(lambda pilot: review_tour.reviews(pilot, _ruleset(pilot, "gomoku")), "review gomoku"),
    "review_being_read": stop(
        lambda pilot: review_tour.reviews(pilot, _ruleset(pilot, "threestones")), "review threestones being read"
    ),
    "replay": stop(lambda pilot: table_tour.end(pilot, "threestones"), "analysis threestones"),
    "crash_offer": stop(comfort_tour.comfort, "crash offer"),
    "crash_report": stop(comfort_tour.comfort, "crash report"),
    "handed_file": stop(comfort_tour.comfort, "handed file"),
    "swap2": stop(table_tour.swap2, "swap2 choice"),
    "played_next": stop(next_turns_tour.next_turns, "played next gomoku"),
    "openings": stop(opening_training_tour.opening_training, "openings"),
    "is_it_fair": stop(opening_training_tour.opening_training, "fair gomoku answered"),
    "swap2_rehearsed": stop(opening_training_tour.opening_training, "swap2 over"),
    "more_games": stop(workshop_tour.workshop, "more games"),
    "workshop": stop(workshop_tour.workshop, "workshop"),
    "workshop_impossible": stop(workshop_tour.workshop, "workshop impossible"),
    "renju_forbidden": stop(table_tour.forbidden, "renju forbidden"),
}


def paint(name: str) -> pygame.Surface:
    """The scene of a 1280x800 window, once everything has come to rest unless confetti flies, at a quarter."""
    pilot = Pilot()
    with fixed_day(), fixed_ladders(pilot.app.services.catalogue.rulesets):
        if name != "first_start":
            pilot.app.services.database.players.create("Ann")
        SCENES[name](pilot)
        if name != "celebration":
            pilot.frames(4, 1.0)
        picture = pygame.transform.smoothscale(pilot.app.window.screen, (1280 // _SMALLER, 800 // _SMALLER))
        pilot.close()
    return picture


def share_of_different_pixels(one: pygame.Surface, other: pygame.Surface) -> float:
    off = [abs(a - b) > _CHANNEL for a, b in zip(*(pygame.image.tobytes(s, "RGB") for s in (one, other)), strict=True)]
    differing = sum(any(off[start : start + 3]) for start in range(0, len(off), 3))
    return differing / (len(off) / 3)


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_looks_as_it_was_kept(name: str, home: Path) -> None:
    painted = paint(name)
    kept = pygame.image.load(FOLDER / f"{name}.png").convert(painted)
    share = share_of_different_pixels(painted, kept)
    if share > _SHARE:
        pygame.image.save(painted, home / f"{name}.png")
    assert share <= _SHARE, f"{share:.2%} of {name} differs; the new picture is {home / name}.png"


def main() -> None:
    """Paints the kept pictures anew, all or those that are named."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    for name in sys.argv[1:] or SCENES:
        with tempfile.TemporaryDirectory() as home:
            os.environ["STONE_FAIR_HOME"] = home
            pygame.image.save(paint(name), FOLDER / f"{name}.png")


if __name__ == "__main__":
    main()
