"""A visit to the booth: what a first try is worth, the lanterns of the days, streaks, and which riddle comes next."""

import random
from datetime import UTC, date, datetime, timedelta

import pytest

from game.core.rating import Rating
from game.storage.database import Database
from game.training.daily_puzzle.collection import PuzzleCollection, next_near, next_of_run, of_theme, riddles_of, streak
from game.training.daily_puzzle.collection import puzzle_of as puzzle_of_day
from game.training.daily_puzzle.puzzle_calendar import calendar_of, solved_share_today
from game.training.daily_puzzle.visit import FIRST_RATING, Run, Visit, VisitStore, VisitTerms
from game.training.puzzles.puzzle import PuzzleTheme
from tests.training.daily_puzzle.booth import CATALOGUE, entries
from tools.pilot.scripted_opponent import ScriptedOpponent

DAY = date(2026, 11, 24)


@pytest.fixture
def keeper(tmp_path):
    database = Database(tmp_path / "fair.sqlite3")
    yield VisitStore(database, database.players.create("Ann"))
    database.file.close()


def visit(keeper, *drawn, **terms):
    left = iter(drawn)
    return Visit(VisitTerms(lambda: next(left, None), **terms), CATALOGUE.rulesets, ScriptedOpponent(), keeper)


def solve(found):
    riddle = found.attempt
    while not riddle.is_solved:
        riddle.play(*riddle.first_stones())
        if riddle.awaits_answer:
            riddle.answer()
    found.solved()


def rating(keeper):
    return keeper.database.puzzles.player_rating(keeper.player, "gomoku")


def test_a_riddle_solved_alone_lifts_the_player_and_lowers_the_riddle(keeper):
    entry = entries("gomoku")[10]
    solve(visit(keeper, entry))
    assert rating(keeper).elo > FIRST_RATING.elo
    assert rating(keeper).deviation < FIRST_RATING.deviation
    assert keeper.database.puzzles.rating("gomoku", entry.mark).elo < entry.rating


def test_a_wrong_turn_costs_and_solving_it_later_mends_nothing(keeper):
    found = visit(keeper, entries("gomoku")[10])
    found.failed()
    lost = rating(keeper)
    assert lost.elo < FIRST_RATING.elo
    solve(found)
    assert rating(keeper) == lost
    assert found.scores == [0.0]


def test_a_hint_makes_it_half_a_riddle(keeper):
    entry = entries("gomoku")[10]
    found = visit(keeper, entry)
    found.hint()
    solve(found)
    assert keeper.database.puzzles.scores(keeper.player, "gomoku") == {entry.mark: 0.5}


def test_only_the_first_try_of_a_riddle_is_rated(keeper):
    entry = entries("gomoku")[10]
    solve(visit(keeper, entry))
    after = rating(keeper)
    again = visit(keeper, entry)
    again.failed()
    assert rating(keeper) == after
    assert again.change == 0


def test_a_set_of_ones_own_changes_no_rating(keeper):
    solve(visit(keeper, entries("gomoku")[10], is_rated=False))
    assert rating(keeper) is None


def test_a_riddle_that_cannot_be_read_is_passed_over(keeper):
    good = entries("gomoku")[10]
    bad = type(good)("gomoku", "bad", good.theme, good.rating, good._head, "damaged")
    gone = type(good)("no_such_game", "gone", good.theme, good.rating, good._head, good._block)
    assert visit(keeper, bad, gone, good).entry is good
    assert visit(keeper, bad).attempt is None


def test_the_lantern_of_a_day_is_lit_by_solving_it_and_stays_lit(keeper):
    entry = entries("gomoku")[10]
    found = visit(keeper, entry, day=DAY)
    found.failed()
    assert not calendar_of(keeper.database.puzzles.daily_results(keeper.player)).is_solved(DAY, "gomoku")
    solve(found)
    lit = calendar_of(keeper.database.puzzles.daily_results(keeper.player))
    assert lit.is_solved(DAY, "gomoku")
    assert lit.score(DAY, "gomoku") == 0.0
    visit(keeper, entry, day=DAY).failed()
    assert calendar_of(keeper.database.puzzles.daily_results(keeper.player)).is_solved(DAY, "gomoku")


def test_the_menu_knows_how_much_of_today_is_lit(keeper):
    folders = CATALOGUE.folders()
    assert solved_share_today(keeper.database, folders, DAY) == 0
    solve(visit(keeper, entries("gomoku")[10], day=DAY))
    assert solved_share_today(keeper.database, folders, DAY) == 1 / len(PuzzleCollection(folders).games())
    assert solved_share_today(keeper.database, folders, DAY + timedelta(days=1)) == 0


def test_a_missed_day_breaks_a_streak_and_lighting_it_later_mends_it():
    week = [DAY - timedelta(days=number) for number in range(7)]
    assert streak(week, DAY) == 7
    assert streak(week[1:], DAY) == 6, "today is not over yet"
    assert streak([*week[:3], *week[4:]], DAY) == 3
    assert streak([], DAY) == 0


