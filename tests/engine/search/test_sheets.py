"""The search of rule sheets: its position plays as the ruleset of the sheet does, and it finds what is forced."""

import random
from functools import cache

import pytest

from game.core.geometry import Wrap
from game.core.model import EMPTY, Choose, Place
from game.core.ruleset import Level, Limits
from game.engine.search.sheets.engine import SheetEngine
from game.engine.search.sheets.making import make, take_back
from game.engine.search.sheets.position import MOVE_KINDS
from game.engine.search.sheets.search import list_all
from game.engine.search.sheets.tables import DRAWN, RUNNING
from game.engine.search.sheets.thinker import _engine_of as engine_of
from game.engine.search.sheets.thinker import prove, think, warm
from game.engine.search.task import WON
from game.sheets.game import SheetGame
from game.sheets.levels import LEVELS
from game.sheets.players import look_ahead
from game.sheets.sheet import (
    BoardSection,
    BoardShape,
    CaptureSection,
    Directions,
    Effect,
    EndSection,
    Forbidden,
    Full,
    LineSection,
    Look,
    PlaceSection,
    Sheet,
    SheetOpening,
    SheetRules,
    StoneKind,
    StoneSide,
    TurnSection,
    Where,
    Winner,
)

_SHARED = (
    StoneKind("b", "Cross", "black", StoneSide.FIRST, shared=True),
    StoneKind("w", "Ring", "white", StoneSide.SECOND, shared=True),
)
_WILD = (
    StoneKind("b", "Black", "black", StoneSide.FIRST, hand=8),
    StoneKind("w", "White", "white", StoneSide.SECOND, hand=8),
    StoneKind("m", "Wild", "miller", StoneSide.BOTH, wild=True, hand=4),
)
_WINS, _NOTHING, _LOSES = Effect.WINS, Effect.NOTHING, Effect.LOSES
_CONNECT_FOUR = SheetRules(board=BoardSection(columns=7, rows=6), line=LineSection(4), place=PlaceSection(Where.DROP))
_YAVALATH = SheetRules(board=BoardSection(BoardShape.HEXAGON, side=5), line=LineSection(4, loses=3))
_PENTE = SheetRules(board=BoardSection(columns=9, rows=9), line=LineSection(5), capture=CaptureSection((2,), 10))
_ORDER = SheetRules(
    board=BoardSection(columns=6, rows=6),
    stones=_SHARED,
    line=LineSection(5, winner=Winner.FIRST),
    end=EndSection(Full.SECOND),
)

_SHEETS = {
    "freestyle": SheetRules(),
    "blocked and overlines": SheetRules(
        board=BoardSection(columns=9, rows=9), line=LineSection(4, (_NOTHING, _LOSES), blocked=True)
    ),
    "two stones a turn": SheetRules(board=BoardSection(columns=9, rows=9), line=LineSection(5), turn=TurnSection(1, 2)),
    "gravity": _CONNECT_FOUR,
    "two stones that fall": SheetRules(
        board=BoardSection(columns=6, rows=5),
        line=LineSection(4),
        turn=TurnSection(1, 2),
        place=PlaceSection(Where.DROP),
    ),
    "captures": _PENTE,
    "lines that survive": SheetRules(
        board=BoardSection(columns=6, rows=6, wrap=Wrap.TORUS),
        line=LineSection(4),
        turn=TurnSection(1, 2),
        capture=CaptureSection((1, 2), 8, survive=True),
    ),
    "hexagon": _YAVALATH,
    "torus": SheetRules(board=BoardSection(columns=6, rows=5, wrap=Wrap.TORUS), line=LineSection(5, (_NOTHING, _WINS))),
    "order and chaos": _ORDER,
    "points": SheetRules(
        board=BoardSection(BoardShape.OCTAGON, columns=8, cut=2, look=Look.POND),
        stones=_WILD,
        line=LineSection(3, points=True),
        place=PlaceSection(Where.CROSS),
    ),
    "points and captures": SheetRules(
        board=BoardSection(columns=7, rows=7),
        line=LineSection(3, points=True),
        capture=CaptureSection((2,), 6),
        end=EndSection(turns=40),
    ),
    "wild": SheetRules(
        board=BoardSection(columns=7, rows=7), stones=_WILD, line=LineSection(4), end=EndSection(Full.FIRST, 20)
    ),
    "mover wins": SheetRules(
        board=BoardSection(columns=5, rows=5),
        stones=_SHARED,
        line=LineSection(4, winner=Winner.MOVER),
        place=PlaceSection(Where.BESIDE),
    ),
    "diagonals": SheetRules(
        board=BoardSection(columns=7, rows=7, wrap=Wrap.COLUMNS),
        line=LineSection(4, directions=Directions.DIAGONAL),
        capture=CaptureSection((1,), 6),
    ),
}

