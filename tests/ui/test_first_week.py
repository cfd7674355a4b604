"""A new player's first week by posted events: lanterns, a streak that is mended, a run, an evening, and ribbons."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.progress.achievements.achievements import FAIR_ACHIEVEMENTS
from game.progress.decathlon.scoring import Rosette
from game.ui.menu.menu_scene import MenuScene
from game.ui.progress.achievements.achievements_scene import AchievementsScene
from game.ui.progress.decathlon.decathlon_scene import DecathlonScene
from tools.pilot.moved_clock import moved_clock
from tools.pilot.pilot import Pilot
from tools.tours.first_week import MONDAY, FirstWeek


@pytest.fixture
def week(home: Path) -> Iterator[FirstWeek]:
    with moved_clock(MONDAY) as clock:
        pilot = Pilot()
        yield FirstWeek(pilot, clock)
        pilot.app.close()


@pytest.mark.slow
def test_a_first_week_lights_its_lanterns_mends_its_streak_and_ends_with_ribbons(week: FirstWeek) -> None:
    lit, evening, earned = dict[str, float](), None, set[str]()
    for name in week.days():
        scene = week.pilot.scene
        if isinstance(scene, MenuScene):
            lit[name] = scene._solved_share
        elif isinstance(scene, DecathlonScene):
            evening = scene.card
        elif isinstance(scene, AchievementsScene):
            earned = {ribbon.id for ribbon in FAIR_ACHIEVEMENTS if ribbon.is_earned(scene.counts)}
    assert week.streaks == [1, 2, 3, 3, 3, 3, 1, 5, 6, 7]
    assert lit == {"monday menu": 0, "monday menu lit": 0.25, "wednesday menu lit": 1, "friday menu": 0}
    database = week.pilot.app.services.database
    assert database.puzzles.best_run(database.players.current(), "gomoku") == 3
    assert evening is not None
    assert (evening.played, evening.points, evening.rosette) == (4, 9, Rosette.GOLD)
    assert {"first_win", "week", "mended", "every_lantern", "evening", "golden"} <= earned
    assert earned.isdisjoint({"month", "swept", "quick", "long_attack", "saved", "clean", "opening_rule", "learned"})
