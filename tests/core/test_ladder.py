"""Levels with the Elo that an arena's table gives them."""

import json

import pytest

from game.core.ladder import rated
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
