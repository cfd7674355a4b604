"""Messages and files keep their bytes: what earlier versions have sent or kept is read, and is written the same.

Names of classes and fields in Python may change; nothing in ``WRITTEN`` may.
"""

from __future__ import annotations

import ast
import copy
import inspect
import json
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import ValidationError

from game.network.club.messages import FromMember, FromOrganiser
from game.network.club.tournament import ClubTournament
from game.network.club.tournament_file import ClubHeader
from game.network.messages import Message
from game.network.session_file import SessionHeader
from game.network.spectating.spectator import FromTable, SpectatorHello
from game.network.sync.entries import SharedEntry, SharedLine
from game.network.sync.terms import TableTerms
from game.network.wire_format import WireRecord, from_text, to_text

#: What each end expects, with bytes that the version before msgspec has written.
WRITTEN = [
    (
        Message,
        b'{"kind":"hello","name":"Anna","terms":[{"best_of":3,"clock":"300 + 3",'
        b'"contract":"0123456789abcdef0123456789abcdef","first":"toss","kind":"terms","options":{"opening":"swap2",'
        b'"size":"15"},"ruleset":"gomoku"}],"version":2}',
    ),
    (Message, b'{"kind":"hello","name":"Anna","terms":[],"version":2}'),
    (Message, b'{"commitment":"0123456789abcdef0123456789abcdef","kind":"commit"}'),
    (Message, b'{"kind":"reveal","share":"0123456789abcdef0123456789abcdef"}'),
    (
        Message,
        b'{"hash":"0123456789abcdef0123456789abcdef","kind":"summary","length":3,'
        b'"marks":[{"hash":"fedcba9876543210fedcba9876543210","kind":"mark","length":2}]}',
    ),
    (
        Message,
        b'{"hash":"0123456789abcdef0123456789abcdef","kind":"part","length":0,"lines":[{"consent":"",'
        rb'"entry":{"guest":"Bj\u00f6rn \u65e5","guest_share":"fedcba9876543210fedcba9876543210","host":"Anna",'
        b'"host_share":"0123456789abcdef0123456789abcdef","kind":"table","terms":{"best_of":3,"clock":"300 + 3",'
        b'"contract":"0123456789abcdef0123456789abcdef","first":"toss","kind":"terms","options":{"opening":"swap2",'
        b'"size":"15"},"ruleset":"gomoku"}},"kind":"line","proof":"0123456789ab0123456789ab"},{"consent":"",'
        b'"entry":{"kind":"turn","position":"0123456789abcdef0123456789abcdef","spent":1200,"words":["h8","i9"]},'
        b'"kind":"line","proof":"0123456789ab0123456789ab"},{"consent":"ba9876543210ba9876543210",'
        b'"entry":{"asker":"guest","kind":"granted","wish":"undo"},"kind":"line",'
        b'"proof":"0123456789ab0123456789ab"},{"consent":"","entry":{"kind":"time","spent":500},"kind":"line",'
        b'"proof":"0123456789ab0123456789ab"}]}',
    ),
    (Message, b'{"code":"not legal","hash":"0123456789abcdef0123456789abcdef","kind":"refused","length":4}'),
    (Message, b'{"code":"other rules","kind":"no table"}'),
    (Message, b'{"kind":"sheet","packed":"eJwrySzJSVWwVVByyy8tUshPUwBSxUpcAFypB2g=","ruleset":"ours_3f56fb1f"}'),
    (
        Message,
        b'{"consent":"0123456789ab0123456789ab","hash":"0123456789abcdef0123456789abcdef","kind":"ask",'
        b'"wish":"next game"}',
    ),
    (
        Message,
        b'{"consent":"0123456789ab0123456789ab","hash":"0123456789abcdef0123456789abcdef","is_yes":true,'
        b'"kind":"reply","wish":"go back"}',
    ),
    (Message, b'{"consent":"","hash":"0123456789abcdef0123456789abcdef","is_yes":false,"kind":"reply","wish":"draw"}'),
    (Message, b'{"kind":"clock","length":3,"spent":500}'),
    (Message, b'{"kind":"phrase","number":4,"phrase":"well played"}'),
    (Message, b'{"kind":"bye","side":"host"}'),
    (
        SharedEntry,
        rb'{"guest":"Bj\u00f6rn \u65e5","guest_share":"fedcba9876543210fedcba9876543210","host":"Anna",'
        b'"host_share":"0123456789abcdef0123456789abcdef","kind":"table","terms":{"best_of":3,"clock":"300 + 3",'
        b'"contract":"0123456789abcdef0123456789abcdef","first":"toss","kind":"terms","options":{"opening":"swap2",'
        b'"size":"15"},"ruleset":"gomoku"}}',
    ),
    (SharedEntry, b'{"kind":"turn","position":"0123456789abcdef0123456789abcdef","spent":1200,"words":["h8","i9"]}'),
    (SharedEntry, b'{"asker":"guest","kind":"granted","wish":"undo"}'),
    (SharedEntry, b'{"kind":"time","spent":500}'),
    (
        SharedLine,
        b'{"consent":"","entry":{"kind":"turn","position":"0123456789abcdef0123456789abcdef","spent":1200,'
        b'"words":["h8","i9"]},"kind":"line","proof":"0123456789ab0123456789ab"}',
    ),
    (
        TableTerms,
        b'{"best_of":3,"clock":"300 + 3","contract":"0123456789abcdef0123456789abcdef","first":"toss",'
        b'"kind":"terms","options":{"opening":"swap2","size":"15"},"ruleset":"gomoku"}',
    ),
    (
        SessionHeader,
        b'{"address":"broker.example.org:8883","invitation":"alpha beta gamma",'
        b'"key":"89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef","kind":"stone fair seat 1",'
        b'"name":"Anna","own_id":"0123456789abcdef0123456789abcdef","room":"fedcba9876543210fedcba9876543210",'
        b'"secret":"89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef","side":"host","way":"broker"}',
    ),
    (
        ClubHeader,
        b'{"address":"broker.example.org:8883","invitation":"alpha beta gamma",'
        b'"key":"89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef","kind":"stone fair evening 1",'
        b'"name":"Anna","private":"89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef",'
        b'"role":"keeper","title":"Tuesday"}',
    ),
    (
        ClubTournament,
        b'{"is_over":false,"is_watched":false,"kind":"evening",'
        b'"members":[{"id":"89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef","is_in":true,'
        b'"kind":"member","name":"Anna"},{"id":"fedcba98fedcba98fedcba98fedcba98fedcba98fedcba98fedcba98fedcba98",'
        rb'"is_in":false,"kind":"member","name":"Bj\u00f6rn"}],"pairings":[{"kind":"p","one":0,"result":"1",'
        b'"round":1,"said_one":"w","said_two":"l","two":1},{"kind":"p","one":1,"result":"b","round":2,'
        b'"said_one":"-","said_two":"-","two":-1}],"revision":12,"rounds":4,"seed":77,"system":"swiss",'
        b'"terms":{"best_of":3,"clock":"300 + 3","contract":"0123456789abcdef0123456789abcdef","first":"toss",'
        b'"kind":"terms","options":{"opening":"swap2","size":"15"},"ruleset":"gomoku"},"title":"Tuesday"}',
    ),
    (FromMember, b'{"kind":"here","name":"Anna","revision":-1,"version":1}'),
    (FromMember, b'{"claim":"d","kind":"result","round":2}'),
    (FromMember, b'{"kind":"left","why":"home"}'),
    (
        FromOrganiser,
        b'{"evening":{"is_over":false,"is_watched":false,"kind":"evening",'
        b'"members":[{"id":"89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef89abcdef","is_in":true,'
        b'"kind":"member","name":"Anna"},{"id":"fedcba98fedcba98fedcba98fedcba98fedcba98fedcba98fedcba98fedcba98",'
        rb'"is_in":false,"kind":"member","name":"Bj\u00f6rn"}],"pairings":[{"kind":"p","one":0,"result":"1",'
        b'"round":1,"said_one":"w","said_two":"l","two":1},{"kind":"p","one":1,"result":"b","round":2,'
        b'"said_one":"-","said_two":"-","two":-1}],"revision":12,"rounds":4,"seed":77,"system":"swiss",'
        b'"terms":{"best_of":3,"clock":"300 + 3","contract":"0123456789abcdef0123456789abcdef","first":"toss",'
        b'"kind":"terms","options":{"opening":"swap2","size":"15"},"ruleset":"gomoku"},"title":"Tuesday"},"here":[0,'
        b'1],"kind":"evening"}',
    ),
    (FromOrganiser, b'{"here":[0],"kind":"nod","revision":12}'),
    (FromOrganiser, b'{"code":"other version","kind":"not in"}'),
    (SpectatorHello, b'{"hash":"0123456789abcdef0123456789abcdef","kind":"watches","length":3}'),
    (
        FromTable,
        b'{"hash":"0123456789abcdef0123456789abcdef","kind":"part","length":0,"lines":[{"consent":"",'
        b'"entry":{"kind":"turn","position":"0123456789abcdef0123456789abcdef","spent":1200,"words":["h8","i9"]},'
        b'"kind":"line","proof":"0123456789ab0123456789ab"}]}',
    ),
    (FromTable, b'{"kind":"no room","watchers":16}'),
]
TEXTS = [text.decode("ascii") for _expected, text in WRITTEN]
CASES = [pytest.param(expected, text, id=text[:30]) for (expected, _written), text in zip(WRITTEN, TEXTS, strict=True)]


