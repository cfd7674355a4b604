"""Openings that ask for a word are found by asking the rules, also those of a ruleset that nobody here knows."""

from __future__ import annotations

from dataclasses import replace

from game.core.line_game import AskChoice, Exchange, LineGame, PutStones
from game.plugins.registry import discover
from game.training.openings.decision_openings import word_openings
from tools.pilot.tiny_ruleset import TinyRuleset

RULESETS = discover().rulesets


def test_swap2_comes_first_and_openings_without_a_choice_are_left_out() -> None:
    found = list(word_openings(RULESETS["gomoku"]))
    assert [each.title for each in found] == ["Swap2", "Swap", "RIF", "Yamaguchi", "Soosyrv-8", "Taraguchi-10"]
    assert found[0].options["variant"] == "freestyle"


def test_an_opening_that_needs_another_option_brings_it_along() -> None:
    found = {each.title: each.options for each in word_openings(RULESETS["gomoku"])}
    assert found["RIF"]["variant"] == "renju"
    assert all(RULESETS["gomoku"].check_options(options) is None for options in found.values())


def test_a_word_before_any_stone_is_no_choice_of_sides() -> None:
    assert not list(word_openings(RULESETS["threestones"]))
    assert not list(word_openings(RULESETS["connect6"]))


class CakeGame(LineGame):
    """One stone, and the other seat may exchange the colours: the rule of the cake."""

    info = replace(RULESETS["six_in_a_row"].info, id="cake", title="Cake", choices=RULESETS["gomoku"].info.choices)

    def opening(self, options: object) -> PutStones:
        return PutStones("first stone", "b", "b", AskChoice("cake", "w", {"stay": None, "swap": Exchange(None)}))


def test_the_usual_game_of_a_drop_in_may_be_such_an_opening() -> None:
    (found,) = word_openings(CakeGame())
    assert found.title == "Cake"


def test_a_ruleset_that_is_no_line_game_is_asked_the_same_way() -> None:
    (found,) = word_openings(TinyRuleset())
    assert (found.title, found.options["opening"]) == ("Swap", "swap")
