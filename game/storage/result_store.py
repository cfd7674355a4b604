"""The recording of finished games in the database, or in a file while the database is not writable.

A result that cannot be written at once waits in the database's write queue, as any write does, and counts in this
session. It is also appended to a file, as one line of JSON, so that it survives if the program is killed.

The results of the file are entered into the database at each start, with each new result, and when the queue has
emptied. A result that the database has already is only removed from the file.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime

import msgspec

from game.core.language import _, strip_period
from game.core.tournament import Participant, Tournament
from game.storage.database import Database
from game.storage.file_lock import LOCK_SECONDS, hold_lock
from game.storage.files import NotNowError, StoreError, cause, write_file, write_through
from game.storage.results import Entry, enter, entry_of, is_on_record, mark_of
from game.storage.sqlite.write_queue import Write

#: Name of the file next to the database.
WAITING = "results-waiting.jsonl"
#: Seconds to wait for another window that locks the file, if giving up loses nothing.
_PATIENCE = 0.04
#: Encoding and error handler of the file, so that unreadable bytes stay unchanged.
_ENCODING = ("utf-8", "surrogateescape")
#: Upper bounds: integers in the database are below the first; a seed is stored as text with at most 40 digits.
_MOST, _MOST_SEED = 2**63, 10**40


@dataclass(frozen=True, slots=True)
class Recorded:
    """A finished game that was recorded or is waiting to be recorded."""

    messages: tuple[str, ...] = ()
    """Messages for the player about this game and those that waited before it."""
    write: Write | None = None
    """The database write of the game; None if there is nothing to write or if it waits only in the file."""


class ResultStore:
    """The store that records finished games, and puts those that cannot be recorded yet in a file."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._path = database.file.path.with_name(WAITING)

    def save_result(self, tournament: Tournament, index: int, elsewhere: int | None = None) -> Recorded:
        """Record a finished game once, after the games that are waiting to be recorded.

        ``index`` is the number of the game in the tournament, from 0.

        ``elsewhere`` is the participant on another machine, None if both were on this one. The result has messages
        about the waiting games that were recorded, and about this game if it has to wait. Raises StoreError if this
        game is refused and cannot be written to the file either.
        """
        entry = entry_of(self._database, tournament, index, elsewhere)
        if entry is None:
            return Recorded()
        tried = self._enter_waiting()
        write, why = self._entered(entry)
        # A database in memory loses everything when the program ends.
        why = why or self._why_not_saved()
        messages = [*tried.messages, self._let_wait(entry, why, is_refused=write is None)] if why else tried.messages
        return Recorded(tuple(messages), write)

    def _entered(self, entry: Entry) -> tuple[Write | None, str]:
        """Record a finished game in the database. Return the write, or None and the reason for a refusal."""
        try:
            return enter(self._database, entry), ""
        except StoreError as error:
            return None, str(error)

    def _why_not_saved(self) -> str:
        """Return the reason why the last recorded game is not on the disk yet, or "" if it is."""
        return self._database.file.waiting_for or ("" if self._database.file.is_stored else self._database.file.notice)

    def is_on_record(self, tournament: Tournament, index: int) -> bool:
        """Return True if a finished game (``index`` from 0) is recorded or is waiting to be recorded."""
        return self._waits(tournament, index) or is_on_record(self._database, tournament, index)

    def is_saved(self, tournament: Tournament, index: int) -> bool:
        """Return True if a finished game (``index`` from 0) is recorded in the database file on the disk.

        Return False while it waits in the file or in the write queue.
        """
        if self._waits(tournament, index) or self._why_not_saved():
            return False
        return is_on_record(self._database, tournament, index)

    def _waits(self, tournament: Tournament, index: int) -> bool:
        mark = mark_of(tournament, index)
        return any(entry is not None and entry.game.mark == mark for entry in map(_parsed, self._lines()))

    def catch_up(self) -> list[str]:
        """Record the games waiting in the file, where possible.

        Return a message about each game or bad line.
        """
        tried = self._enter_waiting()
        messages = tried.messages
        for line in self._lines():
            entry = _parsed(line)
            if entry is None:
                messages.append(_("One line of {file} could not be read and was left unchanged.", file=WAITING))
            else:
                messages.append(_waits(entry, tried.refused.get(line) or self._why_not_saved()))
        return messages

    def enter_saved(self) -> list[str]:
        """Record the games waiting in the file and remove them from it.

        Return a message about each game that was not recorded before.
        """
        return self._enter_waiting().messages

    def _enter_waiting(self) -> _EntryAttempt:
        """Record the finished games that are waiting in the file.

        Do nothing while the database's write queue is not empty: results of this session are in the queue already, and
        the others would only make it longer. A single refused game does not delay the others.
        """
        self._database.file.finish_writing(0.0)
        done: dict[str, str] = {}
        tried = _EntryAttempt()
        for line in self._lines() if self._database.file.is_stored else ():
            if self._database.file.waiting_for:
                break
            entry = _parsed(line)
            if entry is None:
                continue
            write, why = self._entered(entry)
            if write is None:
                tried.refused[line] = why
                continue
            if not write.is_saved:
                break
            done[line] = _(
                "The result of “{title}”, game {number}, has now been recorded.",
                title=entry.game.tournament,
                number=entry.game.number,
            )
        tried.messages = [*done.values(), *self._take_out(done)]
        return tried

    def _let_wait(self, entry: Entry, why: str, *, is_refused: bool = False) -> str:
        """Append a finished game to the file of games waiting to be recorded, and return a message.

        If the file cannot be written, the game waits only in the queue. Raises StoreError if it is not in the queue
        either.
        """
        line = _line(entry)
        is_in_queue = not is_refused and self._database.file.is_stored
        try:
            with self._lock(_PATIENCE if is_in_queue else LOCK_SECONDS):
                if line not in self._lines():
                    self._append(line)
        except (OSError, NotNowError) as error:
            if is_in_queue:
                return _waits_in_queue(entry, why)
            lost = _(
                "The result of “{title}”, game {number}, could not be recorded: {cause}.",
                title=entry.game.tournament,
                number=entry.game.number,
                cause=cause(error) if isinstance(error, OSError) else strip_period(str(error)),
            )
            raise StoreError(lost) from error
        return _waits(entry, why)

    def _append(self, line: str) -> None:
        """Append a line to the file of games waiting to be recorded.

        If the last line is incomplete, because a program was killed or the disk was full, start a new one.
        """
        self._path.parent.mkdir(parents=True, exist_ok=True)
        before = self._path.read_bytes() if self._path.exists() else b""
        begin = "\n" if before and not before.endswith(b"\n") else ""
        write_through(self._path, f"{begin}{line}\n".encode(), append=True)

    def _lock(self, seconds: float) -> AbstractContextManager[None]:
        """Return a context manager that locks the file of games waiting to be recorded.

        It waits up to ``seconds`` for the lock, which protects the lines of other windows.
        """
        return hold_lock(self._path.with_name(f"{WAITING}.lock"), seconds)

    def _lines(self) -> list[str]:
        """Return the lines of the file of games waiting to be recorded, even if they are not valid text."""
        try:
            return [line for line in self._path.read_bytes().decode(*_ENCODING).split("\n") if line.strip()]
        except OSError:
            return []

    def _take_out(self, done: Collection[str]) -> list[str]:
        """Remove these lines from the file of games waiting to be recorded, and keep all other lines.

        Another window may have added lines.

        Return messages about errors.
        """
        if not done:
            return []
        try:
            with self._lock(_PATIENCE):
                self._leave([line for line in self._lines() if line not in done])
        except OSError as error:
            # Entering them again later has no effect.
            return [_("{file} could not be written: {error}.", file=WAITING, error=cause(error))]
        except NotNowError as error:
            return [str(error)]
        return []

    def _leave(self, lines: Sequence[str]) -> None:
        """Replace the lines of the file of games waiting to be recorded, or delete it if none are left.

        Raises OSError.
        """
        if lines:
            write_file(self._path, "".join(f"{line}\n" for line in lines).encode(*_ENCODING))
        else:
            self._path.unlink(missing_ok=True)


