"""A level that needs code which is not compiled gets ready at the table, and nobody answers for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.clock import parse_time_control
from game.core.model import Reason
from game.core.ruleset import complete_options
from game.core.tournament import Participant, Tournament
from game.engine.client.preparation import Preparation, Progress
from game.plugins import registry
from game.session.demonstration import Demonstration
from game.session.game_session import GameSession, open_local_session
from game.session.playable_game import MovesPlayed
from game.session.services import Services
from game.storage.autosave import Autosave
from game.storage.database import Database
from game.storage.saves import SaveFolder
from tools.pilot.scripted_opponent import ScriptedOpponent
from tools.pilot.workshop import Workshop


@pytest.fixture
def shop() -> Workshop:
    return Workshop("gomoku", "connect6")


@pytest.fixture
def services(home: Path, shop: Workshop) -> Iterator[Services]:
    catalogue = registry.discover()
    saves = SaveFolder(home / "saves", catalogue.rulesets)
    opened = Services(catalogue, Database(home / "records.sqlite3"), saves, Autosave(saves), ScriptedOpponent())
    opened.preparation = shop.preparation
    opened.database.players.create("Ann")
    opened.preferences.opponents_take_time = False
    yield opened
    opened.close()


def sit_down(services: Services, level: str, first: int = 0) -> GameSession:
    ruleset = services.catalogue.rulesets["gomoku"]
    people = (Participant("Ann"), Participant("The other", level))
    options, control = complete_options(ruleset.info, {}), parse_time_control("10 seconds a turn")
    tournament = Tournament(ruleset, options, people, seed=1, first=first, title="test", time_control=control)
    table = open_local_session(services, tournament, "test", saved=False)
    table.think()
    return table


def test_a_level_that_is_not_ready_is_not_asked_and_its_clock_stands(services: Services, shop: Workshop) -> None:
    table = sit_down(services, "engine_full", first=1)
    assert services.opponent.asked == []
    assert table.computer.getting_ready == Progress(0, 0)
    assert not table.is_thinking_time
    shop.running.step = (3, 11)
    shop.preparation.poll()
    assert table.computer.getting_ready == Progress(3, 11)


def test_it_gets_ready_from_when_it_sits_down_also_while_the_person_is_to_move(
    services: Services, shop: Workshop
) -> None:
    sit_down(services, "engine_full")
    assert shop.order == ["gomoku"]
    assert not shop.running.idle


def test_it_is_asked_as_soon_as_it_is_ready(services: Services, shop: Workshop) -> None:
    table = sit_down(services, "engine_full", first=1)
    assert table.tick(0.0) == []
    shop.finish()
    table.tick(0.0)
    assert [question.level for question in services.opponent.asked] == ["engine_full"]
    assert table.computer.getting_ready is None
    services.opponent.answer("h8")
    assert isinstance(table.tick(0.0)[0], MovesPlayed)


def test_an_instant_player_is_asked_at_once_and_nothing_is_compiled_for_it(services: Services, shop: Workshop) -> None:
    table = sit_down(services, "single_point", first=1)
    assert [question.level for question in services.opponent.asked] == ["single_point"]
    assert table.computer.getting_ready is None
    assert shop.order == []


def test_nobody_else_gives_the_hints_of_an_engine_that_is_not_ready(services: Services, shop: Workshop) -> None:
    table = sit_down(services, "single_point")
    refusal = table.ask_hint()
    assert isinstance(refusal, Reason)
    assert "getting ready" in refusal.message
    assert shop.order == ["gomoku"]
    shop.finish()
    assert table.ask_hint() is None
    assert services.opponent.asked[-1].level == "engine_full"


def test_only_those_who_are_ready_play_the_demonstration(services: Services) -> None:
    ruleset = services.catalogue.rulesets["gomoku"]
    for seed in range(20):
        shown = Demonstration(services, ruleset, seed)
        assert not any(level.compiled for level in shown.levels)


def test_every_ruleset_with_compiled_levels_is_prepared_and_no_other(services: Services) -> None:
    preparation: Preparation = Services(
        services.catalogue, services.database, services.saves, services.autosave, ScriptedOpponent()
    ).preparation
    infos = (ruleset.info for ruleset in services.catalogue.rulesets.values())
    compiled = [info.id for info in infos if any(level.compiled for level in info.levels)]
    assert preparation.games == Progress(len(compiled), len(compiled))
