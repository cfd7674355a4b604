"""Numbered entries of every kind of data that the program saves, so that a trial can find out which ones are lost."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from game.analysis.board.study_editor import StudyEditor, StudyFile
from game.core.model import Outcome, Termination
from game.core.record.checked_lines import read_lines
from game.core.record.writer import save_text
from game.core.tournament import Participant, Tournament
from game.library.formats.reading import open_file
from game.library.index.added_files import add_file
from game.library.study.study import study_of_game
from game.library.study.tree import ROOT
from game.storage.autosave import Autosave
from game.storage.database import Database
from game.storage.files import StoreError, cause
from game.storage.folders import keep_file
from game.storage.players import Player
from game.storage.puzzles.tries import DailyPuzzleResult
from game.storage.records.record_file import write_records
from game.storage.records.record_writer import RecordWriter
from game.storage.result_store import ResultStore
from game.storage.saves import SaveFolder
from tools.stress.random_games import random_tournament, rulesets

DATABASE, PLAYER = "stone-fair.sqlite3", "Anna"
_STUDY = "game.study"
_RECORDS, _AUTOSAVED, _HEADER = "records", "autosaved", "soak 1"
_NOT_WRITTEN = "The records cannot be written: {cause}."

#: Writes the entry with a number; returns "", or the reason why the program refuses it. The entry may reach the disk
#: later: ``Writers.is_saved`` tells when.
WriteThing = Callable[[int], str]


class Writers:
    """Writes numbered entries of each kind of data that the program saves, into one folder; for use in one thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.database = Database(folder / DATABASE)
        self._player = _player(self.database)
        self._result_store = ResultStore(self.database)
        self._saves = SaveFolder(folder / "saves", rulesets())
        records = folder / _RECORDS
        if not records.exists():
            write_records(records, [_HEADER], private=True)
        self._records = RecordWriter(records, _NOT_WRITTEN, retry_seconds=0.05)
        self._autosave = Autosave(self._saves, idle_seconds=0.05)
        self._autosaved = random_tournament(random.Random(1))
        self._autosave.track(self._autosaved, _AUTOSAVED)
        self._study_file = StudyFile(folder / _STUDY, self._autosave.do)
        self._study = StudyEditor(study_of_game(random_tournament(random.Random(2), plies=8), 0), self._study_file)
        self.kinds: Mapping[str, WriteThing] = {
            "setting": self._write_setting,
            "lit day": self._write_day,
            "run": self._write_run,
            "review": self._write_review,
            "player": self._write_player,
            "result": self._write_result,
            "save": self._write_save,
            "autosave": self._write_title,
            "record": self._write_record,
            "library file": self._write_library_file,
            "export": self._write_export,
            "study": self._write_study,
        }

    def tick(self) -> None:
        """Retry the writes that have failed, as the window does in each frame."""
        self.database.file.retry()
        self._study_file.retry()

    def is_saved(self, kind: str) -> bool:
        """Return True if no write of this kind of data has failed or is waiting; its entries must then be on disk."""
        if kind == "record":
            return self._records.is_written
        if kind == "autosave":
            return self._autosave.is_saved
        if kind == "study":
            return self._study_file.is_written
        return not self.database.file.trouble

    def close(self) -> str:
        """Save all waiting entries and close the files; return sentences about what could not be saved, else ""."""
        self._autosave.close()
        return " ".join(filter(None, (self._records.close(), self.database.file.close())))

    # Kinds

    def _write_setting(self, number: int) -> str:
        self.database.settings.set(f"soak.{number}", number)
        return ""

    def _write_day(self, number: int) -> str:
        self.database.puzzles.save_day(self._player, DailyPuzzleResult("game", f"day {number}", 1.0, "2026-11-24"))
        return ""

    def _write_run(self, number: int) -> str:
        self.database.puzzles.save_run(self._player, f"soak {number}", number)
        return ""

    def _write_review(self, number: int) -> str:
        self.database.reviews.save(f"mark {number}", "soak", "text")
        return ""

    def _write_player(self, number: int) -> str:
        made = self.database.players.create(f"Player {number}")
        return "" if isinstance(made, Player) else made.message

    def _write_result(self, number: int) -> str:
        try:
            self._result_store.save_result(finished_game(number), 0)
        except StoreError as error:
            return str(error)
        return ""

    def _write_save(self, number: int) -> str:
        return _refusal(lambda: self._saves.write(f"Save {number}", save_text(finished_game(number))))

    def _write_title(self, number: int) -> str:
        self._autosaved.title = f"Title {number}"
        self._autosave.changed()
        return ""

    def _write_record(self, number: int) -> str:
        self._records.note(f"record {number}")
        return ""

    def _write_library_file(self, number: int) -> str:
        source = self._folder / "source.sgf"

        def add() -> None:
            source.write_text(f"(;GM[4]SZ[15]C[{number}];B[hh])", encoding="utf-8")
            add_file(source, self._folder / "library")

        return _refusal(add)

    def _write_study(self, number: int) -> str:
        self._study.comment(ROOT, f"comment {number}")
        return ""

    def _write_export(self, number: int) -> str:
        return _refusal(lambda: keep_file(self._folder / "exports", f"export {number}", ".txt", b"exported"))


