"""Parser of SGF syntax into nodes with properties, whose values stay undecoded bytes.

A malicious file could fill the memory, for example with millions of empty nodes. The parser therefore works game by
game and stops at a limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sgfmill import sgf_grammar  # type: ignore[import-untyped]

from game.core.language import _
from game.core.model import ParseError
from game.library.formats.texts import ImportWarnings

#: Properties that place a stone.
COLOURS = ("B", "W")
#: Maximum number of games read from a file.
MOST_GAMES = 20_000
#: Maximum number of nodes, brackets and values of a game; a node takes about half a kilobyte of memory.
MOST_PARTS = 500_000
#: Values of each property of a node, as written between the brackets.
Properties = dict[str, list[bytes]]
#: The bytes of a value, or of the space before a part, that are looked at in one call into C, which keeps the window
#: waiting until it ends.
_PIECE = 1 << 18
_SPACE, _INSIDE = re.compile(rb"\s*+"), re.compile(rb"(?:[^\\\]]++|\\.)*+", re.DOTALL)
#: A value, a property name (ORC Game Center has ``5A``), or a delimiter. The possessive quantifiers prevent
#: backtracking, so matching is linear.
_PART = re.compile(rb"\s*+(?:\[((?:[^\\\]]++|\\.)*+)\]|([A-Za-z0-9]{1,64})|([;()]))", re.DOTALL)
#: The beginning of a game without its first bracket or semicolon.
_HASTY = re.compile(rb"\s*+(?:\(|;)\s*+(?:GM|FF|SZ|CA|AP|PB|PW|B|W|AB)\s*+\[")
#: The properties with texts, in which some programs write "]" without a backslash.
_TEXTS = frozenset(("C", "GC", "GN", "N", "EV", "SO", "PB", "PW", "AN", "CP", "US", "RO", "PC", "ON"))
#: What follows the end of a value: another one, a property, which has a capital letter, or a delimiter.
_GOES_ON = rb"\s*+(?:[\[;()]|[a-z0-9]{0,20}[A-Z][A-Za-z]{0,40}\s{0,9}\["
_END_OF_VALUE, _END_OF_TEXT = re.compile(_GOES_ON + rb"|\Z)"), re.compile(rb"(?<!\\)\](?=" + _GOES_ON + rb"))")
#: Maximum number of bytes of a text after its first "]".
_LONGEST_REST = 1_000
_NODES_FREED = 10_000
_LOWER = bytes(range(ord("a"), ord("z") + 1))


@dataclass(slots=True)
class SgfNode:
    """An SGF node: its properties, and the index of its parent, which is -1 for the first node."""

    parent: int
    properties: Properties = field(default_factory=dict)
    stones: list[tuple[str, bytes]] = field(default_factory=list)
    """Values of B and W in file order: some programs write a whole game into one node."""


def parse_games(content: bytes, warnings: ImportWarnings) -> Iterator[list[SgfNode]]:
    """Yield the games of an SGF file, each as a list of nodes in which parents come before their children.

    Text between games is ignored. A truncated game is yielded as far as it goes. The first game may lack its first
    bracket or semicolon.
    """
    lines = _LineNumbers(content)
    place = 0
    for number in range(MOST_GAMES):
        begin = 0 if not number and is_hasty(content) else _next_game(content, place)
        if begin < 0:
            return
        game = _GameParser(content, begin, warnings)
        game.parse()
        if not game.is_whole:
            warnings.add(_broken_off(content, game.place, lines.at(game.place)))
        yield game.nodes
        while game.nodes:
            # To free all at once would keep the window waiting.
            del game.nodes[-_NODES_FREED:]
        place = game.place
        if game.is_too_large or _after_space(content, place) == b"[":
            # To a value that does not end all the rest of the file belongs.
            return
    if _next_game(content, place) >= 0:
        warnings.add_sentence(_("Left out: everything after the first {count} games.", count=MOST_GAMES))


def is_hasty(content: bytes) -> bool:
    """Return True if a text begins like an SGF game without its first bracket or semicolon."""
    return _HASTY.match(content) is not None


def _next_game(content: bytes, place: int) -> int:
    """Return the offset of the next SGF game at or after ``place``; -1 if there is none."""
    while (place := content.find(b"(", place)) >= 0 and _after_space(content, place + 1) != b";":
        place += 1
    return place


def _after_space(content: bytes, place: int) -> bytes:
    """Return the first byte at or after ``place`` that is not white space; b"" at the end of the file."""
    place = _end_of(_SPACE, content, place)
    return content[place : place + 1]


def _end_of(piece: re.Pattern[bytes], content: bytes, place: int) -> int:
    """Return the offset at which consecutive matches of a pattern, beginning at ``place``, end."""
    while (found := piece.match(content, place, place + _PIECE)) and found.end() > place:
        place = found.end()
    return place


@dataclass(slots=True)
class _LineNumbers:
    """Converter of byte offsets in a file to line numbers; query the offsets in ascending order."""

    content: bytes
    _place: int = 0
    _line: int = 1

    def at(self, place: int) -> int:
        """Return the line number (from 1) of a byte offset; offsets must ascend from call to call."""
        self._line += self.content.count(b"\n", self._place, place)
        self._place = place
        return self._line


def _broken_off(content: bytes, place: int, line: int) -> ParseError:
    if not _after_space(content, place):
        return ParseError(_("the file ends in the middle of a game"), line=line)
    rest = content[place : place + 30].split(b"\n")[0].decode("utf-8", "replace").strip()
    return ParseError(_("{words!r} is not valid SGF, so the game ends there", words=rest), line=line)


@dataclass(slots=True)
class _GameParser:
    """Parser of one SGF game, starting at its opening bracket."""

    content: bytes
    place: int
    warnings: ImportWarnings
    nodes: list[SgfNode] = field(default_factory=list)
    is_whole: bool = False
    """True if every opened bracket has been closed."""
    is_too_large: bool = False
    _stack: list[int] = field(default_factory=list)
    _here: int = -1
    _name: str = ""
    _has_torn_text: bool = False
    """True if the ends of texts are no longer looked for, which was in vain or cannot succeed."""
    _has_capitals: bool = False
    """True once a property had a name with capital letters."""

    def parse(self) -> None:
        """Parse the SGF game up to its closing bracket, or to the end of a truncated file."""
        if self.content[self.place : self.place + 40].lstrip()[:1] == b";":
            self._stack.append(self._here)
        for _number in range(MOST_PARTS):
            limit = self.place + _PIECE
            found = _PART.match(self.content, self.place, limit)
            if found is None or found.end() == limit:
                if self._take_long():
                    continue
                return
            self.place = found.end()
            value, name, delimiter = found.groups()
            if value is not None:
                self._take_value(self._whole_text(found.start(1)) if self._name in _TEXTS else value)
            elif name is not None:
                self._take_name(name)
            elif self._take_delimiter(delimiter):
                self.is_whole = True
                return
        self.is_whole = self.is_too_large = True
        self.warnings.add_sentence(
            _("Left out: everything after the first {count} entries of a game.", count=MOST_PARTS)
        )

    def _take_name(self, name: bytes) -> None:
        """Begin a property. Very old files write ``AddBlack`` for ``AB``, and some have all names in small letters."""
        capitals = name.translate(None, _LOWER)
        if capitals and not capitals.isdigit():
            self._has_capitals = True
        elif not self._has_capitals:
            # A text without its end is cut at the capital letters of the next property; this game has none.
            capitals, self._has_torn_text = name.upper(), True
        self._name = capitals.decode("ascii")

    def _take_long(self) -> bool:
        """Skip white space, or read a very long property value. Return False if there is neither."""
        before, self.place = self.place, _end_of(_SPACE, self.content, self.place)
        if self.place > before or self.content[before : before + 1] != b"[":
            return self.place > before
        end = _end_of(_INSIDE, self.content, before + 1)
        if self.content[end : end + 1] != b"]":
            return False
        self._take_value(self.content[before + 1 : end])
        self.place = end + 1
        return True

    def _whole_text(self, begin: int) -> bytes:
        """Return the value of a text property, and go to its end if it goes on after its first "]"."""
        if not self._has_torn_text and _END_OF_VALUE.match(self.content, self.place) is None:
            end = _END_OF_TEXT.search(self.content, self.place, self.place + _LONGEST_REST)
            self._has_torn_text = end is None
            self.place = self.place if end is None else end.end()
        return self.content[begin : self.place - 1]

    def _take_value(self, value: bytes) -> None:
        if not self.nodes and self._name:
            self.nodes.append(SgfNode(self._here))
            self._here = 0
        if self.nodes and self._name:
            node = self.nodes[self._here]
            node.properties.setdefault(self._name, []).append(value)
            if self._name in COLOURS:
                node.stones.append((self._name, value))
        else:
            words = value[:30].decode("utf-8", "replace")
            self.warnings.add(_("the file has an SGF value without a property: {words!r}", words=words))

    def _take_delimiter(self, delimiter: bytes) -> bool:
        """Process one of the SGF characters ``;()``. Return True if the game ends with it."""
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
    """Decode the value of an SGF property that may have several lines."""
    return sgf_grammar.text_value(raw).decode("utf-8", "replace")  # type: ignore[no-any-return]


def line_text(raw: bytes) -> str:
    """Decode the value of an SGF property as a single line."""
    return sgf_grammar.simpletext_value(raw).decode("utf-8", "replace")  # type: ignore[no-any-return]


def escaped(text: str) -> str:
    """Return a text with the special characters of SGF escaped."""
    return text.replace("\\", "\\\\").replace("]", "\\]")
