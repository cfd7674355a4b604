"""Reading a rule sheet from TOML, with inheritance. ``docs/rule-sheets.md`` explains the keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from typing import TypeVar

from game.core.geometry import MOST_COLUMNS
from game.core.language import _, is_language_code
from game.core.model import ParseError
from game.sheets.contradictions import contradiction
from game.sheets.sheet import (
    SILENT_KEYS,
    BoardSection,
    CaptureSection,
    Effect,
    EndSection,
    Forbidden,
    LineSection,
    PlaceSection,
    Sheet,
    SheetRules,
    StoneKind,
    StoneSide,
    TurnSection,
)
from game.sheets.toml_table import TomlTable, read_toml, unknown_word

#: A function that returns the sheet with a key, or None; ``like`` names such a key.
FindSheet = Callable[[str], Sheet | None]

#: The limits of the texts, in characters, and of lists, in entries.
MOST_TITLE, MOST_PITCH, MOST_NAME = 60, 300, 30
_MOST_SECTION, _MOST_SECTIONS, _MOST_TEXTS, _MOST_SAMPLE, _MOST_KINDS = 1000, 12, 200, 60, 6
#: The limits of numbers. The largest hexagon has as many columns as a board can have.
MOST_SIDE = MOST_COLUMNS
LARGEST_HEXAGON = (MOST_COLUMNS + 1) // 2
MOST_STONES, MOST_LENGTH, MOST_HAND, MOST_TURNS, MOST_CAPTURED, LONGEST_RUN = 9, MOST_COLUMNS, 999, 999, 99, 5
_KEY = re.compile("[a-z][a-z0-9_]{0,39}")
_LETTERS = re.compile("[a-wyz]")
_Word = TypeVar("_Word", bound=Enum)


def read_sheet(text: str, key: str, find: FindSheet) -> Sheet:
    """Return the rule sheet with this text.

    ``key`` is the name of its file without the suffix; ``find`` returns the sheet that it is like. Raises ParseError
    with the line for a sheet that cannot be understood or contradicts itself.
    """
    top, sheet = _read(text, key, find)
    found = contradiction(sheet.rules)
    if found is not None:
        section, name, sentence = found
        raise top.table(section).problem(name, sentence) if name else top.problem(section, sentence)
    return sheet


def read_draft(text: str, key: str) -> Sheet:
    """Return the sheet with this text, which ``write_sheet`` has written, even if it contradicts itself.

    Raises ParseError for a sheet that cannot be understood.
    """
    return _read(text, key, lambda _key: None)[1]


def _read(text: str, key: str, find: FindSheet) -> tuple[TomlTable, Sheet]:
    if _KEY.fullmatch(key) is None:
        raise ParseError(
            _(
                "{key!r} cannot be the name of a rule sheet: use lower-case letters, digits and underscores",
                key=key[:60],
            )
        )
    top = read_toml(text)
    base = _base(top, find)
    sheet = Sheet(
        key=key,
        title=top.text("title", "", MOST_TITLE),
        pitch=top.text("pitch", "", MOST_PITCH),
        rules=_read_rules(top, base.rules if base is not None else SheetRules()),
        author=top.text("author", "", MOST_TITLE),
        version=top.text("version", "", MOST_NAME),
        known_as=top.text("known_as", "", MOST_TITLE),
        card=top.table("card").texts(_MOST_SECTIONS, _MOST_SECTION),
        sample=tuple(top.items("sample", str, _MOST_SAMPLE, _("a move in quotes"))),
        translations=_read_translations(top),
    )
    # Report misspelled keys first: a missing key may be there under a misspelled name.
    top.finish()
    if not sheet.title:
        raise ParseError(_('a rule sheet needs a title, such as title = "Four in a row"'))
    if base is None and "length" not in top.table("line"):
        raise ParseError(_("a rule sheet needs the length of a winning line: line.length"))
    return top, sheet


def _base(top: TomlTable, find: FindSheet) -> Sheet | None:
    name = top.text("like", "", MOST_TITLE)
    if not name:
        return None
    found = find(name)
    if found is None:
        raise top.problem("like", _("there is no rule sheet {name!r}", name=name))
    return found


def _read_rules(top: TomlTable, base: SheetRules) -> SheetRules:
    return SheetRules(
        board=_read_board(top.table("board"), base.board),
        stones=_read_stones(top, base.stones),
        sides=_read_sides(top.table("sides"), base.sides),
        turn=_read_turn(top.table("turn"), base.turn),
        place=_read_placement(top.table("place"), base.place),
        line=_read_lines(top.table("line"), base.line),
        capture=_read_capture(top.table("capture"), base.capture),
        forbid=_read_forbidden(top.table("forbid"), base.forbid),
        end=_read_end(top.table("end"), base.end),
    )


def _read_board(table: TomlTable, base: BoardSection) -> BoardSection:
    columns = table.number("columns", base.columns, 2, MOST_SIDE)
    usual_rows = columns if "columns" in table else base.rows
    board = BoardSection(
        shape=table.choice("shape", base.shape),
        columns=columns,
        rows=table.number("rows", usual_rows, 2, MOST_SIDE),
        side=table.number("side", base.side, 2, LARGEST_HEXAGON),
        cut=table.number("cut", base.cut, 1, MOST_SIDE // 2),
        drawing=table.items("drawing", str, MOST_SIDE, _("a row of the board in quotes")) or base.drawing,
        wrap=table.choice("wrap", base.wrap),
        look=table.choice("look", base.look),
    )
    if any(len(row) > MOST_SIDE for row in board.drawing):
        raise table.problem("drawing", _("a row has more than {most} cells", most=MOST_SIDE))
    table.finish()
    usual = BoardSection()
    return replace(board, **{key: getattr(usual, key) for key in SILENT_KEYS[board.shape]})


def _read_stones(top: TomlTable, base: tuple[StoneKind, ...]) -> tuple[StoneKind, ...]:
    return tuple(_read_kind(table) for table in top.tables("stones", _MOST_KINDS)) or base


def _read_kind(table: TomlTable) -> StoneKind:
    letter = table.text("letter", "", 1)
    if _LETTERS.fullmatch(letter) is None:
        raise table.problem("letter", _("the letter of a stone is one of a to z, but not x"))
    usual = dict(zip(("first", "second", "both"), ("black", "white", "miller"), strict=True))
    side = table.choice("side", StoneSide.FIRST)
    kind = StoneKind(
        letter=letter,
        name=table.text("name", letter.upper(), MOST_NAME),
        look=table.text("look", usual[side.value], MOST_NAME),
        side=side,
        shared=table.flag("shared", False),
        wild=table.flag("wild", False),
        hand=table.number("hand", 0, 0, MOST_HAND),
    )
    table.finish()
    return kind


def _read_sides(table: TomlTable, base: tuple[str, str]) -> tuple[str, str]:
    sides = (table.text("first", base[0], MOST_NAME), table.text("second", base[1], MOST_NAME))
    table.finish()
    return sides


def _read_turn(table: TomlTable, base: TurnSection) -> TurnSection:
    turn = TurnSection(
        first=table.number("first", base.first, 1, MOST_STONES),
        stones=table.number("stones", base.stones, 1, MOST_STONES),
        passes=table.flag("passes", base.passes),
        opening=table.choice("opening", base.opening),
    )
    table.finish()
    return turn


def _read_placement(table: TomlTable, base: PlaceSection) -> PlaceSection:
    placement = PlaceSection(table.choice("where", base.where), table.flag("middle", base.middle))
    table.finish()
    return placement


def _read_lines(table: TomlTable, base: LineSection) -> LineSection:
    blocked = Effect.NOTHING if base.blocked else Effect.WINS
    lines = LineSection(
        length=table.number("length", base.length, 2, MOST_LENGTH),
        longer=_read_longer(table, base.longer),
        blocked=_one_of(table, "blocked", blocked, (Effect.WINS, Effect.NOTHING)) is Effect.NOTHING,
        directions=table.choice("directions", base.directions),
        loses=table.number("loses", base.loses, 0, MOST_LENGTH),
        points=table.flag("points", base.points),
        winner=table.choice("winner", base.winner),
    )
    table.finish()
    return lines


def _one_of(table: TomlTable, key: str, default: _Word, allowed: tuple[_Word, ...]) -> _Word:
    found = table.choice(key, default)
    if found not in allowed:
        raise table.problem(key, unknown_word(found.value, [each.value for each in allowed]))
    return found


def _read_longer(table: TomlTable, base: tuple[Effect, Effect]) -> tuple[Effect, Effect]:
    """Return the effects of a longer line for both sides, from one value or from a table with a value for each."""
    if table.is_text("longer"):
        both = table.choice("longer", Effect.WINS)
        return (both, both)
    sides = table.table("longer")
    found = (sides.choice("first", base[0]), sides.choice("second", base[1]))
    sides.finish()
    return found


def _read_capture(table: TomlTable, base: CaptureSection) -> CaptureSection:
    given = table.items("runs", int, LONGEST_RUN, _("a whole number"))
    runs = given if "runs" in table else base.runs
    if not all(1 <= run <= LONGEST_RUN for run in runs):
        raise table.problem("runs", _("the captured runs have 1 to {most} stones", most=LONGEST_RUN))
    capture = CaptureSection(
        runs=tuple(sorted(set(runs))),
        wins=table.number("wins", base.wins, 0, MOST_CAPTURED),
        survive=table.flag("survive", base.survive),
    )
    table.finish()
    return capture


def _read_forbidden(
    table: TomlTable, base: tuple[frozenset[Forbidden], frozenset[Forbidden]]
) -> tuple[frozenset[Forbidden], frozenset[Forbidden]]:
    most = len(Forbidden)
    given = {side: table.items(side, str, most, _("a text")) for side in ("first", "second")}
    first, second = (
        frozenset(table.member(side, word, Forbidden) for word in words) if side in table else usual
        for (side, words), usual in zip(given.items(), base, strict=True)
    )
    table.finish()
    return first, second


def _read_end(table: TomlTable, base: EndSection) -> EndSection:
    end = EndSection(table.choice("full", base.full), table.number("turns", base.turns, 0, MOST_TURNS))
    table.finish()
    return end


def _read_translations(top: TomlTable) -> dict[str, dict[str, str]]:
    texts = top.table("texts")
    for code in texts.keys:
        if not is_language_code(code):
            raise texts.problem(code, _("this is not the code of a language, such as fi or zh_CN"))
    found = {code: texts.table(code).texts(_MOST_TEXTS, _MOST_SECTION) for code in texts.keys}
    return {code: words for code, words in found.items() if words}
