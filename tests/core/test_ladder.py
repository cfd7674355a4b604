"""Levels with the Elo that an arena's table gives them."""

import json
from dataclasses import replace

import pytest

from game.core.character import Character
from game.core.clock import UNTIMED, TimeControl
from game.core.levels.ladder import LadderProgress, earned_ribbon, played_by, rated
from game.core.levels.level import CARDS_APART, Ribbon, ribbon_at
from game.core.model import ParseError
from game.core.ruleset import Level, complete_options
from game.core.tournament import Participant, Practice, Tournament
from game.plugins.plugin_validation import flaw
from game.plugins.registry import discover
from tools.pilot.tiny_ruleset import TinyRuleset

LEVELS = tuple(Level(name, name.title(), "", ".any.any") for name in ("strong", "new", "weak"))


def test_levels_stand_in_the_order_of_their_elo_and_unmeasured_ones_last():
    table = json.dumps({"levels": [{"level": "strong", "elo": 1900}, {"level": "weak", "elo": 600}]})
    assert [(level.id, level.elo) for level in rated(LEVELS, table)] == [("weak", 600), ("strong", 1900), ("new", None)]


@pytest.mark.parametrize(
    "text", ["", "[]", '{"levels": [{"level": "weak"}]}', '{"levels": [{"level": "a", "elo": "b"}]}']
)
def test_a_text_that_is_no_table_is_refused(text):
    with pytest.raises(ParseError, match="the table of opponent levels is not valid: "):
        rated(LEVELS, text)


# The climb

MEASURED = tuple(Level(name, name, "", ".any.any", elo=elo) for name, elo in (("b", 900), ("a", 800), ("c", 1000)))
NEW = Level("new", "New", "", ".any.any")


def test_the_ladder_goes_from_the_weakest_to_the_strongest_and_ends_with_the_unmeasured():
    climb = LadderProgress.on((NEW, *MEASURED), ())
    assert [level.id for level in climb.levels] == ["a", "b", "c", "new"]


def test_nobody_beaten_lights_the_first_stall_alone():
    climb = LadderProgress.on(MEASURED, ())
    assert climb.next_level.id == "a"
    assert [climb.is_unlocked(place) for place in range(3)] == [True, False, False]


def test_each_one_beaten_lights_the_next_stall_until_the_top():
    assert LadderProgress.on(MEASURED, {"a"}).next_level.id == "b"
    assert LadderProgress.on(MEASURED, {"a", "b"}).next_level.id == "c"
    assert LadderProgress.on(MEASURED, {"a", "b", "c"}).next_level is None


def test_who_beats_a_stronger_one_needs_not_climb_up_to_it():
    climb = LadderProgress.on(MEASURED, {"b"})
    assert climb.next_level.id == "c"
    assert all(climb.is_unlocked(place) for place in range(3))


def test_levels_that_stand_no_longer_on_the_ladder_do_not_count():
    assert LadderProgress.on(MEASURED, {"gone"}).beaten == frozenset()


def test_a_level_has_the_character_of_its_id_or_goes_by_its_title():
    pip = Character("Pip", "mouse")
    first, second, third = played_by(MEASURED, {"a": pip, "nobody": pip})
    assert [level.name for level in (first, second, third)] == ["b", "Pip", "c"]


# Ribbons


def ladder_of_six(**how):
    """The tiny ruleset with six levels and a ribbon for the fifth of them."""
    levels = tuple(Level(f"level{number}", f"Level {number}", "", ".any.any", elo=100 * number) for number in range(6))
    ruleset = TinyRuleset()
    ruleset.info = replace(ruleset.info, levels=levels, ribbons=(Ribbon("small", "Small", "", {"size": 5}, **how),))
    return ruleset


def won_match(ruleset, *, level="level4", clock=UNTIMED, **options):
    people = (Participant("Anna"), Participant("Keeper", level))
    tournament = Tournament(ruleset, complete_options(ruleset.info, options), people, 7, 3, time_control=clock)
    for winner in (0, 1):
        tournament.start_game().match.resign(1 - winner)
    return tournament


def test_a_ribbon_is_earned_at_the_fifth_stall_by_its_odd_rule_only():
    ruleset = ladder_of_six()
    assert earned_ribbon(won_match(ruleset, size=5)).id == "small"
    assert earned_ribbon(won_match(ruleset, size=6)) is None
    assert earned_ribbon(won_match(ruleset, size=5, level="level3")) is None
    assert earned_ribbon(won_match(ruleset, size=5, clock=TimeControl(10))) is None


def test_a_ribbon_may_ask_for_a_clock():
    blitz = TimeControl(10, is_per_turn=True)
    ruleset = ladder_of_six(time_control=blitz)
    assert earned_ribbon(won_match(ruleset, size=5)) is None
    assert earned_ribbon(won_match(ruleset, size=5, clock=blitz)).id == "small"


def test_practice_earns_no_ribbon():
    tournament = won_match(ladder_of_six(), size=5)
    tournament.games[0].marked = Practice.HINT
    assert earned_ribbon(tournament) is None


def test_ribbons_hang_at_each_fifth_stall():
    ribbons = (Ribbon("one", "", ""), Ribbon("two", "", ""))
    found = {place: ribbon_at(ribbons, place) for place in range(20)}
    assert {place: ribbon.id for place, ribbon in found.items() if ribbon is not None} == {4: "one", 9: "two"}


@pytest.mark.parametrize("ruleset", list(discover().rulesets.values()), ids=lambda ruleset: ruleset.info.id)
def test_each_fifth_stall_of_our_ladders_has_a_ribbon_with_a_rule_that_is_odd(ruleset):
    info = ruleset.info
    assert len(info.ribbons) >= len(info.levels) // CARDS_APART
    for ribbon in info.ribbons:
        options = complete_options(info, ribbon.options)
        assert ruleset.check_options(options) is None
        assert options != complete_options(info, {}) or ribbon.time_control.is_timed


def test_a_plug_in_whose_ribbon_has_a_rule_that_cannot_be_is_refused():
    ruleset = TinyRuleset()
    ruleset.info = replace(ruleset.info, ribbons=(Ribbon("odd", "Odd", "", {"size": 500}),))
    assert "the options of the ribbon 'odd' are not valid: option 'size' is 500" in flaw(ruleset)
