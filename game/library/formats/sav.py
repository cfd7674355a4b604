"""Reader of the games that Yixin-Board saves: three lines with rows, columns and the number of stones, then the stones.

A stone is a line with its row, counted from 0 at the top, and its column. Source: Yixin-Board, main.c
(show_dialog_save).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from game.core.language import _, gettext_noop, plural
from game.core.model import ParseError
from game.core.ruleset import Ruleset
from game.library.formats.opened_file import OpenedFile
from game.library.formats.plain_games import study_of_stones
from game.library.formats.terms import RuleBook, StoneAt
from game.library.formats.texts import ImportWarnings, decoded

TITLE = gettext_noop("Yixin-Board game (SAV)")
_HEAD = re.compile(r"([1-9][0-9]?)[ \t]*+\r?\n([1-9][0-9]?)[ \t]*+\r?\n([0-9]{1,3})[ \t]*+(?:\r?\n|\Z)")
_STONE = re.compile(r"([0-9]{1,2})[ \t]+([0-9]{1,2})")


def is_sav(text: str) -> bool:
    """Return True if a text begins like a game of Yixin-Board, with a stone if it has any."""
    head = _HEAD.match(text)
    if head is None:
        return False
    first = text[head.end() :].partition("\n")[0].strip()
    return _STONE.fullmatch(first) is not None if int(head[3]) else not first


def read_sav(content: bytes, rulesets: Mapping[str, Ruleset]) -> OpenedFile:
    """Read a game of Yixin-Board. Raises ParseError if it is none, or no ruleset has a board of its size."""
    text = decoded(content)
    head = _HEAD.match(text)
    if head is None:
        raise ParseError(_("unknown file format"))
    rows, columns, count = (int(number) for number in head.groups())
    lines = [line.strip() for line in text[head.end() :].split("\n", count)[:count]]
    found = [stone for stone in map(_STONE.fullmatch, lines) if stone is not None]
    stones: list[StoneAt] = [(None, int(stone[2]), int(stone[1])) for stone in found]
    warnings = ImportWarnings()
    rules, _legal = RuleBook(rulesets).fitting(columns, rows, "", stones)
    study = study_of_stones(rules, stones, warnings)
    if missing := count - len(stones):
        text = plural("Left out: {count} stone that the file does not have.",
                      "Left out: {count} stones that the file does not have.", missing)  # fmt: skip
        warnings.add_sentence(text)
    return OpenedFile(TITLE, (study,), None, warnings.sentences)
