"""What the search finds: forced wins, fives, the answer to a four; and never a forbidden move."""

import gzip
import json
from pathlib import Path

import pytest

from .boards import RULES, best, cell_named, engine, name_of

DATA = Path(__file__).resolve().parents[1] / "data"
FORCED_WINS = [json.loads(line) for line in (DATA / "forced_wins.jsonl").read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("variant", RULES)
def test_forced_wins_are_found(variant):
    missed = []
    for position in FORCED_WINS:
        moves, size = position["moves"], position["options"]["size"]
        if position["options"]["variant"] == variant:
            found = best(engine(variant, size, moves), len(moves) & 1, nodes=400_000)
            if name_of(found.point, size) not in position["winning"]:
                missed.append((moves, name_of(found.point, size)))
    assert missed == []


def test_forbidden_points_are_those_of_the_rules():
    with gzip.open(DATA / "renju_forbidden_1000.jsonl.gz", "rt", encoding="utf-8") as lines:
        positions = [json.loads(line) for line in lines]
    assert len(positions) == 1000
    searchers = {size: engine("renju", size) for size in {position["options"]["size"] for position in positions}}
    for position in positions:
        size = position["options"]["size"]
        stones = [(*cell_named(name, size), side) for side, key in enumerate("bw") for name in position["setup"][key]]
        searchers[size].set_stones(stones)
        taken = {stone[:2] for stone in stones}
        empty = [(x, y) for y in range(size) for x in range(size) if (x, y) not in taken]
        forbidden = {name_of(point, size) for point in empty if not searchers[size].may_place(*point, 0)}
        assert forbidden == set(position["forbidden"])


@pytest.mark.parametrize("variant", RULES)
@pytest.mark.parametrize("nodes", [50, 2_000])
def test_a_five_is_made_before_a_four_is_stopped(variant, nodes):
    moves = ["h8", "a1", "i8", "b2", "j8", "c3", "k8", "d4"]
    assert name_of(best(engine(variant, 15, moves), 0, nodes).point, 15) in {"g8", "l8"}


@pytest.mark.parametrize("variant", RULES)
@pytest.mark.parametrize("nodes", [50, 2_000])
def test_a_four_is_stopped(variant, nodes):
    moves = ["h8", "g8", "i8", "b2", "j8", "n14", "k8"]
    found = name_of(best(engine(variant, 15, moves), 1, nodes).point, 15)
    assert found in ({"l8", "m8"} if variant == "caro" else {"l8"})


def test_the_first_colour_of_renju_wins_no_game_by_a_forbidden_double_three():
    searcher = engine("renju", 15, ["h9", "a1", "h10", "a15", "i8", "o1", "j8", "o15"])
    assert not searcher.may_place(*cell_named("h8", 15), 0)
    assert name_of(best(searcher, 0).point, 15) != "h8"


def test_a_search_ends_within_its_nodes_and_when_its_iterator_is_closed():
    searcher = engine("freestyle", 15, ["h8", "i9"])
    assert best(searcher, 0, nodes=5_000).nodes <= 5_001
    thinking = searcher.think(0, seconds=3600.0)
    next(thinking)
    thinking.close()
    assert best(searcher, 0, nodes=500).nodes <= 501
