"""Records of five in a row of the Chinese computer games championship (code C5), and lists of their stones.

A record is ``{[C5][Ann B][Ben W][先手胜][2024.08.05 Wuhan][The cup];B(H,8);W(I,9)}``: the names of Black and White, the
result (``先手胜`` the first player wins, ``后手胜`` the second one, ``和棋`` a draw), date and place, and the event.
Columns are A to O from the left, rows 1 to 15 from the bottom. Some programs write ``{{C5}[Ann B]...``, ``{C5;B(H,8)}``
or only the stones. Marks such as ``MARK[1]`` are ignored. Stones without a code of which two of a colour follow each
other are a game of Connect6.

Source: records and the readers of programs that took part in the championship.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from game.core.language import _, gettext_noop
from game.core.model import ParseError
from game.core.plain_text import one_line
from game.library.formats.clipboard.move_text import MoveWord, open_moves
from game.library.formats.opened_file import OpenedFile, joined
from game.library.formats.pos import connect6_rules
from game.library.formats.results import RESULT
from game.library.formats.terms import PasteTarget, RuleBook

TITLE = gettext_noop("Championship record")
_FIVE = "C5"
_HEAD = r"\s*+\{*+\s*+(?:\[C5\]|C5\}?+)?+\s*+;?\s*+(?:\[[^\[\]{};]{0,200}\]\s*+;?\s*+){0,20}"
_STONE = r"[BW]\s*\(\s*[A-Z]\s*,\s*[0-9]{1,2}\s*\)"
_MARKS = r"\s*+(?:[A-Z]{1,9}\[[^\[\]{};]{0,99}\]\s*+)*+"
#: A record whose first stone is readable, and the parts of it.
_RECORD = re.compile(rf"({_HEAD})({_STONE}{_MARKS}(?:;\s*+{_STONE}{_MARKS})*+);?\s*+\}}*+\s*+", re.IGNORECASE)
_FIELD, _ENTRY = re.compile(r"\[([^\[\]{}]*)\]"), re.compile(r"([BW])\s*\(\s*([A-Z])\s*,\s*([0-9]{1,2})", re.IGNORECASE)
_RESULTS = {"先手胜": "B+", "先手勝": "B+", "后手胜": "W+", "后手勝": "W+", "和棋": "0", "平局": "0", "和局": "0"}
#: Largest number of records in a text.
_MOST_GAMES = 1_000


def is_championship_text(text: str) -> bool:
    """Return True if a text begins with a record of five in a row, or with stones such as ``B(H,8)``."""
    return _RECORD.match(text) is not None


def read_championship_text(text: str, target: PasteTarget) -> OpenedFile:
    """Read the records in a text. Raises ParseError, with the line, at what is none, and at the first illegal move."""
    return joined(TITLE, [_read_record(found, text, target) for found in _records(text)])


def _records(text: str) -> Iterator[re.Match[str]]:
    place = 0
    for _number in range(_MOST_GAMES):
        if not text[place:].strip():
            return
        found = _RECORD.match(text, place)
        if found is None:
            word = text[place:].split(maxsplit=1)[0][:24]
            raise ParseError(_("“{word}” is not a move", word=word), line=1 + text.count("\n", 0, place))
        yield found
        place = found.end()


def _read_record(found: re.Match[str], text: str, target: PasteTarget) -> OpenedFile:
    line = 1 + text.count("\n", 0, found.start(2))
    sides = [side.upper() for side, _column, _row in _ENTRY.findall(found[2])]
    words = [MoveWord(f"{column.lower()}{row}", line) for _side, column, row in _ENTRY.findall(found[2])]
    by_turns, by_pairs = (
        ["BW"[at % 2] for at in range(len(sides))],
        ["BW"[(at + 1) // 2 % 2] for at in range(len(sides))],
    )
    rules = (
        connect6_rules(RuleBook(target.rulesets)) if sides == by_pairs != by_turns and _FIVE not in found[1] else None
    )
    if sides != by_turns and rules is None:
        shown = one_line(found[2])[:60]
        raise ParseError(_("the colours of the moves do not alternate: {line}", line=shown), line=line)
    opened = open_moves(words, target if rules is None else replace(target, rules=rules))
    fields = [one_line(field) for field in _FIELD.findall(found[1]) if field.strip().upper() != _FIVE]
    study = opened.studies[0]
    if result := next((_RESULTS[field] for field in fields if field in _RESULTS), ""):
        study.facts[RESULT] = result
        named = fields[: next(at for at, field in enumerate(fields) if field in _RESULTS)][:2]
        black, white = (
            name.removesuffix(side).rstrip() for name, side in zip([*named, "", ""], ("B", "W"), strict=False)
        )
        study.players = black, white
        rest = [field for field in fields[len(named) + 1 :] if field]
        study.facts.update(zip(("date", "event"), (rest[0], rest[-1]) if len(rest) > 1 else rest, strict=False))
    return replace(opened, format=TITLE)
