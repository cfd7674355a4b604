"""Starting a new game from a position of a finished game, with a choice of sides. No pygame here."""

from __future__ import annotations

import random
from dataclasses import dataclass

from game.core.language import _, gettext_noop
from game.core.match import Match
from game.core.ruleset import why_no_opponents
from game.core.tournament import Game, Participant, Practice, Tournament
from game.session.engines import is_engine, shown_name
from game.session.game_session import GameSession, open_local_session
from game.session.match_plan import plan_for, usual_name
from game.session.services import Services
from game.session.shown_game import ShownGame
from game.session.texts import colour_name

#: The participants with player number 0 and 1.
Seats = tuple[Participant, Participant]
_FRIEND = gettext_noop("Friend")


@dataclass(frozen=True, slots=True)
class TakeOver:
    """A position from which a new game starts, with the old series and game, and the new participants."""

    tournament: Tournament
    match: Match
    seats: Seats

    def start_session(self, services: Services) -> GameSession:
        """Start a new series whose first game continues from this position.

        The new game is unrated if it has moves already or starts from a position that was set up.

        The moves up to the position belong to the new game. A resignation or similar ending does not,
        nor does the clock.
        """
        old, match = self.tournament, self.match.without_clock()
        if match.ended_otherwise:
            match.undo()
        goes_on = bool(match.plies) or match.start is not None
        name = services.saves.free_name(usual_name(old.ruleset, self.seats))
        tournament = Tournament(
            ruleset=old.ruleset,
            options=old.options,
            participants=self.seats,
            seed=random.SystemRandom().randrange(1 << 31),
            title=name,
            games=[Game((0, 1), match, Practice.TAKEN_OVER if goes_on else None)],
        )
        return open_local_session(services, tournament, name, saved=False)


def ways_to_sit(services: Services, shown: ShownGame) -> list[tuple[str, Seats]]:
    """Return the choices of sides for a new game from the position on screen.

    The person's old side comes first.
    """
    me, other = Participant(services.player_name()), _opponent(services, shown)
    ways: list[tuple[str, Seats]] = []
    if other is not None:
        for seat in sorted((0, 1), key=lambda seat: not shown.participant(seat).is_person):
            text = _("{side}, against {name}", side=_side(shown, seat), name=shown_name(other))
            ways.append((text, (me, other) if seat == 0 else (other, me)))
    return [*ways, (_("Two people at this computer"), _people_who_played(shown, me))]


def _side(shown: ShownGame, seat: int) -> str:
    """Return the name of a side: its colour, or its number if it has none."""
    name = colour_name(shown.tournament.ruleset.info, shown.match.state.colours[seat])
    return name or (_("Second player") if seat else _("First player"))


def _opponent(services: Services, shown: ShownGame) -> Participant | None:
    """Return the opponent of the old game, or the last chosen one if it is missing or was a person.

    Return None if the ruleset has no such level, or none that can play with the options of the game.
    """
    ruleset = shown.tournament.ruleset
    met = next((who for who in shown.tournament.participants if not who.is_person), None)
    if met is not None and is_engine(met):
        return met
    if why_no_opponents(ruleset, shown.match.options) is not None:
        return None
    if met is not None and ruleset.info.level(met.level) is not None:
        return met
    chosen = ruleset.info.level(plan_for(services, ruleset).level) or ruleset.info.level(ruleset.info.hint_level)
    return Participant(chosen.name, chosen.id) if chosen else None


def _people_who_played(shown: ShownGame, me: Participant) -> Seats:
    """Return both players of the old game as people. A friend takes the place of a computer opponent.

    If the players are unknown, as in a study, the sides are named by their colours; then return the player and a
    friend.
    """
    first, second = shown.participant(0), shown.participant(1)
    info = shown.tournament.ruleset.info
    is_known = {first.name, second.name}.isdisjoint(colour_name(info, colour) for colour in info.colours)
    if first.is_person and second.is_person and is_known:
        return first, second
    friend = Participant(_(_FRIEND))
    return (me, friend) if first.is_person else (friend, me)
