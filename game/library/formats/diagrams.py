"""Diagrams of a board as other programs write them, turned into the rows of this program.

A row has a character for each cell, with or without spaces between them, and may have its number or a frame at its
ends:

| source | rows | black, white |
|---|---|---|
| RenLib, *Text Board* | `` 15 . . X O . 15 `` under a row of letters | ``X``, ``O`` |
| Sabaki, *Copy ASCII diagram* | ``$$ | . . X O . |`` | ``X``, ``O``; with marks ``B # Y Z``, ``W @ Q P`` |
| chats, sources of programs | ``--xo-``, ``0 0 1 2 0``, ``＋＋●○＋`` | ``x``, ``o``; ``1``, ``2``; ``●``, ``○`` |

A ``?`` marks an empty cell. In a diagram of crosses and noughts Black has the crosses, unless there is one nought more,
or the text says otherwise. RenLib writes the moves below the diagram; they are read instead. Sources: the programs
named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from game.core.language import _
from game.core.model import EMPTY, ParseError
from game.core.plain_text import one_line

#: Smallest number of rows and columns of a diagram.
_LEAST = 5
_MOST_CHARACTERS, _QUOTED = 20_000, 60
_BLACK, _WHITE = "b", "w"


def _signs(black: str, white: str, empty: str) -> dict[str, str]:
    return {**dict.fromkeys(empty, EMPTY), **dict.fromkeys(black, _BLACK), **dict.fromkeys(white, _WHITE)}


#: The meaning of the characters of a diagram, of one made of numbers, and of one in the notation of Go pages.
_SIGNS = _signs("XxBb@#*●⚫✕", "OoWw○⚪", ".,+-_·┼┌┬┐├┤└┴┘＋?")
_NUMBERS = _signs("1", "2", "0")
_GO_SIGNS = _signs("XB#YZ", "OW@QP", ".,+CSTMabcdefghijklmnopqrstuvwxyz")
_GO_PREFIX = "$$"
#: Signs of stones that are no crosses or noughts.
_OTHER_SIGNS = frozenset("bw@#*●⚫○⚪✕")
#: A line of a text, and the row of a board that it is.
_Line = tuple[str, str]
#: The number of a row and a frame before the cells of a row.
_BEFORE = re.compile(r"(?:[0-9]{1,2}(?![0-9]))?[ \t]*[|│]?[ \t]*")
#: What says which colour has the crosses or the noughts.
_NAMED = re.compile(
    r"\b(black|white)\b[ \t]*[:=(-]?[ \t]*['\"]?([xo])\b|\b([xo])['\"]?[ \t]*[:=(-]?[ \t]*(?:is[ \t]+)?(black|white)\b",
    re.IGNORECASE,
)
_SWAPPED = str.maketrans(_BLACK + _WHITE, _WHITE + _BLACK)
_TEXT_BOARD = "----- Text Board -----"
_MOVES_BELOW = re.compile(r"[0-9]{1,3}[ \t]+[A-Za-z][0-9]{1,2}(?:[ \t]+[0-9]{1,3}[ \t]+[A-Za-z][0-9]{1,2})?")


def rows_of_diagram(text: str) -> str | None:
    """Return a diagram as this program writes the rows of a board, or None if a text has none.

    The diagram is the longest run of rows with the same number of cells.
    """
    found = _lines_of_diagram(text)
    rows = "\n".join(" ".join(row) for _line, row in found)
    return (rows.translate(_SWAPPED) if _has_black_noughts(found, text) else rows) or None


def crosses_sentence(text: str, *, is_usual_told: bool = True) -> str:
    """Return a sentence that says whose the crosses of a text's diagram are, or "" if the text says it itself.

    Also "" if Black has them, as usual, and ``is_usual_told`` is False.
    """
    found = _lines_of_diagram(text)
    if not found or not _is_of_crosses(found) or _NAMED.search(text):
        return ""
    if _has_black_noughts(found, text):
        return _("The file does not say whose the crosses are. Here O is Black, as there is one more O than X.")
    return _("The file does not say whose the crosses are. Here X is Black.") if is_usual_told else ""


def diagrams_in(text: str) -> int:
    """Return the number of diagrams with the same number of rows and columns as the largest one of a text."""
    best = _lines_of_diagram(text)
    return sum(len(run) == len(best) and len(run[0][1]) == len(best[0][1]) for run in _runs(text) if best and run)


def _lines_of_diagram(text: str) -> list[_Line]:
    """Return the lines of the diagram of a text and their cells; [] if it has none."""
    if len(text) > _MOST_CHARACTERS:
        return []
    best = list[_Line]()
    for run in _runs(text):
        best = run if len(run) > len(best) else best
    return best if len(best) >= _LEAST else []


def _is_of_crosses(found: Sequence[_Line]) -> bool:
    """Return True if the stones of a diagram are crosses and noughts, with no other signs."""
    signs = {sign.lower() for line, _row in found for sign in line}
    return bool(signs & {*"xo"}) and not signs & _OTHER_SIGNS and _GO_PREFIX not in found[0][0]


def _has_black_noughts(found: Sequence[_Line], text: str) -> bool:
    """Return True if the noughts of a diagram are Black's stones: its text or the number of the stones says so."""
    if not _is_of_crosses(found):
        return False
    if named := _NAMED.search(text):
        colour, sign = (each.lower() for each in (named[1] or named[4], named[2] or named[3]))
        return (colour == "black") == (sign == "o")
    crosses, noughts = (sum(row.count(stone) for _line, row in found) for stone in (_BLACK, _WHITE))
    return noughts == crosses + 1


