"""The exhaustive solver of four in a row with gravity, and a few cases of ``python -m tools.engine.four_in_a_row``."""

from functools import cache

import pytest

from game.core.ruleset import Limits
from tools.engine.four_in_a_row import checks
from tools.engine.four_in_a_row.checks import (
    Counts,
    PerfectPlayer,
    check_position,
    four_in_a_row,
    play_game,
    plies_to_end,
    random_positions,
    state_after,
)
from tools.engine.four_in_a_row.solver import Position, Solver, played

#: Positions as columns from 1, with their exact scores, out of the sets that Pascal Pons measured solvers with (2015).
_KNOWN = {
    "71255763773133525731261364622167124446454": 0,
    "23163416124767223154467471272416755633": 0,
    "2252576253462244111563365343671351441": -1,
    "65214673556155731566316327373221417": -1,
    "7422341735647741166133573473242566": 1,
    "5554224333234511764415115": 4,
    "2737772244262123677516643354": 0,
    "555317266147361": -1,
    "43745416472735": -13,
    "6126741462153": 14,
    "427631264721": 10,
    "335662333565": -2,
    "165746146225": -11,
}


@cache
def _solver():
    return Solver(table_bits=18)


def _columns(text):
    return tuple(int(column) - 1 for column in text)


@pytest.mark.parametrize("text", _KNOWN)
def test_known_positions_have_their_published_scores(text):
    position = played(_columns(text))
    assert _solver().score(position) == _KNOWN[text]
    assert _solver().value(position) == (_KNOWN[text] > 0) - (_KNOWN[text] < 0)


@pytest.mark.parametrize("columns", [*random_positions(5, seed=7, fewest=33, most=36)])
def test_the_solver_agrees_with_the_rules_of_the_sheet_played_to_the_end(columns):
    game = four_in_a_row()

    def best(state):
        """Return 1, 0 or -1 for the side to move, and the plies to the end with best play on both sides."""
        outcome = game.outcome(state)
        if outcome is not None:
            return (0 if outcome.winner is None else -1), 0
        after = [best(game.apply(state, move).state) for move in game.legal_moves(state)]
        value, plies = max(((-value, plies) for value, plies in after), key=lambda each: (each[0], -each[0] * each[1]))
        return value, plies + 1

    position = played(columns)
    value, plies = best(state_after(columns))
    assert _solver().value(position) == value
    if value:
        assert plies_to_end(_solver().score(position), position.count) == plies


def test_a_game_that_is_over_is_no_position():
    with pytest.raises(ValueError, match="ends the game"):
        played(_columns("1212121"))


def test_the_engine_claims_nothing_wrong():
    counts = Counts()
    for columns in random_positions(10, seed=5, fewest=20):
        check_position(columns, _solver(), Limits(seconds=20.0), counts, nodes=2_000)
    assert counts.seen["positions"] == 10
    assert not counts.wrong_proofs


def test_a_perfect_player_wins_a_won_position():
    begun = _columns("427631264721")
    perfect = PerfectPlayer(_solver(), varied=0, value_nodes=10_000_000, length_nodes=1_000_000)

    def chooser(player):
        return lambda position, columns: (
            player(position, columns) if len(columns) >= len(begun) else begun[len(columns)]
        )

    winner, _played = play_game((chooser(perfect), chooser(lambda position, _columns: next(position.columns()))))
    assert winner == 0


def test_the_engine_keeps_its_tables_within_a_game(monkeypatch):
    asked = []

    def answer(columns, limits):
        asked.append(limits.forgets)
        return checks.Answer(0.0, False, frozenset(), next(played(columns).columns()))

    monkeypatch.setattr(checks, "ask", answer)
    engine = checks.engine_chooser(Limits(seconds=1.0))
    for _ in range(2):
        play_game((engine, lambda position, _columns: next(position.columns())))
    assert asked[: len(asked) // 2] == asked[len(asked) // 2 :]
    assert asked.index(False) == 1
    assert asked.count(True) == 2


def test_wins_at_once_are_counted_as_one_ply():
    position = Position()
    for column in _columns("121212"):
        position = position.after(column)
    assert plies_to_end(_solver().score(position), position.count) == 1
