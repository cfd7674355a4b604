"""Libraries for tests: a searchable index of the saved games in a folder, without a window."""

from __future__ import annotations

import time
from pathlib import Path

from game.core.match import Match
from game.core.record.writer import write_tournament
from game.core.ruleset import Ruleset
from game.core.tournament import Participant, Tournament
from game.library.index.library import Library
from game.library.index.next_turns import NextTurns, next_turns_query
from game.library.index.search import Asked, FoundPage, Query
from game.library.index.sources import LibraryPlaces
from game.plugins.registry import discover
from tools.pilot.tournaments import new_tournament, play

GAMES = discover(None).rulesets
GOMOKU = GAMES["gomoku"]
#: A game that Black wins; it begins with the opening Kansei, rotated by 90 degrees.
SHORT = "h8 i8 j8 a1 h7 a2 h6 a4 h5 a5 h4"
_SECONDS = 20.0


def places_in(folder: Path) -> LibraryPlaces:
    return LibraryPlaces(
        *(folder / name for name in ("saves", "stone-fair.sqlite3", "studies", "library", "library.db")),
    )


def library_in(folder: Path) -> Library:
    return Library(places_in(folder), GAMES)


def tournament(*moves: str, names: tuple[str, str] = ("Anna", "Ben"), ruleset: Ruleset = GOMOKU) -> Tournament:
    """Return a series of games with one for each text of moves; only the last game may be unfinished."""
    made = new_tournament(ruleset)
    made.participants = (Participant(names[0]), Participant(names[1]))
    for each in moves:
        play(made.start_game().match, each)
    return made


def save(folder: Path, name: str, made: Tournament) -> Path:
    """Write a tournament as a saved game where a library from ``library_in(folder)`` finds it; return its path."""
    made.title = name
    path = folder / "saves" / f"{name}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(write_tournament(made), encoding="utf-8")
    return path


def updated(library: Library) -> Library:
    """Update the index of the library, wait until it is up to date, and return the library."""
    library.update()
    wait_until(lambda: not library.is_updating)
    return library


def found(library: Library, query: Query | None = None, offset: int = 0) -> FoundPage:
    """Search the library, and return the page of results that begins at ``offset``."""
    library.desk.ask(Asked(query or Query(), offset))
    answers = []
    wait_until(lambda: bool(answers.append(answer) or answers) if (answer := library.desk.answer()) else False)
    assert answers[0].found is not None, answers[0].problem
    return answers[0].found


def next_turns(library: Library, match: Match, players: frozenset[str] = frozenset()) -> NextTurns:
    """Return the turns that games of the library continue with from the position of a match."""
    desk, answers = library.next_turns, []
    desk.ask(next_turns_query(match, players))
    wait_until(lambda: bool(answers.append(answer) or answers) if (answer := desk.answer()) else False)
    assert answers[0].found is not None, answers[0].problem
    return answers[0].found


def names(result: FoundPage) -> list[tuple[str, int]]:
    """Return the sorted file names, without ``.txt``, and game numbers of the games found."""
    return sorted((game.source.removesuffix(".txt"), game.number) for game in result.games)


def wait_until(is_done) -> None:
    end = time.monotonic() + _SECONDS
    while not is_done():
        assert time.monotonic() < end, "the library does not come back"
        time.sleep(0.002)
