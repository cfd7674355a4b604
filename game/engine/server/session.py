"""Abstract base class of engine sessions, which carry out a tournament manager's commands in order."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable

from game.core.language import _
from game.core.model import ParseError
from game.core.notation import Remark
from game.core.ruleset import Level, PluginError, Ruleset
from game.engine.protocol.protocol import EngineCommand, Malformed
from game.engine.server.process_age import process_age
from game.engine.server.settings import Settings
from game.engine.server.think_turn import ThinkingLevel
from game.plugins.registry import Catalogue, thinker_module, warming
from game.storage import compiled_code

#: The time at which a command came that may have waited since the process was created.
SINCE_CREATION = float("-inf")


def ignore_remark(remark: Remark) -> None:
    """Ignore a search report. This is the default function that receives the reports of a search."""


def damage_text() -> str:
    """Return the message that a damaged file of compiled code was found and compiled again."""
    return _("A damaged engine file was found and has been rebuilt.")


class Session(ABC):
    """Abstract base class of a session that carries out a tournament manager's commands in order.

    ``write_line`` writes an answer line by line.
    """

    def __init__(
        self, catalogue: Catalogue, write_line: Callable[[str], None], interrupted: Callable[[], bool]
    ) -> None:
        """Create a session with default settings.

        ``interrupted`` returns True once a command is waiting that ends a running search.
        """
        self._catalogue = catalogue
        self._write_line = write_line
        self._interrupted = interrupted
        self._settings = Settings()
        self._came = 0.0
        """Time at which the current command came."""

    def obey(self, command: EngineCommand, came: float | None = None) -> None:
        """Carry out a command and answer it; on failure, answer with an error message.

        ``came`` is the time by ``time.monotonic`` at which the command came; None for now, ``SINCE_CREATION`` for a
        command that may be as old as the process.
        """
        self._came = time.monotonic() if came is None else came
        try:
            if isinstance(command, Malformed):
                raise ParseError(command.sentence)
            self._carry_out(command)
        except (ParseError, PluginError) as error:
            self._write_line(self._error_line(str(error)))

    @abstractmethod
    def ponder(self, interrupted: Callable[[], bool]) -> None:
        """Use the time until the next command: prepare for the first search, or ponder if that is enabled.

        Pondering, a search in the opponent's time, goes on until ``interrupted`` returns True.
        """

    @abstractmethod
    def _carry_out(self, command: EngineCommand) -> None:
        """Carry out a manager's command; raises ParseError or PluginError if that is not possible."""

    @abstractmethod
    def _error_line(self, sentence: str) -> str:
        """Format the line that reports an error."""

    def _waited(self) -> float:
        """Return the seconds since the current command came, including those in which the process was suspended."""
        return process_age() if self._came == SINCE_CREATION else time.monotonic() - self._came

    def _level(self, ruleset: Ruleset) -> Level:
        """Return the level that was set, or the level that gives hints if none was set.

        Raises ParseError for an unknown level.
        """
        level_id = self._settings.level or ruleset.info.hint_level
        level = ruleset.info.level(level_id)
        if level is None:
            known = ", ".join(level.id for level in ruleset.info.levels)
            raise ParseError(f"{ruleset.info.title} has no level {level_id!r} (it has: {known})")
        return level

    def _thinking_level(
        self,
        ruleset: Ruleset,
        level: Level,
        on_remark: Callable[[Remark], None] = ignore_remark,
        interrupted: Callable[[], bool] | None = None,
    ) -> ThinkingLevel:
        """Return a computer opponent, ready to play; compile its code first if necessary.

        Remarks go to ``on_remark``. The next command of the session ends a search, unless ``interrupted`` gives another
        condition.
        """
        package = self._catalogue.package(ruleset.info.id)
        if level.compiled and self._get_ready(package, level):
            # A manager that counts the time of compiling could not be satisfied by any move.
            self._came = max(self._came, time.monotonic())
        return ThinkingLevel(ruleset, package, level, on_remark, interrupted or self._interrupted)

    def _get_ready(self, package: str, level: Level) -> bool:
        """Compile a level's code unless that is done and undamaged; report progress and failure.

        Return True if code was compiled without a failure.
        """
        compiled_code.discard_damaged()
        module, is_compiled = thinker_module(package, level), False
        if not compiled_code.is_ready(module):
            self._write_remark(
                Remark(note=_("Compiling the engine. This takes a while, but only happens once on this computer."))
            )
            # Another process may be compiling the same code, and this process then waits for it.
            self._write_compiling(0, 1)
            try:
                for done, total in warming(package, level):
                    self._write_compiling(done, total)
                compiled_code.mark_ready(module)
                is_compiled = True
            # A plug-in may raise anything; its error is reported when its thinker is asked for a move.
            except (Exception, SystemExit):  # noqa: BLE001
                self._write_compiling(1, 1)
        if compiled_code.damage_found():
            self._write_remark(Remark(note=damage_text()))
        return is_compiled

    def _write_remark(self, remark: Remark) -> None:  # noqa: B027 - a protocol need not have words for it
        """Write a search report to the manager, if the protocol supports it."""

    def _write_compiling(self, done: int, total: int) -> None:  # noqa: B027 - a protocol need not have words for it
        """Write the progress of compiling to the manager, in steps, if the protocol supports it."""
