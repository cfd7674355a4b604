"""A reviewed game as a study: comments, better lines and marks, which other programs read, too."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.analysis.review.annotated import annotated_study
from game.core.model import Place
from game.core.tournament import Participant, Tournament
from game.library.formats.reading import open_bytes
from game.library.formats.sgf.writer import write_sgf
from game.library.study.study import Study, study_of_game
from game.library.study.study_file import salvage_study, write_study
from game.library.study.tree import ROOT, CellMark, Sign
from tests.analysis.review.test_judgement import GAMES, LOST_BY_A_MISTAKE, played, reading


def lost_by_a_mistake(explore: Callable[[Study], None] | None = None) -> Study:
    """White's third stone overlooks an open three. ``explore`` adds the player's own variations."""
    match = played(LOST_BY_A_MISTAKE)
    ruleset, sides = match.ruleset, (Participant("Ann"), Participant("Ben"))
    tournament = Tournament(ruleset, match.options, sides, 1, title="The cup")
    game = tournament.start_game()
    for move in match.moves:
        game.match.play(move)
    known = {number: reading(("o15", 0.5)) for number in range(9)}
    known[5] = reading(("e8 d8 i8", 0.48))
    known |= {6: reading(("e8", 0.95)), 7: reading(("o15", 0.05)), 8: reading(("d8", 0.97))}
    own = None if explore is None else study_of_game(tournament, 0)
    if own is not None and explore is not None:
        explore(own)
    before = None if own is None else len(own.tree)
    made = annotated_study(tournament, 0, known, own)
    assert own is None or len(own.tree) == before, "the player's study stays as it is"
    return made


@pytest.fixture
def study() -> Study:
    return lost_by_a_mistake()


def test_a_mistake_has_a_comment_the_better_line_as_a_variation_and_a_mark(study: Study) -> None:
    line = [ROOT, *study.tree.continuation(ROOT)]
    assert study.tree.comments[line[6]].startswith("Blunder  ·  Winning chance: 5 %\n")
    better = study.tree.children(line[5])[1]
    names = study.first_state.geometry.names
    assert [names[study.tree.move(node).cell] for node in (better, *study.tree.continuation(better))] == [
        "e8",
        "d8",
        "i8",
    ]
    (mark,) = study.tree.marks[line[6]]
    assert (names[mark.cell], mark.sign) == ("e8", Sign.TRIANGLE)


def test_the_players_own_variations_comments_and_marks_stay() -> None:
    corner = CellMark(0, Sign.CIRCLE)

    def explore(study: Study) -> None:
        line = [ROOT, *study.tree.continuation(ROOT)]
        study.tree.comments[study.tree.add(line[2], Place(0, "b"))] = "why not?"
        study.tree.comments[line[6]], study.tree.marks[line[6]] = "I saw nothing.", (corner,)

    study = lost_by_a_mistake(explore)
    line = [ROOT, *study.tree.continuation(ROOT)]
    own = study.tree.child(line[2], Place(0, "b"))
    assert own is not None
    assert study.tree.comments[own] == "why not?"
    assert study.tree.comments[line[6]].startswith("I saw nothing.\nBlunder")
    assert [mark.sign for mark in study.tree.marks[line[6]]] == [Sign.CIRCLE, Sign.TRIANGLE]
    assert len(study.tree.children(line[5])) == 2, "and the better line is there"


def test_a_game_whose_moves_were_deleted_in_the_study_is_exported_whole() -> None:
    def explore(study: Study) -> None:
        line = study.tree.continuation(ROOT)
        study.tree.remove(line[3])
        study.tree.add(line[2], Place(0, "w"))

    study, whole = lost_by_a_mistake(explore), lost_by_a_mistake()
    ends = [each.tree.continuation(ROOT)[-1] for each in (study, whole)]
    assert study.tree.moves_to(ends[0]) == whole.tree.moves_to(ends[1])


def test_the_first_position_tells_what_the_review_says_of_the_whole_game(study: Study) -> None:
    told = study.tree.comments[ROOT]
    assert told.startswith("Black: accuracy ")
    assert "The turning point: move 6." in told


def test_a_good_move_is_not_talked_about(study: Study) -> None:
    line = [ROOT, *study.tree.continuation(ROOT)]
    assert line[1] not in study.tree.comments


def test_the_comments_and_variations_come_back_from_a_study_file_and_from_sgf(study: Study) -> None:
    again, lost = salvage_study(write_study(study), GAMES)
    assert lost == ()
    assert again.tree.comments == study.tree.comments
    contents = write_sgf(study)
    assert isinstance(contents, bytes)
    opened = open_bytes(contents, "game.sgf", GAMES)
    read = opened.studies[0]
    assert sorted(read.tree.comments.values()) == sorted(study.tree.comments.values())
    assert len(read.tree) == len(study.tree)


def test_a_game_that_nobody_read_has_no_comment() -> None:
    match = played("h8 i8")
    tournament = Tournament(match.ruleset, match.options, (Participant("Ann"), Participant("Ben")), 1)
    tournament.start_game().match.play(match.moves[0])
    assert annotated_study(tournament, 0, {}).tree.comments == {}