def test_the_days_that_can_be_mended_are_those_of_the_last_week(keeper):
    lit = calendar_of([])
    assert lit.missed(DAY, "gomoku") == DAY - timedelta(days=1)
    for number in range(1, 8):
        solve(visit(keeper, entries("gomoku")[10], day=DAY - timedelta(days=number)))
    assert calendar_of(keeper.database.puzzles.daily_results(keeper.player)).missed(DAY, "gomoku") is None


@pytest.mark.parametrize("name", ["gomoku", "connect6", "threestones", "six_in_a_row"])
def test_the_riddle_of_the_day_is_drawn_by_the_date_alone_and_none_comes_twice_before_all_came(name):
    known = entries(name)
    days = [DAY + timedelta(days=number) for number in range(365)]
    drawn = [puzzle_of_day(known, day).mark for day in days]
    assert drawn == [puzzle_of_day(list(reversed(known)), day).mark for day in days], "in whatever order files are read"
    for first in range(0, 365 - len(known) + 1):
        assert len(set(drawn[first : first + len(known)])) == len(known)
    assert len(set(drawn)) == min(365, len(known))


def test_the_next_riddle_is_near_the_rating_and_new():
    known, rng = entries("gomoku"), random.Random(1)
    seen = set()
    for _number in range(40):
        found = next_near(known, 1_200, seen, rng)
        assert found.mark not in seen
        assert abs(found.rating - 1_200) < 200
        seen.add(found.mark)
    assert next_near(known[:1], 1_200, {known[0].mark}, rng) is known[0], "when all are known, they come again"
    assert next_near([], 1_200, set(), rng) is None


def test_a_run_grows_harder():
    known, rng = entries("gomoku"), random.Random(1)
    ratings = [next_of_run(known, solved, set(), rng).rating for solved in range(12)]
    assert ratings[0] < 750
    assert ratings[-1] > 1_200


def test_only_riddles_of_the_chosen_theme_come():
    chosen = of_theme(entries("gomoku"), PuzzleTheme.DEFEND)
    assert chosen
    assert {entry.theme for entry in chosen} == {PuzzleTheme.DEFEND}


def test_a_wrong_turn_costs_time_and_the_time_runs_out():
    run = Run()
    run.miss()
    assert run.left == Run.SECONDS - Run.PENALTY
    run.tick(1_000)
    assert run.is_over
    assert run.left == 0


def test_a_puzzle_that_is_solved_when_the_time_is_over_does_not_count():
    run = Run()
    run.solve()
    run.tick(Run.SECONDS)
    run.solve()
    assert run.solved == 1


def test_a_run_repeats_no_puzzle_that_was_shown(keeper):
    known, rng = entries("threestones")[:5], random.Random(1)
    shown = {entry.mark for entry in known[:4]}
    assert next_of_run(known, 0, shown, rng) is known[4]
    assert next_of_run(known, 0, shown | {known[4].mark}, rng) is None


def test_puzzles_of_runs_are_remembered_by_player_and_ruleset(keeper):
    database, long_ago = keeper.database, datetime(2020, 1, 1, tzinfo=UTC)
    database.puzzles.note_run_puzzle(keeper.player, "gomoku", "one")
    database.puzzles.note_run_puzzle(keeper.player, "gomoku", "one")
    assert database.puzzles.recent_run_puzzles(keeper.player, "gomoku", long_ago) == {"one"}
    assert database.puzzles.recent_run_puzzles(keeper.player, "connect6", long_ago) == set()
    assert database.puzzles.recent_run_puzzles(keeper.player, "gomoku", datetime.now(UTC) + timedelta(hours=1)) == set()


def test_the_best_run_is_kept(keeper):
    assert keeper.database.puzzles.best_run(keeper.player, "gomoku") == 0
    for solved in (3, 9, 5):
        keeper.database.puzzles.save_run(keeper.player, "gomoku", solved)
    assert keeper.database.puzzles.best_run(keeper.player, "gomoku") == 9


def test_an_opponent_in_doubt_moves_a_rating_less():
    sure, unsure = Rating(1_000, 100).after(1_200, 1.0), Rating(1_000, 100).after(1_200, 1.0, 300)
    assert 1_000 < unsure.elo < sure.elo
    # Glickman's example: g(RD) of 300 is 0.7242.
    assert Rating(1_500, 200).expected(1_700, 300) == pytest.approx(0.303, abs=0.001)


def test_a_file_is_told_by_its_first_lines(tmp_path):
    path = tmp_path / "own.txt"
    path.write_text("no riddles", encoding="utf-8")
    assert riddles_of(path) is None
    assert riddles_of(tmp_path / "missing.txt") is None
    shipped = next((CATALOGUE.folder("gomoku") / "puzzles").glob("*.txt"))
    assert len(riddles_of(shipped)) >= 300
