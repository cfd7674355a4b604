"""The command line hands every command to the one who knows it."""

import tomllib
from pathlib import Path

import pytest

import main
from game.core import own_program
from game.engine.client import relay
from game.engine.server import preparing
from game.engine.server import process as brain
from game.engine.server.gtp_session import GtpSetup
from game.session.matches import arena, referee
from game.storage.single_instance import sender


@pytest.fixture
def called(monkeypatch):
    """What the headless commands were called with."""
    calls = []
    monkeypatch.setattr(brain, "run", lambda plugins, tried: calls.append(("engine", plugins)) or 0)
    monkeypatch.setattr(brain, "run_sau", lambda plugins, seconds, tried: calls.append(("sau", seconds)) or 6)
    monkeypatch.setattr(brain, "run_gtp", lambda plugins, setup, tried: calls.append(("gtp", setup)) or 7)
    monkeypatch.setattr(referee, "run", lambda plugins: calls.append(("referee", plugins)) or 3)
    monkeypatch.setattr(arena, "run", lambda arguments: calls.append(("arena", arguments)) or 4)
    monkeypatch.setattr(relay, "run", lambda command, folder: calls.append((*command, folder)) or 5)
    return calls


def test_a_command_gets_the_plug_in_folder_wherever_the_option_stands(called):
    assert main.main(["engine", "--plugins", "here"]) == 0
    assert main.main(["--plugins", "there", "referee"]) == 3
    assert called == [("engine", Path("here")), ("referee", Path("there"))]


def test_the_plug_in_folder_defaults_to_the_users(called, monkeypatch, tmp_path):
    monkeypatch.setenv("STONE_FAIR_HOME", str(tmp_path))
    main.main(["engine"])
    ((_, folder),) = called
    assert folder.parent == tmp_path


def test_a_process_of_ours_is_told_which_plug_ins_were_tried(monkeypatch):
    told = []
    monkeypatch.setattr(brain, "run", lambda plugins, tried: told.append(tried) or 0)
    monkeypatch.setattr(preparing, "run", lambda *_words, tried, **_: told.append(tried) or 0)
    for words in (["engine"], ["engine", "--tried"], ["prepare", "gomoku", "--attended", "--tried", "one", "two"]):
        main.main(words)
    assert told == [None, [], ["one", "two"]]


def test_the_engine_speaks_another_protocol_when_it_is_named_with_the_time_for_a_turn(called):
    assert main.main(["engine", "--protocol", "sau"]) == 6
    assert main.main(["engine", "--protocol", "sau", "--seconds", "0.5"]) == 6
    assert called == [("sau", 5.0), ("sau", 0.5)]


def test_the_go_text_protocol_takes_rules_a_level_and_a_time(called):
    assert main.main(["engine", "--protocol", "gtp", "--rules", "renju", "--level", "basic", "--seconds", "2"]) == 7
    assert called == [("gtp", GtpSetup("renju", "basic", 2.0))]


def test_the_words_of_an_engine_are_left_alone_even_where_they_look_like_options(called):
    assert main.main(["relay", "--folder", "here", "--", "engine", "--depth", "3"]) == 5
    assert called == [("engine", "--depth", "3", Path("here"))]


def test_the_arena_is_handed_its_arguments(called):
    assert main.main(["arena", "weak", "strong", "--engine", "x=y", "--plugins", "here"]) == 4
    ((_, arguments),) = called
    assert (arguments.levels, arguments.engine, arguments.plugins) == (["weak", "strong"], ["x=y"], Path("here"))


def test_an_interrupted_command_ends_quietly(monkeypatch):
    def interrupted(plugins, tried):
        raise KeyboardInterrupt

    monkeypatch.setattr(brain, "run", interrupted)
    assert main.main(["engine"]) == 130


