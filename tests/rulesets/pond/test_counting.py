"""The instant player of the pond sees what the compiled engine sees, one stone deep and two."""

import pytest

from game.core.model import EMPTY
from rulesets.threestones import RULESET
from rulesets.threestones.ai import position as pond
from rulesets.threestones.ai.threads import PondSearchThread
from rulesets.threestones.counting import PlacementEvaluator
from rulesets.threestones.pond import TEAMS
from rulesets.threestones.promises import stage_of
from rulesets.threestones.rules import placements
from tests.rulesets.threestones_table import random_states


def _engines_count(thread, state):
    """Return the engine's evaluation of a position for the team on turn, with the promises of the position's stage."""
    thread.set_state(state)
    # The instant player does not count Millers.
    thread.tables = thread.tables.copy()
    thread.tables["millers"] = 0
    stage = stage_of(len(state.board) - state.board.count(EMPTY))
    pond.count_anew(thread.position[0], thread.tables[0], stage)
    return int(pond.evaluate(thread.position[0], thread.tables[0], TEAMS.index(state.colour)))


def _differences(scores):
    return [score - scores[0] for score in scores]


@pytest.mark.parametrize("seed", [1, 2])
def test_placements_differ_by_as_much_as_the_engine_says(seed):
    thread = PondSearchThread()
    for state in list(random_states(seed, first="w"))[1::9]:
        moves = list(placements(state)) if state.colour and state.board.count(EMPTY) > 8 else []
        if len(moves) < 2:
            continue
        evaluator = PlacementEvaluator(state, plies=1)
        ours = [evaluator.after(move, minds_answer=False) for move in moves]
        engines = [-_engines_count(thread, RULESET.apply(state, move).state) for move in moves]
        assert _differences(ours) == _differences(engines)


def test_the_best_answer_is_the_one_that_the_engine_counts_highest():
    thread = PondSearchThread()
    state = list(random_states(4, first="w"))[20]
    moves = list(placements(state))
    evaluator = PlacementEvaluator(state, plies=2)
    ours = [evaluator.after(move, minds_answer=True) for move in moves]
    engines = []
    for move in moves:
        answered = RULESET.apply(state, move).state
        afters = (RULESET.apply(answered, answer).state for answer in placements(answered))
        engines.append(min(_engines_count(thread, after) for after in afters))
    assert _differences(ours) == _differences(engines)