@dataclass(slots=True)
class _EntryAttempt:
    """The outcome of an attempt to record the finished games that are waiting in a file."""

    messages: list[str] = field(default_factory=list)
    """Messages about the games that were entered."""
    refused: dict[str, str] = field(default_factory=dict)
    """The reason for the refusal of each line, by the line's text."""


def _waits_in_queue(entry: Entry, why: str) -> str:
    return _(
        "The result of “{title}”, game {number}, is not recorded yet: {why}. Stone Fair will keep "
        "trying while it is open.",
        title=entry.game.tournament,
        number=entry.game.number,
        why=strip_period(why),
    )


def _waits(entry: Entry, why: str) -> str:
    return _(
        "The result of “{title}”, game {number}, is not recorded yet: {why}. It is stored in {file}; "
        "Stone Fair will keep trying.",
        title=entry.game.tournament,
        number=entry.game.number,
        why=strip_period(why),
        file=WAITING,
    )


class _StoredParticipant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A participant of a game, as written in the file of games waiting to be recorded."""

    name: str = msgspec.field(name="name")
    level: str = msgspec.field(name="level", default="")


def _line(entry: Entry) -> str:
    """Format a game waiting to be recorded as a line of the file. Equal games give equal lines."""
    people = [_StoredParticipant(each.name, each.level) for each in entry.participants]
    data = {**msgspec.to_builtins(entry, enc_hook=str), "participants": msgspec.to_builtins(people, enc_hook=str)}
    return json.dumps(data, ensure_ascii=False)


def _parsed(line: str) -> Entry | None:
    """Parse a line of the file of games waiting to be recorded. Return None if it is invalid."""
    try:
        data = json.loads(line)
        stored = msgspec.convert(data["participants"], list[_StoredParticipant])
        people = [Participant(each.name, each.level) for each in stored]
        entry = msgspec.convert({**data, "participants": people}, Entry)
    # ValidationError is a ValueError.
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return entry if _is_sound(entry) else None


def _is_sound(entry: Entry) -> bool:
    """Return True if all values of a game waiting to be recorded fit into the database columns."""
    game = entry.game
    people = [value for participant in entry.participants for value in (participant.name, participant.level)]
    words = [*people, entry.text, entry.player, entry.beaten, entry.ribbon]
    words += [game.ruleset_id, game.termination, game.tournament, game.mark, game.practice, game.played]
    numbers = [game.moves, game.number, *(score for score in game.scores if score is not None)]
    if not all(map(_can_be_encoded, words)) or not all(_is_below(_MOST, number) for number in numbers):
        return False
    has_person = any(participant.is_person for participant in entry.participants)
    seats = (entry.winner, entry.elsewhere)
    return (
        has_person
        and all(seat in (None, 0, 1) for seat in seats)
        and _is_below(_MOST_SEED, game.seed)
        and _is_moment(game.played)
    )


def _can_be_encoded(word: str) -> bool:
    """Return True if a text can be encoded as UTF-8.

    JSON can contain lone surrogates, which cannot be encoded.
    """
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_below(most: int, number: int) -> bool:
    """Return True if ``-most <= number < most``."""
    return -most <= number < most


def _is_moment(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False
