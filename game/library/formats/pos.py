"""Reader and writer of ``.pos`` files, which list points as text (``h8i9g7``) or as RenLib's bytes.

A text whose first turn has one stone and whose later turns have two is a game of Connect6.

In the text, c-gomoku-cli counts rows from the top, most other programs from the bottom, and the file does not say
which. Both readings are legal games, so both are returned, with rows counted from the bottom first.

Source of the binary format: RenLib, Pos.cpp. The first byte is the number of stones. Each further byte is a cell of a
15x15 board, counted from 0, row by row from the top left. Yixin-Board counts column by column, and the file does not
say which: the game is the same, but mirrored. It is read as RenLib's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from game.core.geometry import LETTERS
from game.core.language import _, gettext_noop
from game.core.model import ParseError, Reason
from game.core.ruleset import Ruleset
from game.library.formats.opened_file import OpenedFile
from game.library.formats.plain_games import stones_of, study_of_stones
from game.library.formats.terms import PASS, GameRules, RuleBook, StoneAt
from game.library.formats.texts import ImportWarnings, decoded, encoding_of
from game.library.study.study import Study

TITLE = gettext_noop("Moves as text")
_SIZE = 15
#: Smallest byte that is not a cell; RenLib uses these bytes for a pass.
_PASS = _SIZE * _SIZE
#: Maximum number of characters to test.
_MOST = 20_000
_POINT = re.compile(r"([A-Za-z])([1-9][0-9]?)(?![0-9])")
#: The number of the column of each letter, small or capital.
_COLUMNS = {letter: column for letters in (LETTERS, LETTERS.upper()) for column, letter in enumerate(letters)}
_NUMBER = re.compile(r"(?<![A-Za-z0-9])[0-9]{1,3}[.)]")
_TURN = re.compile(r"(?:[A-Za-z][1-9][0-9]?[,;/|-]?)+")
_BETWEEN = re.compile(r"[\s,;|/\-]+")


def is_points(text: str) -> bool:
    """Return True if a text consists only of points, move numbers and separators."""
    return len(text) <= _MOST and bool(_POINT.search(text)) and not _BETWEEN.sub("", _POINT.sub("", _unnumbered(text)))


def cells_of(text: str) -> list[tuple[int, int]]:
    """Return the cells in a text as the number of the column, from 0, and that of the row, from 1."""
    return [(_COLUMNS[letter], int(number)) for letter, number in _POINT.findall(text)]


def is_bytes(content: bytes) -> bool:
    """Return True if a file is RenLib's list of cells: their number, then cells without repeats."""
    cells = content[1:]
    told = len(content) > 1 and content[0] == len(cells)
    stones = [cell for cell in cells if cell < _PASS]
    return told and len(set(stones)) == len(stones)


def _unnumbered(text: str) -> str:
    return _NUMBER.sub(" ", text.lstrip("\ufeff"))


def read_points(content: bytes, rulesets: Mapping[str, Ruleset]) -> OpenedFile:
    """Read a game from a text such as ``h8i9g7``. Raises ParseError if no ruleset has a large enough board."""
    encoding = encoding_of(content)
    found = cells_of(_unnumbered(decoded(content, encoding)))
    book = RuleBook(rulesets)
    named = connect6_rules(book) if has_pairs(decoded(content, encoding)) else None
    size = _size(found, book) if named is None else named.geometry.rows
    warnings = ImportWarnings()
    study = _study([(None, x, size - number) for x, number in found], size, book, warnings, named)
    if all(2 * number == size + 1 for _x, number in found):
        return OpenedFile(TITLE, (study,), None, warnings.sentences, encoding)
    other = _study([(None, x, number - 1) for x, number in found], size, book, ImportWarnings(), named)
    other.title = _("rows counted from the top")
    warnings.add_sentence(
        _(
            "The file does not say whether rows are counted from the bottom or from the top. Stone Fair tries the "
            "bottom first, then the top."
        )
    )
    return OpenedFile(TITLE, (study, other), None, warnings.sentences, encoding, has_readings=True)


def has_pairs(text: str, least_turns: int = 2) -> bool:
    """Return True if the first turn of a text has one point and all later ones two, of the last maybe only one.

    Turns stand between move numbers if there are any, otherwise between spaces. False for fewer than ``least_turns``.
    """
    plain = text.lstrip("\ufeff").strip()
    turns = _NUMBER.split(plain)[1:] if _NUMBER.match(plain) else (found[0] for found in _TURN.finditer(plain))
    number, last = 0, 0
    # The turns are counted one by one, as the text may be a list of 100,000 games, which ends at its second turn.
    for number, turn in enumerate(turns, start=1):
        count = len(_POINT.findall(turn))
        if (number == 1 and count != 1) or (number > 2 and last != 2):
            return False
        last = count
    return number >= least_turns and last in ((2,) if number == 2 else (1, 2))


def connect6_rules(book: RuleBook) -> GameRules | None:
    """Return the rules of Connect6, or None if no ruleset has them."""
    try:
        return next((rules for rules in book.on_board(19, 19) if rules.is_connect6), None)
    except ParseError:
        return None


def _size(found: Sequence[tuple[int, int]], book: RuleBook) -> int:
    """Return a board size that fits the points: 15, 19 or 20 if possible, otherwise the smallest."""
    needed = max(max(x + 1, number) for x, number in found)
    sizes: tuple[int, ...] = (_SIZE, 19, 20, *range(_SIZE + 1, 27))
    for size in sizes:
        if size >= needed and book.has_board(size, size):
            return size
    raise ParseError(_("no game in Stone Fair uses a {columns}x{rows} board", columns=needed, rows=needed))


def read_bytes(content: bytes, rulesets: Mapping[str, Ruleset]) -> OpenedFile:
    """Read a game from RenLib's binary format. Raises ParseError if no ruleset has a 15x15 board."""
    warnings = ImportWarnings()
    stones = [PASS if cell >= _PASS else (None, cell % _SIZE, cell // _SIZE) for cell in content[1:]]
    if any(x != y for _side, x, y in stones):
        warnings.add_sentence(
            _(
                "The file does not say whether cells are counted by rows, as in RenLib, or by columns, as in "
                "Yixin-Board. They were counted by rows; in the other case the game is mirrored."
            )
        )
    return OpenedFile(TITLE, (_study(stones, _SIZE, RuleBook(rulesets), warnings, None),), None, warnings.sentences)


def _study(
    stones: Sequence[StoneAt], size: int, book: RuleBook, warnings: ImportWarnings, named: GameRules | None
) -> Study:
    rules = named or book.fitting(size, size, "", stones)[0]
    return study_of_stones(rules, stones, warnings)


def write_points(study: Study) -> bytes | Reason:
    """Return a study's main line as text such as ``h8i9g7``, or a Reason if that is impossible."""
    stones = stones_of(study, _(TITLE))
    if isinstance(stones, Reason):
        return stones
    if not stones:
        return Reason("no stone", _("There are no stones to export yet."))
    rows = study.first_state.geometry.rows
    return ("".join(f"{LETTERS[x]}{rows - y}" for x, y in stones) + "\n").encode()
