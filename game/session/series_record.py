"""The record of the series that a session plays: its file, and the results of its games. No pygame here."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.language import join_sentences
from game.core.model import ParseError, Reason
from game.core.ruleset import ForeignFormat, Level
from game.core.tournament import Tournament
from game.session.records.entry import RecordEntry
from game.session.records.ladder_progress import Reward
from game.session.services import Services
from game.storage.autosave import AutosavedTournament, copy_of
from game.storage.background import BackgroundTask, OnStep
from game.storage.results import retitle


class SessionFile:
    """The file of the tournament that a session plays. The first change creates it."""

    def __init__(self, services: Services, tournament: Tournament, name: str, *, saved: bool) -> None:
        """Prepare to save the tournament to the file ``name``.

        ``saved`` is True if the file exists already.
        """
        self._services = services
        self._tournament = tournament
        self._name = name
        self._autosaved: AutosavedTournament | None = services.autosave.track(tournament, name) if saved else None

    @property
    def name(self) -> str:
        """The name of the tournament's file. It changes if another program has written the file."""
        return self._autosaved.name if self._autosaved else self._name

    def changed(self) -> None:
        """Save the tournament in the background, because it has changed."""
        autosave = self._services.autosave
        if self._autosaved is None:
            self._autosaved = autosave.track(self._tournament, self._name, is_new=True)
        autosave.changed()

    def changed_if_stored(self) -> None:
        """Save the tournament in the background if it has a file already, without creating a file."""
        if self._autosaved is not None:
            self.changed()

    def rename(self, name: str) -> BackgroundTask[None]:
        """Start to rename the tournament's file after all waiting writes, and return the background task.

        On success the caller calls ``renamed``.

        Taking the task's result raises ParseError if the name is invalid. A file that another program has written in
        the meantime is not renamed.
        """
        autosave, saves = self._services.autosave, self._services.saves
        autosave.flush()
        autosaved = self._autosaved

        def move(_step: OnStep) -> None:
            if autosaved is None or not saves.is_ours(autosaved.name):
                saves.check_name(name)
                return
            saves.rename(autosaved.name, name)
            # Later writes use the new name.
            autosaved.name = name

        task = BackgroundTask(move)
        autosave.do(task)
        return task

    def renamed(self, name: str) -> None:
        """Save the tournament under its new name and title, after the file was renamed."""
        retitle(self._services.database, self._tournament, name)
        self._autosaved = self._services.autosave.track(self._tournament, name)
        self._services.autosave.flush()

    def export(self, form: ForeignFormat[Tournament]) -> BackgroundTask[str | Reason]:
        """Start to write the game in another program's format, and return the background task.

        The new file is next to the tournament's file. The task returns the name of the new file, or the reason for a
        failure.
        """
        saves, tournament, own = self._services.saves, copy_of(self._tournament), self.name

        def write(_step: OnStep) -> str | Reason:
            text = form.write(tournament)
            if isinstance(text, Reason):
                return text
            name = saves.free_name(f"{own} ({form.name})")
            try:
                saves.write(name, text)
            except ParseError as error:
                return Reason("not written", str(error))
            # Our own file stays the newest, so that "Continue" opens it.
            saves.files.touch(own)
            return name

        task = BackgroundTask(write)
        self._services.autosave.flush()
        self._services.autosave.do(task)
        return task


class SeriesRecord:
    """Base class of the record of a series: its file, and the results of its games. The base class saves nothing."""

    @property
    def name(self) -> str:
        """The name of the file in which the series is saved; "" if it is not saved."""
        return ""

    def begin_game(self) -> None:
        """Prepare for the next game of the series."""

    def changed(self) -> Sequence[str]:
        """Save the series, and the result of a finished game. Return messages for the player."""
        return self.save_result()

    def changed_if_stored(self) -> None:
        """Save the series if it has a file already, without creating one."""

    def save_result(self) -> Sequence[str]:
        """Add a finished game to the players' records once, even if called again. Return messages for the player."""
        return ()

    @property
    def is_result_saved(self) -> bool:
        """True if the result of the latest game is on the disk."""
        return False

    @property
    def reward(self) -> Reward | None:
        """The ladder reward for winning the series, available once the win is saved."""
        return None

    @property
    def next_level(self) -> Level | None:
        """The next level on the ladder after a won ladder match; None if there is none."""
        return None

    def leave(self) -> str:
        """Save all changes. Return an error message if that failed, else ""."""
        return ""


class SavedSeries(SeriesRecord):
    """The record of a series on this machine: its save file, and the results that it has in the database.

    A series is one or more games between the same two participants.
    """

    def __init__(self, services: Services, tournament: Tournament, name: str, *, saved: bool) -> None:
        """Save the series to the file ``name``. ``saved`` is True if the file exists."""
        self._services, self._tournament = services, tournament
        self.file = SessionFile(services, tournament, name, saved=saved)
        self._entry = RecordEntry(services, tournament)

    @property
    def name(self) -> str:
        """The name of the file in which the series is saved."""
        return self.file.name

    def begin_game(self) -> None:
        """Prepare the entry of the next game in the players' records."""
        self._entry = RecordEntry(self._services, self._tournament)

    def changed(self) -> Sequence[str]:
        """Save the series in the background, and the result of a finished game. Return messages for the player."""
        self.file.changed()
        return self.save_result()

    def changed_if_stored(self) -> None:
        """Save the series in the background if it has a file already."""
        self.file.changed_if_stored()

    def save_result(self) -> Sequence[str]:
        """Add a finished game to the players' records, and return messages for the player.

        A result that cannot be written waits and is retried.
        """
        return self._entry.put()

    @property
    def is_result_saved(self) -> bool:
        """True if the latest game's entry in the players' records is on the disk."""
        return self._entry.is_saved

    @property
    def reward(self) -> Reward | None:
        """The ladder reward for winning the series, available once the win is saved."""
        return self._entry.reward

    @property
    def next_level(self) -> Level | None:
        """The next level on the ladder after a won ladder match; None if there is none."""
        return self._entry.earned.next_level if self._entry.earned is not None else None

    def leave(self) -> str:
        """Stop saving the series once its waiting changes are written. Return an error message, "" if all went well."""
        messages = self.save_result()
        self._services.autosave.leave()
        return join_sentences((*messages, self._services.autosave.problem()))
