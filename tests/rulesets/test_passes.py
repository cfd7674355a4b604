"""Passes: which games have them, what follows a pass, and how a game with passes is kept."""

import pytest

from game.core.match import Match
from game.core.model import Outcome, ParseError, Pass, Passed, Place, Reason, Termination
from game.core.record.reader import read_tournament
from game.core.record.writer import write_tournament
from game.core.ruleset import complete_options, has_passes, with_passes
from game.core.tournament import Participant, Tournament
from game.plugins.guard import guarded
from game.plugins.registry import discover
from rulesets.gomoku import RULESET as GOMOKU
from tools.engine.line_positions import after, drawn, options_of, start
from tools.pilot.tiny_ruleset import TinyRuleset

RENJU = options_of(GOMOKU, variant="renju")
RULESETS = discover().rulesets


def match_of(words: str, **options: object) -> Match:
    match = Match(GOMOKU, options_of(GOMOKU, **{"variant": "renju", **options}), seed=0)
    for word in words.split():
        move = Pass() if word == "pass" else Place(match.state.geometry.cell(word), match.state.colour)
        assert not isinstance(match.play(move), Reason)
    return match


def test_after_a_pass_the_other_side_moves_and_no_stone_is_the_last_one():
    match = match_of("h8 pass")
    assert (match.state.seat, match.state.colour, match.state.last) == (0, "b", ())
    assert match.plies[-1].step.events == (Passed(1),)
    match.play(Place(0, "b"))
    assert match.state.last == (0,)


def test_two_passes_in_a_row_end_the_game_as_a_draw():
    assert match_of("h8 i9 pass j9 pass").outcome is None
    assert match_of("h8 i9 pass pass").outcome == Outcome(Termination.PASSES, None)


def test_a_pass_is_taken_back_and_played_again_like_a_move():
    match = match_of("h8 i9 pass")
    match.undo()
    assert match.state.colour == "b"
    match.redo()
    assert match.state.passes == 1


@pytest.mark.parametrize("ruleset_id", sorted(RULESETS))
def test_only_renju_has_passes_unless_the_options_add_them(ruleset_id):
    ruleset = RULESETS[ruleset_id]
    options = complete_options(ruleset.info, {})
    state = ruleset.setup(options, 0).state
    assert not has_passes(ruleset, options)
    assert isinstance(ruleset.check(state, Pass()), Reason)
    assert (with_passes(ruleset, options) is None) == (ruleset_id != "gomoku")
    assert has_passes(GOMOKU, RENJU)


def test_nobody_passes_in_an_opening():
    state = start(GOMOKU, variant="renju", opening="rif")
    refused = GOMOKU.check(state, Pass())
    assert refused is not None
    assert refused.message == "Passing is allowed only after the opening."


def test_an_option_that_adds_passes_is_named_only_if_it_does():
    assert "passes" not in complete_options(GOMOKU.info, {"passes": "no"})
    assert complete_options(GOMOKU.info, {"passes": "yes"})["passes"] is True


def test_a_position_with_any_number_of_stones_can_arise_if_a_side_may_have_passed():
    stones = {0: "b", 20: "b", 40: "b"}
    assert not isinstance(GOMOKU.arisen(RENJU, stones, "b", None), Reason)
    assert isinstance(GOMOKU.arisen(options_of(GOMOKU), stones, "b", None), Reason)


def test_the_text_of_a_position_tells_a_pass():
    state = match_of("h8 pass").state
    text = GOMOKU.dump(state)
    assert text.endswith("passes: 1")
    assert GOMOKU.load(text, RENJU) == state
    for wrong, options in ((text, options_of(GOMOKU)), (text.replace("passes: 1", "passes: 3"), RENJU)):
        with pytest.raises(ParseError, match="passes"):
            GOMOKU.load(wrong, options)


def test_black_without_a_legal_cell_still_draws():
    rows = " ".join(["w" * 4 + "." + "w" * 0, "bbwbb", "wwbww", "bbwbb", "wwbww"])
    state = drawn(GOMOKU, rows, "b", variant="renju", size=5)
    assert GOMOKU.outcome(after(GOMOKU, state, "pass")) is None


def test_a_saved_game_keeps_its_passes_and_its_end():
    sides = (Participant("Ann"), Participant("Bo"))
    tournament = Tournament(GOMOKU, RENJU, sides, seed=1)
    tournament.start_game()
    match = tournament.games[-1].match
    match.play(Place(112, "b"))
    match.play(Pass())
    again = read_tournament(write_tournament(tournament), RULESETS)
    assert again.games[-1].match.moves == match.moves
    match.play(Pass())
    text = write_tournament(tournament)
    assert "draw (passes)" in text
    assert read_tournament(text, RULESETS).games[-1].match.outcome == match.outcome


def test_a_plug_in_that_never_heard_of_passes_is_not_asked_about_one():
    ruleset = guarded(TinyRuleset())
    options = complete_options(ruleset.info, {})
    refused = ruleset.check(ruleset.setup(options, 0).state, Pass())
    assert refused is not None
    assert refused.message == "There are no passes in this game."
