"""The arena from its command line to its tables: what it refuses, what it keeps, and that it goes on after a kill."""

import io
import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from game.core.levels.ladder import rated
from game.core.model import ParseError
from game.core.own_program import own_command, own_commit, own_version
from game.engine.client.opponent_process import dialect_of
from game.engine.client.opponent_turn import question_about
from game.library.formats.lists.openings import begin_match
from game.session.matches import arena, arena_display, arena_game
from game.session.matches.arena import ArenaLog
from game.session.matches.arena_plan import read_plan
from game.session.matches.arena_report import report
from game.session.matches.arena_tables import Table, as_text, show, tables
from game.session.matches.elo import SequentialTest
from game.session.matches.standings import encounters, standings
from tests.tools.arenas import RULESETS, FirstFree, arguments, record

ROOT = Path(__file__).resolve().parents[2]
PUPPET = ROOT / "tools" / "engine" / "scripted_engine.py"
#: Nothing here takes as long; it only keeps a broken test from waiting for ever.
PATIENCE = 60.0
CHAMPIONSHIP = ("--ruleset", "connect6", "casual", "--engine", "w=wine", "--protocol", "w=sau")
CONTESTANT_KEYS = (
    "name level command elo low high games won drawn lost score forfeits seconds_per_turn longest_turn versions commits"
)
QUICK = ("--ruleset", "gomoku", "--option", "size=7", "--seconds", "0.05")


@pytest.fixture
def opponents(monkeypatch):
    """Opponents in this process instead of programs; what they say by their name."""
    says = {}
    monkeypatch.setattr(arena_game, "open_opponent", lambda contestant, *_: FirstFree(says.get(contestant.name)))
    return says


def games_in(folder: Path) -> list[dict]:
    return [json.loads(line) for line in (folder / arena.LOG_NAME).read_text(encoding="utf-8").splitlines()[1:]]


