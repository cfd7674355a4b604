"""The boards of games of rows: larger than 22x22 and rectangular ones, and what the computer cannot do on them."""

import pytest

from game.core.geometry import rectangle, square
from game.core.model import ParseError, Place
from game.core.record.reader import read_tournament
from game.core.record.writer import write_tournament
from game.core.ruleset import complete_options, why_no_opponents
from game.core.tournament import Participant, Tournament
from game.engine.client.own_dialect import OWN, own_engine
from game.engine.server.rule_lookup import find_game
from game.library.formats.psq import write_psq
from game.library.formats.reading import open_bytes
from game.library.formats.sgf.writer import write_sgf
from game.network.sync.terms import contract_hash
from game.plugins.registry import discover
from tests.engine.test_foreign_opponents import game, question

RULESETS = discover().rulesets
GOMOKU = RULESETS["gomoku"]
GAMES_OF_ROWS = ("gomoku", "six_in_a_row", "connect6")


def board(ruleset_id, **given):
    ruleset = RULESETS[ruleset_id]
    geometry = ruleset.geometry(complete_options(ruleset.info, given))
    return geometry.columns, geometry.rows


@pytest.mark.parametrize("ruleset_id", GAMES_OF_ROWS)
def test_rows_are_as_many_as_columns_unless_they_are_named(ruleset_id):
    assert board(ruleset_id, size=26) == (26, 26)
    assert board(ruleset_id, size=15, rows=20) == (15, 20)
    assert board(ruleset_id, rows=26)[1] == 26


def test_options_name_the_rows_of_a_rectangle_only():
    assert "rows" not in complete_options(GOMOKU.info, {"size": 20, "rows": 20})
    assert complete_options(GOMOKU.info, {"size": 20, "rows": "15"})["rows"] == 15
    assert complete_options(RULESETS["connect6"].info, {"size": 19}) == {}
    with pytest.raises(ParseError, match="rows"):
        complete_options(GOMOKU.info, {"rows": 27})


def test_a_rectangle_has_star_points_and_a_square_is_the_same_board_as_before():
    assert rectangle(15, 15) is square(15)
    assert {rectangle(15, 20).names[cell] for cell in rectangle(15, 20).star_points} == {"d17", "l17", "d4", "l4"}


@pytest.mark.parametrize(
    ("ruleset_id", "given", "known"),
    [
        ("gomoku", {}, "da9440f2c1a8426ad4138df904954eb9"),
        ("gomoku", {"size": 22}, "a84a4a3e6206a5177dcfb2b3f3daef3d"),
        ("connect6", {}, "1f3d313cca9067194af2fd4cf2d1f6cc"),
        ("six_in_a_row", {}, "b540faaa15131a1931f6553949ab046b"),
    ],
)
def test_running_remote_games_of_earlier_versions_keep_their_contract(ruleset_id, given, known):
    ruleset = RULESETS[ruleset_id]
    assert contract_hash(ruleset, complete_options(ruleset.info, given)) == known


def test_an_opening_in_the_centre_needs_odd_columns_and_rows():
    options = complete_options(GOMOKU.info, {"opening": "pro", "rows": 20})
    refused = GOMOKU.check_options(options)
    assert refused is not None
    assert refused.code == "opening needs a middle"


@pytest.mark.parametrize("given", [{"size": 23}, {"size": 15, "rows": 20}])
@pytest.mark.parametrize("ruleset_id", GAMES_OF_ROWS)
def test_the_computer_says_why_it_does_not_play_on_such_a_board(ruleset_id, given):
    ruleset = RULESETS[ruleset_id]
    refused = why_no_opponents(ruleset, complete_options(ruleset.info, given))
    assert refused is not None
    assert refused.message.startswith("The computer plays and analyses on square boards up to 22x22 only")
    assert why_no_opponents(ruleset, complete_options(ruleset.info, {"size": 22})) is None


def test_our_engine_is_not_asked_about_such_a_board_and_offers_none():
    conversation = OWN.begin(own_engine(), RULESETS)
    with pytest.raises(ParseError, match="22x22"):
        conversation.ask(question(game(rows=20)))
    with pytest.raises(ParseError, match="26x26"):
        find_game(RULESETS.values(), {}, 26, None)


@pytest.mark.parametrize("given", [{"size": 26}, {"size": 15, "rows": 20}])
def test_a_save_keeps_its_board(given):
    tournament = Tournament(
        GOMOKU, complete_options(GOMOKU.info, given), (Participant("Ann"), Participant("Bo")), seed=1
    )
    tournament.start_game()
    last = len(GOMOKU.geometry(tournament.options)) - 1
    tournament.games[-1].match.play(Place(last, "b"))
    again = read_tournament(write_tournament(tournament), RULESETS)
    assert (again.options, again.games[-1].match.moves) == (tournament.options, (Place(last, "b"),))


@pytest.mark.parametrize(
    "content",
    [b"(;GM[4]SZ[15:20];B[aa];W[ot])", b"Piskvorky 15x20, 0:0, 0\n1,1,0\n15,20,0\n"],
    ids=["sgf", "psq"],
)
def test_files_of_a_rectangle_are_read_and_written(content):
    study = open_bytes(content, "x", RULESETS).studies[0]
    names = study.first_state.geometry.names
    assert [names[move.cell] for move in study.tree.moves_to(2)] == ["a20", "o1"]
    for write in (write_sgf, write_psq):
        again = open_bytes(write(study), "x", RULESETS).studies[0]
        assert (again.options, again.tree.moves_to(2)) == (study.options, study.tree.moves_to(2))


def test_a_file_is_another_game_on_an_unusual_board_only_if_it_says_so():
    after_five = b"(;GM[4]SZ[15];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea];W[eb];B[fa])"
    assert open_bytes(after_five, "x", RULESETS).studies[0].ruleset is GOMOKU
    named = after_five.replace(b"SZ[15]", b"SZ[15]RU[Connect6]")
    assert open_bytes(named, "x", RULESETS).studies[0].ruleset is RULESETS["connect6"]
