"""The records of finished games: in the database, and in a file while the database cannot be written.

A result that cannot be written at once waits in the database's queue of writes, as any write does, and counts in this
session. It also goes into the file, a result a line, as JSON, so that it survives a program that is killed meanwhile.
The file's results are entered at each start, with each new result, and when the queue has emptied; a result that is on
record already is only taken out of the file.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field
from datetime import datetime

from game.core.language import _, strip_period
from game.core.tournament import Participant, Tournament
from game.storage.database import Database
from game.storage.file_lock import LOCK_SECONDS, hold_lock
from game.storage.files import NotNowError, StoreError, cause, write_through, write_whole
from game.storage.finished_games import PlayedGame
from game.storage.results import Entry, enter, entry_of, is_on_record, mark_of
from game.storage.sqlite.write_queue import Write

#: The name of the file, beside the database.
WAITING = "results-waiting.jsonl"
#: Seconds that the window waits for another one that has the file, where nothing is lost without it.
_PATIENCE = 0.04
#: How the file is read and written, so that what cannot be read in it stays as it is.
_AS_IT_IS = ("utf-8", "surrogateescape")
#: The numbers that the database holds are less, and a seed, which is kept in words, has 40 digits at most.
_MOST, _MOST_SEED = 2**63, 10**40


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game that was put on record, or waits for it."""

    told: tuple[str, ...] = ()
    """Sentences about it and the games that waited before it."""
    write: Write | None = None
    """Its write; None where there is nothing to write, or it waits in the file alone."""


class ResultStore:
    """The records of finished games, and those that wait to be entered."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._path = database.path.with_name(WAITING)

    def put_on_record(self, tournament: Tournament, index: int, elsewhere: int | None = None) -> Recorded:
        """Put a finished game (``index`` from 0) on record, once, and before it those that wait.

        ``elsewhere`` is the participant who sat at another machine, None where both were here.

        Says in sentences which games waited until now, and whether this one has to wait. Raises StoreError when this
        one is refused and cannot wait in the file either.
        """
        entry = entry_of(self._database, tournament, index, elsewhere)
        if entry is None:
            return Recorded()
        tried = self._enter_waiting()
        write, why = self._entered(entry)
        # Without a file of its own the database forgets everything when the program ends.
        why = why or self._why_not_saved()
        told = [*tried.told, self._let_wait(entry, why, is_refused=write is None)] if why else tried.told
        return Recorded(tuple(told), write)

    def _entered(self, entry: Entry) -> tuple[Write | None, str]:
        """Enter a game; returns the write, or why it is refused."""
        try:
            return enter(self._database, entry), ""
        except StoreError as error:
            return None, str(error)

    def _why_not_saved(self) -> str:
        """The reason why the last entry is not saved; "" where it is."""
        return self._database.waiting_for or ("" if self._database.is_kept else self._database.notice)

    def is_on_record(self, tournament: Tournament, index: int) -> bool:
        """Whether a game (``index`` from 0) is on record, or waits for it."""
        return self._waits(tournament, index) or is_on_record(self._database, tournament, index)

    def is_saved(self, tournament: Tournament, index: int) -> bool:
        """Whether a game (``index`` from 0) is on record for good: it waits neither in the file nor in the queue."""
        if self._waits(tournament, index) or self._why_not_saved():
            return False
        return is_on_record(self._database, tournament, index)

    def _waits(self, tournament: Tournament, index: int) -> bool:
        mark = mark_of(tournament, index)
        return any(entry is not None and entry.game.mark == mark for entry in map(_parsed, self._lines()))

    def catch_up(self) -> list[str]:
        """Enter what waits in the file, as far as that is possible now; a sentence about each game and other line."""
        tried = self._enter_waiting()
        told = tried.told
        for line in self._lines():
            entry = _parsed(line)
            if entry is None:
                told.append(_("A line of {file} cannot be read, and is left there.", file=WAITING))
            else:
                told.append(_waits(entry, tried.refused.get(line) or self._why_not_saved()))
        return told

    def enter_saved(self) -> list[str]:
        """Take what is on record by now out of the file, and enter the rest of it; a sentence about each game."""
        return self._enter_waiting().told

    def _enter_waiting(self) -> _Tried:
        """Enter what waits in the file.

        While the database's queue is not empty, nothing is: the file's results of this session are in the queue, and
        the others would only make it longer. A game that alone is refused keeps none of the others waiting.
        """
        self._database.finish_writing(0.0)
        done: dict[str, str] = {}
        tried = _Tried()
        for line in self._lines() if self._database.is_kept else ():
            if self._database.waiting_for:
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
                "“{title}”, game {number}, is on record now.", title=entry.game.tournament, number=entry.game.number
            )
        tried.told = [*done.values(), *self._take_out(done)]
        return tried

    def _let_wait(self, entry: Entry, why: str, *, is_refused: bool = False) -> str:
        """Note a game down in the file; one that the file cannot take waits in the queue alone if it is in there."""
        line = json.dumps(asdict(entry), ensure_ascii=False)
        is_in_queue = not is_refused and self._database.is_kept
        try:
            with self._alone(_PATIENCE if is_in_queue else LOCK_SECONDS):
                if line not in self._lines():
                    self._append(line)
        except (OSError, NotNowError) as error:
            if is_in_queue:
                return _waits_in_queue(entry, why)
            lost = _(
                "“{title}”, game {number}, could not be put on record: {cause}.",
                title=entry.game.tournament,
                number=entry.game.number,
                cause=cause(error) if isinstance(error, OSError) else strip_period(str(error)),
            )
            raise StoreError(lost) from error
        return _waits(entry, why)

    def _append(self, line: str) -> None:
        """Add a line; after one that was torn, when a program was killed or the disk was full, it begins anew."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        before = self._path.read_bytes() if self._path.exists() else b""
        begin = "\n" if before and not before.endswith(b"\n") else ""
        write_through(self._path, f"{begin}{line}\n".encode(), append=True)

    def _alone(self, seconds: float) -> AbstractContextManager[None]:
        """Wait some seconds until no other window reads or writes the file; what it adds meanwhile would be lost."""
        return hold_lock(self._path.with_name(f"{WAITING}.lock"), seconds)

    def _lines(self) -> list[str]:
        """The lines that wait, bytes that are no text among them as they are."""
        try:
            return [line for line in self._path.read_bytes().decode(*_AS_IT_IS).split("\n") if line.strip()]
        except OSError:
            return []

    def _take_out(self, done: Collection[str]) -> list[str]:
        """Leave only the lines that are not done, also those that another window added meanwhile."""
        if not done:
            return []
        try:
            with self._alone(_PATIENCE):
                self._leave([line for line in self._lines() if line not in done])
        except OSError as error:
            # Entering them a second time changes nothing.
            return [_("{file} could not be written: {error}.", file=WAITING, error=cause(error))]
        except NotNowError as error:
            return [str(error)]
        return []

    def _leave(self, lines: Sequence[str]) -> None:
        """Make these lines the file's only ones; raises OSError."""
        if lines:
            write_whole(self._path, "".join(f"{line}\n" for line in lines).encode(*_AS_IT_IS))
        else:
            self._path.unlink(missing_ok=True)


