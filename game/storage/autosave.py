"""The autosave thread, which saves the running tournament so that the window never waits for the disk.

The window's thread queues a copy of the tournament after every change. The writer thread appends new plies to the
save's journal. It writes the whole file when something other than plies has changed, or after a while without changes.
If another program has written the file in the meantime, that file is left alone and the tournament is saved under
another name.
"""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from game.core.language import _, strip_period
from game.core.record.journal import new_plies
from game.core.record.writer import save_text
from game.core.ruleset import PluginError
from game.core.tournament import Tournament
from game.storage import background
from game.storage.background import BackgroundTask
from game.storage.files import ForeignFileError, StoreError
from game.storage.saves import SaveFolder

#: Seconds without a change after which the whole file is written and a failed write is tried again.
IDLE_SECONDS = 2.0
#: Seconds that closing the program waits for writes: a plug-in that hangs must not keep the program open.
_CLOSING_SECONDS = 4.0


@dataclass(slots=True, eq=False)
class AutosavedTournament:
    """A tournament that the autosave thread writes to its file.

    The name of its save changes if another program has written that file.
    """

    tournament: Tournament
    name: str
    is_new: bool = False
    """True if the save was started here and not named yet. It is deleted if it has no move and no result."""


@dataclass(frozen=True, slots=True)
class _Job:
    """A snapshot of a tournament that the autosave is to write to the disk."""

    autosaved: AutosavedTournament
    tournament: Tournament
    whole: bool
    """True to write the whole file, False if appending to the journal is enough."""


#: An action that the writer thread runs in its turn between the jobs.
_Action = Callable[[], None]


