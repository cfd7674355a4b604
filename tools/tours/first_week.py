"""A tour through a new player's first week, by simulated input and with a simulated date; it makes pictures.

``python -m tools.tours.first_week FOLDER [--size 1280x800 ...] [--theme NAME ...] [--language CODE ...]`` saves
pictures of each scene, by default in three sizes, all themes and all languages. It makes a folder and a contact sheet
for each combination.

Ann solves a daily puzzle on every day except Thursday, and Thursday's on Friday; on Wednesday she solves those of all
games. On Saturday she takes hints and solves puzzles against the clock. On Sunday she plays every event of the
decathlon, and opens her achievements.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pygame

from assets.languages import LANGUAGES
from game.core.language import _
from game.ui.board.toss import TossScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.play.play_scene import PlayScene
from game.ui.training.daily_puzzle.daily_puzzle_scene import DailyPuzzleScene
from game.ui.training.daily_puzzle.puzzle_scene import PuzzleScene
from tools.pilot.decathlon_hand import leave_results, let_opponent_move, resign, win_by_a_row
from tools.pilot.moved_clock import MovedClock, moved_clock
from tools.pilot.pilot import Pilot
from tools.pilot.puzzle_hand import put, solve, try_wrong
from tools.pilot.scripted_opponent import ScriptedOpponent
from tools.tours.contact_sheets import SIZES, ContactSheet, size_in, themes

MONDAY = date(2026, 11, 23)
#: Seconds that are more than a run against the clock takes.
_LONG = 200.0


class FirstWeek:
    """A tour through Ann's first week with the program, a method for each day.

    Each yields the name of a state while it is on the screen.
    """

    def __init__(self, pilot: Pilot, clock: MovedClock) -> None:
        self.pilot, self._clock = pilot, clock
        self.streaks: list[int] = []
        """The player's streak, in days, after each solved daily puzzle."""
        pilot.app.services.opponent = ScriptedOpponent()
        pilot.app.preferences.opponents_take_time = False

    def days(self) -> Iterator[str]:
        """Show the whole week, one day after the other, and yield the name of each state that is shown."""
        yield from self.monday()
        self._clock.sleep()
        yield from self.tuesday()
        self._clock.sleep()
        yield from self.wednesday()
        self._clock.sleep(2)
        yield from self.friday()
        self._clock.sleep()
        yield from self.saturday()
        self._clock.sleep()
        yield from self.sunday()

    # The days

    def monday(self) -> Iterator[str]:
        """Show the first start and the first daily puzzle, and yield the name of each state that is shown."""
        pilot = self.pilot
        pilot.open(MenuScene(pilot.app))
        yield "monday the name"
        pilot.key(pygame.K_DELETE)
        pilot.type("Ann")
        pilot.press(_("OK"))
        pilot.frames(30)
        yield "monday welcome"
        pilot.press(_("I'll look around first"))
        pilot.frames(30)
        yield "monday menu"
        self._enter_booth()
        yield "monday booth"
        yield from self._puzzle_of_the_day("monday")
        yield "monday booth lit"
        self._leave_booth()
        yield "monday menu lit"

    def tuesday(self) -> Iterator[str]:
        """Show a wrong move in the daily puzzle, which lowers the rating; yield the name of each state that is shown.

        The day still counts as solved.
        """
        pilot = self.pilot
        self._enter_booth()
        yield "tuesday booth"
        self._choose("gomoku")
        pilot.key(pygame.K_RETURN)
        pilot.frames(30)
        try_wrong(pilot)
        yield "tuesday wrong turn"
        pilot.frames(200)
        yield from self._solve_and_come_back("tuesday")
        self._leave_booth()

    def wednesday(self) -> Iterator[str]:
        """Show the daily puzzles of all games, and save a picture of the completed day; yield each state's name."""
        self._enter_booth()
        for name in list(self._booth.list.items):
            self._choose(name)
            yield from self._puzzle_of_the_day(f"wednesday {name}")
        self.pilot.press(_("Picture"))
        self.pilot.frames(30)
        yield "wednesday booth lit"
        self._leave_booth()
        yield "wednesday menu lit"

    def friday(self) -> Iterator[str]:
        """Show the streak of solved days broken by the missing Thursday; yield the name of each state that is shown.

        Solving Thursday's puzzle later restores the streak.
        """
        pilot = self.pilot
        pilot.frames(5)
        yield "friday menu"
        self._enter_booth()
        yield "friday booth"
        yield from self._puzzle_of_the_day("friday")
        pilot.key(pygame.K_m)
        pilot.frames(30)
        yield "friday riddle of thursday"
        yield from self._solve_and_come_back("friday thursday's")
        yield "friday booth mended"
        self._leave_booth()

    def saturday(self) -> Iterator[str]:
        """Show the daily puzzle, hints, a revealed solution, and three minutes of puzzles; yield each state's name."""
        pilot = self.pilot
        self._enter_booth()
        yield from self._puzzle_of_the_day("saturday")
        pilot.press(_("Puzzles"))
        pilot.frames(30)
        for step in ("theme", "places", "first stone"):
            pilot.key(pygame.K_h)
            pilot.frames(10)
            yield f"saturday hint {step}"
        solve(pilot)
        yield "saturday solved with hints"
        pilot.press(_("Next"))
        pilot.frames(30)
        pilot.press(_("Show me"))
        pilot.frames(30)
        yield "saturday shown"
        pilot.key(pygame.K_ESCAPE)
        pilot.frames(30)
        yield "saturday booth"
        yield from self._run_against_the_clock()
        self._leave_booth()

    def _run_against_the_clock(self) -> Iterator[str]:
        pilot = self.pilot
        pilot.press(_("Three-minute run"))
        pilot.frames(30)
        yield "saturday run"
        for _number in range(3):
            solve(pilot)
        yield "saturday run three solved"
        pilot.press(_("Skip"))
        pilot.frames(10, seconds=_LONG / 10)
        yield "saturday run over"
        pilot.press(_("All right"))
        pilot.frames(30)
        yield "saturday booth after the run"

    def sunday(self) -> Iterator[str]:
        """Show the daily puzzle, the decathlon, and the achievements; yield the name of each state that is shown."""
        pilot = self.pilot
        self._enter_booth()
        yield from self._puzzle_of_the_day("sunday")
        self._leave_booth()
        self._open_collection()
        yield "sunday lantern room"
        self._open_door(_("The decathlon"))
        yield "sunday decathlon"
        yield from self._decathlon()
        yield "sunday decathlon over"
        pilot.key(pygame.K_ESCAPE)
        pilot.frames(30)
        self._open_door(_("Achievements"))
        pilot.until(lambda: pilot.scene.is_done, "the games to be looked through")
        pilot.frames(5)
        yield "sunday ribbons"
        pilot.key(pygame.K_END)
        pilot.frames(30)
        yield "sunday ribbons to come"

    # The daily puzzles

    @property
    def _booth(self) -> DailyPuzzleScene:
        scene = self.pilot.scene
        assert isinstance(scene, DailyPuzzleScene)
        return scene

    def _enter_booth(self) -> None:
        """Open the daily puzzles with keys, from the row of games in the menu."""
        for key in (pygame.K_UP, pygame.K_LEFT, pygame.K_LEFT, pygame.K_LEFT, pygame.K_RETURN):
            self.pilot.key(key)
        self.pilot.frames(30)

    def _leave_booth(self) -> None:
        self.pilot.key(pygame.K_ESCAPE)
        self.pilot.frames(30)
        self.pilot.key(pygame.K_DOWN)

    def _choose(self, ruleset_id: str) -> None:
        """Select a game with keys in the list of daily puzzles."""
        self.pilot.key(pygame.K_HOME)
        for _step in range(self._booth.list.items.index(ruleset_id)):
            self.pilot.key(pygame.K_DOWN)
        assert self._booth.selected == ruleset_id

    def _puzzle_of_the_day(self, name: str) -> Iterator[str]:
        self.pilot.key(pygame.K_RETURN)
        self.pilot.frames(30)
        assert isinstance(self.pilot.scene, PuzzleScene)
        yield f"{name} riddle"
        yield from self._solve_and_come_back(name)

    def _solve_and_come_back(self, name: str) -> Iterator[str]:
        pilot = self.pilot
        put(pilot, pilot.scene.exercise.first_stones()[0])
        yield f"{name} first stone"
        solve(pilot)
        yield f"{name} solved"
        pilot.press(_("Next"))
        pilot.frames(30)
        yield f"{name} how it went"
        pilot.press(_("All right"))
        pilot.frames(30)
        self.streaks.append(self._booth.streak)

    # The library and the decathlon

    def _open_collection(self) -> None:
        for key in (pygame.K_UP, pygame.K_RIGHT, pygame.K_RETURN):
            self.pilot.key(key)
        self.pilot.frames(30)

    def _open_door(self, title: str) -> None:
        """Click the card with a title on the library's start page."""
        room = self.pilot.scene
        place = next(number for number, entry in enumerate(room._entries) if entry.title == title)
        self.pilot.click(room.controls.buttons[place].rect.center)
        self.pilot.frames(30)

    def _decathlon(self) -> Iterator[str]:
        """Play every game of the decathlon: win those that a row wins, and resign the others."""
        pilot = self.pilot
        for _number in range(len(pilot.scene.list.items)):
            event = next(each for each in pilot.scene.list.items if pilot.scene._result(each) is None)
            pilot.key(pygame.K_HOME)
            while pilot.scene.selected is not event:
                pilot.key(pygame.K_DOWN)
            pilot.press(_("Play"))
            pilot.frames(30)
            yield from self._event(event.ruleset.info.id)
            pilot.press(_("Results"))
            pilot.frames(30)
            yield f"sunday results {event.ruleset.info.id}"
            leave_results(pilot)

    def _event(self, name: str) -> Iterator[str]:
        pilot = self.pilot
        while not isinstance(pilot.scene, PlayScene):
            pilot.click((5, 5)) if isinstance(pilot.scene, TossScene) else pilot.key(pygame.K_RETURN)
        if pilot.scene.table.tournament.ruleset.info.shows_score:
            let_opponent_move(pilot)
            yield f"sunday event {name}"
            resign(pilot)
        else:
            for placed in win_by_a_row(pilot):
                if placed == 2:
                    yield f"sunday event {name}"
        pilot.frames(120)
        yield f"sunday event {name} over"


