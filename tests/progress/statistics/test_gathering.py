"""Figures of finished games: made once of each game and each review, and found again for every player."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.analysis.review.judgement import MoveClass
from game.analysis.review.phases import GamePhase, PlayedTurn, turns_of
from game.analysis.review.reader import readable_positions
from game.core.clock import TimeControl
from game.core.ruleset import complete_options, parse_move
from game.core.tournament import Participant, Tournament
from game.progress.statistics.facts import FACTS_VERSION, facts_of, read_facts, write_facts
from game.progress.statistics.game_figures import FIGURES_VERSION, read_figures
from game.progress.statistics.gathering import Gathering
from game.progress.statistics.missed_threats import MissedThreat
from game.storage.database import Database
from game.storage.players import Player
from game.storage.results import retitle
from game.storage.sqlite.migrations import MIGRATIONS, migrate
from tests.progress.statistics.recorded import (
    ANNA,
    GAMES,
    GOMOKU,
    READINGS,
    gathered,
    reading,
    record,
    review,
    tournament,
)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database(tmp_path / "data.sqlite3")
    yield opened
    opened.file.close()


@pytest.fixture
def anna(database: Database) -> Player:
    player = database.players.create(ANNA)
    assert isinstance(player, Player)
    return player


def test_a_reviewed_game_tells_how_well_its_player_played(database: Database, anna: Player) -> None:
    review(database, record(database, tournament()))
    (game,) = gathered(database, anna)
    assert game.seat == 1
    assert game.side is not None
    assert game.accuracy is not None
    assert 0 < game.accuracy < 90
    assert game.side.mistakes == 1
    (slip,) = (each for each in game.side.counted_mistakes if each.kind is MoveClass.BLUNDER)
    assert (slip.ply, slip.overlooked) == (6, MissedThreat.THEIR_ATTACK)
    assert game.side.phases[GamePhase.OPENING].moves == game.side.whole.moves == 4
    # A game that was over in the opening is as well played as its opening.
    assert game.side.whole.mean_accuracy == pytest.approx(game.accuracy, abs=0.1)


def test_a_game_without_a_review_has_its_facts(database: Database, anna: Player) -> None:
    record(database, tournament(clock=TimeControl(600), seconds=(1, 2, 3, 4, 5, 6, 7, 8, 9)))
    (game,) = gathered(database, anna)
    assert game.side is None
    assert (game.times.ends, game.times.spent) == ([2, 4, 6, 8], [2000, 4000, 6000, 8000])


def test_figures_are_made_once_and_again_only_when_the_review_knows_more(
    database: Database, anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = record(database, tournament())
    review(database, match)
    gathered(database, anna)
    asked = []
    kept_game = database.games.text
    monkeypatch.setattr(database.games, "text", lambda key: asked.append(key) or kept_game(key))
    gathered(database, anna)
    assert asked == []
    review(database, match, {**READINGS, 5: READINGS[6]})
    gathered(database, anna)
    assert len(asked) == 1


def test_a_review_that_was_broken_off_gives_no_figures_and_waits_to_be_finished(
    database: Database, anna: Player
) -> None:
    review(database, record(database, tournament()), {number: READINGS[number] for number in (6, 7, 8)})
    (game,) = gathered(database, anna)
    assert game.side is None
    assert database.figures.games_without_figures(anna, GOMOKU.info.id) == [game.game.key]


def test_a_reviewed_game_does_not_wait_to_be_read(database: Database, anna: Player) -> None:
    review(database, record(database, tournament()))
    gathered(database, anna)
    assert database.figures.games_without_figures(anna, GOMOKU.info.id) == []


def test_two_people_who_met_have_a_side_each(database: Database, anna: Player) -> None:
    ben = database.players.create("Ben")
    assert isinstance(ben, Player)
    review(database, record(database, tournament(sides=(Participant("Ben"), Participant(ANNA)))))
    (lost,), (won,) = gathered(database, anna), gathered(database, ben)
    assert (lost.game.outcome, lost.game.opponent, lost.seat) == ("lost", "Ben", 1)
    assert (won.game.outcome, won.game.opponent, won.seat) == ("won", ANNA, 0)
    assert won.accuracy is not None
    assert lost.accuracy is not None
    assert won.accuracy > lost.accuracy


def test_a_player_who_is_called_otherwise_by_now_keeps_the_games_against_people(
    database: Database, anna: Player
) -> None:
    database.players.create("Ben")
    record(database, tournament(sides=(Participant("Ben"), Participant(ANNA))))
    database.players.rename(anna.id, "Hanna")
    renamed = database.players.find("Hanna")
    assert renamed is not None
    assert [game.seat for game in gathered(database, renamed)] == [1]


def test_a_renamed_tournament_keeps_its_figures(database: Database, anna: Player) -> None:
    made = tournament()
    review(database, record(database, made))
    gathered(database, anna)
    retitle(database, made, "Saturday")
    (game,) = gathered(database, anna)
    assert game.game.key.tournament == "Saturday"
    assert game.side is not None


def test_a_game_whose_text_is_damaged_is_counted_without_facts(database: Database, anna: Player) -> None:
    record(database, tournament())
    database.file.write("UPDATE game_texts SET text = 'milk'", ())
    (game,) = gathered(database, anna)
    assert (game.facts, game.seat, game.side) == (None, None, None)
    assert Gathering(database, GAMES, anna, GOMOKU).left == 0


def test_damaged_figures_are_none(database: Database, anna: Player) -> None:
    review(database, record(database, tournament()))
    gathered(database, anna)
    for text in ("milk", "[1, 2]", '[{"accuracy": "high"}, {}]', "[" * 5000):
        assert read_figures(text) is None
        assert read_facts(text) is None
        database.file.write("UPDATE figures SET text = ?", (text,))
        (game,) = gathered(database, anna)
        assert game.side is None


def test_facts_are_the_same_after_writing_and_reading() -> None:
    facts = facts_of(tournament(clock=TimeControl(600), seconds=(1, 2, 3)), 0)
    assert read_facts(write_facts(facts)) == facts


def test_the_games_of_a_database_from_before_there_were_figures_are_looked_at_once(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite3"
    before = next(number for number, step in enumerate(MIGRATIONS) if any("TABLE figures" in each for each in step))
    old = sqlite3.connect(path, isolation_level=None)
    migrate(old, MIGRATIONS[:before])
    old.execute("INSERT INTO players (name, folded, created, current) VALUES ('Anna', 'anna', '', 1)")
    old.execute("INSERT INTO games VALUES ('gomoku', 'Friday', '1', 1, 'a game')")
    old.close()
    database = Database(path)
    assert database.file.notice == ""
    row = database.file._connection.execute(
        "SELECT text, moves_mark, facts_version, facts FROM games JOIN game_texts ON game_texts.id = text_id"
    ).fetchone()
    assert row == ("a game", "", 0, "")
    assert FACTS_VERSION > 0 < FIGURES_VERSION
    database.file.close()


def test_a_turn_of_two_stones_is_one_turn() -> None:
    match = tournament("j10 i10 i9 k10 k9 h8 h9", ruleset=GAMES["connect6"]).games[0].match
    assert [(turn.seat, turn.number, turn.first, turn.last) for turn in turns_of(match)] == [
        (0, 1, 1, 1),
        (1, 1, 2, 3),
        (0, 2, 4, 5),
        (1, 2, 6, 7),
    ]


@pytest.mark.parametrize(
    ("number", "phase"),
    [
        (1, GamePhase.OPENING),
        (5, GamePhase.OPENING),
        (6, GamePhase.MIDDLE),
        (15, GamePhase.MIDDLE),
        (16, GamePhase.LATE),
    ],
)
def test_the_phase_of_a_turn_is_told_by_its_number(number: int, phase: GamePhase) -> None:
    assert PlayedTurn(0, number, 2 * number - 1, 2 * number - 1, 0).phase is phase


def swap2(moves: str, seed: int) -> Tournament:
    """A game whose opening leaves the colours open at first."""
    level = GOMOKU.info.levels[0]
    options = complete_options(GOMOKU.info, {"opening": "swap2"})
    made = Tournament(GOMOKU, options, (Participant(level.name, level.id), Participant(ANNA)), seed=seed, title="Swap")
    match = made.start_game().match
    for word in moves.split():
        assert not hasattr(match.play(parse_move(GOMOKU.info, match.state, word)), "message"), word
    match.agree_draw()
    return made


def test_an_opening_that_no_engine_reads_does_not_keep_a_game_from_its_figures(
    database: Database, anna: Player
) -> None:
    match = record(database, swap2("h8 i8 h9 white a1 c3 b2 e6 c4 k9 a9 j3", 3))
    wanted = readable_positions(match)
    assert min(wanted) > 2
    review(database, match, {number: reading(("o15", 0.5), ("o14", 0.4)) for number in wanted})
    (game,) = gathered(database, anna)
    assert game.side is not None
    assert database.figures.games_without_figures(anna, "gomoku") == []


def test_a_game_that_ended_in_its_opening_does_not_wait_to_be_read(database: Database, anna: Player) -> None:
    record(database, swap2("h8 i8", 4))
    gathered(database, anna)
    assert database.figures.games_without_figures(anna, "gomoku") == []


@pytest.mark.parametrize("number", ["Infinity", "-1", "NaN", "1e400", "101", "true"])
def test_figures_with_a_number_that_cannot_be_are_none(database: Database, anna: Player, number: str) -> None:
    review(database, record(database, tournament()))
    (before,) = gathered(database, anna)
    assert before.accuracy is not None
    text = str(database.file.rows("SELECT text FROM figures", ())[0][0])
    whole = text.replace(f'"accuracy":{round(before.accuracy, 2)}', f'"accuracy":{number}')
    assert whole != text
    assert read_figures(whole) is None


def test_the_figures_of_a_game_are_made_slip_by_slip(database: Database, anna: Player) -> None:
    review(database, record(database, tournament()))
    gathering = Gathering(database, GAMES, anna, GOMOKU)
    steps = 0
    while not gathering.is_done:
        gathering.poll(0.0)
        steps += 1
    assert steps > 3
