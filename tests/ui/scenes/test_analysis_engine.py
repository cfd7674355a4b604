"""The engine on the analysis board: the game is analysed in the background, and each position has its best lines."""

from __future__ import annotations

import pygame
import pytest

from game.analysis.board.explanation import explanation_of, title_of
from game.analysis.review.judgement import MoveClass
from game.analysis.review.review_store import mark_of_game, read_readings
from game.core.model import Place
from game.core.ruleset import complete_options
from game.core.tournament import Participant, Tournament
from game.library.study.study import study_of_game
from game.session.foreign_opponents import ForeignOpponents
from game.storage.database import Database
from game.storage.folders import database_file
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.analysis.board.engine_card import PLACE
from game.ui.analysis.board.opening import analyse_study
from game.ui.play.results import ResultsScene
from tools.pilot.analysis import analyse, answer_lines, nothing
from tools.pilot.hand import at, click
from tools.pilot.pilot import Peer, Pilot
from tools.pilot.scripted_opponent import ScriptedOpponent
from tools.pilot.tournaments import play

#: Scores for the side on turn, by the plies before the position: White's third stone throws the game away.
_SCORES = {0: 20, 1: -20, 2: 20, 3: -20, 4: 20, 5: -20, 6: 600, 7: -900, 8: 2000}
_BEST = {5: "h12"}
_MOVES = "h8 a1 h9 a2 h10 a3 h11 a4 h12"


@pytest.fixture
def pilot(seat: Peer) -> Pilot:
    """A row of five won by Ann, on the analysis board."""
    flying = seat(_MOVES, "gomoku")
    flying.press("Results")
    flying.key(pygame.K_a)
    flying.frames(3)
    return flying


def board_of(pilot: Pilot) -> AnalysisScene:
    scene = pilot.scene
    assert isinstance(scene, AnalysisScene)
    return scene


def read_all(pilot: Pilot, *, nothing_holds_after: int = 100) -> AnalysisScene:
    """Lets the engine answer until every position of the game has been read once."""
    scene, prover = board_of(pilot), pilot.app.services.prover
    worker = scene.analysis.worker
    assert worker is not None
    pilot.frames(2)
    while worker.unread:
        number = prover.asked[-1].revision
        best = _BEST.get(number, "o1")
        prover.remark(depth=6, score=_SCORES[number], variation=(best,))
        if number > nothing_holds_after:
            prover.remark(verdict="Nothing holds any more.")
        prover.answer(best)
        pilot.frames(2)
    pilot.frames(30)
    return scene


def suggested(scene: AnalysisScene) -> list[str]:
    names = scene.match.state.geometry.names
    return [names[place.cell] for place in scene.board.suggestions]


def lit(scene: AnalysisScene) -> list[str]:
    names = scene.match.state.geometry.names
    return [names[light.cell] for light in scene.board.lights]


def in_a_study(pilot: Pilot, moves: str = "h8 a1 h9 a2 h10") -> AnalysisScene:
    """A study that does not begin with a finished game, at the end of these moves."""
    gomoku = pilot.app.services.catalogue.rulesets["gomoku"]
    tournament = Tournament(gomoku, complete_options(gomoku.info, {}), (Participant("Ann"), Participant("Ben")), seed=9)
    play(tournament.start_game().match, moves)
    study = study_of_game(tournament, 0)
    analyse_study(pilot.app, study, nothing, ([0, *study.tree.continuation(0)])[-1])
    pilot.frames(3)
    return board_of(pilot)


# The game


