"""Openings of one's own games: cut at a turn while few stones lie, of the rule that is practised, each game once."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest

from game.core.ruleset import complete_options
from game.core.tournament import Participant
from game.storage.database import Database
from game.storage.players import Player
from game.training.openings.opening_positions import opening_positions, stones_of
from game.training.openings.own_openings import OwnOpenings
from tests.progress.statistics.recorded import ANNA, GAMES, GOMOKU, record, tournament

FREESTYLE = complete_options(GOMOKU.info, {})


@pytest.fixture
def database(tmp_path: Path) -> Database:
    made = Database(tmp_path / "players.db")
    made.players.create(ANNA)
    return made


def anna(database: Database) -> Player:
    return database.players.find(ANNA)


def test_an_opening_is_the_beginning_of_a_game_of_ones_own_and_each_game_comes_once(database: Database) -> None:
    played = {record(database, tournament(seed=seed)).moves for seed in (1, 2, 3)}
    own, rng = OwnOpenings(database, anna(database), GOMOKU, FREESTYLE), random.Random(5)
    drawn = [own.draw(rng) for _game in range(4)]
    assert drawn[3] is None
    for position in drawn[:3]:
        assert 3 <= stones_of(position.state) <= 6, "later positions are no openings any more"
        assert position.match.outcome is None
        assert any(moves[: len(position.match.plies)] == position.match.moves for moves in played)
    assert {position.game.key.seed for position in drawn[:3]} == {1, 2, 3}


def test_games_by_another_rule_and_of_another_game_are_left_out(database: Database) -> None:
    record(database, tournament())
    renju = {**FREESTYLE, "variant": "renju"}
    assert OwnOpenings(database, anna(database), GOMOKU, renju).draw(random.Random(1)) is None
    six = GAMES["six_in_a_row"]
    assert OwnOpenings(database, anna(database), six, complete_options(six.info, {})).draw(random.Random(1)) is None


def test_games_with_people_at_this_machine_count_too(database: Database) -> None:
    database.players.create("Ben")
    record(database, tournament(sides=(Participant("Ben"), Participant(ANNA))))
    assert OwnOpenings(database, anna(database), GOMOKU, FREESTYLE).draw(random.Random(1)).game.opponent == "Ben"


def test_a_game_that_ended_in_its_opening_or_cannot_be_read_is_passed_over(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    record(database, tournament("h8 g7"))
    record(database, tournament(seed=2))
    record(database, tournament(seed=3))
    kept, damaged = database.games.text, {2: "no game", 3: None}
    monkeypatch.setattr(database.games, "text", lambda key: damaged.get(key.seed, kept(key)))
    assert OwnOpenings(database, anna(database), GOMOKU, FREESTYLE).draw(random.Random(1)) is None


def test_own_games_are_mixed_in_and_leave_the_other_positions_as_they_are(database: Database) -> None:
    for seed in range(4):
        record(database, tournament(seed=seed))
    own = OwnOpenings(database, anna(database), GOMOKU, FREESTYLE)
    mixed = list(islice(opening_positions(GOMOKU, FREESTYLE, 9, own.draw), 30))
    alone = list(islice(opening_positions(GOMOKU, FREESTYLE, 9), 26))
    assert sum(position.game is not None for position in mixed) == 4
    assert [each.state.board for each in mixed if each.game is None] == [each.state.board for each in alone]
