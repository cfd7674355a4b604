"""The update of the library index: removes missing sources of games, and reads new and changed ones."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from game.core.language import _
from game.core.model import ParseError
from game.core.ruleset import PluginError
from game.core.threads.interruptible import Interrupted, Interruptible
from game.core.threads.worker import failure_text, report_failure
from game.library.formats.opened_file import OpenedFile
from game.library.index import index_writing as writing
from game.library.index.added_files import late_text
from game.library.index.indexed_game import IndexedGame
from game.library.index.sources import Source, SourceKind, SourceReader, records, sources

#: Number of games written together; an interrupted update loses at most as many.
_BATCH = 500
#: Maximum number of seconds of reading that a stopped update loses.
_MOST_UNWRITTEN = 2.0
#: Seconds of work after which the thread sleeps for the same time to give the window its turn.
_BREATH = 0.004


@dataclass(frozen=True, slots=True)
class ReadingProgress:
    """Progress of an index update: the source being read, its games read, and their total number."""

    source: Source
    done: int
    games: int


@dataclass(slots=True)
class _Batch:
    """A batch of games of one source, by number, and the first problem in reading them."""

    games: dict[int, IndexedGame] = field(default_factory=dict)
    problem: str = ""
    is_last: bool = False
    """True if the ruleset's plug-in failed, so that the rest of the source cannot be read."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A completely read source of games: its games by number, and the first problem in reading them."""

    source: Source
    games: dict[int, IndexedGame]
    problem: str


_Found = TypeVar("_Found")


class UpdateStopped(Exception):  # noqa: N818 - a request, not an error
    """Raised inside an index update to stop it."""


class _GivenUpError(Exception):
    """Raised for a source of games that takes too long to read or fails, with an error message."""


