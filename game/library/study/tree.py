"""A tree of variations: the moves that were played or tried from one first position, with comments and marks."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import zip_longest

from game.core.model import Move

#: The node of the first position, which no move leads to.
ROOT = 0
_NONE = -1


class Sign(Enum):
    """What a mark looks like on the board."""

    CROSS = "cross"
    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"
    LABEL = "label"
    """A short text, the mark's ``text``."""


@dataclass(frozen=True, slots=True)
class CellMark:
    """A mark that somebody put on a cell of one position."""

    cell: int
    sign: Sign
    text: str = ""


class VariationTree:
    """Nodes are numbers, ``ROOT`` the first; each but that one is reached by a move from its parent.

    The first child of a node is its main continuation. The nodes are kept in arrays: a hundred thousand of them take a
    few megabytes, and nothing here calls itself, so that a tree may be as deep as memory allows.
    """

    def __init__(self) -> None:
        self._parents = array("i", [_NONE])
        self._first_children = array("i", [_NONE])
        self._siblings = array("i", [_NONE])
        self._codes = array("i", [_NONE])
        """For each node the place of its move in ``_moves``."""
        self._moves: list[Move] = []
        self._code_of: dict[Move, int] = {}
        self._removed = 0
        self.comments: dict[int, str] = {}
        """What is said about the position of a node; a node without a comment is not in it."""
        self.marks: dict[int, tuple[CellMark, ...]] = {}
        """The marks on the board at a node; a node without marks is not in it."""
        self.properties: dict[int, dict[str, tuple[str, ...]]] = {}
        """What a file said at a node that has no other place here, by the format and its word for it (``SGF BM``), so
        that it is written again; a node without any is not in it."""

    @classmethod
    def from_arrays(
        cls,
        moves: Sequence[Move],
        codes: array[int],
        parents: array[int],
        first_children: array[int],
        siblings: array[int],
    ) -> VariationTree:
        """A tree whose arrays of type "i" a reader has filled: an entry for each node, the first for ``ROOT``.

        ``moves`` are different from each other, and ``codes`` says which of them leads to a node. -1 stands for none.
        """
        tree = cls()
        tree._moves, tree._codes = list(moves), codes
        tree._code_of = {move: code for code, move in enumerate(moves)}
        tree._parents, tree._first_children, tree._siblings = parents, first_children, siblings
        return tree

    def __len__(self) -> int:
        """The number of moves in the tree, of all variations together."""
        return len(self._parents) - 1 - self._removed

    def move(self, node: int) -> Move:
        """The move that leads to a node other than ``ROOT``."""
        assert node != ROOT, "no move leads to the first position"
        return self._moves[self._codes[node]]

    def parent(self, node: int) -> int | None:
        """The node before, None for ``ROOT``."""
        return None if node == ROOT else self._parents[node]

    def children(self, node: int) -> list[int]:
        """The nodes one move on, the main continuation first."""
        return list(self._children(node))

    def _children(self, node: int) -> Iterator[int]:
        child = self._first_children[node]
        while child != _NONE:
            yield child
            child = self._siblings[child]

    def child(self, node: int, move: Move) -> int | None:
        """The node that a move leads to, None where it is not in the tree."""
        code = self._code_of.get(move)
        return next((child for child in self._children(node) if self._codes[child] == code), None)

    def add(self, node: int, move: Move) -> int:
        """The node that a move leads to; it becomes the last child where it is not in the tree yet."""
        known = self.child(node, move)
        return self.append(node, move) if known is None else known

    def append(self, node: int, move: Move) -> int:
        """Add a move as the last child of a node that is known not to have it."""
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

    # Ways through the tree

    def path(self, node: int) -> list[int]:
        """The nodes from the first move to a node, without ``ROOT``."""
        nodes = []
        while node != ROOT:
            nodes.append(node)
            node = self._parents[node]
        return nodes[::-1]

    def moves_to(self, node: int) -> tuple[Move, ...]:
        """The moves from the first position to a node."""
        return tuple(map(self.move, self.path(node)))

    def continuation(self, node: int) -> list[int]:
        """The nodes after a node along the main continuations."""
        nodes = []
        while (node := self._first_children[node]) != _NONE:
            nodes.append(node)
        return nodes

    def walk(self, node: int = ROOT) -> Iterator[tuple[int, int]]:
        """The nodes below a node with their depths below it, from 1; a node comes before its children."""
        waiting = [(child, 1) for child in reversed(self.children(node))]
        while waiting:
            here, depth = waiting.pop()
            yield here, depth
            waiting += [(child, depth + 1) for child in reversed(self.children(here))]

    def is_main(self, node: int) -> bool:
        """Whether a node is reached from ``ROOT`` along the main continuations alone."""
        return all(self._first_children[self._parents[step]] == step for step in self.path(node))

    # Changes

    def remove(self, node: int) -> int:
        """Take a node other than ``ROOT`` and all after it out of the tree; returns its parent."""
        self.remove_all([node])
        return self._parents[node]

    def remove_all(self, nodes: Iterable[int]) -> None:
        """Take many nodes other than ``ROOT`` and all after them out, none of which is after another one."""
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

    def promote(self, node: int) -> None:
        """Make a node other than ``ROOT`` the main continuation of its parent."""
        parent = self._parents[node]
        self._order(parent, [node, *(child for child in self._children(parent) if child != node)])

    def _order(self, parent: int, children: list[int]) -> None:
        self._first_children[parent] = children[0] if children else _NONE
        for child, following in zip_longest(children, children[1:], fillvalue=_NONE):
            self._siblings[child] = following
