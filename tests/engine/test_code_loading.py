"""A first move asked for while the search is still being loaded: a level without compiled code answers it in time."""

import threading
import time
from dataclasses import replace

import pytest

from game.core.model import Choose
from game.core.ruleset import Info, Level
from game.engine.protocol.protocol import Begin
from game.storage import compiled_code
from tests.engine.test_gomocup_session import OPENING, Fours, Table

LOADED = threading.Event()
#: The time of each turn of the compiled level, in seconds.
SECONDS: list[float] = []
#: As the first thinker, a level without compiled code plays the first cell, and the compiled level the last one.
FIRST, LAST = "0,0", "6,6"


def first(state, limits):
    yield from ()
    return Choose("black") if state.phase == OPENING.then else next(GAME.legal_moves(state))


def last(state, limits):
    move = [*GAME.legal_moves(state)][-1]
    SECONDS.append(limits.seconds)
    yield Info(variation=(move,))
    return move


def warm():
    LOADED.wait()
    yield 1, 1


class Loaded(Fours):
    info = replace(
        Fours.info,
        id="loaded",
        levels=(
            Level("weakest", "Weakest", "", f"{__name__}.last", elo=100, chooses=True),
            Level("instant", "Instant", "", f"{__name__}.first", elo=200, chooses=True),
            Level("searching", "Searching", "", f"{__name__}.last", elo=900, compiled=True, chooses=True),
        ),
        hint_level="searching",
    )

    def forbids(self, state, cell):
        return None


GAME = Loaded()


@pytest.fixture
def start(tmp_path, monkeypatch):
    """A function that starts a game with a level whose code is missing until LOADED is set."""
    for name in ("folder", "own_folder"):
        monkeypatch.setattr(compiled_code, name, lambda: tmp_path)
    monkeypatch.setattr(compiled_code, "discard_damaged", lambda: None)
    LOADED.clear()
    tables = []

    def started(*lines, called=False):
        tables.append(Table(called=called))
        tables[-1].add(GAME)
        tables[-1].tell("INFO ruleset loaded", "START 7", *lines)
        return tables[-1]

    yield started
    LOADED.set()
    for table in tables:
        table.session._loading.wait()


def test_a_turn_that_would_end_before_the_search_is_loaded_is_played_by_the_strongest_level_that_needs_no_loading(
    start,
):
    table = start("INFO timeout_turn 150")
    table.session.ponder(lambda: False)
    assert table.tell("BEGIN") == [FIRST]
    assert "The engine is still being loaded, so Instant chose this move." in table.messages()[-1]
    LOADED.set()
    table.session._loading.wait()
    assert table.tell("TURN 3,3") == [LAST]


def test_a_search_that_is_loaded_within_the_turn_plays_it_in_the_time_that_is_left(start):
    table = start("INFO timeout_turn 60000")
    threading.Timer(0.1, LOADED.set).start()
    table.session.obey(Begin(), time.monotonic() - 20.0)
    assert table.said[-1] == LAST
    assert 0 < SECONDS[-1] < 40


def test_a_manager_that_wants_the_move_at_once_does_not_wait_for_the_search(start):
    assert start("INFO timeout_turn 60000", called=True).tell("BEGIN") == [FIRST]


def test_an_opening_is_decided_while_the_search_is_loaded(start):
    table = start("INFO timeout_turn 150")
    assert table.tell("SWAP2BOARD", "1,1", "2,2", "3,3", "DONE") == ["SWAP"]


def test_a_wall_is_avoided_while_the_search_is_loaded(start):
    assert start("INFO timeout_turn 150").tell("BOARD", "0,0,3", "DONE") != [FIRST]


def test_the_clock_counts_a_turn_played_while_the_search_is_loaded(start):
    table = start("INFO timeout_turn 150", "INFO timeout_match 10000")
    table.tell("BEGIN")
    assert table.session._settings.clock._left < 10.0


def test_a_position_of_our_own_window_waits_for_the_search(start):
    table = start("INFO timeout_turn 150")
    table.session.ponder(lambda: False)
    state = GAME.setup({"size": 7, "variant": "free", "opening": "none"}, 0).state
    threading.Timer(0.3, LOADED.set).start()
    assert table.tell("POSITION", *GAME.dump(state).splitlines(), "DONE") == ["g1"]
