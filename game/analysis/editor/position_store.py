"""Storage of the position editor's draft in the settings, so that the latest position can be restored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from game.analysis.editor.draft import Draft
from game.core.model import ParseError
from game.core.ruleset import PluginError, Ruleset, complete_options


def to_setting(draft: Draft) -> dict[str, object]:
    """Return the draft of the position editor as a JSON value in which cells are stored by name."""
    names = draft.geometry.names
    return {
        "ruleset": draft.ruleset.info.id,
        "options": dict(draft.options),
        "stones": {names[cell]: letter for cell, letter in draft.stones.items()},
        "colour": draft.colour,
        "last": "" if draft.last is None else names[draft.last],
    }


def from_setting(value: object, rulesets: Mapping[str, Ruleset]) -> Draft | None:
    """Return the stored draft of a position, or None if there is none or its ruleset no longer accepts it."""
    if not isinstance(value, Mapping):
        return None
    ruleset, options, stones = rulesets.get(str(value.get("ruleset"))), value.get("options"), value.get("stones")
    if ruleset is None or not isinstance(options, Mapping) or not isinstance(stones, Mapping):
        return None
    try:
        whole = complete_options(ruleset.info, options)
        if ruleset.check_options(whole) is not None:
            return None
        draft = _with_stones(Draft(ruleset, whole), stones, str(value.get("colour")), str(value.get("last")))
        # A plug-in that fails with this position would otherwise fail whenever the editor is opened.
        draft.shown()
    except (ParseError, PluginError):
        return None
    return draft


def _with_stones(empty: Draft, stones: Mapping[str, object], colour: str, last: str) -> Draft:
    """Add the stored stones to a draft and return it. Raises ParseError for a cell that is not on the board."""
    info, cell_of = empty.ruleset.info, empty.geometry.cell
    lying = {cell_of(str(name)): str(letter) for name, letter in stones.items() if info.stone(str(letter)) is not None}
    draft = replace(empty, stones=lying, colour=colour if colour in info.colours else "")
    return draft.with_last(cell_of(last)) if last else draft
