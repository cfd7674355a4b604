"""The mirror's levels: between the measured ones, told by their ids, and stronger where the id says so."""

from dataclasses import replace

import pytest

from game.core.levels.blended import (
    is_mirror,
    measured_levels,
    mirror_id,
    mirror_range,
    mirror_strength,
    mirrored,
    opponent_id,
)
from game.core.levels.level import Level
from game.core.match import Match
from game.core.ruleset import Limits, complete_options
from game.core.tournament import Participant, Tournament, beaten_level, challenged_level
from game.engine.server.session import ignore_remark
from game.engine.server.think_turn import ThinkingLevel
from rulesets.connect6 import RULESET as CONNECT6
from rulesets.gomoku import RULESET as GOMOKU
from rulesets.six_in_a_row import RULESET as SIX
from rulesets.threestones import RULESET as POND
from tools.pilot.tiny_ruleset import TinyRuleset

GAMES = [GOMOKU, SIX, CONNECT6, POND]
NAMES = [game.info.id for game in GAMES]


def made(game, strength):
    return game.info.level(mirror_id(strength))


def test_a_strength_goes_through_an_id_and_back():
    assert [mirror_strength(mirror_id(elo)) for elo in (-310, 0, 1042.4)] == [-310, 0, 1042]
    assert [mirror_strength(word) for word in ("mirror", "mirror:", "mirror:1e3", "engine:mirror:1")] == [None] * 4


def test_the_mirror_is_one_opponent_at_every_strength():
    assert opponent_id("mirror:-40") == opponent_id("mirror:2000") == "mirror"
    assert opponent_id("engine_full") == "engine_full"
    assert is_mirror("mirror")
    assert not is_mirror("engine_full")


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_at_the_strength_of_a_rung_the_mirror_plays_as_that_rung(game):
    for rung in measured_levels(game.info.levels)[1:]:
        level = made(game, rung.elo)
        assert (level.thinker, level.compiled) == (rung.thinker, rung.compiled)
        assert level.settings == pytest.approx(rung.settings)
        assert all(level.at_turn(seed) == replace(level, blended=None) for seed in range(20))


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_below_the_weakest_rung_the_mirror_becomes_weaker_still_and_stops_at_its_least(game):
    low, _high = mirror_range(game.info.levels)
    weakest = measured_levels(game.info.levels)[0]
    temperatures = [made(game, elo).settings["temperature"] for elo in (weakest.elo, weakest.elo - 300, low, low - 500)]
    assert temperatures[0] == weakest.settings["temperature"]
    assert temperatures[0] < temperatures[1] < temperatures[2] == temperatures[3]


def test_between_two_rungs_of_a_kind_the_mirror_has_settings_between_theirs():
    light, solid = (GOMOKU.info.level(f"engine_{name}") for name in ("light", "solid"))
    nodes = [made(GOMOKU, elo).settings["nodes"] for elo in range(light.elo, solid.elo + 1, 30)]
    assert nodes == sorted(set(nodes))
    assert nodes[0] == light.settings["nodes"]
    assert nodes[-1] < solid.settings["nodes"]


def test_between_rungs_of_two_kinds_the_weaker_one_plays_its_share_of_the_turns():
    patient, keen = (GOMOKU.info.level(f"engine_{name}") for name in ("patient", "keen"))
    level = made(GOMOKU, patient.elo + (keen.elo - patient.elo) // 4)
    turns = [level.at_turn(seed) for seed in range(400)]
    assert 0.65 < sum(turn.settings == patient.settings for turn in turns) / 400 < 0.85
    assert all((turn.id, turn.name, turn.blended) == (level.id, level.name, None) for turn in turns)
    assert turns == [level.at_turn(seed) for seed in range(400)]
    assert level.compiled


def levels_of(*limits):
    """Levels of so many nodes each, 200 Elo apart, the weakest at 800."""
    names = zip("abc", limits, strict=False)
    return [Level(name, name, "", "x", {"nodes": nodes}, elo=800 + 200 * at) for at, (name, nodes) in enumerate(names)]


def test_far_below_a_weakest_rung_of_few_nodes_a_limit_stays():
    assert mirrored(levels_of(100, 1000), mirror_id(-200)).settings == {"nodes": 1}


def test_between_a_limit_and_none_the_weaker_one_plays_its_share_of_the_turns():
    level = mirrored(levels_of(100, 0), mirror_id(900))
    assert {level.at_turn(seed).settings["nodes"] for seed in range(40)} == {100, 0}


def test_stronger_than_the_strongest_rung_it_does_not_become():
    assert made(GOMOKU, 9000).settings == GOMOKU.info.levels[-1].settings


def test_a_ruleset_without_measured_levels_has_no_mirror():
    assert mirror_range(TinyRuleset().info.levels) is None
    assert TinyRuleset().info.level("mirror:800") is None


def test_levels_of_documents_stand_in_only_where_there_is_nothing_else():
    levels = [Level(name, name, "", "x", source="a paper", elo=elo) for name, elo in (("a", 800), ("b", 900))]
    assert [level.id for level in measured_levels(levels)] == ["a", "b"]
    assert measured_levels(levels[:1]) == ()


def test_the_weak_mirror_needs_nothing_compiled_and_plays():
    level = made(GOMOKU, -400)
    assert not level.compiled
    match = Match(GOMOKU, complete_options(GOMOKU.info, {}), 1)
    turn = ThinkingLevel(GOMOKU, "rulesets.gomoku", level, ignore_remark, lambda: False).play_turn(
        match.state, Limits()
    )
    assert len(turn) == 1


def test_the_mirror_is_on_no_ladder():
    options = complete_options(GOMOKU.info, {})
    series = Tournament(GOMOKU, options, (Participant("Ann"), Participant("The mirror", "mirror:900")), 1, best_of=3)
    for _ in range(2):
        game = series.start_game()
        game.match.resign(game.seat_of(1))
    assert series.is_over
    assert challenged_level(series) is beaten_level(series) is None