def test_a_finished_game_is_analysed_from_its_end_without_being_asked_to(pilot: Pilot) -> None:
    scene = read_all(pilot)
    asked = [each.revision for each in pilot.app.services.prover.asked]
    assert asked[:9] == [8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert scene.analysis.worker is not None
    review = scene.analysis.worker.review
    assert review.moves[5].kind is MoveClass.BLUNDER
    assert review.accuracy[0] > review.accuracy[1]


def test_a_game_in_progress_is_analysed_only_when_the_player_asks(seat: Peer) -> None:
    pilot = seat("h8 a1 h9", "gomoku")
    scene = analyse(pilot, pilot.scene.table.tournament)
    assert scene.analysis.worker is None
    pilot.key(pygame.K_a)
    assert scene.analysis.worker is not None


def test_the_next_mistake_is_a_key_away_and_the_better_move_is_on_the_board(pilot: Pilot) -> None:
    scene = read_all(pilot)
    pilot.key(pygame.K_HOME)
    pilot.key(pygame.K_m)
    assert scene.table.step == 6
    assert suggested(scene) == ["h12"]
    words = explanation_of(scene.table, scene.analysis)
    assert words.endswith("The turning point: from here on, White was always behind.")
    assert "H12 was better: " in words
    pilot.key(pygame.K_LEFT)
    assert not scene.board.suggestions


def test_the_best_line_is_that_from_before_a_mistake_and_the_key_hides_it_again(pilot: Pilot) -> None:
    scene = read_all(pilot)
    pilot.key(pygame.K_HOME)
    pilot.key(pygame.K_m)
    pilot.key(pygame.K_SPACE)
    assert scene.table.step == 5, "the line begins in the position before the mistake"
    names = scene.match.state.geometry.names
    assert [names[place.cell] for place in scene.board.forecast] == ["h12"]
    pilot.key(pygame.K_SPACE)
    assert not scene.board.forecast


def test_all_chances_are_those_of_the_first_colour(pilot: Pilot) -> None:
    scene = read_all(pilot)
    chances = scene.analysis.chances
    assert chances[5] == pytest.approx(chances[3]), "White is to move in both, and nothing has changed"
    assert chances[5] > 0.5, "Black leads by 20"
    assert chances[6] > 0.8, "Black is to move and leads by 600"
    assert chances[7] > 0.9, "White is to move and is behind by 900"
    pilot.key(pygame.K_HOME)
    pilot.key(pygame.K_m)
    before, after = (round(100 * chances[step]) for step in (5, 6))
    assert f"{before} % → {after} %" in title_of(scene.table, scene.analysis)


def test_what_was_read_is_stored_and_not_read_again(pilot: Pilot) -> None:
    read_all(pilot)
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.scene, ResultsScene)
    prover = pilot.app.services.prover
    before = len(prover.asked)
    pilot.key(pygame.K_a)
    pilot.frames(5)
    worker = board_of(pilot).analysis.worker
    assert worker is not None
    assert worker.unread == 0
    assert worker.review.moves[5].kind is MoveClass.BLUNDER
    # What is asked now is the final pass.
    assert min(each.seconds for each in prover.asked[before:]) > prover.asked[0].seconds


def finish(pilot: Pilot) -> AnalysisScene:
    """Lets the engine answer until the analysis is complete."""
    scene, prover = read_all(pilot), pilot.app.services.prover
    while scene.analysis.is_reviewing:
        number = prover.asked[-1].revision
        best = _BEST.get(number, "o1")
        prover.remark(depth=9, score=_SCORES[number], variation=(best,))
        prover.answer(best)
        pilot.frames(2)
    return scene


def test_final_values_stay_when_the_game_is_opened_again(pilot: Pilot) -> None:
    chances = finish(pilot).analysis.chances
    pilot.key(pygame.K_ESCAPE)
    before = len(pilot.app.services.prover.asked)
    pilot.key(pygame.K_a)
    pilot.frames(10)
    scene = board_of(pilot)
    assert not scene.analysis.is_reviewing
    assert scene.analysis.chances == pytest.approx(chances, abs=1e-5)
    assert len(pilot.app.services.prover.asked) == before, "the position at the end needs no engine"


def test_a_window_that_closes_over_an_analysis_keeps_what_was_read(pilot: Pilot) -> None:
    match = read_all(pilot).subject_of_board.game
    assert match is not None
    pilot.app.close()
    database = Database(database_file())
    text = database.reviews.stored(mark_of_game(match), match.ruleset.info.hint_level)
    database.file.close()
    assert set(read_readings(text)) == set(_SCORES)


