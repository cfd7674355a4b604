"""The tuning from its command line to its numbers: games that can be played again, a move order, a gate."""

import json
import sys
from dataclasses import replace

import numpy as np
import pytest

import main
from game.core.model import ParseError
from game.engine.search.lines import order_points
from game.engine.search.lines.engine import Engine
from game.engine.search.lines.net.net import net_for
from tools.tune import run
from tools.tune.gate import GateMatch, pair
from tools.tune.minimum import minimum
from tools.tune.selfplay import play_game
from tools.tune.tuned_game import DRAW
from tools.tune.work import read_work

NODES = 200


def arguments(*words, out=None):
    parsed = main._parser().parse_args(["tune", *map(str, words), *(["--out", str(out)] if out else [])])
    parsed.plugins = None
    return parsed


def work(*words, out=None):
    return read_work(arguments(*words, out=out), lambda line: None)


@pytest.fixture(scope="module")
def table():
    return work("--option", "size=11").tuned


@pytest.fixture(scope="module")
def games(table):
    searcher = Engine(table.rules, table.size, memory_bits=12)
    return [play_game(table, searcher, NODES, 1, number) for number in range(20)]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--sprt=-1e9,0",), "--sprt '-1e9,0': no difference is more than 1200"),
        (("--ruleset", "threestones"), "has no engine whose numbers this command can fit"),
        (("--sprt", "20"), "--sprt '20' is not of the form ELO0,ELO1"),
        (("--option", "size=99"), "option 'size' is '99'"),
    ],
)
def test_what_cannot_be_tuned_is_refused_in_one_sentence(words, sentence):
    with pytest.raises(ParseError, match=sentence.replace("(", r"\(").replace(")", r"\)")):
        work(*words)


@pytest.mark.parametrize("library", ["scipy", "threadpoolctl"])
def test_without_the_extras_libraries_one_sentence_says_how_to_get_them(library, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, library, None)
    assert run(arguments("play", "order")) == 2
    assert "which the extra tune brings" in capsys.readouterr().err


def test_the_same_game_can_be_played_again(table, games):
    searcher = Engine(table.rules, table.size, memory_bits=12)
    assert play_game(table, searcher, NODES, 1, 3) == games[3]
    assert play_game(table, searcher, NODES, 2, 3) != games[3]


def test_games_end_with_a_winner_or_a_draw_and_are_unlike_each_other(games):
    assert {game.winner for game in games} <= {0, 1, DRAW}
    assert len({game.cells for game in games}) == len(games)
    assert all(len(game.scores) >= len(game.cells) - game.opening for game in games)
    assert any(game.slips for game in games)


def test_the_minimum_of_a_narrow_bent_valley_is_found():
    def valley(point):
        x, y = point
        gradient = np.array([2 * (x - 1) - 400 * x * (y - x * x), 200 * (y - x * x)])
        return float((x - 1) ** 2 + 100 * (y - x * x) ** 2), gradient

    found = minimum(valley, np.array([-1.2, 1.0]), np.array([100.0, 100.0]))
    assert np.allclose(found, 1, atol=1e-2)


def test_the_minimum_is_found_where_some_numbers_count_a_million_times_as_much_as_others():
    bends, lowest = np.logspace(0, 6, 50), np.linspace(-3, 3, 50)

    def bowl(point):
        return float(np.sum(bends * (point - lowest) ** 2) / 2), bends * (point - lowest)

    assert np.allclose(minimum(bowl, np.zeros(50), bends), lowest, atol=1e-6)


def upside_down(net):
    """The net with the opposite opinion."""
    return replace(net, last=-net.last, beside=-net.beside, last_bias=-net.last_bias)


def test_a_net_that_is_upside_down_loses_at_the_gate(table):
    good = net_for(table.rules)
    match = GateMatch(table, (("f6",), ("e5", "g7")), NODES, 1)
    engines = [Engine(table.rules, table.size, 10, net=net) for net in (upside_down(good), good)]
    assert sum(pair(match, engines, number).score for number in range(4)) <= 1


def test_the_steps_leave_games_and_numbers_and_go_on_where_they_stopped(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(order_points, "FILE", tmp_path / "shipped.npz")
    before = order_points.order_for(work().tuned.rules)
    with order_points.FILE.open("wb") as file:
        order_points.write(file, {"5-any-any": before, "kept": before})
    out = tmp_path / "out"
    openings = tmp_path / "openings.txt"
    openings.write_text("e5 f6 d6\n", encoding="utf-8")
    words = ("--openings", openings, "--option", "size=9", "--nodes", NODES, "--gate-games", 2, "--gate-nodes", 50)
    assert run(arguments("play", *words, "--games", 3, out=out)) == 0
    assert run(arguments("play", "order", "gate", "keep", *words, "--games", 12, out=out)) == 0
    numbers = [json.loads(line)["number"] for line in (out / "games.jsonl").read_text().splitlines()[1:]]
    assert numbers == list(range(12))
    shown = capsys.readouterr().out
    assert "2 games at 50 nodes" in shown
    assert "mean rank" in shown
    kept = order_points.read(order_points.FILE)
    assert sorted(kept) == ["5-any-any", "kept"]
    assert not np.array_equal(kept["5-any-any"], before)
    assert run(arguments("play", *words, "--seed", 2, out=out)) == 2
    assert "this is another run of games" in capsys.readouterr().err
    assert run(arguments("gate", "--option", "size=9", out=out)) == 2
    assert "matches begin with openings" in capsys.readouterr().err