# The command line


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--ruleset", "halma"), "there is no ruleset 'halma'"),
        (("basic", "--ladder", "l.json"), "--ladder measures levels against others, and only 'basic' takes part"),
        (("basic", "boss"), "Gomoku has no level 'boss' (it has: engine_newcomer, "),
        (("basic", "--engine", "w=  "), "--engine: '  ' names no program"),
        (("basic", "--engine", "w=''"), "--engine: \"''\" names no program"),
        (("basic", "advanced", "--ladder", "assets"), "--ladder 'assets' is no file in a folder that there is"),
        (("basic", "advanced", "--ladder", "nowhere/l.json"), "--ladder 'nowhere/l.json' is no file in a folder"),
        (("basic", "basic"), "two contestants are called 'basic'"),
        (("--option", "size"), "--option 'size' is not of the form KEY=VALUE"),
        (("--option", "size=99"), "option 'size' is '99'"),
        (("--option", "variant=renju", "--option", "ban_33=yes"), "Renju already bans double threes"),
        (("--dice", "4", "--openings", "x.txt"), "--dice and --openings say two things about how games begin"),
        (("basic", "advanced", "--clock", "3 min"), "--clock '3 min' is not of the form SECONDS+INCREMENT"),
        (("--engine", "wine"), "--engine 'wine' is not of the form NAME=COMMAND"),
        (("--engine", "w='"), "cannot be read as a command"),
        (("--rule", "w:4=2"), "--rule names 'w', and no --engine is called so"),
        (("--rule", "w=2"), "--rule 'w=2' is not of the form NAME:RULE=NUMBER"),
        (("--engine", "w=wine", "--rule", "w:four=2"), "--rule 'w:four=2' is not of the form NAME:RULE=NUMBER"),
        (("--info", "w:x=2"), "--info names 'w', and no --engine is called so"),
        (("--ruleset", "connect6", "--engine", "w=wine"), "the Gomocup protocol does not support Connect6"),
        (
            ("--ruleset", "gomoku", "--engine", "w=wine", "--protocol", "w=sau"),
            "the Connect6 championship protocol does not support",
        ),
        (
            ("--engine", "w=wine", "--protocol", "w=chess"),
            "--protocol names 'chess' (there are: gomocup, sau, cloudict, own)",
        ),
        (("--protocol", "w=sau"), "--protocol names 'w', and no --engine is called so"),
        (("--rows-from-bottom", "w"), "--rows-from-bottom names 'w', and no --engine is called so"),
        (
            ("--engine", "w=wine", "--rows-from-bottom", "w"),
            "--rows-from-bottom names 'w', whose protocol 'gomocup' names no rows by letters",
        ),
        (
            ("--engine", "w=wine", "--protocol", "w=own", "--rule", "w:4=2"),
            "--rule names 'w', whose protocol 'own' has no rule numbers",
        ),
        (("--engine", "w=wine", "--info", "w"), "--info 'w' is not of the form NAME:KEY=VALUE"),
        (
            (*CHAMPIONSHIP, "--openings", "assets/openings/connect6.txt"),
            "w can be told a game from its beginning only, so not with --openings",
        ),
        (("--sprt", "0,20"), "--sprt tests two contestants against each other, not more"),
        (("basic", "advanced", "--sprt", "20"), "--sprt '20' is not of the form ELO0,ELO1"),
        (("basic", "advanced", "--sprt", "20,0"), "the second number must be the greater one"),
        (("--gauntlet", "--near", "2"), "--gauntlet and --near do not go together"),
        (("basic", "advanced", "--anchor", "boss=800"), "--anchor names 'boss', who does not take part"),
        (("basic", "advanced", "--anchor", "basic"), "--anchor 'basic' is not of the form NAME=ELO"),
        (("basic", "advanced", "--anchor", "basic=low"), "--anchor 'basic=low' is not of the form NAME=ELO"),
        (("--openings", "no-such-file"), "the openings in no-such-file cannot be read"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(words, sentence, capsys, tmp_path):
    assert arena.run(arguments(*words, out=tmp_path / "out")) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.startswith("The arena cannot go on: ")
    assert not (tmp_path / "out").exists()


def test_without_contestants_all_levels_meet():
    plan = read_plan(arguments("--ruleset", "gomoku", "--games", 2))
    assert [contestant.name for contestant in plan.contestants] == [level.id for level in plan.ruleset.info.levels]
    count = len(plan.contestants)
    assert len(plan.fixtures) == count * (count - 1)


def test_one_contestant_alone_plays_itself(opponents, tmp_path, capsys):
    plan = read_plan(arguments("--engine", "w=wine -x", "--games", 2))
    assert [contestant.name for contestant in plan.contestants] == ["w", "w (2)"]
    assert [contestant.engine.command for contestant in plan.contestants] == [("wine", "-x")] * 2
    assert arena.run(arguments(*QUICK, "basic", "--games", 2, out=tmp_path)) == 0
    assert "basic - basic (2)" in capsys.readouterr().out
    assert [game["seats"] for game in games_in(tmp_path)] == [[0, 1], [1, 0]]


def test_a_plug_in_with_one_level_plays_itself(plugin_folder):
    words = arguments("--ruleset", "four_in_a_row", "--games", 2)
    words.plugins = plugin_folder
    plan = read_plan(words)
    assert [(contestant.name, contestant.level) for contestant in plan.contestants] == [
        ("any", "any"),
        ("any (2)", "any"),
    ]


def test_engines_have_their_own_rule_numbers_settings_and_commands_of_several_words():
    own = ("--rule", "wine:4=2", "--info", "wine:thread_num=2")
    plan = read_plan(arguments("basic", "--engine", "wine=wine pbrain.exe -x", *own))
    engine = plan.contestants[1].engine
    assert engine.command == ("wine", "pbrain.exe", "-x")
    assert engine.rules == {4: 2}
    assert engine.settings == {"thread_num": "2"}


def test_an_engine_may_speak_another_protocol_with_rows_from_the_bottom_and_words_of_its_own():
    own = ("--rows-from-bottom", "w", "--info", "w:depth=4", "--info", "w:vcf")
    plan = read_plan(arguments(*CHAMPIONSHIP, *own))
    engine = plan.contestants[1].engine
    assert (engine.dialect, engine.rows_from_bottom) == ("sau", True)
    assert engine.settings_lines() == ["depth 4", "vcf"]
    assert plan.header["contestants"][1]["protocol"] == "sau"


def test_another_copy_of_this_program_takes_part_in_any_game_by_its_own_protocol():
    words = (
        "--ruleset",
        "threestones",
        "--dice",
        2,
        "--games",
        1,
        "greedy",
        "--engine",
        f"Copy={sys.executable} main.py engine",
    )
    plan = read_plan(arguments(*words, "--protocol", "Copy=own", "--info", "Copy:level=beginner", "--nodes", 7))
    conversation = dialect_of(plan.contestants[1].engine).begin(plan.contestants[1].engine, RULESETS)
    match = begin_match(RULESETS["threestones"], plan.terms.options, 1, ())
    lines = conversation.ask(question_about(match, plan.contestants[1].level, seconds=1.0, seed=1)).lines
    assert "INFO ruleset threestones" in lines
    assert [line for line in lines if "level" in line] == ["INFO level beginner"]


def test_a_log_from_before_there_were_protocols_is_gone_on_with():
    told = read_plan(arguments("basic", "--engine", "w=wine")).header["contestants"][1]
    assert set(told) == {"name", "command", "rules", "settings"}


# Playing


def test_an_arena_leaves_its_log_its_games_and_its_table(opponents, tmp_path, capsys):
    assert arena.run(arguments(*QUICK, "basic", "advanced", "--games", 4, "--jobs", 2, out=tmp_path)) == 0
    assert sorted(game["number"] for game in games_in(tmp_path)) == [1, 2, 3, 4]
    assert len(list((tmp_path / "sgf").glob("*.sgf"))) == len(list((tmp_path / "psq").glob("*.psq"))) == 4
    table = (tmp_path / arena.TABLE_NAME).read_text(encoding="utf-8")
    assert "basic - advanced" in table
    assert "basic - advanced" in capsys.readouterr().out


def test_a_game_is_kept_in_the_formats_of_its_ruleset_too(opponents, tmp_path):
    words = ("--ruleset", "connect6", "casual", "six_tuples", "--games", 2, "--most-plies", 9)
    assert arena.run(arguments(*words, out=tmp_path)) == 0
    (one, two) = sorted((tmp_path / "connect6_record").glob("*.txt"))
    assert one.read_text(encoding="utf-8").startswith(
        "{[C6][casual B][six_tuples W][和棋][][];B(A,19);W(B,19);W(C,19);"
    )
    assert two.read_text(encoding="utf-8").startswith("{[C6][six_tuples B][casual W]")
    assert not (tmp_path / "psq").exists()


def test_the_same_command_plays_only_what_is_missing_and_a_longer_one_goes_on(opponents, tmp_path):
    short, more = ("--games", 2), ("--games", 6)
    arena.run(arguments(*QUICK, "basic", "advanced", *short, out=tmp_path))
    before = (tmp_path / arena.LOG_NAME).read_bytes()
    arena.run(arguments(*QUICK, "basic", "advanced", *short, out=tmp_path))
    assert (tmp_path / arena.LOG_NAME).read_bytes() == before
    arena.run(arguments(*QUICK, "basic", "advanced", *more, out=tmp_path))
    after = (tmp_path / arena.LOG_NAME).read_bytes()
    assert after.startswith(before)
    assert len(games_in(tmp_path)) == 6


def test_two_arenas_at_once_do_not_write_into_one_log(opponents, tmp_path, capsys):
    plan = read_plan(arguments(*QUICK, "basic", "advanced", "--games", 2))
    log = arena.ArenaLog(tmp_path / arena.LOG_NAME, plan.header)
    assert arena.run(arguments(*QUICK, "basic", "advanced", "--games", 2, out=tmp_path)) == 2
    assert "another arena is writing this just now" in capsys.readouterr().err
    del log
    assert arena.run(arguments(*QUICK, "basic", "advanced", "--games", 2, out=tmp_path)) == 0


def test_another_arena_does_not_go_into_the_same_folder(opponents, tmp_path, capsys):
    arena.run(arguments(*QUICK, "basic", "advanced", "--games", 2, out=tmp_path))
    assert arena.run(arguments(*QUICK, "basic", "alpha_beta", "--games", 2, out=tmp_path)) == 2
    assert "this is another arena: its 'contestants' is" in capsys.readouterr().err


def test_the_sequential_test_ends_an_arena_early_and_does_not_begin_it_again(opponents, tmp_path):
    opponents["advanced"] = "It gives up."
    command = (*QUICK, "basic", "advanced", "--games", 200, "--sprt", "0,100")
    arena.run(arguments(*command, out=tmp_path))
    played = len(games_in(tmp_path))
    assert 4 <= played < 60
    arena.run(arguments(*command, out=tmp_path))
    assert len(games_in(tmp_path)) == played
    assert "stronger" in (tmp_path / arena.TABLE_NAME).read_text(encoding="utf-8")


def test_forfeits_are_told(opponents, tmp_path, capsys):
    opponents["advanced"] = "It gives up."
    arena.run(arguments(*QUICK, "basic", "advanced", "--games", 2, out=tmp_path))
    assert "Game 1, error: advanced: It gives up." in capsys.readouterr().err


@pytest.mark.parametrize("more", [(), ("--clock", "5+1")])
@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("no-such-program", "w cannot play: it could not be started (No such file or directory) (the command is '"),
        (f"{sys.executable} -c 1", "w's program quit without answering (the command is '"),
        (f"{sys.executable} {PUPPET} refuses", "w cannot play: only boards of 15 (the command is '"),
    ],
)
def test_an_engine_that_cannot_start_is_an_error(command, problem, more, tmp_path, capsys):
    words = (*QUICK, "single_point", "--engine", f"w={command}", "--games", 2, *more)
    assert arena.run(arguments(*words, out=tmp_path)) == 2
    said = capsys.readouterr()
    assert f"The arena cannot go on: {problem}{command}').\n" in said.err
    assert said.out == ""
    assert games_in(tmp_path) == []


