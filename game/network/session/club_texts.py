"""Texts about a club tournament for the screen: pairing systems, results and points.

Imports no pygame.
"""

from __future__ import annotations

from game.core.language import _, plural
from game.network.club.points import ClubPlace
from game.network.club.replayed_tournament import planned_rounds
from game.network.club.tournament import Claim, ClubPairing, ClubTournament, PairingResult, PairingSystem
from game.session.texts import wins_text


def system_text(system: PairingSystem) -> str:
    """Return the name of a club tournament's pairing system."""
    return _("Swiss system") if system is PairingSystem.SWISS else _("Round robin")


def about_system(system: PairingSystem, rounds: int) -> str:
    """Return a text that describes a club tournament's pairing system."""
    if system is PairingSystem.ROUND_ROBIN:
        return _("Everybody plays everybody else: 15 rounds with 16 players.")
    return plural(
        "Players with equal scores meet, without rematches. {count} round is enough for one winner "
        "among {most} players.",
        "Players with equal scores meet, without rematches. {count} rounds are enough for one winner "
        "among {most} players.",
        rounds,
        most=min(16, 2**rounds),
    )


def round_text(tournament: ClubTournament) -> str:
    """Return a text with the current round's number, or with the phase before or after all rounds."""
    if tournament.is_over:
        return _("The tournament is over")
    if not tournament.round:
        return _("Before the first round")
    return _(
        "Round {round} of {rounds}", round=tournament.round, rounds=max(tournament.round, planned_rounds(tournament))
    )


def names_of(tournament: ClubTournament, pairing: ClubPairing) -> tuple[str, str]:
    """Return the names of the two members of a pairing; for a bye, the second name is "bye"."""
    one = tournament.members[pairing.one].name
    # Translators: who has no opponent in a round of a tournament; it stands where a name does.
    return one, _("bye") if pairing.is_bye else tournament.members[pairing.two].name


def result_text(tournament: ClubTournament, pairing: ClubPairing) -> str:
    """Return a short text for the result of a pairing in a club tournament."""
    match pairing.result:
        case PairingResult.ONE:
            return "1 – 0"
        case PairingResult.TWO:
            return "0 – 1"
        case PairingResult.DRAW:
            return "½ – ½"
        case PairingResult.ONE_UNPLAYED:
            return _("1 – 0 unplayed")
        case PairingResult.TWO_UNPLAYED:
            return _("0 – 1 unplayed")
        case PairingResult.NEITHER:
            return _("not played")
        case PairingResult.BYE:
            return "" if tournament.system is PairingSystem.ROUND_ROBIN else _("1 point")
        case PairingResult.OPEN:
            return _open_text(pairing)


def _open_text(pairing: ClubPairing) -> str:
    if pairing.differ:
        return _("Reports differ")
    is_told = (
        Claim.NOTHING in (pairing.reported_one, pairing.reported_two)
        and pairing.reported_one is not pairing.reported_two
    )
    return _("1 of 2 reported") if is_told else _("unfinished")


def points_text(place: ClubPlace) -> str:
    """Return the text for a member's points in a club tournament."""
    return wins_text(place.halves / 2)


def parting_text(tournament: ClubTournament, place: ClubPlace) -> str:
    """Return a short text with a member's first tie-break score in a club tournament."""
    if tournament.system is PairingSystem.ROUND_ROBIN:
        # Translators: the Sonneborn-Berger score of a tournament, shortened.
        return _("SB {berger}", berger=f"{place.berger / 4:g}")
    # Translators: the Buchholz score of a tournament, shortened.
    return _("Bh {buchholz}", buchholz=wins_text(place.buchholz / 2))


def choices_of(tournament: ClubTournament, pairing: ClubPairing) -> dict[PairingResult, str]:
    """Return the results that the organiser can set for a pairing, with their labels."""
    one, two = names_of(tournament, pairing)
    return {
        PairingResult.ONE: _("{name} won", name=one),
        PairingResult.TWO: _("{name} won", name=two),
        PairingResult.DRAW: _("A draw"),
        PairingResult.ONE_UNPLAYED: _("{name} did not show up", name=two),
        PairingResult.TWO_UNPLAYED: _("{name} did not show up", name=one),
        PairingResult.NEITHER: _("Nobody showed up"),
    }
