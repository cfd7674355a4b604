"""A tree of variations from one first position, with comments and marks on the nodes."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import zip_longest

from game.core.model import Move

#: The node of the first position, which has no move.
ROOT = 0
_NONE = -1


class Sign(Enum):
    """The shape of a mark on a board cell, such as a circle."""

    CROSS = "cross"
    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"
    LABEL = "label"
    """A short text, stored in the ``text`` of the mark."""


@dataclass(frozen=True, slots=True)
class CellMark:
    """A mark on a board cell in one position of a study."""

    cell: int
    sign: Sign
    text: str = ""


class VariationTree:
    """A tree of game variations. Nodes are numbers; each node except the first, ``ROOT``, is reached by a move.

    The first child of a node is its main continuation. Nodes are stored in arrays: a hundred thousand of them take a
    few megabytes. No method is recursive, so the depth is only limited by memory.
    """

    def __init__(self) -> None:
        self._parents = array("i", [_NONE])
        self._first_children = array("i", [_NONE])
        self._siblings = array("i", [_NONE])
        self._codes = array("i", [_NONE])
        """For each node, the index of its move in ``_moves``."""
        self._moves: list[Move] = []
        self._code_of: dict[Move, int] = {}
        self._removed = 0
        self.comments: dict[int, str] = {}
        """Comments by node; nodes without a comment are missing."""
        self.marks: dict[int, tuple[CellMark, ...]] = {}
        """Marks on the board by node; nodes without marks are missing."""
        self.properties: dict[int, dict[str, tuple[str, ...]]] = {}
        """Imported properties without another place here, by node and key (``SGF BM``), stored to be exported again."""

    @classmethod
    def from_arrays(
        cls,
        moves: Sequence[Move],
        codes: array[int],
        parents: array[int],
        first_children: array[int],
        siblings: array[int],
    ) -> VariationTree:
        """Create a tree from arrays of type "i" with an entry for each node, ``ROOT`` first.

        ``moves`` must be distinct, and ``codes`` holds the index of each node's move in it. -1 means no node.
        """
        tree = cls()
        tree._moves, tree._codes = list(moves), codes
        tree._code_of = {move: code for code, move in enumerate(moves)}
        tree._parents, tree._first_children, tree._siblings = parents, first_children, siblings
        return tree

    def __len__(self) -> int:
        """Return the number of moves in all variations of the tree."""
        return len(self._parents) - 1 - self._removed

    def move(self, node: int) -> Move:
        """Return the move that leads to a node other than ``ROOT``."""
        assert node != ROOT, "no move leads to the first position"
        return self._moves[self._codes[node]]

    def parent(self, node: int) -> int | None:
        """Return the parent of a node, or None for ``ROOT``."""
        return None if node == ROOT else self._parents[node]

    def children(self, node: int) -> list[int]:
        """Return the children of a node, first the main continuation."""
        return list(self._children(node))

    def _children(self, node: int) -> Iterator[int]:
        child = self._first_children[node]
        while child != _NONE:
            yield child
            child = self._siblings[child]

    def child(self, node: int, move: Move) -> int | None:
        """Return the child node that a move leads to, or None if the move is not in the tree."""
        code = self._code_of.get(move)
        return next((child for child in self._children(node) if self._codes[child] == code), None)

    def add(self, node: int, move: Move) -> int:
        """Return the child node that a move leads to. If there is none, append a new one as the last child."""
        known = self.child(node, move)
        return self.append(node, move) if known is None else known

    def append(self, node: int, move: Move) -> int:
        """Add a move as the last child of a node, which must not have that move yet."""
        *_others, last = (_NONE, *self._children(node))
        new = len(self._parents)
        self._parents.append(node)
        self._first_children.append(_NONE)
        self._siblings.append(_NONE)
        self._codes.append(self._code(move))
        (self._first_children if last == _NONE else self._siblings)[node if last == _NONE else last] = new
        return new

    def _code(self, move: Move) -> int:
        code = self._code_of.setdefault(move, len(self._moves))
        if code == len(self._moves):
            self._moves.append(move)
        return code

    # Navigation

    def path(self, node: int) -> list[int]:
        """Return the nodes on the path to a node, from the first move on (without ``ROOT``)."""
        nodes = []
        while node != ROOT:
            nodes.append(node)
            node = self._parents[node]
        return nodes[::-1]

    def moves_to(self, node: int) -> tuple[Move, ...]:
        """Return the moves from the first position to a node."""
        return tuple(map(self.move, self.path(node)))

    def continuation(self, node: int) -> list[int]:
        """Return the nodes after a node along the main continuation, up to its end."""
        return list(self.follow(node))

    def follow(self, node: int) -> Iterator[int]:
        """Yield the nodes that follow a node if the main continuation is played each time."""
        while (node := self._first_children[node]) != _NONE:
            yield node

    def walk(self, node: int = ROOT) -> Iterator[tuple[int, int]]:
        """Yield all descendants of a node, parents first, each with its depth below the node (from 1)."""
        waiting = [(child, 1) for child in reversed(self.children(node))]
        while waiting:
            here, depth = waiting.pop()
            yield here, depth
            waiting += [(child, depth + 1) for child in reversed(self.children(here))]

    # Changes

    def remove(self, node: int) -> int:
        """Remove a node other than ``ROOT`` with its descendants, and return its parent."""
        self.remove_all([node])
        return self._parents[node]

    def remove_all(self, nodes: Iterable[int]) -> None:
        """Remove many nodes with their descendants. No node may be ``ROOT`` or a descendant of another removed node."""
        is_gone, parents = bytearray(len(self._parents)), dict[int, None]()
        for node in nodes:
            is_gone[node] = True
            parents[self._parents[node]] = None
            for each in (node, *(below for below, _depth in self.walk(node))):
                self._removed += 1
                self.comments.pop(each, None)
                self.marks.pop(each, None)
                self.properties.pop(each, None)
        for parent in parents:
            self._order(parent, [child for child in self._children(parent) if not is_gone[child]])

    def lift_children(self, node: int) -> None:
        """Remove a node other than ``ROOT``, which has children, without them: they take its place."""
        parent, children = self._parents[node], self.children(node)
        for child in children:
            self._parents[child] = parent
        self._siblings[children[-1]] = self._siblings[node]
        if self._first_children[parent] == node:
            self._first_children[parent] = children[0]
        else:
            before = next(each for each in self._children(parent) if self._siblings[each] == node)
            self._siblings[before] = children[0]
        self._first_children[node] = _NONE
        self._removed += 1
        for stored in (self.comments, self.marks, self.properties):
            stored.pop(node, None)

    def is_only_child(self, node: int) -> bool:
        """Return True if no other move follows the position before a node other than ``ROOT``."""
        return self._first_children[self._parents[node]] == node and self._siblings[node] == _NONE

    def has_move(self, move: Move) -> bool:
        """Return True if a move is or was in any variation of the tree."""
        return move in self._code_of

    def move_sibling(self, node: int, place: int) -> None:
        """Move a node other than ``ROOT`` to an index among its parent's children; 0 is the main continuation."""
        parent = self._parents[node]
        others = [child for child in self._children(parent) if child != node]
        others.insert(place, node)
        self._order(parent, others)

    def _order(self, parent: int, children: list[int]) -> None:
        self._first_children[parent] = children[0] if children else _NONE
        for child, following in zip_longest(children, children[1:], fillvalue=_NONE):
            self._siblings[child] = following
