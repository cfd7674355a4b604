"""Lists of openings: one opening per line, in the program's notation, Gomocup's or c-gomoku-cli's.

The program's notation is moves separated by spaces: ``h8 i9 g7``. Gomocup and Piskvork write offsets from the centre of
the board, x to the right and y downwards: ``0,0, 1,-1, 0,2``; on a board of even size the centre is below and to the
right of the middle. c-gomoku-cli (position.cpp) reads these, with commas or spaces between the numbers, and calls a
second form ``pos``: cells without anything between them, with rows counted from the top: ``h8i7g9``. A single cell is
in the program's notation. Empty lines and lines that begin with # are ignored.

Other programs join cells in the same way but count rows from the bottom. The arena reads them as c-gomoku-cli does; the
window, where one line of them is a game with rows from the bottom, reads lists with ``move_lists``.
"""

from __future__ import annotations

import re

from game.core.clock import UNTIMED, TimeControl
from game.core.geometry import Geometry, Position
from game.core.language import _, strip_period
from game.core.match import Match
from game.core.model import Options, ParseError, Reason
from game.core.ruleset import Ruleset, parse_move

Opening = tuple[str, ...]
#: Sizes of the boards on which a list of unknown size is read: the Gomocup's two, Go boards, and the largest ones.
BOARD_SIZES = (15, 20, 19, 22, 26)
_NUMBER = re.compile(r"[+-]?[0-9]{1,2}")
_JOINED_CELLS = re.compile(r"(?:[A-Z][0-9]{1,2}){2,}", re.IGNORECASE)
_CELL = re.compile(r"([A-Z])([0-9]{1,2})", re.IGNORECASE)


def read_openings(text: str, ruleset: Ruleset, options: Options, file: str = "") -> list[Opening]:
    """Parse a list of openings into moves in the program's notation; skip openings off the board.

    Raises ParseError if an opening is illegal or ends the game, or if there are no openings.
    """
    geometry = ruleset.geometry(options)
    openings: list[Opening] = []
    for number, words in _lines(text):
        try:
            opening = _parse_opening(words, geometry)
            if opening is None:
                continue
            match = begin_match(ruleset, options, 0, opening)
        except ParseError as error:
            raise error.located(file=file, line=number) from error
        if match.outcome is not None:
            raise ParseError(
                _("the moves of the opening {words!r} already end the game", words=words), file=file, line=number
            )
        openings.append(opening)
    if not openings:
        raise ParseError(_("the file has no opening for this board"), file=file)
    return openings


def begin_match(ruleset: Ruleset, options: Options, seed: int, opening: Opening, clock: TimeControl = UNTIMED) -> Match:
    """Return a match in which the opening is already played. Raises ParseError for an illegal move."""
    match = Match(ruleset, options, seed, time_control=clock)
    for word in opening:
        refusal = match.play(parse_move(ruleset.info, match.state, word))
        if isinstance(refusal, Reason):
            problem = strip_period(refusal.message)
            raise ParseError(_("the move {move!r} is not allowed: {problem}", move=word, problem=problem))
    return match


def _lines(text: str) -> list[tuple[int, str]]:
    """Return the lines with openings, without space around them, and their numbers from 1."""
    numbered = enumerate(text.lstrip("\ufeff").splitlines(), start=1)
    return [(number, words) for number, line in numbered if (words := line.strip()) and not words.startswith("#")]


def _parse_opening(words: str, geometry: Geometry) -> Opening | None:
    """Return the moves of a line; None if its offsets or joined cells lead off the board."""
    if "," not in words and not _NUMBER.fullmatch(words.split(maxsplit=1)[0]) and not _JOINED_CELLS.fullmatch(words):
        return tuple(words.split())
    cells = [geometry.at(*point) for point in _points(words, geometry)]
    named = tuple(geometry.names[cell] for cell in cells if cell is not None)
    return named if len(named) == len(cells) else None


def _points(words: str, geometry: Geometry) -> list[Position]:
    """Return the points of offsets or joined cells, counted from the upper left, on the board or off it.

    Rows of joined cells count from the top. Raises ParseError if a number is wrong or missing.
    """
    if _JOINED_CELLS.fullmatch(words):
        cells = [(ord(column.lower()) - ord("a"), int(row)) for column, row in _CELL.findall(words)]
        return [(x, row - 1) for x, row in cells]
    numbers = words.replace(",", " ").split()
    wrong = next((word for word in numbers if not _NUMBER.fullmatch(word)), None)
    if wrong is not None:
        raise ParseError(_("{word!r} is not a valid number of steps from the centre", word=wrong))
    if len(numbers) % 2:
        text = _(
            "an opening needs two numbers for each stone, but {words!r} has {number} in all",
            words=words,
            number=len(numbers),
        )
        raise ParseError(text)
    steps = [int(word) for word in numbers]
    middle = geometry.columns // 2, geometry.rows // 2
    return [(middle[0] + x, middle[1] + y) for x, y in zip(steps[::2], steps[1::2], strict=True)]
