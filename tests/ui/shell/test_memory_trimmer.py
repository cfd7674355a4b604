"""What scenes leave behind is freed, and a long series does not make that stop the window at every change of scene."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from game.core.record.reader import read_tournament
from game.core.record.writer import write_tournament
from game.core.tournament import Tournament
from game.ui.shell import memory_trimmer as leftovers
from game.ui.shell.memory_trimmer import MemoryTrimmer
from tools.pilot.tiny_ruleset import TinyRuleset
from tools.pilot.tournaments import new_tournament, play

TINY = TinyRuleset()


class Circle:
    """A scene that refers to itself by way of its fields."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _search_again() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The generations that were searched, of which 2 means everything."""
    made: list[int] = []
    collect = gc.collect

    def note(generation: int = 2) -> int:
        made.append(generation)
        return collect(generation)

    monkeypatch.setattr(gc, "collect", note)
    return made


def leave_scenes(cleared: MemoryTrimmer, number: int) -> None:
    for _scene in range(number):
        cleared.leave()
        cleared.clear_away()


def series(games: int) -> Tournament:
    tournament = new_tournament(TINY, size=8)
    for _game in range(games):
        match = tournament.start_game().match
        play(match, "a1 a8")
        match.resign(0)
    return read_tournament(write_tournament(tournament), {"tiny": TINY})


def test_a_quick_search_is_made_each_time_that_a_scene_is_left(
    searches: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leftovers, "_NOTICED", 1e9)
    leave_scenes(MemoryTrimmer(), 3)
    assert searches == [2, 2, 2]


def test_a_search_that_would_be_noticed_is_made_seldom(searches: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leftovers, "_NOTICED", 0.0)
    leave_scenes(MemoryTrimmer(), 2 * leftovers._MOST_LEFT)
    made = [number for number, generation in enumerate(searches, start=1) if generation == 2]
    assert made == [leftovers._MOST_LEFT, 2 * leftovers._MOST_LEFT]


def test_what_a_file_brought_is_not_searched_when_a_scene_is_left(searches: list[int]) -> None:
    MemoryTrimmer.keep_long_lived()
    gc.collect()
    searches.clear()
    brought: list[list[int]] = [[] for _number in range(600_000)]
    leave_scenes(MemoryTrimmer(), 1)
    assert searches == [1]
    assert len(brought) == 600_000


def test_a_scene_that_was_open_with_a_long_series_is_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leftovers, "_NOTICED", 0.0)
    cleared, tournament, scene = MemoryTrimmer(), series(60), Circle()
    gc.collect()
    left = weakref.ref(scene)
    del scene
    leave_scenes(cleared, leftovers._MOST_LEFT)
    assert left() is None
    assert len(tournament.games) == 60


def test_as_many_objects_as_the_largest_file_has_begin_no_full_search() -> None:
    MemoryTrimmer.keep_long_lived()
    before = gc.get_stats()[2]["collections"]
    objects: list[list[int]] = [[] for _number in range(4_000_000)]
    assert gc.get_stats()[2]["collections"] == before
    assert len(objects) == 4_000_000


def test_a_series_is_freed_without_a_search() -> None:
    tournament = series(60)
    matches = [weakref.ref(game.match) for game in tournament.games]
    gc.disable()
    try:
        del tournament
        assert {match() for match in matches} == {None}
    finally:
        gc.enable()
