"""The finished games of the records, opened again: from the text kept there, else from the tournament's file."""

from __future__ import annotations

from collections.abc import Mapping

from game.core.language import _
from game.core.model import ParseError, Reason
from game.core.record.reader import read_tournament
from game.core.ruleset import Ruleset
from game.core.tournament import Tournament
from game.store.database import Database, GameKey
from game.store.results import index_of, single_game
from game.store.saves import SaveFolder


def open_finished(
    database: Database, saves: SaveFolder, rulesets: Mapping[str, Ruleset], key: GameKey
) -> Tournament | Reason:
    """A tournament with this one game, or the reason why it cannot be shown, in a sentence."""
    text = database.kept_game(key)
    if text is None:
        return _from_file(saves, key)
    try:
        return read_tournament(text, rulesets)
    except ParseError as error:
        return Reason("unreadable", _("This game cannot be shown: {problem}", problem=error))


def _from_file(saves: SaveFolder, key: GameKey) -> Tournament | Reason:
    """Find a game from before whole games were kept in its tournament's file, under the title or another name."""
    entries = sorted(saves.entries(), key=lambda entry: entry.name != key.tournament)
    for entry in entries:
        if entry.header is None or entry.header.ruleset_id != key.ruleset_id:
            continue
        try:
            tournament = saves.load(entry.name)
        except ParseError:
            continue
        index = index_of(tournament, key)
        if index is not None:
            return single_game(tournament, index)
    return Reason(
        "gone",
        _(
            "This game was kept in the file “{file}” only, and that is gone. Its result stays in the records.",
            file=key.tournament,
        ),
    )
