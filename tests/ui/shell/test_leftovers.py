"""The search for circles of references, which stops the window, does not go through a long series."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from game.core.record.reader import read_tournament
from game.core.record.writer import write_tournament
from game.core.tournament import Tournament
from game.ui.shell.leftovers import Leftovers
from tests.tiny_ruleset import TinyRuleset
from tests.tournaments import new_tournament, play

TINY = TinyRuleset()


@pytest.fixture(autouse=True)
def _search_again() -> Iterator[None]:
    yield
    gc.unfreeze()


def series(games: int) -> Tournament:
    tournament = new_tournament(TINY, size=8)
    for _game in range(games):
        match = tournament.start_game().match
        play(match, "a1 a8")
        match.resign(0)
    return read_tournament(write_tournament(tournament), {"tiny": TINY})


@pytest.mark.parametrize(("games", "is_spared"), [(2, False), (60, True)])
def test_a_long_series_is_spared_and_a_short_one_is_not(games: int, is_spared: bool) -> None:
    tournament = series(games)
    before = gc.get_freeze_count()
    Leftovers.spare_long_series(tournament)
    assert (gc.get_freeze_count() > before) == is_spared


def test_a_series_is_freed_without_that_search() -> None:
    tournament = series(60)
    matches = [weakref.ref(game.match) for game in tournament.games]
    Leftovers.spare_long_series(tournament)
    gc.disable()
    try:
        del tournament
        assert {match() for match in matches} == {None}
    finally:
        gc.enable()
