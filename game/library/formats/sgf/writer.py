"""Writer of SGF files, which can store every study with its variations, comments and marks."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.geometry import Geometry
from game.core.lines.line_state import LineState
from game.core.lines.phases import OfferStones
from game.core.model import EMPTY, Pass, Place, Reason
from game.core.ruleset import format_move, sheet_text_of
from game.library.formats.results import players_by_colour
from game.library.formats.sgf import words
from game.library.formats.sgf.tree import escaped
from game.library.study.study import Study
from game.library.study.tree import ROOT, CellMark, Sign

_SIDES = ("B", "W")
_NAMES = {sign: name for name, sign in words.SIGNS.items()}


def write_sgf(study: Study) -> bytes:
    """Return a study as SGF text. The first colour of its ruleset becomes Black.

    Some moves cannot be expressed in SGF: stones of several kinds, choices in an opening, and offered stones. A
    property of our own holds such a move in the program's notation. If the node has no comment, the comment repeats the
    move, so that other programs show it.
    """
    return "".join(_pieces(study)).encode("utf-8", "replace")


def _pieces(study: Study) -> Iterator[str]:
    tree = study.tree
    yield f"(;{_head(study)}\n"
    waiting: list[int | str] = [")\n", *_branches(tree.children(ROOT))]
    while waiting:
        here = waiting.pop()
        if isinstance(here, str):
            yield here
            continue
        yield f";{_node(study, here)}\n"
        waiting += _branches(tree.children(here))


def _branches(children: list[int]) -> list[int | str]:
    """Return a node's children as a stack, whose last entry is written first.

    If there are several children, the opening and closing SGF brackets around each are entries, too.
    """
    if len(children) < 2:
        return list(children)
    return [piece for child in reversed(children) for piece in (")\n", child, "(")]


def _head(study: Study) -> str:
    info, geometry = study.ruleset.info, study.first_state.geometry
    columns, rows = geometry.columns, geometry.rows
    # Titles of rule sheets are not unique.
    sheet = sheet_text_of(study.ruleset)
    options = info.id if sheet else ", ".join(f"{key}={value}" for key, value in study.options.items())
    black, white = players_by_colour(study)
    facts = {name: study.facts.get(fact, "") for name, fact in words.FACTS.items()}
    result = facts.pop("RE")
    head = {
        "FF": "4",
        "GM": str(words.GOMOKU_NUMBER),
        "CA": "UTF-8",
        "AP": words.PROGRAM,
        "SZ": str(columns) if columns == rows else f"{columns}:{rows}",
        "RU": f"{info.title} ({options})" if options else info.title,
        "PB": black,
        "PW": white,
        "RE": result,
        "GN": study.title,
        **facts,
        words.OUR_SEED: str(study.seed) if study.seed else "",
        words.OUR_SHEET: sheet,
    }
    written = "".join(f"{name}[{escaped(value)}]" for name, value in head.items() if value)
    return written + _other_facts(study) + _first_position(study) + _remarks(study, ROOT, geometry, "")


def _other_facts(study: Study) -> str:
    """Return the program's own SGF property, for facts about a game that fit no standard property."""
    known = words.FACTS.values()
    others = (f"{fact.replace(':', ' ')}:{said}" for fact, said in study.facts.items() if fact not in known and said)
    values = "".join(f"[{escaped(each)}]" for each in others)
    return words.OUR_FACTS + values if values else ""


def _first_position(study: Study) -> str:
    if study.start is None:
        return ""
    info, geometry = study.ruleset.info, study.start.geometry
    pieces = []
    for name, stone in zip(words.SETUP, info.colours, strict=False):
        cells = (cell for cell, found in enumerate(study.start.board) if found == stone != EMPTY)
        points = "".join(f"[{words.format_point(geometry, cell)}]" for cell in cells)
        pieces += [name + points] if points else []
    if study.start.colour in info.colours:
        pieces.append(f"PL[{_SIDES[info.colours.index(study.start.colour)]}]")
    pieces.append(f"{words.OUR_START}[{escaped(study.ruleset.dump(study.start))}]")
    return "".join(pieces)


def _node(study: Study, node: int) -> str:
    info, geometry, move = study.ruleset.info, study.first_state.geometry, study.tree.move(node)
    if _is_offered(study, node):
        word = format_move(info, geometry, move)
        return f"{words.OUR_MOVE}[{escaped(word)}]" + _remarks(study, node, geometry, word)
    if isinstance(move, Place) and not info.names_stone:
        side = _SIDES[info.colours.index(move.stone)]
        return f"{side}[{words.format_point(geometry, move.cell)}]" + _remarks(study, node, geometry, "")
    if isinstance(move, Pass):
        return f"{_mover(study, node)}[]" + _remarks(study, node, geometry, "")
    word = format_move(info, geometry, move)
    point = f"{_mover(study, node)}[{words.format_point(geometry, move.cell)}]" if isinstance(move, Place) else ""
    return f"{point}{words.OUR_MOVE}[{escaped(word)}]" + _remarks(study, node, geometry, word)


def _is_offered(study: Study, node: int) -> bool:
    """Return True if a node's stone is only an offer in an opening, which other programs must not show as placed."""
    before = study.state(study.tree.parent(node) or ROOT)
    return isinstance(before, LineState) and isinstance(before.phase, OfferStones)


def _mover(study: Study, node: int) -> str:
    """Return the SGF colour, B or W, of the player who made a node's move.

    For passes, and for games with several kinds of stone.
    """
    before = study.state(study.tree.parent(node) or ROOT)
    colours = study.ruleset.info.colours
    return _SIDES[1] if not isinstance(before, Reason) and before.colour == colours[1] else _SIDES[0]


def _remarks(study: Study, node: int, geometry: Geometry, word: str) -> str:
    """Return a node's comment, marks and imported properties as SGF text.

    If it has no comment, ``word`` (its move) is the comment.
    """
    tree = study.tree
    said = tree.comments.get(node) or word
    pieces = [f"C[{escaped(said)}]"] if said else []
    marks = tree.marks.get(node, ())
    pieces += [f"{_NAMES[sign]}{_points(geometry, marks, sign)}" for sign in _NAMES if _points(geometry, marks, sign)]
    labels = "".join(
        f"[{words.format_point(geometry, mark.cell)}:{escaped(mark.text)}]" for mark in marks if mark.sign is Sign.LABEL
    )
    pieces += [words.LABEL + labels] if labels else []
    for name, values in tree.properties.get(node, {}).items():
        if name.startswith(words.STORED):
            # Values are still escaped, as they were read.
            pieces.append(name.removeprefix(words.STORED) + "".join(f"[{value}]" for value in values))
    return "".join(pieces)


def _points(geometry: Geometry, marks: tuple[CellMark, ...], sign: Sign) -> str:
    cells = (mark.cell for mark in marks if mark.sign is sign)
    return "".join(f"[{words.format_point(geometry, cell)}]" for cell in cells)