def unknown_row(text: str) -> str:
    """Return a line beside the diagram of a text that has as many cells as its rows; "" if there is none.

    Such a line is a row with a sign that is not known, and the diagram is only a part of a board.
    """
    found = _lines_of_diagram(text)
    if not found:
        return ""
    rows, columns = {line for line, _row in found}, len(found[0][1])
    others = (line for line in map(str.strip, text.split("\n")) if line and line not in rows)
    return next((line for line in others if _row(line) is None and _size_of_row(line) == columns), "")


def unknown_row_error(line: str) -> ParseError:
    """Return the error for a board of which a row has a sign that is not known."""
    return ParseError(_("a row of the board has a sign that is not known: {line}", line=one_line(line)[:_QUOTED]))


def moves_of_text_board(text: str) -> str | None:
    """Return the moves below a diagram of RenLib, or None if there are none."""
    _diagram, header, below = text.partition(_TEXT_BOARD)
    moves = [line for line in map(str.strip, below.split("\n")) if _MOVES_BELOW.fullmatch(line)] if header else []
    return "\n".join(moves) or None


def _runs(text: str) -> Iterator[list[_Line]]:
    """Yield the runs of successive rows with the same number of cells."""
    run = list[_Line]()
    for line in text.split("\n"):
        row = _row(line.strip())
        if run and (row is None or len(row) != len(run[0][1])):
            yield run
            run = []
        if row is not None:
            run.append((line.strip(), row))
    yield run


def _row(line: str) -> str | None:
    """Return a line as a row of a board, with a character for each cell; None if it is no row."""
    if line.startswith(_GO_PREFIX):
        return _cells(_without_ends(line.removeprefix(_GO_PREFIX).strip()), _GO_SIGNS)
    return _cells(_without_ends(line), _SIGNS) or _cells(line, _NUMBERS)


def _without_ends(line: str) -> str:
    begin = _BEFORE.match(line)
    rest = line[begin.end() if begin else 0 :].rstrip("0123456789").rstrip()
    return rest.rstrip("|│").rstrip()


def _size_of_row(line: str) -> int:
    """Return the number of cells of a line that may be a row with an unknown sign, 0 if it is something else.

    Most characters of a row are known signs, and they are not all different, as in a row that names the columns.
    """
    words = _without_ends(line).split()
    characters = words if all(len(word) == 1 for word in words) else [*words[0]] if len(words) == 1 else []
    known = max(sum(character in signs for character in characters) for signs in (_SIGNS, _NUMBERS))
    return len(characters) if 2 * known > len(characters) > len(set(characters)) else 0


def _cells(line: str, signs: Mapping[str, str]) -> str | None:
    words = line.split()
    characters = words if all(len(word) == 1 for word in words) else [*line] if len(words) == 1 else []
    if len(characters) < _LEAST or not all(character in signs for character in characters):
        return None
    return "".join(signs[character] for character in characters)
