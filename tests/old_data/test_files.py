"""A study, the library, and what the commands wrote: an arena, a net, a move order, a training."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np

from game.engine.search.lines import order_points
from game.engine.search.lines import position as board
from game.engine.search.lines.array_files import read_arrays
from game.engine.search.lines.net.layers import net_score
from game.engine.search.lines.net.net import install, read_net, write_net
from game.engine.search.lines.tables import build
from game.library.index.next_turns import SideResult
from game.library.study.study_file import salvage_study, write_study
from game.library.study.tree import Sign
from game.session.matches.arena import LOG_NAME, ArenaLog
from game.session.matches.arena_plan import read_plan
from game.session.matches.game_log import GameLog, read_log
from game.session.matches.standings import standings as arena_standings
from tests.old_data.contents import DATA
from tests.tools.arenas import arguments
from tools.engine.search.boards import random_stones
from tools.engine.search.net_checks import NET_RULES
from tools.pilot.libraries import found, next_turns, updated
from tools.pilot.tournaments import new_tournament, play
from tools.tune.net.checkpoint import Checkpoint
from tools.tune.selfplay import SelfPlay
from tools.tune.work import GAMES, games_of


def test_a_study_has_its_variations_comments_and_marks(services, home):
    text = (home / "studies" / "Kansei.study.txt").read_text(encoding="utf-8")
    study, lost = salvage_study(text, services.catalogue.rulesets)
    assert lost == ()
    assert (study.title, study.players, study.facts) == (
        "Kansei", ("Anna", "Ben"), {"date": "2026-11-26", "event": "Club evening"},
    )  # fmt: skip
    ((third, comment),) = study.tree.comments.items()
    assert comment == "Kansei.\nBlack has the better side."
    names = study.first_state.geometry.names
    assert [names[move.cell] for move in study.tree.moves_to(third)] == ["h8", "i8", "j8"]
    assert [(names[mark.cell], mark.sign, mark.text) for mark in study.tree.marks[third]] == [
        ("h9", Sign.CROSS, ""), ("i7", Sign.LABEL, "A"),
    ]  # fmt: skip
    assert len(study.tree) == 6
    assert [dict(each) for each in study.tree.properties.values()] == [{"SGF BM": ("1",)}]
    assert write_study(study) == text


def test_the_library_finds_games_of_every_source_and_the_added_files(services):
    page = found(updated(services.library))
    sources = {(game.kind, game.source) for game in page.games}
    assert {("file", "Kansei.sgf"), ("file", "old game.psq"), ("study", "Kansei.study.txt")} <= sources
    assert len(page.games) == 20
    names = {source for kind, source in sources if kind == "record"}
    assert '["gomoku", "In the log", 101, 1]' in names
    match = new_tournament(services.catalogue.rulesets["gomoku"]).start_game().match
    (first,) = next_turns(services.library, match).turns
    assert (first.games, first.score) == (10, 0.8)
    assert (first.results[SideResult.WON], first.results[SideResult.LOST]) == (4, 1)
    play(match, "h8")
    assert [(turn.games, turn.score) for turn in next_turns(services.library, match).turns] == [
        (6, 0.5), (2, 0.0), (2, 1.0),
    ]  # fmt: skip


def test_an_arena_log_is_gone_on_with_and_gives_the_same_table(tmp_path):
    shutil.copytree(DATA / "arena", tmp_path / "arena")
    command = (DATA / "commands.txt").read_text(encoding="utf-8").splitlines()[0].split()
    plan = read_plan(arguments(*command[1 : command.index("--out")]))
    log = ArenaLog(tmp_path / "arena" / LOG_NAME, plan.header)
    assert (len(log.games), len(plan.fixtures)) == (12, 12)
    table = [
        (
            plan.contestants[row.contestant].name,
            round(row.rating.elo),
            row.tally.wins,
            row.tally.losses,
            row.tally.worst,
        )
        for row in arena_standings(log.games, len(plan.contestants), plan.anchor)
    ]
    assert table == [("basic", 800, 7, 1, 9), ("engine_newcomer", 549, 3, 5, 12), ("engine_stroller", 488, 2, 6, 6)]
    game = log.games[0]
    assert (game.number, game.seats, game.winner, game.termination) == (1, (0, 1), 1, "line")
    again = ArenaLog(tmp_path / "again" / LOG_NAME, plan.header)
    for each in log.games:
        again.add(each)
    assert (tmp_path / "again" / LOG_NAME).read_bytes() == (DATA / "arena" / LOG_NAME).read_bytes()
    assert (game.moves[-1], game.milliseconds[4], game.movers[:2], game.least_left) == (
        "f7",
        6,
        (0, 1),
        (61_995, 61_998),
    )


def assert_same_arrays(path: Path, old: Path) -> None:
    """The same arrays in the same order; how they are compressed is not ours."""
    new, before = read_arrays(path), read_arrays(old)
    assert list(new) == list(before)
    assert all(np.array_equal(new[name], before[name]) for name in before)


def test_a_net_judges_positions_as_it_did_and_is_written_so(tmp_path):
    path = DATA / "tune" / "6-any-any.npz"
    net, tables = read_net(path), build(NET_RULES["six"])[0]
    with (tmp_path / "net.npz").open("wb") as file:
        write_net(file, net)
    assert_same_arrays(tmp_path / "net.npz", path)
    install(net, tables["net"])
    scores = []
    for number in (0, 20, 60, 120, 200):
        position = board.new_position(19, tables)[0]
        for cell, colour in random_stones(19, number, seed=number):
            board.place(position, tables, cell, colour)
        scores.append(tuple(int(net_score(position, tables, side, 1)) for side in (0, 1)))
    assert scores == [(13, 13), (11, 12), (17, 19), (17, 12), (7, 6)]


def test_a_move_order_has_its_points():
    (name, points), *others = order_points.read(DATA / "tune" / "order.npz").items()
    assert (name, others, int(points.sum())) == ("6-any-any", [], 15_859_784)
    assert points[order_points.ATTACK, 0, :4].tolist() == [-917, -873, -818, -824]


def test_a_training_goes_on_from_its_checkpoint(tmp_path):
    path = DATA / "tune" / "learning.npz"
    mark = "19a6ae0d111e581a80f4e2c6295e52b91e0ab220372014c40ec5c3460c430174"
    assert str(read_arrays(path)["mark"]) == mark
    training, passes = Checkpoint(path, mark).read()
    assert (training.steps, passes) == (25, 1)
    assert round(float(np.abs(training.parameters["rows"]).sum()), 1) == 173.3
    assert training.squares.keys() == training.means.keys() == training.parameters.keys()
    Checkpoint(tmp_path / "learning.npz", mark).write(training, passes)
    assert_same_arrays(tmp_path / "learning.npz", path)


def test_games_to_learn_from_are_read_and_written_so(tmp_path):
    header, read = read_log(DATA / "tune" / GAMES, SelfPlay)
    log = GameLog(tmp_path / GAMES, header, "run of games", SelfPlay)
    for game in read:
        log.add(game)
    assert (tmp_path / GAMES).read_bytes() == (DATA / "tune" / GAMES).read_bytes()
    name, games = games_of(DATA / "tune", None)
    assert (name.ruleset, len(games), games[0].number, games[0].opening) == ("six_in_a_row", 12, 0, 2)
    assert (games[0].cells[:3], games[0].scores[:3], games[0].slips[0]) == (
        (120, 199, 139),
        (11, -6, 6),
        (5, 138, 15),
    )