def test_the_same_key_ends_the_analysis_and_the_engine_is_called_off(pilot: Pilot) -> None:
    prover = pilot.app.services.prover
    pilot.key(pygame.K_a)
    pilot.frames(2)
    assert prover.cancelled == 1
    assert board_of(pilot).analysis.worker is None
    before = len(prover.asked)
    pilot.frames(5)
    assert len(prover.asked) == before


def test_without_a_known_mistake_the_key_says_so(pilot: Pilot) -> None:
    pilot.key(pygame.K_m)
    assert board_of(pilot)._message == "No mistake has been found so far."


def test_the_analysis_leaves_the_engine_to_the_scene_above_and_goes_on_afterwards(pilot: Pilot) -> None:
    prover = pilot.app.services.prover
    asked = prover.asked[-1].revision
    pilot.key(pygame.K_F3)
    assert prover.cancelled == 1
    pilot.key(pygame.K_ESCAPE)
    pilot.frames(2)
    assert prover.asked[-1].revision == asked
    read_all(pilot)


def test_a_game_whose_engine_gives_no_scores_says_so(pilot: Pilot) -> None:
    scene = board_of(pilot)
    worker = scene.analysis.worker
    assert worker is not None
    while worker.unread:
        pilot.app.services.prover.answer("o1")
        pilot.frames(2)
    assert worker.problem == "No engine estimates winning chances in this game, so there is no graph."
    pilot.key(pygame.K_m)
    assert scene._message == worker.problem
    pilot.key(pygame.K_l)
    assert scene._message == worker.problem


def test_the_last_escape_is_named_where_it_was_and_at_the_end(pilot: Pilot) -> None:
    scene = read_all(pilot, nothing_holds_after=5)
    worker = scene.analysis.worker
    assert worker is not None
    assert worker.moment(9) == "The last chance of White was at move 6, perhaps with H12."
    words = explanation_of(scene.table, scene.analysis)
    assert words.endswith("The last chance of White was at move 6, perhaps with H12.")
    scene.go_to_step(6)
    assert worker.moment(6) == "The turning point, and the last chance to save the game, perhaps with H12."
    assert suggested(scene) == ["h12"]
    assert worker.moment(5) == ""


def test_the_other_game_of_a_tournament_is_analysed_by_itself_too(pilot: Pilot) -> None:
    pilot.key(pygame.K_ESCAPE)
    pilot.press("Next game")
    tournament = pilot.scene.table.tournament
    scene = analyse(pilot, tournament)
    assert scene.analysis.worker is None, "the second game has not ended"
    pilot.key(pygame.K_PAGEUP)
    pilot.frames(2)
    assert scene.analysis.worker is not None
    assert pilot.app.services.prover.asked[-1].revision == 8


# The position


def test_the_best_moves_are_on_the_board_and_one_that_loses_much_more_is_not(pilot: Pilot) -> None:
    scene = in_a_study(pilot)
    assert pilot.app.services.prover.asked[-1].judges == 3
    answer_lines(pilot, c3=100, d4=80, e5=-900)
    assert lit(scene) == ["c3", "d4"]
    assert scene.board.lights[0].is_best
    assert scene.board.lights[0].chance == pytest.approx(scene.analysis.chance(scene.table.node))
    assert scene.analysis.chance(scene.table.node) < 0.5, "White is to move and leads"


def test_a_variation_of_a_game_is_searched_before_the_game_is_read_on(pilot: Pilot) -> None:
    scene, prover = board_of(pilot), pilot.app.services.prover
    pilot.key(pygame.K_LEFT)
    click(pilot, "c3")
    assert prover.asked[-1].judges == 3
    answer_lines(pilot, d4=100)
    assert lit(scene) == ["d4"]
    pilot.key(pygame.K_BACKSPACE)
    pilot.frames(3)
    assert prover.asked[-1].revision == 8
    read_all(pilot)


