"""SGF as it is written: nodes with properties, whatever they mean. The grammar is sgfmill's, which keeps every byte."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sgfmill import sgf_grammar  # type: ignore[import-untyped]

from game.core.language import _
from game.core.model import ParseError
from game.formats.losses import Losses

#: The properties that put a stone down.
COLOURS = ("B", "W")
#: The value of each property of a node, as written between the brackets.
Properties = dict[str, list[bytes]]


@dataclass(slots=True)
class SgfNode:
    """A node: its properties and the number of the node before it, -1 for the first."""

    parent: int
    properties: Properties = field(default_factory=dict)
    stones: list[tuple[str, bytes]] = field(default_factory=list)
    """The values of B and W in the order of the file: some programs write a whole game into one node."""


def parse_games(content: bytes, losses: Losses) -> Iterator[list[SgfNode]]:
    """The games of a file, each as its nodes, a parent before its children.

    What stands between games is passed over; a game that breaks off is given as far as it goes.
    """
    place = 0
    while True:
        tokens, end = sgf_grammar.tokenise(content, place)
        if not tokens:
            return
        nodes, is_whole = _nodes(tokens, losses)
        if not is_whole:
            losses.add(_broken_off(content, end))
        yield nodes
        place = end


def _broken_off(content: bytes, place: int) -> ParseError:
    rest = content[place : place + 30].split(b"\n")[0].decode("utf-8", "replace").strip()
    line = content.count(b"\n", 0, place) + 1
    if not content[place:].strip():
        return ParseError(_("the file ends in the middle of a game"), line=line)
    return ParseError(_("{words!r} is no SGF, and the game breaks off there", words=rest), line=line)


def _nodes(tokens: list[tuple[str, bytes]], losses: Losses) -> tuple[list[SgfNode], bool]:
    """The nodes of a game, and whether all brackets that were opened are closed."""
    nodes: list[SgfNode] = []
    stack: list[int] = []
    here, name = -1, ""
    for kind, token in tokens:
        if kind == "V":
            if nodes and name:
                nodes[here].properties.setdefault(name, []).append(token)
                if name in COLOURS:
                    nodes[here].stones.append((name, token))
            else:
                losses.add(
                    _("a value that belongs to no property: {words!r}", words=token[:30].decode("utf-8", "replace"))
                )
        elif kind == "I":
            name = token.decode("ascii")
        else:
            name = ""
            if token == b";":
                nodes.append(SgfNode(here))
                here = len(nodes) - 1
            elif token == b"(":
                stack.append(here)
            elif stack:
                here = stack.pop()
    return nodes, not stack


def value_text(raw: bytes) -> str:
    """A value of several lines as text."""
    return sgf_grammar.text_value(raw).decode("utf-8", "replace")  # type: ignore[no-any-return]


def line_text(raw: bytes) -> str:
    """A value of one line as text."""
    return sgf_grammar.simpletext_value(raw).decode("utf-8", "replace")  # type: ignore[no-any-return]


def escaped(text: str) -> str:
    """A text as a value is written."""
    return text.replace("\\", "\\\\").replace("]", "\\]")
