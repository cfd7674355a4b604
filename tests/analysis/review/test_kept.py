"""Readings as text: the same after writing and reading, and damaged text is no reading."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.analysis.review.evaluation import CandidateMove, Evaluation, ProofStatus
from game.analysis.review.review_store import mark_of_game, read_readings, write_readings
from tests.analysis.review.test_judgement import GAMES, played

LINES = st.lists(st.sampled_from(["h8", "a1", "e7=w", "black"]), min_size=1, max_size=4).map(tuple)
CHANCES = st.integers(0, 1000).map(lambda number: number / 1000)
CANDIDATES = st.lists(st.builds(CandidateMove, LINES, CHANCES), min_size=1, max_size=3).map(tuple)
DECIDED = st.builds(
    Evaluation,
    CANDIDATES,
    st.sampled_from([ProofStatus.WON, ProofStatus.LOST]),
    st.text(max_size=9),
    st.integers(0, 60),
)
OPEN = st.builds(Evaluation, CANDIDATES, depth=st.integers(0, 60), seconds=st.sampled_from([0.0, 0.05]))
READINGS = st.dictionaries(st.integers(0, 400), OPEN | DECIDED)


@given(READINGS)
def test_readings_are_the_same_after_writing_and_reading(readings: dict[int, Evaluation]) -> None:
    assert read_readings(write_readings(readings)) == readings


@given(
    st.text() | st.builds(lambda text, cut: text[:cut], st.just(write_readings({3: Evaluation()})), st.integers(0, 40))
)
def test_a_text_that_is_none_is_no_reading(text: str) -> None:
    assert read_readings(text) == {}


@pytest.mark.parametrize("entry", ['{"best": [["h8", 2]]}', '{"best": [["", 0.5]], "depth": 1, "nodes": 1}', "7"])
def test_a_reading_that_cannot_be_is_none(entry: str) -> None:
    assert read_readings(f'{{"version": 1, "readings": {{"1": {entry}}}}}') == {}


def test_the_mark_is_that_of_the_moves_and_the_rules() -> None:
    assert mark_of_game(played("h8 a1")) == mark_of_game(played("h8 a1"))
    assert len({mark_of_game(played(words)) for words in ("h8 a1", "h8 a2", "h8")}) == 3
    assert mark_of_game(played("h8 a1")) != mark_of_game(played("h8 a1", GAMES["six_in_a_row"]))