def test_the_engine_is_switched_and_the_number_of_lines_is_chosen_by_keys(pilot: Pilot) -> None:
    scene = in_a_study(pilot)
    answer_lines(pilot, c3=100)
    pilot.key(pygame.K_e)
    assert not scene.analysis.analyst.is_on
    assert lit(scene) == []
    pilot.key(pygame.K_5)
    assert scene.analysis.analyst.moves_wanted == 5
    pilot.key(pygame.K_e)
    pilot.frames(2)
    assert pilot.app.services.prover.asked[-1].judges == 5


def test_a_row_of_the_engine_shows_its_line_on_the_board_and_a_click_plays_it(pilot: Pilot) -> None:
    scene = in_a_study(pilot)
    answer_lines(pilot, c3=100)
    point = pilot.app.stage.rect(*scene.picture.engine._row(scene.picture.engine._blocks()[0], 0)).center
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=point, rel=(0, 0), buttons=(0, 0, 0), touch=False))
    pilot.frames(2)
    cells = scene.match.state.geometry
    assert [cells.names[place.cell] for place in scene.board.forecast] == ["c3", "o15"]
    pilot.click(point)
    pilot.frames(10)
    assert isinstance(scene.match.moves[-1], Place)
    assert cells.names[scene.match.moves[-1].cell] == "c3"


def test_the_best_line_of_the_position_is_shown_by_a_key_until_the_position_changes(pilot: Pilot) -> None:
    scene = in_a_study(pilot)
    pilot.key(pygame.K_SPACE)
    assert scene._message == "The engine has no best line for this position yet."
    answer_lines(pilot, c3=100)
    pilot.key(pygame.K_SPACE)
    names = scene.match.state.geometry.names
    assert [names[place.cell] for place in scene.board.forecast] == ["c3", "o15"]
    pilot.key(pygame.K_LEFT)
    assert not scene.board.forecast


@pytest.mark.parametrize("by", ["pointer", "cursor"])
def test_why_not_here_is_answered_in_words_of_the_game(pilot: Pilot, by: str) -> None:
    scene = in_a_study(pilot, "h8 a1 h9 a2 h10 a3 h11")
    answer_lines(pilot, h12=-600)
    if by == "pointer":
        spot = tuple(round(value) for value in at(pilot, "o1"))
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=spot, rel=(0, 0), buttons=(0, 0, 0), touch=False))
        pilot.frames(2)
    else:
        pilot.key(pygame.K_RETURN)
        scene.board.hover(scene.match.state.geometry.cell("o1"))
    pilot.key(pygame.K_w)
    pilot.frames(2)
    prover = pilot.app.services.prover
    assert prover.asked[-1].judges == 1
    prover.remark(depth=8, score=900, variation=("h12",))
    prover.answer("h12")
    pilot.frames(3)
    assert title_of(scene.table, scene.analysis) == "O1: a mistake, 89 % → 100 %.", (
        "chances of Black, though White asks"
    )
    assert "H12" in explanation_of(scene.table, scene.analysis)
    pilot.key(pygame.K_SPACE)
    names = scene.match.state.geometry.names
    assert [names[place.cell] for place in scene.board.forecast] == ["o1", "h12"], "the refutation"


def test_why_not_here_needs_a_free_cell(pilot: Pilot) -> None:
    scene = in_a_study(pilot)
    answer_lines(pilot, c3=100)
    scene.board.hover(scene.match.state.geometry.cell("h8"))
    pilot.key(pygame.K_w)
    assert scene._message == "Point at an empty cell first."


def test_why_not_here_without_a_cell_is_asked_by_the_next_click_which_places_no_stone(pilot: Pilot) -> None:
    scene = in_a_study(pilot)
    answer_lines(pilot, c3=100)
    moves = scene.match.moves
    scene.board.hover(None)
    pilot.key(pygame.K_w)
    assert scene._message == "Click the cell of the move you want explained."
    click(pilot, "o1")
    assert scene.analysis.analyst.is_asked
    assert scene.match.moves == moves
    click(pilot, "o1")
    assert len(scene.match.moves) == len(moves) + 1, "the click after that places a stone again"


