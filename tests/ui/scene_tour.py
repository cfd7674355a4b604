"""A tour through every main scene, for tests that look at all of them, and for people.

``python -m tests.ui.scene_tour LANGUAGE FOLDER [THEME [WIDTHxHEIGHT]]`` writes a picture of each.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pygame

from game.core.language import _
from game.core.model import Place
from game.core.ruleset import Ruleset, complete_options
from game.core.tournament import Participant, Tournament
from game.store.introductions import finish_introduction
from game.ui.engines_scene import EnginesScene
from game.ui.ladder import LadderScene
from game.ui.learn import LearnScene
from game.ui.lesson import LessonScene
from game.ui.match_setup import MatchSetupScene
from game.ui.menu import MenuScene
from game.ui.painting.theme import FIRST_THEME
from game.ui.play import PlayScene
from game.ui.players import PlayersScene
from game.ui.results import ResultsScene
from game.ui.rules_card import RulesCardScene
from game.ui.saves import SavesScene
from game.ui.setting_sections import sections
from game.ui.settings import SettingsScene
from game.ui.table import Table
from game.ui.toss import TossScene
from tests.ui.pilot import Pilot
from tests.ui.scripted_opponent import ScriptedOpponent


def tour(pilot: Pilot) -> Iterator[str]:
    """Opens scene after scene and yields its name while it can be seen."""
    services = pilot.app.services
    services.database.create_player("Ann")
    services.opponent = ScriptedOpponent()
    pilot.open(MenuScene(pilot.app))
    yield "menu"
    for name, ruleset in services.catalogue.rulesets.items():
        pilot.app.push(MatchSetupScene(pilot.app, ruleset))
        yield from _all_opponents(pilot, f"setup {name}")
        yield from _ladder(pilot, ruleset)
        yield from _lessons(pilot, ruleset)
        yield from _games(pilot, name)
    yield from _lists(pilot)
    taught = list(services.catalogue.rulesets.values())
    finish_introduction(services.database, taught[0].info.id)
    pilot.app.push(LearnScene(pilot.app, taught, taught[1]))
    yield from _seen(pilot, "learn")
    pilot.app.push(TossScene(pilot.app, "Ann", ("duck", "penguin"), ""))
    yield from _seen(pilot, "toss")


def _wait(pilot: Pilot) -> None:
    """Until every motion has come to rest."""
    pilot.frames(4, seconds=0.5)


def _all_opponents(pilot: Pilot, name: str) -> Iterator[str]:
    """Match setup, page after page of its list."""
    pilot.key(pygame.K_HOME)
    _wait(pilot)
    yield name
    while pilot.scene.main.chosen < len(pilot.scene.candidates) - 1:
        pilot.key(pygame.K_PAGEDOWN)
        yield f"{name}, from {pilot.scene.main.chosen}"
    pilot.app.pop(pilot.scene, None)


def _ladder(pilot: Pilot, ruleset: Ruleset) -> Iterator[str]:
    """Every stall, first with nobody beaten, then, from the top, with all of them."""
    levels, name = ruleset.info.levels, ruleset.info.id
    pilot.app.push(LadderScene(pilot.app, ruleset))
    for number in range(len(levels)):
        _wait(pilot)
        yield f"ladder {name} {number}"
        pilot.key(pygame.K_RIGHT)
    database = pilot.app.services.database
    player = database.current_player()
    for level in levels:
        database.set_beaten(player, name, level.id)
    pilot.scene.arrange()
    yield from _seen(pilot, f"ladder {name} climbed")


def _lessons(pilot: Pilot, ruleset: Ruleset) -> Iterator[str]:
    """The rules, and every step of the introduction with what is said when it is done, or not done."""
    name = ruleset.info.id
    pilot.app.push(RulesCardScene(pilot.app, ruleset))
    yield from _seen(pilot, f"rules {name}")
    pilot.app.push(LessonScene(pilot.app, ruleset))
    lesson = pilot.scene
    for number, step in enumerate(lesson.lessons):
        lesson._go_to(number)
        yield from _with_choice(pilot, lesson, f"lesson {name} {number}")
        for verdict, said in ((False, step.again), (True, step.well)):
            lesson.said, lesson.practice.verdict = _(said), verdict
            lesson._set_buttons()
            lesson.repaint()
            pilot.frames(2)
            yield f"lesson {name} {number} {'done' if verdict else 'again'}"
    lesson._next()
    yield from _seen(pilot, f"lesson {name} end")


def _with_choice(pilot: Pilot, lesson: LessonScene, name: str) -> Iterator[str]:
    """A step, and before it the words that it may ask for."""
    _wait(pilot)
    if pilot.scene is not lesson:
        yield from _seen(pilot, f"{name} choice")
        pilot.frames(2)
    yield name


def _seen(pilot: Pilot, name: str) -> Iterator[str]:
    """The scene on top, which leaves afterwards."""
    _wait(pilot)
    yield name
    pilot.app.pop(pilot.scene, None)


def _table(pilot: Pilot, ruleset_id: str, *, friend: bool, **options: str) -> Table:
    ruleset = pilot.app.services.catalogue.rulesets[ruleset_id]
    level = ruleset.info.levels[0]
    people = (Participant("Ann"), Participant("Ben") if friend else Participant(level.name, level.id))
    chosen = complete_options(ruleset.info, options)
    tournament = Tournament(ruleset, chosen, people, seed=1, best_of=0 if friend else 3, title=ruleset_id)
    name = pilot.app.services.saves.free_name(ruleset_id)
    return Table(pilot.app.services, tournament, name, saved=False)


def _games(pilot: Pilot, ruleset_id: str) -> Iterator[str]:
    """A game that waits for a first move or choice, one that runs with all cards shown, and its end."""
    preferences = pilot.app.preferences
    pilot.app.push(PlayScene(pilot.app, _table(pilot, ruleset_id, friend=False)))
    _wait(pilot)
    yield f"game {ruleset_id}"
    while not isinstance(pilot.scene, PlayScene):
        pilot.app.pop(pilot.scene, None)
    preferences.thinking_shown = preferences.help_shown = True
    _play(pilot.scene.table, 9)
    pilot.scene.retell()
    yield from _with_menu(pilot, f"{ruleset_id} running")
    preferences.thinking_shown = preferences.help_shown = False
    pilot.app.pop(pilot.scene, None)
    pilot.app.push(PlayScene(pilot.app, _table(pilot, ruleset_id, friend=True)))
    pilot.frames(2)
    while not isinstance(pilot.scene, PlayScene):
        pilot.app.pop(pilot.scene, None)
    table = pilot.scene.table
    _play(table, 400)
    if table.match.outcome is None:
        table.resign()
    pilot.scene.retell()
    yield from _seen(pilot, f"{ruleset_id} over")
    pilot.app.push(ResultsScene(pilot.app, table))
    yield from _seen(pilot, f"results {ruleset_id}")
    table.leave()


def _play(table: Table, moves: int) -> None:
    """Both sides take the first legal move that the seat of the person or the other would, spread over the board."""
    match, ruleset = table.match, table.tournament.ruleset
    for number in range(moves):
        legal = list(ruleset.legal_moves(match.state))
        if not legal:
            break
        step = number * 37 % len(legal) if isinstance(legal[0], Place) else 0
        table._make((legal[step],))


def _with_menu(pilot: Pilot, name: str) -> Iterator[str]:
    _wait(pilot)
    yield name
    pilot.scene._menu.open()
    yield from _seen(pilot, f"{name} menu")
    pilot.scene._menu._show_rules()
    yield from _seen(pilot, f"{name} rules")
    pilot.scene._menu.ask_name()
    yield from _seen(pilot, f"{name} name")


def _lists(pilot: Pilot) -> Iterator[str]:
    app = pilot.app
    app.push(SavesScene(app))
    yield from _seen(pilot, "saves")
    (app.services.saves.path / "Broken.txt").write_text("milk\nbread\n", encoding="utf-8")
    app.push(SavesScene(app))
    pilot.scene.select("Broken")
    yield from _seen(pilot, "saves damaged")
    app.push(PlayersScene(app))
    yield from _seen(pilot, "players")
    app.push(EnginesScene(app))
    yield from _seen(pilot, "engines none")
    app.services.engines.add()
    app.push(EnginesScene(app))
    yield from _seen(pilot, "engines")
    engine = app.services.engines.engines()[0]
    app.push(EnginesScene(app))
    pilot.scene._speak("sau")
    yield from _seen(pilot, "engines sau")
    app.services.engines.remove(engine)
    app.push(SettingsScene(app))
    for number in range(len(sections(app))):
        pilot.scene.turn_to(number)
        _wait(pilot)
        yield f"settings {number}"
    app.pop(pilot.scene, None)


def main(language: str, folder: Path, theme: str = FIRST_THEME, size: str = "1280x800") -> None:
    """Writes a picture of each scene."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"STONE_FAIR_HOME": home, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        width, height = map(int, size.split("x"))
        pilot = Pilot((width, height))
        pilot.app.speak(language)
        pilot.app.wear(theme)
        for name in tour(pilot):
            pygame.image.save(pilot.app.screen, folder / f"{name}.png")
        pilot.app.close()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:])
