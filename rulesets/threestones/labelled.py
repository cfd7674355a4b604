"""Parser of lines of the form ``label: value``, which refuses everything else with an error that quotes the line."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from game.core.language import _
from game.core.model import ParseError

#: Line number, from 1, and text of a line.
NumberedLine = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Labelled:
    """A line with a label and a value."""

    label: str
    value: str
    line: int

    def refused(self, why: str) -> ParseError:
        """Return an error that quotes the line and explains what is wrong with it."""
        return ParseError(
            _("{label!r} is {value!r}; {why}", label=self.label, value=self.value, why=why), line=self.line
        )

    def one_of(self, words: Collection[str]) -> str:
        """Return the value in lower case if it is one of ``words``. Raises ParseError otherwise."""
        word = self.value.lower()
        if word not in words:
            raise self.refused(_("the value must be one of: {words}", words="; ".join(words)))
        return word

    def number(self, low: int, high: int) -> int:
        """Return the value as an integer from ``low`` to ``high``.

        Raises ParseError if it is not such a number.
        """
        return self._number(self.value, low, high)

    def counts(self, highest: Mapping[str, int]) -> dict[str, int]:
        """Return a value such as ``w 3, b 0`` as a dictionary from letters to numbers.

        Raises ParseError unless the letters are those of ``highest``, in this order, and no number exceeds that in
        ``highest``.
        """
        parts = [part.split() for part in self.value.split(",")]
        if [part[0] for part in parts if len(part) == 2] != list(highest) or len(parts) != len(highest):
            raise self.refused(
                _("expected {words} (with the right numbers)", words=", ".join(f"{letter} 0" for letter in highest))
            )
        return {letter: self._number(text, 0, highest[letter]) for letter, text in parts}

    def _number(self, text: str, low: int, high: int) -> int:
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 9 and low <= int(text) <= high):
            raise self.refused(_("{text!r} is not a number from {low} to {high}", text=text, low=low, high=high))
        return int(text)


def read_labelled(lines: Iterable[NumberedLine], labels: Collection[str]) -> dict[str, Labelled]:
    """Read lines by label, in any order and case. Raises ParseError unless each label occurs exactly once."""
    found: dict[str, Labelled] = {}
    for number, line in lines:
        name, colon, value = line.partition(":")
        label = " ".join(name.lower().split())
        if not colon or label not in labels:
            raise ParseError(_("unexpected line {line!r}", line=line.strip()), line=number)
        if label in found:
            raise ParseError(
                _("{label!r} appears a second time (first in line {line})", label=label, line=found[label].line),
                line=number,
            )
        found[label] = Labelled(label, value.strip(), number)
    missing = [label for label in labels if label not in found]
    if missing:
        raise ParseError(_("the line {missing!r} is missing", missing=missing[0] + ":"))
    return found
