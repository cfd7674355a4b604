"""The tour through every scene in all its states, for tests and pictures.

A tour opens scenes one after the other, and yields the name of each state while it is on the screen.
``python -m tools.tours.scene_tour LANGUAGE FOLDER [THEME [WIDTHxHEIGHT]]`` saves a picture of each state;
``contact_sheets`` arranges the pictures side by side.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pygame

from assets.theme_files import FIRST_THEME
from game.core.language import _
from game.core.model import Place
from game.core.ruleset import Ruleset, complete_options
from game.core.tournament import TeacherStrength
from game.engine.protocol.transcript import LineKind
from game.library.index.sources import SourceKind
from game.storage.background import BackgroundTask
from game.storage.introductions import finish_introduction
from game.ui.board.toss import TossScene
from game.ui.library.collection_scene import CollectionScene
from game.ui.library.file_opening import open_path
from game.ui.library.file_scene import FileScene
from game.ui.library.library_scene import LibraryScene
from game.ui.menu.demonstration import DemonstrationScene
from game.ui.menu.friend_scene import FriendScene
from game.ui.menu.ladder import LadderScene
from game.ui.menu.match_setup import MatchSetupScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.menu.saves import SavesScene
from game.ui.progress.players.faces import FaceScene
from game.ui.progress.players.leaderboard import LeaderboardScene
from game.ui.progress.players.players import PlayersScene
from game.ui.progress.players.records import RecordsScene
from game.ui.settings.engine_console import EngineConsole
from game.ui.settings.engines_scene import EnginesScene
from game.ui.settings.program_chooser import ProgramChooser
from game.ui.settings.setting_sections import sections
from game.ui.settings.settings_scene import SettingsScene
from game.ui.shell.work_scene import WorkScene
from game.ui.training.lessons.learn_scene import LearnScene
from game.ui.training.lessons.lesson_scene import LessonScene
from game.ui.training.lessons.rules_card_scene import RulesCardScene
from tools.pilot.fair_life import ANN, DAMAGED, fixed_day, play, settle
from tools.pilot.pilot import Pilot
from tools.pilot.scripted_opponent import ScriptedOpponent
from tools.pilot.workshop import Workshop
from tools.tours.club_tour import club_tournaments
from tools.tours.comfort_tour import comfort
from tools.tours.decathlon_tour import achievements, decathlon
from tools.tours.editor_tour import editor
from tools.tours.export_tour import exported
from tools.tours.mistakes_tour import mistakes, practice
from tools.tours.next_turns_tour import next_turns
from tools.tours.opening_training_tour import opening_training
from tools.tours.puzzles_tour import daily_puzzles, puzzle
from tools.tours.remote_tour import remote_games
from tools.tours.review_tour import reviews
from tools.tours.statistics_tour import statistics
from tools.tours.table_tour import opponent_getting_ready, seen, tables, wait
from tools.tours.workshop_tour import workshop

#: The rulesets with reviews in the tour: a turn is one stone, two stones, or a stone whose kind the player chooses.
_READ_BACK = ("gomoku", "connect6", "threestones")


def tour(pilot: Pilot) -> Iterator[str]:
    """Open every scene in all its states, and yield the name of each state while it is on the screen."""
    services = pilot.app.services
    services.opponent = ScriptedOpponent()
    with fixed_day():
        yield from _first_start(pilot)
        settle(services)
        yield from menu(pilot)
        yield from getting_ready(pilot)
        yield from _lists(pilot)
        yield from friend(pilot)
        for name, ruleset in services.catalogue.rulesets.items():
            pilot.app.push(MatchSetupScene(pilot.app, ruleset))
            yield from _all_opponents(pilot, f"setup {name}")
            yield from tables(pilot, name)
            yield from ladder(pilot, ruleset)
            yield from lessons(pilot, ruleset)
        for name in _READ_BACK:
            ruleset = services.catalogue.rulesets[name]
            yield from reviews(pilot, ruleset)
            yield from practice(pilot, ruleset)
        yield from exported(pilot, ruleset)
        yield from next_turns(pilot)
        yield from mistakes(pilot)
        for ruleset in services.catalogue.rulesets.values():
            yield from puzzle(pilot, ruleset)
        yield from daily_puzzles(pilot)
        yield from decathlon(pilot)
        yield from achievements(pilot)
        yield from opening_training(pilot)
        yield from comfort(pilot)
        yield from remote_games(pilot)
        yield from club_tournaments(pilot)


def show_state(pilot: Pilot, part: Callable[[Pilot], Iterator[str]], name: str) -> None:
    """Bring the window to one state of its screens, for a player with some weeks of games.

    ``part`` operates the window and yields the name of each state that it reaches; it stops at ``name``. Raise
    ``AssertionError`` if it never reaches that state.
    """
    settle(pilot.app.services)
    pilot.app.services.opponent = ScriptedOpponent()
    pilot.open(MenuScene(pilot.app))
    for stop in part(pilot):
        if stop == name:
            return
    raise AssertionError(f"the tour does not come by {name!r}")


def _first_start(pilot: Pilot) -> Iterator[str]:
    """Show the first start: the question for a name, then the offer of lessons; yield the name of each state."""
    pilot.open(MenuScene(pilot.app))
    wait(pilot)
    yield "first start"
    pilot.key(pygame.K_DELETE)
    pilot.type(ANN)
    pilot.key(pygame.K_RETURN)
    wait(pilot)
    yield "first start lessons"
    pilot.key(pygame.K_ESCAPE)
    wait(pilot)


def menu(pilot: Pilot) -> Iterator[str]:
    """Show the menu, the scene for learning, a toss and a demonstration; yield the name of each state that is shown."""
    app = pilot.app
    app.scene.arrange()
    wait(pilot)
    yield "menu"
    rulesets = list(app.services.catalogue.rulesets.values())
    for _step in rulesets[1:]:
        pilot.key(pygame.K_RIGHT)
    wait(pilot)
    yield "menu end"
    pilot.key(pygame.K_HOME)
    for _step in rulesets[1:]:
        pilot.key(pygame.K_LEFT)
    finish_introduction(app.services.database, rulesets[0].info.id)
    app.push(LearnScene(app, rulesets, rulesets[1]))
    yield from seen(pilot, "learn")
    app.push(TossScene(app, ANN, ("duck", "penguin"), ""))
    yield from seen(pilot, "toss")
    app.push(DemonstrationScene(app, rulesets[:1], 1))
    play(pilot.scene.game.match, 21)
    pilot.scene.refresh()
    yield from seen(pilot, "demonstration")


def getting_ready(pilot: Pilot) -> Iterator[str]:
    """Show the menu and games while engines are compiled; yield the name of each state that is shown."""
    app, usual = pilot.app, pilot.app.services.preparation
    shop = Workshop("gomoku", "connect6", "threestones", "six_in_a_row")
    app.services.preparation = shop.preparation
    shop.compiled.add("connect6")
    shop.preparation.begin()
    shop.set_progress(7, 11)
    app.step(0.0)
    wait(pilot)
    yield "menu while engines are compiled"
    yield from opponent_getting_ready(pilot, shop)
    app.services.preparation = usual


def _all_opponents(pilot: Pilot, name: str) -> Iterator[str]:
    """Show the match setup with each page of opponents, and with a teacher; yield the name of each state."""
    pilot.key(pygame.K_HOME)
    wait(pilot)
    yield name
    pilot.key(pygame.K_DOWN)
    wait(pilot)
    yield f"{name}, the mirror"
    pilot.scene.plan.teacher = TeacherStrength.ATTENTIVE
    pilot.scene.refresh()
    wait(pilot)
    yield f"{name}, with a teacher"
    pilot.scene.plan.teacher = None
    while pilot.scene.form.main.chosen < len(pilot.scene.list.items) - 1:
        pilot.key(pygame.K_PAGEDOWN)
        yield f"{name}, from {pilot.scene.form.main.chosen}"
    pilot.app.pop(pilot.scene, None)


def ladder(pilot: Pilot, ruleset: Ruleset) -> Iterator[str]:
    """Show the ladder with each opponent selected in turn, then all beaten; yield the name of each state."""
    levels, name = ruleset.info.levels, ruleset.info.id
    pilot.app.push(LadderScene(pilot.app, ruleset))
    for number in range(len(levels)):
        wait(pilot)
        yield f"ladder {name} {number}"
        pilot.key(pygame.K_RIGHT)
    database = pilot.app.services.database
    player = database.players.current()
    for level in levels:
        database.games.set_beaten(player, name, level.id)
    pilot.scene.arrange()
    yield from seen(pilot, f"ladder {name} climbed")


def lessons(pilot: Pilot, ruleset: Ruleset) -> Iterator[str]:
    """Show the rules, and each step of the lesson with a wrong and a right answer; yield the name of each state."""
    name = ruleset.info.id
    pilot.app.push(RulesCardScene(pilot.app, ruleset))
    yield from seen(pilot, f"rules {name}")
    pilot.app.push(LessonScene(pilot.app, ruleset))
    lesson = pilot.scene
    for number, step in enumerate(lesson.lessons):
        lesson._go_to(number)
        yield from _with_choice(pilot, lesson, f"lesson {name} {number}")
        for verdict, said in ((False, step.again), (True, step.well)):
            lesson.feedback, lesson.exercise.verdict = _(said), verdict
            lesson.refresh()
            wait(pilot)
            yield f"lesson {name} {number} {'done' if verdict else 'again'}"
    lesson._proceed()
    yield from seen(pilot, f"lesson {name} end")


def _with_choice(pilot: Pilot, lesson: LessonScene, name: str) -> Iterator[str]:
    """Show a step of a lesson and, if it asks for an opening decision, this before; yield the name of each state."""
    wait(pilot)
    if pilot.scene is not lesson:
        yield from seen(pilot, f"{name} choice")
        pilot.frames(2)
    yield name


def collection(pilot: Pilot) -> Iterator[str]:
    """Show the start page of the library, its lists, and the scenes that open a file; yield the name of each state."""
    app = pilot.app
    app.push(CollectionScene(app))
    yield from seen(pilot, "lantern room")
    yield from library(pilot)
    app.push(LibraryScene(app, kind=SourceKind.STUDY))
    pilot.until(lambda: pilot.scene.is_settled, "the studies")
    yield from seen(pilot, "studies none")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "Lantern night.txt"
        file.write_text("milk and bread", encoding="utf-8")
        app.push(FileScene(app))
        pilot.scene.folder = Path(folder)
        pilot.scene._typed = "Lantern night.txt"
        pilot.scene.arrange()
        yield from seen(pilot, "open a file")
        yield from opened_files(pilot, file)


def library(pilot: Pilot) -> Iterator[str]:
    """Show the library with all games, and with a search that finds none; yield the name of each state."""
    app = pilot.app
    ruleset = next(iter(app.services.catalogue.rulesets.values()))
    state = ruleset.setup(complete_options(ruleset.info, {}), 0).state
    middle = Place(len(state.geometry) // 2, state.colour)
    app.push(LibraryScene(app))
    pilot.until(lambda: pilot.scene.is_settled and pilot.scene.count > 0, "the games")
    # Show a fixed search time, because the real one differs from run to run.
    pilot.scene._found = replace(pilot.scene._found, seconds=0.002)
    pilot.scene.refresh()
    yield from seen(pilot, "library")
    app.push(LibraryScene(app, (ruleset, ruleset.apply(state, middle).state)))
    pilot.until(lambda: pilot.scene.is_settled, "the position")
    pilot.type("qqq")
    pilot.until(lambda: pilot.scene.count == 0, "nothing")
    yield from seen(pilot, "library none")


def opened_files(pilot: Pilot, file: Path) -> Iterator[str]:
    """Show what appears when a file is opened; yield the name of each state that is shown.

    A file without games gives a message, one with games a question, and a large one is shown while it is read.
    """
    app = pilot.app
    open_path(app, file)
    pilot.until(lambda: not isinstance(pilot.scene, WorkScene), "the file")
    yield from seen(pilot, "open a file none")
    open_path(app, next(app.services.saves.path.glob("Lantern*.txt")))
    pilot.until(lambda: not isinstance(pilot.scene, WorkScene), "the file")
    yield from seen(pilot, "open a file asked")
    app.push(WorkScene(app, _("Reading the file…"), file.name, BackgroundTask(lambda _step: None), can_cancel=True))
    pilot.frames(30)
    yield from seen(pilot, "open a file reading")


def _lists(pilot: Pilot) -> Iterator[str]:
    app = pilot.app
    yield from collection(pilot)
    yield from editor(pilot)
    yield from workshop(pilot)
    yield from saves(pilot)
    yield from players(pilot)
    yield from records(pilot)
    yield from statistics(pilot)
    yield from _engines(pilot)
    app.push(SettingsScene(app))
    for number in range(len(sections(app, pilot.scene.account))):
        pilot.scene.turn_to(number)
        wait(pilot)
        yield f"settings {number}"
    app.pop(pilot.scene, None)


def players(pilot: Pilot) -> Iterator[str]:
    """Show the list of players, the choice of a face, and the form for a new player; yield the name of each state."""
    app = pilot.app
    app.push(PlayersScene(app))
    wait(pilot)
    yield "players"
    app.push(FaceScene(app, ANN, "fox"))
    yield from seen(pilot, "faces")
    pilot.scene._ask_new()
    yield from seen(pilot, "players new")
    app.pop(pilot.scene, None)


def saves(pilot: Pilot) -> Iterator[str]:
    """Show the saved games with their dialogs, also damaged ones; yield the name of each state that is shown."""
    app = pilot.app
    app.push(SavesScene(app))
    wait(pilot)
    yield "saves"
    pilot.scene._ask_delete()
    yield from seen(pilot, "saves delete")
    pilot.scene.select(DAMAGED)
    yield from seen(pilot, "saves damaged")
    (app.services.saves.path / "Broken.txt").write_text("milk\nbread\n", encoding="utf-8")
    app.push(SavesScene(app))
    pilot.scene.select("Broken")
    yield from seen(pilot, "saves unreadable")


def friend(pilot: Pilot) -> Iterator[str]:
    """Show the choice of a friend for a game on this computer; yield the name of the picture once it is shown."""
    pilot.app.push(FriendScene(pilot.app, "Mira"))
    yield from seen(pilot, "friend")


def records(pilot: Pilot) -> Iterator[str]:
    """Show a player's results and the leaderboard; yield the name of each state that is shown."""
    app = pilot.app
    app.push(RecordsScene(app, app.services.database.players.current()))
    subjects = len(pilot.scene.topics.items)
    for number in range(subjects):
        wait(pilot)
        yield f"records {number}"
        pilot.key(pygame.K_RIGHT)
    app.pop(pilot.scene, None)
    app.push(LeaderboardScene(app))
    yield from seen(pilot, "leaderboard")


