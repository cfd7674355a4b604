"""Every ruleset that we bring, and the example of docs/rulesets.md dropped into a user's folder, keeps the contract."""

import pytest

from game.plugins.conformance import check_ruleset
from game.plugins.plugin_validation import flaw
from game.plugins.registry import discover

OURS = discover()


@pytest.mark.parametrize("ruleset_id", list(OURS.rulesets))
def test_our_rulesets_need_no_check_at_each_start(ruleset_id):
    assert flaw(OURS.rulesets[ruleset_id]) is None


@pytest.mark.slow
@pytest.mark.parametrize("ruleset_id", list(OURS.rulesets))
def test_our_rulesets_keep_the_contract(ruleset_id):
    check_ruleset(OURS.rulesets[ruleset_id], package=OURS.package(ruleset_id))


def test_a_drop_in_keeps_the_contract(plugin_folder):
    catalogue = discover(plugin_folder)
    assert catalogue.problems == ()
    check_ruleset(catalogue.rulesets["four_in_a_row"], package=catalogue.package("four_in_a_row"), games=30, seed=5)