@pytest.mark.parametrize(
    "arguments",
    [
        ["bench"],
        ["bench", "sound"],
        ["engine", "--speed"],
        ["engine", "--protocol", "chess"],
        ["engine", "--seconds", "nan"],
        ["engine", "--seconds", "-1"],
    ],
)
def test_a_wrong_command_line_is_refused_with_the_usage(arguments, capsys):
    with pytest.raises(SystemExit) as end:
        main.main(arguments)
    assert end.value.code == 2
    assert "usage: stone-fair" in capsys.readouterr().err


def test_a_word_that_is_no_command_is_a_file_for_the_window(monkeypatch):
    opened = []
    monkeypatch.setattr(sender, "hand_over", lambda file: False)
    monkeypatch.setattr("game.ui.window.run", lambda arguments: opened.append((arguments.file, arguments.plugins)) or 0)
    for words in (["a game.sgf"], ["--plugins", "here", "a game.sgf"], ["open", "engine"], ["--plugins=here"]):
        assert main.main(words) == 0
    assert [file for file, _ in opened] == [Path("a game.sgf"), Path("a game.sgf"), Path("engine"), None]
    assert [str(plugins) for _, plugins in opened[1::2]][-1] == "here"


@pytest.mark.parametrize(("commit", "told"), [("", ""), ("7" * 40, f", commit {'7' * 40}")])
def test_the_version_is_that_of_the_package_with_the_commit_if_it_is_known(commit, told, monkeypatch, capsys):
    monkeypatch.setattr(own_program, "own_commit", lambda: commit)
    with pytest.raises(SystemExit) as end:
        main.main(["--version"])
    assert end.value.code == 0
    project = tomllib.loads((Path(main.__file__).parent / "pyproject.toml").read_text())["project"]
    assert capsys.readouterr().out == f"Stone Fair {project['version']}{told}\n"


def test_a_checkout_knows_its_commit_with_and_without_packed_references(monkeypatch, tmp_path):
    one, two = "1" * 40, "2" * 40
    (tmp_path / "game" / "core").mkdir(parents=True)
    (tmp_path / "main.py").touch()
    monkeypatch.setattr(own_program, "__file__", str(tmp_path / "game" / "core" / "own_program.py"))
    commit = own_program.own_commit.__wrapped__
    assert commit() == ""
    shared, tree = tmp_path / "git", tmp_path / "git" / "worktrees" / "tree"
    tree.mkdir(parents=True)
    (tmp_path / ".git").write_text("gitdir: git/worktrees/tree\n")
    (tree / "commondir").write_text("../..\n")
    (tree / "HEAD").write_text("ref: refs/heads/main\n")
    (shared / "packed-refs").write_text(f"# pack-refs\n{two} refs/heads/other\n{one} refs/heads/main\n^{two}\n")
    assert commit() == one
    (shared / "refs" / "heads").mkdir(parents=True)
    (shared / "refs" / "heads" / "main").write_text(f"{two}\n")
    assert commit() == two
    (tree / "HEAD").write_text(f"{one}\n")
    assert commit() == one
    (tree / "HEAD").write_text("nonsense\n")
    assert commit() == ""


def test_a_packaged_program_knows_the_commit_that_it_was_made_of(monkeypatch, tmp_path):
    (tmp_path / "main.py").touch()
    monkeypatch.setattr(own_program, "__file__", str(tmp_path / "game" / "core" / "own_program.py"))
    commit = own_program.own_commit.__wrapped__
    for recorded, known in ((f"{'7' * 40}\n", "7" * 40), ("\n", "")):
        (tmp_path / own_program.COMMIT_FILE).write_text(recorded)
        assert commit() == known


def test_an_installed_program_asks_its_package_for_the_version(monkeypatch, tmp_path):
    monkeypatch.setattr(own_program, "__file__", str(tmp_path / "game" / "core" / "own_program.py"))
    monkeypatch.setattr(own_program.metadata, "version", lambda name: {"stone-fair": "9.8"}[name])
    assert own_program.own_version.__wrapped__() == "9.8"


def test_a_file_that_is_not_there_opens_no_window_and_is_told(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("STONE_FAIR_HOME", str(tmp_path))
    assert main.main([str(tmp_path / "missing.txt")]) == 2
    assert "missing.txt" in capsys.readouterr().err
