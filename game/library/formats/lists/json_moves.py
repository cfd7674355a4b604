"""Moves of a game as objects or pairs in JSON, and what the objects around them say about the board.

| source | a move |
|---|---|
| gomoku-engine of ValentinLeblanc | ``{"number": 0, "color": 1, "columnIndex": 6, "rowIndex": 9}``, in any order |
| self-play games of renju-alphazero | ``{"ply": 1, "player": "BLACK", "row0": 7, "col0": 7, "row": 8, "col": 8}`` |
| Renju Note | ``{"coordinate": "I8", "player": "white"}`` |
| games of KataGomo's opening trainer | ``["B", "H8"]`` |
| gomoku-ansi-c of kigster | ``{"X (AI)": "J8"}``: columns without the letter i, rows from 1 at the top, in older files
  from 0, or from 1 at the bottom; in some files ``[7, 9]`` |

Rows given as numbers count from the top. If an object has the last board too, the notation of its cells is the one that
leads to this board, or to most of it. Sources: files of these programs, and coord_to_notation in game.c of
gomoku-ansi-c.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.core.geometry import LETTERS, MOST_COLUMNS, Position
from game.library.formats.diagrams import rows_of_diagram

#: Board of a file that names no size, and the smallest board.
USUAL_SIZE, _LEAST = 15, 5
#: The agreement with the last board for each move below which moves are not those of the board.
_LEAST_AGREEMENT = 1
#: Most moves of a game, and longest text that is looked at, in characters.
_MOST, _LONGEST = 4_000, 200
_SIZE_KEYS, _NOTE_KEYS = ("board_size", "boardSize", "size"), ("coordinateSystem", "coordinates", "note")
_SIDE_KEYS = (("width", "height"), ("columns", "rows"), ("cols", "rows"))
_ROW_FIRST, _FROM_CENTRE = re.compile(r"row\w*\W{1,3}col", re.IGNORECASE), re.compile(r"cent(?:er|re)", re.IGNORECASE)
_MOVE_KEYS, _LAST_BOARD = ("moves", "history"), "board_state"
#: Keys of a move's column and row, of its cell, number and colour.
_POINT_KEYS = (("col0", "row0"), ("columnIndex", "rowIndex"), ("x", "y"), ("col", "row"), ("column", "row"))
_CELL_KEYS = ("coordinate", "coord", "cell", "pos", "position", "move", "point")
_NUMBER_KEYS = ("number", "move_number", "moveNumber", "ply", "no")
_COLOUR_KEYS = ("color", "colour", "player", "stone")
_BASE = "coordinateBase"
_CELL = re.compile(r"([A-Za-z])([0-9]{1,2})")
#: The name of a player who has crosses or noughts, as the key of a move.
_SIGN = re.compile(r"([XO]) \(.{0,40}\)")
_COLOURS = {1: 1, 2: 2, -1: 2, "b": 1, "w": 2, "black": 1, "white": 2, "x": 1, "o": 2}
#: The results that an object names in ``winner`` or ``result``.
_RESULTS = {"b": "B+", "x": "B+", "black": "B+", "black_win": "B+", "w": "W+", "o": "W+", "white": "W+",
            "white_win": "W+", "draw": "0"}  # fmt: skip
#: A cell as it is written, and a function from it to a position on a board of so many rows.
_Raw = tuple[str, int]
_Notation = Callable[[_Raw, int], Position]


@dataclass(frozen=True, slots=True)
class BoardTerms:
    """What objects of a file say about the board of the games in them."""

    size: int = USUAL_SIZE
    is_row_first: bool = False
    """True if the row comes first in pairs of numbers."""
    is_from_centre: bool = False
    """True if pairs of numbers are offsets from the centre."""
    tells_order: bool = False
    """True if an object tells what the numbers of a pair are."""
    oblong: str = ""
    """The board that an object names if it is no square, such as ``8x9``."""

    def within(self, value: Mapping[str, Any]) -> BoardTerms:
        """Return what holds for the games in an object."""
        sizes = [size for key in _SIZE_KEYS if type(size := value.get(key)) is int and _LEAST <= size <= MOST_COLUMNS]
        notes = [text[:_LONGEST] for key in _NOTE_KEYS if isinstance(text := value.get(key), str)]
        oblong = ""
        for columns, rows in () if sizes else _sides_of(value):
            sizes, oblong = ([columns], "") if columns == rows else ([], f"{columns}x{rows}")
        terms = replace(self, size=sizes[0], oblong="") if sizes else replace(self, oblong=oblong or self.oblong)
        row_first, centre = (any(map(each.search, notes)) for each in (_ROW_FIRST, _FROM_CENTRE))
        if not (row_first or centre):
            return terms
        return replace(terms, is_row_first=row_first, is_from_centre=centre, tells_order=True)

    def position(self, one: int, other: int) -> Position | None:
        """Return the column and row that a pair of numbers means, from 0 at the top left; None if off the board."""
        x, y = (other, one) if self.is_row_first else (one, other)
        if self.is_from_centre:
            x, y = x + self.size // 2, y + self.size // 2
        return (x, y) if 0 <= x < self.size and 0 <= y < self.size else None


def _sides_of(value: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Return the numbers of columns and rows that an object names."""
    named = [(value.get(columns), value.get(rows)) for columns, rows in _SIDE_KEYS]
    return [
        (x, y)
        for x, y in named
        if type(x) is int and type(y) is int and all(_LEAST <= each <= MOST_COLUMNS for each in (x, y))
    ]


