"""What is typed into the library's line of search, made a query: words, and years such as ``1998-2004``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from game.core.language import _
from game.core.ruleset import Ruleset
from game.library.indexed_game import search_words
from game.library.search import Query

_YEARS = re.compile(r"(?<![0-9])([12][0-9]{3})\s*[-–—]\s*([12][0-9]{3})(?![0-9])")


def with_words(query: Query, typed: str, rulesets: Iterable[Ruleset]) -> Query:
    """The query with what was typed: a pair of years bounds the days, the name of an opening becomes our own."""
    years = _YEARS.search(typed)
    if years is not None:
        first, last = sorted(int(year) for year in years.groups())
        query = replace(query, first_day=first * 10000, last_day=last * 10000 + 1231)
    return replace(query, text=_in_english(_YEARS.sub(" ", typed), rulesets))


def _in_english(words: str, rulesets: Iterable[Ruleset]) -> str:
    """The words with the names of openings as the index has them, where they are typed as the screen has them."""
    known = {tuple(search_words(_(named.name))): named.name for each in rulesets for named in each.info.openings}
    return " ".join(known.get((word,), word) for word in search_words(words))
