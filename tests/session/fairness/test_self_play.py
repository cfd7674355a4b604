"""The games of a report: played by levels against themselves, logged, and continued after a stop."""

import json

import pytest

from game.core.model import ParseError
from game.plugins.sheet_files import SheetFolders
from game.session.fairness import self_play
from game.session.fairness.report import read_report, report_lines, report_text
from game.session.fairness.self_play import WantedGames, log_path, logged_games, play_missing, played_games
from game.session.matches.arena_game import catalogue
from tests.tools.arenas import FirstFree, record

LEVEL = "sheet_light"
TINY = SheetFolders(None).find("tic_tac_toe")
PENTE = SheetFolders(None).find("five_with_captures")
assert TINY is not None
assert PENTE is not None


@pytest.fixture(autouse=True)
def opponents(own_home, monkeypatch):
    """Opponents in this process instead of engines; all that were opened."""
    opened = []

    def open_opponent(*_arguments):
        opened.append(FirstFree())
        return opened[-1]

    monkeypatch.setattr(self_play, "open_opponent", open_opponent)
    return opened


def wanted(games, sheet=TINY, levels=(LEVEL,)):
    return WantedGames(sheet, levels, games)


def played(*plies, winner=None, movers=(), moves=(), **more):
    return record(1, (0, 1), winner, movers=movers, moves=moves, evaluations=plies, **more)


def test_all_games_are_played_by_one_engine_and_counted(opponents):
    told = list(play_missing(wanted(3, levels=(LEVEL, "sheet_solid"))))
    assert told == [(done, 6) for done in range(7)]
    assert len(opponents) == 1
    assert opponents[0].closed
    assert [game.number for game in logged_games(TINY, "sheet_solid", 9).records] == [1, 2, 3]


@pytest.mark.parametrize(
    ("key", "turns"), [("tic_tac_toe", 0), ("gomoku", 4), ("four_in_a_column", 4), ("connect6", 2), ("six_with_pie", 0)]
)
def test_the_first_stones_are_varied_for_both_sides(key, turns):
    sheet = SheetFolders(None).find(key)
    assert sheet is not None
    assert self_play._opening_turns(sheet.rules) == turns


def test_a_report_that_was_stopped_goes_on_with_the_missing_games():
    games = play_missing(wanted(4))
    assert [next(games) for _ in range(3)][-1] == (2, 4)
    games.close()
    assert list(play_missing(wanted(4))) == [(2, 4), (3, 4), (4, 4)]
    assert [game.number for game in logged_games(TINY, LEVEL, 4).records] == [1, 2, 3, 4]


def test_a_line_that_a_kill_cut_off_is_played_again(capsys):
    list(play_missing(wanted(2)))
    path = log_path(TINY, LEVEL)
    path.write_bytes(path.read_bytes()[:-40])
    assert list(play_missing(wanted(2))) == [(1, 2), (2, 2)]
    assert len(logged_games(TINY, LEVEL, 2).records) == 2


def test_two_runs_do_not_write_the_same_log():
    games = play_missing(wanted(2))
    next(games)
    next(games)
    with pytest.raises(ParseError, match="another report is writing this just now"):
        next(play_missing(wanted(2)))
    games.close()


def test_fewer_games_than_were_played_are_reported_as_wanted():
    list(play_missing(wanted(3)))
    report = read_report(TINY, (LEVEL,), 2)
    assert (report.done, report.total) == (2, 2)


def test_scores_are_from_the_view_of_the_first_player():
    game = played(300, -300, 300, winner=0, movers=(0, 1, 0), moves=("a1", "b1", "c1"))
    (found,) = played_games(TINY.rules, [game])
    assert found.turns == 3
    assert found.chances == pytest.approx((0.731, 0.731, 0.731), abs=1e-3)


def test_the_score_of_a_turn_is_that_of_its_first_stone():
    game = played(0, 300, None, winner=1, movers=(0, 1, 1), moves=("a1", "b1", "c1"))
    (found,) = played_games(TINY.rules, [game])
    assert (found.turns, len(found.chances)) == (2, 2)


def test_scores_of_the_choices_of_an_opening_do_not_count():
    game = played(900, 900, 0, winner=1, movers=(0, 1, 0), moves=("a1", "swap", "c1"))
    (found,) = played_games(TINY.rules, [game])
    assert found.chances == (0.5,)


def test_a_game_in_which_the_engine_failed_is_not_measured():
    failed = played(winner=1, movers=(0,), moves=("a1",), termination="forfeit", forfeit="crash")
    assert played_games(TINY.rules, [failed]) == []


def test_a_game_with_captures_that_does_not_end_is_told_apart_from_a_draw():
    stones, movers = ("a1",) * 722, (0, 1) * 361
    long = played(movers=movers, moves=stones, termination="agreed draw")
    short = played(movers=movers[:8], moves=stones[:8], termination="agreed draw")
    assert [game.is_finished for game in played_games(PENTE.rules, [long, short])] == [False, True]


def test_a_game_with_captures_is_not_called_off_because_all_lines_are_stopped(opponents):
    # Captures may open lines again; the first free cells fill the board of this sheet with mixed lines.
    catalogue(None)
    list(play_missing(wanted(1, PENTE)))
    (game,) = logged_games(PENTE, LEVEL, 1).records
    assert game.termination != "agreed draw"


def test_the_report_as_json_has_every_measure_of_every_level():
    list(play_missing(wanted(3)))
    fields = json.loads(report_text(read_report(TINY, (LEVEL,), 3)))
    assert set(fields) == {"sheet", "title", "planned", "never_won", "levels", "warnings"}
    (level,) = fields["levels"]
    counts = {"games", "first_wins", "second_wins", "draws", "unfinished", "failures"}
    shares = {"first_share", "draw_share"}
    means = {"turns", "spread", "decisiveness", "lead_changes", "lead_change_rate", "drama"}
    assert set(level) == {"level"} | counts | shares | means
    assert level["games"] == 3
    assert set(level["first_share"]) == {"value", "low", "high"}


def test_the_report_as_text_has_a_sentence_for_each_measure():
    list(play_missing(wanted(3)))
    lines = list(report_lines(read_report(TINY, (LEVEL,), 3)))
    assert lines[0] == f"Three in a row ({TINY.id})"
    assert "  0 % of the games are draws." in lines
