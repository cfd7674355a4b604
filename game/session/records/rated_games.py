"""The search for rated games in progress that contain the position on screen.

It precedes the display of engine results.

A game is recognised in any copy by its seed, and from its fifth stone on by its stones in any symmetry of the board. A
replayed save, a copy of its file, and a position set up by hand therefore all lead to the same question.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from itertools import islice
from operator import eq

from game.core.match import Match
from game.core.model import EMPTY, ParseError, State
from game.core.ruleset import symmetries_of
from game.core.tournament import Tournament
from game.storage.saves import SaveEntry, SaveFolder
from game.storage.unrated_games import UnratedGames

#: The number of latest saves to examine, and of those to read, so that a thread does not read for long.
_LATEST, _MOST = 40, 6
#: Seconds for which the list of saves is reused.
_FRESH = 1.0
#: Minimum number of stones to recognise a game: many games share an opening with fewer stones.
_RECOGNISED = 5

_Stones = Mapping[int, str]


class RatedGames:
    """The rated games in progress among the saved games, and the markers of games that have become unrated."""

    def __init__(self, saves: SaveFolder, unrated: UnratedGames) -> None:
        self._saves, self._unrated = saves, unrated
        self._reading = threading.Lock()
        self._read: dict[str, tuple[float, Tournament | None]] = {}
        """By name of a save: its modification time, and its tournament, None if it cannot be read."""
        self._listed: tuple[float, list[SaveEntry]] = (-_FRESH, [])
        """The time of the last listing of the saves, and those that may be rated games in progress."""

    def with_position(self, match: Match) -> list[Tournament]:
        """Return the series whose rated game in progress contains, or could reach, the match's position.

        Reads saves, which may take long, so call it from a worker thread. Of each series, only the latest game has
        moves.
        """
        with self._reading:
            running = [each for each in self._running(match.ruleset.info.id) if each.is_rated_now]
        found = [each for each in running if belongs_to(match, each.games[-1].match)]
        return [each for each in found if not self.is_unrated(each)]

    def is_unrated(self, tournament: Tournament) -> bool:
        """Return True if the latest game of a series was made unrated, in this window or another."""
        return self._unrated.has(tournament)

    def make_unrated(self, tournament: Tournament) -> None:
        """Store a marker that makes the latest game of a series unrated. Raises StoreError if that fails."""
        self._unrated.add(tournament)

    def forget(self, tournament: Tournament) -> None:
        """Delete the marker that made the latest game of a series unrated, once the game is recorded."""
        self._unrated.remove(tournament)

    def _running(self, ruleset_id: str) -> Iterator[Tournament]:
        if time.monotonic() - self._listed[0] >= _FRESH:
            self._listed = time.monotonic(), list(filter(_may_be_rated, self._saves.latest(_LATEST)))
        of_game = (each for each in self._listed[1] if each.header and each.header.ruleset_id == ruleset_id)
        for entry in islice(of_game, _MOST):
            tournament = self._tournament(entry)
            if tournament is not None:
                yield tournament

    def _tournament(self, entry: SaveEntry) -> Tournament | None:
        known = self._read.get(entry.name)
        if known is None or known[0] != entry.modified:
            try:
                known = entry.modified, self._saves.peek(entry.name, only_latest=True)
            except ParseError:
                known = entry.modified, None
            self._read[entry.name] = known
        return known[1]


def _may_be_rated(entry: SaveEntry) -> bool:
    """Return True if a saved game may be a rated game in progress, judged by its file header."""
    header = entry.header
    if header is None or not entry.can_resume or not header.running or header.is_practice:
        return False
    return sum(each.is_person for each in header.participants) == 1


def belongs_to(shown: Match, game: Match) -> bool:
    """Return True if the match on screen shows a position that a game contains or can still reach."""
    if shown.ruleset.info.id != game.ruleset.info.id or shown.state.geometry != game.state.geometry:
        return False
    if shown.seed == game.seed and all(map(eq, shown.moves, game.moves)):
        return True
    here, latest = _stones(shown.state), _stones(game.state)
    if len(here) < _RECOGNISED or len(latest) < _RECOGNISED:
        return False
    if len(here) < len(latest):
        return any(_is_same_up_to_symmetry(here, _stones(ply.step.state), shown) for ply in game.plies)
    return _is_contained(latest, here, shown)


def _stones(state: State) -> _Stones:
    return {cell: stone for cell, stone in enumerate(state.board) if stone != EMPTY}


def _is_same_up_to_symmetry(one: _Stones, other: _Stones, shown: Match) -> bool:
    return len(one) == len(other) and _is_contained(one, other, shown)


def _is_contained(fewer: _Stones, more: _Stones, shown: Match) -> bool:
    """Return True if a board has all stones of another board, in some symmetry of the game."""
    return any(
        all(more.get(symmetry[cell]) == stone for cell, stone in fewer.items())
        for symmetry in symmetries_of(shown.ruleset, shown.state.geometry)
    )
