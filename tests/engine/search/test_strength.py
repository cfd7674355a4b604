"""What a search does whose time was over before it found anything."""

import time

from game.core.ruleset import Limits
from game.engine.search.lazy_smp import Found
from game.engine.search.strength import Strength, found_by

FULL = Strength(nodes=0, depth=0, temperature=0.0)


class BusyMachine:
    """An engine on a machine that lets no search find anything in its time, and takes long for a whole depth."""

    def __init__(self):
        self.guesses = []

    def think(self, side, seconds, nodes=0, depth=0, **_):
        if depth != 1:
            return
        try:
            self.guesses.append("first guess")
            yield Found((7, 7))
            self.guesses.append("whole depth")
            yield Found((8, 8), depth=1)
        finally:
            self.guesses.append("stopped")


def test_there_is_a_first_guess_and_no_depth_is_waited_for():
    engine = BusyMachine()
    limits = Limits(seconds=0.05)
    found = list(found_by(engine, 0, limits, FULL, began=time.monotonic(), number=0, gambles=False))
    assert [each.move for each in found] == [(7, 7)]
    assert engine.guesses == ["first guess", "stopped"]
