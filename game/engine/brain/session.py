"""The common part of our engine's sessions: handles commands one after another, in whatever protocol they come."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from game.core.model import ParseError
from game.core.notation import Remark
from game.core.ruleset import Level, PluginError, Ruleset
from game.engine.brain.settings import Settings
from game.engine.brain.think_turn import ThinkingLevel
from game.engine.wire.protocol import EngineCommand, Malformed
from game.plugins.registry import Catalogue


def unheard(remark: Remark) -> None:
    """A listener that ignores every remark."""


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
        """A level at work, interrupted by the session's next command unless ``interrupted`` says otherwise."""
        package = self._catalogue.package(ruleset.info.id)
        return ThinkingLevel(ruleset, package, level, say, interrupted or self._interrupted)
