"""A reviewed game as a study: comments, better lines and marks, which other programs read, too."""

from __future__ import annotations

import pytest

from game.analysis.review.annotated import annotated_study
from game.core.tournament import Participant, Tournament
from game.library.formats.reading import open_bytes
from game.library.formats.sgf_writer import write_sgf
from game.library.study.study import Study
from game.library.study.study_file import salvage_study, write_study
from game.library.study.tree import ROOT, Sign
from tests.analysis.review.test_judgement import GAMES, LOST_BY_A_MISTAKE, played, reading


def lost_by_a_mistake() -> Study:
    """White's third stone overlooks an open three."""
    match = played(LOST_BY_A_MISTAKE)
    ruleset, sides = match.ruleset, (Participant("Ann"), Participant("Ben"))
    tournament = Tournament(ruleset, match.options, sides, 1, title="The cup")
    game = tournament.start_game()
    for move in match.moves:
        game.match.play(move)
    known = {number: reading(("o15", 0.5)) for number in range(9)}
    known[5] = reading(("e8 d8 i8", 0.48))
    known |= {6: reading(("e8", 0.95)), 7: reading(("o15", 0.05)), 8: reading(("d8", 0.97))}
    return annotated_study(tournament, 0, known)


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
