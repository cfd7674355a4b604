"""A log of games in JSON lines: a header that describes the run, then one line for each finished game.

If the program is killed, the last line may be incomplete. It is cut off when the run is continued, after the file was
copied.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar
from weakref import finalize

from msgspec import Struct, ValidationError, convert, to_builtins

from game.core.model import ParseError
from game.storage.file_lock import held
from game.storage.files import write_through
from game.storage.records.record_file import cut

LogHeader = Mapping[str, Any]


class LogRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game as stored in a log file.

    The name of each field in the log never changes; its Python name may.
    """


LoggedGame = TypeVar("LoggedGame", bound=LogRecord)


class GameLog(Generic[LoggedGame]):
    """The log file of a run of games between engines, with the games in it."""

    def __init__(self, path: Path, header: LogHeader, what: str, kind: type[LoggedGame]) -> None:
        """Open or create a log file for games of one record class.

        ``kind`` is the record class, and ``what`` names the run in error messages.

        Raises ParseError for the log of another run or one that is being written, OSError if it cannot be written.
        """
        self._path, self._what = path, what
        self._hold()
        self.games: list[LoggedGame] = []
        lines = self._complete_lines()
        if lines:
            self._check_header(lines[0], header)
            self.games += (_read_game(path, line, number, kind) for number, line in enumerate(lines[1:], start=2))
        else:
            write_through(path, _line(header))

    def _hold(self) -> None:
        """Lock the log file, so that no other run uses it at the same time."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.touch()
        file = held(self._path)
        if file is None:
            raise ParseError(f"another {self._what} is writing this just now", file=str(self._path))
        finalize(self, file.close)

    def add(self, game: LoggedGame) -> None:
        """Append a finished game to the log file and wait until it is on the disk."""
        write_through(self._path, _line(to_builtins(game, enc_hook=str)), append=True)
        self.games.append(game)

    def _complete_lines(self) -> list[bytes]:
        """Return the complete lines of the log file.

        An incomplete last line is cut off, after the file was copied.
        """
        contents = self._path.read_bytes()
        whole = contents[: contents.rfind(b"\n") + 1]
        if whole != contents:
            with self._path.open("r+b") as file:
                aside = cut(self._path, file, contents, len(whole))
            sys.stderr.write(f"The last line of {self._path} was not complete. The file is kept as {aside.name}.\n")
        return whole.splitlines()

    def _check_header(self, line: bytes, header: LogHeader) -> None:
        kept = _read_json(self._path, line, 1)
        for key, value in json.loads(_line(header)).items():
            if kept.get(key) != value:
                problem = (
                    f"this is another {self._what}: its {key!r} is {kept.get(key)!r}, not {value!r}; "
                    "choose another --out"
                )
                raise ParseError(problem, file=str(self._path), line=1)


def read_log(path: Path, kind: type[LoggedGame]) -> tuple[LogHeader, list[LoggedGame]]:
    """Return the header and the complete games of a log that another program may be writing.

    Raises ParseError if the file is not a log of games of this ``kind``, OSError if it cannot be read.
    """
    contents = path.read_bytes()
    lines = contents[: contents.rfind(b"\n") + 1].splitlines()
    if not lines:
        raise ParseError("this is no log: it has no header", file=str(path), line=1)
    games = [_read_game(path, line, number, kind) for number, line in enumerate(lines[1:], start=2)]
    return _read_json(path, lines[0], 1), games


def _read_game(path: Path, line: bytes, number: int, kind: type[LoggedGame]) -> LoggedGame:
    try:
        return convert(_read_json(path, line, number), kind)
    except ValidationError as error:
        raise ParseError(f"this is no game ({error})", file=str(path), line=number) from error


def _read_json(path: Path, line: bytes, number: int) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except ValueError as error:
        raise ParseError(f"this is not JSON: {error}", file=str(path), line=number) from error
    if not isinstance(fields, dict):
        raise ParseError("this is no JSON object", file=str(path), line=number)
    return fields


def _line(fields: Mapping[str, Any]) -> bytes:
    return json.dumps(fields, ensure_ascii=False).encode() + b"\n"
