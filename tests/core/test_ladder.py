"""Levels with the Elo that an arena's table gives them."""

import json

import pytest

from game.core.character import Character
from game.core.ladder import Climb, played_by, rated
from game.core.model import ParseError
from game.core.ruleset import Level

LEVELS = tuple(Level(name, name.title(), "", ".any.any") for name in ("strong", "new", "weak"))


def test_levels_stand_in_the_order_of_their_elo_and_unmeasured_ones_last():
    table = json.dumps({"levels": [{"level": "strong", "elo": 1900}, {"level": "weak", "elo": 600}]})
    assert [(level.id, level.elo) for level in rated(LEVELS, table)] == [("weak", 600), ("strong", 1900), ("new", None)]


@pytest.mark.parametrize(
    "text", ["", "[]", '{"levels": [{"level": "weak"}]}', '{"levels": [{"level": "a", "elo": "b"}]}']
)
def test_a_text_that_is_no_table_is_refused(text):
    with pytest.raises(ParseError, match="no table of levels"):
        rated(LEVELS, text)


# The climb

RUNGS = tuple(Level(name, name, "", ".any.any", elo=elo) for name, elo in (("b", 900), ("a", 800), ("c", 1000)))
NEW = Level("new", "New", "", ".any.any")


def test_the_ladder_goes_from_the_weakest_to_the_strongest_and_ends_with_the_unmeasured():
    climb = Climb.on((NEW, *RUNGS), ())
    assert [level.id for level in climb.levels] == ["a", "b", "c", "new"]


def test_nobody_beaten_lights_the_first_stall_alone():
    climb = Climb.on(RUNGS, ())
    assert climb.next_level.id == "a"
    assert [climb.is_lit(place) for place in range(3)] == [True, False, False]


def test_each_one_beaten_lights_the_next_stall_until_the_top():
    assert Climb.on(RUNGS, {"a"}).next_level.id == "b"
    assert Climb.on(RUNGS, {"a", "b"}).next_level.id == "c"
    assert Climb.on(RUNGS, {"a", "b", "c"}).next_level is None


def test_who_beats_a_stronger_one_needs_not_climb_up_to_it():
    climb = Climb.on(RUNGS, {"b"})
    assert climb.next_level.id == "c"
    assert all(climb.is_lit(place) for place in range(3))


def test_levels_that_stand_no_longer_on_the_ladder_do_not_count():
    assert Climb.on(RUNGS, {"gone"}).beaten == frozenset()


def test_a_level_has_the_character_of_its_id_or_goes_by_its_title():
    pip = Character("Pip", "mouse")
    first, second, third = played_by(RUNGS, {"a": pip, "nobody": pip})
    assert [level.name for level in (first, second, third)] == ["b", "Pip", "c"]
