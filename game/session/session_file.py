"""The file of the tournament at a table: written after every change, renamed, exported. No pygame here."""

from __future__ import annotations

from game.core.model import ParseError, Reason
from game.core.ruleset import ForeignFormat
from game.core.tournament import Tournament
from game.session.services import Services
from game.storage.autosave import AutosavedTournament, copy_of
from game.storage.background import BackgroundTask, OnStep
from game.storage.results import retitle


class SessionFile:
    """Where a tournament is kept; there is no file before its first change."""

    def __init__(self, services: Services, tournament: Tournament, name: str, *, saved: bool) -> None:
        """``name`` is the file's; ``saved`` tells whether it exists already."""
        self._services = services
        self._tournament = tournament
        self._name = name
        self._followed: AutosavedTournament | None = services.autosave.follow(tournament, name) if saved else None

    @property
    def name(self) -> str:
        """The name of the file, which is another one once somebody else has written there."""
        return self._followed.name if self._followed else self._name

    def changed(self) -> None:
        """Have the tournament written as it is now, soon and beside what else goes on."""
        autosave = self._services.autosave
        if self._followed is None:
            self._followed = autosave.follow(self._tournament, self._name, is_new=True)
        autosave.changed()

    def changed_if_kept(self) -> None:
        """Have the tournament written if it has a file already; alone, this change is not worth one."""
        if self._followed is not None:
            self.changed()

    def rename(self, name: str) -> BackgroundTask[None]:
        """Have the file renamed, after all that is still to be written; ``renamed`` follows where that succeeds.

        Taking the result raises ParseError for a name that cannot be. A file of the old name goes along unless another
        program has written it meanwhile.
        """
        autosave, saves = self._services.autosave, self._services.saves
        autosave.flush()
        followed = self._followed

        def move(_step: OnStep) -> None:
            if followed is None or not saves.is_ours(followed.name):
                saves.check_name(name)
                return
            saves.rename(followed.name, name)
            # What is written from now on goes to the new name.
            followed.name = name

        task = BackgroundTask(move)
        autosave.do(task)
        return task

    def renamed(self, name: str) -> None:
        """Keep the tournament under another name and title from now on, after the file was renamed."""
        retitle(self._services.database, self._tournament, name)
        self._followed = self._services.autosave.follow(self._tournament, name)
        self._services.autosave.flush()

    def export(self, form: ForeignFormat[Tournament]) -> BackgroundTask[str | Reason]:
        """Have a foreign file written beside our own; the name that it gets, or why it cannot be written."""
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
            # Our own file stays the newest, which is the one that "Continue" goes on with.
            saves.touch(own)
            return name

        task = BackgroundTask(write)
        self._services.autosave.flush()
        self._services.autosave.do(task)
        return task