@dataclass(slots=True)
class _Tried:
    """What came of entering the lines that wait."""

    told: list[str] = field(default_factory=list)
    """Sentences about the games that were entered."""
    refused: dict[str, str] = field(default_factory=dict)
    """Why a line alone was refused, by the line."""


def _waits_in_queue(entry: Entry, why: str) -> str:
    return _(
        "“{title}”, game {number}, is not on record yet: {why}. Stone Fair will try again while it runs.",
        title=entry.game.tournament,
        number=entry.game.number,
        why=strip_period(why),
    )


def _waits(entry: Entry, why: str) -> str:
    return _(
        "“{title}”, game {number}, is not on record yet: {why}. It waits in {file}. Stone Fair will try again.",
        title=entry.game.tournament,
        number=entry.game.number,
        why=strip_period(why),
        file=WAITING,
    )


def _parsed(line: str) -> Entry | None:
    """The entry of a line, None for a line that is none."""
    try:
        data = json.loads(line)
        one, two = (Participant(**participant) for participant in data["participants"])
        first, second = data["game"]["scores"]
        game = PlayedGame(**{**data["game"], "scores": (first, second)})
        entry = Entry(**{**data, "participants": (one, two), "game": game})
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return entry if _is_sound(entry) else None


def _is_sound(entry: Entry) -> bool:
    """Whether all values are of the kinds that the records hold, and fit into them."""
    game = entry.game
    people = [value for participant in entry.participants for value in (participant.name, participant.level)]
    words = [*people, entry.text, entry.player, entry.beaten, entry.ribbon]
    words += [game.ruleset_id, game.termination, game.tournament, game.mark, game.practice, game.played]
    numbers = [game.moves, game.number, *(score for score in game.scores if score is not None)]
    if not all(map(_is_text, words)) or not all(_is_below(_MOST, number) for number in numbers):
        return False
    has_person = any(participant.is_person for participant in entry.participants)
    seats = (entry.winner, entry.elsewhere)
    return (
        has_person
        and all(seat in (None, 0, 1) for seat in seats)
        and _is_below(_MOST_SEED, game.seed)
        and _is_moment(game.played)
    )


def _is_text(word: object) -> bool:
    """Whether this is text that can be written; JSON can name half a character."""
    if not isinstance(word, str):
        return False
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_below(most: int, number: object) -> bool:
    """Whether this is a whole number that is less than ``most``, and not less than it below zero."""
    return type(number) is int and -most <= number < most


def _is_moment(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False
