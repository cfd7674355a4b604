"""The players' progress on the ladders, for the scenes that show it. No pygame here."""

from __future__ import annotations

from game.core.ladder import Climb
from game.core.language import _
from game.core.ruleset import Ruleset
from game.core.tournament import Tournament, beaten_level
from game.session.services import Services
from game.store.results import recorded_player


def climb_of(services: Services, ruleset: Ruleset) -> Climb:
    """The current player's climb on a ruleset's ladder."""
    player = services.database.current_player()
    beaten = services.database.beaten(player, ruleset.info.id) if player else frozenset[str]()
    return Climb.on(ruleset.info.levels, beaten)


def ladder_news(services: Services, tournament: Tournament) -> str:
    """The news of the ladder after a match that was just won, in a sentence; "" when nothing changed."""
    level = beaten_level(tournament)
    if level is None:
        return ""
    info = tournament.ruleset.info
    person = next(participant for participant in tournament.participants if participant.is_person)
    player = recorded_player(services.database, person.name)
    beaten = services.database.beaten(player, info.id) if player else frozenset[str]()
    if level.id in beaten:
        return ""
    before, after = Climb.on(info.levels, beaten), Climb.on(info.levels, beaten | {level.id})
    if after.reached == before.reached:
        return _("{name}'s lantern is yours.", name=_(level.name))
    if after.next_level is None:
        return _("You are at the top: every stall of this ladder is lit!")
    return _("The next stall is lit: {name} waits for you.", name=_(after.next_level.name))
