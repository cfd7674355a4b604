"""Stress test with damaged files of compiled code: the opponent's process must compile them again, but only once."""

from __future__ import annotations

import os
import random
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from game.core.own_program import own_command
from game.core.ruleset import Ruleset, complete_options
from game.engine.client.opponent import Answer, Question, Thought, Trouble
from game.engine.client.opponent_process import OpponentProcess
from game.engine.client.own_dialect import own_engine
from game.plugins.drop_ins import DROP_IN_PACKAGE
from game.plugins.registry import discover
from game.storage.folders import HOME_VARIABLE
from tools.stress.campaign import Campaign
from tools.stress.damage import damaged

_GAME = "soaked_rows"
#: The source of a plug-in game with one level, whose engine has one compiled function: it compiles in a second.
_PLUG_IN = f"""
from game.core.geometry import square
from game.core.line_game import LineGame, LineRule
from game.core.ruleset import Level, RulesetInfo, Stone
from game.engine.search.compiled import int64, kernel, loading, signature
from game.storage import compiled_code


@kernel(signature(int64, int64))
def middle(count):
    return int64(count // 2)


def warm():
    with compiled_code.one_at_a_time():
        yield from loading()
        compiled_code.mark_ready(__name__)


def think(state, limits):
    moves = list(RULESET.legal_moves(state))
    return moves[middle(len(moves))]
    yield


class Rows(LineGame):
    board = square(7)
    line_rule = LineRule(length=4)
    info = RulesetInfo(
        id="{_GAME}", title="Rows", pitch="", stones=(Stone("b", "Black", "black"), Stone("w", "White", "white")),
        colours=("b", "w"), options=(), levels=(Level("k", "Kernel", "", thinker=".think", compiled=True),),
        hint_level="k", accent="#ff7a5c", accent2="#fff4dc",
    )


RULESET = Rows()
"""
_COMPILES = "compiled"
_PREPARE_SECONDS = 120.0


def trial(seed: int, folder: Path) -> str:
    """Damage files of compiled code, and ask the opponent for a move twice; return what went wrong, else "".

    The opponent must answer both questions, and may compile code only for the first.
    """
    rng = random.Random(seed)
    plugins = folder / "drop-ins"
    plugins.mkdir()
    (plugins / f"{_GAME}.py").write_text(_PLUG_IN, "utf-8")
    tried = (f"{DROP_IN_PACKAGE}.{_GAME}",)
    with _home(folder / "home"):
        ruleset = discover(plugins, tried).rulesets[_GAME]
        if told := _prepared(plugins):
            return told
        names = _damage(folder / "home", rng)
        if rng.random() < 0.3 and (told := _prepared(plugins)):
            return f"{told} ({names})"
        for is_first in (True, False):
            if told := _asked(plugins, tried, ruleset, may_compile=is_first):
                return f"{told} ({names})"
    return ""


@contextmanager
def _home(path: Path) -> Iterator[None]:
    """Set the home folder for the processes that start within this context."""
    before = os.environ.get(HOME_VARIABLE)
    os.environ[HOME_VARIABLE] = str(path)
    try:
        yield
    finally:
        if before is None:
            del os.environ[HOME_VARIABLE]
        else:
            os.environ[HOME_VARIABLE] = before


def _prepared(plugins: Path) -> str:
    command = own_command("--plugins", str(plugins), "prepare", _GAME)
    done = subprocess.run(command, capture_output=True, text=True, timeout=_PREPARE_SECONDS, check=False)
    return f"prepare failed: {done.stderr[-200:]}" if done.returncode or "Traceback" in done.stderr else ""


def _damage(home: Path, rng: random.Random) -> str:
    files = [path for path in sorted(home.rglob("*")) if path.suffix in (".nbi", ".nbc") or "ready-" in path.name]
    chosen = rng.sample(files, rng.randrange(1, len(files) + 1))
    for path in chosen:
        contents = path.read_bytes()
        fate = rng.random()
        if fate < 0.1:
            path.unlink()
        else:
            path.write_bytes(b"" if fate < 0.4 else bytes(len(contents)) if fate < 0.6 else damaged(contents, rng))
    return ", ".join(path.name for path in chosen)


def _asked(plugins: Path, tried: tuple[str, ...], ruleset: Ruleset, *, may_compile: bool) -> str:
    options = complete_options(ruleset.info, {})
    asked = Question(1, _GAME, options, "k", ruleset.dump(ruleset.setup(options, 0).state), seconds=1.0)
    with OpponentProcess(own_engine(plugins, tried)) as opponent:
        opponent.ask(asked)
        until = time.monotonic() + _PREPARE_SECONDS
        while time.monotonic() < until:
            for reply in opponent.poll():
                if isinstance(reply, Trouble):
                    return reply.sentence
                if isinstance(reply, Thought) and not may_compile and _COMPILES in reply.remark.note:
                    return f"it was mended twice: {reply.remark.note}"
                if isinstance(reply, Answer):
                    return ""
            time.sleep(0.01)
    return "no answer came in"


CACHES = Campaign("damaged caches", "files of compiled code that are emptied, cut or flipped", trial, 5, patience=400.0)