def kinds(base: type[WireRecord] = WireRecord) -> list[type[WireRecord]]:
    return [each for one in base.__subclasses__() for each in (one, *kinds(one))]


def objects(value: Any) -> Iterator[dict[str, Any]]:
    """Every object within a value that was read from JSON."""
    if isinstance(value, dict):
        yield value
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from objects(each)


@pytest.mark.parametrize(("expected", "text"), CASES)
def test_the_bytes_of_earlier_versions_are_read_and_written_the_same(expected, text):
    assert to_text(from_text(expected, text)) == text


def test_every_kind_of_record_has_bytes_of_an_earlier_version():
    written = {(each["kind"], *sorted(each)) for text in TEXTS for each in objects(json.loads(text)) if "kind" in each}
    assert written == {
        (kind.__struct_config__.tag, *sorted(("kind", *kind.__struct_encode_fields__))) for kind in kinds()
    }


def test_every_field_names_its_key():
    """A key that is taken from the name in Python changes with it."""
    nameless = [
        f"{kind.__name__}.{node.target.id}"
        for kind in kinds()
        for node in ast.parse(inspect.getsource(kind)).body[0].body
        if isinstance(node, ast.AnnAssign) and "name" not in {word.arg for word in getattr(node.value, "keywords", ())}
    ]
    assert nameless == []


