"""Reader of bench positions, the positions on which the engine is measured.

Each line of a file is a JSON object: ``{"ruleset": ID, "options": {...}, "moves": ["h8", ...]}``. If a forced win is
known, ``"winning"`` is the list of the moves that begin it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.core.model import Options, ParseError, State
from game.core.ruleset import Ruleset, complete_options
from game.library.formats.lists.openings import begin_match


@dataclass(frozen=True, slots=True)
class BenchPosition:
    """A position with its ruleset and options, its name in tables, and the moves that are known to win."""

    ruleset: Ruleset
    options: Options
    name: str
    state: State
    winning: frozenset[str]


def read_positions(path: Path, rulesets: Mapping[str, Ruleset]) -> Iterator[BenchPosition]:
    """Yield the positions in a file on which the engine is measured; each line of the file is a JSON object.

    Raises ParseError, with the line number, for a line that cannot be read, and OSError if the file cannot be opened.
    """
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            yield _position(json.loads(line), rulesets)
        except json.JSONDecodeError as error:
            raise ParseError(f"{line[:80]!r} is no JSON object: {error.msg}", file=path.name, line=number) from error
        except (KeyError, TypeError, AttributeError) as error:
            raise ParseError(f"{line[:80]!r} is no position: {error}", file=path.name, line=number) from error
        except ParseError as error:
            raise error.located(file=path.name, line=number) from error


def _position(given: Mapping[str, Any], rulesets: Mapping[str, Ruleset]) -> BenchPosition:
    ruleset = rulesets.get(given["ruleset"])
    if ruleset is None:
        raise ParseError(f"there is no ruleset {given['ruleset']!r}")
    moves, options = given["moves"], complete_options(ruleset.info, given["options"])
    match = begin_match(ruleset, options, 0, tuple(moves))
    name = " ".join((ruleset.info.title, *map(str, given["options"].values()), f"after {len(moves)}"))
    return BenchPosition(ruleset, options, name, match.state, frozenset(given.get("winning", ())))
