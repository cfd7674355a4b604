"""The filters of the library: the buttons above the list, and the query made of them and of typed text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from game.core.language import _
from game.core.model import State
from game.core.ruleset import Ruleset
from game.library.index.indexed_game import search_words
from game.library.index.position_key import key_of
from game.library.index.search import FoundGame, Query
from game.library.index.sources import SourceKind
from game.ui.analysis.board.result_texts import SCORES
from game.ui.painting.stage import Stage
from game.ui.widgets.buttons import Button, ChoiceButton

_YEARS = re.compile(r"(?<![0-9])([12][0-9]{3})\s*[-–—]\s*([12][0-9]{3})(?![0-9])")
_TOP = 152.0
#: Results to filter by, in the order of the button.
_RESULTS = (None, *SCORES)
#: A ruleset and a position of it.
StandingPosition = tuple[Ruleset, State]


class LibraryFilters:
    """The filters by game, result, opening and position; each press of a button selects the next value."""

    def __init__(
        self,
        rulesets: Mapping[str, Ruleset],
        position: StandingPosition | None,
        kind: SourceKind | None,
        on_change: Callable[[], None],
    ) -> None:
        """Begin with the position, if one is given, and with no other filter than the kind of source."""
        self._rulesets = rulesets
        self._position = None if position is None else key_of(*position)
        self._at_position = position is not None
        self._query = Query(kind=kind.value if kind else "")
        self._on_change = on_change

    @property
    def shows_studies(self) -> bool:
        """True if only studies are searched."""
        return self._query.kind == SourceKind.STUDY.value

    def query(self, typed: str) -> Query:
        """Return the query for these filters and typed text.

        A range of years in the text limits the dates; the rest is searched as words.
        """
        query = replace(self._query, position=self._position if self._at_position else None)
        years = _YEARS.search(typed)
        if years is not None:
            first, last = sorted(int(year) for year in years.groups())
            query = replace(query, first_day=first * 10000, last_day=last * 10000 + 1231)
        return replace(query, text=_in_english(_YEARS.sub(" ", typed), self._rulesets.values()))

    def is_limited(self, typed: str) -> bool:
        """Return True if a filter or typed text limits the search."""
        return self.query(typed) != Query(kind=self._query.kind)

    def buttons(self, stage: Stage, selected: FoundGame | None) -> list[Button]:
        """Return the filter buttons; the filter by opening finds games with the opening of the ``selected`` game."""
        titles = {each.info.id: _(each.info.title) for each in self._rulesets.values()}
        query = self._query
        game = titles.get(query.ruleset_id, _("All games"))
        result = _("All results") if query.result is None else SCORES[query.result]
        opening = query.opening or ("" if selected is None else selected.opening)
        parts: list[tuple[str, float, Callable[[], None], bool]] = [
            (game, 160, self._next_ruleset, bool(query.ruleset_id)),
            (result, 146, self._next_result, query.result is not None),
            (_("Same opening"), 164, lambda: self._toggle_opening(opening), bool(query.opening)),
        ]
        if self._position is not None:
            parts.append((_("This position"), 154, self._toggle_position, self._at_position))
        x = 40.0
        found: list[Button] = []
        for label, width, press, chosen in parts:
            rect = stage.rect(x, _TOP, width - 8, 40)
            found.append(ChoiceButton(rect, label, press, size=16, chosen=chosen))
            x += width
        found[2].enabled, found[2].why = bool(opening), _("This game has no opening to search for.")
        return found

    def _next_ruleset(self) -> None:
        ids = ["", *self._rulesets]
        place = ids.index(self._query.ruleset_id) if self._query.ruleset_id in ids else 0
        self._change(replace(self._query, ruleset_id=ids[(place + 1) % len(ids)]))

    def _next_result(self) -> None:
        place = _RESULTS.index(self._query.result)
        self._change(replace(self._query, result=_RESULTS[(place + 1) % len(_RESULTS)]))

    def _toggle_opening(self, opening: str) -> None:
        self._change(replace(self._query, opening="" if self._query.opening else opening))

    def _toggle_position(self) -> None:
        self._at_position = not self._at_position
        self._on_change()

    def _change(self, query: Query) -> None:
        self._query = query
        self._on_change()


def _in_english(words: str, rulesets: Iterable[Ruleset]) -> str:
    """Replace translated names of openings and levels in a query by their English names, as in the index."""
    names = {name for each in rulesets for name in _names(each)}
    known = {tuple(search_words(_(name))): name for name in names}
    return " ".join(known.get((word,), word) for word in search_words(words))


def _names(ruleset: Ruleset) -> Iterator[str]:
    yield from (named.name for named in ruleset.info.openings)
    yield from (level.name for level in ruleset.info.levels)
