"""Positions as text: the format of ``Ruleset.dump``, or only the rows of the board."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile

from game.core.language import _, strip_period
from game.core.model import EMPTY, Options, ParseError, State
from game.core.picture import read_board
from game.core.ruleset import Ruleset, complete_options
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
        for options in _boards(ruleset, target.rules.options if ruleset is own else {}, rows):
            try:
                return _read(GameRules(ruleset, options), lines, is_picture=rows == len(lines))
            except ParseError as error:
                text = _("this is not a valid {game} position: {problem}",
                         game=_(ruleset.info.title), problem=strip_period(error.problem))  # fmt: skip
                problem = problem or ParseError(text, line=error.line + blank if error.line else 0)
    assert problem is not None
    raise problem


def _boards(ruleset: Ruleset, given: Options, rows: int) -> Iterator[Options]:
    """Yield the options of a ruleset that give a board with ``rows`` rows, or the given options if none do.

    The given options come first if they fit.
    """
    options = complete_options(ruleset.info, given)
    numbers = [option for option in ruleset.info.options if option.kind == "number"]
    others = ({**options, each.key: value} for each in numbers for value in range(each.low, each.high + 1))
    possible = (each for each in (options, *others) if ruleset.check_options(each) is None)
    yield from [each for each in possible if ruleset.geometry(each).rows == rows] or [options]


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