def test_why_not_here_is_answered_during_the_analysis_of_a_game_which_goes_on_afterwards(pilot: Pilot) -> None:
    scene, prover = read_all(pilot), pilot.app.services.prover
    scene.go_to_step(5)
    pilot.frames(2)
    assert scene.analysis.is_reviewing
    scene.board.hover(scene.match.state.geometry.cell("o15"))
    pilot.key(pygame.K_w)
    pilot.frames(2)
    assert scene.analysis.analyst.is_asked, "the position is known from the analysis of the game"
    prover.remark(depth=8, score=900, variation=("h12",))
    prover.answer("h12")
    pilot.frames(3)
    assert "H12" in scene.analysis.analyst.why_not()
    assert prover.asked[-1].revision in _SCORES, "the analysis goes on"


def test_the_engine_reads_on_after_a_scene_above(pilot: Pilot) -> None:
    scene, prover = in_a_study(pilot), pilot.app.services.prover
    before = len(prover.asked)
    pilot.key(pygame.K_F3)
    assert pilot.scene is not scene
    pilot.key(pygame.K_ESCAPE)
    pilot.frames(3)
    assert pilot.scene is scene
    assert len(prover.asked) == before + 1


# Engines of the player's own


def with_own_engine(pilot: Pilot, choice: str) -> ScriptedOpponent:
    """Adds an engine of the player's own and chooses it in the dialog, alone or beside ours."""
    services, own = pilot.app.services, ScriptedOpponent()
    services.foreign = ForeignOpponents(services.catalogue.rulesets, lambda _program, _transcript: own)
    engine = services.engines.add()
    services.engines.change(engine.with_changes(name="Rapfi", command="rapfi"))
    pilot.key(pygame.K_y)
    pilot.press(choice)
    pilot.frames(2)
    return own


BOTH = "Stone Fair's engine and Rapfi"


def test_two_engines_search_the_position_at_the_same_time_and_each_shows_its_lines(pilot: Pilot) -> None:
    scene = in_a_study(pilot)
    own = with_own_engine(pilot, BOTH)
    answer_lines(pilot, c3=100, d4=80)
    own.remark(depth=9, score=45, variation=("e5", "f6"))
    pilot.frames(30)
    names = scene.match.state.geometry.names
    found = [[names[line.place.cell] for line in scene.analysis.lines_by(each)] for each in scene.analysis.analysts]
    assert found == [["c3", "d4"], ["e5"]]
    assert set(lit(scene)) == {"c3", "d4", "e5"}
    assert (len(own.asked), own.cancelled) == (1, 0)


def test_an_engine_says_how_deep_and_how_fast_it_searches(pilot: Pilot) -> None:
    scene = in_a_study(pilot)
    pilot.app.services.prover.remark(depth=8, score=10, nodes=9, speed=640_000, variation=("c3",))
    pilot.frames(30)
    texts = scene.picture.engine._statuses(scene.analysis.analyst)
    assert texts[0].startswith("White to move · depth 8 · 640")
    assert "nodes/s" in texts[0]


def test_what_an_own_engine_found_is_not_taken_for_a_result_of_ours_later(pilot: Pilot) -> None:
    in_a_study(pilot)
    own = with_own_engine(pilot, "Rapfi")
    own.answer("e5")
    pilot.frames(5)
    pilot.key(pygame.K_ESCAPE)
    assert not in_a_study(pilot).analysis.lines


def test_an_engine_of_its_own_is_switched_off_and_on_with_ours(pilot: Pilot) -> None:
    in_a_study(pilot)
    own = with_own_engine(pilot, BOTH)
    prover = pilot.app.services.prover
    before = (len(prover.asked), len(own.asked))
    pilot.key(pygame.K_e)
    pilot.frames(5)
    assert (own.cancelled, len(prover.asked), len(own.asked)) == (1, *before)
    pilot.key(pygame.K_e)
    pilot.frames(2)
    assert (len(prover.asked), len(own.asked)) == (before[0] + 1, before[1] + 1)


