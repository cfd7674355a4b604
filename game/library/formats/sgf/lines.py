"""Selection of a line of moves from the tree of an SGF game, before the rules of the game are known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from game.core.model import ParseError
from game.library.formats.sgf.tree import COLOURS, SgfNode, line_text
from game.library.formats.sgf.words import is_pass, parse_position, split_points
from game.library.formats.terms import PASS, StoneAt

#: Maximum number of bytes read of a value with points.
_LONGEST = 10_000


def first_line(nodes: Iterable[SgfNode]) -> Iterator[SgfNode]:
    """Yield the nodes of an SGF game's main line, which follows the first variation at each branch."""
    latest = -1
    for number, node in enumerate(nodes):
        if node.parent == latest:
            latest = number
            yield node


def longest_line(nodes: Sequence[SgfNode]) -> list[SgfNode]:
    """Return the nodes of the first of the longest variations."""
    depths: list[int] = []
    for node in nodes:
        depths.append((0 if node.parent < 0 else depths[node.parent]) + 1)
    at = max(range(len(depths)), key=depths.__getitem__)
    path = list[SgfNode]()
    while at >= 0:
        path.append(nodes[at])
        at = nodes[at].parent
    return path[::-1]


def stones_of(line: Iterable[SgfNode], columns: int, rows: int) -> Iterator[StoneAt]:
    """Yield the stones and passes of a line of nodes up to the first unreadable one.

    A line that begins with the second colour begins with a pass of the first one.
    """
    is_begun = False
    for node in line:
        for name, value in node.stones:
            if not is_begun and name == COLOURS[1]:
                yield PASS
            is_begun, text = True, line_text(value[:_LONGEST])
            if is_pass(text, columns, rows):
                yield PASS
                continue
            for point in split_points(text):
                try:
                    yield (COLOURS.index(name), *parse_position(point, rows))
                except ParseError:
                    return