def test_levels_and_engines_meet_as_programs(tmp_path):
    puppets = [f"{name}={sys.executable} {PUPPET} {fault}" for name, fault in (("good", "none"), ("bad", "outside"))]
    words = (*QUICK, "single_point", "--engine", puppets[0], "--engine", puppets[1], "--gauntlet", "--games", 2)
    assert arena.run(arguments(*words, "--jobs", 2, out=tmp_path)) == 0
    played = games_in(tmp_path)
    assert len(played) == 4
    assert {game["seats"][game["winner"]] for game in played} == {0}
    own = f"Stone Fair {own_version()}"
    # A program that is never asked for a move is not started.
    assert {version for game in played for version in game["versions"]} <= {own, "Puppet 1", ""}
    assert any(set(game["versions"]) == {own, "Puppet 1"} for game in played)
    assert {commit for game in played for commit in game.get("commits", ())} <= {own_commit(), ""}
    notes = {game["note"] for game in played if 2 in game["seats"]}
    assert notes == {"bad: bad answered 99,99, which is not on the board."}


@pytest.mark.slow
def test_an_arena_of_openings_by_dice_goes_on_to_more_games(opponents, tmp_path):
    out, words = tmp_path / "out", ("basic", "advanced", "--dice", 3)
    assert arena.run(arguments(*words, "--games", 2, out=out)) == 0
    assert arena.run(arguments(*words, "--games", 6, out=out)) == 0
    games = [json.loads(line) for line in (out / "games.jsonl").read_text(encoding="utf-8").splitlines()[1:]]
    thrown = [tuple(game["moves"][:3]) for game in games]
    assert thrown[::2] == thrown[1::2]
    assert len(set(thrown)) == 3
    assert arena.run(arguments("basic", "advanced", "--dice", 4, "--games", 6, out=out)) == 2


