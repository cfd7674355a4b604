"""The strength of the opponents of rule sheets, as *More games* and match setup show it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.plugins.measured_levels import ladder_file
from game.sheets.levels import LEVELS
from game.sheets.sheet import Sheet
from game.ui.menu.menu_scene import MenuScene
from game.ui.play.play_scene import PlayScene
from game.ui.workshop.more_games_scene import MoreGamesScene
from tests.session.fairness.test_report_run import Spoken
from tools.pilot.pilot import Pilot


@pytest.fixture
def arena() -> Spoken:
    return Spoken()


@pytest.fixture
def pilot(arena: Spoken) -> Iterator[Pilot]:
    """A window in which *More games* shows a game on the menu, after its arena has begun."""
    flying = Pilot()
    flying.app.services.database.players.create("Ann")
    ratings = flying.app.services.level_ratings
    ratings.start_arena, ratings.clock = lambda *_: arena, iter(range(0, 10_000, 20)).__next__
    flying.open(MenuScene(flying.app))
    flying.scene._open_more_games()
    flying.scene.select("tic_tac_toe")
    flying.press("Put on the menu")
    yield flying
    flying.app.close()


def selected(pilot: Pilot) -> Sheet:
    assert isinstance(pilot.scene, MoreGamesScene)
    assert pilot.scene.selected is not None
    return pilot.scene.selected.sheet


def measure(pilot: Pilot, times: int = 1) -> None:
    for _ in range(times):
        pilot.app._measure_levels()


def test_the_strength_is_shown_while_it_is_measured_and_afterwards(
    pilot: Pilot, arena: Spoken, said: Callable[[], str], home: Path
) -> None:
    assert "The opponents will be measured while you look at the menu." in said()
    measure(pilot, 2)
    arena.lines = ['{"done": 34, "of": 90}']
    measure(pilot)
    assert "Measuring the opponents: 34 of 90 games" in said()
    file = ladder_file(selected(pilot).rules)
    file.parent.mkdir(parents=True)
    file.write_text(
        json.dumps({"levels": [{"level": each.id, "elo": 400 + 300 * at} for at, each in enumerate(LEVELS)]})
    )
    arena.has_ended = True
    measure(pilot)
    assert "Opponents from Elo 400 to 1900" in said()


def test_no_games_are_played_in_the_background_of_a_game(pilot: Pilot, arena: Spoken) -> None:
    measure(pilot, 2)
    pilot.press("Play")
    pilot.press("Start")
    assert isinstance(pilot.scene, PlayScene)
    measure(pilot)
    assert arena.is_killed
