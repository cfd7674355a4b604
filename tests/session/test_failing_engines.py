"""What a game does when an engine of the player's own fails: nobody wins against an engine that never answered."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.model import Termination
from game.core.notation import parse_move
from game.core.ruleset import complete_options
from game.core.tournament import Participant, Tournament
from game.engine.client.opponent import Trouble, TroubleKind
from game.plugins import registry
from game.session.foreign_opponents import ForeignOpponents
from game.session.game_session import GameSession, open_local_session
from game.session.playable_game import EngineFailed, MessageShown
from game.session.services import Services
from game.storage.autosave import Autosave
from game.storage.database import Database
from game.storage.saves import SaveFolder
from tools.pilot.scripted_opponent import ScriptedOpponent


@pytest.fixture
def puppet() -> ScriptedOpponent:
    return ScriptedOpponent()


@pytest.fixture
def services(home: Path, puppet: ScriptedOpponent) -> Iterator[Services]:
    catalogue = registry.discover()
    saves = SaveFolder(home / "saves", catalogue.rulesets)
    opened = Services(catalogue, Database(home / "records.sqlite3"), saves, Autosave(saves), ScriptedOpponent())
    opened.foreign = ForeignOpponents(catalogue.rulesets, lambda _engine, _transcript: puppet)
    opened.engines.change(opened.engines.add().with_changes(name="Puppet", command=f'"{sys.executable}"'))
    opened.preferences.opponents_take_time = False
    yield opened
    opened.close()


@pytest.fixture
def table(services: Services) -> GameSession:
    """A game in which the engine is to make the first move, and was asked for it."""
    gomoku, (engine,) = services.catalogue.rulesets["gomoku"], services.engines.engines()
    people = (engine.participant, Participant("Ann"))
    tournament = Tournament(gomoku, complete_options(gomoku.info, {}), people, seed=1, title="test")
    table = open_local_session(services, tournament, "test", saved=False)
    table.think()
    return table


def fail(table: GameSession, puppet: ScriptedOpponent, kind: TroubleKind) -> list[object]:
    """Let the engine fail twice, as often as it is asked by itself; return the last events."""
    for _ in range(2):
        puppet._replies.append(Trouble(puppet.asked[-1].revision, "It broke.", kind))
        events = table.tick(0.0)
    return events


def let_it_play(table: GameSession, puppet: ScriptedOpponent) -> None:
    """Let the engine play H8 and the person H9."""
    puppet.answer("h8")
    table.tick(0.0)
    table.play(parse_move(table.match.ruleset.info, table.match.state, "h9"))


@pytest.mark.parametrize("kind", [kind for kind in TroubleKind if kind is not TroubleKind.ILLEGAL])
def test_an_engine_that_fails_before_its_first_answer_gives_nobody_a_win(
    table: GameSession, puppet: ScriptedOpponent, kind: TroubleKind
) -> None:
    assert fail(table, puppet, kind) == [EngineFailed("It broke.")]
    assert table.match.outcome is None
    asked = len(puppet.asked)
    table.think()
    assert len(puppet.asked) == asked, "it is not asked again by itself"
    table.computer.try_again()
    assert len(puppet.asked) == asked + 1


def test_a_failed_engine_with_other_settings_is_asked_at_once(
    services: Services, table: GameSession, puppet: ScriptedOpponent
) -> None:
    fail(table, puppet, TroubleKind.CRASH)
    asked, (engine,) = len(puppet.asked), services.engines.engines()
    services.engines.change(engine.with_changes(arguments="--safe"))
    table.think()
    assert len(puppet.asked) == asked + 1


@pytest.mark.parametrize("kind", [TroubleKind.CRASH, TroubleKind.LATE, TroubleKind.ERROR])
def test_an_engine_that_has_played_forfeits_when_it_fails(
    table: GameSession, puppet: ScriptedOpponent, kind: TroubleKind
) -> None:
    let_it_play(table, puppet)
    assert fail(table, puppet, kind) == [MessageShown("It broke. The engine forfeits the game.")]
    assert table.match.outcome.termination is Termination.FORFEIT


def test_an_engine_that_cannot_be_started_again_gives_nobody_a_win_either(
    table: GameSession, puppet: ScriptedOpponent
) -> None:
    let_it_play(table, puppet)
    assert fail(table, puppet, TroubleKind.NOT_STARTED) == [EngineFailed("It broke.")]


def test_an_illegal_first_answer_forfeits(table: GameSession, puppet: ScriptedOpponent) -> None:
    fail(table, puppet, TroubleKind.ILLEGAL)
    assert table.match.outcome.winner == 1