def test_a_killed_arena_goes_on_where_it_was(tmp_path):
    words = [*map(str, QUICK), "basic", "single_point", "--games", "8", "--out", str(tmp_path)]
    log = tmp_path / arena.LOG_NAME
    running = subprocess.Popen(own_command("arena", *words), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + PATIENCE
    while not (log.exists() and log.read_bytes().count(b"\n") >= 3) and time.monotonic() < until:
        time.sleep(0.01)
    running.kill()
    running.wait()
    before = games_in(tmp_path)
    assert 2 <= len(before) < 8
    with log.open("ab") as file:
        file.write(b'{"number": 5, "sea')
    assert arena.run(arguments(*words)) == 0
    after = games_in(tmp_path)
    assert after[: len(before)] == before
    assert sorted(game["number"] for game in after) == list(range(1, 9))


def test_the_same_command_plays_on_a_dask_cluster(tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as two:
        words = (*QUICK, "basic", "advanced", "--games", 4, "--scheduler", two.scheduler_address)
        assert arena.run(arguments(*words, out=tmp_path)) == 0
    assert len(games_in(tmp_path)) == 4


def test_a_ladder_says_the_elo_of_each_level_from_the_anchor_on_and_how_it_was_measured(opponents, tmp_path):
    ladder = tmp_path / "ladder.json"
    words = (*QUICK, "basic", "advanced", "single_point", "--near", 1, "--games", 4)
    more = ("--anchor", "basic=800", "--ladder", ladder)
    assert arena.run(arguments(*words, *more, out=tmp_path)) == 0
    told = json.loads(ladder.read_text(encoding="utf-8"))
    assert told["games"] == 8
    assert "--near 1 --games 4 --anchor basic=800" in told["command"]
    assert told["conditions"]["options"]["size"] == 7
    levels = rated(RULESETS["gomoku"].info.levels, ladder.read_text(encoding="utf-8"))
    assert [level.elo is not None for level in levels[:4]] == [True, True, True, False]
    assert {level.id: level.elo for level in levels}["basic"] == 800


def test_a_ladder_leaves_out_the_games_in_which_a_program_failed(opponents, tmp_path):
    ladder = tmp_path / "ladder.json"
    opponents["basic"] = "It gives up."
    words = (*QUICK, "basic", "advanced", "single_point", "--near", 1, "--games", 4, "--ladder", ladder)
    assert arena.run(arguments(*words, out=tmp_path)) == 0
    assert len(games_in(tmp_path)) == 8
    assert json.loads(ladder.read_text(encoding="utf-8"))["games"] == 4


def test_an_arena_needs_no_rich(opponents, monkeypatch, tmp_path, capsys):
    words = (*QUICK, "basic", "advanced", "--games", 2)
    arena.run(arguments(*words, out=tmp_path / "with"))
    monkeypatch.setattr(arena_display, "find_spec", lambda name: None)
    assert arena.run(arguments(*words, out=tmp_path / "without")) == 0
    with_rich, without = ((tmp_path / out / arena.TABLE_NAME).read_text("utf-8") for out in ("with", "without"))
    assert without.splitlines()[0] == with_rich.splitlines()[0]
    said = capsys.readouterr()
    assert "basic - advanced" in said.out
    assert re.search(r"^2/2  [\d.]+ games/min  basic 1-0-1$", said.err, re.MULTILINE)


# For scripts


def kinds(**counted):
    return {"time": 0, "late": 0, "crash": 0, "illegal": 0, "error": 0, "unknown": 0, **counted}


def test_json_has_standings_pairings_and_the_state_of_the_test(opponents, tmp_path, capsys):
    opponents["advanced"] = "It gives up."
    words = (*QUICK, "basic", "advanced", "--games", 2, "--sprt", "0,20", "--json")
    assert arena.run(arguments(*words, out=tmp_path)) == 0
    said = json.loads(capsys.readouterr().out)
    assert set(said) == {"ruleset", "options", "games", "planned", "contestants", "pairings", "sprt"}
    assert (said["ruleset"], said["options"]["size"], said["games"], said["planned"]) == ("gomoku", 7, 2, 2)
    basic, advanced = said["contestants"]
    assert list(basic) == list(advanced) == CONTESTANT_KEYS.split()
    assert (basic["name"], basic["level"], basic["command"], basic["won"]) == ("basic", "basic", None, 2)
    assert basic["low"] < 0 < basic["elo"] < basic["high"]
    assert (advanced["lost"], advanced["score"], advanced["forfeits"]) == (2, 0.0, kinds(error=2))
    (pairing,) = said["pairings"]
    assert (pairing["contestants"], pairing["games"], pairing["pairs"]) == (["basic", "advanced"], 2, 1)
    assert (pairing["elo"], pairing["forfeits"]) == (1200.0, [kinds(), kinds(error=2)])
    test = said["sprt"]
    assert (test["elo0"], test["elo1"], test["state"]) == (0.0, 20.0, "goes on")
    assert test["lower"] < 0 < test["llr"] < test["upper"]


def test_json_of_an_old_log_is_complete_and_names_versions_once():
    plan = read_plan(arguments("basic", "--engine", "w=wine -x", "--games", 2))
    told = {"versions": ("Wine 2", "Stone Fair 1"), "commits": ("", "a" * 40)}
    games = [record(1, (0, 1), None), record(2, (1, 0), 0, **told), record(4, (1, 0), 0, **told)]
    engine, level = report(plan, games)["contestants"]
    assert (engine["level"], engine["command"], engine["versions"], engine["commits"]) == (
        None, ["wine", "-x"], ["Wine 2"], [],
    )  # fmt: skip
    assert (level["versions"], level["commits"]) == (["Stone Fair 1"], ["a" * 40])
    assert report(plan, games)["sprt"] is None
    assert report(plan, [])["contestants"] == []


# The log


@pytest.mark.parametrize(
    ("line", "problem"),
    [("nonsense", "this is not JSON"), ("[]", "this is no JSON object"), ('{"number": 1}', "this is no game")],
)
def test_a_damaged_log_is_refused_with_its_line(tmp_path, line, problem):
    path = tmp_path / "games.jsonl"
    ArenaLog(path, {"seed": 1}).add(record(1, (0, 1), 0))
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    with pytest.raises(ParseError) as error:
        ArenaLog(path, {"seed": 1})
    assert error.value.line == 3
    assert problem in str(error.value)


def test_games_come_back_from_the_log_as_they_were(tmp_path):
    game = record(1, (1, 0), None, moves=("h8", "i9"), milliseconds=(0, 3), scores={"b": 2}, note="ä")
    ArenaLog(tmp_path / "games.jsonl", {}).add(game)
    assert ArenaLog(tmp_path / "games.jsonl", {}).games == [game]


# Tables


GAMES = [
    record(1, (0, 1), 0),
    record(2, (1, 0), 1),
    record(3, (0, 2), None),
    record(4, (2, 0), 0, termination="forfeit"),
    record(5, (0, 1), 1),
]


def test_encounters_count_games_as_the_first_contestant_sees_them_and_only_whole_pairs():
    against_one, against_two = encounters(GAMES)
    assert (against_one.tally.wins, against_one.tally.losses, against_one.pairs) == (2, 1, (1.0,))
    assert (against_two.tally.draws, against_two.tally.losses, against_two.tally.forfeits) == (1, 1, 1)
    assert against_two.pairs == (0.25,)


def test_forfeits_are_counted_by_kind_and_named_in_the_verdict():
    lost = {"termination": "forfeit"}
    games = [
        record(1, (0, 1), 0, **lost, forfeit="crash"),
        record(2, (1, 0), 1, **lost, forfeit="crash"),
        record(3, (0, 1), 1, termination="time", forfeit="time"),
        record(4, (1, 0), 1, **lost),
        record(5, (0, 1), 0),
    ]
    (encounter,) = encounters(games)
    assert encounter.forfeits == ({"time": 1}, {"crash": 2, "unknown": 1})
    text = as_text(tables(games, ["ann", "bob"], SequentialTest(0, 20)))
    assert "goes on (forfeits: ann 1 time; bob 2 crash, 1 unknown)" in text
    assert "│ 2 crash, 1 unknown │" in text


def test_the_strongest_stands_first_and_who_has_not_played_does_not_stand():
    found = standings(GAMES, 4)
    assert [standing.contestant for standing in found] == [2, 0, 1]
    assert sum(standing.rating.elo for standing in found) == pytest.approx(0, abs=1e-6)


TURNS = (0, 1, 0)


def test_tables_tell_the_points_a_game_and_the_average_and_longest_time_of_a_turn():
    games = [
        record(1, (0, 1), 0, termination="points", scores={"w": 20, "b": 10}, milliseconds=(0, 300, 100), movers=TURNS),
        record(
            2, (1, 0), None, termination="points", scores={"w": 7, "b": 7}, milliseconds=(0, 500, 900), movers=TURNS
        ),
    ]
    (encounter,) = encounters(games)
    assert encounter.tally.margin == 10
    (first,) = [standing.tally for standing in standings(games, 2) if standing.contestant == 0]
    assert (first.turns, first.average, first.worst) == (2, 300, 500)
    text = as_text(tables(games, ["ann", "bob"], None))
    assert "+5.0" in text
    assert "0.30" in text


def test_who_loses_otherwise_than_by_points_was_not_behind_by_them():
    ended = [record(1, (0, 1), 1, termination=how, scores={"w": 30, "b": 2}).margin for how in ("forfeit", "time")]
    assert ended == [0, 0]


def test_tables_tell_how_a_clock_was_used():
    games = [
        record(
            1, (0, 1), 0, termination="time", milliseconds=(0, 400, 800, 1200), movers=(1, 0, 1, 0), least_left=(350, 0)
        ),
        record(2, (1, 0), 0, milliseconds=(0, 600), movers=(0, 1), least_left=(2000, 250)),
    ]
    rows = [line.split("│") for line in as_text(tables(games, ("one", "two"), None)).splitlines()]
    used = {row[1].strip(): [cell.strip() for cell in row[2:5]] for row in rows if len(row) == 10}
    del used["contestant"]
    assert used == {"one": ["0", "0.25", "0.73"], "two": ["1", "0.00", "0.80"]}
    assert "lost on time" not in as_text(tables([record(1, (0, 1), 0)], ("one", "two"), None))


def test_a_table_is_drawn_with_lines_and_wide_letters_take_two_columns(capsys):
    text = Table(("name", "Elo"), [("弈心", "+7"), ("a", "-10")]).text()
    assert text.splitlines() == [
        "┌──────┬─────┐",
        "│ name │ Elo │",
        "├──────┼─────┤",
        "│ 弈心 │  +7 │",
        "│ a    │ -10 │",
        "└──────┴─────┘",
    ]
    show(text)
    assert capsys.readouterr().out == text


def test_a_table_is_shown_where_its_characters_cannot_be(monkeypatch):
    output = io.TextIOWrapper(io.BytesIO(), encoding="cp1252", newline="\n")
    monkeypatch.setattr(sys, "stdout", output)
    show(Table(("弈", "95 %"), [("a", "±7")]).text())
    output.flush()
    shown = output.buffer.getvalue().decode("cp1252").splitlines()
    assert shown[1:4] == ["| ? | 95 % |", "+----+------+", "| a  |   ±7 |"]


def test_tables_name_everybody_and_tell_the_verdict():
    text = as_text(tables(GAMES, ["ann", "bob", "cid"], None))
    assert "ann - bob" in text
    assert "2-0-1" in text
    assert text.isprintable() or "\n" in text
    two = as_text(tables(GAMES[:2], ["ann", "bob"], SequentialTest(0, 20)))
    assert "goes on" in two
