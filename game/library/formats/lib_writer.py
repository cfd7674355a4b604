"""Writer of RenLib files, which store a tree of moves on a 15x15 board with comments and labels.

Circles on last stones are stored, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.core.language import _
from game.core.model import Choose, Place, Reason
from game.core.ruleset import RulesetInfo
from game.library.formats import lib_words as words
from game.library.formats.plain_games import other_rules, unwritable
from game.library.formats.texts import cleaned, encoding_of
from game.library.study.study import Study
from game.library.study.tree import ROOT, CellMark, Sign, VariationTree

TITLE = "RenLib"
#: Encodings in the order of preference: Western Windows, Chinese Windows, then UTF-8 for everything else.
_ENCODINGS = ("cp1252", "gb18030", "utf-8")


def write_lib(study: Study) -> bytes | Reason:
    """Return a study as the contents of a RenLib file, or a Reason if the format cannot express it."""
    refused = unwritable(study, TITLE)
    if refused is not None:
        return refused
    if study.first_state.scores:
        # Captured stones leave the board, and points decide the game; a library knows neither.
        return other_rules(TITLE)
    geometry = study.first_state.geometry
    if (geometry.columns, geometry.rows, len(geometry)) != (words.SIZE, words.SIZE, words.SIZE**2):
        return Reason("board", _("A RenLib library needs a 15x15 board."))
    if not _takes_turns(study.tree, study.ruleset.info):
        return Reason("turns", _("In a RenLib library, Black and White take turns placing one stone each."))
    head = words.HEAD + bytes(words.VERSION)
    return b"".join((head.ljust(words.HEAD_LENGTH, b"\xff"), *_nodes(study.tree)))


def _takes_turns(tree: VariationTree, info: RulesetInfo) -> bool:
    first, second = info.colours
    for node, depth in tree.walk():
        move = tree.move(node)
        if isinstance(move, Choose) or (isinstance(move, Place) and move.stone != (first if depth % 2 else second)):
            return False
    return True


def _nodes(tree: VariationTree) -> Iterator[bytes]:
    encoding = _encoding(tree)
    yield _node(tree, ROOT, (0, 0), "", encoding)
    waiting = _below(tree, ROOT)
    while waiting:
        node, code, flags, label = waiting.pop()
        if node is None:
            yield bytes((code, flags | words.NO_MOVE | words.EXTENSION, 0, words.BOARD_TEXT)) + _text(label, encoding)
            continue
        below = _below(tree, node)
        yield _node(tree, node, (code, flags | (0 if below else words.IS_LEAF)), label, encoding)
        waiting += below


def _below(tree: VariationTree, node: int) -> list[tuple[int | None, int, int, str]]:
    """Return the child moves and labels of a node as entries of a RenLib file, in reverse order.

    An entry is either a child or a label on a cell without a child. It consists of the node (None for a label), the
    byte of the cell, the flags HAS_SIBLING and IS_LEAF, and the label text.
    """
    labels = {mark.cell: mark.text for mark in tree.marks.get(node, ()) if mark.sign is Sign.LABEL}
    found: list[tuple[int | None, int, str]] = []
    for child in tree.children(node):
        cell = _cell(tree, child)
        code, label = (words.PASS, "") if cell is None else (words.code_of(cell), labels.pop(cell, ""))
        found.append((child, code, label))
    found += [(None, words.code_of(cell), label) for cell, label in labels.items()]
    last = len(found) - 1
    sides = (0 if number == last else words.HAS_SIBLING for number in range(len(found)))
    leaf = [words.IS_LEAF if child is None else 0 for child, _code, _label in found]
    below = [
        (child, code, side | end, label) for (child, code, label), side, end in zip(found, sides, leaf, strict=True)
    ]
    return below[::-1]


def _cell(tree: VariationTree, node: int) -> int | None:
    """Return the cell of a node's stone, or None for the root or a pass."""
    move = None if node == ROOT else tree.move(node)
    return move.cell if isinstance(move, Place) else None


def _node(tree: VariationTree, node: int, shape: tuple[int, int], label: str, encoding: str) -> bytes:
    """Return a node as bytes of a RenLib file: cell and flags from ``shape``, then its comment and label."""
    code, flags = shape
    start, high, low = _stored_flags(tree, node)
    low |= words.BOARD_TEXT if label else 0
    said = tree.comments.get(node, "")
    flags |= start | (words.EXTENSION if high or low else 0) | (words.COMMENT if said else 0)
    cell = _cell(tree, node)
    if cell is not None and CellMark(cell, Sign.CIRCLE) in tree.marks.get(node, ()):
        flags |= words.MARK
    pieces = [bytes((code, flags))]
    pieces += [bytes((high, low))] if high or low else []
    pieces += [_comment(said, encoding)] if said else []
    pieces += [_text(label, encoding)] if label else []
    return b"".join(pieces)


def _stored_flags(tree: VariationTree, node: int) -> tuple[int, int, int]:
    """Return the flags that a node had in the RenLib file from which it was imported.

    These are START and two bytes of unknown flags.
    """
    kept = tree.properties.get(node, {}).get(words.FLAGS, ())
    if len(kept) != 3 or not all(each.isascii() and each.isdigit() and len(each) < 4 for each in kept):
        return 0, 0, 0
    start, high, low = map(int, kept)
    return start & words.START, high & 0xFF, low & 0xFF & ~words.BOARD_TEXT


def _comment(said: str, encoding: str) -> bytes:
    """Encode a comment for a RenLib file, where the first line is separated from the others."""
    first, _end, others = said.partition("\n")
    return _text(words.LINE_END.join((first, others.replace("\n", "\r\n"))) if others else first, encoding)


def _text(text: str, encoding: str) -> bytes:
    """Encode a text for a RenLib file: zero-terminated, padded to an even number of bytes."""
    written = text.replace("\0", "").encode(encoding, "replace") + b"\0"
    return written + b"\0" * (len(written) % 2)


def _encoding(tree: VariationTree) -> str:
    """Return the first text encoding that fits all comments and labels, and that the reader will detect again."""
    labels = (mark.text for marks in tree.marks.values() for mark in marks if mark.sign is Sign.LABEL)
    text = "\n".join((*tree.comments.values(), *labels))
    for encoding in _ENCODINGS:
        try:
            written = text.encode(encoding)
        except UnicodeEncodeError:
            continue
        if cleaned(written.decode(encoding_of(written), "replace")) == cleaned(text):
            return encoding
    return _ENCODINGS[-1]
