"""Every ruleset is played apart, and a contract hash tells one set of rules and options from another."""

import random
from dataclasses import replace

import pytest

from game.core.clock import TimeControl
from game.core.model import Reason
from game.core.ruleset import complete_options
from game.network.sides import FirstSeat, Side
from game.network.sync.terms import agreed_terms, contract_hash, offered_terms
from game.plugins.registry import discover
from tools.network.pair import Pair, Weather
from tools.pilot.tiny_ruleset import TinyRuleset

RULESETS = discover().rulesets


@pytest.mark.parametrize("name", RULESETS)
def test_a_game_is_played_apart_by_the_rules_of(name):
    rng = random.Random(name)
    pair = Pair(
        ruleset=RULESETS[name],
        weather=Weather(loss=0.2, doubling=0.2, delay=400),
        time_control=TimeControl(300, 2),
        first=FirstSeat.TOSS,
    )
    pair.begin()
    for _ in range(80):
        mover = pair.mover()
        if mover is not None:
            pair.play(mover, rng.randrange(40))
        pair.run(rng.choice([50, 1_000]))
        if rng.random() < 0.2:
            pair.restart(rng.choice(list(Side)))
    pair.settle()
    assert len(pair.host.match.plies) >= 8
    pair.assert_alike()


@pytest.mark.parametrize("name", RULESETS)
def test_the_contract_hash_is_the_same_each_time_and_tells_options_apart(name):
    ruleset = RULESETS[name]
    options = complete_options(ruleset.info, {})
    assert contract_hash(ruleset, options) == contract_hash(ruleset, dict(reversed(options.items())))
    others = {
        contract_hash(ruleset, options | {option.key: choice.value})
        for option in ruleset.info.options
        for choice in option.choices
        if ruleset.check_options(options | {option.key: choice.value}) is None
    }
    assert len({*others, contract_hash(ruleset, options)}) >= len(others)


def test_a_game_goes_on_with_a_player_whose_version_lacks_a_choice_that_was_added_later():
    gomoku = RULESETS["gomoku"]
    options = tuple(
        replace(option, choices=tuple(choice for choice in option.choices if not choice.added_later))
        for option in gomoku.info.options
    )
    assert options != gomoku.info.options

    class Earlier(type(gomoku)):
        info = replace(gomoku.info, options=options)

    given = complete_options(gomoku.info, {"variant": "caro"})
    assert contract_hash(Earlier(), given) == contract_hash(gomoku, given)


@pytest.mark.parametrize(
    ("changed", "value"),
    [
        ("options", (("size", "999"),)),
        ("options", (("none", "1"),)),
        ("clock", "soon"),
        ("best_of", 4),
        ("contract", "0" * 32),
    ],
)
def test_terms_that_cannot_be_kept_get_a_sentence(changed, value):
    tiny = TinyRuleset()
    terms = offered_terms(
        tiny, complete_options(tiny.info, {}), best_of=3, time_control=TimeControl(60), first=FirstSeat.TOSS
    )
    fields = {name: getattr(terms, name) for name in terms.__slots__} | {changed: value}
    refused = agreed_terms(type(terms)(**fields), {"tiny": tiny})
    assert isinstance(refused, Reason)
    assert refused.message
    assert not isinstance(agreed_terms(terms, {"tiny": tiny}), Reason)
