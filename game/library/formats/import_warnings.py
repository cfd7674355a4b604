"""Warnings about the parts of a file that could not be read: a limited list of sentences, then a count of the rest."""

from __future__ import annotations

from game.core.language import _, plural

#: Maximum number of warnings.
_MOST = 12


class ImportWarnings:
    """Sentences about what was left out, in file order."""

    def __init__(self) -> None:
        self._sentences: list[str] = []
        self._more = 0

    def add(self, problem: object) -> None:
        """Add a warning made from a ParseError, or from a sentence that begins in lower case without a full stop."""
        self.say(_("Left out: {problem}.", problem=problem))

    def say(self, sentence: str) -> None:
        """Add a sentence unless it has been added before."""
        if sentence in self._sentences:
            return
        if len(self._sentences) < _MOST:
            self._sentences.append(sentence)
        else:
            self._more += 1

    @property
    def sentences(self) -> tuple[str, ...]:
        """The warnings; if there were too many, the last sentence says how many more there are."""
        if not self._more:
            return tuple(self._sentences)
        more = plural("Also left out: {count} more item.", "Also left out: {count} more items.", self._more)
        return (*self._sentences, more)
