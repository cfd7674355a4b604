"""Forbidden points: double three, double four and overline, in renju and as single bans."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.core.model import MarkKind, Place
from rulesets.gomoku import RULESET as GOMOKU
from tools.engine.line_positions import after, drawn, marked, options_of

#: Positions with their exact sets of forbidden points, from a strong engine's own check.
POSITIONS = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "data" / "renju_forbidden.jsonl").read_text().splitlines()
]

DOUBLE_THREE = "- - - ---bb - --b --b"
DOUBLE_FOUR = "- wbbb- ----b ----b ----b ----w"


def forbidden(rows, colour="b", **options):
    return marked(GOMOKU, drawn(GOMOKU, rows, colour, **options), MarkKind.FORBIDDEN)


def refusal(rows, name, **options):
    state = drawn(GOMOKU, rows, "b", **options)
    return GOMOKU.check(state, Place(state.geometry.cell(name), "b"))


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["setup"]["b"][0])
def test_renju_marks_exactly_the_forbidden_points(position):
    options = options_of(GOMOKU, **position["options"])
    geometry = GOMOKU.geometry(options)
    stones = {geometry.cell(name): colour for colour, names in position["setup"].items() for name in names}
    state = GOMOKU.arrange(options, stones, position["to_move"])
    assert marked(GOMOKU, state, MarkKind.FORBIDDEN) == set(position["forbidden"])


@pytest.mark.parametrize("options", [{"variant": "renju"}, {"ban_33": True}, {"variant": "standard", "ban_33": True}])
def test_a_double_three_is_refused_where_it_is_banned(options):
    assert "c12" in forbidden(DOUBLE_THREE, **options)
    refused = refusal(DOUBLE_THREE, "c12", **options)
    assert refused is not None
    assert refused.code == "double three"
    assert refused.message == "Black may not make two open threes at once (double three) at C12."


@pytest.mark.parametrize("options", [{}, {"variant": "caro"}, {"ban_44": True}])
def test_a_double_three_is_fine_where_it_is_not_banned(options):
    assert forbidden(DOUBLE_THREE, **options) == set()


@pytest.mark.parametrize("options", [{"variant": "renju"}, {"ban_44": True}, {"variant": "caro", "ban_44": True}])
def test_a_double_four_is_refused_where_it_is_banned(options):
    refused = refusal(DOUBLE_FOUR, "e14", **options)
    assert refused is not None
    assert refused.message == "Black may not make two fours at once (double four) at E14."


@pytest.mark.parametrize("options", [{"variant": "renju"}, {"ban_33": True}])
def test_white_is_free(options):
    white = DOUBLE_THREE.replace("b", "w")
    assert forbidden(white, colour="w", **options) == set()


def test_two_fours_in_one_line_are_a_double_four():
    refused = refusal("- -b-b-b-b", "e14", variant="renju")
    assert refused is not None
    assert refused.code == "double four"
    assert refusal("- -b-b-b", "e14", variant="renju") is None


def test_an_open_four_is_one_four():
    assert refusal("- - --bbb", "f13", variant="renju") is None


def test_five_comes_before_every_ban():
    rows = "- bbbb- - - ----b ----b ----b"
    assert refusal(rows, "e14", variant="renju") is None
    state = after(GOMOKU, drawn(GOMOKU, rows, "b", variant="renju"), "e14")
    assert GOMOKU.outcome(state) is not None


def test_six_count_as_a_win_before_a_ban_where_they_win():
    rows = "- bbb-bb - ---b ---b ---b"
    assert refusal(rows, "d14", ban_44=True) is None
    refused = refusal(rows, "d14", variant="renju")
    assert refused is not None
    assert refused.code == "overline"


def test_a_three_with_no_room_for_an_open_four_does_not_count():
    assert forbidden("- - - w--bb-w - --b --b", variant="renju") == set()


def test_forbidden_points_are_marked_only_while_black_is_on_turn():
    assert forbidden(DOUBLE_THREE, colour="w", variant="renju") == set()
