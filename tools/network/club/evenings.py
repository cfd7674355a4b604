"""Evenings for tests: made, played with dice, and looked at."""

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


def evening_of(
    count: int, system: PairingSystem = PairingSystem.SWISS, rounds: int = 5, seed: int = 1
) -> ClubTournament:
    evening = ClubTournament("Tuesday", TERMS, system, 0 if system is PairingSystem.ROUND_ROBIN else rounds, seed)
    for number in range(count):
        evening = joined(evening, member_id(number), f"Member {number + 1}")
    return evening


def told(evening: ClubTournament, one: int, claim: Claim) -> ClubTournament:
    """Both sides of a table tell the same; ``claim`` is that of ``one``."""
    table = evening.table_of(one)
    opposite = {Claim.WON: Claim.LOST, Claim.LOST: Claim.WON, Claim.DREW: Claim.DREW}
    evening = claimed(evening, one, table.round, claim)
    return claimed(evening, table.other(one), table.round, opposite[claim])


def play_round(evening: ClubTournament, dice: random.Random) -> ClubTournament:
    """All tables that are open are played."""
    for table in evening.tables:
        if table.is_open:
            evening = told(evening, table.one, dice.choice([Claim.WON, Claim.LOST, Claim.WON, Claim.DREW]))
    return evening


def play_on(evening: ClubTournament, dice: random.Random, rounds: int = 99) -> ClubTournament:
    """So many rounds, or all."""
    for _round in range(rounds):
        if evening.is_over:
            break
        evening = play_round(with_round(evening), dice)
    return evening


def seeded(evening: ClubTournament, seed: int) -> ClubTournament:
    return replace(evening, seed=seed)