#: Fields that must be as before when all moves were taken back.
_RESTORED = (
    *("stones", "state", "number", "sums", "lone", "height", "score", "hash", "captured", "points", "hands"),
    "turn_side",
)


@cache
def _game(rules):
    return SheetGame(Sheet("sheet", "Sheet", "", rules), (Level("none", "None", "", ""),))


def _play(rules, names):
    """Return the position after stones of the usual kinds on these cells."""
    game = _game(rules)
    state = game.setup({}, 0).state
    for name in names.split():
        state = game.apply(state, Place(game.board.cell(name), state.colour)).state
    return state


def _thought(state, **settings):
    thinking = think(state, Limits(seconds=20.0, seed=1), **settings)
    score = 0.0
    while True:
        try:
            score = next(thinking).score
        except StopIteration as end:
            return end.value, score


def _found(rules, names, nodes=20_000):
    """Return the name of the cell that the search chooses, and its score."""
    move, score = _thought(_play(rules, names), nodes=nodes)
    return _game(rules).board.names[move.cell], score


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    for _step in warm():
        pass


def _facts(state, game):
    """Return what the search must know of a position: board, side to move, stones left, captures and points."""
    order = game.info.colours
    seat = order.index(state.colour)
    return state.board, seat, state.placements_left, state.turns, *(state.captured.get(c, 0) for c in order)


def _own_facts(position, rules, cells):
    letters = [EMPTY, *(kind.letter for kind in rules.stones)]
    stones = tuple(letters[stone] for stone in position["stones"][:cells].tolist())
    turn = (int(position[name]) for name in ("turn_side", "left", "turns"))
    return stones, *turn, *position["captured"].tolist()


