"""Two programs without a screen find each other on this machine and play; the long trials are a command."""

import random

import pytest

from game.plugins import registry
from tests.apart.windows.kills import Kills


@pytest.mark.slow
def test_two_programs_meet_nearby_and_play_until_they_are_ended_and_their_files_agree(tmp_path):
    table = Kills(tmp_path, "gomoku", registry.discover().rulesets, random.Random(1))
    try:
        table.begin()
        assert table.end() == ""
    finally:
        table.close()
