"""The common part of our engine's sessions: handles commands one after another, in whatever protocol they come."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from game.core.language import _
from game.core.model import ParseError
from game.core.notation import Remark
from game.core.ruleset import Level, PluginError, Ruleset
from game.engine.protocol.protocol import EngineCommand, Malformed
from game.engine.server.settings import Settings
from game.engine.server.think_turn import ThinkingLevel
from game.plugins.registry import Catalogue, thinker_module, warming
from game.storage import compiled_code


def unheard(remark: Remark) -> None:
    """A listener that ignores every remark."""


def damage_words() -> str:
    """The sentence about damage in the cache of compiled code, which is mended by now."""
    return _("A file of compiled code was damaged and has been compiled again.")


class Session(ABC):
    """A session with a manager: handles commands one after another; answers go to ``say`` line by line."""

    def __init__(self, catalogue: Catalogue, say: Callable[[str], None], interrupted: Callable[[], bool]) -> None:
        """``interrupted`` tells a running thinker that a command is waiting."""
        self._catalogue = catalogue
        self._say = say
        self._interrupted = interrupted
        self._settings = Settings()

    def obey(self, command: EngineCommand) -> None:
        """Carry out a command and answer it; with an error and a sentence when that is not possible."""
        try:
            if isinstance(command, Malformed):
                raise ParseError(command.sentence)
            self._carry_out(command)
        except (ParseError, PluginError) as error:
            self._say(self._error_line(str(error)))

    @abstractmethod
    def ponder(self, interrupted: Callable[[], bool]) -> None:
        """Ponder where that is wanted, until a command is waiting."""

    @abstractmethod
    def _carry_out(self, command: EngineCommand) -> None:
        """Carry out a command; raises ParseError and PluginError when that is not possible."""

    @abstractmethod
    def _error_line(self, sentence: str) -> str:
        """The line that reports an error."""

    def _thinking_level(
        self,
        ruleset: Ruleset,
        level: Level,
        say: Callable[[Remark], None] = unheard,
        interrupted: Callable[[], bool] | None = None,
    ) -> ThinkingLevel:
        """A level at work, interrupted by the session's next command unless ``interrupted`` says otherwise.

        What it needs is compiled then.
        """
        package = self._catalogue.package(ruleset.info.id)
        if level.compiled:
            self._get_ready(package, level)
        return ThinkingLevel(ruleset, package, level, say, interrupted or self._interrupted)

    def _get_ready(self, package: str, level: Level) -> None:
        """Compile what a level needs, unless that is done and sound, and say so."""
        compiled_code.discard_damaged()
        module = thinker_module(package, level)
        if not compiled_code.is_ready(module):
            self._say_remark(Remark(note=_("Compiling the engine, only once on this computer. This takes a while.")))
            # Another process may be at it, and this one then waits for it.
            self._say_compiling(0, 1)
            try:
                for done, total in warming(package, level):
                    self._say_compiling(done, total)
                compiled_code.mark_ready(module)
            # It may be a stranger's program; whatever it raises is told when its thinker is asked.
            except (Exception, SystemExit):  # noqa: BLE001
                self._say_compiling(1, 1)
        if compiled_code.damage_found():
            self._say_remark(Remark(note=damage_words()))

    def _say_remark(self, remark: Remark) -> None:  # noqa: B027 - a protocol need not have words for it
        """Say a remark, where the protocol has words for it."""

    def _say_compiling(self, done: int, total: int) -> None:  # noqa: B027 - a protocol need not have words for it
        """Say how far the compilation is, where the protocol has words for it."""
