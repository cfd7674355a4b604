import pytest

from game.core.match import Command, Match
from game.core.model import Choose, Outcome, Place, Reason, Termination
from game.core.ruleset import complete_options, parse_move
from tools.pilot.tiny_ruleset import TinyRuleset
from tools.pilot.tournaments import play


def new_match(moves: str = "", **options: int | str | bool) -> Match:
    ruleset = TinyRuleset()
    match = Match(ruleset, complete_options(ruleset.info, {"size": 5, **options}), seed=3)
    play(match, moves)
    return match


def moves_of(match: Match) -> str:
    names = match.state.geometry.names
    return " ".join(move.key if isinstance(move, Choose) else names[move.cell] for move in match.moves)


def test_a_command_meant_for_an_older_position_is_refused() -> None:
    match = new_match("a1")
    refused = match.submit(Command(match.revision - 1, (Place(3, "w"),)))
    assert isinstance(refused, Reason)
    assert refused.code == "stale"
    assert moves_of(match) == "a1"


def test_undo_and_redo_make_older_commands_stale() -> None:
    match = new_match("a1 b1")
    before = match.revision
    match.undo(0)
    assert isinstance(match.submit(Command(before, (Place(3, "b"),))), Reason)
    before = match.revision
    match.redo()
    assert isinstance(match.submit(Command(before, (Place(3, "b"),))), Reason)


def test_moves_that_are_meant_now_are_played_whatever_the_revision() -> None:
    match = new_match("a1")
    for name in ("a5", "b1"):
        assert isinstance(match.play(parse_move(match.ruleset.info, match.state, name)), tuple)
    assert moves_of(match) == "a1 a5 b1"
    assert isinstance(match.play(Place(0, "w")), Reason)
    assert moves_of(match) == "a1 a5 b1"


def test_a_command_of_several_moves_is_applied_whole() -> None:
    match = new_match("a1", per_turn=2)
    events = match.submit(Command(match.revision, (Place(0, "w"), Place(1, "w"))))
    assert isinstance(events, tuple)
    assert len(events) == 2
    assert moves_of(match) == "a1 a5 b5"


@pytest.mark.parametrize("second", [Place(0, "w"), Choose("black")])
def test_a_command_of_which_one_move_is_refused_changes_nothing(second: Place | Choose) -> None:
    match = new_match("a1", per_turn=2)
    revision, state = match.revision, match.state
    refused = match.submit(Command(match.revision, (Place(0, "w"), second)))
    assert isinstance(refused, Reason)
    assert (match.revision, match.state, moves_of(match)) == (revision, state, "a1")


def test_a_command_that_plays_on_after_the_winning_stone_changes_nothing() -> None:
    match = new_match("a1 a5 b5 b1 c2 d5 e5", per_turn=2)
    assert match.state.seat == 0
    refused = match.submit(Command(match.revision, (Place(22, "b"), Place(10, "b"))))
    assert isinstance(refused, Reason)
    assert refused.code == "over"
    assert match.outcome is None


def test_no_move_is_made_in_a_game_that_is_over() -> None:
    match = new_match("a1 a5 b1 b5 c1")
    assert match.ended_by_rule
    assert match.submit(Command(match.revision, (Place(7, "w"),))) == Reason("over", "The game is over.")


def test_undo_takes_back_the_running_turn_stone_by_stone_and_then_past_the_reply() -> None:
    match = new_match("a1 a5 b5 e1", per_turn=2)
    match.undo(0)
    assert moves_of(match) == "a1 a5 b5"
    match.undo(0)
    assert moves_of(match) == ""


def test_undo_takes_back_the_reply_and_my_whole_turn() -> None:
    match = new_match("a1 a5 b5 e1 d1 c4 d4", per_turn=2)
    gone = match.undo(0)
    assert not isinstance(gone, Reason)
    assert len(gone) == 4
    assert moves_of(match) == "a1 a5 b5"
    assert match.state.seat == 0


