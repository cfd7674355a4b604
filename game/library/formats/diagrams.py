"""Diagrams of a board as other programs write them, turned into the rows of this program.

A row has a character for each cell, with or without spaces between them, and may have its number or a frame at its
ends:

| source | rows | black, white |
|---|---|---|
| RenLib, *Text Board* | `` 15 . . X O . 15 `` under a row of letters | ``X``, ``O`` |
| Sabaki, *Copy ASCII diagram* | ``$$ | . . X O . |`` | ``X``, ``O``; with marks ``B # Y Z``, ``W @ Q P`` |
| chats, sources of programs | ``--xo-``, ``0 0 1 2 0``, ``＋＋●○＋`` | ``x``, ``o``; ``1``, ``2``; ``●``, ``○`` |

RenLib writes the moves below the diagram; they are read instead. Sources: the programs named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from game.core.model import EMPTY

#: Smallest number of rows and columns of a diagram.
_LEAST = 5
_MOST_CHARACTERS = 20_000
_BLACK, _WHITE = "b", "w"


def _signs(black: str, white: str, empty: str) -> dict[str, str]:
    return {**dict.fromkeys(empty, EMPTY), **dict.fromkeys(black, _BLACK), **dict.fromkeys(white, _WHITE)}


#: The meaning of the characters of a diagram, of one made of numbers, and of one in the notation of Go pages.
_SIGNS = _signs("XxBb@#*●⚫", "OoWw○⚪", ".,+-_·┼┌┬┐├┤└┴┘＋")
_NUMBERS = _signs("1", "2", "0")
_GO_SIGNS = _signs("XB#YZ", "OW@QP", ".,+CSTMabcdefghijklmnopqrstuvwxyz")
_GO_PREFIX = "$$"
#: The number of a row and a frame before the cells of a row.
_BEFORE = re.compile(r"(?:[0-9]{1,2}(?![0-9]))?[ \t]*[|│]?[ \t]*")
_TEXT_BOARD = "----- Text Board -----"
_MOVES_BELOW = re.compile(r"[0-9]{1,3}[ \t]+[A-Za-z][0-9]{1,2}(?:[ \t]+[0-9]{1,3}[ \t]+[A-Za-z][0-9]{1,2})?")


def rows_of_diagram(text: str) -> str | None:
    """Return a diagram as this program writes the rows of a board, or None if a text has none.

    The diagram is the longest run of rows with the same number of cells.
    """
    if len(text) > _MOST_CHARACTERS:
        return None
    best = list[str]()
    for run in _runs(text):
        best = run if len(run) > len(best) else best
    return "\n".join(" ".join(row) for row in best) if len(best) >= _LEAST else None


def moves_of_text_board(text: str) -> str | None:
    """Return the moves below a diagram of RenLib, or None if there are none."""
    _diagram, header, below = text.partition(_TEXT_BOARD)
    moves = [line for line in map(str.strip, below.split("\n")) if _MOVES_BELOW.fullmatch(line)] if header else []
    return "\n".join(moves) or None


def _runs(text: str) -> Iterator[list[str]]:
    """Yield the runs of successive rows with the same number of cells."""
    run = list[str]()
    for line in text.split("\n"):
        row = _row(line.strip())
        if run and (row is None or len(row) != len(run[0])):
            yield run
            run = []
        if row is not None:
            run.append(row)
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


def _cells(line: str, signs: Mapping[str, str]) -> str | None:
    words = line.split()
    characters = words if all(len(word) == 1 for word in words) else [*line] if len(words) == 1 else []
    if len(characters) < _LEAST or not all(character in signs for character in characters):
        return None
    return "".join(signs[character] for character in characters)
