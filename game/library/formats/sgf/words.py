"""SGF properties (file format 4) that a study can store, and SGF's notation for points and sizes.

Source: the SGF specification, FF[4]; GM[4] is Gomoku and Renju. A point is a column letter and a row letter, ``aa`` at
the top left. Properties of our own hold moves of games with several kinds of stone and choices in an opening.
"""

from __future__ import annotations

import re

from game.core.geometry import LETTERS, Geometry
from game.core.language import _
from game.core.model import ParseError
from game.library.study.tree import Sign

#: Game numbers: Gomoku and Renju, Connect6 (used by some programs), Go, and the one of ORC Game Center for renju.
GOMOKU_NUMBER, CONNECT6_NUMBER, GO_NUMBER, ORC_NUMBER = 4, 511, 1, 5
#: Names of further games by their number, from the table of FF[4].
OTHER_GAMES = {2: "Othello", 5: "Nine Men's Morris", 8: "Shogi", 9: "Lines of Action", 10: "Ataxx", 11: "Hex"}
PROGRAM = "Stone Fair"
#: Properties of our own: a move in the program's notation, the seed of the setup, the first position as the ruleset
#: writes it, facts without an SGF property, each as ``fact:text``, and the text of the game's rule sheet.
OUR_MOVE, OUR_SEED, OUR_START, OUR_FACTS, OUR_SHEET = "SFM", "SFS", "SFP", "SFF", "SFR"
_NAME = re.compile("[a-z][1-9][0-9]?")
#: Several points in one value, as LittleGolem writes turns of two stones: ``i9l10`` or ``ikjk``.
_SEVERAL = re.compile("(?:[a-z][1-9][0-9]?){2,8}|(?:[a-z]{2}){2,8}")
_ONE_OF_SEVERAL = re.compile("[a-z](?:[a-z]|[1-9][0-9]?)")
#: Prefix of the keys of imported SGF properties in a study.
STORED = "SGF "
#: Study facts by SGF property.
FACTS = {
    "EV": "event",
    "RO": "round",
    "DT": "date",
    "PC": "place",
    "RE": "result",
    "ON": "opening",
    "TM": "time",
    "OT": "overtime",
    "BR": "rank of the first colour",
    "WR": "rank of the second colour",
    "GC": "about",
    "AN": "annotator",
    "SO": "source",
    "US": "entered by",
    "CP": "copyright",
}
#: Properties that show that a node belongs to the header.
ONLY_IN_HEAD = ("GM", "SZ", "RU", "PB", "PW")
#: Properties whose words may tell the game of a file that does not name its rule.
HINTS = ("EV", "GN", "SO", "GC", "ON", "RO", "AP")
#: Beginnings of the names of rules of Go.
RULES_OF_GO = re.compile(r"(?:japan|chin|korea|aga|ing|goe|nz|new zealand|tromp|ko|stone|area|territ)", re.IGNORECASE)
SIGNS = {"MA": Sign.CROSS, "CR": Sign.CIRCLE, "SQ": Sign.SQUARE, "TR": Sign.TRIANGLE}
LABEL = "LB"
SETUP = ("AB", "AW", "AE")
#: Properties of the first node that are read into the study itself.
HEAD = ("FF", "GM", "CA", "AP", "SZ", "RU", "PB", "PW", "GN", "PL", OUR_SEED, OUR_START, OUR_FACTS, OUR_SHEET, *FACTS)


#: The notation of a pass in FF[3], and the longest side of a board on which it is no point.
_OLD_PASS, _LONGEST_WITH_PASS = "tt", 19


def is_pass(word: str, columns: int, rows: int) -> bool:
    """Return True if the value of an SGF move is a pass on a board of this size: empty, or ``tt`` up to 19x19."""
    plain = _joined(word)
    return not plain or (plain == _OLD_PASS and max(columns, rows) <= _LONGEST_WITH_PASS)


def _joined(word: str) -> str:
    """Return the letters of a value with points in lower case, without the line ends that mail programs put in."""
    return "".join(word.split()).lower()


def format_point(geometry: Geometry, cell: int) -> str:
    """Return a board cell as an SGF point."""
    x, y = geometry.cells[cell]
    return LETTERS[x] + LETTERS[y]


def split_points(word: str) -> list[str]:
    """Return the points in an SGF value: usually the value itself, but some programs put a whole turn into one."""
    plain = _joined(word)
    return _ONE_OF_SEVERAL.findall(plain) if _SEVERAL.fullmatch(plain) else [word]


def parse_position(word: str, rows: int) -> tuple[int, int]:
    """Return the column and row, from 0 at the top left, of an SGF point or a cell name such as ``h8``.

    Raises ParseError if the text is neither.
    """
    plain = _joined(word)
    if len(plain) == 2 and plain[0] in LETTERS and plain[1] in LETTERS:
        return LETTERS.index(plain[0]), LETTERS.index(plain[1])
    if _NAME.fullmatch(plain):
        return LETTERS.index(plain[0]), rows - int(plain[1:])
    raise ParseError(_("{word!r} is not a point on the board", word=plain[:30]))


def parse_point(geometry: Geometry, word: str) -> int:
    """Return the board cell of an SGF point. Raises ParseError if the board has no such cell."""
    cell = geometry.at(*parse_position(word, geometry.rows))
    if cell is None:
        raise ParseError(_("{word!r} is not a point on the board", word=word.strip()[:30]))
    return cell


def parse_points(geometry: Geometry, word: str) -> list[int]:
    """Return the board cells of an SGF point or rectangle ``aa:cc``. Raises ParseError if the text is neither."""
    first, colon, last = word.partition(":")
    if not colon:
        return [parse_point(geometry, first)]
    (left, top), (right, bottom) = (geometry.cells[parse_point(geometry, each)] for each in (first, last))
    found = (geometry.at(x, y) for y in range(top, bottom + 1) for x in range(left, right + 1))
    return [cell for cell in found if cell is not None]


def parse_size(word: str) -> tuple[int, int]:
    """Return columns and rows of an SGF board size such as ``15`` or ``19:15``. Raises ParseError if invalid."""
    numbers = word.strip().split(":")
    if not 1 <= len(numbers) <= 2 or not all(each.isascii() and each.isdigit() and len(each) < 5 for each in numbers):
        raise ParseError(repr(word[:30]))
    return int(numbers[0]), int(numbers[-1])
