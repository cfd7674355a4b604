"""What of a file could not be read: a sentence for each thing, and a number for those that are too many to name."""

from __future__ import annotations

from game.core.language import _, plural

#: How many sentences are kept.
_MOST = 12


class ImportWarnings:
    """Sentences about what was left out, in the order of the file."""

    def __init__(self) -> None:
        self._sentences: list[str] = []
        self._more = 0

    def add(self, problem: object) -> None:
        """Keep a problem: a ParseError, or words that end a sentence and begin in lower case."""
        self.say(_("Left out: {problem}.", problem=problem))

    def say(self, sentence: str) -> None:
        """Keep a sentence; the same one is kept once."""
        if sentence in self._sentences:
            return
        if len(self._sentences) < _MOST:
            self._sentences.append(sentence)
        else:
            self._more += 1

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences, the last one with the number of those that are not among them."""
        if not self._more:
            return tuple(self._sentences)
        more = plural("Left out too: {count} more thing.", "Left out too: {count} more things.", self._more)
        return (*self._sentences, more)
