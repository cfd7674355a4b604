"""The step that trains a net: it goes on where it was broken off, and what it made is played and shipped."""

import json
import shutil

import numpy as np
import pytest

from game.engine.search.lines.net import net, shape
from game.engine.search.lines.net.net import read_net
from tests.tools.test_tune import arguments, work
from tools.tune import contender, run
from tools.tune.headway import Headway, duration
from tools.tune.net import learning
from tools.tune.net.training import train

OPTIONS = ("--option", "size=9", "--nodes", 60)
PASSES = 3


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A folder with games on a board of nine cells a side, and one of eleven."""
    folder = tmp_path_factory.mktemp("games")
    assert run(arguments("play", *OPTIONS, "--games", 12, out=folder / "nine")) == 0
    assert run(arguments("play", "--option", "size=11", "--nodes", 60, "--games", 11, out=folder / "eleven")) == 0
    return folder


@pytest.fixture
def folder(played, tmp_path):
    return shutil.copytree(played, tmp_path / "games")


def learn(out, *words):
    return run(arguments("learn", *OPTIONS, "--passes", PASSES, *words, out=out))


def test_a_training_that_was_killed_ends_with_the_same_net_to_the_last_byte(folder, monkeypatch):
    whole = shutil.copytree(folder / "nine", folder / "whole")
    assert learn(whole) == 0
    killed = folder / "nine"

    def train_a_little(*details):
        for number, state in enumerate(train(*details)):
            if number == 2:
                raise KeyboardInterrupt
            yield state

    monkeypatch.setattr(learning, "train", train_a_little)
    with pytest.raises(KeyboardInterrupt):
        learn(killed)
    assert not (killed / "5-any-any.npz").exists()
    begun = []

    def train_on(state, samples, passes, seed, done):
        begun.append(done)
        yield from train(state, samples, passes, seed, done)

    monkeypatch.setattr(learning, "train", train_on)
    assert learn(killed) == 0
    assert begun == [2]
    assert (killed / "5-any-any.npz").read_bytes() == (whole / "5-any-any.npz").read_bytes()


def test_more_games_or_another_seed_begin_a_training_anew_and_say_so(folder, capsys):
    out = folder / "nine"
    assert learn(out) == 0
    first = (out / "5-any-any.npz").read_bytes()
    capsys.readouterr()
    assert learn(out) == 0
    shown = capsys.readouterr().out
    assert "pass" not in shown.replace("passes are done", "")
    assert (out / "5-any-any.npz").read_bytes() == first
    assert learn(out, "--seed", 2) == 0
    assert "the training begins anew" in capsys.readouterr().out
    assert (out / "5-any-any.npz").read_bytes() != first


def test_a_net_learns_the_games_of_several_folders_and_sizes(folder, capsys):
    out = folder / "both"
    others = ("--games-from", folder / "nine", "--games-from", folder / "eleven")
    assert learn(out, *others) == 0
    assert "23 of 23 games read" in capsys.readouterr().out
    both, _ = learning._samples(
        work(*OPTIONS, "--games-from", folder / "nine", "--games-from", folder / "eleven", out=out)
    )
    assert set(both.size) == {9, 11}
    ends = np.append(both.start[1:], len(both.cells))
    cells = np.array([both.cells[start:end].sum() for start, end in zip(both.start, ends, strict=True)])
    for size in (9, 11):
        assert size**2 - 8 < cells[both.size == size].max() < size**2
    assert read_net(out / "5-any-any.npz").scaling[11] > 0
    assert not (out / "games.jsonl").exists()


def test_several_processes_read_the_same_samples_as_one(folder, monkeypatch):
    monkeypatch.setattr(learning, "_BLOCK", 5)
    one, two = (learning._samples(work(*OPTIONS, "--workers", number, out=folder / "nine"))[0] for number in (1, 2))
    assert np.array_equal(one.lines, two.lines)
    assert np.array_equal(one.target, two.target)
    assert np.array_equal(one.start, two.start)


def test_what_cannot_be_learned_from_is_refused_in_one_sentence(folder, capsys):
    assert learn(folder / "nothing") == 2
    assert "nothing holds no games: they come of the step play" in capsys.readouterr().err
    assert learn(folder / "nine", "--games-from", folder / "missing") == 2
    assert (
        run(arguments("learn", "--option", "variant=standard", "--games-from", folder / "nine", out=folder / "s")) == 2
    )
    assert "have other rules (5-any-any, not " in capsys.readouterr().err
    log = folder / "nine" / "games.jsonl"
    log.write_text("".join(log.read_text().splitlines(keepends=True)[:2]))
    assert learn(folder / "nine") == 2
    assert "too few games to learn from" in capsys.readouterr().err
    log.write_text("[]\n")
    assert learn(folder / "nine") == 2
    assert "line 1" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        ({"cells": 900}, "line 2: the board has no cell 900"),
        ({"cells": "a"}, "line 2: this is no game (Expected `int`, got `str` - at `$.cells[0]`"),
        ({"number": "x"}, "line 2: this is no game (Expected `int`, got `str` - at `$.number`"),
        ({"scores": [0] * 99}, "line 2: this is no game (99 scores of"),
        ({"slips": [[1, 2]]}, "line 2: this is no game (Expected `array` of length 3, got 2"),
    ],
)
@pytest.mark.parametrize("step", ["learn", "order"])
def test_a_damaged_game_is_refused_with_its_line(folder, capsys, damage, sentence, step):
    log = folder / "nine" / "games.jsonl"
    header, line, *_ = log.read_text().splitlines()
    game = json.loads(line)
    if "cells" in damage:
        damage = {"cells": [damage["cells"], *game["cells"][1:]]}
    log.write_text(f"{header}\n{json.dumps(game | damage)}\n")
    assert run(arguments(step, *OPTIONS, out=folder / "nine")) == 2
    assert sentence in capsys.readouterr().err


def test_the_move_order_is_fitted_to_games_of_any_nodes_and_leaves_an_empty_folder_empty(folder, capsys):
    assert run(arguments("order", "--option", "size=9", "--nodes", 70, out=folder / "nine")) == 0
    assert run(arguments("order", out=folder / "empty")) == 2
    assert "empty holds no games: they come of the step play" in capsys.readouterr().err
    assert not (folder / "empty").exists()
    (folder / "nine" / "order.npz").write_bytes(b"no archive")
    assert run(arguments("keep", *OPTIONS, out=folder / "nine")) == 2
    assert "order.npz holds no move order (" in capsys.readouterr().err


def test_a_rule_that_treats_the_colours_unlike_gets_weights_for_both_however_few_the_games(tmp_path):
    renju = ("--option", "variant=renju", "--option", "size=9", "--nodes", 40)
    assert run(arguments("play", "learn", *renju, "--games", 3, "--passes", 1, out=tmp_path)) == 0
    assert len(read_net(tmp_path / "5-exact+no_overline+no_44+no_33-any.npz").rows) == 2


def test_a_game_that_is_still_being_written_is_left_for_later_and_the_file_stays(folder, capsys):
    log = folder / "nine" / "games.jsonl"
    with log.open("a") as file:
        file.write('{"number": 12, "open')
    before = log.read_bytes()
    assert learn(folder / "nine") == 0
    assert "12 of 12 games read" in capsys.readouterr().out
    assert log.read_bytes() == before


def test_a_file_that_holds_no_training_is_told_and_stays(folder, capsys):
    state = folder / "nine" / "learning.npz"
    state.write_bytes(b"nothing of the kind")
    assert learn(folder / "nine") == 2
    assert "remove it to begin anew" in capsys.readouterr().err
    assert state.read_bytes() == b"nothing of the kind"


def test_a_net_plays_at_the_gate_and_is_shipped_for_its_rules(folder, monkeypatch, capsys, tmp_path):
    shipped = tmp_path / "shipped"
    monkeypatch.setattr(net, "FOLDER", shipped)
    out, openings = folder / "nine", tmp_path / "openings.txt"
    openings.write_text("e5 f6 d6\n", encoding="utf-8")
    words = (*OPTIONS, "--gate-games", 2, "--gate-nodes", 50, "--openings", openings)
    assert run(arguments("gate", *words, out=out)) == 2
    assert (
        "holds nothing new for these rules: order.npz comes of the step order, 5-any-any.npz of learn"
        in capsys.readouterr().err
    )
    assert learn(out) == 0
    assert run(arguments("gate", "keep", *words, out=out)) == 0
    assert "2 games at 50 nodes" in capsys.readouterr().out
    kept = shipped / "5-any-any.npz"
    assert kept.read_bytes() == (out / "5-any-any.npz").read_bytes()
    assert run(arguments("keep", "--ruleset", "six_in_a_row", out=out)) == 2
    assert (
        "holds nothing new for these rules: order.npz comes of the step order, 6-any-any.npz" in capsys.readouterr().err
    )
    made = contender.read_contender(work(*words, out=out))
    assert made.order is None
    used = made.engine(work(*words).tuned).tables["net"]
    assert np.array_equal(used["second_bias"][: shape.HIDDEN], made.net.second_bias[0])


def test_what_is_left_is_estimated_from_what_was_done_since_the_step_went_on():
    now = [100.0]
    headway = Headway(1000, 400, clock=lambda: now[0])
    now[0] += 50
    assert headway.told(500) == "2.0 a second, about 4 min left"
    assert headway.told(1000) == "12.0 a second"
    assert [duration(seconds) for seconds in (7, 600, 36_000)] == ["7 s", "10 min", "10.0 h"]