@pytest.mark.parametrize(("expected", "text"), CASES)
def test_a_record_has_exactly_its_keys(expected, text):
    for number, found in enumerate(objects(json.loads(text))):
        for key in found if "kind" in found else ():
            without, renamed = copy.deepcopy(json.loads(text)), copy.deepcopy(json.loads(text))
            del list(objects(without))[number][key]
            list(objects(renamed))[number][f"{key}s"] = 1
            for wrong in (without, renamed):
                with pytest.raises(ValidationError):
                    from_text(expected, json.dumps(wrong))


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ('{"kind":"clock","length":1}', "spent"),
        ('{"kind":"clock","length":1,"spent":1.0}', "spent"),
        ('{"kind":"clock","length":50001,"spent":1}', "length"),
        (
            '{"kind":"summary","length":1,"hash":"' + "0" * 32 + '","marks":[{"kind":"mark","length":1,"hash":""}]}',
            "hash",
        ),
        ('{"kind":"bye","side":"guests"}', "side"),
        ('{"side":"host"}', "kind"),
        ('{"kind":"bye","side":"host","more":1}', "more"),
    ],
)
def test_an_error_names_the_field(wrong, named):
    with pytest.raises(ValidationError, match=named):
        from_text(Message, wrong)


def test_a_missing_key_is_named_though_the_field_has_a_default():
    with pytest.raises(ValidationError, match="why"):
        from_text(FromMember, '{"kind":"left"}')


@pytest.mark.parametrize(
    ("said", "kept"),
    [("An\x1b[31mna\u202e\ud800", "An[31mna"), ("  Anna \n Maria ", "Anna Maria"), ("x" * 160, "x" * 40)],
)
def test_words_are_cleaned_when_they_are_read_and_when_they_are_written(said, kept):
    hello = {"kind": "hello", "name": said, "terms": [], "version": 2}
    read = from_text(Message, json.dumps(hello))
    assert read.name == kept
    assert json.loads(to_text(type(read)(2, said, ())))["name"] == kept


@pytest.mark.parametrize("said", ["", " \n", "\u200b\x07", "\ud800", "x" * 161, None, ["Anna"]])
def test_words_of_which_nothing_can_be_shown_and_endless_ones_are_refused(said):
    with pytest.raises(ValidationError, match="name"):
        from_text(Message, json.dumps({"kind": "hello", "name": said, "terms": [], "version": 2}))
