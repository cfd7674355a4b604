"""The corpus: small files as other programs write them, each with the games that must come out of it.

``corpus/expected.toml`` lists the files, and says how each habit is known and what its fields mean.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.core.model import Reason
from game.library.formats.reading import open_file
from game.library.formats.results import players_by_colour
from tests.library.formats.studies import RULESETS
from tools.convert.descriptions import described, games_of, legal_line

CORPUS = Path(__file__).with_name("corpus")
LIST = "expected.toml"
FILES = tomllib.loads((CORPUS / LIST).read_text(encoding="utf-8"))["file"]
#: How a result is written in files, in small letters, by its word in the list.
RESULTS = {"black": ("b+",), "white": ("w+",), "draw": ("0", "draw")}


def case(file):
    """Return a file of the list as a parameter; one that the readers cannot read yet must fail."""
    awaited = file.get("awaits")
    marks = [pytest.mark.xfail(reason=awaited, strict=True, raises=AssertionError)] if awaited else []
    return pytest.param(file, id=file["name"], marks=marks)


@pytest.mark.parametrize("file", [case(file) for file in FILES])
def test_a_file_of_another_program_opens_as_it_is_meant(file):
    path = CORPUS / file["name"]
    told = described(path, RULESETS)
    if "refused" in file:
        assert not told["ok"]
        assert file["refused"] in told["reason"]
        return
    assert told["ok"], told["reason"]
    if "warning" in file:
        assert any(file["warning"] in sentence for sentence in told["warnings"]), told["warnings"]
    else:
        assert [sentence for sentence in told["warnings"] if sentence.startswith("Left out")] == []
    assert len(told["games"]) == file["games"]
    studies = games_of(open_file(path, RULESETS))
    wrong = [
        f"game {number}: {text}"
        for number, (meant, study, game) in enumerate(zip(file["game"], studies, told["games"], strict=True), start=1)
        for text in differences(meant, study, game)
    ]
    assert wrong == []


def test_every_file_of_the_corpus_has_an_expectation():
    found = {path.relative_to(CORPUS).as_posix() for path in CORPUS.rglob("*") if path.is_file()}
    assert found == {file["name"] for file in FILES} | {LIST}


def differences(meant, study, game) -> Iterator[str]:
    """Yield a text for each thing of a game that is not as it is meant."""
    checks = {
        "ruleset": game["ruleset"],
        "variant": game["options"].get("variant"),
        "nodes": game["nodes"],
        **dict(zip(("width", "height"), board_of(study), strict=True)),
    }
    if "size" in meant:
        meant = {"width": meant["size"], "height": meant["size"], **meant}
    for key, value in checks.items():
        if key in meant and meant[key] != value:
            yield f"{key} is {value}, not {meant[key]}"
    if "not_variant" in meant and checks["variant"] == meant["not_variant"]:
        yield f"variant is {checks['variant']}"
    for colour, name in zip(("black", "white"), players_by_colour(study), strict=True):
        if meant.get(colour, "") not in name:
            yield f"{colour} is {name!r}, not {meant[colour]!r}"
    if "result" in meant and not game["result"].lower().startswith(RESULTS[meant["result"]]):
        yield f"the result is {game['result']!r}, not {meant['result']}"
    if "says" in meant and not any(meant["says"] in comment for comment in study.tree.comments.values()):
        yield f"no comment says {meant['says']!r}: {list(study.tree.comments.values())}"
    yield from differences_of_moves(meant, game["moves"], board_of(study)[1])
    yield from differences_of_position(meant, study)


def differences_of_moves(meant, moves, height) -> Iterator[str]:
    """Yield a text if the main line is another one. A game that White begins may be one with a first pass."""
    if "moves" not in meant:
        return
    if meant.get("begins") == "white" and moves[:1] == ["pass"]:
        moves = moves[1:]
    ways = [meant["moves"].split()]
    if meant.get("either_way_up"):
        ways.append([word[0] + str(height + 1 - int(word[1:])) for word in ways[0]])
    if moves not in ways:
        yield f"the moves are {' '.join(moves)}, not {meant['moves']}"


def differences_of_position(meant, study) -> Iterator[str]:
    """Yield a text for each thing of the position after the main line that is not as it is meant."""
    nodes = legal_line(study)[0]
    state = study.state(nodes[-1]) if nodes else study.first_state
    assert not isinstance(state, Reason)
    stones = {(name, stone) for name, stone in zip(state.geometry.names, state.board, strict=True) if stone in "wbc"}
    if "stands" in meant:
        expected = {(word[:-2], word[-1]) for word in meant["stands"].split()}
        if stones != expected:
            yield f"the stones are {sorted(stones)}, not {sorted(expected)}"
    if "stands_black" in meant:
        expected = {(name, colour[0]) for colour in ("black", "white") for name in meant[f"stands_{colour}"].split()}
        if stones != expected:
            yield f"the stones are {sorted(stones)}, not {sorted(expected)}"
    if "to_move" in meant and state.colour != meant["to_move"][0]:
        yield f"{state.colour!r} is to move, not {meant['to_move']}"


def board_of(study) -> tuple[int, int]:
    """Return the number of columns and of rows of a board."""
    names = study.first_state.geometry.names
    return len({name[0] for name in names}), max(int(name[1:]) for name in names)
