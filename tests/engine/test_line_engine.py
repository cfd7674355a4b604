"""The engine that the contract gives to plug-ins: what it plays, and the sentence for what it does not know."""

import pytest

from game.core.geometry import octagon, rectangle, square
from game.core.line_game import LineGame, LineRule
from game.core.model import Place
from game.core.ruleset import Info, Level, Limits, PluginError, RulesetInfo, Stone, WinMeans
from game.line_engine import LineEngine


class Rows(LineGame):
    """A game of rows on a given board."""

    info = RulesetInfo(
        id="rows",
        title="Rows",
        pitch="",
        stones=(Stone("b", "Black", "black"), Stone("w", "White", "white")),
        colours=("b", "w"),
        options=(),
        levels=(Level("engine", "Engine", "", ".engine", compiled=True),),
        hint_level="engine",
        accent="#ffffff",
        accent2="#ffffff",
    )

    def __init__(self, board, **rule):
        self.board, self.line_rule = board, LineRule(**rule)


def state_after(game, *moves):
    state = game.setup({}, 0).state
    for name in moves:
        state = game.apply(state, Place(state.geometry.cell(name), state.colour)).state
    return state


def answer(engine, state):
    thinking = engine.think(state, Limits(5.0, nodes=500, seed=1))
    while True:
        try:
            assert isinstance(next(thinking), Info)
        except StopIteration as end:
            return state.geometry.names[end.value.cell]


@pytest.mark.parametrize(
    ("size", "rule", "moves", "best"),
    [
        (7, {"length": 4}, "d4 a1 e4 a7 f4 c4", {"g4"}),
        (3, {"length": 3}, "a1 b1 a2 b3", {"a3"}),
        (9, {"length": 6}, "c5 a1 d5 a2 e5 a3 f5 a4 g5 b5", {"h5"}),
    ],
)
@pytest.mark.usefixtures("own_home")
def test_a_plug_in_gets_an_engine_for_rows_of_other_lengths(size, rule, moves, best):
    game = Rows(square(size), **rule)
    assert answer(LineEngine(__name__, game), state_after(game, *moves.split())) in best


@pytest.mark.usefixtures("own_home")
def test_a_plug_in_gets_a_prover():
    game = Rows(square(9), length=4)
    proof = LineEngine(__name__, game).prove(state_after(game, "e5", "a1", "f5", "a9"), Limits(2.0))
    assert proof.means in (WinMeans.FOURS, WinMeans.THREES)
    assert proof.moves


@pytest.mark.parametrize(
    ("board", "rule", "why"),
    [
        (rectangle(7, 6), {"length": 4}, "square boards of up to 22x22 without holes"),
        (rectangle(6, 7), {"length": 4}, "square boards of up to 22x22 without holes"),
        (octagon(10, 3), {"length": 4}, "square boards of up to 22x22 without holes"),
        (square(23), {"length": 5}, "square boards of up to 22x22 without holes"),
        (square(9), {"length": 5, "stones_a_turn": 2}, "one stone a turn"),
        (square(9), {"length": 6, "overline_wins": ""}, "of six if a longer row wins, too"),
        (square(9), {"length": 7}, "rows of three to five stones"),
    ],
)
def test_a_game_that_the_engine_does_not_know_is_told_before_its_first_move(board, rule, why):
    with pytest.raises(PluginError, match=why):
        LineEngine(__name__, Rows(board, **rule))


class OnAnyBoard(Rows):
    """A game whose board depends on the options."""

    def geometry(self, options):
        return rectangle(7, 6) if options.get("is_wide") else square(7)


def test_options_that_the_engine_does_not_know_have_no_opponents():
    game = OnAnyBoard(square(7), length=4)
    engine = LineEngine(__name__, game)
    assert engine.why_not({}) is None
    assert "square boards" in engine.why_not({"is_wide": True}).message
    with pytest.raises(PluginError, match="square boards"):
        next(engine.think(game.setup({"is_wide": True}, 0).state, Limits(1.0)))
