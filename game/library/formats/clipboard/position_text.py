"""Positions as text: the format of ``Ruleset.dump``, or only the rows of the board."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile

from game.core.language import _, strip_period
from game.core.model import EMPTY, ParseError, State
from game.core.picture import read_board
from game.core.ruleset import complete_options
from game.library.formats.clipboard.boards import options_with_rows
from game.library.formats.terms import GameRules, PasteTarget

#: Maximum length of a position as text in characters.
_MOST = 20_000
_ROW = re.compile(r"\S(?:[ \t]+\S){2,}")


@dataclass(frozen=True, slots=True)
class PastedPosition:
    """A position in a pasted text, and the rules that fit its board."""

    rules: GameRules
    stones: Mapping[int, str]
    """Letter of each stone by cell."""
    state: State | None
    """The complete position; None if the text has only the rows of the board, without the side to move."""
    problems: tuple[str, ...] = ()
    """A sentence for each part that was left out."""


def is_position(text: str) -> bool:
    """Return True if a text begins with a row of a board: single characters with spaces between them."""
    first = next((line.strip() for line in text.split("\n") if line.strip()), "")
    return _ROW.fullmatch(first) is not None


def read_position(text: str, target: PasteTarget) -> PastedPosition:
    """Read a position of the game of ``target``, else of another game; the board gets the size of the pasted one.

    Raises ParseError, with the problem in the game of ``target``.
    """
    if len(text) > _MOST:
        raise ParseError(_("the text is too long for a position: {count} characters", count=f"{len(text):,}"))
    blank = len(list(takewhile(lambda line: not line.strip(), text.split("\n"))))
    lines = text.rstrip("\n").split("\n")[blank:]
    rows = len(list(takewhile(lambda line: line.strip() and ":" not in line, lines)))
    own = target.rules.ruleset
    others = [each for each in target.rulesets.values() if each is not own]
    problem: ParseError | None = None
    for ruleset in (own, *others):
        given = complete_options(ruleset.info, target.rules.options if ruleset is own else {})
        for options in [*options_with_rows(ruleset, given, rows)] or [given]:
            try:
                return _read(GameRules(ruleset, options), lines, is_picture=rows == len(lines))
            except ParseError as error:
                text = _("this is not a valid {game} position: {problem}",
                         game=_(ruleset.info.title), problem=strip_period(error.problem))  # fmt: skip
                problem = problem or ParseError(text, line=error.line + blank if error.line else 0)
    assert problem is not None
    raise problem


def _read(rules: GameRules, lines: list[str], *, is_picture: bool) -> PastedPosition:
    """Return the position in a text. Raises ParseError if the text is invalid.

    ``is_picture`` is True if the text has only the rows of the board, without the lines that ``Ruleset.dump`` adds.
    """
    if is_picture:
        letters = [stone.letter for stone in rules.ruleset.info.stones]
        return PastedPosition(rules, _stones(read_board(rules.geometry, lines, letters)), None)
    state = rules.ruleset.load("\n".join(lines), rules.options)
    return PastedPosition(rules, _stones(state.board), state)


def _stones(board: tuple[str, ...]) -> dict[int, str]:
    return {cell: letter for cell, letter in enumerate(board) if letter != EMPTY}
