"""A turn of several stones, with a clock that is made up: all of them together take no more than the turn may."""

import pytest

from game.core.levels.level import BlendedLevel
from game.core.model import Place
from game.core.ruleset import Info, Level, Limits, complete_options
from game.engine.server import think_turn
from game.engine.server.session import ignore_remark
from game.engine.server.think_turn import ThinkingLevel
from rulesets.connect6 import RULESET


class Clock:
    """A clock that goes on when somebody thinks, on a machine so busy that no processor time passes."""

    now = 0.0

    def monotonic(self):
        return self.now

    def process_time(self):
        return 0.0


CLOCK = Clock()


def thorough(state, limits, *, share):
    CLOCK.now += share * max(limits.seconds, limits.most_seconds)
    yield from ()
    return next(RULESET.legal_moves(state))


@pytest.mark.parametrize("share", [1.0, 0.3])
def test_the_stones_of_a_turn_in_doubt_share_the_most_that_it_may_take(monkeypatch, share):
    monkeypatch.setattr(think_turn, "time", CLOCK)
    level = Level("thorough", "Thorough", "", f"{__name__}.thorough", {"share": share})
    thinking = ThinkingLevel(RULESET, "rulesets.connect6", level, ignore_remark, lambda: False)
    state = RULESET.setup(complete_options(RULESET.info, {}), 0).state
    state = RULESET.apply(state, Place(180, state.colour)).state
    began = CLOCK.now
    moves = thinking.play_turn(state, Limits(seconds=0.4, most_seconds=1.0))
    assert len(moves) == 2
    assert CLOCK.now - began <= 1.0


def stamped(state, limits, *, stamp):
    """Play the first free place, or the last one."""
    yield from ()
    return list(RULESET.legal_moves(state))[-1 if stamp == "last" else 0]


def test_a_level_that_another_relieves_plays_all_stones_of_a_turn_alike_and_not_every_turn():
    relief = BlendedLevel(Level("last", "Last", "", f"{__name__}.stamped", {"stamp": "last"}), 0.5)
    level = Level("first", "First", "", f"{__name__}.stamped", {"stamp": "first"}, blended=relief)
    thinking = ThinkingLevel(RULESET, "rulesets.connect6", level, ignore_remark, lambda: False)
    state = RULESET.setup(complete_options(RULESET.info, {}), 0).state
    state, sides = RULESET.apply(state, Place(180, state.colour)).state, []
    for _turn in range(12):
        first, second = thinking.play_turn(state, Limits(seconds=1.0))
        sides.append((first.cell > 180, second.cell > 180))
        for move in (first, second):
            state = RULESET.apply(state, move).state
    assert set(sides) == {(True, True), (False, False)}


def loading(state, limits):
    """Report nothing but the loading of code, for longer than the turn may take, then move."""
    for _step in range(3):
        CLOCK.now += limits.seconds
        yield Info()
    return Place(180, state.colour)


@pytest.mark.parametrize("plays_always", [True, False])
def test_a_level_that_loads_its_code_may_be_late_if_it_must_not_play_a_default_move(monkeypatch, plays_always):
    monkeypatch.setattr(think_turn, "time", CLOCK)
    notes = []
    level = Level("loading", "Loading", "", f"{__name__}.loading")
    thinking = ThinkingLevel(RULESET, "rulesets.connect6", level, notes.append, lambda: False, plays_always)
    state = RULESET.setup(complete_options(RULESET.info, {}), 0).state
    (move,) = thinking.play_turn(state, Limits(seconds=1.0))
    assert move.cell == 180
    assert any("Time ran out" in str(note.note) for note in notes) == plays_always
