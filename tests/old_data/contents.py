"""The old folder, and what the program sees of it in words."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from game.core.match import Match
from game.core.ruleset import format_move
from game.core.tournament import Tournament
from game.session.services import Services
from game.storage.finished_games import FinishedGame
from game.storage.players import Player

DATA = Path(__file__).parents[1] / "data" / "of_7ff4e4f2"
#: How long anything may take before a test gives up, in seconds.
PATIENCE = 30.0


def anna(services: Services) -> Player:
    player = services.database.players.current()
    assert player is not None
    return player


def until(is_done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_done():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.001)


def words(match: Match) -> str:
    info, geometry = match.ruleset.info, match.first_state.geometry
    return " ".join(format_move(info, geometry, ply.move) for ply in match.plies)


def told(game: FinishedGame) -> tuple[object, ...]:
    key = game.key
    return key.ruleset_id, key.tournament, key.number, game.opponent, game.level, game.outcome, game.practice


def loaded(services: Services, name: str) -> tuple[Tournament, list[str]]:
    tournament = services.saves.load(name)
    return tournament, [words(game.match) for game in tournament.games]
