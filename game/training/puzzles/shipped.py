"""The puzzle sets that come with a ruleset: text files in the subfolder ``puzzles`` of its folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from game.core.language import _
from game.core.model import ParseError
from game.core.ruleset import Ruleset
from game.training.puzzles.puzzle import PuzzleSet
from game.training.puzzles.reader import HEAD, read_puzzles, ruleset_of

#: Subfolder with puzzle sets; several single-file plug-ins may share it.
FOLDER = "puzzles"


def shipped_sets(ruleset_id: str, folder: Path) -> tuple[Path, ...]:
    """Return the paths of a ruleset's puzzle files, sorted by name.

    ``folder`` contains the ruleset's files.
    """
    return tuple(path for path in sorted((folder / FOLDER).glob("*.txt")) if ruleset_id == _named(path))


def _named(path: Path) -> str | None:
    try:
        with path.open(encoding="utf-8") as stream:
            return ruleset_of(stream.read(HEAD))
    except (OSError, UnicodeDecodeError):
        return None


def read_set(path: Path, rulesets: Mapping[str, Ruleset]) -> PuzzleSet:
    """Read a puzzle set from a file. Raises OSError, and ParseError with the file name."""
    try:
        return read_puzzles(path.read_text(encoding="utf-8"), rulesets)
    except UnicodeDecodeError as error:
        raise ParseError(_("the file is not UTF-8 text"), file=path.name) from error
    except ParseError as error:
        raise error.located(file=path.name) from error