# Pictures


def photograph(options: argparse.Namespace, language: str) -> None:
    """Run the tour in one language; save a picture of each scene, and a contact sheet, in all sizes and themes."""
    looks = [(size, theme) for size in options.size or SIZES[:3] for theme in options.theme or themes()]
    sheets = {look: ContactSheet(look[0]) for look in looks}
    with tempfile.TemporaryDirectory() as home, moved_clock(MONDAY) as clock:
        os.environ |= {"STONE_FAIR_HOME": home, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        pilot = Pilot()
        pilot.app.set_language(language)
        for number, name in enumerate(FirstWeek(pilot, clock).days(), start=1):
            for look, sheet in sheets.items():
                _put_on(pilot, *look)
                folder = options.folder / _title(*look, language)
                folder.mkdir(parents=True, exist_ok=True)
                pygame.image.save(pilot.app.window.screen, folder / f"{number:02} {name}.png")
                sheet.add(name, pilot.app.window.screen)
            _put_on(pilot, SIZES[1], themes()[0])
        pilot.app.close()
    pygame.font.init()
    for look, sheet in sheets.items():
        pygame.image.save(sheet.picture(), options.folder / f"{_title(*look, language)}.png")
    sys.stdout.write(f"{language}: {number} scenes in {len(looks)} looks\n")


def _put_on(pilot: Pilot, size: tuple[int, int], theme: str) -> None:
    """Show the present scene in another window size and theme; no time passes."""
    pilot.app.set_theme(theme)
    pilot.app.window.set_size(size)
    pilot.frames(2, seconds=0.0)


def _title(size: tuple[int, int], theme: str, language: str) -> str:
    return f"{size[0]}x{size[1]} {theme} {language}"


def main() -> None:
    """Run the tour in each language that the command line selects."""
    parser = argparse.ArgumentParser(description="Pictures of a new player's first week.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", type=size_in, action="extend", nargs="+", help="such as 1280x800")
    parser.add_argument("--theme", choices=themes(), action="extend", nargs="+")
    parser.add_argument("--language", choices=list(LANGUAGES), action="extend", nargs="+")
    options = parser.parse_args()
    for language in options.language or LANGUAGES:
        photograph(options, language)


if __name__ == "__main__":
    main()
