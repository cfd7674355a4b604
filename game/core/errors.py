"""The error of text that cannot be read. Plug-ins know it as ``game.core.model.ParseError``."""

from __future__ import annotations

from game.core.language import _


class ParseError(ValueError):
    """Text that cannot be read; the message quotes what was wrong, and where when that is known.

    ``file`` and ``line`` (from 1) are filled in by whoever knows them, with ``located``.
    """

    def __init__(self, problem: str, *, file: str = "", line: int = 0) -> None:
        self.problem = problem
        self.file = file
        self.line = line
        place = ", ".join(part for part in (file, _("line {number}", number=line) if line else "") if part)
        super().__init__(f"{place}: {problem}" if place else problem)

    def located(self, *, file: str = "", line: int = 0) -> ParseError:
        """The same problem with a place; a place that is already known is kept."""
        return ParseError(self.problem, file=self.file or file, line=self.line or line)
