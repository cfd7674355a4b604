"""The weaknesses of a game by its measures, and the changes that they suggest."""

from dataclasses import replace

import pytest

from game.session.fairness.measures import MeasuredGame, measure
from game.session.fairness.suggestions import weaknesses_of
from game.sheets.contradictions import contradiction
from game.sheets.sheet import (
    BoardSection,
    BoardShape,
    CaptureSection,
    LineSection,
    PlaceSection,
    SheetOpening,
    SheetRules,
    TurnSection,
    Where,
)

GOMOKU = SheetRules()
TINY = SheetRules(board=BoardSection(columns=3, rows=3), line=LineSection(length=4))


def results(first: int, second: int, draws: int = 0, turns: int = 40, unfinished: int = 0):
    winners = [0] * first + [1] * second + [None] * draws
    games = [MeasuredGame(winner, turns, ()) for winner in winners]
    return measure(games + [MeasuredGame(None, turns, (), is_finished=False)] * unfinished)


def test_an_even_game_has_no_faults():
    assert weaknesses_of(GOMOKU, results(52, 48)) == ()


def test_a_first_player_who_wins_too_often_suggests_openings_that_are_fair():
    (weakness,) = weaknesses_of(GOMOKU, results(81, 19))
    assert weakness.sentence == "The first player wins 81 %: try swap2 or a pie rule."
    pie, swap2, two = (each.apply(GOMOKU) for each in weakness.suggestions)
    assert (pie.turn.opening, swap2.turn.opening) == (SheetOpening.PIE, SheetOpening.SWAP2)
    assert (two.turn.first, two.turn.stones) == (1, 2)


def test_nothing_is_said_before_it_is_certain():
    assert weaknesses_of(GOMOKU, results(7, 3)) == ()
    assert weaknesses_of(GOMOKU, results(5, 0)) == ()


def test_an_opening_that_the_rules_cannot_have_is_not_suggested():
    connect = replace(GOMOKU, turn=TurnSection(stones=2))
    (weakness,) = weaknesses_of(connect, results(90, 10))
    assert [each.id for each in weakness.suggestions] == ["pie"]
    assert weakness.sentence == "The first player wins 90 %: try a pie rule."


def test_a_second_player_who_wins_too_often_suggests_more_stones_at_first():
    connect = replace(GOMOKU, turn=TurnSection(stones=3))
    (weakness,) = weaknesses_of(connect, results(10, 90))
    assert [each.id for each in weakness.suggestions] == ["pie", "more_at_first"]
    assert weakness.suggestions[1].apply(connect).turn.first == 2


def test_a_game_that_cannot_be_won_is_told_without_any_game():
    (weakness,) = weaknesses_of(TINY, measure([]))
    assert weakness.sentence == "No row of 4 cells fits on the board. So nobody can ever win this game."
    shorter, larger = (each.apply(TINY) for each in weakness.suggestions)
    assert (shorter.line.length, larger.board.columns, larger.board.rows) == (3, 5, 5)


def test_a_game_that_nobody_won_is_told():
    rules = replace(GOMOKU, line=LineSection(length=9))
    (weakness,) = weaknesses_of(rules, results(0, 0, draws=40))
    assert weakness.sentence == "Nobody ever won: a row of 9 is too easy to stop on this board."
    assert weakness.suggestions[0].apply(rules).line.length == 8


def test_games_without_an_end_suggest_a_number_of_turns():
    rules = replace(GOMOKU, capture=CaptureSection(runs=(2,), wins=10))
    (weakness,) = weaknesses_of(rules, results(20, 20, unfinished=10))
    assert weakness.sentence == "20 % of the games did not end: set a number of turns."
    assert weakness.suggestions[0].apply(rules).end.turns == 225


@pytest.mark.parametrize(
    "board",
    [
        BoardSection(),
        BoardSection(columns=26, rows=26),
        BoardSection(shape=BoardShape.HEXAGON, side=13),
        BoardSection(shape=BoardShape.OCTAGON),
        BoardSection(columns=7, rows=6),
    ],
)
@pytest.mark.parametrize("found", [results(90, 10), results(10, 90), results(0, 0, 40), results(9, 1, 60, turns=8)])
def test_every_suggestion_makes_a_game_that_is_possible_and_other(board, found):
    places = (Where.ANYWHERE, Where.DROP)
    for rules in (SheetRules(board=board, place=PlaceSection(where=where)) for where in places):
        for weakness in weaknesses_of(rules, found):
            for suggestion in weakness.suggestions:
                assert contradiction(suggestion.apply(rules)) is None
                assert suggestion.apply(rules) != rules
