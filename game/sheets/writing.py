"""Writing a rule sheet as TOML. A sheet is written whole: nothing is inherited from another one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from enum import Enum

from game.sheets.sheet import (
    BoardSection,
    BoardShape,
    CaptureSection,
    EndSection,
    LineSection,
    PlaceSection,
    Sheet,
    SheetRules,
    StoneKind,
    TurnSection,
)

_SIDES = ("first", "second")
_Section = BoardSection | StoneKind | TurnSection | PlaceSection | LineSection | CaptureSection | EndSection


def write_sheet(sheet: Sheet) -> str:
    """Return the text of a sheet's file, which ``read_sheet`` reads as the same sheet."""
    return "\n".join(_lines(sheet)) + "\n"


def _lines(sheet: Sheet) -> Iterator[str]:
    yield _pair("title", sheet.title)
    texts = {"pitch": sheet.pitch, "author": sheet.author, "version": sheet.version, "known_as": sheet.known_as}
    yield from (_pair(key, text) for key, text in texts.items() if text)
    if sheet.sample:
        yield _pair("sample", list(sheet.sample))
    yield from _rules(sheet.rules)
    yield from _section("card", sheet.card)
    for code, words in sheet.translations.items():
        yield from _section(f"texts.{code}", words)


def _rules(rules: SheetRules) -> Iterator[str]:
    board = _changed(rules.board, BoardSection())
    if rules.board.shape is BoardShape.OCTAGON:
        board.pop("rows", None)
    if rules.board.shape is BoardShape.SQUARE and rules.board.columns != BoardSection().columns:
        board = {"rows": rules.board.rows, **board}
    yield from _section("board", board)
    if rules.stones != SheetRules().stones:
        for kind in rules.stones:
            yield from ("", "[[stones]]")
            yield from _pairs({"letter": kind.letter, "side": kind.side.value, **_kind(kind)})
    yield from _section("sides", {side: name for side, name in zip(_SIDES, rules.sides, strict=True) if name})
    yield from _section("turn", _changed(rules.turn, TurnSection()))
    yield from _section("place", _changed(rules.place, PlaceSection()))
    yield from _section("line", _line(rules.line))
    yield from _section("capture", _changed(rules.capture, CaptureSection()))
    forbidden = {side: sorted(each.value for each in words) for side, words in _sides(rules.forbid) if words}
    yield from _section("forbid", forbidden)
    yield from _section("end", _changed(rules.end, EndSection()))


def _kind(kind: StoneKind) -> dict[str, object]:
    usual = StoneKind(kind.letter, "", "", kind.side)
    return _changed(kind, usual)


def _line(line: LineSection) -> dict[str, object]:
    found: dict[str, object] = {"length": line.length, **_changed(line, LineSection())}
    if line.blocked:
        found["blocked"] = "nothing"
    if "longer" in found:
        first, second = (effect.value for effect in line.longer)
        found["longer"] = first if first == second else {"first": first, "second": second}
    return found


def _sides(pair: tuple[frozenset[Enum], frozenset[Enum]]) -> Iterator[tuple[str, frozenset[Enum]]]:
    yield from zip(_SIDES, pair, strict=True)


def _changed(
    value: BoardSection | StoneKind | TurnSection | PlaceSection | LineSection | CaptureSection | EndSection,
    usual: object,
) -> dict[str, object]:
    """Return the fields of a section that differ from ``usual``, as TOML has them."""
    pairs = ((each.name, getattr(value, each.name), getattr(usual, each.name)) for each in fields(value))
    return {name: _plain(part) for name, part, other in pairs if part != other}


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _section(name: str, pairs: Mapping[str, object]) -> Iterator[str]:
    if pairs:
        yield from ("", f"[{name}]")
        yield from _pairs(pairs)


def _pairs(pairs: Mapping[str, object]) -> Iterator[str]:
    yield from (_pair(key, value) for key, value in pairs.items())


def _pair(key: str, value: object) -> str:
    name = key if key.isascii() and key.isidentifier() else _text(key)
    return f"{name} = {_value(value)}"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return f"{{ {', '.join(_pair(key, part) for key, part in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(_value(part) for part in value)}]"
    return _text(value) if isinstance(value, str) else str(value)


def _text(text: str) -> str:
    # A basic string of TOML has the escapes of JSON.
    return json.dumps(text, ensure_ascii=False)
