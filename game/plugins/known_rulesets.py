"""The rulesets that the program knows: those on the menu, and others that games of the past or of others need."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from game.core.ruleset import Ruleset


class KnownRulesets(Mapping[str, Ruleset]):
    """A mapping from ids to rulesets. It contains all known ones, but iterates over those on the menu only.

    So a saved game finds its ruleset by its id, and nothing that lists the games or looks for one that fits a file
    meets a rule sheet that the player has not chosen.
    """

    def __init__(self, find: Callable[[str], Ruleset | None] = lambda _ruleset_id: None) -> None:
        """Make a mapping without rulesets. ``find`` makes a ruleset that was not added, when its id is asked for."""
        self._find = find
        self._listed: dict[str, Ruleset] = {}
        self._unlisted: dict[str, Ruleset] = {}

    def __getitem__(self, ruleset_id: str) -> Ruleset:
        """Return the ruleset with this id, whether it is on the menu or not. Raises KeyError."""
        known = self._listed.get(ruleset_id, self._unlisted.get(ruleset_id))
        if known is not None:
            return known
        found = self._find(ruleset_id)
        if found is None:
            raise KeyError(ruleset_id)
        # Two threads that ask at the same time get the same ruleset.
        return self._unlisted.setdefault(ruleset_id, found)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the ids of the games on the menu, in its order."""
        return iter(self._listed)

    def __len__(self) -> int:
        """Return the number of games on the menu."""
        return len(self._listed)

    def add(self, ruleset: Ruleset, *, is_listed: bool) -> None:
        """Add a ruleset at the end of the menu, or as one that only its id finds."""
        wanted, other = (self._listed, self._unlisted) if is_listed else (self._unlisted, self._listed)
        wanted[ruleset.info.id] = ruleset
        other.pop(ruleset.info.id, None)

    def show(self, ruleset_id: str, *, is_listed: bool) -> None:
        """Move a known ruleset to the end of the menu, or take it off the menu."""
        ruleset = self[ruleset_id]
        self._listed.pop(ruleset_id, None)
        self.add(ruleset, is_listed=is_listed)
