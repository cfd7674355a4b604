"""The adaptive opponent ("the mirror"), whose strength follows a player's results. No pygame here.

Rated games against the mirror itself and against levels with a known Elo change its strength. It follows the one person
in the game; against somebody who is not in the player database it has its initial strength.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.core.language import _
from game.core.levels.adaptive import fitted_strength
from game.core.levels.blended import MIRROR_TITLE, is_mirror, mirror_id, mirror_range, mirror_strength
from game.core.levels.ladder import by_strength
from game.core.ruleset import Level, Ruleset
from game.core.tournament import Game, Participant, Tournament
from game.session.records.record_summary import SCORES
from game.session.services import Services
from game.storage.finished_games import FinishedGame
from game.storage.players import Player

#: The number of latest games used: earlier ones reveal little about a player's present strength.
_LATEST = 200


@dataclass(frozen=True, slots=True)
class AdaptiveOpponentSetting:
    """The strength of the adaptive opponent for one player, and the number of games that determined it."""

    strength: int
    """The strength in Elo."""
    games: int
    """The number of games that determined the strength, 0 for an unknown player."""

    @property
    def participant(self) -> Participant:
        """The adaptive opponent with this strength, as a participant of a series."""
        return Participant(MIRROR_TITLE, mirror_id(self.strength))


def mirror_of(services: Services, ruleset: Ruleset, player: Player | None) -> AdaptiveOpponentSetting | None:
    """Return the adaptive opponent's strength for a player, or None if the ruleset has none.

    ``player`` is None for an unknown player.
    """
    span = mirror_range(ruleset.info.levels)
    if span is None:
        return None
    games = services.database.games.against_computer(player) if player is not None else []
    known = [found for game in games if (found := _evidence(ruleset, game)) is not None][-_LATEST:]
    return AdaptiveOpponentSetting(fitted_strength(known, span), len(known))


def _evidence(ruleset: Ruleset, game: FinishedGame) -> tuple[float, float] | None:
    """Return the opponent's Elo and the player's score in a finished game, or None if it does not count."""
    if game.practice or game.key.ruleset_id != ruleset.info.id:
        return None
    level, strength = ruleset.info.level(game.level), mirror_strength(game.level)
    elo = strength if strength is not None or level is None else level.elo
    return None if elo is None else (elo, SCORES[game.outcome])


def next_mirror_text(services: Services, tournament: Tournament) -> str:
    """Return a sentence about the adaptive opponent's strength in the next game; "" if it does not play."""
    person = tournament.person_index
    if person is None or (before := mirror_strength(tournament.participants[1 - person].level)) is None:
        return ""
    player = services.database.players.find(tournament.participants[person].name)
    found = mirror_of(services, tournament.ruleset, player)
    if found is None or found.strength == before:
        return _("Your opponent “The mirror” stays at Elo {elo}.", elo=before)
    if found.strength > before:
        return _("Your opponent “The mirror” rises from Elo {before} to {after}.", before=before, after=found.strength)
    return _("Your opponent “The mirror” drops from Elo {before} to {after}.", before=before, after=found.strength)


def start_game(services: Services, tournament: Tournament) -> Game:
    """Start the next game of a series, after updating the adaptive opponent's strength if it plays."""
    person = tournament.person_index
    if person is not None and is_mirror(tournament.participants[1 - person].level):
        player = services.database.players.find(tournament.participants[person].name)
        found = mirror_of(services, tournament.ruleset, player)
        if found is not None:
            me, it = tournament.participants[person], found.participant
            tournament.participants = (me, it) if person == 0 else (it, me)
    return tournament.start_game()


def mirror_text(found: AdaptiveOpponentSetting, levels: Sequence[Level]) -> str:
    """Return a sentence about the adaptive opponent's strength, for the player to whom it adapts."""
    if not found.games:
        return _("This opponent starts at Elo {elo} and adapts to your results.", elo=found.strength)
    measured = by_strength(level for level in levels if level.elo is not None)
    weaker = [level for level in measured if (level.elo or 0) <= found.strength]
    stronger = [level for level in measured if (level.elo or 0) > found.strength]
    if not weaker:
        return _("This opponent is now at Elo {elo}, weaker than {name}.", elo=found.strength, name=_(stronger[0].name))
    if not stronger:
        return _("This opponent is now at Elo {elo}, as strong as {name}.", elo=found.strength, name=_(weaker[-1].name))
    return _(
        "This opponent is now at Elo {elo}, between {weaker} and {stronger}.",
        elo=found.strength,
        weaker=_(weaker[-1].name),
        stronger=_(stronger[0].name),
    )
