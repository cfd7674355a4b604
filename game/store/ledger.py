"""Where finished games are put on record: in the database, or in a file where they wait until it can be written.

The file holds a result a line, as JSON. What waits is tried again at each start and with each new result.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import asdict
from datetime import datetime

from game.core.language import _, strip_period
from game.core.tournament import Participant, Tournament
from game.store.database import Database, PlayedGame
from game.store.files import StoreError, cause, write_through, write_whole
from game.store.results import Entry, enter, entry_of, is_on_record, mark_of

#: The name of the file, beside the database.
WAITING = "results-waiting.jsonl"


class Ledger:
    """The records of finished games, and those that wait to be entered."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._path = database.path.with_name(WAITING)

    def put_on_record(self, tournament: Tournament, index: int) -> list[str]:
        """Put a finished game (``index`` from 0) on record, once, and before it those that wait.

        Returns sentences about games that waited, and about this one if it has to wait. Raises StoreError when it can
        neither be entered nor wait.
        """
        entry = entry_of(self._database, tournament, index)
        if entry is None:
            return []
        told, why = self._enter_waiting()
        if not why:
            why = self._why_not_entered(entry)
        # Without a file of its own the database forgets everything when the program ends.
        why = why or ("" if self._database.is_kept else self._database.notice)
        return [*told, self._let_wait(entry, why)] if why else told

    def _why_not_entered(self, entry: Entry) -> str:
        """Enter a game; a sentence when the database cannot be written, else ""."""
        try:
            enter(self._database, entry)
        except StoreError as error:
            return str(error)
        return ""

    def is_on_record(self, tournament: Tournament, index: int) -> bool:
        """Whether a game (``index`` from 0) is on record, or waits for it."""
        mark = mark_of(tournament, index)
        waits = any(entry is not None and entry.game.mark == mark for entry in map(_parsed, self._lines()))
        return waits or is_on_record(self._database, tournament, index)

    def catch_up(self) -> list[str]:
        """Enter what waits, as far as that is possible now; a sentence about each game."""
        told, why = self._enter_waiting()
        for entry in map(_parsed, self._lines()):
            if entry is None:
                told.append(_("A line of {file} cannot be read, and is left there.", file=WAITING))
            else:
                told.append(_waits(entry, why or self._database.notice))
        return told

    def _enter_waiting(self) -> tuple[list[str], str]:
        """Enter what waits; sentences about the games that were entered, and why no more could be, "" when all were.

        The first failure ends it: each try may wait for another program, and the window waits meanwhile.
        """
        done: dict[str, str] = {}
        why = ""
        for line in self._lines() if self._database.is_kept else ():
            entry = _parsed(line)
            if entry is None:
                continue
            why = self._why_not_entered(entry)
            if why:
                break
            done[line] = _(
                "“{title}”, game {number}, is on record now.", title=entry.game.tournament, number=entry.game.number
            )
        return [*done.values(), *self._take_out(done)], why

    def _let_wait(self, entry: Entry, why: str) -> str:
        line = json.dumps(asdict(entry), ensure_ascii=False) + "\n"
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if line.rstrip("\n") not in self._lines():
                write_through(self._path, line.encode(), append=True)
        except OSError as error:
            lost = _(
                "“{title}”, game {number}, could not be put on record: {cause}.",
                title=entry.game.tournament,
                number=entry.game.number,
                cause=cause(error),
            )
            raise StoreError(lost) from error
        return _waits(entry, why)

    def _lines(self) -> list[str]:
        try:
            return [line for line in self._path.read_text("utf-8", "replace").split("\n") if line.strip()]
        except OSError:
            return []

    def _take_out(self, done: Collection[str]) -> list[str]:
        """Leave only the lines that are not done, also those that another window added meanwhile."""
        if not done:
            return []
        left = [line for line in self._lines() if line not in done]
        try:
            if left:
                write_whole(self._path, "".join(f"{line}\n" for line in left).encode())
            else:
                self._path.unlink(missing_ok=True)
        except OSError as error:
            # Entering them a second time changes nothing.
            return [_("{file} could not be written: {error}.", file=WAITING, error=cause(error))]
        return []


def _waits(entry: Entry, why: str) -> str:
    return _(
        "“{title}”, game {number}, is not on record yet: {why}. It waits in {file} and is tried again.",
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
    """Whether all values are of the kinds that the records hold."""
    game = entry.game
    people = [value for participant in entry.participants for value in (participant.name, participant.level)]
    words = [*people, entry.text, entry.player, entry.beaten, entry.ribbon]
    words += [game.ruleset_id, game.termination, game.tournament, game.mark, game.practice, game.played]
    numbers = [game.moves, game.seed, game.number, *(score for score in game.scores if score is not None)]
    if not all(isinstance(word, str) for word in words) or not all(type(number) is int for number in numbers):
        return False
    has_person = any(participant.is_person for participant in entry.participants)
    return has_person and entry.winner in (None, 0, 1) and _is_moment(game.played)


def _is_moment(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False
