"""Random opening positions from the player's finished games; a game is only read when it is drawn."""

from __future__ import annotations

import random
from collections.abc import Iterator

from game.core.match import Match
from game.core.model import Options, ParseError, Reason
from game.core.record.reader import read_tournament
from game.core.ruleset import Ruleset
from game.storage.database import Database
from game.storage.finished_games import FinishedGame
from game.storage.players import Player
from game.training.openings.opening_positions import OpeningPosition, begins_turn, rule_of, stones_of

#: Minimum and maximum number of stones: later positions belong to the middle game.
_FEWEST, _MOST = 3, 6
#: Maximum number of games read for one position, because the window waits for them.
_READ = 4


class OwnOpenings:
    """Source of opening positions from a player's past games under one rule; each game is used only once."""

    def __init__(self, database: Database, player: Player, ruleset: Ruleset, options: Options) -> None:
        """Find a player's finished games that follow the rule selected in ``options``.

        The first choice option selects the rule; the others may differ.
        """
        self._database, self._ruleset, self._options = database, ruleset, options
        self._games = [game for game in _games_of(database, player) if game.key.ruleset_id == ruleset.info.id]

    def draw(self, rng: random.Random) -> OpeningPosition | None:
        """Return an opening position from a game of the player not used before; None if none is found.

        Only the next few games are searched.
        """
        for _read in range(min(_READ, len(self._games))):
            game = self._games.pop(rng.randrange(len(self._games)))
            beginnings = self._beginnings(game)
            if beginnings:
                return OpeningPosition(rng.choice(beginnings), game=game)
        return None

    def _beginnings(self, game: FinishedGame) -> list[Match]:
        """Return the positions of a game's opening as matches, one for each turn; empty if it is unusable.

        A game is unusable if it cannot be read or has other rules.
        """
        text = self._database.games.text(game.key)
        if text is None:
            return []
        try:
            tournament = read_tournament(text, {self._ruleset.info.id: self._ruleset})
        except ParseError:
            return []
        played = tournament.games[0].match
        return list(_turns_begun(played)) if self._is_by_same_rule(played.options) else []

    def _is_by_same_rule(self, options: Options) -> bool:
        rule = rule_of(self._ruleset)
        return rule is None or options[rule.key] == self._options[rule.key]


def _games_of(database: Database, player: Player) -> list[FinishedGame]:
    """Return all finished games of a player, against engines and against people on this machine."""
    met = (database.games.meetings(player, heads.other) for heads in database.games.head_to_heads(player))
    return [*database.games.against_computer(player), *(game for games in met for game in games)]


def _turns_begun(played: Match) -> Iterator[Match]:
    match = Match(played.ruleset, played.options, played.seed, start=played.first_state)
    for move in played.moves:
        is_refused = isinstance(match.play(move), Reason)
        if is_refused or match.outcome is not None or stones_of(match.state) > _MOST:
            return
        if stones_of(match.state) >= _FEWEST and begins_turn(match):
            yield match.copy()
