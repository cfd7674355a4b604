"""Our engine asked for a move while its code is missing or damaged: it compiles first, says so, and answers."""

from dataclasses import replace

import pytest

from game.core.ruleset import Info, Level
from game.storage import compiled_code
from tests.engine.test_gomocup_session import Fours, Table

WARMED = []


def think(state, limits):
    assert limits.seconds > 0
    yield Info(note="Here.")
    return next(GAME.legal_moves(state))


def warm():
    """As long as it is told."""
    for done in (1, 2):
        WARMED.append(done)
        yield done, 2
    if len(WARMED) > 10:
        raise ZeroDivisionError("the compiler is broken")


class Compiled(Fours):
    info = replace(
        Fours.info,
        id="compiled",
        levels=(Level("slow", "Slow", "", f"{__name__}.think", compiled=True),),
        hint_level="slow",
    )


GAME = Compiled()
COMPILES = [
    "MESSAGE note Compiling the engine. This takes a while, but only happens once on this computer.",
    "MESSAGE compiling 0 of 1",
    "MESSAGE compiling 1 of 2",
    "MESSAGE compiling 2 of 2",
]
DAMAGED = "MESSAGE note A damaged engine file was found and has been rebuilt."


@pytest.fixture
def table(tmp_path, monkeypatch):
    for name in ("folder", "own_folder"):
        monkeypatch.setattr(compiled_code, name, lambda: tmp_path)
    monkeypatch.setattr(compiled_code, "discard_damaged", compiled_code.discard_damaged.__wrapped__)
    compiled_code.damage_found()
    WARMED.clear()
    made = Table()
    made.add(GAME)
    made.tell("INFO ruleset compiled")
    return made


def asked(table):
    """What is said for one question, the answer last."""
    before = len(table.said)
    state = GAME.setup({"size": 7, "variant": "free", "opening": "none"}, 0).state
    table.tell("POSITION", *GAME.dump(state).splitlines(), "DONE")
    return table.said[before:]


def test_what_is_missing_is_compiled_once_before_the_move(table):
    assert asked(table) == [*COMPILES, "MESSAGE note Here.", "b7"]
    assert asked(table) == ["MESSAGE note Here.", "b7"]


def test_what_is_damaged_is_compiled_again_once_and_reported(table, tmp_path):
    asked(table)
    (tmp_path / "kernel.nbi").write_bytes(b"")
    assert asked(table) == [*COMPILES, DAMAGED, "MESSAGE note Here.", "b7"]
    assert asked(table) == ["MESSAGE note Here.", "b7"]


def test_a_compiler_that_fails_leaves_the_word_to_the_thinker(table):
    WARMED.extend(range(20))
    assert asked(table) == [*COMPILES, "MESSAGE compiling 1 of 1", "MESSAGE note Here.", "b7"]
    assert not compiled_code.is_ready(__name__)


def test_a_prover_finds_damage_too(table, tmp_path):
    asked(table)
    (tmp_path / "kernel.nbi").write_bytes(b"")
    state = GAME.setup({"size": 7, "variant": "free", "opening": "none"}, 0).state
    assert table.tell("PROVE", *GAME.dump(state).splitlines(), "DONE") == ["PROOF unknown"]
    assert not compiled_code.is_ready(__name__)
