"""Who meets whom: what has to hold in every evening of two to sixteen people, whoever wins, comes late or leaves."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core.model import Reason
from game.network.club.points import all_halves
from game.network.club.replayed_tournament import joined, left, why_no_round, with_round
from game.network.club.tournament import PairingResult, PairingSystem
from tools.network.club.club_tournaments import club_tournament_of, member_id, play_on, play_round

COUNTS = st.integers(2, 16)
SEEDS = st.integers(0, 2**31 - 1)


def byes(tournament) -> Counter:
    found = Counter(dict.fromkeys(range(len(tournament.members)), 0))
    found.update(pairing.one for pairing in tournament.pairings if pairing.is_bye)
    return found


def meetings(tournament) -> Counter:
    return Counter(frozenset(pairing.sides) for pairing in tournament.pairings if not pairing.is_bye)


def sits_once_a_round(tournament) -> bool:
    for number in range(1, tournament.round + 1):
        sides = [side for table in tournament.tables_of(number) for side in table.sides]
        if len(sides) != len(set(sides)):
            return False
    return True


@pytest.mark.parametrize("count", range(2, 17))
def test_in_a_round_robin_each_meets_each_once_in_the_fewest_rounds(count):
    tournament = play_on(club_tournament_of(count, PairingSystem.ROUND_ROBIN), random.Random(count))
    assert tournament.is_over
    assert meetings(tournament) == {frozenset(pair): 1 for pair in combinations(range(count), 2)}
    assert tournament.round == count - 1 + count % 2
    assert sits_once_a_round(tournament)
    assert set(byes(tournament).values()) == {count % 2}


@given(COUNTS, st.integers(1, 9), SEEDS)
@settings(max_examples=40, deadline=None)
def test_in_a_swiss_evening_nobody_meets_twice_and_byes_differ_by_one_at_most(count, rounds, seed):
    tournament = play_on(club_tournament_of(count, rounds=rounds, seed=seed), random.Random(seed))
    assert tournament.is_over
    assert tournament.is_sound
    assert tournament.round <= rounds
    assert all(times == 1 for times in meetings(tournament).values())
    assert max(byes(tournament).values()) - min(byes(tournament).values()) <= 1
    assert sits_once_a_round(tournament)


@given(COUNTS, SEEDS)
@settings(max_examples=30, deadline=None)
def test_a_swiss_evening_never_runs_dry_before_half_as_many_rounds_as_people(count, seed):
    # Dirac, 1952: who has met fewer than half of the others can always be matched with the rest.
    rounds = max(1, (count + 1) // 2)
    tournament = play_on(club_tournament_of(count, rounds=rounds, seed=seed), random.Random(seed))
    assert tournament.round == rounds


@given(COUNTS, SEEDS)
@settings(max_examples=30, deadline=None)
def test_the_first_side_changes_so_that_nobody_begins_much_more_often(count, seed):
    tournament = play_on(club_tournament_of(count, rounds=5, seed=seed), random.Random(seed))
    for number in range(count):
        sat = [pairing for pairing in tournament.pairings_of(number) if not pairing.is_bye]
        begun = sum(pairing.one == number for pairing in sat)
        assert abs(2 * begun - len(sat)) <= 3


def test_those_who_stand_alike_meet_and_the_lowest_has_the_bye():
    tournament = club_tournament_of(9, rounds=6)
    rng = random.Random(5)
    for _round in range(3):
        tournament = play_round(with_round(tournament), rng)
        before = all_halves(tournament)
        paired = with_round(tournament)
        gaps = [abs(before[table.one] - before[table.two]) for table in paired.tables if not table.is_bye]
        assert max(gaps) <= 2
        bye = next(table.one for table in paired.tables if table.is_bye)
        had = byes(tournament)
        assert before[bye] == min(before[number] for number in range(9) if had[number] == min(had.values()))


@given(COUNTS, SEEDS)
@settings(max_examples=25, deadline=None)
def test_whoever_comes_late_to_a_round_robin_meets_all_the_others_too(count, seed):
    rng = random.Random(seed)
    tournament = play_on(club_tournament_of(min(count, 15), PairingSystem.ROUND_ROBIN, seed=seed), rng, 1)
    late = joined(tournament, member_id(20), "Late game")
    if isinstance(late, Reason):
        assert tournament.is_over
        return
    tournament = play_on(late, rng)
    assert meetings(tournament) == {frozenset(pair): 1 for pair in combinations(range(len(tournament.members)), 2)}
    assert tournament.round <= len(tournament.members) + 3
    assert sits_once_a_round(tournament)


@given(st.integers(3, 16), SEEDS, st.sampled_from(list(PairingSystem)))
@settings(max_examples=40, deadline=None)
def test_people_who_leave_and_come_back_bring_no_second_meeting_and_no_open_table(count, seed, system):
    rng = random.Random(seed)
    tournament = club_tournament_of(count, system, rounds=6, seed=seed)
    while not tournament.is_over:
        if len(tournament.present) > 3 and rng.random() < 0.3:
            tournament = left(tournament, rng.choice(tournament.present))
        if rng.random() < 0.2:
            tournament = joined(tournament, member_id(rng.randrange(16)), "Back")
        tournament = play_round(with_round(tournament), rng)
    assert all(times == 1 for times in meetings(tournament).values())
    assert tournament.is_sound
    assert not any(pairing.is_open for pairing in tournament.pairings)


def test_a_table_of_somebody_who_leaves_is_won_by_the_other_side_without_play():
    tournament = with_round(club_tournament_of(4))
    table = tournament.tables[0]
    tournament = left(tournament, table.two)
    assert tournament.tables[0].result is PairingResult.ONE_UNPLAYED
    tournament = left(with_round(club_tournament_of(4)), table.one)
    assert tournament.tables[0].result is PairingResult.TWO_UNPLAYED


def test_in_a_round_robin_who_meets_somebody_that_left_wins_without_play():
    tournament = play_on(club_tournament_of(4, PairingSystem.ROUND_ROBIN), random.Random(1), 1)
    tournament = play_on(left(tournament, 2), random.Random(1))
    missed = [pairing for pairing in tournament.pairings_of(2) if pairing.round > 1]
    assert len(missed) == 2
    assert all(pairing.result in (PairingResult.ONE_UNPLAYED, PairingResult.TWO_UNPLAYED) for pairing in missed)


def test_a_round_waits_for_open_tables_and_for_two_people():
    tournament = with_round(club_tournament_of(4))
    assert why_no_round(tournament).code == "open"
    assert why_no_round(club_tournament_of(1)).code == "alone"
