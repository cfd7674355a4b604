"""Logs of Connect6 programs that print the board after each turn: ``White moved: (I9, J9)``.

Rows count from the bottom, and the letter i is not skipped. A log that begins with White's turn shows Black's stone in
the centre only on the board. Newer logs have the depth of a search before a turn: ``[Depth 6] White moved: (I9, J9)``.
Source: records of yescallop/connect6.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from game.core.language import _, gettext_noop
from game.core.model import ParseError
from game.library.formats.clipboard.move_text import MoveWord, open_moves
from game.library.formats.opened_file import OpenedFile
from game.library.formats.pos import connect6_rules
from game.library.formats.results import RESULT
from game.library.formats.terms import PasteTarget, RuleBook

TITLE = gettext_noop("Log of a Connect6 program")
_CELL = r"[A-S][0-9]{1,2}"
_TURN = re.compile(
    rf"^(?:\[[^\]\n]{{1,40}}\] )?(Black|White)[^\n(]{{0,4}} moved: \(({_CELL})(?:, ({_CELL}))?\)", re.MULTILINE
)
_WINNER = re.compile(r"^The winner: (Black|White)", re.MULTILINE)
_PLAYED_WITH = re.compile(r"^Played with ([^\n]{1,80}) \((Black|White)\)", re.MULTILINE)
_CENTRE = "j10"


def is_connect6_log(text: str) -> bool:
    """Return True if a text has a turn of two stones as such a program logs it."""
    found = _TURN.search(text)
    return found is not None and (found[3] is not None or found[1] == "Black")


def read_connect6_log(text: str, target: PasteTarget) -> OpenedFile:
    """Read the game in a log.

    Raises ParseError at the first move that is not allowed, and if a colour has two turns one after the other.
    """
    turns = list(_TURN.finditer(text))
    for turn, following in pairwise(turns):
        if turn[1] == following[1]:
            line = 1 + text.count("\n", 0, following.start())
            raise ParseError(_("the colours of the moves do not alternate: {line}", line=following[0]), line=line)
    words = [MoveWord(_CENTRE)] if turns[0][1] == "White" else []
    for turn in turns:
        line = 1 + text.count("\n", 0, turn.start())
        words += [MoveWord(cell.lower(), line) for cell in turn.groups()[1:] if cell is not None]
    rules = connect6_rules(RuleBook(target.rulesets))
    opened = open_moves(words, target if rules is None else replace(target, rules=rules))
    study = opened.studies[0]
    if winner := _WINNER.search(text):
        study.facts[RESULT] = f"{winner[1][0]}+"
    if named := _PLAYED_WITH.search(text):
        study.players = (named[1], "") if named[2] == "Black" else ("", named[1])
    return replace(opened, format=TITLE)
