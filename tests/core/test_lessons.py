"""Lessons as data: their turns, their goals, and what the conformance kit finds wrong with them."""

from dataclasses import replace

import pytest

from game.core.lessons import Lesson, any_turn, attempt_since, start_lesson, wins
from game.core.model import Choose, MarkKind, ParseError
from game.core.rules_card import Diagram, Section
from game.core.ruleset import PluginError
from game.plugins.conformance import ConformanceError, check_ruleset
from game.plugins.guard import guarded
from game.plugins.registry import discover
from game.plugins.teaching_check import teaching_flaws
from game.session.assist.texts import HelpView, sentences
from tools.pilot.tiny_ruleset import TinyRuleset

OURS = discover().rulesets
GOOD = Lesson("Goal", "Win.", ("e8",), wins, "Well.", "Again.", moves="h8 i9 g8 f7 f8 j9 i8 h10")


def gomoku_with(*lessons, sections=()):
    ruleset = type(OURS["gomoku"])()
    ruleset.info = replace(ruleset.info, introduction=lessons, rules_card=sections)
    return ruleset


def flaws(*lessons, **more):
    return list(teaching_flaws(gomoku_with(*lessons, **more)))


@pytest.mark.parametrize("name", list(OURS))
def test_our_rulesets_teach_what_they_promise(name):
    assert OURS[name].info.introduction
    assert OURS[name].info.rules_card
    assert list(teaching_flaws(OURS[name])) == []


@pytest.mark.parametrize(
    ("change", "flaw"),
    [
        ({"moves": "h8 h8"}, "the move 'h8' in the lesson 'Goal' is not allowed: There is already a stone on H8."),
        ({"moves": "h99"}, "there is no cell 'h99' on this 15x15 board"),
        ({"moves": "h8 a1 g8 a2 f8 a3 i8 a4 e8"}, "the game is over before the learner's turn"),
        ({"solutions": ()}, "it needs a solution that can be shown"),
        ({"solutions": ("a1",)}, "the solution 'a1' does not reach the goal"),
        ({"solutions": ("h8",)}, "the solution 'h8' cannot be played"),
        ({"goal": lambda attempt: True}, "every turn reaches its goal, so it teaches nothing"),
        ({"again": ""}, "it has no words for another try"),
        ({"words": ""}, "it needs a title, words"),
        ({"options": {"variant": "renju", "ban_33": True}}, "cannot be combined"),
    ],
)
def test_a_lesson_that_cannot_be_taught_is_found(change, flaw):
    found = flaws(replace(GOOD, **change), GOOD, GOOD, GOOD)
    assert any(flaw in each for each in found), found


def test_an_introduction_is_four_to_six_steps():
    assert flaws(GOOD, GOOD, GOOD, GOOD) == []
    assert "3 steps" in flaws(GOOD, GOOD, GOOD)[0]


def test_a_rules_card_names_cells_and_stones_of_the_game():
    wrong_cell = Section("A", "B", Diagram({"b": "h8 z9"}))
    wrong_stone = Section("A", "B", Diagram({"q": "h8"}))
    wrong_mark = Section("A", "B", Diagram({"b": "h8"}, ((MarkKind.LINE, "h88"),)))
    found = flaws(sections=(wrong_cell, wrong_stone, wrong_mark, Section("", "")))
    assert len(found) == 4


def test_the_conformance_kit_looks_at_introductions():
    with pytest.raises(ConformanceError, match="lesson 'Goal': the solution 'a1' does not reach the goal"):
        check_ruleset(gomoku_with(replace(GOOD, solutions=("a1",)), GOOD, GOOD, GOOD), package="rulesets.gomoku")


def test_a_turn_of_several_stones_is_judged_when_it_is_complete_and_a_word_at_once():
    connect6 = OURS["connect6"]
    match = start_lesson(connect6, Lesson("", "", (), any_turn, "", moves="j10"))
    match.play(next(connect6.legal_moves(match.state)))
    assert attempt_since(match, 1) is None
    match.play(next(connect6.legal_moves(match.state)))
    assert len(attempt_since(match, 1).moves) == 2
    swap = start_lesson(OURS["gomoku"], Lesson("", "", (), any_turn, "", "", "h8 i9 j6", {"opening": "swap2"}))
    swap.play(Choose("put2"))
    assert attempt_since(swap, 3).moves == (Choose("put2"),)


def test_a_lesson_that_does_not_fit_its_game_is_told_by_name():
    with pytest.raises(ParseError, match="nowhere"):
        start_lesson(OURS["gomoku"], Lesson("Lost", "", (), any_turn, "", moves="nowhere"))


def test_the_goal_of_a_plug_in_is_guarded():
    def fails(attempt):
        raise ValueError("oh")

    tiny = TinyRuleset()
    tiny.info = replace(tiny.info, introduction=(replace(GOOD, goal=fails),))
    with pytest.raises(PluginError, match="Tiny failed to judge a turn"):
        guarded(tiny).info.introduction[0].goal(None)


@pytest.mark.parametrize(("game", "row", "longer"), [("gomoku", "three", "four"), ("six_in_a_row", "four", "five")])
def test_a_lesson_and_help_mode_call_an_open_row_the_same_and_agree_on_what_stops_it(game, row, longer):
    ruleset = OURS[game]
    lesson = next(lesson for lesson in ruleset.info.introduction if lesson.title == f"Stop open {row}s")
    state = start_lesson(ruleset, lesson).state
    view = HelpView(ruleset.info, state, ruleset.threats(state), ruleset.attacks(state))
    (_, told), *_ = sentences(view, "w")
    assert told.startswith(f"White has an open {row}.")
    assert lesson.words.startswith(f"White has an open {row}.")
    assert f"an open {longer}" in lesson.words
    (attack,) = view.attacks
    assert {state.geometry.names[cell] for cell in attack.stops} == set(lesson.solutions)
