"""The table of an arena run that a ruleset keeps beside its levels: how strong each is, on one Elo scale."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace

from game.core.language import _
from game.core.model import ParseError
from game.core.ruleset import Level


def rated(levels: Iterable[Level], text: str) -> tuple[Level, ...]:
    """The levels with the Elo that a table says, the weakest first; those that were not measured come last.

    ``text`` is what ``main.py arena --ladder`` wrote. Raises ParseError for anything else.
    """
    elos = _elos(text)
    found = [replace(level, elo=elos.get(level.id)) for level in levels]
    return tuple(sorted(found, key=lambda level: float("inf") if level.elo is None else level.elo))


def _elos(text: str) -> Mapping[str, int]:
    try:
        return {str(row["level"]): int(row["elo"]) for row in json.loads(text)["levels"]}
    except (ValueError, TypeError, KeyError) as error:
        raise ParseError(_("this is no table of levels: {error!r}", error=error)) from error