def _refusal(write: Callable[[], object]) -> str:
    try:
        write()
    except StoreError as error:
        return str(error)
    except OSError as error:
        return cause(error)
    return ""


def _player(database: Database) -> Player:
    found = database.players.find(PLAYER)
    made = database.players.create(PLAYER) if found is None else found
    assert isinstance(made, Player)
    return made


def finished_game(number: int) -> Tournament:
    """Create the finished game with a number, in which a person plays; the same number gives the same game."""
    rng = random.Random(number)
    tournament = random_tournament(rng, plies=8)
    tournament.participants = (Participant(PLAYER), tournament.participants[1])
    tournament.title = f"Game {number}"
    if tournament.games[0].match.outcome is None:
        tournament.games[0].match.end(Outcome(Termination.RESIGNATION, rng.randrange(2)))
    return tournament


def missing(folder: Path, saved: Mapping[str, Iterable[int]]) -> list[str]:
    """Return the entries in ``saved`` that are not in the folder, each as its kind and number.

    ``saved`` has the numbers of the entries that were reported as saved, by kind. An entry of a database may also lie
    in the copy that the program kept when another program replaced the database.
    """
    left = [(kind, number) for kind, numbers in saved.items() for number in numbers]
    for path in (folder / DATABASE, *_stored_databases(folder)):
        database = Database(path)
        try:
            looks = _looks(folder, database)
            left = [(kind, number) for kind, number in left if not looks[kind](number)]
        finally:
            database.file.close()
    return [f"{kind} {number}" for kind, number in left]


def _stored_databases(folder: Path) -> list[Path]:
    """Return the copies of the database that the program kept when another program replaced the file."""
    return [path for path in sorted(folder.glob(f"{DATABASE}.replaced-*")) if path.name[-1].isdigit()]


def _looks(folder: Path, database: Database) -> Mapping[str, Callable[[int], bool]]:
    """Return for each kind a function that tells whether the entry with a number is in the folder."""
    anna, result_store = _player(database), ResultStore(database)
    result_store.catch_up()
    days = {day.day for day in database.puzzles.daily_results(anna)}
    records = set(read_lines((folder / _RECORDS).read_bytes()).sound)
    study = _study_lines(folder / _STUDY)
    saves = SaveFolder(folder / "saves", rulesets())
    autosaved = _autosaved_number(saves)
    copies = {path.read_text(encoding="utf-8", errors="replace") for path in (folder / "library").glob("*.sgf")}
    return {
        "setting": lambda number: database.settings.get(f"soak.{number}", 0) == number,
        "lit day": lambda number: f"day {number}" in days,
        "run": lambda number: database.puzzles.best_run(anna, f"soak {number}") == number,
        "review": lambda number: database.reviews.stored(f"mark {number}", "soak") == "text",
        "player": lambda number: database.players.find(f"Player {number}") is not None,
        "result": lambda number: result_store.is_on_record(finished_game(number), 0),
        "save": lambda number: saves.load(f"Save {number}").title == f"Game {number}",
        "autosave": lambda number: autosaved >= number,
        "record": lambda number: f"record {number}" in records,
        "library file": lambda number: any(f"C[{number}]" in copy for copy in copies),
        "study": lambda number: any(f'"comment {number}"' in line for line in study),
        "export": lambda number: any((folder / "exports").glob(f"*export {number}.txt")),
    }


def _study_lines(path: Path) -> tuple[str, ...]:
    """Return the undamaged lines of the study's file, or none if there is no file yet.

    Open the file with the reader of the program first, which raises an exception if the file is unreadable.
    """
    if not path.exists():
        return ()
    open_file(path, rulesets())
    return read_lines(path.read_bytes()).sound


def _autosaved_number(saves: SaveFolder) -> int:
    """Return the number in the autosaved title, or 0 if the process was killed before the first autosave."""
    titles = [saves.load(entry.name).title for entry in saves.entries() if entry.name == _AUTOSAVED]
    return max((int(title.removeprefix("Title ")) for title in titles if title.startswith("Title ")), default=0)
