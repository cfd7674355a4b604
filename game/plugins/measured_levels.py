"""The opponents of rule sheets, with the Elo that games in the background have given them on this computer."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

from game.core.levels.ladder import rated
from game.core.levels.level import Level
from game.core.model import ParseError
from game.sheets.sheet import SheetRules, rules_hash
from game.storage import folders


def measured_folder(rules: SheetRules) -> Path:
    """Return the folder of the games that the computer played to measure a game with these rules."""
    return folders.measured_games_folder() / rules_hash(rules)


def ladder_file(rules: SheetRules) -> Path:
    """Return the file with the Elo of the opponents of a game with these rules; it exists once they are measured."""
    return measured_folder(rules) / "ladder.json"


def with_measured_elo(levels: Sequence[Level], rules: SheetRules) -> tuple[Level, ...]:
    """Return the opponents of a game with these rules, with their Elo if it was measured.

    A file that is missing or damaged leaves them without.
    """
    with contextlib.suppress(OSError, UnicodeDecodeError, ParseError):
        return rated(levels, ladder_file(rules).read_text(encoding="utf-8"))
    return tuple(levels)
