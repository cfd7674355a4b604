"""The pages tell the truth: their commands can be given, their examples work, and what they name is there."""

from __future__ import annotations

import ast
import builtins
import importlib
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from argparse import ArgumentParser, Namespace, _SubParsersAction
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import main
from game.conformance import check_ruleset
from game.core.language import ENGLISH, set_language
from game.core.ruleset import Ruleset
from game.core.tournament import Practice
from game.plugins.drop_ins import DROP_IN_PACKAGE
from game.plugins.registry import discover
from game.session.matches.arena_plan import chosen_openings, chosen_options, chosen_ruleset, read_plan
from game.session.records.counting import practice_text
from tools.page_text import PAGES, ROOT, Block, Command, anchors, blocks, code_spans, commands, links, name_of, read
from tools.structure_picture import packages_of

TOY = ROOT / "tests" / "data" / "toy_ruleset.py"
#: The whole games of the page for authors, which the tests play, by the mark above them.
WHOLE_GAMES = {"toy ruleset": TOY, "order and chaos": TOY.with_name("order_and_chaos.py")}
RULESETS_PAGE = ROOT / "docs" / "rulesets.md"
ENGINES_PAGE = ROOT / "docs" / "engines.md"
COMMANDS = [command for page in PAGES for command in commands(page)]
PYTHONS = ("python", "python3", ".venv/bin/python")
#: What stands for something that the reader fills in: FILE, NAME, <id>, /path/to/wine, …
PLACEHOLDER = re.compile(r"\b(?!README|CONTRIBUTING|CHANGELOG)[A-Z]{2,}\b|/path/to/|…")
PATH = re.compile(r"[\w.*<>{}-]*(/[\w.*<>{}-]*)+|[\w-]+\.(py|md|toml|yaml)")
#: What is named like a file of the project and lies elsewhere.
ELSEWHERE = {
    ".venv/bin/python": "the environment that a reader makes",
    "locale/<code>/LC_MESSAGES/NAME.mo": "beside a plug-in",
}
FRAMEWORKS = {"ruff", "mypy", "pre-commit"}
#: Keys are in code font, as names of classes are.
KEYS = {"Enter", "Esc", "Space", "Tab"}


def shown(command: Command) -> str:
    return str(command)


def by_page(page: Path) -> str:
    return name_of(page)


def _blocks(page: Path, *, language: str = "", mark: str = "") -> list[Block]:
    found = [b for b in blocks(read(page)) if b.language == (language or b.language) and b.mark == (mark or b.mark)]
    assert found, f"{name_of(page)} has no such block"
    return found


# Commands


def main_arguments(words: tuple[str, ...]) -> Namespace:
    """What the program's own parser makes of a command line; a test fails where it refuses it."""
    try:
        arguments = main._parser().parse_args(main._with_command(words))
        # A word that is no command is taken for a file: one without an ending is more likely a slip.
        is_opened = arguments.command is main._window and arguments.file is not None
        assert not is_opened or arguments.file.suffix or arguments.file.name == "FILE", f"{words} names no command"
        return arguments
    except SystemExit as refusal:
        if refusal.code:
            pytest.fail(f"main.py refuses: {shlex.join(words)}")
        raise


def module_file(module: str) -> Path | None:
    """The file that ``python -m`` runs of ours, found without importing anything."""
    path = ROOT.joinpath(*module.split("."))
    found = (path.with_suffix(".py"), path / "__main__.py")
    return next((file for file in found if file.is_file()), None)


def runs_as_a_program(file: Path) -> bool:
    return '__name__ == "__main__"' in file.read_text(encoding="utf-8")


def options_of(file: Path) -> set[str]:
    """The options that a module adds to an argument parser."""
    calls = (node for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))
    named = (argument for call in calls for argument in call.args if isinstance(argument, ast.Constant))
    return {str(constant.value) for constant in named if str(constant.value).startswith("--")}


def check_module(module: str, words: tuple[str, ...], request: pytest.FixtureRequest) -> None:
    if module == "pytest":
        check_pytest(words, request)
    elif module == "pip":
        check_pip(words)
    elif module.partition(".")[0] in ("tests", "tools", "game", "rulesets", "assets", "box"):
        file = module_file(module)
        assert file is not None, f"there is no module {module}"
        assert runs_as_a_program(file), f"{module} does nothing when it is run"
        assert {word for word in words if word.startswith("--")} <= options_of(file)
    else:
        assert find_spec(module) is not None, f"there is no module {module}"