def moves_of(value: Mapping[str, Any], terms: BoardTerms) -> list[tuple[Position, int]]:
    """Return the moves of an object and the number of each one's colour, 0 if unknown; [] if it has none.

    Points are columns and rows from 0 at the top left.
    """
    found = next((each for key in _MOVE_KEYS if isinstance(each := value.get(key), list)), [])
    if not 0 < len(found) <= _MOST:
        return []
    if any(isinstance(each, dict) for each in found) and all(isinstance(each, (dict, str)) for each in found):
        found = _in_order([{_CELL_KEYS[0]: each} if isinstance(each, str) else each for each in found])
        colours = [_colour(each) for each in found]
        board = _LastBoard.of(value, colours)
        has_signs = all(any(map(_SIGN.fullmatch, move)) for move in found)
        points = (
            _numbered_points(found, value, terms)
            or _named_points(list(map(_cell, found)), board, terms, _OF_SIGNS if has_signs else _NOTATIONS)
            or _paired_points(found, board, terms)
        )
    elif all(isinstance(each, list) and len(each) == 2 and _lower(each[0]) in _COLOURS for each in found):
        colours = [_COLOURS.get(_lower(each[0]), 0) for each in found]
        points = _named_points([_raw(each[1]) for each in found], _LastBoard.of(value, colours), terms, _NOTATIONS)
    else:
        return []
    return list(zip(points, colours if all(colours) else [0] * len(points), strict=False))


def contradicts_board(value: Mapping[str, Any], moves: Sequence[tuple[Position, int]]) -> bool:
    """Return True if an object has a last board with other stones than its moves lead to."""
    board = _LastBoard.of(value, [colour for _point, colour in moves])
    return bool(board.stones) and board.agreement([point for point, _colour in moves]) < board.all_agree


def result_of(value: Mapping[str, Any]) -> str:
    """Return the result of a game that an object names, in the notation of SGF; "" if it names none."""
    said = (value.get(key) for key in ("winner", "result"))
    return next((_RESULTS[text] for each in said if (text := _lower(each)) in _RESULTS), "")


def players_of(value: Mapping[str, Any]) -> tuple[str, str]:
    """Return the names of Black and White that an object or its ``meta`` gives in ``players``; "" if unknown."""
    meta = value.get("meta")
    places = (value.get("players"), meta.get("players") if isinstance(meta, dict) else None)
    named = next((each for each in places if isinstance(each, dict)), {})
    black, white = (name[:_LONGEST] if isinstance(name := named.get(key), str) else "" for key in ("black", "white"))
    return black, white


