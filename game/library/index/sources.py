"""Sources of the library's games: saved tournaments, recorded games, studies, and added files."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any

from game.core.record.reader import read_tournament
from game.core.ruleset import Ruleset
from game.library.formats.opened_file import OpenedFile
from game.library.formats.reading import open_file
from game.library.index.index_file import FILE_NAME
from game.library.index.indexed_game import IndexedGame, OpeningNames, indexed, parse_day, result_of
from game.library.study.edit_log import is_undone
from game.library.study.study import study_of_game
from game.library.study.tree import ROOT
from game.storage import folders
from game.storage.finished_games import GameKey
from game.storage.results import key_of_game


class SourceKind(Enum):
    """The kinds of sources of the library's games: save, recorded game, study or added file."""

    SAVE = "save"
    RECORD = "record"
    STUDY = "study"
    FILE = "file"
    """A foreign file that was added to the library."""


@dataclass(frozen=True, slots=True)
class LibraryPlaces:
    """The folders and files that the library reads, and the path of its index. None of them need exist."""

    saves: Path
    records: Path
    """The player's database."""
    studies: Path
    files: Path
    """Folder with the copies of added files."""
    index: Path


def usual_places() -> LibraryPlaces:
    """Return the default folders and files of the library."""
    return LibraryPlaces(
        saves=folders.saves_folder(),
        records=folders.database_file(),
        studies=folders.studies_folder(),
        files=folders.library_folder(),
        index=folders.data_folder() / FILE_NAME,
    )


@dataclass(frozen=True, slots=True)
class Source:
    """A source of games for the library: a file, or one game recorded in the player's database."""

    kind: SourceKind
    name: str
    """File name in its folder, or the key of a game from the records."""
    stamp: str
    """A value that changes whenever the source changes."""
    path: Path
    """File that the source is read from."""
    played: str = field(default="", compare=False)
    """Time of a game from the records, in ISO 8601."""

    @property
    def key(self) -> tuple[str, str]:
        """Key of the source in the library index."""
        return self.kind.value, self.name


def sources(places: LibraryPlaces) -> list[Source]:
    """Return all sources of games that are files: saved tournaments, studies and added files."""
    kinds = ((SourceKind.SAVE, places.saves), (SourceKind.STUDY, places.studies), (SourceKind.FILE, places.files))
    return [source for kind, folder in kinds for source in _files(kind, folder)]


def _files(kind: SourceKind, folder: Path) -> Iterator[Source]:
    """Yield the files of a folder; none if the folder cannot be read."""
    with contextlib.suppress(OSError):
        for path in sorted(folder.iterdir()):
            stamp = _stamp(kind, path)
            if stamp:
                yield Source(kind, path.name, stamp, path)


def _stamp(kind: SourceKind, path: Path) -> str:
    """Return a file's modification time and size as text, or "" if it cannot contain games."""
    is_wanted = path.suffix.lower() == ".txt" if kind is SourceKind.SAVE else not path.name.startswith(".")
    try:
        path.name.encode()
        found = path.stat()
    except (OSError, UnicodeEncodeError):
        return ""
    return f"{found.st_mtime_ns} {found.st_size}" if is_wanted and path.is_file() else ""


# The records


def own_key_of(key: GameKey) -> str:
    """Format the key of a recorded game as text."""
    return json.dumps([key.ruleset_id, key.tournament, key.seed, key.number])


def game_key(own_key: str) -> GameKey:
    """Parse the key of a recorded game from text (the inverse of ``own_key_of``)."""
    ruleset_id, tournament, seed, number = json.loads(own_key)
    return GameKey(ruleset_id=ruleset_id, tournament=tournament, seed=seed, number=number)


_RECORDS = """
SELECT g.ruleset, g.tournament, g.seed, g.game, length(t.text), COALESCE(
    (SELECT played FROM results r WHERE r.ruleset = g.ruleset AND r.tournament = g.tournament AND r.seed = g.seed
        AND r.game = g.game LIMIT 1),
    (SELECT played FROM meetings m WHERE m.ruleset = g.ruleset AND m.tournament = g.tournament AND m.seed = g.seed
        AND m.game = g.game LIMIT 1), '')
FROM games g JOIN game_texts t ON t.id = g.text_id
"""