@pytest.mark.parametrize("name", _SHEETS)
def test_position_follows_the_ruleset_and_takes_everything_back(name):
    rules, game = _SHEETS[name], _game(_SHEETS[name])
    letters, engine = [kind.letter for kind in rules.stones], SheetEngine(rules, game.board, memory_bits=10)
    thread = engine._search_threads[0]
    position, tables = thread.position[0], thread.tables[0]
    for seed in range(4):
        dice, state = random.Random(seed), game.setup({}, 0).state
        engine.set_state(state, range(len(game.board)))
        position["is_filtered"] = 0
        before, made = thread.position.copy(), 0
        while game.outcome(state) is None and made < 120:
            assert _own_facts(position, rules, len(game.board)) == _facts(state, game)
            moves = list(game.legal_moves(state))
            listed = position["listed"][: list_all(position, tables)].tolist()
            named = {(move // MOVE_KINDS, letters[move % MOVE_KINDS]) for move in listed}
            assert named == {(move.cell, move.stone) for move in moves}
            move = dice.choice(moves)
            state = game.apply(state, move).state
            make(position, tables, move.cell * MOVE_KINDS + letters.index(move.stone))
            made += 1
        outcome = game.outcome(state)
        winner = None if outcome is None else outcome.winner
        results = {None: DRAWN, 0: 1, 1: 2}
        assert int(position["result"]) == (RUNNING if outcome is None else results[winner])
        if rules.line.points:
            assert position["points"].tolist() == [state.scores[colour] for colour in game.info.colours]
        for _ in range(made):
            take_back(position, tables)
        for field in _RESTORED:
            assert (thread.position[field] == before[field]).all(), field


@pytest.mark.parametrize("name", ["lines that survive", "points", "captures", "order and chaos"])
def test_a_position_that_is_set_up_is_the_one_that_was_played(name):
    rules, game = _SHEETS[name], _game(_SHEETS[name])
    letters = [kind.letter for kind in rules.stones]
    played, fresh = (SheetEngine(rules, game.board, memory_bits=10) for _ in range(2))
    dice, state = random.Random(3), game.setup({}, 0).state
    played.set_state(state, range(len(game.board)))
    for _ in range(12):
        move = dice.choice(list(game.legal_moves(state)))
        after = game.apply(state, move).state
        if game.outcome(after) is None:
            state = after
            make(played.position, played._tables[0], move.cell * MOVE_KINDS + letters.index(move.stone))
    fresh.set_state(state, range(len(game.board)))
    for field in ("stones", "state", "score", "hash", "hands", "points", "captured", "last", "pending"):
        assert (played.position[field] == fresh.position[field]).all(), field


@pytest.mark.parametrize(
    ("rules", "moves", "cells"),
    [
        (SheetRules(), "h8 a1 h9 c1 h10 e1 h11 g1", {"h7", "h12"}),
        (_CONNECT_FOUR, "a1 b1 a2 b2 a3 b3", {"a4"}),
        (_YAVALATH, "e5 a5 f5 b5 h5 c4", {"g5"}),
        (_PENTE, "e5 a1 e6 c1 e7 a9 e8 g1", {"e4", "e9"}),
        (
            SheetRules(board=BoardSection(columns=9, rows=9), line=LineSection(5), turn=TurnSection(1, 2)),
            "e5 a1 a9 e6 e7 i1 i9",
            {"e4", "e8", "e3", "e9"},
        ),
        (_ORDER, "b3 a1 c3 a2 d3 a6", {"e3", "a3", "f3"}),
    ],
)
def test_wins_within_a_turn(rules, moves, cells):
    name, score = _found(rules, moves, nodes=3_000)
    assert name in cells
    assert score > WON


def test_captures_win_at_once():
    rules = SheetRules(board=BoardSection(columns=9, rows=9), line=LineSection(5), capture=CaptureSection((2,), 2))
    assert _found(rules, "a1 e5 c1 e6 e4 i9") == ("e7", 29_999)


@pytest.mark.parametrize(
    ("rules", "moves", "cell"),
    [
        (SheetRules(), "h7 h8 a1 h9 c1 h10 e1 h11", "h12"),
        (_CONNECT_FOUR, "a1 d1 a2 d2 a3", "a4"),
        (_YAVALATH, "e5 a5 f5 b5 h5", "g5"),
    ],
)
def test_stops_a_win(rules, moves, cell):
    assert _found(rules, moves)[0] == cell


def test_finds_a_four_three():
    # A stone on h10 makes a closed four in the column and an open three in the diagonal.
    name, score = _found(SheetRules(), "h7 h6 h8 a1 h9 a15 g9 o15 f8 o1", nodes=50_000)
    assert score > WON
    assert name in {"h10", "h11", "e7", "i11"}


def test_does_not_make_three_that_loses():
    state = _play(_YAVALATH, "e5 a5 f5 b5")
    move, _score = _thought(state, nodes=5_000)
    assert _game(_YAVALATH).board.names[move.cell] not in {"d5", "g5"}


def test_a_forbidden_move_is_never_made():
    renju = SheetRules(line=LineSection(5, (_NOTHING, _WINS)), forbid=(frozenset(Forbidden), frozenset()))
    game, state = _game(renju), _play(renju, "h8 a1 h9 c1 f10 e1 g10 a3")
    forbidden = game.board.cell("h10")
    if game.check(state, Place(forbidden, "b")) is None:
        pytest.skip("the ruleset of sheets does not know forbidden moves yet")
    assert _thought(state, nodes=2_000)[0].cell != forbidden


def test_a_small_game_is_solved():
    noughts = SheetRules(board=BoardSection(columns=3, rows=3), line=LineSection(3))
    move, score = _thought(_play(noughts, "a1"), nodes=100_000)
    assert (_game(noughts).board.names[move.cell], score) == ("b2", 0)


def test_pie_rule_takes_the_better_side():
    rules = SheetRules(
        board=BoardSection(columns=9, rows=9), line=LineSection(4), turn=TurnSection(opening=SheetOpening.PIE)
    )
    state = _play(rules, "e5")
    assert _thought(state, nodes=3_000)[0] == Choose("swap")


def test_prover_finds_a_forced_win():
    proof = prove(_play(SheetRules(), "h7 h6 h8 a1 h9 a15 g9 o15 f8 o1"), Limits(seconds=20.0, nodes=100_000))
    assert proof.moves


@pytest.mark.parametrize(
    ("rules", "names", "most"),
    [
        (_PENTE, "e5 a1 e6 c1", 25_000),
        # Chaos makes no lines, so there is nothing to search for.
        (_ORDER, "b3", 0),
    ],
)
def test_prover_ends_by_itself_where_nothing_is_forced(rules, names, most):
    assert prove(_play(rules, names), Limits(seconds=20.0)).moves == ()
    assert engine_of(rules).position["nodes"] <= most


@pytest.mark.parametrize("name", _SHEETS)
def test_every_level_plays_a_legal_move(name):
    game = _game(_SHEETS[name])
    state = game.setup({}, 0).state
    for number in range(6):
        if game.outcome(state) is not None:
            break
        level = LEVELS[number % 3]
        thinking = (think if level.compiled else look_ahead)(state, Limits(seconds=1.0, seed=number), **level.settings)
        move = None
        while move is None:
            try:
                next(thinking)
            except StopIteration as end:
                move = end.value
        assert game.check(state, move) is None
        state = game.apply(state, move).state
