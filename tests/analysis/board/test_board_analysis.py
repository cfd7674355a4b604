"""The results on the analysis board: every chance is that of the first colour, whichever side is to move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.analysis.board.board_analysis import BoardAnalysis, chance_of_first
from game.analysis.board.explanation import kind_of, title_of
from game.analysis.board.study_table import StudyTable
from game.analysis.review.judgement import MoveClass
from game.core.model import Place, Reason
from game.core.ruleset import complete_options, parse_move
from game.core.tournament import Participant, Tournament
from game.library.study.study import study_of_game
from game.library.study.tree import ROOT
from game.session.services import Services, open_services
from tools.pilot.scripted_opponent import ScriptedOpponent
from tools.pilot.workshop import everything_compiled

_MOVES = "h8 a1 h9 a2 h10"


@pytest.fixture
def services(own_home: Path) -> Iterator[Services]:
    opened = open_services(None)
    opened.prover = ScriptedOpponent()
    opened.preparation = everything_compiled()
    yield opened
    opened.close()


def game(services: Services, words: str = _MOVES, ruleset_id: str = "gomoku", **options: str) -> Tournament:
    ruleset = services.catalogue.rulesets[ruleset_id]
    people = (Participant("Ann"), Participant("Ben"))
    tournament = Tournament(ruleset, complete_options(ruleset.info, options), people, seed=1)
    match = tournament.start_game().match
    for word in words.split():
        assert isinstance(match.play(parse_move(ruleset.info, match.state, word)), tuple)
    return tournament


def analysis_of(services: Services, tournament: Tournament, *, is_game: bool = True) -> BoardAnalysis:
    table = StudyTable(study_of_game(tournament, 0))
    table.go_to_step(len(table.line))
    return BoardAnalysis(services, table, tournament.games[0].match if is_game else None)


def say(analysis: BoardAnalysis, score: float, move: str = "o1") -> None:
    """Lets the engine answer its latest question with a score for the side on turn."""
    prover = analysis._services.prover
    prover.remark(depth=6, score=score, variation=(move,), rank=1)
    prover.answer(move)
    analysis.poll()


def search(analysis: BoardAnalysis, step: int, score: float) -> float:
    """Searches the position at a step; its chance."""
    analysis.table.go_to_step(step)
    analysis.look(analysis.table.match)
    analysis.poll()
    say(analysis, score)
    chance = analysis.chance(analysis.table.node)
    assert chance is not None
    return chance


@pytest.mark.parametrize(
    ("step", "score", "is_better"), [(4, 400, True), (4, -400, False), (5, 400, False), (5, -400, True)]
)
def test_the_search_of_a_position_gives_the_chance_of_the_first_colour(
    services: Services, step: int, score: float, is_better: bool
) -> None:
    """Black is to move after four stones, White after five."""
    analysis = analysis_of(services, game(services), is_game=False)
    assert (search(analysis, step, score) > 0.5) is is_better


def test_an_advantage_has_the_same_chance_on_both_sides_to_move(services: Services) -> None:
    analysis = analysis_of(services, game(services), is_game=False)
    assert search(analysis, 4, 300) == pytest.approx(search(analysis, 5, -300))


def read_game(analysis: BoardAnalysis, lead: float) -> None:
    """Lets the engine read the whole game, in which Black leads by so much all the time."""
    analysis.start_review()
    assert analysis.worker is not None
    analysis.poll()
    prover = analysis._services.prover
    while analysis.worker.unread:
        number = prover.asked[-1].revision
        say(analysis, lead if number % 2 == 0 else -lead)


@pytest.mark.parametrize("lead", [300.0, -300.0])
def test_the_review_of_a_game_gives_the_chance_of_the_first_colour(services: Services, lead: float) -> None:
    analysis = analysis_of(services, game(services))
    read_game(analysis, lead)
    chances = analysis.chances
    assert len(chances) == 6
    assert None not in chances
    assert {round(chance or 0, 6) for chance in chances} == {round(chances[0] or 0, 6)}
    assert (chances[0] or 0) > 0.5 if lead > 0 else (chances[0] or 0) < 0.5


def test_search_and_review_agree_on_a_position(services: Services) -> None:
    reviewed = analysis_of(services, game(services))
    read_game(reviewed, 300)
    searched = analysis_of(services, game(services), is_game=False)
    assert search(searched, 5, -300) == pytest.approx(reviewed.chances[5])


@pytest.mark.parametrize("choice", ["white", "black"])
def test_chances_are_those_of_the_first_colour_after_an_opening_in_which_sides_are_chosen(
    services: Services, choice: str
) -> None:
    """Whoever has Black: a score is good for Black exactly if Black is to move."""
    analysis = analysis_of(services, game(services, f"h8 h9 i8 {choice} j10 j11", "gomoku", opening="swap2"))
    analysis.start_review()
    assert analysis.worker is not None
    analysis.poll()
    prover, states = services.prover, analysis._states
    while analysis.worker.unread:
        state = states[prover.asked[-1].revision]
        say(analysis, 300 if state.colour == "b" else -300)
    known = [(state, chance) for state, chance in zip(states, analysis.chances, strict=True) if all(state.colours)]
    assert known
    assert all(chance is None or chance > 0.5 for _state, chance in known)


@pytest.mark.parametrize("ruleset_id", ["gomoku", "connect6", "threestones", "six_in_a_row"])
def test_the_first_colour_is_the_one_that_the_ruleset_names_first(services: Services, ruleset_id: str) -> None:
    ruleset = services.catalogue.rulesets[ruleset_id]
    state = ruleset.setup(complete_options(ruleset.info, {}), 1).state
    seen = set()
    for _ in range(6):
        if state.colour:
            mine = state.colour == ruleset.info.colours[0]
            assert chance_of_first(ruleset.info, state, 0.8) == pytest.approx(0.8 if mine else 0.2)
            seen.add(mine)
        move = next(ruleset.legal_moves(state))
        assert not isinstance(ruleset.check(state, move), Reason)
        state = ruleset.apply(state, move).state
    assert seen == {True, False}


def test_the_title_of_a_move_has_the_chance_before_and_after_it(services: Services) -> None:
    analysis = analysis_of(services, game(services))
    read_game(analysis, 300)
    table = analysis.table
    table.go_to_step(5)
    chance = round(100 * (analysis.chances[5] or 0))
    assert f"{chance} % → {chance} %" in title_of(table, analysis)
    assert kind_of(analysis, table.node) is not MoveClass.UNJUDGED
    table.go_to_step(0)
    assert title_of(table, analysis) == ""


def test_a_variation_has_a_chance_once_it_was_searched_and_keeps_it(services: Services) -> None:
    analysis = analysis_of(services, game(services))
    table = analysis.table
    table.go_to_step(2)
    assert not isinstance(table.play(Place(100, "b")), Reason)
    variation = table.node
    assert analysis.chance(variation) is None
    analysis.look(table.match)
    analysis.poll()
    say(analysis, -300)
    chance = analysis.chance(variation)
    assert chance is not None
    assert chance > 0.5
    table.go(ROOT)
    analysis.look(table.match)
    assert analysis.chance(variation) == chance


def test_the_engine_is_asked_about_the_game_first_and_about_a_variation_before_it_goes_on(services: Services) -> None:
    analysis = analysis_of(services, game(services))
    prover = services.prover
    analysis.start_review()
    analysis.look(analysis.table.match)
    analysis.poll()
    assert prover.asked[-1].revision == 5
    analysis.table.go_to_step(2)
    analysis.table.play(Place(100, "b"))
    analysis.look(analysis.table.match)
    analysis.poll()
    assert prover.cancelled == 1
    assert prover.asked[-1].judges == analysis.analyst.moves_wanted
    analysis.table.go(analysis.table.home)
    analysis.look(analysis.table.match)
    analysis.poll()
    assert (prover.cancelled, prover.asked[-1].revision) == (2, 5)


def test_an_answer_about_a_variation_is_not_taken_for_one_about_the_game(services: Services) -> None:
    """Both number their questions; a late answer to a cancelled one is never delivered, but a new one is its own."""
    analysis = analysis_of(services, game(services))
    analysis.table.go_to_step(2)
    analysis.table.play(Place(100, "b"))
    analysis.look(analysis.table.match)
    analysis.poll()
    assert services.prover.asked[-1].revision == 1
    analysis.start_review()
    analysis.poll()
    say(analysis, 500)
    assert analysis.worker is not None
    assert analysis.worker.readings == {}
    assert analysis.chance(analysis.table.node) is not None


def test_why_not_is_not_cancelled_by_the_analysis_of_the_game_that_it_interrupts(services: Services) -> None:
    analysis = analysis_of(services, game(services))
    read_game(analysis, 300)
    analysis.table.go_to_step(4)
    analysis.look(analysis.table.match)
    analysis.poll()
    prover = services.prover
    assert analysis.is_reviewing
    assert analysis.ask_why_not(Place(100, "b")) is None
    asked, cancelled = prover.asked[-1], prover.cancelled
    for _ in range(3):
        analysis.poll()
    assert (prover.asked[-1], prover.cancelled) == (asked, cancelled)
    say(analysis, 900)
    assert "O1" in analysis.analyst.why_not()
    assert analysis.is_reviewing
    analysis.poll()
    assert prover.asked[-1] is not asked, "the analysis of the game goes on"


# What was found earlier


def lines(analysis: BoardAnalysis) -> list[list[str]]:
    names = analysis.table.match.state.geometry.names
    return [[names[place.cell] for place in move.line] for move in analysis.lines]


def test_what_was_found_in_another_game_is_there_at_once_and_is_searched_on(services: Services) -> None:
    first = analysis_of(services, game(services), is_game=False)
    chance = search(first, 4, 300)
    first.poll()
    following = services.prover.asked[-1].seconds
    later = analysis_of(services, game(services, "h9 a2 h8 a1 h10"), is_game=False)
    later.table.go_to_step(4)
    later.look(later.table.match)
    assert (lines(later), later.chance(later.table.node)) == ([["o1"]], pytest.approx(chance, abs=1e-5))
    later.poll()
    assert services.prover.asked[-1].seconds == following > services.prover.asked[0].seconds


def test_more_lines_than_were_found_are_searched_from_the_beginning(services: Services) -> None:
    search(analysis_of(services, game(services), is_game=False), 4, 300)
    later = analysis_of(services, game(services), is_game=False)
    later.analyst.want(5)
    later.table.go_to_step(4)
    later.look(later.table.match)
    later.poll()
    assert (services.prover.asked[-1].seconds, services.prover.asked[-1].judges) == (
        services.prover.asked[0].seconds,
        5,
    )


def test_the_deeper_lines_of_a_search_that_the_player_leaves_are_kept(services: Services) -> None:
    analysis = analysis_of(services, game(services), is_game=False)
    search(analysis, 4, 300)
    services.prover.remark(depth=9, score=200, variation=("c3",), rank=1)
    services.prover.remark(depth=9, score=100, variation=("d4",), rank=2)
    services.prover.remark(depth=9, score=100, variation=("e5",), rank=3)
    analysis.poll()
    analysis.table.go_to_step(2)
    analysis.look(analysis.table.match)
    later = analysis_of(services, game(services), is_game=False)
    later.table.go_to_step(4)
    later.look(later.table.match)
    assert lines(later) == [["c3"], ["d4"], ["e5"]]


def test_the_review_of_a_game_skips_positions_that_were_searched_as_long(services: Services) -> None:
    analysis = analysis_of(services, game(services), is_game=False)
    search(analysis, 4, 300)
    reviewed = analysis_of(services, game(services))
    reviewed.start_review()
    assert reviewed.worker is not None
    assert set(reviewed.worker.readings) == {4}
    reviewed.poll()
    asked = []
    while reviewed.worker.unread:
        asked.append(services.prover.asked[-1].revision)
        say(reviewed, 300)
    assert asked == [5, 3, 2, 1, 0]


def test_what_the_review_found_is_there_in_another_game(services: Services) -> None:
    read_game(analysis_of(services, game(services)), 300)
    later = analysis_of(services, game(services, "h8 a1 h9 a2 c3"), is_game=False)
    later.table.go_to_step(4)
    later.look(later.table.match)
    assert lines(later) == [["o1"]]


def test_why_not_is_explained_at_once_if_the_position_after_the_move_was_searched(services: Services) -> None:
    analysis = analysis_of(services, game(services, "h8 a1 h9 a2 h10 o15"), is_game=False)
    for _ in range(3):
        search(analysis, 6, 900)
    search(analysis, 5, 300)
    before = len(services.prover.asked)
    assert analysis.ask_why_not(Place(analysis.table.match.state.geometry.cell("o15"), "w")) is None
    assert "O1" in analysis.analyst.why_not()
    assert len(services.prover.asked) == before


def test_the_answer_to_why_not_is_there_when_the_move_is_played_later(services: Services) -> None:
    analysis = analysis_of(services, game(services), is_game=False)
    search(analysis, 4, 300)
    move = Place(analysis.table.match.state.geometry.cell("c3"), "b")
    assert analysis.ask_why_not(move) is None
    say(analysis, 900)
    analysis.table.play(move)
    analysis.look(analysis.table.match)
    assert lines(analysis) == [["o1"]]