def check_pytest(words: tuple[str, ...], request: pytest.FixtureRequest) -> None:
    """Against pytest's own parser with the plug-ins of this run, and the markers that are declared."""
    parsed = request.config._parser.parse(list(words))
    missing = [path for path in parsed.file_or_dir if not (ROOT / path.partition("::")[0]).exists()]
    declared = {re.split(r"[:(]", marker)[0].strip() for marker in request.config.getini("markers")}
    assert missing == []
    assert set(re.findall(r"\w+", parsed.markexpr or "")) - {"not", "and", "or"} <= declared


def check_pip(words: tuple[str, ...]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert words[0] == "install"
    for extras in re.findall(r"\[([\w,]+)\]", " ".join(words)):
        assert set(extras.split(",")) <= set(project["optional-dependencies"])


def check_program(file: str, words: tuple[str, ...]) -> None:
    if file != "main.py":
        assert (ROOT / file).is_file(), f"there is no file {file}"
        return
    arguments = main_arguments(words)
    if words[:1] == ("arena",):
        check_arena(arguments)
    elif words[:1] == ("tune",):
        check_tune(arguments)


def check_arena(arguments: Namespace) -> None:
    """The arena's own reader of its arguments: levels, options, engines, openings."""
    is_form = any(PLACEHOLDER.fullmatch(level) for level in arguments.levels)
    if not is_form:
        read_plan(arguments)


def check_tune(arguments: Namespace) -> None:
    from tools.tune import STEPS  # noqa: PLC0415

    ruleset = chosen_ruleset(arguments)
    chosen_openings(arguments.openings, ruleset, chosen_options(ruleset, arguments.option))
    assert set(arguments.steps) <= set(STEPS)


@pytest.mark.parametrize("command", COMMANDS, ids=shown)
def test_a_command_of_a_page_can_be_given(
    command: Command, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    program, *rest = command.words
    words = tuple(rest)
    if program in PYTHONS:
        if words[:1] == ("-m",):
            check_module(words[1], words[2:], request)
        elif words[:1] != ("-c",):
            check_program(words[0], words[1:])
    elif program == "pytest":
        check_pytest(words, request)
    elif program == "pip":
        check_pip(words)
    else:
        assert program in FRAMEWORKS | {"."}, f"nobody knows the program {program!r}"
    assert [word for word in words if names_a_missing_file(word)] == []


def names_a_missing_file(word: str) -> bool:
    """Whether a word of a command is a path into the project that leads nowhere; results may be anywhere."""
    is_path = "/" in word and " " not in word and not PLACEHOLDER.search(word) and not word.startswith((".venv", "{"))
    is_result = word.startswith(("arena-results/", "tune-results/"))
    return is_path and not is_result and not (ROOT / word.partition("::")[0]).exists()


def test_what_the_pages_say_of_lint_and_types_is_what_the_checks_run() -> None:
    checks = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    said = {command.text for command in COMMANDS if command.words[0] in ("ruff", "mypy")}
    assert said
    assert said <= {line.replace(" --check", "") for line in checks}


def test_the_hooks_before_a_commit_are_commands_of_the_checks() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    entries = re.findall(r"^ +entry: (.+)$", hooks, re.MULTILINE)
    assert len(entries) == 4
    assert set(entries) <= set((ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines())


def test_the_readme_promises_a_test_command_that_the_checks_take_from_it() -> None:
    assert len(_blocks(ROOT / "README.md", language="sh", mark="test command")) == 1
    assert "<!-- test command -->" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def known_options() -> set[str]:
    """Every option of the program and of the scripts that the pages name."""
    found = set(_options(main._parser()))
    for command in COMMANDS:
        if command.words[1:2] == ("-m",):
            file = module_file(command.words[2])
            found |= options_of(file) if file else set()
    return found


def _options(parser: ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        yield from action.option_strings
        if isinstance(action, _SubParsersAction):
            for inner in action.choices.values():
                yield from _options(inner)


@pytest.mark.parametrize("page", PAGES, ids=by_page)
def test_every_option_that_a_page_names_exists(page: Path) -> None:
    named = {word for span in code_spans(read(page)) for word in span.split() if re.fullmatch(r"--[a-z-]+", word)}
    assert named - known_options() - {"--strict"} == set()


def run(*words: str, told: str = "", folder: Path | None = None) -> str:
    """What a program of ours answers."""
    environment = {**os.environ, "PYTHONPATH": str(folder)} if folder else None
    done = subprocess.run(
        [sys.executable, *words], input=told, capture_output=True, text=True, cwd=ROOT, check=False, env=environment
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_help_of_every_command_that_the_pages_use_can_be_read() -> None:
    used = {command.words[2] for command in COMMANDS if command.words[1:2] == ("main.py",) and command.words[2:]}
    for name in sorted(used & set(main._COMMANDS)):
        with pytest.raises(SystemExit) as end:
            main._parser().parse_args([name, "--help"])
        assert not end.value.code
    assert "referee" in run("main.py", "--help")


def test_the_referee_answers_the_question_of_the_page() -> None:
    asked = [command for command in COMMANDS if command.words[1:] == ("main.py", "referee") and command.piped]
    assert asked
    for command in asked:
        assert json.loads(run(*command.words[1:], told=f"{command.piped}\n"))["ok"] is True


# Examples


@pytest.mark.parametrize("mark", WHOLE_GAMES)
def test_a_whole_game_of_the_page_is_one_that_keeps_the_contract(mark: str, tmp_path: Path) -> None:
    text = WHOLE_GAMES[mark].read_text(encoding="utf-8")
    assert [block.text for block in _blocks(RULESETS_PAGE, mark=mark)] == [text]
    (tmp_path / "whole_game.py").write_text(text, encoding="utf-8")
    found = discover(tmp_path, [f"{DROP_IN_PACKAGE}.whole_game"])
    assert found.problems == ()
    (ruleset_id,) = (key for key in found.rulesets if found.package(key).startswith(DROP_IN_PACKAGE))
    check_ruleset(found.rulesets[ruleset_id], package=found.package(ruleset_id), games=4)


@pytest.fixture
def examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the examples of the page define, all in one module, as if an author had added them to the toy.

    The other whole game has a module of its own.
    """
    found = _blocks(RULESETS_PAGE, language="python")
    text = "".join(block.text for block in found if block.mark != "order and chaos")
    (tmp_path / "page_examples.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "page_examples", raising=False)
    return vars(importlib.import_module("page_examples"))


def test_a_game_with_everything_that_the_page_shows_keeps_the_contract(examples: dict[str, Any]) -> None:
    class Whole(examples["FourOnAnyBoard"]):  # type: ignore[misc]
        """The toy with options, an opening, a character, a rules card and an introduction."""

        info = replace(
            examples["FourOnAnyBoard"].info,
            choices=examples["CHOICES"],
            levels=examples["LEVELS"],
            rules_card=examples["RULES_CARD"],
        )

        def opening(self, options: object) -> object:
            return examples["SWAP"]

    whole: Ruleset = Whole()
    whole.info = replace(whole.info, sample=())  # type: ignore[misc]
    check_ruleset(whole, package="page_examples", games=4)


def test_the_step_of_the_introduction_that_the_page_shows_can_be_taken(examples: dict[str, Any]) -> None:
    class Taught(examples["FourInARow"]):  # type: ignore[misc]
        """The toy with an introduction of the fewest steps."""

        info = replace(examples["FourInARow"].info, introduction=(examples["STEP"],) * 4)

    check_ruleset(Taught(), package="page_examples", games=1)


def test_a_conversation_with_our_engine_goes_as_the_page_shows(tmp_path: Path) -> None:
    for block in _blocks(ENGINES_PAGE, mark="conversation"):
        environment = {**os.environ, "STONE_FAIR_HOME": str(tmp_path)}
        with subprocess.Popen(
            [sys.executable, "main.py", "engine"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=environment,
        ) as engine:
            assert engine.stdin is not None
            assert engine.stdout is not None
            for line in block.text.splitlines():
                if line.startswith("> "):
                    print(line[2:], file=engine.stdin, flush=True)
                else:
                    assert engine.stdout.readline().rstrip() == line.removeprefix("< ")
            print("END", file=engine.stdin, flush=True)


# What the pages name


def is_there(name: str, page: Path) -> bool:
    """Whether a path, in which ``<id>`` stands for any name, leads somewhere from the root or from the page."""
    pattern = re.sub(r"<\w+>", "*", name).rstrip("/")
    if "/" not in name:
        return any(path.is_file() for path in ROOT.rglob(pattern) if ".venv" not in path.parts)
    folders = (ROOT, page.parent)
    found = [path for folder in folders for path in folder.glob(pattern)]
    return any(path.is_dir() or not name.endswith("/") for path in found)


@pytest.mark.parametrize("page", PAGES, ids=by_page)
def test_every_file_and_folder_that_a_page_names_exists(page: Path) -> None:
    named = {span for span in code_spans(read(page)) if PATH.fullmatch(span) and span not in ELSEWHERE}
    missing = sorted(name for name in named if not PLACEHOLDER.search(name) and not is_there(name, page))
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=by_page)
def test_every_module_that_a_page_names_can_be_imported(page: Path) -> None:
    spans = {
        span for span in code_spans(read(page)) if re.fullmatch(r"(game|rulesets|tests|tools|assets|box)(\.\w+)+", span)
    }
    assert [name for name in sorted(spans) if find_spec(name) is None] == []


@pytest.fixture(scope="module")
def code() -> str:
    """The text of all modules."""
    folders = ("game", "rulesets", "tools", "assets", "box")
    return "\n".join(read(file) for folder in folders for file in (ROOT / folder).rglob("*.py"))


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "CHANGELOG.md"], ids=by_page)
def test_every_class_and_method_that_a_page_names_exists(page: Path, code: str) -> None:
    missing = []
    for span in code_spans(read(page)):
        name = re.fullmatch(r"(?P<type>[A-Z]\w*[a-z]\w*)(\.(?P<member>[a-z_]\w*))?", span)
        if name is None or name["type"] in KEYS or hasattr(builtins, name["type"]):
            continue
        is_defined = re.search(rf"^ *class {name['type']}\b|^{name['type']}\b.*=", code, re.MULTILINE)
        member = name["member"]
        if not is_defined or (member and not re.search(rf"^ +(def )?{member}[(:]", code, re.MULTILINE)):
            missing.append(span)
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=by_page)
def test_every_link_and_picture_leads_somewhere(page: Path) -> None:
    wrong = []
    for link in links(read(page)):
        target, _, anchor = link.partition("#")
        if re.match(r"[a-z]+://", link):
            continue
        file = (page.parent / target) if target else page
        if not file.exists() or (anchor and anchor not in anchors(read(file))):
            wrong.append(link)
    assert wrong == []


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page not in reached:
            reached.add(page)
            targets = (link.partition("#")[0] for link in links(read(page)))
            waiting += [(page.parent / target).resolve() for target in targets if target.endswith(".md")]
    assert set(PAGES) <= reached


def test_the_readme_stays_a_page_that_leads_on() -> None:
    assert len(read(ROOT / "README.md").split()) <= 700


def test_pages_for_players_are_found_by_their_reader_in_sub_folders() -> None:
    assert ROOT / "docs" / "play" / "rated-games.md" in PAGES


@pytest.mark.parametrize("page", [page for page in PAGES if page.parent.name == "play"], ids=by_page)
def test_a_page_for_players_is_short(page: Path) -> None:
    words = re.sub(r"<!-- keys -->.*<!-- end of keys -->", "", read(page), flags=re.DOTALL).replace("|", " ").split()
    assert len(words) <= 600


def test_the_page_about_rated_games_has_every_reason_that_the_program_names() -> None:
    set_language(ENGLISH)
    page = read(ROOT / "docs" / "play" / "rated-games.md")
    assert "## Why was my game not rated?" in page
    assert [reason for reason in map(practice_text, Practice) if f"| {reason} |" not in page] == []


def reason_of_failure(page: Path) -> int:
    """Return the number of words as ``wc -w`` counts them."""
    return len(read(page).split())


def test_the_documentation_stays_short_enough_to_be_read() -> None:
    assert sum(reason_of_failure(page) for page in PAGES if page.is_relative_to(ROOT / "docs")) <= 28_000
    assert reason_of_failure(ROOT / "docs" / "measurements.md") <= 1_500


def test_the_glossary_stays_short() -> None:
    rows = re.findall(r"^\|.*\|$", read(ROOT / "docs" / "architecture.md").partition("\n## Glossary")[2], re.MULTILINE)
    assert 0 < len(rows) - 2 <= 50


@pytest.mark.parametrize(("file", "folder"), [("structure.svg", ""), ("structure_ui.svg", "game/ui")])
def test_the_picture_of_the_structure_shows_the_packages_that_there_are(file: str, folder: str) -> None:
    packages, _between, _cycles = packages_of(ROOT, folder)
    drawn = re.findall(r'font-weight="bold"[^>]*>([^<]+)</text>', read(ROOT / "docs" / "pictures" / file))
    assert sorted(drawn) == sorted(packages)
