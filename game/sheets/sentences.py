"""The rules of a sheet in plain sentences, for the rules card and the workshop."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.geometry import Wrap
from game.core.language import _, gettext_noop, join_sentences, plural
from game.sheets.boards import geometry_of
from game.sheets.sheet import (
    BoardSection,
    BoardShape,
    Directions,
    Effect,
    Forbidden,
    Full,
    LineSection,
    SheetOpening,
    SheetRules,
    StoneKind,
    Where,
    Winner,
)

_OPENINGS = {
    SheetOpening.PIE: gettext_noop("After the first turn, the second player may swap sides."),
    SheetOpening.SWAP: gettext_noop("One player places three stones; the other just picks a colour."),
    SheetOpening.SWAP2: gettext_noop("One player places three stones, the other picks a colour: fair for both."),
    SheetOpening.PRO: gettext_noop(
        "The first stone goes to the centre; the second stone of the same side must be outside the middle 5x5."
    ),
}
_PLACES = {
    Where.DROP: gettext_noop("A stone falls down to the lowest empty cell of its column."),
    Where.BESIDE: gettext_noop("A stone must be placed next to another stone."),
    Where.CROSS: gettext_noop("A stone must be in the row or column of the last stone, while a cell is free there."),
}
_FORBIDDEN = {
    Forbidden.DOUBLE_THREE: gettext_noop("a double three"),
    Forbidden.DOUBLE_FOUR: gettext_noop("a double four"),
    Forbidden.OVERLINE: gettext_noop("an overline"),
}
_WRAPS = {
    Wrap.COLUMNS: gettext_noop("The left and the right edge are joined: rows go on at the other side."),
    Wrap.ROWS: gettext_noop("The top and the bottom edge are joined: columns go on at the other side."),
    Wrap.TORUS: gettext_noop("Opposite edges are joined: every line goes on at the other side."),
}


def board_sentences(rules: SheetRules) -> list[str]:
    """Return what the board is."""
    found = [_board_sentence(rules.board, len(geometry_of(rules)))]
    if rules.board.wrap is not Wrap.NONE:
        found.append(_(_WRAPS[rules.board.wrap]))
    return found


def _board_sentence(board: BoardSection, cells: int) -> str:
    if board.shape is BoardShape.SQUARE:
        return _("The board has {columns} columns and {rows} rows.", columns=board.columns, rows=board.rows)
    if board.shape is BoardShape.HEXAGON:
        return _("The board is a hexagon with {side} cells on each edge, {cells} in all.", side=board.side, cells=cells)
    if board.shape is BoardShape.OCTAGON:
        return _("The board is an octagon of {cells} cells.", cells=cells)
    return _("The board has {cells} cells.", cells=cells)


def turn_sentences(rules: SheetRules) -> list[str]:
    """Return what a player does in a turn: the number of stones, their kinds, where they may go, and the opening."""
    return list(_turn_sentences(rules))


def _turn_sentences(rules: SheetRules) -> Iterator[str]:
    turn = rules.turn
    yield plural(
        "A turn is one stone, which never moves again.",
        "A turn is {count} stones, which never move again.",
        turn.stones,
    )
    if turn.first != turn.stones:
        yield plural("The first turn of the game is one stone.", "The first turn is {count} stones.", turn.first)
    yield from (_kind_sentence(kind) for kind in rules.stones if kind.shared or kind.wild or kind.hand)
    if rules.place.where is not Where.ANYWHERE:
        yield _(_PLACES[rules.place.where])
    if rules.place.middle:
        yield _("The first stone must be placed in the middle of the board.")
    if turn.opening is not SheetOpening.FREE:
        yield _(_OPENINGS[turn.opening])
    if turn.passes:
        yield _("A player may pass; two passes in a row end the game.")
    for side, forbidden in zip(_side_names(rules), rules.forbid, strict=True):
        if forbidden:
            words = [_(_FORBIDDEN[each]) for each in Forbidden if each in forbidden]
            yield _("{name} may not make {moves}.", name=side, moves=", ".join(words))


def _kind_sentence(kind: StoneKind) -> str:
    name = _(kind.name)
    words = []
    if kind.shared or kind.side.value == "both":
        words.append(_("{name}: both sides may place it.", name=name))
    if kind.wild:
        words.append(_("{name}: it counts for both sides in a line.", name=name))
    if kind.hand:
        words.append(plural("{name}: {count} for each side.", "{name}: {count} for each side.", kind.hand, name=name))
    return join_sentences(words)


def _side_names(rules: SheetRules) -> tuple[str, str]:
    first, second = (
        _(name) if name else next(_(kind.name) for kind in rules.stones if kind.side.value == side and not kind.wild)
        for side, name in zip(("first", "second"), rules.sides, strict=True)
    )
    return first, second


def goal_sentences(rules: SheetRules) -> list[str]:
    """Return how the game is won, lost or drawn: lines, captures and the end."""
    return [*_line_sentences(rules), *_capture_sentences(rules), *_end_sentences(rules)]


def _line_sentences(rules: SheetRules) -> Iterator[str]:
    line, names = rules.line, _side_names(rules)
    if line.points:
        yield _("Each row of {length} stones of one kind scores a point.", length=line.length)
    elif line.winner is Winner.COLOUR:
        yield _("A line of {length} stones of your own wins.", length=line.length)
    elif line.winner is Winner.MOVER:
        yield _("Whoever completes a line of {length} stones of one kind wins.", length=line.length)
    else:
        name = names[int(line.winner is Winner.SECOND)]
        yield _(
            "A line of {length} stones of one kind wins for {name}, whoever completes it.",
            length=line.length,
            name=name,
        )
    if line.directions is not Directions.ALL:
        yield {
            Directions.STRAIGHT: _("Only rows and columns count, not diagonals."),
            Directions.DIAGONAL: _("Only diagonals count."),
        }[line.directions]
    if not line.points:
        yield from _longer_sentences(line, names)
    if line.blocked:
        yield _("It does not win between two stones of the other side.")
    if line.loses:
        yield _("A line of exactly {length} stones loses, unless the same stone wins.", length=line.loses)


def _longer_sentences(line: LineSection, names: tuple[str, str]) -> Iterator[str]:
    texts = {
        Effect.WINS: gettext_noop("A longer line wins, too."),
        Effect.NOTHING: gettext_noop("A longer line does not win."),
        Effect.LOSES: gettext_noop("A longer line loses."),
    }
    if line.longer[0] is line.longer[1]:
        yield _(texts[line.longer[0]])
        return
    for name, effect in zip(names, line.longer, strict=True):
        yield f"{name}: {_(texts[effect])}"  # no words


def _capture_sentences(rules: SheetRules) -> Iterator[str]:
    capture = rules.capture
    if not capture.runs:
        return
    runs = ", ".join(str(run) for run in capture.runs)
    yield _("Runs of exactly {runs} stones of the opponent between two of yours are captured.", runs=runs)
    if capture.wins:
        yield _("{count} captured stones win.", count=capture.wins)
    if capture.survive:
        yield _("A line wins only if the opponent's next turn does not break it.")


def _end_sentences(rules: SheetRules) -> Iterator[str]:
    names = _side_names(rules)
    if rules.end.turns:
        yield plural("The game ends after {count} turn.", "The game ends after {count} turns.", rules.end.turns)
    if rules.line.points:
        yield _("The side with more points wins.")
    if rules.end.full is not Full.DRAW:
        name = names[int(rules.end.full is Full.SECOND)]
        yield _("If nobody has won at the end, {name} wins.", name=name)
    elif not rules.line.points:
        yield _("If the board is full and nobody has won, the game is a draw.")
