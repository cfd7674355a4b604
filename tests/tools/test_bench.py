"""The bench of the engine: the same search every time, a signature that changes with it, and readable tables."""

import json

import pytest

import main
from game.core.model import ParseError
from game.core.ruleset import complete_options
from game.plugins.registry import discover
from tools import bench, bench_process
from tools.bench_positions import read_positions
from tools.bench_search import search, signatures
from tools.measure import Measure, as_table

CATALOGUE = discover()
FIVES = next(r for r in CATALOGUE.rulesets.values() if r.gomocup_rule(complete_options(r.info, {})) == 0)
OPEN_FOUR = ["h8", "a1", "i8", "b1", "j8", "d1"]


def line(moves=OPEN_FOUR, **more):
    return json.dumps({"ruleset": FIVES.info.id, "options": {"size": 15}, "moves": moves, **more})


@pytest.fixture
def file(tmp_path):
    """A file of positions in a folder of its own."""
    path = tmp_path / "positions.jsonl"
    path.write_text(f"{line(winning=['g8', 'k8'])}\n{line(['h8', 'i9'])}\n", encoding="utf-8")
    return path


@pytest.fixture
def _small(file, tmp_path, monkeypatch):
    """A bench of few positions and nodes, without the processes, which takes down its signature elsewhere."""
    monkeypatch.setattr(bench, "POSITIONS", file)
    monkeypatch.setattr(bench, "RECORDED", tmp_path / "signature.txt")
    monkeypatch.setattr(bench, "NODES", 500)


def test_the_positions_of_the_bench_are_readable_and_of_every_variant():
    positions = list(read_positions(bench.POSITIONS, CATALOGUE.rulesets))
    option = next(option for option in FIVES.info.options if option.key == "variant")
    variants = {choice.value for choice in option.choices}
    # The two rules of Caro are searched by the same code.
    assert {each.options["variant"] for each in positions if each.ruleset is FIVES} == variants - {"freestyle_caro"}
    assert len({each.ruleset.info.id for each in positions}) > 1


@pytest.mark.slow
def test_the_same_search_is_made_every_time(file):
    positions = list(read_positions(file, CATALOGUE.rulesets))
    bench.warm_up(CATALOGUE.package(FIVES.info.id), FIVES.info.levels[-1])
    once, again = ([search(CATALOGUE, each, nodes=2_000) for each in positions] for _ in range(2))
    assert signatures(once) == signatures(again)
    assert signatures(once) != signatures(once[1:])
    assert once[0].move in positions[0].winning
    assert once[0].claims_win
    assert not once[1].claims_win


@pytest.mark.usefixtures("_small")
def test_a_signature_is_compared_with_the_recorded_one(capsys):
    def said(*words):
        assert main.main(["bench", "engine", "--signature", *words]) == 0
        return capsys.readouterr().out

    assert "recorded was none: THE SEARCH BEHAVES DIFFERENTLY NOW" in said()
    assert said("--record").endswith(", as recorded\n")
    assert said().endswith(", as recorded\n")
    bench.NODES = 600
    assert "DIFFERENTLY" in said()


@pytest.mark.usefixtures("_small")
def test_one_game_is_measured_alone_and_the_signatures_of_the_others_stay(capsys):
    bench.RECORDED.write_text("another 123\n", encoding="utf-8")
    assert main.main(["bench", "engine", "--signature", "--record", "--ruleset", FIVES.info.id]) == 0
    assert list(bench.read_signatures(bench.RECORDED)) == ["another", FIVES.info.id]
    assert main.main(["bench", "engine", "--signature", "--ruleset", "nothing"]) == 2
    assert "there is no engine of 'nothing' to measure" in capsys.readouterr().err


@pytest.mark.usefixtures("_small")
def test_known_wins_are_counted(file, capsys):
    assert main.main(["bench", "engine", "--signature", "--forced-wins", str(file), "0.05"]) == 0
    assert "positions.jsonl at 0.05 s: 1 of 2 solved, 0 more said to be won by another move" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("no json", "'no json' is no JSON object"),
        ('{"ruleset": "nothing"}', "there is no ruleset 'nothing'"),
        (line(["h8", "h8"]), "the move 'h8' is not allowed"),
        (f'{{"ruleset": "{FIVES.info.id}", "moves": []}}', "is no position: 'options'"),
    ],
)
def test_a_line_that_is_no_position_is_told(text, problem, tmp_path, capsys):
    path = tmp_path / "wrong.jsonl"
    path.write_text(f"{line()}\n{text}\n", encoding="utf-8")
    with pytest.raises(ParseError, match=r"^wrong\.jsonl, line 2: "):
        list(read_positions(path, CATALOGUE.rulesets))
    assert main.main(["bench", "engine", "--forced-wins", str(path), "1"]) == 2
    assert problem in capsys.readouterr().err


def test_the_engines_process_is_measured_from_outside(file, monkeypatch):
    monkeypatch.setattr(bench_process, "_THOUGHT", 0.1)
    position = next(read_positions(file, CATALOGUE.rulesets))
    assert bench_process._first_answer(position) > 0
    assert bench_process._memory(position) > 10


def test_a_table_shows_the_median_the_worst_and_the_limit():
    text = as_table([Measure("speed", "s", 0.5, (0.1, 0.3, 0.2))])
    assert text.splitlines()[1].split() == ["speed", "0.20", "0.30", "0.50", "s"]