def records(places: LibraryPlaces) -> list[Source]:
    """Return the games recorded in the player's database, or an empty list if they cannot be read."""
    found = []
    for ruleset_id, tournament, seed, number, size, played in _record_rows(places, _RECORDS, ()):
        with contextlib.suppress(ValueError):  # a seed from a foreign program
            key = own_key_of(GameKey(ruleset_id, tournament, int(seed), number))
            found.append(Source(SourceKind.RECORD, key, f"{size}", places.records, played))
    return found


def _record_rows(places: LibraryPlaces, query: str, values: tuple[object, ...]) -> list[Any]:
    """Return rows of the player's database, opened read-only; an empty list on failure."""
    if not places.records.is_file():
        return []
    try:
        with contextlib.closing(sqlite3.connect(f"{places.records.absolute().as_uri()}?mode=ro", uri=True)) as file:
            return file.execute(query, values).fetchall()
    except sqlite3.Error:
        return []


def _record_text(places: LibraryPlaces, key: GameKey) -> str:
    values = (key.ruleset_id, key.tournament, str(key.seed), key.number)
    game = "SELECT text_id FROM games WHERE ruleset = ? AND tournament = ? AND seed = ? AND game = ?"
    query = f"SELECT text FROM game_texts WHERE id = ({game})"
    return next((str(text) for (text,) in _record_rows(places, query, values)), "")


# Reading


@dataclass(slots=True)
class SourceReader:
    """A reader for the games of all the library's sources."""

    places: LibraryPlaces
    rulesets: Mapping[str, Ruleset]
    _names: OpeningNames = field(default_factory=OpeningNames)

    def open(self, source: Source) -> OpenedFile:
        """Open a source of games. Raises ParseError if nothing in it can be read.

        A study whose edits were all undone is returned without a game: what is left is a game that the library has
        already.
        """
        if source.kind is not SourceKind.RECORD:
            opened = open_file(source.path, self.rulesets)
            is_log = source.kind is SourceKind.STUDY and source.path.suffix == ".study"
            if is_log and not _has_more(opened) and is_undone(source.path.read_bytes(), self.rulesets):
                return OpenedFile(opened.format, (), None, opened.problems)
            return opened
        tournament = read_tournament(_record_text(self.places, game_key(source.name)), self.rulesets)
        return OpenedFile("", tuple(study_of_game(tournament, at) for at in range(len(tournament.games))), tournament)

    def game(self, source: Source, opened: OpenedFile, number: int) -> IndexedGame:
        """Return a game of an opened source by its number, from 0. Raises PluginError if the ruleset fails."""
        study, tournament = opened.studies[number], opened.tournament
        if tournament is None:
            return indexed(study, self._names)
        outcome = tournament.games[number].match.outcome
        game = indexed(study, self._names, result=result_of(outcome), day=_day(source))
        if source.kind is SourceKind.RECORD:
            return replace(game, own_key=source.name)
        own = own_key_of(key_of_game(tournament, number)) if source.kind is SourceKind.SAVE else ""
        return replace(game, own_key=own)


def _has_more(opened: OpenedFile) -> bool:
    """Return True if the first study of a file has variations or comments."""
    tree = opened.studies[0].tree
    return len(tree) > len(tree.continuation(ROOT)) or bool(tree.comments or tree.marks)


def _day(source: Source) -> int:
    """Return the date of a game of this program: that of its record or, for a file, of its last change."""
    if source.kind is SourceKind.RECORD:
        return parse_day(source.played)
    try:
        written = datetime.fromtimestamp(int(source.stamp.split()[0]) / 1e9)
    except (ValueError, OverflowError, OSError):
        # File systems may return any number; one outside the calendar means no date.
        return 0
    return parse_day(written.isoformat())