def test_undo_while_the_opponent_thinks_takes_back_my_turn_and_what_it_has_placed() -> None:
    match = new_match("a1 a5 b5 e1 d1", per_turn=2)
    match.undo(0)
    assert moves_of(match) == "a1 a5 b5"
    match = new_match("a1 a5 b5 e1 d1 c4", per_turn=2)
    match.undo(0)
    assert moves_of(match) == "a1 a5 b5"


def test_undo_without_a_seat_takes_back_one_move() -> None:
    match = new_match("a1 a5 b5", per_turn=2)
    match.undo()
    assert moves_of(match) == "a1 a5"


def test_undo_after_a_win_takes_back_the_winning_turn() -> None:
    match = new_match("a1 a5 b1 b5 c1")
    match.undo(1)
    assert moves_of(match) == "a1 a5 b1"
    match = new_match("a1 a5 b1 b5 c1")
    match.undo(0)
    assert (moves_of(match), match.outcome) == ("a1 a5 b1 b5", None)


def test_undo_of_the_first_stones_leaves_the_choice_standing_until_it_is_its_turn() -> None:
    match = new_match("a1 white a5 b1", opening="swap")
    match.undo(1)
    assert moves_of(match) == "a1 white"
    match.undo(1)
    assert moves_of(match) == "a1"


def test_undo_takes_back_a_choice_that_the_opponent_answered() -> None:
    match = new_match("a1 black a5", opening="swap")
    match.undo(1)
    assert moves_of(match) == "a1"


@pytest.mark.parametrize("moves", ["", "a1"])
def test_undo_has_nothing_to_take_back_before_my_first_move(moves: str) -> None:
    match = new_match(moves)
    refused = match.undo(1)
    assert isinstance(refused, Reason)
    assert refused.code == "nothing to undo"
    assert moves_of(match) == moves


def test_undo_never_tosses_again() -> None:
    match = new_match(opening="toss")
    first = match.first_state
    play(match, "a1 b1")
    match.undo()
    match.undo()
    assert match.state is first


def test_redo_plays_again_what_each_undo_took_back() -> None:
    match = new_match("a1 a5 b1 b5")
    match.undo(0)
    match.undo(0)
    assert moves_of(match) == ""
    match.redo()
    assert moves_of(match) == "a1 a5"
    match.redo()
    assert moves_of(match) == "a1 a5 b1 b5"
    assert isinstance(match.redo(), Reason)


def test_a_new_move_ends_what_could_be_redone() -> None:
    match = new_match("a1 a5")
    match.undo(0)
    assert match.can_redo
    play(match, "e5")
    assert not match.can_redo


def test_a_resigned_game_is_over_and_undo_takes_the_resignation_back_alone() -> None:
    match = new_match("a1 a5")
    match.resign(0)
    assert match.outcome == Outcome(Termination.RESIGNATION, 1, {})
    assert isinstance(match.submit(Command(match.revision, (Place(3, "b"),))), Reason)
    assert match.undo(0) == ()
    assert (match.outcome, moves_of(match)) == (None, "a1 a5")


def test_nothing_is_redone_in_a_resigned_game() -> None:
    match = new_match("a1 a5")
    match.undo(0)
    match.resign(0)
    assert not match.can_redo
    assert isinstance(match.redo(), Reason)
    match.undo(0)
    match.redo()
    assert moves_of(match) == "a1 a5"


def test_an_agreed_draw_keeps_the_scores() -> None:
    match = new_match("a1 a5 b1", scored=True)
    match.agree_draw()
    assert match.outcome == Outcome(Termination.AGREED_DRAW, None, {"b": 2, "w": 1})
    assert match.ended_otherwise
    assert not match.ended_by_rule


def test_a_copy_stays_as_it_was() -> None:
    match = new_match("a1 a5")
    twin = match.copy()
    play(match, "b1")
    match.resign(1)
    assert (moves_of(twin), twin.outcome, twin.revision) == ("a1 a5", None, 2)
    twin.undo(0)
    assert moves_of(match) == "a1 a5 b1"