def _in_order(moves: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return moves in the order of their numbers, if all have different ones."""
    numbers = [next((each[key] for key in _NUMBER_KEYS if type(each.get(key)) is int), None) for each in moves]
    known = [number for number in numbers if number is not None]
    if len(set(known)) < len(moves):
        return list(moves)
    return [move for _number, move in sorted(zip(known, moves, strict=True), key=lambda pair: pair[0])]


def _numbered_points(moves: Sequence[Mapping[str, Any]], value: Mapping[str, Any], terms: BoardTerms) -> list[Position]:
    """Return the points of moves with a column and a row as numbers; [] if one has none or is not on the board."""
    for keys in _POINT_KEYS:
        pairs = [(move.get(keys[0]), move.get(keys[1])) for move in moves]
        points = [(x, y) for x, y in pairs if type(x) is int and type(y) is int]
        if len(points) == len(moves):
            numbers = {number for point in points for number in point}
            base = int(value.get(_BASE) == 1 or (0 not in numbers and terms.size in numbers))
            is_on = all(0 <= number - base < terms.size for number in numbers)
            return [(x - base, y - base) for x, y in points] if is_on else []
    return []


def _named_points(
    cells: Sequence[_Raw | None], board: _LastBoard, terms: BoardTerms, notations: Sequence[_Notation]
) -> list[Position]:
    """Return the points of cells such as ``H8``; [] if there is none, or one is not on the board.

    ``notations`` are tried in their order; the last board tells which one is right.
    """
    raws, size = [raw for raw in cells if raw is not None], terms.size
    if len(raws) < len(cells):
        return []
    read = ([notation(raw, size) for raw in raws] for notation in (notations if board.stones else notations[:1]))
    known = [points for points in read if all(0 <= x < size and 0 <= y < size for x, y in points)]
    best = max(known, key=board.agreement, default=[])
    return best if not board.stones or board.agreement(best) >= _LEAST_AGREEMENT * len(best) else []


def _paired_points(moves: Sequence[Mapping[str, Any]], board: _LastBoard, terms: BoardTerms) -> list[Position]:
    """Return the points of moves whose player has a pair of numbers; [] if one has none or is not on the board.

    The last board tells whether columns or rows come first.
    """
    pairs = [each for move in moves for key, each in move.items() if _SIGN.fullmatch(key) and isinstance(each, list)]
    found = [(each[0], each[1]) for each in pairs if len(each) == 2 and all(type(number) is int for number in each)]
    points = [terms.position(one, other) for one, other in found]
    known = [point for point in points if point is not None]
    if len(known) < len(moves):
        return []
    return max(known, [(y, x) for x, y in known], key=board.agreement)


def _from_bottom(raw: _Raw, rows: int) -> Position:
    return LETTERS.index(raw[0]), rows - raw[1]


def _from_top(raw: _Raw, _rows: int) -> Position:
    return LETTERS.index(raw[0]), raw[1] - 1


def _without_letter(raw: _Raw, _rows: int) -> Position:
    return LETTERS.index(raw[0]) - (raw[0] > "i"), raw[1] - 1


def _without_letter_from_0(raw: _Raw, _rows: int) -> Position:
    return LETTERS.index(raw[0]) - (raw[0] > "i"), raw[1]


def _without_letter_from_bottom(raw: _Raw, rows: int) -> Position:
    return LETTERS.index(raw[0]) - (raw[0] > "i"), rows - raw[1]


#: The notations that are tried for cells, and those of moves whose players are named by their signs.
_OF_SIGNS = (_without_letter, _without_letter_from_0, _without_letter_from_bottom, _from_bottom, _from_top)
_NOTATIONS = (_from_bottom, _from_top, _without_letter_from_0, _without_letter_from_bottom, _without_letter)


@dataclass(frozen=True, slots=True)
class _LastBoard:
    """The last board of an object, and the colours of its moves."""

    stones: Mapping[Position, int]
    """The number of the colour of each stone; {} if the object has no last board."""
    colours: Sequence[int]
    """The number of each move's colour, 0 if unknown."""

    @classmethod
    def of(cls, value: Mapping[str, Any], colours: Sequence[int]) -> _LastBoard:
        """Return the last board of an object."""
        rows = value.get(_LAST_BOARD)
        if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows[: MOST_COLUMNS + 1]):
            return cls({}, colours)
        found = (rows_of_diagram("\n".join(rows[: MOST_COLUMNS + 1])) or "").split("\n")
        signs = {(x, y): sign for y, row in enumerate(found) for x, sign in enumerate(row.split())}
        return cls({point: 1 + "bw".index(sign) for point, sign in signs.items() if sign in "bw"}, colours)

    @property
    def all_agree(self) -> int:
        """The agreement of moves that lead to this board."""
        return 2 * len(self.stones)

    def agreement(self, points: Sequence[Position]) -> int:
        """Return how well moves on these points lead to the board: 2 for each stone, less for what is wrong.

        A stone of the other colour counts as half right.
        """
        placed = dict(zip(points, self.colours, strict=False))
        right = sum(1 + (colour in (0, self.stones[point])) for point, colour in placed.items() if point in self.stones)
        return right - 2 * len(placed.keys() - self.stones.keys())


def _cell(move: Mapping[str, Any]) -> _Raw | None:
    """Return the cell of a move."""
    texts = (each for key, each in move.items() if key in _CELL_KEYS or _SIGN.fullmatch(key))
    return next((raw for each in texts if (raw := _raw(each)) is not None), None)


def _raw(text: object) -> _Raw | None:
    found = _CELL.fullmatch(text.strip()) if isinstance(text, str) else None
    return (found[1].lower(), int(found[2])) if found is not None else None


def _colour(move: Mapping[str, Any]) -> int:
    signs = [found[1] for key in move if (found := _SIGN.fullmatch(key))]
    said = [*signs, *(move[key] for key in _COLOUR_KEYS if key in move)]
    return next((number for each in said if (number := _COLOURS.get(_lower(each), 0))), 0)


def _lower(value: object) -> object:
    """Return a text in lower case, a whole number as it is, and "" for anything else."""
    return value.lower() if isinstance(value, str) else value if type(value) is int else ""
