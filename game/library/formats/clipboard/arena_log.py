"""Logs of Board Game Arena's Gomoku, as they are copied from the page of a game.

A line such as ``ann77 dropped a stone (H, 8)`` is a move, and ``ann77 wins the game!`` the end; other lines, such as
times and greetings, are ignored. The board always has 19 rows, counted from the top; the letter i is not skipped, and
Black begins. The log is in the language of the player's page; only the English one is read. It does not say whether
more than five stones in a row win.

Source: Board Game Arena's gomoku.game.php (playStone, getFormattedCoordinates, setupNewGame).
"""

from __future__ import annotations

import re

from game.core.geometry import LETTERS
from game.core.language import gettext_noop
from game.core.plain_text import one_line
from game.library.formats.opened_file import OpenedFile
from game.library.formats.plain_games import study_of_stones
from game.library.formats.results import RESULT
from game.library.formats.terms import PasteTarget, RuleBook, StoneAt
from game.library.formats.texts import ImportWarnings

TITLE = gettext_noop("Log of Board Game Arena")
_ROWS = 19
#: Maximum number of moves that are read: more than the board has cells.
_MOST_MOVES = 1_000
_MOVE = re.compile(r"^(\S[^\n]{0,80}?) dropped a stone \(([A-S]), ([0-9]{1,2})\)", re.MULTILINE)
_WIN = re.compile(r"^(\S[^\n]{0,80}?) wins the game!", re.MULTILINE)


def is_arena_log(text: str) -> bool:
    """Return True if a text has a move as Board Game Arena logs it."""
    return _MOVE.search(text) is not None


def read_arena_log(text: str, target: PasteTarget) -> OpenedFile:
    """Read the game in a log. Raises ParseError if no ruleset has a board of 19 rows."""
    moves = [found.groups() for found, _number in zip(_MOVE.finditer(text), range(_MOST_MOVES), strict=False)]
    stones: list[StoneAt] = [(None, LETTERS.index(letter.lower()), int(row) - 1) for _name, letter, row in moves]
    warnings = ImportWarnings()
    rules, _legal = RuleBook(target.rulesets).fitting(_ROWS, _ROWS, "", stones)
    study = study_of_stones(rules, stones, warnings)
    names = [one_line(name) for name, _letter, _row in moves]
    study.players = names[0], next((name for name in names if name != names[0]), "")
    win = _WIN.search(text)
    if win is not None and one_line(win[1]) in study.players:
        study.facts[RESULT] = "BW"[study.players.index(one_line(win[1]))] + "+"
    return OpenedFile(TITLE, (study,), None, warnings.sentences)
