"""A command that prints an installation's daily puzzles as JSON: ``python -m tools.pilot.installation DAY``.

The output has for each game the position on the board when the puzzle of that day is opened, and the positions of the
puzzles of 365 days from then on. DAY is an ISO date.
"""

from __future__ import annotations

import json
import sys
from datetime import date, timedelta
from typing import Any

import pygame

from game.session.services import Services
from game.training.daily_puzzle.collection import puzzle_of
from game.training.daily_puzzle.visit import Visit, VisitTerms
from game.ui.menu.menu_scene import MenuScene
from game.ui.training.daily_puzzle.daily_puzzle_scene import DailyPuzzleScene
from tools.pilot.pilot import Pilot

DAYS = 365


def shown(day: date) -> dict[str, Any]:
    """Open the daily puzzle of each game on this day as a new player; return the data to print, by game."""
    pilot = Pilot()
    pilot.app.services.database.players.create("Ann")
    pilot.open(MenuScene(pilot.app))
    pilot.app.push(DailyPuzzleScene(pilot.app, pilot.app.services.database.players.current(), day))
    booth, found = pilot.scene, {}
    for name in list(booth.list.items):
        booth.select(name)
        pilot.key(pygame.K_RETURN)
        match = pilot.scene.exercise.match
        year = [position(pilot.app.services, booth, day + timedelta(days=number)) for number in range(DAYS)]
        found[name] = {"board": match.ruleset.dump(match.state), "year": year, "riddles": len(booth._entries)}
        pilot.key(pygame.K_ESCAPE)
    pilot.app.close()
    return found


def position(services: Services, booth: DailyPuzzleScene, day: date) -> str:
    """Return as text the position of the puzzle of this day for the game that is selected in the scene ``booth``."""
    drawn = iter([puzzle_of(booth._entries, day)])
    riddle = Visit(VisitTerms(lambda: next(drawn, None)), services.catalogue.rulesets, services.prover).attempt
    assert riddle is not None
    return riddle.match.ruleset.dump(riddle.match.state)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(shown(date.fromisoformat(sys.argv[1]))) + "\n")
