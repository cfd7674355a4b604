"""Reader of RenLib files, built for speed because files may have millions of nodes.

Most of the work is done without a Python loop. Most nodes have no flags and simply follow the node before them. So the
arrays of the tree are first filled as if all nodes did, and the loop visits only the nodes with flags, at which a
variation ends or a sibling follows. Moves are not checked.
"""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, compress, islice
from typing import TypeVar

from game.core.language import _, gettext_noop, plural
from game.core.model import Move, ParseError, Pass, Place
from game.core.plain_text import one_line
from game.core.ruleset import PASS_WORD, Ruleset
from game.library.formats import lib_words as words
from game.library.formats.opened_file import OpenedFile
from game.library.formats.terms import RENJU, GameRules, RuleBook
from game.library.formats.texts import LONGEST_COMMENT, ImportWarnings, cleaned, encoding_of
from game.library.study.study import Study
from game.library.study.tree import CellMark, Sign, VariationTree

TITLE = gettext_noop("RenLib opening library")
Remark = TypeVar("Remark")
#: Maximum number of remarks of each kind: comments, board texts, marks, unknown flags.
MOST_REMARKS = 300_000
#: Maximum number of passes that are removed in pairs.
_MOST_IN_PAIRS = 1_000
_NONE = -1
#: The nodes that one call into C takes, which keeps the window waiting until it ends.
_BLOCK = 1 << 16
#: First byte of libraries without a header: the centre of the board.
_CENTRE = 0x78
_OLD_END = re.compile(rb"[\x80-\xff]")
_HAS_MORE = words.OLD_COMMENT | words.COMMENT | words.EXTENSION
#: For each place of a block whether it is even.
_ALTERNATING = b"\1\0" * (_BLOCK // 2)
_MORE = re.compile(b"[" + b"".join(re.escape(bytes([flags])) for flags in range(256) if flags & _HAS_MORE) + b"]")
_IS_CELL = bytes(code for code in range(256) if code == 0 or words.cell_of(code) is not None)
#: Non-zero for each flags byte that changes the shape of the tree, so that the loop must visit the node.
_TURNS = bytes(flags & (words.HAS_SIBLING | words.IS_LEAF) for flags in range(256))
_IS_MARK, _IS_START, _IS_NO_MOVE = (
    bytes(flags & bit for flags in range(256)) for bit in (words.MARK, words.START, words.NO_MOVE)
)
#: 1 for the cell byte of a pass.
_IS_PASS = bytes([1, *bytes(255)])


def is_lib(content: bytes) -> bool:
    """Return True if a file's contents begin with the header of a RenLib file."""
    return content.startswith(words.HEAD)


def is_old_lib(content: bytes) -> bool:
    """Return True if a file looks like an old RenLib file, which has no header.

    Such a file begins with a stone in the centre.
    """
    return content[0] == _CENTRE and len(content) % 2 == 0


@dataclass(slots=True)
class _Written:
    """The nodes of a RenLib file in file order, with their comments, labels and flags."""

    cells: bytearray = field(default_factory=bytearray)
    flags: bytearray = field(default_factory=bytearray)
    comments: dict[int, bytes] = field(default_factory=dict)
    """Raw comments by node, with RenLib's line separators."""
    old_comments: dict[int, bytes] = field(default_factory=dict)
    labels: dict[int, bytes] = field(default_factory=dict)
    """Raw board texts by the node that holds them."""
    more_flags: dict[int, tuple[int, int]] = field(default_factory=dict)
    too_many: int = 0
    """Number of remarks left out because of the limit."""
    encoding: str = ""
    """Name of the encoding of the comments and labels; "" if there are none."""


def read_lib(content: bytes, rulesets: Mapping[str, Ruleset], encoding: str = "") -> OpenedFile:
    """Read a RenLib file as one study; ``encoding`` is that of its texts, "" if the texts decide.

    Raises ParseError if it is no RenLib file or has a newer version.
    """
    warnings = ImportWarnings()
    written = _parse(content, _begin(content), warnings)
    written.encoding = encoding
    # Libraries contain renju.
    rules = RuleBook(rulesets).numbered(words.SIZE, words.SIZE, RENJU)
    study = Study(rules.ruleset, rules.options)
    study.tree = _tree(written, rules, warnings)
    return OpenedFile(TITLE, (study,), None, warnings.sentences, written.encoding)


def _begin(content: bytes) -> int:
    if not content.startswith(words.HEAD):
        return 0
    if len(content) < words.HEAD_LENGTH:
        raise ParseError(_("the library file ends in the middle of its header"))
    version = (content[8], content[9])
    if version > words.VERSION and version != (0xFF, 0xFF):
        text = _(
            "the library has format version {major}.{minor}, but the newest supported version is 3.4",
            major=version[0],
            minor=version[1],
        )
        raise ParseError(text)
    return words.HEAD_LENGTH


# Comments, marks and flags


def _parse(content: bytes, place: int, warnings: ImportWarnings) -> _Written:
    """Split the bytes of a RenLib file from offset ``place`` on into nodes, comments, labels and flags."""
    written = _Written()
    begin, each = place, 2 * _BLOCK
    flags = b"".join(content[start + 1 : start + each : 2] for start in range(place, len(content), each))
    at = 0
    while at < len(flags):
        found = _MORE.search(flags, at, at + _BLOCK)
        last = found.start() + 1 if found else min(at + _BLOCK, len(flags))
        written.cells += content[begin + 2 * at : begin + 2 * last : 2]
        written.flags += flags[at:last]
        if found is None:
            at = last
            continue
        try:
            end = _parse_more(written, content, begin + 2 * last)
        except ValueError:
            warnings.add(_("byte {place}: the file ends in the middle of a text", place=begin + 2 * last))
            break
        at = (end - begin + 1) // 2
    del written.cells[len(written.flags) :]
    return written


def _parse_more(written: _Written, content: bytes, place: int) -> int:
    """Read the comment, label and extra flags of the latest node, which begin at file offset ``place``.

    Return the offset after them. Raises ValueError if the file is truncated.
    """
    node, flags = len(written.flags) - 1, written.flags[-1]
    has_label = False
    if flags & words.EXTENSION:
        high, low = content[place : place + 2]
        place += 2
        has_label = bool(low & words.BOARD_TEXT)
        if high or low & ~words.BOARD_TEXT:
            _keep(written.more_flags, node, (high, low & ~words.BOARD_TEXT), written)
    if flags & words.OLD_COMMENT:
        end = _OLD_END.search(content, place)
        if end is None:
            raise ValueError("the comment does not end")
        _keep(written.old_comments, node, content[place : end.end()], written)
        place = _even(place, end.end())
    elif flags & words.COMMENT:
        end_of = content.index(b"\0", place)
        _keep(written.comments, node, content[place:end_of], written)
        place = _even(place, end_of + 1)
    if has_label:
        end_of = content.index(b"\0", place)
        _keep(written.labels, node, content[place:end_of], written)
        place = _even(place, end_of + 1)
    return place


def _keep(remarks: dict[int, Remark], node: int, remark: Remark, written: _Written) -> None:
    """Store a node's comment, label or flags in ``remarks``; if these are too many, only count it as left out."""
    if len(remarks) < MOST_REMARKS:
        remarks[node] = remark
    else:
        written.too_many += 1


def _even(place: int, end: int) -> int:
    return end + (end - place) % 2


# Comments, marks and flags


def _tree(written: _Written, rules: GameRules, warnings: ImportWarnings) -> VariationTree:
    _cut_at_bad_cell(written, warnings)
    # The root of a library is a node without a cell. If there is none, the first moves are children of an added root.
    if written.cells[:1] != b"\0":
        _put_root(written)
    links = _link(written, warnings)
    codes, passes = links.codes(written.cells), _passes(written)
    for node in passes:
        codes[node] = words.PASS
    tree = VariationTree.from_arrays(
        _moves(rules, has_passes=bool(passes)), codes, links.parents, links.first, links.siblings
    )
    _attach_texts(tree, written, links, warnings)
    _take_out_texts(tree, written, warnings)
    _take_out_pairs(tree, passes)
    return tree


def _passes(written: _Written) -> array[int]:
    """Return the nodes of a RenLib file that are passes. The root has no cell, either."""
    found = _with_flag(written.cells, _IS_PASS)
    return array("i", (node for node in found if node and not written.flags[node] & words.NO_MOVE))


def _cut_at_bad_cell(written: _Written, warnings: ImportWarnings) -> None:
    bad = written.cells.translate(None, _IS_CELL)
    if not bad:
        return
    node = written.cells.index(bad[:1])
    warnings.add(
        _(
            "entry {number} of the library has the invalid point {code}; nothing after it can be read",
            number=node,
            code=bad[0],
        )
    )
    _cut(written, node)


def _cut(written: _Written, node: int) -> None:
    del written.cells[node:]
    del written.flags[node:]


def _put_root(written: _Written) -> None:
    """Insert a root node into the data of a RenLib file that has none."""
    written.cells[:0] = b"\0"
    written.flags[:0] = b"\0"
    written.comments = {node + 1: text for node, text in written.comments.items()}
    written.old_comments = {node + 1: text for node, text in written.old_comments.items()}
    written.labels = {node + 1: text for node, text in written.labels.items()}
    written.more_flags = {node + 1: more for node, more in written.more_flags.items()}


@dataclass(slots=True)
class _Links:
    """Links between the nodes of a RenLib file, as arrays in the form that ``VariationTree`` uses."""

    parents: array[int]
    first: array[int]
    siblings: array[int]
    turns: bytearray
    """1 for each node at which the parity of (number - depth) differs from the node before it, otherwise 0."""

    def codes(self, cells: bytearray) -> array[int]:
        """Return a code for each node's move: the byte of its cell, plus 256 for the second colour."""
        numbers, is_odd = array("i"), 0
        for start in range(0, len(self.parents), _BLOCK):
            end = min(start + _BLOCK, len(self.parents))
            turns = self.turns[start:end]
            turns[0] ^= is_odd
            parities, planes = _parities(turns), bytearray(4 * len(turns))
            is_odd = parities[-1]
            planes[0::4], planes[1::4] = cells[start:end], _xor(_ALTERNATING[: len(turns)], parities)
            numbers.frombytes(planes)
        return _in_order(numbers)


def _parities(bits: bytearray) -> bytes:
    """Return the running parity (prefix XOR) of bytes, each of which is 0 or 1.

    All of them are computed at once, with shifts of one large integer.
    """
    whole, ahead = int.from_bytes(bits, "little"), 8
    while ahead < 8 * len(bits):
        whole ^= whole << ahead
        ahead *= 2
    return (whole & ((1 << 8 * len(bits)) - 1)).to_bytes(len(bits), "little")


def _xor(one: bytes, other: bytes) -> bytes:
    return (int.from_bytes(one, "little") ^ int.from_bytes(other, "little")).to_bytes(len(one), "little")


def _in_order(numbers: array[int]) -> array[int]:
    """Convert integers that were built from little-endian bytes to this machine's byte order."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _link(written: _Written, warnings: ImportWarnings) -> _Links:
    """Link the nodes of a RenLib file into a tree.

    Nodes after the end of the tree, or deeper than a full board, are cut off.
    """
    written.flags[0] = 0
    count, most = len(written.cells), words.SIZE * words.SIZE
    # One more than there are, as the last node may announce another.
    parents, first = _count_on(array("i", [_NONE]), count), _count_on(array("i"), count + 2)
    del first[0]
    siblings, turns = _no_numbers(count + 1), bytearray(count + 1)
    links = _Links(parents, first, siblings, turns)
    waiting: list[tuple[int, int]] = []
    # The depth of a node is its number plus ``ahead``.
    ahead, end, before = 0, count, 0
    for node, flag in _flagged(written.flags, _TURNS):
        if node + ahead > most:
            end = node + 1 - (node + ahead - most)
            warnings.add_sentence(_("Left out: moves played after the board was full."))
            break
        if flag == words.HAS_SIBLING:
            waiting.append((node, ahead))
            continue
        first[node] = _NONE
        if flag == words.IS_LEAF:
            if not waiting:
                end = node + 1
                break
            before, ahead_before = waiting.pop()
            ahead_after = before + ahead_before - node - 1
        else:
            before, ahead_after = node, ahead - 1
        parents[node + 1] = parents[before]
        siblings[before] = node + 1
        turns[node + 1] = (ahead_after ^ ahead) & 1
        ahead = ahead_after
    else:
        if count + ahead - 1 > most:
            end = max(1, most - ahead + 1)
            warnings.add_sentence(_("Left out: moves played after the board was full."))
    if siblings[before] >= count:
        siblings[before] = _NONE
    if waiting and end == count:
        warnings.add_sentence(_("The library file ends before all its variations are complete."))
    _close(links, written, min(end, count), warnings)
    return links


def _flagged(flags: bytearray, table: bytes) -> Iterator[tuple[int, int]]:
    """Yield each node whose byte, its flags or its cell, has a non-zero entry in ``table``, with that entry."""

    def block(start: int) -> Iterator[tuple[int, int]]:
        found = flags[start : start + _BLOCK].translate(table)
        if found == bytes(len(found)):
            return iter(())
        return zip(compress(range(start, start + len(found)), found), compress(found, found), strict=True)

    return chain.from_iterable(block(start) for start in range(0, len(flags), _BLOCK))


def _count_on(numbers: array[int], count: int) -> array[int]:
    """Append the numbers 0, 1, 2 and so on to an array, ``count`` of them, and return it.

    This is ten times faster than a loop.
    """
    length, planes = len(numbers) + count, bytearray(4 * _BLOCK)
    planes[0::4], planes[1::4] = bytes(range(256)) * 256, b"".join(bytes((each,)) * 256 for each in range(256))
    for high in range(count // _BLOCK + 1):
        planes[2::4], planes[3::4] = bytes((high & 255,)) * _BLOCK, bytes((high >> 8,)) * _BLOCK
        numbers.frombytes(planes)
    del numbers[length:]
    return _in_order(numbers)


def _no_numbers(count: int) -> array[int]:
    numbers, block = array("i"), array("i", [_NONE]) * _BLOCK
    for _start in range(0, count, _BLOCK):
        numbers.extend(block)
    del numbers[count:]
    return numbers


def _close(links: _Links, written: _Written, end: int, warnings: ImportWarnings) -> None:
    """Truncate the tree to its first ``end`` nodes, with a warning about the others."""
    count = len(written.cells)
    if end < count:
        warnings.add_sentence(
            plural(
                "Left out: {count} entry after the end of the library.",
                "Left out: {count} entries after the end of the library.",
                count - end,
            )
        )
        _cut(written, end)
    for numbers in (links.parents, links.first, links.siblings):
        del numbers[end:]
    links.first[end - 1] = _NONE


def _moves(rules: GameRules, *, has_passes: bool) -> list[Move]:
    """Return the moves in the order of their codes in a RenLib file; a pass has the same code for both colours.

    Bytes that are no cells get invalid moves, which no node has.
    """
    stones = rules.ruleset.info.colours
    cells = [words.cell_of(code) for code in range(256)]
    moves: list[Move] = [
        Place(~code if cell is None else cell, each) for each in stones for code, cell in enumerate(cells)
    ]
    if has_passes:
        moves[words.PASS] = Pass()
    return moves


# Comments, marks and flags


def _attach_texts(tree: VariationTree, written: _Written, links: _Links, warnings: ImportWarnings) -> None:
    """Attach comments, marks and unknown flags to the tree's nodes.

    Board labels go to the nodes' parents.
    """
    count = len(written.cells)
    texts = [*written.comments.values(), *written.labels.values()]
    written.encoding = encoding = (written.encoding or encoding_of(b"\n".join(texts))) if texts else ""
    for node, raw in written.old_comments.items():
        said = bytes(letter & 0x7F for letter in raw[:LONGEST_COMMENT]).decode("ascii").translate(words.OLD_LETTERS)
        _comment(tree, node, said, count)
    for node, raw in written.comments.items():
        _comment(tree, node, raw[:LONGEST_COMMENT].decode(encoding, "replace"), count)
    if any(len(raw) > LONGEST_COMMENT for raw in chain(written.comments.values(), written.old_comments.values())):
        warnings.add_sentence(_("Left out: the end of a comment longer than {count} bytes.", count=LONGEST_COMMENT))
    for node in islice(_with_flag(written.flags, _IS_MARK), MOST_REMARKS):
        cell = words.cell_of(written.cells[node])
        if cell is not None:
            tree.marks[node] = (CellMark(cell, Sign.CIRCLE),)
    labels: dict[int, list[CellMark]] = {}
    for node, raw in written.labels.items():
        label, cell = (
            one_line(raw[:LONGEST_COMMENT].decode(encoding, "replace")),
            words.cell_of(written.cells[node]) if node < count else None,
        )
        if label and cell is not None:
            labels.setdefault(links.parents[node], []).append(CellMark(cell, Sign.LABEL, label))
    tree.marks.update((node, (*tree.marks.get(node, ()), *marks)) for node, marks in labels.items())
    for node in {*written.more_flags, *islice(_with_flag(written.flags, _IS_START), MOST_REMARKS)}:
        if node < count:
            high, low = written.more_flags.get(node, (0, 0))
            kept = (written.flags[node] & words.START, high, low)
            tree.properties[node] = {words.FLAGS: tuple(map(str, kept))}


def _with_flag(bytes_of_nodes: bytearray, table: bytes) -> Iterator[int]:
    """Yield the nodes whose byte has a non-zero entry in ``table``, such as one flag."""
    return (node for node, _flag in _flagged(bytes_of_nodes, table))


def _comment(tree: VariationTree, node: int, said: str, count: int) -> None:
    plain = cleaned(said.replace(words.LINE_END, "\n"))
    if plain and node < count:
        tree.comments[node] = plain


def _take_out_texts(tree: VariationTree, written: _Written, warnings: ImportWarnings) -> None:
    """Remove nodes that are no moves but only hold a text."""
    gone_until, gone = 0, array("i")
    for node in _with_flag(written.flags, _IS_NO_MOVE):
        if node > gone_until:
            gone_until = max(chain((node,), (below for below, _depth in tree.walk(node))))
            gone.append(node)
    tree.remove_all(gone)
    if written.too_many:
        warnings.add_sentence(
            plural("Left out: {count} comment or mark.", "Left out: {count} comments and marks.", written.too_many)
        )


def _take_out_pairs(tree: VariationTree, passes: array[int]) -> None:
    """Remove two passes in a row if moves follow.

    RenLib sets up problems with such pairs. They change nothing on the board, but in a game they would be its end.
    """
    known, gone = set(passes), set[int]()
    for node in passes:
        first = tree.parent(node)
        if first not in known or first in gone or first is None or not tree.is_only_child(node):
            continue
        comments = {tree.comments.get(each, PASS_WORD).casefold() for each in (first, node)}
        if next(tree.follow(node), None) is not None and comments == {PASS_WORD}:
            gone |= {first, node}
            tree.lift_children(node)
            tree.lift_children(first)
        if len(gone) > _MOST_IN_PAIRS:
            return
