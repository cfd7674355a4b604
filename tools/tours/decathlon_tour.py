"""A tour through the decathlon, a weekly competition with one game in each ruleset, and through the achievements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from game.storage.finished_games import FinishedGame, GameKey
from game.ui.progress.achievements.achievements_scene import AchievementsScene
from game.ui.progress.decathlon.decathlon_scene import DecathlonScene
from tools.pilot.fair_life import ANN
from tools.pilot.pilot import Pilot
from tools.tours.table_tour import seen

#: The date of the decathlon.
TODAY = date(2026, 3, 24)


def decathlon(pilot: Pilot) -> Iterator[str]:
    """Show the decathlon before its first game and after its last; yield the name of each state that is shown."""
    app, player = pilot.app, pilot.app.services.database.players.find(ANN)
    scene = DecathlonScene(app, player, lambda _table: None, TODAY)
    app.push(scene)
    yield from seen(pilot, "decathlon")
    app.push(DecathlonScene(app, player, lambda _table: None, TODAY))
    scene = pilot.scene
    outcomes = ("won", "drawn", "won", "lost")
    games = [
        FinishedGame(GameKey(event.ruleset.info.id, "t", event.seed, 1), "line", 20, "", "", event.level.id, outcome,
                     None, None)
        for event, outcome in zip(scene.list.items, outcomes, strict=False)
    ]  # fmt: skip
    scene.card = replace(scene.card, results=tuple(games))
    scene.cards = [scene.card]
    scene.refresh()
    scene.repaint()
    yield from seen(pilot, "decathlon over")


def achievements(pilot: Pilot) -> Iterator[str]:
    """Show the achievements of Ann after some weeks, and yield the name of each state that is shown."""
    app = pilot.app
    app.push(AchievementsScene(app, app.services.database.players.find(ANN)))
    pilot.until(lambda: pilot.scene.is_done, "the games to be looked through")
    yield from seen(pilot, "ribbons")
