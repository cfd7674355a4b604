"""Mutants of a small module, the tests that reach them, and the order in which these are tried."""

import ast

from msgspec.structs import replace

from tools.mutants.places import places
from tools.mutants.traces import Result, affordable, marked, ordered

SOURCE = '''"""Counts."""

from __future__ import annotations

LIMIT = 3


@kernel()
def compiled(stones: int) -> int:
    return stones + 1


def told(stones: int, most: int = 5) -> str:
    """Say it."""
    if not stones:
        note(stones)
    elif stones < most and "ä" in f"{stones - 2}":
        return "few"
    return "ä" if stones == 7 else "many"
'''


def mutants():
    return list(places(SOURCE.encode(), "game/core/counts.py"))


def test_each_place_in_a_function_becomes_another_program():
    found = [(mutant.line, mutant.kind, mutant.after) for mutant in mutants()]
    assert sorted(found) == [
        (15, "condition", "(not not stones)"),
        (15, "not", "(stones)"),
        (16, "call", "pass"),
        (17, "and, or", "(stones < most or 'ä' in f'{stones - 2}')"),
        (17, "comparison", "('ä' not in f'{stones - 2}')"),
        (17, "comparison", "(stones <= most)"),
        (17, "condition", "(not (stones < most and 'ä' in f'{stones - 2}'))"),
        (18, "return", "return None"),
        (19, "comparison", "(stones != 7)"),
        (19, "condition", "(not stones == 7)"),
        (19, "number", "(8)"),
        (19, "return", "return None"),
    ]
    programs = {ast.unparse(ast.parse(mutant.applied(SOURCE.encode()))) for mutant in mutants()}
    assert ast.unparse(ast.parse(SOURCE)) not in programs
    assert len(programs) == len(found)


def test_a_marked_module_notes_each_statement_once_it_is_reached(monkeypatch):
    noted = []
    monkeypatch.setattr("tools.mutants.recorder.reached", noted.append)
    by_line = {mutant.line: mutant for mutant in mutants()}
    names = {"kernel": lambda: lambda function: function, "note": lambda stones: None}
    numbered = [replace(mutant, number=mutant.line) for mutant in by_line.values()]
    exec(marked(SOURCE, numbered), names)
    assert names["told"](7) == "ä"
    # The condition of the elif is looked at on the way through its if.
    assert sorted(noted) == [15, 17, 19]
    noted.clear()
    assert names["told"](0) == "many"
    assert sorted(noted) == [15, 16, 17, 19]


def test_tests_named_after_the_module_come_first_and_cases_of_one_alternate_with_those_of_others():
    seconds = {
        "tests/ui/test_all.py::test_it": 0.1,
        "tests/core/test_counts.py::test_it[a]": 3.0,
        "tests/core/test_counts.py::test_it[b]": 2.0,
        "tests/core/test_match.py::test_it": 9.0,
    }
    known = {test: Result(True, spent, False) for test, spent in seconds.items()}
    order = ordered(list(seconds), mutants()[0], known)
    assert order == [
        "tests/core/test_counts.py::test_it[b]",
        "tests/core/test_match.py::test_it",
        "tests/ui/test_all.py::test_it",
        "tests/core/test_counts.py::test_it[a]",
    ]
    assert affordable(order, known, most=40, seconds=11.05) == order[:2]
    assert affordable(order, known, most=3, seconds=99.0) == order[:3]
    assert affordable(order, known, most=3, seconds=1.0) == order[:1]
