"""The combinations of rules that cannot be played."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.geometry import Wrap
from game.core.language import _
from game.core.model import ParseError
from game.sheets.boards import geometry_of, joins_bottom
from game.sheets.sheet import BoardShape, Directions, SheetOpening, SheetRules, StoneSide, Where, Winner

#: The section and the key of a sheet to which a problem belongs ("" for the whole sheet), and a sentence about it.
Contradiction = tuple[str, str, str]

_FEWEST_CELLS = 4
_FIVE = 5
#: The smallest board that has cells outside the area of the opening Pro, which keeps out of five by five cells.
_LEAST_PRO = 7


def contradiction(rules: SheetRules) -> Contradiction | None:
    """Return the first problem that makes a game with these rules impossible, or None."""
    checks = (_board, _stones, _turns, _lines, _captures, _forbidden)
    return next((found for check in checks for found in check(rules)), None)


def _board(rules: SheetRules) -> Iterator[Contradiction]:
    board = rules.board
    if board.wrap is not Wrap.NONE and board.shape in (BoardShape.HEXAGON, BoardShape.OCTAGON):
        yield "board", "wrap", _("only square boards and boards drawn as rows can have joined edges")
    if board.shape is BoardShape.OCTAGON and 2 * board.cut >= board.columns:
        most = (board.columns - 1) // 2
        yield "board", "cut", _("the cut corners overlap; at most {most} cells can be cut off", most=most)
    if board.shape is BoardShape.OCTAGON and board.rows != board.columns:
        yield "board", "rows", _("an octagon has as many rows as columns")
    if board.shape is BoardShape.ROWS and not board.drawing:
        yield "board", "drawing", _("a board of this shape needs its rows")
    try:
        geometry = geometry_of(rules)
    except (ParseError, ValueError) as error:
        yield "board", "drawing" if board.shape is BoardShape.ROWS else "wrap", str(error)
        return
    if len(geometry) < _FEWEST_CELLS:
        yield "board", "shape", _("a board has at least {fewest} cells", fewest=_FEWEST_CELLS)
    if rules.line.directions is not Directions.ALL and board.shape is BoardShape.HEXAGON:
        yield "line", "directions", _('a hexagonal board has no diagonals; only "all" is possible')
    if rules.place.where is Where.DROP and joins_bottom(rules):
        yield "place", "where", _("stones cannot fall down on a board whose bottom edge is joined to the top")


def _stones(rules: SheetRules) -> Iterator[Contradiction]:
    letters = [kind.letter for kind in rules.stones]
    twice = next((letter for letter in letters if letters.count(letter) > 1), None)
    if twice is not None:
        yield "stones", "", _("two kinds of stone have the letter {letter!r}", letter=twice)
    for side in (StoneSide.FIRST, StoneSide.SECOND):
        if not any(kind.side is side and not kind.wild for kind in rules.stones):
            yield "stones", "", _("the {side} side has no stones of its own", side=side.value)
    for kind in rules.stones:
        if kind.side is StoneSide.BOTH and not kind.wild:
            yield "stones", "", _("{name} belongs to both sides, which only a wild stone can", name=kind.name)


def _turns(rules: SheetRules) -> Iterator[Contradiction]:
    turn = rules.turn
    if turn.passes and (turn.first, turn.stones) != (1, 1):
        yield "turn", "passes", _("a game with passes has one stone a turn")
    if turn.opening in (SheetOpening.FREE, SheetOpening.PIE):
        return
    if (turn.first, turn.stones) != (1, 1):
        yield "turn", "opening", _("this opening is only for games of one stone a turn")
    if has_choice_of_stones(rules):
        yield "turn", "opening", _("this opening is only for games in which each side has one kind of stone")
    if turn.opening is SheetOpening.PRO:
        sides = (rules.board.columns, rules.board.rows)
        if rules.board.shape is not BoardShape.SQUARE or min(sides) < _LEAST_PRO or not all(side % 2 for side in sides):
            yield "turn", "opening", _("this opening needs a square board with a middle cell, of at least 7 by 7 cells")
        if rules.place.where is not Where.ANYWHERE:
            yield "turn", "opening", _("this opening needs stones that can be placed anywhere")


def _lines(rules: SheetRules) -> Iterator[Contradiction]:
    line = rules.line
    if line.loses == line.length:
        yield "line", "loses", _("a line of {length} stones cannot both win and lose", length=line.length)
    if line.points and line.loses:
        yield "line", "loses", _("a game for points has no lines that lose")
    if line.points and rules.capture.survive:
        yield "capture", "survive", _("a game for points has no lines that must survive")


def _captures(rules: SheetRules) -> Iterator[Contradiction]:
    capture = rules.capture
    if not capture.runs and (capture.wins or capture.survive):
        key = "wins" if capture.wins else "survive"
        yield "capture", key, _("there is nothing to capture: capture.runs is empty")
    if capture.survive and rules.line.winner is not Winner.COLOUR:
        yield "capture", "survive", _("only lines that win for the side of their stones can survive or be broken")
    if capture.runs and any(kind.shared and not kind.wild for kind in rules.stones):
        yield "capture", "runs", _("stones that both sides place cannot be captured")


def _forbidden(rules: SheetRules) -> Iterator[Contradiction]:
    if not any(rules.forbid):
        return
    if rules.board.shape is not BoardShape.SQUARE or rules.board.wrap is not Wrap.NONE:
        yield "forbid", "first", _("forbidden moves need a square board without joined edges")
    if rules.line.length != _FIVE:
        yield "forbid", "first", _("forbidden moves are those of renju, which is five in a row")
    if rules.line.directions is not Directions.ALL or has_choice_of_stones(rules) or rules.line.points:
        yield "forbid", "first", _("forbidden moves need lines in all directions, of one kind of stone on each side")
    if rules.line.winner is not Winner.COLOUR or (rules.turn.first, rules.turn.stones) != (1, 1):
        yield "forbid", "first", _("forbidden moves need one stone a turn, and lines that win for their own side")


def has_choice_of_stones(rules: SheetRules) -> bool:
    """Return True if a side may place more than one kind of stone."""
    return any(sum(kind.is_placed_by(seat) for kind in rules.stones) > 1 for seat in (0, 1))
