"""Bringing the index in line with what there is: what is gone goes, what is new or changed is read."""

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
from game.core.threads.worker import failure_words, report_failure
from game.library.formats.opened_file import OpenedFile
from game.library.index import index_writing as writing
from game.library.index.file_reading import late_words
from game.library.index.indexed_game import IndexedGame
from game.library.index.sources import Source, SourceKind, SourceReader, records, sources

#: Games that are written together: so many are read anew where the update is stopped or the program ends.
_BATCH = 500
#: Seconds of reading that are lost at most where the update is stopped.
_MOST_UNWRITTEN = 2.0
#: Seconds of work after which the thread rests for as long: the window is to have its turn.
_BREATH = 0.004


@dataclass(frozen=True, slots=True)
class ReadingProgress:
    """How far an update is: the games of the source that is read, and how many it has."""

    source: Source
    done: int
    games: int


@dataclass(slots=True)
class _Batch:
    """Games of a source by their numbers, and the first thing that is wrong with them."""

    games: dict[int, IndexedGame] = field(default_factory=dict)
    problem: str = ""
    is_last: bool = False
    """Whether nothing more is to be read: the ruleset's plug-in failed."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A source that was read whole: its games by their numbers, and the first thing that is wrong with it."""

    source: Source
    games: dict[int, IndexedGame]
    problem: str


_Found = TypeVar("_Found")


class UpdateStopped(Exception):  # noqa: N818 - no error: somebody wanted it
    """Raised inside an update that is to stop."""


class _GivenUpError(Exception):
    """Raised for what takes too long to read, or fails; the message says it in a sentence."""


@dataclass(slots=True)
class Update:
    """An update of the index over a connection of its own. Everything may raise sqlite3.Error."""

    connection: sqlite3.Connection
    reader: SourceReader
    limit: Interruptible
    """The time limit of each file and each game that is read; who stops it, stops the update."""
    tell: Callable[[ReadingProgress], None]
    _worked_since: float = 0.0

    def run(self) -> None:
        """Read what is new or changed; raises UpdateStopped once that is wanted. What was read by then stays."""
        wanted = sources(self.reader.places)
        self._drop_others(wanted, kinds_but_records=True)
        self._read_new(wanted)
        saved = {key for (key,) in self.connection.execute(_SAVED, (SourceKind.SAVE.value,))}
        # A game of the records that is in a saved tournament, too, stands there.
        wanted = [record for record in records(self.reader.places) if record.name not in saved]
        self._drop_others(wanted, kinds_but_records=False)
        self._read_new(wanted)

    def _drop_others(self, wanted: Sequence[Source], *, kinds_but_records: bool) -> None:
        """Take out what is gone, or is not as it was read."""
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
        """What a source holds, and the first thing in it that cannot be read."""
        try:
            opened = self._within_limit(source, partial(self.reader.open, source))
        except (ParseError, PluginError, _GivenUpError) as error:
            return None, str(error)
        return opened, next(iter(opened.problems), "")

    def _within_limit(self, source: Source, read: Callable[[], _Found]) -> _Found:
        """Read a source. Raises _GivenUpError, too, where that takes too long or fails; it is not tried again."""
        try:
            return self.limit.run(read)
        except (ParseError, PluginError):
            raise
        except Interrupted:
            if self.limit.is_stopped:
                raise UpdateStopped from None
            raise _GivenUpError(late_words(source.path.name, self.limit.seconds)) from None
        except Exception as error:  # the guard of a worker thread: one file is not to end the others
            report_failure(error)
            raise _GivenUpError(f"{source.path.name}: {failure_words(error)}") from error

    def _batch(self, source: Source, opened: OpenedFile | None, first: int) -> _Batch:
        """Read the games of a source from a number on."""
        batch = _Batch()
        for number in range(first, min(first + _BATCH, len(opened.studies) if opened else 0)):
            assert opened is not None
            self._breathe()
            try:
                game = self._within_limit(source, partial(self.reader.game, source, opened, number))
            except ParseError as error:
                told = _("Game {number}: {problem}", number=number + 1, problem=error)
                batch.problem = batch.problem or told
                continue
            except (PluginError, _GivenUpError) as error:
                batch.problem, batch.is_last = str(error), True
                break
            if game.plies or game.start:
                batch.games[number] = game
            self.tell(ReadingProgress(source, number + 1, len(opened.studies)))
        return batch

    def _write(self, sources_read: Sequence[_Read]) -> None:
        """Write sources that were read whole."""
        with writing.together(self.connection):
            for read in sources_read:
                number, _next = writing.begin_source(self.connection, *read.source.key, read.source.stamp)
                writing.add_games(self.connection, number, read.games)
                writing.finish_source(self.connection, number, read.source.stamp, read.problem)

    def _read_large(self, source: Source, opened: OpenedFile, problem: str) -> None:
        """Read a source batch by batch, from where it was stopped; its games can be found meanwhile."""
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
        """Stop where that is wanted, and rest as long as was worked: the interpreter has one thread at a time."""
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
