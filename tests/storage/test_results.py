import pytest

from game.core.tournament import Participant, Practice, Tournament
from game.storage.database import Database
from game.storage.finished_games import Totals
from game.storage.players import Player
from game.storage.result_store import ResultStore
from game.storage.results import is_on_record, retitle
from tests.storage.conftest import TINY
from tools.pilot.tournaments import new_tournament, play

ANNA, BEN = Participant("Anna"), Participant("Ben")
LONG = Participant("x" * 50)
COMPUTER = Participant("The easy one", "easy")


def finished(*participants: Participant, title: str = "Friday", seed: int = 7) -> Tournament:
    """Two games; the participant who goes first wins each time, so one wins the first and the other the second."""
    tournament = new_tournament(TINY, size=5, scored=True)
    tournament.participants = (participants[0], participants[1])
    tournament.title, tournament.seed = title, seed
    for _ in range(2):
        play(tournament.start_game().match, "a1 a5 b1 b5 c1")
    return tournament


def created(database: Database, name: str) -> Player:
    player = database.players.create(name)
    assert isinstance(player, Player)
    return player


def save_result(database: Database, tournament: Tournament, index: int) -> bool:
    """Puts a game on record; whether that was new."""
    rows = "SELECT (SELECT COUNT(*) FROM results) + (SELECT COUNT(*) FROM meetings)"
    before = database.file._connection.execute(rows).fetchone()
    assert ResultStore(database).save_result(tournament, index).messages == ()
    return database.file._connection.execute(rows).fetchone() != before


def test_a_game_against_the_computer_counts_for_the_person_once(database: Database) -> None:
    anna = created(database, "Anna")
    tournament = finished(COMPUTER, ANNA)
    assert [save_result(database, tournament, index) for index in (0, 1, 0, 1)] == [True, True, False, False]
    assert database.games.totals(anna) == [Totals("tiny", 2, 1, 0, 1)]


def test_score_and_level_stand_in_the_record(database: Database) -> None:
    created(database, "Anna")
    save_result(database, finished(COMPUTER, ANNA), 0)
    columns = "opponent, level, outcome, termination, own_score, other_score, moves, tournament, seed, game"
    row = database.file._connection.execute(f"SELECT {columns} FROM results").fetchone()
    assert row == ("The easy one", "easy", "lost", "line", 2, 3, 5, "Friday", "7", 1)


def test_another_tournament_of_the_same_title_counts_too(database: Database) -> None:
    anna = created(database, "Anna")
    save_result(database, finished(ANNA, COMPUTER, seed=1), 0)
    assert save_result(database, finished(ANNA, COMPUTER, seed=2), 0)
    assert database.games.totals(anna)[0].played == 2


def test_a_game_stays_the_same_when_the_one_before_it_is_only_carried_over(database: Database) -> None:
    created(database, "Anna")
    tournament = finished(ANNA, COMPUTER)
    save_result(database, tournament, 1)
    del tournament.games[0]
    tournament.wins_before = (1.0, 0.0)
    assert not save_result(database, tournament, 0)


def test_a_person_is_found_in_any_case_and_a_stranger_is_whoever_is_at_the_machine(database: Database) -> None:
    anna, ben = created(database, "Anna"), created(database, "Ben")
    database.players.switch(ben.id)
    save_result(database, finished(Participant("ANNA"), COMPUTER), 0)
    save_result(database, finished(Participant("Human"), COMPUTER), 0)
    assert len(database.games.totals(anna)) == len(database.games.totals(ben)) == 1
    assert database.players.all() == [anna, ben]


def test_games_between_people_stay_out_of_the_record(database: Database) -> None:
    anna = created(database, "Anna")
    tournament = finished(ANNA, BEN)
    assert [save_result(database, tournament, index) for index in (0, 1, 1)] == [True, True, False]
    ben = database.players.find("ben")
    assert ben is not None
    assert database.games.totals(anna) == database.games.totals(ben) == []
    met = database.games.head_to_head(anna, ben)
    assert (met.wins, met.draws, met.losses) == (1, 0, 1)
    assert database.players.current() == anna


@pytest.mark.parametrize(
    "participants",
    [(COMPUTER, COMPUTER), (ANNA, Participant("anna")), (ANNA, Participant("")), (ANNA, Participant("x" * 50))],
)
def test_computers_and_people_without_a_name_of_their_own_leave_no_trace(
    database: Database, participants: tuple[Participant, Participant]
) -> None:
    anna = created(database, "Anna")
    assert not save_result(database, finished(*participants), 0)
    assert database.games.totals(anna) == []
    assert database.games.head_to_heads(anna) == []


