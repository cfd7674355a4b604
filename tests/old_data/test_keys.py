"""The key of each stored field: written out beside the field, and the same for ever."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest
from msgspec import structs

from game.session.engines import EngineRecord
from game.session.matches.game_record import GameRecord
from game.storage.finished_games import PlayedGame
from game.storage.result_store import _StoredParticipant
from game.storage.results import Entry
from tools.imports import modules
from tools.mirror_trial import MirrorGame
from tools.puzzles.made import SearchedGame
from tools.review.analysed_games import AnalysedGame
from tools.review.classes import ComparedGame
from tools.review.fitting import FittedGame
from tools.review.thrown import ThrownWin
from tools.stress.stress_log import Batch
from tools.tune.gate import ScoredPair
from tools.tune.selfplay import SelfPlay

#: The keys in files and in the database, in their order there.
KEYS = {
    Entry: "participants winner game text player beaten ribbon elsewhere",
    _StoredParticipant: "name level",
    PlayedGame: "ruleset_id termination scores moves tournament seed number mark practice played",
    EngineRecord: "id name command seconds memory_megabytes renju_rule dialect rows_from_bottom settings "
    "arguments threads hash_megabytes info",
    GameRecord: "number seats opening seed moves milliseconds termination winner scores note movers least_left "
    "forfeit date versions commits depths evaluations",
    SelfPlay: "number opening cells scores slips winner",
    ScoredPair: "number score",
    SearchedGame: "number puzzles short",
    ComparedGame: "seed moves classes losses deep_classes deep_losses",
    AnalysedGame: "number options moves readings changed",
    FittedGame: "seed scores results",
    ThrownWin: "number move told before",
    MirrorGame: "number strength score plies seconds",
    Batch: "campaign first trials broke seconds memory_at_start memory_at_end calm attacked",
}
#: The bases of stored and sent records.
BASES = {"Struct", "WireRecord", "LogRecord"}
#: The one place where the names of fields become keys: of a record in memory that compiled code reads.
IN_MEMORY = {"game.engine.search.lines.tables"}


@pytest.mark.parametrize(("record", "keys"), KEYS.items(), ids=lambda value: getattr(value, "__name__", ""))
def test_a_stored_record_has_its_keys_in_their_order(record, keys):
    assert [field.encode_name for field in structs.fields(record)] == keys.split()


def parsed() -> Iterator[tuple[str, ast.Module]]:
    for module, path in modules():
        yield module, ast.parse(path.read_text(encoding="utf-8"))


def fields_without_key(tree: ast.Module) -> Iterator[str]:
    for record in ast.walk(tree):
        if isinstance(record, ast.ClassDef) and {ast.unparse(base).split(".")[-1] for base in record.bases} & BASES:
            for each in record.body:
                if isinstance(each, ast.AnnAssign) and not has_key(each.value):
                    yield f"{record.name}.{ast.unparse(each.target)}"


def has_key(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Call) and any(
        keyword.arg == "name" and isinstance(keyword.value, ast.Constant) for keyword in value.keywords
    )


def test_each_field_of_a_stored_or_sent_record_has_its_key_beside_it():
    assert [f"{module}: {field}" for module, tree in parsed() for field in fields_without_key(tree)] == []


def test_the_names_of_the_fields_of_a_dataclass_are_no_keys():
    found = {
        module
        for module, tree in parsed()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ("asdict", "astuple")
    }
    assert found == IN_MEMORY
