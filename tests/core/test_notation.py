"""Reports written in our notation and read back."""

from dataclasses import fields

from game.core.model import Place
from game.core.notation import Remark, format_report, playable_moves
from game.core.ruleset import Info
from tools.pilot.tiny_ruleset import TinyRuleset

GAME = TinyRuleset()
STATE = GAME.setup({"size": 4, "per_turn": 1, "opening": "free", "scored": False, "picker": "toss"}, 0).state
NAMES = STATE.geometry.names


def test_a_report_says_the_same_in_words():
    info = Info(3, 1.5, 40, (Place(0, "b"), Place(5, "w")), "Fine.", 9, 2)
    remark = format_report(GAME.info, STATE.geometry, info)
    assert remark == Remark(3, 1.5, 40, (NAMES[0], NAMES[5]), "Fine.", 9, 2)
    assert [field.name for field in fields(remark)] == [field.name for field in fields(info)]


def test_a_variation_is_read_back_as_far_as_it_can_be_played():
    words = (NAMES[0], NAMES[5], NAMES[0], NAMES[6])
    read = list(playable_moves(GAME, STATE, words))
    assert [move for move, _ in read] == [Place(0, "b"), Place(5, "w")]
    assert read[-1][1].board[5] == "w"
    assert list(playable_moves(GAME, STATE, ("nonsense", NAMES[0]))) == []


def test_a_report_as_plug_ins_have_always_written_it_is_still_one():
    info = Info(depth=1, score=5, variation=(Place(0, "b"),), note="Why not.")
    assert isinstance(info, Info)
    assert info == Info(1, 5.0, 0, (Place(0, "b"),), "Why not.", 0, 1)
    assert Info() == Info(depth=0, rank=1)
