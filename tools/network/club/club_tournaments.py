"""Club tournaments for tests, played with random results and without a network."""

from __future__ import annotations

import random

from msgspec.structs import replace

from game.network.club.replayed_tournament import claimed, joined, with_round
from game.network.club.tournament import Claim, ClubTournament, PairingSystem
from game.network.sides import FirstSeat
from game.network.sync.terms import TableTerms

TERMS = TableTerms("tiny", {}, 1, "none", FirstSeat.HOST, "a" * 32)


def member_id(number: int) -> str:
    return f"{number + 1:064x}"


def club_tournament_of(
    count: int, system: PairingSystem = PairingSystem.SWISS, rounds: int = 5, seed: int = 1
) -> ClubTournament:
    tournament = ClubTournament("Tuesday", TERMS, system, 0 if system is PairingSystem.ROUND_ROBIN else rounds, seed)
    for number in range(count):
        tournament = joined(tournament, member_id(number), f"Member {number + 1}")
    return tournament


def record_result(tournament: ClubTournament, one: int, claim: Claim) -> ClubTournament:
    """Let both players of a pairing report its result, and return the tournament after that.

    ``claim`` is the report of member number ``one``; the other player reports the opposite.
    """
    table = tournament.table_of(one)
    opposite = {Claim.WON: Claim.LOST, Claim.LOST: Claim.WON, Claim.DREW: Claim.DREW}
    tournament = claimed(tournament, one, table.round, claim)
    return claimed(tournament, table.other(one), table.round, opposite[claim])


def play_round(tournament: ClubTournament, rng: random.Random) -> ClubTournament:
    """Give each pairing of the current round that has no result yet a random one; return the tournament after that."""
    for table in tournament.tables:
        if table.is_open:
            tournament = record_result(
                tournament, table.one, rng.choice([Claim.WON, Claim.LOST, Claim.WON, Claim.DREW])
            )
    return tournament


def play_on(tournament: ClubTournament, rng: random.Random, rounds: int = 99) -> ClubTournament:
    """Play up to ``rounds`` further rounds with random results, or fewer if the tournament ends before; return it."""
    for _round in range(rounds):
        if tournament.is_over:
            break
        tournament = play_round(with_round(tournament), rng)
    return tournament


def seeded(tournament: ClubTournament, seed: int) -> ClubTournament:
    return replace(tournament, seed=seed)