def _engines(pilot: Pilot) -> Iterator[str]:
    app = pilot.app
    app.push(EnginesScene(app))
    yield from seen(pilot, "engines none")
    app.services.engines.add()
    app.push(EnginesScene(app))
    yield from seen(pilot, "engines")
    engine = app.services.engines.engines()[0]
    app.push(EnginesScene(app))
    pilot.scene._set_protocol("sau")
    yield from seen(pilot, "engines sau")
    app.push(EngineConsole(app, engine))
    yield from seen(pilot, "engine console none")
    transcript = app.services.foreign.transcript(engine)
    transcript.begin("engines/pbrain-rapfi --quick")
    transcript.add(LineKind.SENT, ["START 15"])
    transcript.add(LineKind.ERROR, ["pbrain-rapfi: cannot open config.toml"])
    transcript.add(LineKind.RECEIVED, ["OK"])
    app.push(EngineConsole(app, engine))
    yield from seen(pilot, "engine console")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "pbrain-rapfi").touch()
        app.push(ProgramChooser(app, Path(folder)))
        pilot.scene._typed = "pbrain-rapfi"
        pilot.scene.arrange()
        yield from seen(pilot, "engine program")
    app.services.engines.remove(engine)


def main(language: str, folder: Path, theme: str = FIRST_THEME, size: str = "1280x800") -> None:
    """Save a picture of each state of the tour in ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"STONE_FAIR_HOME": home, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        width, height = map(int, size.split("x"))
        pilot = Pilot((width, height))
        pilot.app.set_language(language)
        pilot.app.set_theme(theme)
        for name in tour(pilot):
            pygame.image.save(pilot.app.window.screen, folder / f"{name}.png")
        pilot.app.close()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:])
