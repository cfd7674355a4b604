import pytest

from game.core.record.reader import read_tournament, salvage
from game.core.record.writer import write_tournament
from game.core.tournament import Practice, Tournament
from tools.pilot.tiny_ruleset import TinyRuleset
from tools.pilot.tournaments import new_tournament, play

TINY = TinyRuleset()
RULESETS = {"tiny": TINY}


def three_games() -> str:
    tournament = new_tournament(TINY, size=5)
    play(tournament.start_game().match, "a1 a5 b1 b5 c1")
    tournament.start_game().match.resign(0)
    play(tournament.start_game().match, "c3 d4 e5")
    return write_tournament(tournament)


def saved(text: str) -> tuple[Tournament, str]:
    found = salvage(text, RULESETS, "friday.txt")
    assert found is not None
    return found


def test_the_latest_game_is_kept_up_to_the_damage() -> None:
    tournament, lost = saved(three_games().replace("c3 d4 e5", "c3 d4 e%"))
    assert [len(game.match.plies) for game in tournament.games] == [5, 0, 2]
    assert "friday.txt, line 34: move 3 in game 3: 'e%' is not a valid cell name" in lost


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ("c%", "0 moves of the latest game were"),
        ("c3 d%", "1 move of the latest game was"),
        ("c3 d4 e%", "2 moves of the latest game were"),
    ],
)
def test_the_moves_that_are_kept_are_counted_in_words(rest: str, words: str) -> None:
    _, lost = saved(three_games().replace("c3 d4 e5", rest))
    assert lost.startswith(f"{words} recovered: ")


def test_one_more_damaged_line_is_told_as_one() -> None:
    _, lost = saved(three_games().replace("Series: open", "one\ntwo\nthree\nfour"))
    assert "Also left out: 1 more line." in lost


def test_a_game_that_cannot_be_replayed_counts_by_its_result_and_seats_go_on() -> None:
    whole = read_tournament(three_games(), RULESETS)
    tournament, lost = saved(three_games().replace("a1 a5 b1", "a1 a1 b1"))
    assert len(tournament.games) == 2
    assert tournament.wins() == whole.wins() == (2.0, 0.0)
    assert [game.seats for game in tournament.games] == [(1, 0), (0, 1)]
    assert "Game 1: the moves are lost, but the result still counts. friday.txt, line 19: move 2 in game 1" in lost
    for each in (whole, tournament):
        each.games[-1].match.agree_draw()
    new, usual = tournament.start_game(), whole.start_game()
    assert (new.seats, new.match.seed) == (usual.seats, usual.match.seed)


def test_a_wrong_picture_costs_nothing() -> None:
    tournament, lost = saved(three_games().replace(". . b . .", ". . w . ."))
    assert [len(game.match.plies) for game in tournament.games] == [5, 0, 3]
    assert lost.startswith("3 moves of the latest game were recovered: ")
    assert "the diagram shows 'w' at c3" in lost


def test_a_line_that_makes_no_sense_is_left_out() -> None:
    tournament, lost = saved(three_games().replace("Series: open", "Series: whatever\nnonsense"))
    assert len(tournament.games) == 3
    assert "Left out: friday.txt, line 10: 'nonsense' is not a valid line in a tournament file." in lost
    assert "'whatever' is not a valid series length" in lost


def test_a_file_whose_end_is_lost_is_kept_up_to_there() -> None:
    text = three_games()
    tournament, _ = saved(text[: text.index("d4") + 2])
    assert [len(game.match.plies) for game in tournament.games] == [5, 0, 2]


def test_nothing_can_be_saved_without_the_ruleset() -> None:
    assert salvage(three_games().replace("Ruleset: tiny", "Ruleset: other"), RULESETS) is None
    assert salvage("shopping list", RULESETS) is None


def test_a_game_that_was_mended_is_practice_and_one_that_was_whole_is_not() -> None:
    tournament, _ = saved(three_games().replace("c3 d4 e5", "c3 d4 e%"))
    assert [game.practice for game in tournament.games] == [None, None, Practice.CHANGED]
