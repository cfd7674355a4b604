"""SGF as it is written: nodes with properties, whatever they mean. Values stay as they are, byte for byte.

A file may be made to fill the memory, with millions of empty nodes for example. So it is taken apart while it is read,
game by game, and a game ends at a limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sgfmill import sgf_grammar  # type: ignore[import-untyped]

from game.core.language import _
from game.core.model import ParseError
from game.library.formats.import_warnings import ImportWarnings

#: The properties that put a stone down.
COLOURS = ("B", "W")
#: The most games that are read of a file.
MOST_GAMES = 20_000
#: The most nodes, brackets and values of a game: a node takes about half a kilobyte of memory.
MOST_PARTS = 500_000
#: The value of each property of a node, as written between the brackets.
Properties = dict[str, list[bytes]]
_START = re.compile(rb"\(\s*+;")
#: A value, the name of a property, or a delimiter. No part gives anything back, so the time is linear.
_PART = re.compile(rb"\s*+(?:\[((?:[^\\\]]++|\\.)*+)\]|([A-Za-z]{1,64})|([;()]))", re.DOTALL)
#: What a game breaks off before: nothing more, or a value that does not end, to which all the rest of the file belongs.
_NOTHING, _OPEN_VALUE = re.compile(rb"\s*+\Z"), re.compile(rb"\s*+\[")
_LOWER = bytes(range(ord("a"), ord("z") + 1))


@dataclass(slots=True)
class SgfNode:
    """A node: its properties and the number of the node before it, -1 for the first."""

    parent: int
    properties: Properties = field(default_factory=dict)
    stones: list[tuple[str, bytes]] = field(default_factory=list)
    """The values of B and W in the order of the file: some programs write a whole game into one node."""


def parse_games(content: bytes, losses: ImportWarnings) -> Iterator[list[SgfNode]]:
    """The games of a file, each as its nodes, a parent before its children.

    What stands between games is passed over; a game that breaks off is given as far as it goes.
    """
    lines = _LineNumbers(content)
    place = 0
    for _number in range(MOST_GAMES):
        found = _START.search(content, place)
        if found is None:
            return
        game = _GameParser(content, found.start(), losses)
        game.parse()
        if not game.is_whole:
            losses.add(_broken_off(content, game.place, lines.at(game.place)))
        yield game.nodes
        place = game.place
        if game.is_too_large or _OPEN_VALUE.match(content, place):
            return
    if _START.search(content, place):
        losses.say(_("Left out: what comes after the first {count} games.", count=MOST_GAMES))


@dataclass(slots=True)
class _LineNumbers:
    """The numbers of lines, from 1, of places that are asked for one after the other."""

    content: bytes
    _place: int = 0
    _line: int = 1

    def at(self, place: int) -> int:
        """The line of a place that is not before the last one asked for."""
        self._line += self.content.count(b"\n", self._place, place)
        self._place = place
        return self._line


def _broken_off(content: bytes, place: int, line: int) -> ParseError:
    if _NOTHING.match(content, place):
        return ParseError(_("the file ends in the middle of a game"), line=line)
    rest = content[place : place + 30].split(b"\n")[0].decode("utf-8", "replace").strip()
    return ParseError(_("{words!r} is no SGF, and the game breaks off there", words=rest), line=line)


@dataclass(slots=True)
class _GameParser:
    """Takes one game apart, from the place of its first bracket on."""

    content: bytes
    place: int
    losses: ImportWarnings
    nodes: list[SgfNode] = field(default_factory=list)
    is_whole: bool = False
    """Whether all brackets that were opened are closed."""
    is_too_large: bool = False
    _stack: list[int] = field(default_factory=list)
    _here: int = -1
    _name: str = ""

    def parse(self) -> None:
        """Read up to the bracket that closes the game, or to where it breaks off."""
        for _number in range(MOST_PARTS):
            found = _PART.match(self.content, self.place)
            if found is None:
                return
            self.place = found.end()
            value, name, delimiter = found.groups()
            if value is not None:
                self._take_value(value)
            elif name is not None:
                # Very old files write ``AddBlack`` for ``AB``.
                self._name = name.translate(None, _LOWER).decode("ascii")
            elif self._take_delimiter(delimiter):
                self.is_whole = True
                return
        self.is_whole = self.is_too_large = True
        self.losses.say(_("Left out: what comes after the first {count} nodes and values of a game.", count=MOST_PARTS))

    def _take_value(self, value: bytes) -> None:
        if self.nodes and self._name:
            node = self.nodes[self._here]
            node.properties.setdefault(self._name, []).append(value)
            if self._name in COLOURS:
                node.stones.append((self._name, value))
        else:
            words = value[:30].decode("utf-8", "replace")
            self.losses.add(_("a value that belongs to no property: {words!r}", words=words))

    def _take_delimiter(self, delimiter: bytes) -> bool:
        """Take one of ``;()``; returns whether the game ends with it."""
        self._name = ""
        if delimiter == b";":
            self.nodes.append(SgfNode(self._here))
            self._here = len(self.nodes) - 1
        elif delimiter == b"(":
            self._stack.append(self._here)
        else:
            self._here = self._stack.pop()
            return not self._stack
        return False


def value_text(raw: bytes) -> str:
    """A value of several lines as text."""
    return sgf_grammar.text_value(raw).decode("utf-8", "replace")  # type: ignore[no-any-return]


def line_text(raw: bytes) -> str:
    """A value of one line as text."""
    return sgf_grammar.simpletext_value(raw).decode("utf-8", "replace")  # type: ignore[no-any-return]


def escaped(text: str) -> str:
    """A text as a value is written."""
    return text.replace("\\", "\\\\").replace("]", "\\]")
