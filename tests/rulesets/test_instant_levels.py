"""The weak levels: instant players that play by the rules, in character, and without anything compiled."""

import subprocess
import sys

import pytest

from game.core.lines.line_state import LineState
from game.core.match import Match
from game.core.model import EMPTY, Choose, Place
from game.core.ruleset import Limits, complete_options
from game.plugins.registry import resolve_thinker
from rulesets.connect6 import RULESET as CONNECT6
from rulesets.gomoku import RULESET as GOMOKU
from rulesets.six_in_a_row import RULESET as SIX
from rulesets.threestones import RULESET as POND
from tools.engine.line_positions import drawn, start

GAMES = (GOMOKU, SIX, CONNECT6, POND)
INSTANT = [(game, level.id) for game in GAMES for level in game.info.levels if not level.compiled and not level.source]
OF_ROWS = [(game, level) for game, level in INSTANT if game is not POND]


def move_of(game, level_id, state, seed=0):
    level = game.info.level(level_id)
    thinking = resolve_thinker(f"rulesets.{game.info.id}", level.thinker)(state, Limits(seed=seed), **level.settings)
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            return end.value


def chosen(game, level_id, state, seeds=1):
    """The names of the cells that a level takes with various dice."""
    return {state.geometry.names[move_of(game, level_id, state, seed).cell] for seed in range(seeds)}


def played_out(game, level_id, seed, **options):
    """A game of a level against itself."""
    match = Match(game, complete_options(game.info, options), seed)
    while match.outcome is None and len(match.plies) < 120:
        assert match.play(move_of(game, level_id, match.state, seed + len(match.plies))) is not None
    return match


@pytest.mark.parametrize(("game", "level"), INSTANT)
def test_an_instant_player_plays_by_the_rules_and_the_same_dice_play_the_same_game(game, level):
    first, again = played_out(game, level, seed=5), played_out(game, level, seed=5)
    assert first.moves == again.moves
    assert len(first.moves) >= 9


@pytest.mark.parametrize("variant", ["standard", "freestyle_caro", "caro", "renju"])
@pytest.mark.parametrize("level", ["engine_newcomer", "engine_patient"])
def test_an_instant_player_keeps_the_rules_of_every_variant_and_takes_the_choices_of_an_opening(level, variant):
    match = played_out(GOMOKU, level, seed=3, variant=variant, opening="swap2")
    assert any(isinstance(move, Choose) for move in match.moves)


@pytest.mark.parametrize(("game", "level"), OF_ROWS)
def test_the_first_stone_stands_near_the_middle_and_every_later_one_near_another(game, level):
    match = Match(game, complete_options(game.info, {}), 0)
    geometry, middle = match.state.geometry, match.state.geometry.columns // 2
    for number in range(20):
        before = match.state
        move = move_of(game, level, before, seed=number)
        x, y = geometry.cells[move.cell]
        stones = [geometry.cells[cell] for cell, stone in enumerate(before.board) if stone != EMPTY]
        assert min(max(abs(x - a), abs(y - b)) for a, b in stones or [(middle, middle)]) <= 2
        match.play(move)
        if match.outcome is not None:
            break


@pytest.mark.parametrize("level", [level for game, level in OF_ROWS if game is GOMOKU])
def test_whoever_sees_a_five_takes_it_rather_than_stop_one(level):
    state = drawn(GOMOKU, "- - --bb-bb - -wwww - - ---ww", "b")
    assert chosen(GOMOKU, level, state, seeds=9) == {"e13"}


def test_a_newcomer_stops_a_four_now_and_then_and_a_patient_player_always():
    state = drawn(GOMOKU, "- - - - - ---bwwww - - - ------b - ----b--b", "b")
    assert "i10" in chosen(GOMOKU, "engine_newcomer", state, seeds=40)
    assert len(chosen(GOMOKU, "engine_newcomer", state, seeds=40)) > 1
    assert chosen(GOMOKU, "engine_patient", state, seeds=40) == {"i10"}


def test_a_newcomer_often_overlooks_an_open_three_and_a_patient_player_never():
    state = drawn(GOMOKU, "- - - - -----www - - -----------b --------b", "b")
    stops = {"d11", "e11", "i11", "j11"}
    assert chosen(GOMOKU, "engine_patient", state, seeds=40) <= stops
    assert chosen(GOMOKU, "engine_newcomer", state, seeds=40) - stops


def test_six_in_a_row_is_no_win_where_exactly_five_win():
    rows = "- - - -bbb-bb - --ww - - -----bbb --------ww"
    assert "e12" not in chosen(GOMOKU, "engine_patient", drawn(GOMOKU, rows, "b", variant="standard"), seeds=9)
    assert chosen(GOMOKU, "engine_patient", drawn(GOMOKU, rows, "b"), seeds=9) == {"e12"}


@pytest.mark.parametrize("level", [level for game, level in OF_ROWS if game is CONNECT6])
def test_two_stones_a_turn_complete_a_row_of_four(level):
    state = drawn(CONNECT6, "- - - ---bbbb - -wwww", "b")
    for seed in range(9):
        after = state
        for number in range(2):
            after = CONNECT6.apply(after, move_of(CONNECT6, level, after, seed + number)).state
        assert CONNECT6.outcome(after).winner == 0


def test_who_chooses_a_colour_takes_the_one_whose_rows_are_better():
    state = start(GOMOKU, opening="swap2")
    assert isinstance(state, LineState)
    strong_black, strong_white = ("h8", "a1", "i9"), ("a1", "h8", "o1")
    assert _answer(strong_black) == Choose("black")
    assert _answer(strong_white) == Choose("white")


def _answer(stones):
    state = start(GOMOKU, opening="swap2")
    for name in stones:
        state = GOMOKU.apply(state, Place(state.geometry.cell(name), state.colour)).state
    return move_of(GOMOKU, "engine_patient", state)


@pytest.mark.parametrize("game", GAMES, ids=[game.info.id for game in GAMES])
def test_no_compiler_is_loaded_for_an_instant_player(game):
    thinkers = sorted({level.thinker for level in game.info.levels if not level.compiled})
    program = (
        "import sys\nfrom game.plugins.registry import resolve_thinker\n"
        f"for name in {thinkers}: resolve_thinker('rulesets.{game.info.id}', name)\n"
        "print([name for name in ('numba', 'numpy', 'game.engine.search') if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert told.stdout.strip() == "[]"
