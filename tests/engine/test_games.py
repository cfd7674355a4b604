"""Our rulesets played over the wire: match, client, brain and thinkers together."""

import time

import pytest

from game.core.match import Command, Match
from game.core.model import Reason
from game.core.notation import parse_turn
from game.core.ruleset import why_no_opponents
from game.engine.client.opponent import Answer, Question, Thought, Trouble
from game.engine.client.opponent_process import OpponentProcess
from game.engine.client.own_dialect import own_engine
from game.plugins.conformance import option_sets
from game.plugins.registry import discover

pytestmark = pytest.mark.usefixtures("engines_compiled")

RULESETS = discover().rulesets
TURNS = 4
#: Nothing here takes as long; it only keeps a broken test from waiting for ever.
PATIENCE = 30.0
#: Parts of the notes that a default move was played because the thinker failed.
DEFAULT_MOVES = ("found no move and played", "could not decide, so the first")


@pytest.fixture(scope="module")
def opponent():
    with OpponentProcess(own_engine()) as process:
        yield process


def answer_to(opponent: OpponentProcess, match: Match, level: str) -> Answer:
    position = match.ruleset.dump(match.state)
    opponent.ask(Question(match.revision, match.ruleset.info.id, match.options, level, position, seconds=0.1, seed=1))
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for reply in opponent.poll():
            assert not isinstance(reply, Trouble), reply.sentence
            note = reply.remark.note if isinstance(reply, Thought) else ""
            assert not any(part in note for part in DEFAULT_MOVES), note
            if isinstance(reply, Answer):
                return reply
        time.sleep(0.005)
    raise AssertionError("no answer came in")


@pytest.mark.slow
@pytest.mark.parametrize("ruleset_id", list(RULESETS))
def test_every_level_plays_whole_turns_under_every_option(opponent, ruleset_id):
    ruleset = RULESETS[ruleset_id]
    sets = [options for options in option_sets(ruleset) if why_no_opponents(ruleset, options) is None]
    for number in range(max(len(sets), len(ruleset.info.levels))):
        match = Match(ruleset, sets[number % len(sets)], seed=number)
        level = ruleset.info.levels[number % len(ruleset.info.levels)].id
        for _ in range(TURNS):
            seat = match.state.seat
            answer = answer_to(opponent, match, level)
            result = match.submit(Command(answer.revision, parse_turn(ruleset, match.state, answer.moves)))
            assert not isinstance(result, Reason)
            assert match.state.seat != seat, "a turn goes on until the other seat is on turn"
