"""What our engine's sessions share, whatever protocol the manager speaks: commands obeyed one after another."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from game.core.model import ParseError
from game.core.notation import Remark
from game.core.ruleset import Level, PluginError, Ruleset
from game.engine.brain.settings import Settings
from game.engine.brain.think_turn import Mind
from game.engine.wire.protocol import EngineCommand, Malformed
from game.plugins.registry import Catalogue


def unheard(remark: Remark) -> None:
    """Drops what is found while nobody wants to hear of it."""


class Session(ABC):
    """Obeys a manager's commands; what it answers goes to ``say`` line by line."""

    def __init__(self, catalogue: Catalogue, say: Callable[[str], None], interrupted: Callable[[], bool]) -> None:
        """``interrupted`` tells, while a thinker is at work, that somebody calls."""
        self._catalogue = catalogue
        self._say = say
        self._interrupted = interrupted
        self._settings = Settings()

    def obey(self, command: EngineCommand) -> None:
        """Carries out a command and answers it, with an error and a sentence when that cannot be done."""
        try:
            if isinstance(command, Malformed):
                raise ParseError(command.sentence)
            self._carry_out(command)
        except (ParseError, PluginError) as error:
            self._say(self._error_line(str(error)))

    @abstractmethod
    def ponder(self, interrupted: Callable[[], bool]) -> None:
        """Thinks on where that is wanted, until somebody calls."""

    @abstractmethod
    def _carry_out(self, command: EngineCommand) -> None:
        """Obeys a command; raises ParseError and PluginError where that cannot be done."""

    @abstractmethod
    def _error_line(self, sentence: str) -> str:
        """The answer to a command that cannot be carried out."""

    def _mind(
        self,
        ruleset: Ruleset,
        level: Level,
        say: Callable[[Remark], None] = unheard,
        interrupted: Callable[[], bool] | None = None,
    ) -> Mind:
        """A level at work; without another ``interrupted`` whoever calls the session interrupts it."""
        package = self._catalogue.package(ruleset.info.id)
        return Mind(ruleset, package, level, say, interrupted or self._interrupted)
