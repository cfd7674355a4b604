"""The parser of the command line: it suggests the option that was meant, and gives every number its bounds."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from tools.command_line.examples import EXAMPLES

_LONGEST_WORD = 40


class Parser(argparse.ArgumentParser):
    """The parser of the program or of one of its commands, whose help ends with examples."""

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse the words as argparse does, but exit if an option is unknown, with the one that is most like it."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown:
            known = [name for each in self._actions if each.help != argparse.SUPPRESS for name in each.option_strings]
            self.error(f"unknown: {' '.join(unknown)}{suggestion(unknown[0].partition('=')[0], known)}")
        return found, unknown

    def format_help(self) -> str:
        """Return the help with the examples of the command."""
        examples = "\n".join(f"  {self.prog} {words}".rstrip() for words in EXAMPLES[self.prog.partition(" ")[2]])
        return f"{super().format_help()}\nFor example:\n{examples}\n"


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return a question with the known word that is most like this one, or "" if none is like it."""
    return "".join(f"; did you mean {near}?" for near in get_close_matches(word.lower(), list(known), 1))


@dataclass(frozen=True, slots=True)
class Number:
    """The type of a number on the command line, with the least and the most that is allowed."""

    least: int
    most: int
    is_whole: bool = True

    def __call__(self, word: str) -> float:
        """Return the number that a word says. Raises ArgumentTypeError, which argparse reports."""
        try:
            number = int(word) if self.is_whole else float(word)
        except ValueError:
            number = math.nan
        if self.least <= number <= self.most:
            return number
        kind = "a whole number" if self.is_whole else "a number"
        shown = word if len(word) <= _LONGEST_WORD else f"{word[:_LONGEST_WORD]}…"
        raise argparse.ArgumentTypeError(f"{shown!r} is not {kind} from {self.least:,} to {self.most:,}")


#: No number of nodes and no seed is larger, so that all of them fit into the integers of compiled code.
MOST = 10**13 - 1
SEED, SECONDS = Number(0, MOST), Number(0, 86_400, is_whole=False)
