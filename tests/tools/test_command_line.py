"""What a stranger may type: wrong words end with a sentence, and every help has an example that can be given."""

import argparse
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import main
from tools.command_line.examples import EXAMPLES
from tools.command_line.parser import Number

ROOT = Path(__file__).parents[2]


def parsers_of(parser):
    """The parsers of the program, of its commands and of theirs, by their words."""
    yield parser.prog.partition(" ")[2], parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in dict.fromkeys(action.choices.values()):
                yield from parsers_of(inner)


PARSERS = dict(parsers_of(main._parser()))
OPTIONS = [
    pytest.param(parser, action, id=f"{words} {action.option_strings[0]}")
    for words, parser in PARSERS.items()
    for action in parser._actions
    if isinstance(action.type, Number)
]


def refusal(capsys, *words):
    """The last line of what the program says to words that it refuses."""
    with pytest.raises(SystemExit) as end:
        main.main(words)
    assert end.value.code == 2
    return capsys.readouterr().err.splitlines()[-1]


def test_every_number_on_the_command_line_has_bounds():
    types = {(words, action.dest): action.type for words, parser in PARSERS.items() for action in parser._actions}
    assert len(OPTIONS) > 25
    assert [each for each, kind in types.items() if kind in (int, float)] == []


@pytest.mark.parametrize(("parser", "action"), OPTIONS)
def test_a_wrong_number_is_refused_in_a_sentence(parser, action, capsys):
    (option, *_), bounds = action.option_strings, action.type
    wrong = ("", "abc", "nan", "inf", "-inf", "1e999", "9" * 5_000, str(bounds.least - 1), str(bounds.most + 1))
    for word in (*wrong, *(("1.5",) if bounds.is_whole else ())):
        with pytest.raises(SystemExit, match="2"):
            parser.parse_args([f"{option}={word}"])
        told = capsys.readouterr().err.splitlines()[-1]
        assert f"argument {option}: " in told
        assert f"from {bounds.least:,} to {bounds.most:,}" in told
        assert len(told) < 200


@pytest.mark.parametrize(("_parser", "action"), OPTIONS)
def test_the_bounds_and_the_usual_number_are_allowed(_parser, action):
    bounds = action.type
    assert [bounds(str(number)) for number in (bounds.least, bounds.most)] == [bounds.least, bounds.most]
    assert action.default is None or bounds.least <= action.default <= bounds.most


@pytest.mark.parametrize("words", PARSERS)
def test_the_help_of_every_command_ends_with_examples_that_can_be_given(words):
    given = [f"{words} {example}".strip() for example in EXAMPLES[words]]
    assert PARSERS[words].format_help().endswith("".join(f"  stone-fair {each}".rstrip() + "\n" for each in given))
    for each in given:
        if "--help" not in each:
            typed = shlex.split(each.partition(" <")[0])
            assert main._parser().parse_args(main._with_command(typed)).command


@pytest.mark.parametrize("name", main._OWN_COMMANDS)
def test_commands_that_only_the_program_starts_work_and_are_not_in_its_help(name):
    assert f" {name} " not in PARSERS[""].format_help()
    assert main._parser().parse_args([name, "word"]).command is main._COMMANDS[name][0]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["arna"], "arna is neither a command nor a file; did you mean arena? All commands: stone-fair --help\n"),
        (["Arena"], "Arena is neither a command nor a file; did you mean arena? All commands: stone-fair --help\n"),
        (
            ["--plugins", "x", "try-plug-in"],
            "try-plug-in is neither a command nor a file. All commands: stone-fair --help\n",
        ),
        (["nosuch"], "nosuch is neither a command nor a file. All commands: stone-fair --help\n"),
        (["nosuch", "--help"], "nosuch is neither a command nor a file. All commands: stone-fair --help\n"),
    ],
)
def test_an_unknown_word_is_told_with_the_nearest_command_and_nothing_else(words, sentence, capsys):
    assert main.main(words) == 2
    assert capsys.readouterr() == ("", sentence)


def test_a_file_without_a_suffix_is_opened(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path("arna").touch()
    assert main._why_unknown(["arna"]) == ""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("arena", "--gmaes=3"), "stone-fair arena: error: unknown: --gmaes=3; did you mean --games?"),
        (("bench", "ui", "--nothing"), "stone-fair bench ui: error: unknown: --nothing"),
        (("--versoin",), "stone-fair: error: unknown: --versoin; did you mean --version?"),
    ],
)
def test_an_unknown_option_is_told_with_the_nearest_one_of_its_command(words, sentence, capsys):
    assert refusal(capsys, *words) == sentence


def start(*words, **more):
    """Start the program as a stranger does, in a process of its own."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "main.py", *words], cwd=ROOT, text=True, **(pipes | more))


@pytest.mark.parametrize("words", [("--help",), ("convert", "--json", "README.md")])
def test_a_closed_output_ends_the_program_quietly(words):
    reading, writing = os.pipe()
    os.close(reading)
    process = start(*words, stdout=writing, env={**os.environ, "PYTHONUNBUFFERED": ""})
    os.close(writing)
    assert process.communicate()[1] == ""
    assert process.returncode == 141


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends Ctrl+C to a console only")
def test_ctrl_c_ends_a_command_quietly():
    # A shell lets programs in the background ignore the signal, and those that they start.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = start("referee")
    signal.signal(signal.SIGINT, before)
    process.stdin.write('{"ruleset": "gomoku"}\n')
    process.stdin.flush()
    assert '"ok": true' in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    # Its input stays open: an end of the input would end it, too.
    assert process.wait(60) == 130
    assert process.communicate()[1] == ""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a screen")
def test_the_bench_of_the_window_says_that_there_is_no_screen():
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    process = start("bench", "ui", env=environment)
    assert process.communicate()[1].splitlines()[-1] == "Stone Fair found no screen to open its window on."
    assert process.returncode == 2


@pytest.mark.parametrize("words", [("stress", "--again", "damaged saves"), ("bench", "engine", "--forced-wins", "x")])
@pytest.mark.parametrize("word", ["x", "nan", "-1", "9" * 5_000])
def test_a_wrong_number_after_another_word_is_refused_in_a_sentence(words, word, capsys):
    assert main.main([*words, word]) == 2
    assert "is not a" in capsys.readouterr().err
