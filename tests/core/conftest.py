"""Rulesets for the tests of the core: the tiny ones and those of the fair."""

import pytest

from game.core.ruleset import Ruleset
from game.plugins import registry
from tools.pilot.tiny_ruleset import TinyRuleset


@pytest.fixture
def tiny() -> TinyRuleset:
    return TinyRuleset()


@pytest.fixture
def rulesets(tiny: TinyRuleset) -> dict[str, Ruleset]:
    mixed = TinyRuleset(mixed=True)
    return {**registry.discover().rulesets, tiny.info.id: tiny, mixed.info.id: mixed}
