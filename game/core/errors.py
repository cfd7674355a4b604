"""The error raised for text that cannot be parsed. Plug-ins import it from ``game.core.model``."""

from __future__ import annotations

from functools import partial

from game.core.language import _, make_translatable, translate_again


class ParseError(ValueError):
    """Raised for text that cannot be parsed. The message describes the problem and, if known, its place.

    ``problem`` is the message without the place. An unknown ``file`` is "", an unknown ``line`` 0; lines count from 1.
    A caller that knows the place adds it with ``located``.
    """

    def __init__(self, problem: str, *, file: str = "", line: int = 0) -> None:
        self.problem = problem
        self.file = file
        self.line = line
        super().__init__(make_translatable(partial(_placed, problem, file, line)) if file or line else problem)

    def __str__(self) -> str:
        # The method of Exception would make a plain str of it.
        return str(self.args[0]) if not isinstance(self.args[0], str) else self.args[0]

    def located(self, *, file: str = "", line: int = 0) -> ParseError:
        """Return the same error with this file name and line number; a name or number that it has already stays."""
        return ParseError(self.problem, file=self.file or file, line=self.line or line)


def _placed(problem: str, file: str, line: int) -> str:
    place = ", ".join(part for part in (file, _("line {number}", number=line) if line else "") if part)
    return f"{place}: {translate_again(problem)}"