class Autosave:
    """The autosave of one tournament at a time. All methods except ``wait`` are called from the window's thread."""

    def __init__(self, folder: SaveFolder, *, idle_seconds: float = IDLE_SECONDS) -> None:
        self._folder = folder
        self._idle_seconds = idle_seconds
        self._autosaved: AutosavedTournament | None = None
        self._jobs: deque[_Job | _Action] = deque()
        self._working = False
        self._closing = self._is_left = False
        self._problem = ""
        self._reported = ""
        self._is_first_save: bool | None = None
        """True once the first tournament was saved in an empty folder; False if it was not empty; None if unknown."""
        self._new_names: deque[str] = deque()
        """Messages for the player about saves that continue under another name."""
        # State of the writer thread: what is on the disk, and the writes that failed and are still due. These may
        # belong to tournaments that have been left.
        self._written: _Job | None = None
        self._failed_jobs: dict[AutosavedTournament, _Job] = {}
        self._change = threading.Condition()
        self._writer = threading.Thread(target=self._write_jobs, name="autosave", daemon=True)
        self._writer.start()

    # Called from the window's thread

    def track(self, tournament: Tournament, name: str, *, is_new: bool = False) -> AutosavedTournament:
        """Start to autosave a tournament under this name, beginning with a write of the whole file.

        ``is_new`` is True for a tournament that starts here and that the player has not named.
        """
        if self._is_empty:
            self.leave()
        self._autosaved = AutosavedTournament(tournament, name, is_new)
        self._queue_job(whole=True)
        return self._autosaved

    def leave(self) -> None:
        """Write all changes of the tournament, or delete its file if it is new and empty.

        An empty tournament has no move and no result.
        """
        self.flush()
        self._is_left = True
        if self._autosaved is not None and self._is_empty:
            autosaved, self._autosaved = self._autosaved, None
            self._queue(lambda: self._remove(autosaved))
            self._wait_a_moment()

    @property
    def _is_empty(self) -> bool:
        autosaved = self._autosaved
        return autosaved is not None and autosaved.is_new and not autosaved.tournament.is_begun

    def release(self) -> None:
        """Write all changes of the tournament as ``leave`` does, and stop saving it."""
        self.leave()
        self._autosaved = None

    def forget(self, name: str) -> None:
        """Cancel outstanding writes to a tournament's file that is about to be deleted."""
        self._queue(lambda: self._drop(name))

    def changed(self) -> None:
        """Queue a save, because the tournament has changed.

        The change is a ply, an undo, a new game or the end of a game.
        """
        self._queue_job(whole=False)

    def do(self, task: BackgroundTask[Any]) -> None:
        """Run a task in the autosave's writer thread, after all writes that are already queued."""
        self._queue(task.run)

    def flush(self) -> None:
        """Queue a write of the whole tournament file, and wait for it at most ``PATIENCE`` seconds.

        The write may finish later, or fail.
        """
        self._queue_job(whole=True)
        self._wait_a_moment()

    def _wait_a_moment(self) -> None:
        with self._change:
            self._change.wait_for(self.settled, background.PATIENCE)

    def wait(self) -> None:
        """Wait until every queued write has finished or failed.

        Threads that use the folder of saves call this.
        """
        with self._change:
            while not self.settled():
                self._change.wait(timeout=1.0)

    def settled(self) -> bool:
        """Return True if the autosave has no pending write.

        Each write has reached the disk or has failed.
        """
        return not (self._jobs or self._working) or not self._writer.is_alive()

    @property
    def is_saved(self) -> bool:
        """True if all changes of the tournament are on the disk, in its file or in the journal next to it."""
        return self.settled() and not self._problem

    def problem(self) -> str:
        """Return a message about a failed write or a renamed save, or "" if there is none.

        Each message is returned once. A failure is returned again only after it has changed or has come back.
        """
        if self._new_names:
            return self._new_names.popleft()
        problem = self._problem
        if not (problem or self._closing or self._writer.is_alive()):
            problem = _("Saving has stopped. Close Stone Fair and start it again.")
        news = "" if problem == self._reported else problem
        self._reported = problem
        return news

    def take_first_save(self) -> bool:
        """Return True once after the first tournament was saved in a folder that had none."""
        is_first = self._is_first_save is True
        if is_first:
            self._is_first_save = False
        return is_first

    def late_problem(self) -> str:
        """Return the message of ``problem`` if the player has left the tournament, otherwise "".

        After the player has left, no screen of the tournament can show the message.
        """
        return self.problem() if self._is_left or self._autosaved is None else ""

    def finish_writing(self) -> str:
        """Write all changes and retry failed writes. Return a message if something is not saved, else ""."""
        self.leave()
        self._queue(self._write_pending)
        with self._change:
            if self._change.wait_for(self.settled, _CLOSING_SECONDS) and not self._jobs:
                return self._problem
        return _("Saving has not finished: the last moves may be lost.")

    def close(self) -> str:
        """Finish all writes and end the writer thread. Return a message if something is not saved, else "".

        A thread that hangs is abandoned.
        """
        unsaved = self.finish_writing()
        with self._change:
            self._closing = True
            self._change.notify_all()
        self._writer.join(1.0)
        return unsaved

    def _queue_job(self, *, whole: bool) -> None:
        if self._autosaved is None:
            return
        self._is_left = False
        job = _Job(self._autosaved, copy_of(self._autosaved.tournament), whole)
        with self._change:
            last = self._jobs[-1] if self._jobs else None
            if isinstance(last, _Job) and last.autosaved is self._autosaved:
                self._jobs.pop()
                job = replace(job, whole=whole or last.whole)
            self._jobs.append(job)
            self._change.notify_all()

    def _queue(self, action: _Action) -> None:
        with self._change:
            self._jobs.append(action)
            self._change.notify_all()

    # Called from the writer thread

    def _write_jobs(self) -> None:
        while (job := self._next_job()) is not None:
            self._do(job)
            with self._change:
                self._working = False
                self._change.notify_all()

    def _write_pending(self) -> None:
        """Retry every failed write of a tournament."""
        for owed in list(self._failed_jobs.values()):
            self._keep(owed, None)

    def _next_job(self) -> _Job | _Action | None:
        """Wait for the next tournament to write; return None when the autosave is closing."""
        with self._change:
            while not self._jobs and not self._closing:
                in_time = self._change.wait(timeout=self._idle_seconds if self._unfinished() else None)
                if not in_time and not self._jobs and not self._closing:
                    self._working = True
                    return self._unfinished()
            self._working = bool(self._jobs)
            return self._jobs.popleft() if self._jobs else None

    def _unfinished(self) -> _Job | None:
        """Return the write to do while the queue is empty, or None if there is none.

        It retries a failed write, or writes the whole file to replace its journal.
        """
        if self._failed_jobs:
            return next(iter(self._failed_jobs.values()))
        if self._written is not None and not self._written.whole:
            return replace(self._written, whole=True)
        return None

    def _do(self, job: _Job | _Action) -> None:
        if not isinstance(job, _Job):
            job()
            return
        left = self._written
        if left is not None and not left.whole and left.autosaved is not job.autosaved:
            self._keep(replace(left, whole=True), left)
        known = self._written is not None and self._written.autosaved is job.autosaved
        self._keep(job, self._written if known else None)

    def _remove(self, autosaved: AutosavedTournament) -> None:
        """Delete the file of a new tournament that has no move and no result."""
        self._drop(autosaved.name)
        with contextlib.suppress(StoreError):
            if self._folder.is_ours(autosaved.name):
                self._folder.delete(autosaved.name)

    def _drop(self, name: str) -> None:
        self._failed_jobs = {autosaved: job for autosaved, job in self._failed_jobs.items() if autosaved.name != name}
        if self._written is not None and self._written.autosaved.name == name:
            self._written = None
        if not self._failed_jobs:
            self._problem = ""

    def _keep(self, job: _Job, kept: _Job | None) -> None:
        """Write a snapshot of a tournament to the disk, and record a failure.

        ``kept`` is the snapshot that is already on the disk, None if it is unknown.
        """
        try:
            plies = None if kept is None else new_plies(kept.tournament, job.tournament)
            if plies == [] and kept is not None and (kept.whole or not job.whole):
                return
            job = replace(job, whole=job.whole or plies is None)
            self._write_to_disk(job, plies or [])
        except (StoreError, PluginError) as error:
            self._written, self._problem = None, str(error)
            # Moved to the end, so that the other failed writes are tried first.
            self._failed_jobs.pop(job.autosaved, None)
            self._failed_jobs[job.autosaved] = replace(job, whole=True)
        else:
            self._written = job
            self._failed_jobs.pop(job.autosaved, None)
            if not self._failed_jobs:
                self._problem = ""

    def _write_to_disk(self, job: _Job, plies: list[str]) -> None:
        """Write a tournament's file or append to its journal. Raises StoreError.

        If another program has changed the file, the tournament is written under a new name.
        """
        autosaved = job.autosaved
        was_empty = self._is_first_save is None and not self._folder.files.paths()
        try:
            if job.whole:
                self._folder.write(autosaved.name, save_text(job.tournament))
            else:
                self._folder.append(autosaved.name, plies)
        except ForeignFileError as error:
            name = self._folder.next_name(autosaved.name)
            self._folder.write(name, save_text(job.tournament))
            autosaved.name = name
            self._new_names.append(
                _("{problem}; this game is now saved as {name!r}.", problem=strip_period(str(error)), name=name)
            )
        if self._is_first_save is None:
            self._is_first_save = was_empty


def copy_of(tournament: Tournament) -> Tournament:
    """Return a copy of a tournament. Only the latest game is copied, because only that one can change."""
    games = list(tournament.games)
    if games:
        games[-1] = replace(games[-1], match=games[-1].match.copy())
    return replace(tournament, games=games)
