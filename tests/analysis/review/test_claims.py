"""The sentences of a review: each claim in them is true, each mistake has a reason, and false claims are found.

The games in ``games/`` were recorded with ``python -m tools.review.reasons``, which also proves the wins again.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.analysis.review.claims import ClaimKind, MoveClaim
from game.analysis.review.judgement import GameReview, JudgedMove, MoveClass, judge
from game.analysis.review.moments import moments
from game.analysis.review.review_store import read_readings
from game.analysis.review.texts import explain
from game.core.match import Match
from game.core.model import Place
from game.session.matches.game_log import read_log
from tests.analysis.review.test_judgement import GAMES, LOST_BY_A_MISTAKE, played, slip
from tools.review.analysed_games import AnalysedGame, match_of_game
from tools.review.claim_checks import ClaimChecker
from tools.review.reasons import ReasonCount

_FOLDER = Path(__file__).parent / "games"
RECORDED = [(path.stem, game) for path in sorted(_FOLDER.glob("*.jsonl")) for game in read_log(path, AnalysedGame)[1]]


@pytest.mark.parametrize(("ruleset", "game"), RECORDED, ids=lambda value: getattr(value, "number", value))
def test_every_claim_about_a_recorded_game_is_true_and_every_mistake_has_a_reason(
    ruleset: str, game: AnalysedGame
) -> None:
    count = ReasonCount()
    words = list(count.add(game, match_of_game(GAMES[ruleset], game), lambda _match, _state, _seat: True))
    assert count.false == []
    assert count.not_good == len(words) > 0
    assert count.with_value == count.naming == count.not_good
    assert count.only_number == 0


@pytest.mark.parametrize("ruleset", [path.stem for path in sorted(_FOLDER.glob("*.jsonl"))])
def test_a_review_from_stored_evaluations_is_the_same_whenever_it_is_made(ruleset: str) -> None:
    for game in read_log(_FOLDER / f"{ruleset}.jsonl", AnalysedGame)[1]:
        match = match_of_game(GAMES[ruleset], game)
        assert game.changed == 0
        assert judge(match, read_readings(game.readings)) == judge(match, read_readings(game.readings))


# False claims


def problem(match: Match, claim: MoveClaim, review: GameReview | None = None, *, is_proved: bool = True) -> str:
    checker = ClaimChecker(match, review or judge(match, {}), lambda _match, _state, _seat: is_proved)
    return checker.problem(claim, len(match.plies))


def claims_of(match: Match, kind: ClaimKind, **known: object) -> list[MoveClaim]:
    """The claims of one kind about the last move of a match, a blunder."""
    judged = JudgedMove(len(match.plies), "", match.plies[-1].seat, 0.0, kind=MoveClass.BLUNDER, **known)
    return [claim for each in explain(match, judged) for claim in each.claims if claim.kind is kind]


def cell(match: Match, name: str) -> int:
    return match.state.geometry.cell(name)


def test_a_cell_that_does_not_win_is_found() -> None:
    match = played("h8 a1 g8 a3 f8 a5 e8 a7")
    (claim,) = claims_of(match, ClaimKind.WINS_AT_ONCE)
    assert problem(match, claim) == ""
    assert problem(match, replace(claim, cells=(cell(match, "c8"),)))


def test_a_threat_that_is_stopped_or_answered_by_a_threat_is_found() -> None:
    match = played("h8 a1 g8 a3 f8 a5")
    (attack,) = claims_of(match, ClaimKind.HAS_ATTACK)
    (left,) = claims_of(match, ClaimKind.LEAVES_ATTACK)
    assert (problem(match, attack), problem(match, left)) == ("", "")
    assert problem(match, replace(left, moves=(Place(cell(match, "e8"), "w"),))) == "the move stops the attack"
    assert attack.attack is not None
    assert problem(match, replace(attack, attack=replace(attack.attack, goes_on=(cell(match, "a9"),))))


def test_a_stone_that_makes_a_threat_of_its_own_is_not_blamed_for_a_threat_that_it_does_not_stop() -> None:
    match = played("h8 a1 g8 b1 f8 c1 o15 d1", GAMES["gomoku"])
    assert claims_of(match, ClaimKind.LEAVES_ATTACK) == []


def test_a_line_that_does_not_win_or_that_nobody_proves_is_found() -> None:
    match = played("h8 a1 g8 a3 f8 a5")
    (win,) = claims_of(match, ClaimKind.WINS_BY_FORCE, allowed_loss=True, answer=("e8", "d8", "i8"))
    assert problem(match, win) == ""
    assert problem(match, win, is_proved=False) == "no search proves the win"
    assert problem(match, replace(win, number=3)) == "not so many stones"
    (win,) = claims_of(match, ClaimKind.WINS_BY_FORCE, allowed_loss=True, answer=("e8", "o15", "i8"))
    assert problem(match, win) == "", "an open four cannot be stopped, so any answer will do"


def test_a_line_in_which_the_defender_ignores_a_four_is_found() -> None:
    match = played("h8 e8 g8 a3 f8 a5")
    (win,) = claims_of(match, ClaimKind.WINS_BY_FORCE, allowed_loss=True, answer=("i8", "o15", "j8"))
    assert problem(match, win) == "move 2 of the line does not stop a win"


def test_a_purpose_that_a_stone_does_not_have_is_found() -> None:
    match = played("h8 a1 g8 a3 f8 a5")
    claims = claims_of(match, ClaimKind.PURPOSE, line=("e8",), answer=("e8",))
    assert claims
    assert [problem(match, claim) for claim in claims] == [""] * len(claims)
    for claim in claims:
        assert problem(match, replace(claim, moves=(Place(cell(match, "o15"), claim.state.colour),))).startswith("not")


def test_points_and_cells_that_the_rules_do_not_give_are_found() -> None:
    match = played("duck d5=w a5=b", GAMES["threestones"])
    known = {"line": ("d6=w",), "answer": ("a6=w",)}
    for claim in claims_of(match, ClaimKind.BINDS, **known):
        assert problem(match, claim) == ""
        assert problem(match, replace(claim, number=7))
        assert problem(match, replace(claim, cells=claim.cells[1:])) == "the opponent may play elsewhere"


def test_the_moments_of_a_game_are_claims_too() -> None:
    match, review = played(LOST_BY_A_MISTAKE), slip()
    found = [claim for ply in range(1, 10) for each in moments(match, review, ply) for claim in each.claims]
    assert {claim.kind for claim in found} == {ClaimKind.TURNING_POINT, ClaimKind.LAST_CHANCE}
    assert all(problem(match, claim, review) == "" for claim in found)
    chance = next(claim for claim in found if claim.kind is ClaimKind.LAST_CHANCE)
    played_then = match.plies[5].move
    assert problem(match, replace(chance, moves=(played_then,)), review) == "it is the move that was played"
