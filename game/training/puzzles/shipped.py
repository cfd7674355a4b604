"""The sets of puzzles that come with a ruleset: the text files in the folder ``puzzles`` beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from game.core.language import _
from game.core.model import ParseError
from game.core.ruleset import Ruleset
from game.training.puzzles.puzzle import PuzzleSet
from game.training.puzzles.reader import HEAD, read_puzzles, ruleset_of

#: The folder beside a ruleset's module that holds its sets; drop-ins of one file share it.
FOLDER = "puzzles"


def shipped_sets(ruleset_id: str, folder: Path) -> tuple[Path, ...]:
    """The files with puzzles of a ruleset, in the order of their names; ``folder`` is that of the ruleset's files."""
    return tuple(path for path in sorted((folder / FOLDER).glob("*.txt")) if ruleset_id == _named(path))


def _named(path: Path) -> str | None:
    try:
        with path.open(encoding="utf-8") as stream:
            return ruleset_of(stream.read(HEAD))
    except (OSError, UnicodeDecodeError):
        return None


def read_set(path: Path, rulesets: Mapping[str, Ruleset]) -> PuzzleSet:
    """Read a file of puzzles; raises ParseError, which names the file, and OSError."""
    try:
        return read_puzzles(path.read_text(encoding="utf-8"), rulesets)
    except UnicodeDecodeError as error:
        raise ParseError(_("the file is no text in UTF-8"), file=path.name) from error
    except ParseError as error:
        raise error.located(file=path.name) from error


def read_shipped(ruleset_id: str, folder: Path, rulesets: Mapping[str, Ruleset]) -> Iterator[PuzzleSet]:
    """All sets that come with a ruleset; raises ParseError and OSError."""
    return (read_set(path, rulesets) for path in shipped_sets(ruleset_id, folder))
