"""What the search finds: forced wins, fives, the answer to a four; and never a forbidden move."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from tools.engine.search.boards import RULES, best, cell_named, engine, name_of

DATA = Path(__file__).resolve().parents[2] / "data"
_STORED = (DATA / "forced_wins.jsonl").read_text(encoding="utf-8").splitlines()
#: The shorter wins; how many of the longer ones are found in what time is for `main.py bench engine`.
FORCED_WINS = [position for position in map(json.loads, _STORED) if position["plies"] <= 13]
#: Positions in which a move that looks good loses by force, and another one holds.
TRAPS = [json.loads(line) for line in (DATA / "blind_positions.jsonl").read_text(encoding="utf-8").splitlines()]
#: A position of a game against another program; White, on turn, has no forced win. So many lines of threats lead to the
#: same positions that the numbers of the proof-number search, which count each way, grow beyond a million.
MANY_WAYS = (
    "g8 f8 c8 h9 e9 h10 e10 h11 h12 f9 f11 d9 g9 g11 e8 e11 i9 f6 e6 e7 f7 g5 d8 f5 c7 b6 b9 b8 c10 c9 d5 c4 d10 "
    "b10 d4 d6 g10 f10 g6 g7 i5 h5 h4 j6 e12 d11 i11 j10 i12 i10 k10 g12 a10 d7 j9 l9 c11 d13 c13 c12 k12 k11 l11 "
    "m12 k6 e2 d3 i7 j7 j8 h6 l5 a11 b12 g4 f4 a9 a8 d2 d1 a13 a12 k4 k5 j4 i4 l4 e14 f13 d14 f15 l8 n6"
)


@pytest.mark.parametrize("variant", RULES)
def test_forced_wins_are_found(variant):
    missed = []
    for position in FORCED_WINS:
        moves, size = position["moves"], position["options"]["size"]
        if position["options"]["variant"] == variant:
            found = best(engine(variant, size, moves), len(moves) & 1, nodes=400_000)
            if name_of(found.move, size) not in position["winning"]:
                missed.append((moves, name_of(found.move, size)))
    assert missed == []


@pytest.mark.parametrize("trap", TRAPS, ids=[trap["variant"] for trap in TRAPS])
def test_no_move_is_played_after_which_the_prover_shows_a_forced_win(trap):
    moves, variant = trap["moves"], trap["variant"]
    side = len(moves) & 1
    found = best(engine(variant, 15, moves), side, nodes=200_000)
    assert engine(variant, 15, [*moves, name_of(found.move, 15)]).forced_win(1 - side, 1.0) is None
    assert not found.is_decided


def test_a_position_that_comes_up_in_many_ways_is_not_taken_for_won():
    moves = MANY_WAYS.split()
    assert engine("standard", 15, moves).forced_win(len(moves) & 1, 1.0) is None


@pytest.mark.parametrize("ranks", [1, 3])
def test_a_move_that_loses_by_force_is_shown_as_lost(ranks):
    trap = TRAPS[1]
    searcher = engine(trap["variant"], 15, trap["moves"])
    side = len(trap["moves"]) & 1
    for found in searcher.think(side, 60.0, nodes=40_000, best=ranks):
        assert name_of(found.move, 15) != trap["played"] or found.depth == 0 or found.score < 0


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
    assert name_of(best(engine(variant, 15, moves), 0, nodes).move, 15) in {"g8", "l8"}


@pytest.mark.parametrize("variant", RULES)
@pytest.mark.parametrize("nodes", [50, 2_000])
def test_a_four_is_stopped(variant, nodes):
    moves = ["h8", "g8", "i8", "b2", "j8", "n14", "k8"]
    found = name_of(best(engine(variant, 15, moves), 1, nodes).move, 15)
    assert found in ({"l8", "m8"} if "caro" in variant else {"l8"})


def test_in_caro_several_stops_of_a_four_are_told_apart_by_a_search():
    two_stops = ["h8", "g8", "i8", "b2", "j8", "n14", "k8"]
    assert best(engine("caro", 15, two_stops), 1).depth > 5
    assert best(engine("standard", 15, two_stops), 1).depth == 1
    one_stop = best(engine("caro", 15, ["h8", "a1", "i8", "c1", "j8", "e1", "l8"]), 1)
    assert (name_of(one_stop.move, 15), one_stop.depth) == ("k8", 1)


@pytest.mark.parametrize(("side", "nodes"), [(0, 50), (0, 2_000), (1, 50), (1, 2_000)])
def test_a_line_of_six_between_two_stones_is_made_and_stopped_in_freestyle_caro(side, nodes):
    moves = ["h8", "g8", "i8", "n8", "j8", "b2", "l8", "c13", "m8", "n14"]
    searcher = engine("freestyle_caro", 15, moves if side == 0 else [*moves, "b14"])
    assert name_of(best(searcher, side, nodes).move, 15) == "k8"
    other = engine("caro", 15, [*moves, "b14"])
    assert other.fives(0) == 0
    assert searcher.fives(0) == 1


def test_the_first_colour_of_renju_wins_no_game_by_a_forbidden_double_three():
    searcher = engine("renju", 15, ["h9", "a1", "h10", "a15", "i8", "o1", "j8", "o15"])
    assert not searcher.may_place(*cell_named("h8", 15), 0)
    assert name_of(best(searcher, 0).move, 15) != "h8"


def test_a_search_ends_within_its_nodes_and_when_its_iterator_is_closed():
    """A search for fours that has begun is ended, so there may be a few more."""
    searcher = engine("freestyle", 15, ["h8", "i9"])
    assert best(searcher, 0, nodes=5_000).nodes <= 5_200
    thinking = searcher.think(0, seconds=3600.0)
    next(thinking)
    thinking.close()
    assert best(searcher, 0, nodes=500).nodes <= 600


def test_threads_search_together_and_end_together():
    searcher = engine("freestyle", 15, ["h8", "i8", "i11"])
    thinking = searcher.think(1, seconds=3600.0, threads=3)
    next(thinking)
    thinking.close()
    found = list(searcher.think(1, seconds=30.0, nodes=30_000, threads=3))[-1]
    assert 0 < found.nodes <= 30_000 + 3 * 100
    assert searcher.may_place(*found.move, 1)


@pytest.mark.parametrize("threads", [2, 5])
def test_threads_find_the_forced_wins_that_one_finds(threads):
    for position in FORCED_WINS[::10]:
        moves, options = position["moves"], position["options"]
        searcher = engine(options["variant"], options["size"], moves)
        found = list(searcher.think(len(moves) & 1, seconds=30.0, nodes=threads * 400_000, threads=threads))[-1]
        assert name_of(found.move, options["size"]) in position["winning"]


def test_every_thread_searches_the_position_that_was_set_last():
    searcher = engine("freestyle", 15, ["h8", "g8", "i8", "b2", "j8", "n14", "k8"])
    assert name_of(list(searcher.think(1, seconds=30.0, nodes=4_000, threads=2))[-1].move, 15) == "l8"
    searcher.set_stones([(*cell_named(name, 15), index & 1) for index, name in enumerate(["a1", "o9", "a2", "o10"])])
    assert name_of(list(searcher.think(0, seconds=30.0, nodes=4_000, threads=2))[-1].move, 15) not in {"l8", "g8"}


def test_a_search_goes_no_deeper_than_it_is_told():
    assert list(engine("freestyle", 15, ["h8", "i9"]).think(0, seconds=30.0, depth=3))[-1].depth == 3


def test_the_table_of_positions_fits_into_the_memory_that_it_is_given():
    searcher = engine("freestyle", 9, ["e5"])
    for megabytes in (0.01, 1, 5, 33):
        searcher.set_memory(megabytes)
        used = searcher._memory.nbytes
        assert used <= megabytes * 2**20 or used == 16 << 10
        assert best(searcher, 1, nodes=2_000).depth > 0


def test_without_a_limit_of_memory_the_table_is_as_large_as_it_was_first():
    searcher = engine("freestyle", 9, ["e5"])
    first = searcher._memory.nbytes
    searcher.set_memory(0.01)
    assert searcher._memory.nbytes < first
    searcher.set_memory(0)
    assert searcher._memory.nbytes == first


def test_a_table_that_the_machine_has_no_memory_for_stays_as_it_was(monkeypatch):
    searcher, asked = engine("freestyle", 9, ["e5"]), list[int]()

    def refuse(integers, kind):
        asked.append(integers * kind().nbytes)
        raise MemoryError

    with monkeypatch.context() as without_memory:
        without_memory.setattr(np, "zeros", refuse)
        searcher.set_memory(1e12)
    assert asked == [64 << 30]
    assert best(searcher, 1, nodes=2_000).depth > 0


def is_five(stones, side):
    """Whether a colour has five in a row, by looking at every row."""
    own = {stone[:2] for stone in stones if stone[2] == side}
    ways = ((1, 0), (0, 1), (1, 1), (1, -1))
    return any(all((x + k * dx, y + k * dy) in own for k in range(5)) for x, y in own for dx, dy in ways)


def test_the_line_of_a_win_is_legal_to_its_end_and_ends_with_a_five():
    ended, decided = 0, 0
    for position in FORCED_WINS[::5]:
        moves, options = position["moves"], position["options"]
        searcher, side = engine(options["variant"], options["size"], moves), len(moves) & 1
        found = best(searcher, side, nodes=100_000)
        stones = [(*cell_named(name, options["size"]), index & 1) for index, name in enumerate(moves)]
        for ply, point in enumerate(found.variation):
            searcher.set_stones(stones)
            assert point not in {stone[:2] for stone in stones}
            assert searcher.may_place(*point, side ^ ply & 1)
            stones.append((*point, side ^ ply & 1))
        decided += found.is_decided
        ended += found.is_decided and is_five(stones, side) and len(found.variation) & 1
    # The line of a win by threes ends where the table has lost it.
    assert ended > 0.7 * decided > 0


def test_the_line_begins_with_the_chosen_stone_and_goes_on_with_the_answers():
    found = list(engine("freestyle", 15, ["h8", "i8", "i11"]).think(1, seconds=30.0, depth=7))[-1]
    assert found.variation[0] == found.move
    assert len(found.variation) >= 4
    assert len(set(found.variation)) == len(found.variation)


@pytest.mark.parametrize("threads", [1, 2])
def test_the_best_moves_are_told_in_their_order_with_a_line_each(threads):
    searcher = engine("freestyle", 15, ["h8", "i8", "i11"])
    told = list(searcher.think(1, seconds=30.0, depth=5, best=3, threads=threads))[-3:]
    assert [found.rank for found in told] == [3, 2, 1]
    assert len({found.move for found in told}) == 3
    assert [found.score for found in told] == sorted(found.score for found in told)
    assert all(found.variation[0] == found.move and found.depth == 5 for found in told)


def test_of_the_best_moves_those_that_win_come_first_and_forbidden_ones_never():
    searcher = engine("renju", 15, ["h9", "a1", "h10", "a15", "i8", "o1", "j8", "o15"])
    told = [name_of(found.move, 15) for found in searcher.think(0, seconds=30.0, depth=3, best=200)]
    assert len(set(told)) > 20
    assert "h8" not in told
    fives = engine("freestyle", 15, ["h8", "a1", "i8", "b3", "j8", "c5", "k8", "d7"])
    assert {found.move for found in list(fives.think(0, seconds=30.0, depth=4, best=2))[-2:]} == {
        cell_named("g8", 15),
        cell_named("l8", 15),
    }


@pytest.mark.parametrize("moves", [[], ["h8"], ["h8", "i8", "i11"], ["h8", "a1", "i8", "a3", "j8", "a5"]])
def test_a_search_in_the_callers_thread_finds_what_one_in_its_own_finds(moves):
    searchers = [engine("freestyle", 15, moves) for _ in range(2)]
    for _ in range(2):
        expected = best(searchers[0], len(moves) & 1, nodes=1_500)
        found = searchers[1].find(len(moves) & 1, nodes=1_500)
        assert (found.move, found.score, found.depth) == (expected.move, expected.score, expected.depth)
        assert found.nodes == expected.nodes


def test_a_search_in_the_callers_thread_finds_nothing_on_a_full_board():
    searcher = engine("freestyle", 5)
    searcher.set_stones([(cell % 5, cell // 5, "0011001100110011001100110"[cell] == "1") for cell in range(25)])
    assert searcher.find(1, nodes=100) is None
