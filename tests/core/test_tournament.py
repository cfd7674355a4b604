import pytest

from game.core.tournament import Participant, challenged_level
from tools.pilot.tiny_ruleset import TinyRuleset
from tools.pilot.tournaments import new_tournament, play


def test_who_goes_first_alternates_and_every_game_has_a_seed_of_its_own(tiny: TinyRuleset) -> None:
    tournament = new_tournament(tiny)
    tournament.first = 1
    for _ in range(3):
        tournament.start_game().match.resign(0)
    assert [game.seats for game in tournament.games] == [(1, 0), (0, 1), (1, 0)]
    assert [game.match.seed for game in tournament.games] == [7, 8, 9]


def test_a_draw_counts_half_for_both(tiny: TinyRuleset) -> None:
    tournament = new_tournament(tiny)
    tournament.wins_before = (1.0, 0.5)
    tournament.start_game().match.agree_draw()
    tournament.start_game().match.resign(0)
    assert tournament.wins() == (2.5, 1.0)
    assert tournament.leader() == 0


def test_a_series_with_wins_that_only_a_file_counts_beats_nobody(tiny: TinyRuleset) -> None:
    tournament = new_tournament(tiny)
    tournament.participants, tournament.best_of = (Participant("Anna"), Participant("Easy", "easy")), 3
    assert challenged_level(tournament) == tiny.info.level("easy")
    tournament.wins_before = (1.0, 0.0)
    assert challenged_level(tournament) is None


@pytest.mark.parametrize(("best_of", "games"), [(3, 2), (5, 3), (7, 4)])
def test_a_series_is_over_when_the_other_side_cannot_catch_up(tiny: TinyRuleset, best_of: int, games: int) -> None:
    tournament = new_tournament(tiny)
    tournament.best_of = best_of
    for _ in range(games):
        assert not tournament.is_over
        game = tournament.start_game()
        game.match.resign(game.seat_of(1))
    assert tournament.is_over


def test_a_series_of_draws_is_over_after_its_last_game(tiny: TinyRuleset) -> None:
    tournament = new_tournament(tiny)
    tournament.best_of = 3
    for _ in range(3):
        tournament.start_game().match.agree_draw()
    assert tournament.is_over
    assert tournament.leader() is None


def test_a_series_goes_on_while_the_other_side_can_still_draw_level(tiny: TinyRuleset) -> None:
    tournament = new_tournament(tiny)
    tournament.best_of = 3
    tournament.start_game().match.agree_draw()
    game = tournament.start_game()
    game.match.resign(game.seat_of(1))
    assert tournament.wins() == (1.5, 0.5)
    assert not tournament.is_over


def test_an_open_series_goes_on_until_it_is_ended(tiny: TinyRuleset) -> None:
    tournament = new_tournament(tiny)
    for _ in range(9):
        tournament.start_game().match.resign(0)
    assert not tournament.is_over
    tournament.ended = True
    assert tournament.is_over


def test_the_only_person_gets_the_seat_option_and_two_people_leave_it(tiny: TinyRuleset) -> None:
    tournament = new_tournament(tiny)
    assert tournament.start_game().match.options["picker"] == "toss"
    tournament.games[-1].match.resign(0)
    tournament.participants = (Participant("Easy", "easy"), Participant("Anna"))
    game = tournament.start_game()
    assert game.match.options["picker"] == str(game.seat_of(1))


def test_a_win_belongs_to_the_participant_not_to_the_seat(tiny: TinyRuleset) -> None:
    tournament = new_tournament(tiny, size=5)
    for _ in range(2):
        play(tournament.start_game().match, "a1 a5 b1 b5 c1")
    assert [game.winner() for game in tournament.games] == [0, 1]
    assert tournament.wins() == (1.0, 1.0)
