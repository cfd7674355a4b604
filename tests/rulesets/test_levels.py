"""The levels of the compiled rulesets: all measured on one scale, which a document's player anchors."""

from importlib import import_module

import pytest

from game.plugins.registry import thinker_module
from rulesets.connect6 import RULESET as CONNECT6
from rulesets.gomoku import RULESET as GOMOKU
from rulesets.six_in_a_row import RULESET as SIX
from rulesets.threestones import RULESET as POND

NAMES = ["gomoku", "six", "threestones", "connect6"]


@pytest.mark.parametrize(
    ("game", "anchor"), [(GOMOKU, "basic"), (SIX, "casual"), (POND, "own-points"), (CONNECT6, "casual")], ids=NAMES
)
def test_every_level_was_measured_and_the_list_goes_from_the_weakest_to_the_strongest(game, anchor):
    elos = [level.elo for level in game.info.levels]
    assert None not in elos
    assert elos == sorted(elos)
    assert game.info.level(anchor).elo == 800


@pytest.mark.parametrize("game", [GOMOKU, SIX, POND, CONNECT6], ids=NAMES)
def test_the_strongest_level_gives_the_hints_and_a_beginner_meets_somebody_weak(game):
    assert game.info.levels[0].elo <= 800
    assert game.info.levels[-1].id == game.info.hint_level


@pytest.mark.parametrize("game", [GOMOKU, SIX, POND, CONNECT6], ids=NAMES)
def test_a_level_says_whether_its_thinker_has_to_be_compiled(game):
    package = f"rulesets.{game.info.id}"
    for level in game.info.levels:
        assert level.compiled == hasattr(import_module(thinker_module(package, level)), "warm"), level.id


@pytest.mark.parametrize(("game", "least"), [(GOMOKU, 10), (SIX, 6), (POND, 10), (CONNECT6, 4)], ids=NAMES)
def test_nobody_waits_for_a_compiler_to_play_the_weaker_levels(game, least):
    assert not any(level.compiled for level in game.info.levels[:least])