@pytest.mark.parametrize("participants", [(ANNA, COMPUTER), (ANNA, BEN)])
def test_a_game_that_was_entered_is_known_to_be_on_record(
    database: Database, participants: tuple[Participant, Participant]
) -> None:
    created(database, "Anna")
    tournament = finished(*participants)
    save_result(database, tournament, 0)
    assert [is_on_record(database, tournament, index) for index in (0, 1)] == [True, False]
    assert not is_on_record(database, finished(*participants, seed=8), 0)
    assert is_on_record(database, finished(*participants, title="Saturday"), 0)


@pytest.mark.parametrize("participants", [(ANNA, COMPUTER), (ANNA, BEN)])
def test_a_tournament_under_another_title_is_still_on_record_once(
    database: Database, participants: tuple[Participant, Participant]
) -> None:
    created(database, "Anna")
    tournament = finished(*participants)
    save_result(database, tournament, 0)
    retitle(database, tournament, "Saturday")
    assert tournament.title == "Saturday"
    assert is_on_record(database, tournament, 0)
    assert not save_result(database, tournament, 0)
    assert save_result(database, tournament, 1)


# The ladder


def best_of_three(*participants: Participant, seed: int = 7) -> Tournament:
    """A match of two games, both won by the first participant, and not yet on record."""
    tournament = new_tournament(TINY, size=5, scored=True)
    tournament.participants, tournament.best_of = (participants[0], participants[1]), 3
    tournament.title, tournament.seed = "Friday", seed
    play(tournament.start_game().match, "a1 a5 b1 b5 c1")
    play(tournament.start_game().match, "a5 a1 b5 b1 d3 c1")
    return tournament


LEVEL = Participant("The easy one", TINY.info.levels[0].id)


def test_a_match_won_against_a_level_stands_on_the_ladder_once_it_is_on_record(database: Database) -> None:
    anna, ben = created(database, "Anna"), created(database, "Ben")
    tournament = best_of_three(ANNA, LEVEL)
    save_result(database, tournament, 0)
    assert database.games.beaten(anna, "tiny") == {LEVEL.level}
    assert database.games.beaten(ben, "tiny") == database.games.beaten(anna, "other") == frozenset()
    assert not database.games.set_beaten(anna, "tiny", LEVEL.level)


def test_a_match_of_somebody_who_left_stands_on_nobodys_ladder(database: Database) -> None:
    anna, ben = created(database, "Anna"), created(database, "Ben")
    tournament = best_of_three(ANNA, LEVEL)
    save_result(database, tournament, 0)
    database.players.switch(ben.id)
    assert database.players.remove(anna.id) is None
    assert save_result(database, tournament, 1)
    assert database.games.beaten(ben, "tiny") == frozenset()
    assert [game.key.number for game in database.games.against_computer(ben)] == [2]


def test_a_match_lost_or_open_or_against_nobody_of_the_ladder_does_not_stand_there(database: Database) -> None:
    anna = created(database, "Anna")
    for tournament in (
        best_of_three(LEVEL, ANNA),
        finished(ANNA, LEVEL),
        best_of_three(ANNA, Participant("Old", "gone")),
    ):
        for index in (0, 1):
            save_result(database, tournament, index)
    assert database.games.beaten(anna, "tiny") == frozenset()


def test_games_are_counted_by_opponent(database: Database) -> None:
    anna = created(database, "Anna")
    for index in (0, 1):
        save_result(database, finished(ANNA, LEVEL), index)
    assert database.games.totals_by_level(anna, "tiny") == {LEVEL.level: Totals("tiny", 2, 1, 0, 1)}


# Practice


def test_practice_is_kept_and_counts_for_neither_record_nor_ladder(database: Database) -> None:
    anna, tournament = created(database, "Anna"), best_of_three(ANNA, LEVEL)
    tournament.games[0].marked = Practice.HINT
    for index in (0, 1):
        save_result(database, tournament, index)
    assert database.games.beaten(anna, "tiny") == frozenset()
    assert database.games.totals(anna) == [Totals("tiny", 1, 1, 0, 0)]
    assert [game.practice for game in database.games.against_computer(anna)] == ["hint", ""]


def test_practice_between_people_stays_out_of_their_standing(database: Database) -> None:
    anna, tournament = created(database, "Anna"), finished(ANNA, BEN)
    tournament.games[0].marked = Practice.TAKEN_OVER
    for index in (0, 1):
        save_result(database, tournament, index)
    (met,) = database.games.head_to_heads(anna)
    assert (met.wins, met.losses) == (0, 1)
    assert [game.practice for game in database.games.meetings(anna, met.other)] == ["taken over", ""]
