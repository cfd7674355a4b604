"""The position cache: a position is found in other games and sessions, and only the same position is."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

import game.engine.search
from game.analysis.review import position_cache
from game.analysis.review.evaluation import ENGINE_VERSION, CandidateMove, Evaluation, ProofStatus
from game.analysis.review.position_cache import PositionCache, SearchedPosition
from game.core.language import ENGLISH
from game.core.match import Match
from game.core.ruleset import complete_options, format_move, parse_move
from game.plugins.registry import Catalogue
from game.storage.database import Database
from tests.analysis.review.test_judgement import GAMES, played

#: The signature of the searches at which the engine's version was decided last. If it differs: where values have
#: changed their meaning, increase ``ENGINE_VERSION``; then write down the new signature here.
DECIDED_AT = "6b1dc918"


def searched(*lines: str, seconds: float = 1.0, width: int = 3, **values: object) -> SearchedPosition:
    moves = tuple(CandidateMove(tuple(line.split()), 0.5) for line in lines)
    return SearchedPosition(Evaluation(moves, depth=9, nodes=100, seconds=seconds, **values), width)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database(tmp_path / "data.sqlite3")
    yield opened
    opened.file.close()


@pytest.fixture
def cache(database: Database) -> PositionCache:
    return PositionCache(SimpleNamespace(database=database))


def keep(cache: PositionCache, match: Match, found: SearchedPosition) -> None:
    cache.keep(match.ruleset, match.options, match.state, found)


def look_up(cache: PositionCache, match: Match) -> SearchedPosition | None:
    return cache.look_up(match.ruleset, match.options, match.state)


def lines(found: SearchedPosition | None) -> list[str]:
    return [] if found is None else [" ".join(each.line) for each in found.evaluation.candidates]


def test_what_was_found_is_the_same_in_the_next_session(tmp_path: Path) -> None:
    found = searched("j9 i8", "a15")
    for is_first in (True, False):
        database = Database(tmp_path / "of_sessions.sqlite3")
        cache = PositionCache(SimpleNamespace(database=database))
        if is_first:
            keep(cache, played("h8 i9"), found)
        assert look_up(cache, played("h8 i9")) == found
        database.file.close()


def test_a_position_is_found_after_the_same_moves_in_another_order(cache: PositionCache) -> None:
    keep(cache, played("h8 a1 h9 a2"), searched("j9 i8"))
    assert lines(look_up(cache, played("h9 a2 h8 a1"))) == ["j9 i8"]


def test_a_rotated_position_has_the_rotated_lines(cache: PositionCache) -> None:
    keep(cache, played("h8 i10"), searched("j9 g8", "f6"))
    # A quarter turn about the centre, h8: i10 becomes j7.
    assert lines(look_up(cache, played("h8 j7"))) == ["i6 h9", "f10"]


@pytest.mark.parametrize("ruleset_id", sorted(GAMES))
def test_positions_of_every_game_are_found_again_with_legal_lines(cache: PositionCache, ruleset_id: str) -> None:
    ruleset = GAMES[ruleset_id]
    match = Match(ruleset, complete_options(ruleset.info, {}), seed=3)
    for _ in range(6):
        moves = list(ruleset.legal_moves(match.state))
        match.play(moves[len(moves) // 3])
    words = [
        format_move(ruleset.info, match.state.geometry, move) for move in list(ruleset.legal_moves(match.state))[:2]
    ]
    keep(cache, match, searched(*words))
    assert lines(look_up(cache, match)) == words


@pytest.mark.parametrize("other", ["h8", "h8 i9 a1", "h8 i10"])
def test_another_position_is_not_found(cache: PositionCache, other: str) -> None:
    keep(cache, played("h8 i9"), searched("j9"))
    assert look_up(cache, played(other)) is None


def test_the_same_stones_under_another_rule_are_not_found(cache: PositionCache) -> None:
    keep(cache, played("h8 i9"), searched("j9"))
    info = GAMES["gomoku"].info
    match = Match(GAMES["gomoku"], complete_options(info, {"variant": "standard"}), seed=1)
    for word in ("h8", "i9"):
        match.play(parse_move(info, match.state, word))
    assert look_up(cache, match) is None


def test_another_version_of_the_engine_does_not_find_it(cache: PositionCache, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(cache, played("h8 i9"), searched("j9"))
    monkeypatch.setattr(position_cache, "ENGINE_VERSION", ENGINE_VERSION + 1)
    assert look_up(cache, played("h8 i9")) is None


def test_the_engines_version_was_decided_at_the_signature_of_its_searches() -> None:
    signature = Path(game.engine.search.__file__).with_name("signature.txt").read_bytes()
    assert hashlib.sha256(signature).hexdigest()[:8] == DECIDED_AT


@pytest.mark.parametrize(
    ("kept", "later", "stays"),
    [
        (searched("j9", seconds=3.0), searched("a1", seconds=1.0), True),
        (searched("j9", seconds=1.0), searched("a1", seconds=3.0), False),
        (searched("j9", width=5), searched("a1", width=1), True),
        (searched("j9", proof_status=ProofStatus.WON), searched("a1", seconds=30.0), True),
        (searched("j9"), SearchedPosition(Evaluation(), 5), True),
    ],
    ids=["shorter", "longer", "narrower", "unproved", "empty"],
)
def test_the_better_evaluation_stays(
    cache: PositionCache, kept: SearchedPosition, later: SearchedPosition, stays: bool
) -> None:
    keep(cache, played("h8 i9"), kept)
    keep(cache, played("h8 i9"), later)
    assert lines(look_up(cache, played("h8 i9"))) == (["j9"] if stays else ["a1"])


def test_a_sentence_about_the_end_is_left_out_in_another_language(
    cache: PositionCache, request: pytest.FixtureRequest
) -> None:
    keep(cache, played("h8 i9"), searched("j9", proof_status=ProofStatus.WON, verdict="A certain win."))
    request.addfinalizer(lambda: Catalogue().set_language(ENGLISH))
    Catalogue().set_language("fi")
    found = look_up(cache, played("h8 i9"))
    assert found is not None
    assert (found.evaluation.proof_status, found.evaluation.verdict) == (ProofStatus.WON, "")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "milk",
        "[]",
        "{}",
        '{"best":[["j9",0.5]],"depth":9,"nodes":1,"seconds":1.0}',
        '{"best":[["j9",7]],"depth":9,"nodes":1,"seconds":1.0,"width":3}',
        '{"best":[["zz",0.5]],"depth":9,"nodes":1,"seconds":1.0,"width":3}',
        '{"best":[["j9",0.5]],"depth":1e999,"nodes":1,"seconds":1.0,"width":3}',
        '{"best":[],"depth":9,"nodes":1,"seconds":1.0,"width":3}',
    ],
)
def test_a_damaged_row_is_ignored_and_replaced(cache: PositionCache, database: Database, text: str) -> None:
    match = played("h8 i9")
    keep(cache, match, searched("j9"))
    database.file.write("UPDATE positions SET text = ?", (text,))
    assert look_up(cache, match) is None
    keep(cache, match, searched("a1", seconds=0.1))
    assert lines(look_up(cache, match)) == ["a1"]


def test_a_row_with_a_move_onto_a_stone_is_ignored(cache: PositionCache, database: Database) -> None:
    keep(cache, played("h8 i9"), searched("h8"))
    assert look_up(cache, played("h8 i9")) is None
