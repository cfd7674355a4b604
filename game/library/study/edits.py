"""Edits of a study: moves, comments and marks that are added, changed or removed, each with the edit that undoes it.

A node is addressed by the moves that lead to it, so that an edit means the same in every copy of the study.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from game.core.model import Move, Options
from game.library.study.study import Study
from game.library.study.tree import ROOT, CellMark

#: The moves from the first position to a node.
Path = tuple[Move, ...]


class UnknownNodeError(Exception):
    """Raised by ``apply_edit`` if the study has no node with the path of an edit."""


@dataclass(frozen=True, slots=True)
class BranchNode:
    """A node of a branch that was removed, with all data needed to restore it."""

    parent: int
    """The index of the parent in the branch; -1 for the branch's first node."""
    move: Move
    comment: str = ""
    marks: tuple[CellMark, ...] = ()
    properties: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Imported properties that are stored to be exported again."""


@dataclass(frozen=True, slots=True)
class AddMove:
    """An edit that adds a move after a node, as its last alternative."""

    path: Path
    move: Move


@dataclass(frozen=True, slots=True)
class RemoveBranch:
    """An edit that removes a node and everything after it."""

    path: Path


@dataclass(frozen=True, slots=True)
class RestoreBranch:
    """An edit that adds a removed branch again after a node; ``place`` is its index among the alternatives."""

    path: Path
    place: int
    nodes: tuple[BranchNode, ...]


@dataclass(frozen=True, slots=True)
class SetComment:
    """An edit that replaces the comment on a node; "" removes it."""

    path: Path
    comment: str


@dataclass(frozen=True, slots=True)
class SetMarks:
    """An edit that replaces the marks on the board at a node."""

    path: Path
    marks: tuple[CellMark, ...]


@dataclass(frozen=True, slots=True)
class SetTitle:
    """An edit that renames the study."""

    title: str


@dataclass(frozen=True, slots=True)
class SetOptions:
    """An edit that changes the options of the study, for example to those of another rule."""

    options: Options


Edit = AddMove | RemoveBranch | RestoreBranch | SetComment | SetMarks | SetTitle | SetOptions


def node_at(study: Study, path: Sequence[Move]) -> int:
    """Return the node that these moves lead to. Raises UnknownNodeError."""
    node = ROOT
    for move in path:
        child = study.tree.child(node, move)
        if child is None:
            raise UnknownNodeError
        node = child
    return node


def apply_edit(study: Study, edit: Edit) -> Edit | None:
    """Change a study; return the edit that undoes the change, or None if nothing has changed.

    Raises UnknownNodeError if the study lacks the node that is edited, and ParseError for options that are not valid
    for the study; then nothing changes.
    """
    match edit:
        case AddMove(path, move):
            node = node_at(study, path)
            if study.tree.child(node, move) is not None:
                return None
            study.tree.append(node, move)
            return RemoveBranch((*path, move))
        case RemoveBranch(path):
            return _remove(study, path)
        case RestoreBranch(path, place, nodes):
            return _restore(study, path, place, nodes)
        case SetComment(path, comment):
            return _set_comment(study, path, comment)
        case SetMarks(path, marks):
            return _set_marks(study, path, marks)
        case SetTitle(title):
            undo, study.title = SetTitle(study.title), title
            return undo if undo.title != title else None
        case SetOptions(options):
            before = SetOptions(dict(study.options))
            study.read_under(options)
            return before if before.options != study.options else None


def _remove(study: Study, path: Path) -> Edit | None:
    node, tree = node_at(study, path), study.tree
    parent = tree.parent(node)
    if parent is None:
        return None
    undo = RestoreBranch(path[:-1], tree.children(parent).index(node), _branch(study, node))
    tree.remove(node)
    return undo


def _branch(study: Study, top: int) -> tuple[BranchNode, ...]:
    """Return a node and everything after it, parents before their children."""
    tree, places, nodes = study.tree, dict[int, int](), list[BranchNode]()
    for node in (top, *(below for below, _depth in tree.walk(top))):
        parent = tree.parent(node)
        places[node] = len(nodes)
        above = -1 if node == top or parent is None else places[parent]
        remarks = tree.comments.get(node, ""), tree.marks.get(node, ()), tree.properties.get(node, {})
        nodes.append(BranchNode(above, tree.move(node), *remarks))
    return tuple(nodes)


def _restore(study: Study, path: Path, place: int, nodes: tuple[BranchNode, ...]) -> Edit | None:
    parent, tree = node_at(study, path), study.tree
    if not nodes or tree.child(parent, nodes[0].move) is not None:
        return None
    made = list[int]()
    for each in nodes:
        node = tree.append(parent if each.parent < 0 else made[each.parent], each.move)
        made.append(node)
        if each.comment:
            tree.comments[node] = each.comment
        if each.marks:
            tree.marks[node] = each.marks
        if each.properties:
            tree.properties[node] = dict(each.properties)
    tree.move_sibling(made[0], place)
    return RemoveBranch((*path, nodes[0].move))


def _set_comment(study: Study, path: Path, comment: str) -> Edit | None:
    node, comments = node_at(study, path), study.tree.comments
    before = comments.pop(node, "")
    if comment:
        comments[node] = comment
    return SetComment(path, before) if before != comment else None


def _set_marks(study: Study, path: Path, marks: tuple[CellMark, ...]) -> Edit | None:
    node, all_marks = node_at(study, path), study.tree.marks
    before = all_marks.pop(node, ())
    if marks:
        all_marks[node] = marks
    return SetMarks(path, before) if before != marks else None
