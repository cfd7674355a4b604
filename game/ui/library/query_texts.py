"""Parsing of the library's search entry: words, and ranges of years such as ``1998-2004``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from game.core.language import _
from game.core.ruleset import Ruleset
from game.library.index.indexed_game import search_words
from game.library.index.search import Query

_YEARS = re.compile(r"(?<![0-9])([12][0-9]{3})\s*[-–—]\s*([12][0-9]{3})(?![0-9])")


def with_words(query: Query, typed: str, rulesets: Iterable[Ruleset]) -> Query:
    """Return the query extended by the typed text: a range of years limits the dates, the rest is searched as words."""
    years = _YEARS.search(typed)
    if years is not None:
        first, last = sorted(int(year) for year in years.groups())
        query = replace(query, first_day=first * 10000, last_day=last * 10000 + 1231)
    return replace(query, text=_in_english(_YEARS.sub(" ", typed), rulesets))


def _in_english(words: str, rulesets: Iterable[Ruleset]) -> str:
    """Replace translated names of openings and levels by the English names used in the index."""
    names = {name for each in rulesets for name in _names(each)}
    known = {tuple(search_words(_(name))): name for name in names}
    return " ".join(known.get((word,), word) for word in search_words(words))


def _names(ruleset: Ruleset) -> Iterator[str]:
    yield from (named.name for named in ruleset.info.openings)
    yield from (level.name for level in ruleset.info.levels)
