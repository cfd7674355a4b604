"""The players' progress in beating the opponents on each ladder, and the rewards. No pygame here."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.language import _
from game.core.levels.ladder import LadderProgress, earned_ribbon
from game.core.levels.level import Ribbon
from game.core.ruleset import Level, Ruleset
from game.core.tournament import Tournament, beaten_level
from game.session.services import Services
from game.storage.players import Player


def progress_of(services: Services, ruleset: Ruleset) -> LadderProgress:
    """Return the current player's progress on a ruleset's ladder."""
    return _progress(services, ruleset, services.database.players.current())


def achievements_of(services: Services, ruleset: Ruleset) -> frozenset[str]:
    """Return the ids of the ribbons (awards) that the current player has earned on a ruleset's ladder."""
    player = services.database.players.current()
    return services.database.games.ribbons(player, ruleset.info.id) if player else frozenset()


def _progress(services: Services, ruleset: Ruleset, player: Player | None) -> LadderProgress:
    beaten = services.database.games.beaten(player, ruleset.info.id) if player else frozenset[str]()
    return LadderProgress.on(ruleset.info.levels, beaten)


@dataclass(frozen=True, slots=True)
class Reward:
    """The reward for beating a level of the ladder in a match: the progress before and after, and a ribbon."""

    beaten: Level
    before: LadderProgress
    after: LadderProgress
    ribbon: Ribbon | None = None
    """The ribbon earned, None if there is none or the person had it already."""

    @property
    def next_level(self) -> Level | None:
        """The level of the ladder to challenge next; None at the top."""
        return self.after.next_level

    @property
    def is_new(self) -> bool:
        """True if the player had not beaten this level of the ladder before."""
        return self.beaten.id not in self.before.beaten

    @property
    def lights_card(self) -> bool:
        """True if the win unlocked the next level of the ladder, or completed the ladder."""
        return self.after.reached > self.before.reached

    def news(self) -> str:
        """Return a sentence about the player's progress on the ladder; "" if nothing changed."""
        if self.ribbon is not None:
            return _("Ribbon earned: {title}", title=_(self.ribbon.title))
        if not self.is_new:
            return ""
        if not self.lights_card:
            return _("You beat {name}!", name=_(self.beaten.name))
        if self.next_level is None:
            return _("You beat every opponent on this ladder!")
        return _("Next opponent: {name}.", name=_(self.next_level.name))


def reward_of(services: Services, tournament: Tournament) -> Reward | None:
    """Return the ladder reward for a won match that is not recorded yet, or None if there is none.

    Return None also if the person is not a player on this machine, for instance in a save from another machine.
    """
    level, person = beaten_level(tournament), tournament.person_index
    if level is None or person is None:
        return None
    ruleset, player = tournament.ruleset, services.database.players.find(tournament.participants[person].name)
    if player is None and services.database.players.current() is not None:
        return None
    before, ribbon = _progress(services, ruleset, player), earned_ribbon(tournament)
    earned = services.database.games.ribbons(player, ruleset.info.id) if player and ribbon else frozenset[str]()
    if ribbon is not None and ribbon.id in earned:
        ribbon = None
    return Reward(level, before, LadderProgress.on(ruleset.info.levels, before.beaten | {level.id}), ribbon)