def test_the_score_of_an_own_engine_is_positive_if_the_first_colour_leads(pilot: Pilot) -> None:
    scene = in_a_study(pilot, "h8 a1 h9 a2 h10")
    own = with_own_engine(pilot, BOTH)
    own.remark(depth=9, score=45, variation=("e5",))
    pilot.frames(30)
    block = scene.picture.engine._blocks()[1]
    assert scene.picture.engine._value(block, 0, scene.analysis.lines_by(block.analyst)[0]) == "\N{MINUS SIGN}45"


def test_an_engine_of_its_own_without_scores_shows_its_move_alone(pilot: Pilot) -> None:
    scene = in_a_study(pilot)
    own = with_own_engine(pilot, "Rapfi")
    own.answer("e5")
    pilot.frames(30)
    block = scene.picture.engine._blocks()[0]
    assert lit(scene) == ["e5"]
    assert scene.picture.engine._value(block, 0, scene.analysis.lines[0]) == ""


def test_a_certain_win_by_an_own_engine_is_a_chance(pilot: Pilot) -> None:
    scene = in_a_study(pilot)
    own = with_own_engine(pilot, "Rapfi")
    own.remark(depth=9, score=-10_000, verdict="A certain loss.", variation=("e5",))
    pilot.frames(30)
    assert scene.board.lights[0].chance == 1.0, "White is to move and loses"


def test_the_own_engine_searches_while_ours_analyses_the_game(pilot: Pilot) -> None:
    scene, prover = board_of(pilot), pilot.app.services.prover
    scene.go_to_step(5)
    own = with_own_engine(pilot, BOTH)
    assert len(own.asked) == 1
    own.remark(depth=9, score=45, variation=("e5",))
    read_all(pilot)
    assert own.cancelled == 0
    assert prover.asked[-1].revision in _SCORES


def test_a_click_on_the_line_of_the_second_engine_plays_its_move(pilot: Pilot) -> None:
    scene = in_a_study(pilot)
    own = with_own_engine(pilot, BOTH)
    own.remark(depth=9, score=45, variation=("e5",))
    pilot.frames(30)
    card = scene.picture.engine
    pilot.click(pilot.app.stage.rect(*card._row(card._blocks()[1], 0)).center)
    pilot.frames(10)
    assert scene.match.state.geometry.names[scene.match.moves[-1].cell] == "e5"


@pytest.mark.parametrize("wanted", [1, 3, 5])
@pytest.mark.parametrize("is_double", [False, True])
def test_the_lines_stay_in_the_card_and_apart(pilot: Pilot, wanted: int, is_double: bool) -> None:
    scene = in_a_study(pilot)
    if is_double:
        with_own_engine(pilot, BOTH)
    scene.analysis.want(wanted)
    card = scene.picture.engine
    rows = [card._row(block, row) for block in card._blocks() for row in range(block.rows)]
    _x, y, _width, height = PLACE
    tops = [top for _left, top, _wide, _high in rows]
    ends = [top + high for _left, top, _wide, high in rows]
    assert all(end <= top for end, top in zip(ends, tops[1:], strict=False))
    assert y + 40 < tops[0]
    assert ends[-1] <= y + height


def test_the_engine_that_was_chosen_before_is_offered_beside_ours_among_many(pilot: Pilot) -> None:
    scene = in_a_study(pilot)
    services = pilot.app.services
    for number in range(6):
        engine = services.engines.add()
        services.engines.change(engine.with_changes(name=f"Engine {number}", command="engine"))
    scene.analysis.choose([services.engines.ready()[5]])
    pilot.key(pygame.K_y)
    labels = [button.label for button in pilot.scene.controls.buttons]
    assert [label for label in labels if "and" in label] == ["Stone Fair's engine and Engine 5"]
