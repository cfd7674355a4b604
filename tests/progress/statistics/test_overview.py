"""What a player's games come to: means over time, groups by opening and opponent, oversights and thinking times."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from game.analysis.review.judgement import JudgedMove, MoveClass
from game.analysis.review.phases import GamePhase
from game.core.clock import TimeControl
from game.core.tournament import Participant
from game.progress.statistics.missed_threats import MissedThreat, MissedThreatFinder
from game.progress.statistics.overview import WINDOW, Overview, by_opening, by_opponent, running_mean
from game.storage.database import Database
from game.storage.players import Player
from tests.progress.statistics.recorded import ANNA, GOMOKU, LOST_BY_A_MISTAKE, gathered, record, review, tournament


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


def test_the_running_mean_looks_back_over_some_games_only() -> None:
    means = running_mean([0.0] * WINDOW + [100.0] * WINDOW)
    assert means[WINDOW - 1] == 0.0
    assert means[WINDOW] == pytest.approx(100 / WINDOW)
    assert means[-1] == 100.0
    assert running_mean([]) == []


def test_reviewed_games_make_the_curve_and_the_others_only_the_counts(database: Database, anna: Player) -> None:
    review(database, record(database, tournament(seed=1)))
    record(database, tournament("h8 i9 h9 i8 h10 i10 h11 i11 h12", seed=2))
    overview = Overview(gathered(database, anna))
    assert overview.counts == (0, 0, 2)
    assert len(overview.judged) == len(overview.running_accuracy) == 1
    assert overview.mistakes == 1.0
    assert set(overview.phases) == {GamePhase.OPENING}
    (missed_threat,) = (each for each in overview.oversights if each.kind is not MissedThreat.QUIET)
    assert (missed_threat.kind, len(missed_threat.counted_mistakes), missed_threat.counted_mistakes[0].slip.ply) == (
        MissedThreat.THEIR_ATTACK,
        1,
        6,
    )


def test_a_forced_win_that_begins_with_a_mere_threat_is_a_forced_win() -> None:
    match = tournament(LOST_BY_A_MISTAKE).games[0].match
    slip = JudgedMove(2, "a1", 1, 0.0, 0.4, MoveClass.BLUNDER, line=("h7",), answer=("h9",))
    quiet = replace(slip, allowed_loss=True)
    row = replace(slip, ply=4, move="a2", answer=("f8",))
    overlooking = MissedThreatFinder(match)
    assert overlooking.of(quiet) is MissedThreat.THEIR_FORCED_WIN
    assert overlooking.of(row) is MissedThreat.THEIR_ROW
    assert overlooking.of(replace(row, allowed_loss=True)) is MissedThreat.THEIR_FORCED_WIN


def test_what_shows_no_pattern_comes_last(database: Database, anna: Player) -> None:
    review(database, record(database, tournament()))
    kinds = [each.kind for each in Overview(gathered(database, anna)).oversights]
    assert MissedThreat.QUIET not in kinds[:-1]


def test_the_same_opening_is_one_however_the_board_is_turned_and_in_whatever_order(
    database: Database, anna: Player
) -> None:
    turned = ("h8 h9 i10", "h8 i8 j9", "i10 h9 h8")
    for seed, moves in enumerate((*turned, "h8 a1 b2")):
        record(database, tournament(moves, seed=seed))
    groups = by_opening(gathered(database, anna))
    assert [len(group.overview.games) for group in groups] == [3, 1]
    assert groups[0].opening is not None
    assert groups[1].opening is None


def test_opponents_are_apart_and_whom_one_met_most_comes_first(database: Database, anna: Player) -> None:
    database.players.create("Ben")
    one, two = (Participant(level.name, level.id) for level in GOMOKU.info.levels[:2])
    for seed, opponent in enumerate((one, two, two, Participant("Ben"))):
        record(database, tournament(sides=(opponent, Participant(ANNA)), seed=seed))
    groups = by_opponent(gathered(database, anna))
    assert (groups[0].level, len(groups[0].overview.games)) == (two.level, 2)
    assert {(group.level, group.name) for group in groups[1:]} == {(one.level, one.name), ("", "Ben")}


def test_thinking_times_are_told_before_slips_and_other_turns(database: Database, anna: Player) -> None:
    clock, seconds = TimeControl(600), (1, 10, 1, 10, 1, 2, 1, 10, 1)
    review(database, record(database, tournament(LOST_BY_A_MISTAKE, clock=clock, seconds=seconds)))
    record(database, tournament("h8 i9 h9 i8 h10 i10 h11 i11 h12", seed=2))
    overview = Overview(gathered(database, anna))
    counted_mistakes = {slip.ply for game in overview.judged if game.side for slip in game.side.counted_mistakes}
    thinking = overview.thinking
    assert thinking.games == 1
    assert thinking.mean == 8.0
    assert thinking.by_phase == {GamePhase.OPENING: 8.0}
    assert 6 in counted_mistakes
    assert thinking.before_mistakes is not None
    assert thinking.before_mistakes < 10


def test_without_a_clock_nothing_was_measured(database: Database, anna: Player) -> None:
    record(database, tournament())
    thinking = Overview(gathered(database, anna)).thinking
    assert (thinking.games, thinking.mean, thinking.by_phase) == (0, None, {})


def test_without_games_there_is_nothing_to_tell(database: Database, anna: Player) -> None:
    overview = Overview(gathered(database, anna))
    assert (overview.games, overview.accuracy, overview.mistakes, overview.oversights) == ((), None, None, [])
    assert by_opening(overview.games) == by_opponent(overview.games) == []
