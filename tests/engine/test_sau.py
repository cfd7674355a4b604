"""The lines of the championship's platform, and which game they tell."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.geometry import square
from game.core.line_game import LineRule
from game.core.model import ParseError
from game.core.ruleset import complete_options
from game.engine.client.sau_dialect import SAU
from game.engine.protocol import sau
from game.engine.protocol.protocol import End, EngineCommand, Malformed, Unknown
from game.engine.server.rule_lookup import ConfiguredRuleset, find_championship_game
from game.plugins.registry import discover

RULESETS = discover().rulesets
CONNECT6 = RULESETS["connect6"]
POINTS = st.lists(st.tuples(st.integers(0, 18), st.integers(0, 18)), min_size=1, max_size=2)


def command(line: str) -> EngineCommand:
    (read,) = sau.read_commands([line])
    return read


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("name?", sau.WhoAreYou()),
        ("name", sau.WhoAreYou()),
        ("new black", sau.NewGame(0)),
        ("NEW  White ", sau.NewGame(1)),
        ("move JJ@@", sau.OtherTurn(("JJ",))),
        ("move JJ", sau.OtherTurn(("JJ",))),
        ("move iakS", sau.OtherTurn(("IA", "KS"))),
        ("error", sau.LastTurnRefused()),
        ("end", sau.GameEnded()),
        ("end black", sau.GameEnded()),
        ("quit", End()),
        ("play well", Unknown("play well")),
    ],
)
def test_a_line_of_the_platform_is_one_command(line, expected):
    assert command(line) == expected


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("new", "'' is no side (as in new black or new white)"),
        ("new green", "'green' is no side"),
        ("move", "'' is no turn (two letters a stone, as in move JJ@@ or move IIKK)"),
        ("move @@JJ", "'@@JJ' is no turn"),
        ("move J10", "'J10' is no turn"),
        ("move AABBCC", "'AABBCC' is no turn"),
        ("move " + "A" * 252, "a line has at most 256 bytes"),
        ("move " + "é" * 126, "a line has at most 256 bytes"),
    ],
)
def test_a_line_that_cannot_be_read_says_why(line, cause):
    read = command(line)
    assert isinstance(read, Malformed)
    assert cause in read.sentence


def test_empty_lines_say_nothing():
    assert list(sau.read_commands(["", "  ", "quit"])) == [End()]


@given(st.text(max_size=300))
def test_no_line_is_beyond_the_reader(line):
    assert len(list(sau.read_commands([line]))) <= 1


def test_the_first_letter_is_the_column_and_i_is_one_of_them():
    assert sau.format_stones([(0, 0), (8, 18)]) == "AAIS"
    assert sau.format_move([(9, 9)]) == "move JJ@@"


def test_rows_from_the_bottom_turn_only_the_second_letter():
    assert sau.format_stones([(0, 0), (8, 17)], from_bottom=True) == "ASIB"


@given(POINTS, st.booleans())
def test_stones_come_back_as_they_were_written(points, from_bottom):
    answer = sau.read_answer(f"move {sau.format_stones(points, from_bottom=from_bottom):@<4}")
    words = sau.split_stones(answer)
    assert [sau.read_point(word, from_bottom=from_bottom) for word in words] == points


@pytest.mark.parametrize(
    ("line", "letters"),
    [
        ("move JJKK", "JJKK"),
        ("move JJ", "JJ"),
        ("We loss!move JJKK", "JJKK"),
        ("move XXXX   - tell the engine that the opponent take the move XXXX,", None),
        ("- the engine will search the move for next step.", None),
        ("remove JJKK", None),
        ("move jjkk", None),
        ("move JJK", None),
    ],
)
def test_an_answer_is_told_from_an_engines_talk(line, letters):
    assert sau.read_answer(line) == letters


@given(st.text(max_size=600))
def test_a_sentence_of_ours_fits_into_a_line_with_its_end(sentence):
    line = sau.format_error(sentence)
    assert len(f"{line}\n".encode()) <= sau.LONGEST_LINE
    assert "\n" not in line


# The game


def made_of(**rule):
    """The real game with another rule or board."""
    other = type("Other", (type(CONNECT6),), rule)()
    other.info = replace(CONNECT6.info, id="other")
    return other


def test_of_our_games_the_lines_tell_one_only():
    told = [r for r in RULESETS.values() if SAU.expresses(r, complete_options(r.info, {}))]
    assert told == [CONNECT6]
    assert find_championship_game(RULESETS.values()) == ConfiguredRuleset(CONNECT6, {})


@pytest.mark.parametrize(
    "different",
    [
        {"geometry": lambda _ruleset, _options: square(15)},
        {"line_rule": LineRule(length=5, stones_a_turn=2)},
        {"line_rule": LineRule(length=7, stones_a_turn=2)},
        {"line_rule": LineRule(length=6)},
        {"line_rule": LineRule(length=6, stones_a_turn=2, stones_first_turn=2)},
        {"line_rule": LineRule(length=6, stones_a_turn=3)},
    ],
)
def test_a_game_of_another_shape_is_not_taken_for_it(different):
    assert not SAU.expresses(made_of(**different), {})
    assert SAU.expresses(made_of(), {})


def test_without_such_a_game_a_sentence_says_so():
    with pytest.raises(ParseError, match="no game here with two stones a turn"):
        find_championship_game([])
