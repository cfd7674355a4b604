"""A small part of ``python -m tools.network.club.club_by_broker``, through a real Mosquitto."""

import pytest

from game.plugins.registry import discover
from tools.network.club.club_by_broker import check_tournament, run
from tools.network.ends import MOSQUITTO


@pytest.mark.slow
@pytest.mark.skipif(MOSQUITTO is None, reason="needs mosquitto")
def test_an_evening_by_a_broker_goes_on_after_its_keeper_was_killed(tmp_path):
    ran = run(tmp_path, 5, 3, discover(None).rulesets["gomoku"])
    check_tournament(ran)
    assert ran.tournament.round == 3