@dataclass(slots=True)
class Update:
    """One update of the library index on its own connection. All methods may raise sqlite3.Error."""

    connection: sqlite3.Connection
    reader: SourceReader
    limit: Interruptible
    """Time limit for each file and each game; stopping it stops the whole update."""
    report_progress: Callable[[ReadingProgress], None]
    _worked_since: float = 0.0

    def run(self) -> None:
        """Read new and changed sources of games into the index.

        Raises UpdateStopped on request; games already read are kept.
        """
        wanted = sources(self.reader.places)
        self._drop_others(wanted, kinds_but_records=True)
        self._read_new(wanted)
        saved = {key for (key,) in self.connection.execute(_SAVED, (SourceKind.SAVE.value,))}
        # A game of the records that is also in a saved tournament is read from the tournament.
        wanted = [record for record in records(self.reader.places) if record.name not in saved]
        self._drop_others(wanted, kinds_but_records=False)
        self._read_new(wanted)

    def _drop_others(self, wanted: Sequence[Source], *, kinds_but_records: bool) -> None:
        """Remove from the library index the sources that are not in ``wanted`` or have changed.

        With ``kinds_but_records`` all sources that are files are compared, otherwise those that are recorded games.
        """
        stamps = {source.key: source.stamp for source in wanted}
        known = self.connection.execute("SELECT id, kind, name, stamp FROM sources").fetchall()
        gone = [
            number
            for number, kind, name, stamp in known
            if (kind != SourceKind.RECORD.value) == kinds_but_records
            and stamps.get((kind, name)) != stamp.removeprefix(writing.UNFINISHED)
        ]
        with writing.together(self.connection):
            for start in range(0, len(gone), _BATCH):
                writing.drop_sources(self.connection, gone[start : start + _BATCH])

    def _read_new(self, wanted: Sequence[Source]) -> None:
        known = set(self.connection.execute(_FINISHED, (f"{writing.UNFINISHED}%",)).fetchall())
        small: list[_Read] = []
        written = time.monotonic()
        for source in wanted:
            if source.key in known:
                continue
            self._breathe()
            opened, problem = self._opened(source)
            if opened is not None and len(opened.studies) > _BATCH:
                self._read_large(source, opened, problem)
                continue
            batch = self._batch(source, opened, 0)
            small.append(_Read(source, batch.games, problem or batch.problem))
            is_time = time.monotonic() - written > _MOST_UNWRITTEN
            if is_time or sum(len(read.games) for read in small) >= _BATCH or len(small) >= _BATCH:
                self._write(small)
                small.clear()
                written = time.monotonic()
        self._write(small)

    def _opened(self, source: Source) -> tuple[OpenedFile | None, str]:
        """Open a source of games. Return it, or None on failure, and the first problem ("" if none)."""
        try:
            opened = self._within_limit(source, partial(self.reader.open, source))
        except (ParseError, PluginError, _GivenUpError) as error:
            return None, str(error)
        return opened, next(iter(opened.problems), "")

    def _within_limit(self, source: Source, read: Callable[[], _Found]) -> _Found:
        """Call ``read`` for a source of games, with a time limit.

        Raises _GivenUpError on a timeout or an unexpected error; there is no retry.
        """
        try:
            return self.limit.run(read)
        except (ParseError, PluginError):
            raise
        except Interrupted:
            if self.limit.is_stopped:
                raise UpdateStopped from None
            raise _GivenUpError(late_text(source.path.name, self.limit.seconds)) from None
        except Exception as error:  # one bad file must not end the worker thread
            report_failure(error)
            raise _GivenUpError(f"{source.path.name}: {failure_text(error)}") from error

    def _batch(self, source: Source, opened: OpenedFile | None, first: int) -> _Batch:
        """Read a batch of games of a source, beginning with game number ``first``."""
        batch = _Batch()
        for number in range(first, min(first + _BATCH, len(opened.studies) if opened else 0)):
            assert opened is not None
            self._breathe()
            try:
                game = self._within_limit(source, partial(self.reader.game, source, opened, number))
            except ParseError as error:
                text = _("Game {number}: {problem}", number=number + 1, problem=error)
                batch.problem = batch.problem or text
                continue
            except (PluginError, _GivenUpError) as error:
                batch.problem, batch.is_last = str(error), True
                break
            if game.plies or game.start:
                batch.games[number] = game
            self.report_progress(ReadingProgress(source, number + 1, len(opened.studies)))
        return batch

    def _write(self, sources_read: Sequence[_Read]) -> None:
        """Write the games of completely read sources to the library index."""
        with writing.together(self.connection):
            for read in sources_read:
                number, _next = writing.begin_source(self.connection, *read.source.key, read.source.stamp)
                writing.add_games(self.connection, number, read.games)
                writing.finish_source(self.connection, number, read.source.stamp, read.problem)

    def _read_large(self, source: Source, opened: OpenedFile, problem: str) -> None:
        """Read a large source of games in batches; each finished batch can be searched at once.

        An interrupted read is resumed.
        """
        with writing.together(self.connection):
            number, first = writing.begin_source(self.connection, *source.key, source.stamp)
        for start in range(first, len(opened.studies), _BATCH):
            batch = self._batch(source, opened, start)
            problem = problem or batch.problem
            with writing.together(self.connection):
                writing.add_games(self.connection, number, batch.games)
            if batch.is_last:
                break
        with writing.together(self.connection):
            writing.finish_source(self.connection, number, source.stamp, problem)

    def _breathe(self) -> None:
        """Raise UpdateStopped if requested; otherwise sleep as long as this thread has just worked.

        Sleeping gives the interpreter lock to the window.
        """
        if self.limit.is_stopped:
            raise UpdateStopped
        worked = time.monotonic() - self._worked_since
        if worked > _BREATH:
            time.sleep(min(worked, 10 * _BREATH))
            self._worked_since = time.monotonic()


_FINISHED = "SELECT kind, name FROM sources WHERE stamp NOT LIKE ?"
_SAVED = """
SELECT own_key FROM details JOIN games ON games.id = details.game JOIN sources ON sources.id = games.source
WHERE sources.kind = ? AND own_key <> ''
"""
