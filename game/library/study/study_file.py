"""The file format of studies: readable and editable text, similar to the format of tournaments.

The tree follows the header. A line ``5. f6 e5`` has moves and the number of the first one. Alternatives to its last
move follow below it, indented by four more spaces, each with its continuation. Remarks about a position are below the
line whose last move leads to it: a comment after ``|``, marks as ``cross: h8 i9`` and ``label h8: A``, and properties
imported from another format as ``kept SGF BM: ["1"]``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from game.core.language import _, plural, strip_period
from game.core.model import Choose, Move, ParseError, Pass, Place, Reason, State
from game.core.plain_text import drawable, one_line
from game.core.record.format import (
    INDENT,
    OPTION,
    format_option,
    format_ruleset,
    parse_ruleset,
    parse_whole_number,
    quoted,
)
from game.core.record.reader import MissingRuleset, set_options
from game.core.record.sections import Complain, TextBlock, Written
from game.core.ruleset import PASS_WORD, Ruleset, complete_options, format_move, sheet_text_of
from game.library.study.study import Study, TurnOrder
from game.library.study.tree import ROOT, CellMark, Sign

#: Version of this format; files with a later version are refused.
VERSION = 1
#: Number of moves of a file that are checked; ``Study.state`` checks later ones on access.
MOST_CHECKED = 20_000
#: The most letters of a line: one comment, or all values of a property that is kept.
_LONGEST_LINE = 1_000_000
#: Maximum number of opening choices a game may have in addition to its stones.
_WORDS_BESIDE_STONES = 10

_FIRST_LINE = re.compile(r"Stone Fair study, version ([0-9]{1,4})")
_FIELD = re.compile(r"([A-Z][^:]*):(.*)")
_RUN = re.compile(r"([0-9]{1,6})\.(.*)")
_SIGN = re.compile(r"(cross|circle|square|triangle): (.+)")
_LABEL = re.compile(r"label ([^:\s]+): (.+)")
_STORED = "kept "
_FACT = "Fact "
#: Fields whose values are the indented lines below them.
_LONG_KEYS = ("Sheet", "Position")
_MOVES_IN_A_LINE = 10
#: Maximum number of damaged lines that are reported one by one.
_DAMAGES_NAMED = 12


def is_study(text: str) -> bool:
    """Return True if a text begins like a study file of any version."""
    return text.lstrip("\ufeff").lstrip().startswith("Stone Fair study")


# Writing


def write_study(study: Study) -> str:
    """Return a study in the text format of study files."""
    return "".join(f"{line}\n" for line in (*_head(study), "Moves:", *_tree(study)))


def _head(study: Study) -> Iterator[str]:
    info = study.ruleset.info
    yield f"Stone Fair study, version {VERSION}"
    yield f"Title: {one_line(study.title)}".rstrip()
    yield f"Ruleset: {format_ruleset(info.id, info.title)}"
    for key, value in study.options.items():
        yield f"{OPTION}{key}: {format_option(value)}"
    if study.seed:
        yield f"Seed: {study.seed}"
    for number, name in enumerate(study.players, start=1):
        yield f"Player {number}: {one_line(name)}".rstrip()
    for fact, words in study.facts.items():
        if one_line(words):
            yield f"{_FACT}{one_line(fact.replace(':', ' '))}: {one_line(words)}"
    sheet = sheet_text_of(study.ruleset)
    if sheet:
        yield "Sheet:"
        yield from (f"{INDENT}{line}".rstrip() for line in sheet.splitlines())
    if study.start is not None:
        yield "Position:"
        yield from (f"{INDENT}{line}".rstrip() for line in study.ruleset.dump(study.start).split("\n"))


def _tree(study: Study) -> Iterator[str]:
    tree, order = study.tree, TurnOrder(study)
    yield from _remarks(study, ROOT, INDENT)
    waiting = [(child, 1, 1) for child in tree.children(ROOT)[:1]]
    while waiting:
        node, number, level = waiting.pop()
        words = [_word(study, order, node, number)]
        run = [node]
        while not _ends_line(study, run):
            run.append(tree.children(run[-1])[0])
            words.append(_word(study, order, run[-1], number + len(words)))
        yield f"{INDENT * level}{number}. {' '.join(words)}"
        yield from _remarks(study, run[-1], INDENT * level)
        last = number + len(run) - 1
        waiting += [(child, last + 1, level) for child in tree.children(run[-1])[:1]]
        waiting += [(other, last, level + 1) for other in reversed(_others(study, run[-1]))]


def _others(study: Study, node: int) -> list[int]:
    """Return the alternatives to a study's move; an empty list if it is an alternative itself."""
    main, *others = study.tree.children(study.tree.parent(node) or ROOT)
    return others if node == main else []


def _ends_line(study: Study, run: list[int]) -> bool:
    tree, node = study.tree, run[-1]
    has_remarks = node in tree.comments or node in tree.marks or node in tree.properties
    return has_remarks or len(run) == _MOVES_IN_A_LINE or not tree.children(node) or bool(_others(study, node))


def _word(study: Study, order: TurnOrder, node: int, number: int) -> str:
    """Return the move to a node in the program's notation; ``number`` is the number of moves up to the node.

    The kind of stone is added if it is not the one that ``order`` expects.
    """
    info, move = study.ruleset.info, study.tree.move(node)
    word = format_move(info, study.first_state.geometry, move)
    if not isinstance(move, Place) or info.names_stone:
        return word
    expected = order.colour(study.tree.parent(node) or ROOT, number - 1)
    return word if move.stone == expected else f"{word}={move.stone}"


def _remarks(study: Study, node: int, indent: str) -> Iterator[str]:
    tree, names = study.tree, study.first_state.geometry.names
    said = drawable(tree.comments.get(node, "").replace("\t", " "))
    if said.strip():
        yield from (f"{indent}| {line}" if line else f"{indent}|" for line in said.split("\n"))
    for sign, marks in groupby(tree.marks.get(node, ()), key=lambda mark: mark.sign):
        if sign is Sign.LABEL:
            yield from (f"{indent}label {names[mark.cell]}: {one_line(mark.text)}" for mark in marks)
        else:
            yield f"{indent}{sign.value}: {' '.join(names[mark.cell] for mark in marks)}"
    for name, values in tree.properties.get(node, {}).items():
        yield f"{indent}kept {one_line(name)}: {json.dumps(list(values), ensure_ascii=False)}"


# Reading


def salvage_study(text: str, rulesets: Mapping[str, Ruleset]) -> tuple[Study, tuple[str, ...]]:
    """Read a study file. Return the study without damaged lines, and error messages for these lines.

    Illegal moves are reported but stay in the tree, because a position may be interesting although no rules lead to it.
    Raises ParseError if the text is not a study, or its ruleset is missing.
    """
    sentences: list[str] = []
    more = 0

    def complain(error: ParseError) -> None:
        nonlocal more
        if len(sentences) < _DAMAGES_NAMED:
            sentences.append(_("Left out: {problem}.", problem=error))
        else:
            more += 1

    head = _parse_head(text, complain)
    study = _study(head, rulesets, complain)
    _TreeReader(study, complain).read(head.tree)
    if more:
        sentences.append(plural("Also left out: {count} more line.", "Also left out: {count} more lines.", more))
    return study, tuple(sentences)


@dataclass(slots=True)
class _Head:
    """The header fields of a study file as text, and the lines of its tree."""

    fields: dict[str, Written[str]] = field(default_factory=dict)
    blocks: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """The numbered lines of the fields with several lines."""
    tree: Iterator[tuple[int, str]] = field(default_factory=lambda: iter(()))

    def text(self, key: str) -> str:
        """Return the value of a header field of a study file, or "" if it is missing."""
        found = self.fields.get(key)
        return "" if found is None else one_line(found.value)


def _lines(text: str) -> Iterator[str]:
    """Split the text of a study file into lines.

    Only a line feed ends a line, because texts of other programs may contain all other line separators.
    """
    begin = 0
    while (end := text.find("\n", begin)) >= 0:
        yield text[begin:end].removesuffix("\r")
        begin = end + 1
    yield text[begin:]


def _parse_head(text: str, complain: Complain) -> _Head:
    lines = enumerate(_lines(text.removeprefix("\ufeff")), start=1)
    number, first = next(((number, line) for number, line in lines if line.strip()), (1, ""))
    _check_first_line(number, first)
    head, latest = _Head(), ""
    for number, line in lines:
        if line.rstrip() == "Moves:":
            head.tree = lines
            return head
        if line[:1].isspace() and latest in _LONG_KEYS:
            head.blocks.setdefault(latest, []).append((number, line.removeprefix(INDENT).rstrip()))
        elif line.strip():
            latest = _parse_field(head, number, line.rstrip(), complain)
    complain(ParseError(_("the line '{key}' is missing", key="Moves:"), line=number))
    return head


def _check_first_line(number: int, line: str) -> None:
    found = _FIRST_LINE.fullmatch(line.strip())
    if found is None:
        text = _(
            "this is not a Stone Fair study file: the first line is {line} instead of: Stone Fair study, version "
            "{version}",
            line=quoted(line.strip()),
            version=VERSION,
        )
        raise ParseError(text, line=number)
    if int(found[1]) != VERSION:
        text = _(
            "the file has format version {written}, but this version of Stone Fair reads version {version}",
            written=int(found[1]),
            version=VERSION,
        )
        raise ParseError(text, line=number)


def _parse_field(head: _Head, number: int, line: str, complain: Complain) -> str:
    """Parse a header line of a study file, and return the key of its field ("" if invalid).

    Indented lines below it continue the field.
    """
    found = _FIELD.fullmatch(line) if len(line) <= _LONGEST_LINE else None
    known = ("Title", "Ruleset", "Seed", "Player 1", "Player 2", *_LONG_KEYS)
    if found is None or not (found[1] in known or found[1].startswith((OPTION, _FACT))):
        complain(ParseError(_("{line} is not a valid line in a study file", line=quoted(line)), line=number))
        return ""
    if found[1] in head.fields:
        complain(ParseError(_("{key!r} appears for a second time", key=found[1]), line=number))
        return ""
    head.fields[found[1]] = Written(found[2].strip(), found[2].strip(), number)
    return found[1]


def _study(head: _Head, rulesets: Mapping[str, Ruleset], complain: Complain) -> Study:
    """Return a study made from the header of a study file, still without its tree."""
    ruleset, line = _find_ruleset(head, rulesets)
    options = {key.removeprefix(OPTION): each for key, each in head.fields.items() if key.startswith(OPTION)}
    study = Study(
        ruleset,
        set_options(options, line, ruleset, complete_options(ruleset.info, {}), complain),
        head.text("Title"),
        (head.text("Player 1"), head.text("Player 2")),
        facts={key.removeprefix(_FACT): head.text(key) for key in head.fields if key.startswith(_FACT)},
    )
    try:
        study.seed = parse_whole_number(head.text("Seed") or "0")
    except ParseError as error:
        complain(error.located(line=head.fields["Seed"].line))
    if "Position" in head.fields:
        study.start = _position(head, study)
    return study


def _find_ruleset(head: _Head, rulesets: Mapping[str, Ruleset]) -> tuple[Ruleset, int]:
    written = head.fields.get("Ruleset")
    if written is None:
        raise ParseError(_("the line '{key}: …' is missing from the file header", key="Ruleset"), line=1)
    try:
        ruleset_id, title = parse_ruleset(written.value)
    except ParseError as error:
        raise error.located(line=written.line) from error
    if ruleset_id not in rulesets:
        sheet = "\n".join(line for _number, line in head.blocks.get("Sheet", ()))
        raise MissingRuleset(ruleset_id, title, sheet, line=written.line)
    return rulesets[ruleset_id], written.line


def _position(head: _Head, study: Study) -> State:
    """Return the starting position of a study file. Raises ParseError if it is unreadable.

    A default position would not do, because the tree belongs to this one.
    """
    lines = head.blocks.get("Position", [])
    while lines and not lines[-1][1].strip():
        lines.pop()
    block = TextBlock(head.fields["Position"].line, lines)
    try:
        return study.ruleset.load(block.text, study.options)
    except ParseError as error:
        raise block.placed(error) from error


@dataclass(slots=True)
class _Level:
    """The parser's state at one level of indentation in a study file.

    Lines at this level are alternatives to the same move.
    """

    parent: int | None
    """Node that the moves at this indentation follow, None if it could not be read."""
    first: int
    """Number of the first move at this indentation."""
    node: int | None
    """Node of the latest move at this indentation, None if it could not be read."""
    last: int
    """Number of the latest move at this indentation."""


class _TreeReader:
    """A parser that adds the tree lines of a study file to a study."""

    def __init__(self, study: Study, complain: Complain) -> None:
        self._study, self._complain = study, complain
        self._order = TurnOrder(study)
        self._geometry = study.first_state.geometry
        self._levels = [_Level(ROOT, 1, ROOT, 0)]
        self._comments: dict[int, list[str]] = {}
        self._marks: dict[int, list[CellMark]] = {}
        self._line = 0

    def read(self, lines: Iterable[tuple[int, str]]) -> None:
        """Read tree lines of a study file, each given with its line number."""
        for number, line in lines:
            self._line = number
            if line.strip():
                try:
                    self._read_line(line)
                except ParseError as error:
                    self._complain(error.located(line=number))
        said = ((node, "\n".join(lines)) for node, lines in self._comments.items())
        self._study.tree.comments.update((node, words) for node, words in said if words.strip())
        self._study.tree.marks.update((node, tuple(marks)) for node, marks in self._marks.items())

    def _read_line(self, line: str) -> None:
        if len(line) > _LONGEST_LINE:
            raise ParseError(_("the line has more than {most} characters", most=_LONGEST_LINE))
        content = line.lstrip(" \t")
        width = len(line[: len(line) - len(content)].replace("\t", INDENT))
        level, uneven = divmod(width, len(INDENT))
        run = _RUN.fullmatch(content.rstrip())
        if uneven or not 1 <= level <= len(self._levels) + (run is not None):
            raise ParseError(
                _("{line} does not fit into the variation tree; check its indentation", line=quoted(content))
            )
        if run is None:
            del self._levels[level:]
            self._read_remark(self._levels[-1].node, content)
        else:
            self._read_run(self._level(level), int(run[1]), run[2].split())

    def _level(self, level: int) -> _Level:
        """Return the parser's state for a line's indentation. A deeper line begins alternatives to the latest move."""
        if level > len(self._levels):
            above = self._levels[-1]
            node = above.node
            parent = None if node is None or node == ROOT else self._study.tree.parent(node)
            self._levels.append(_Level(parent, above.last, parent, above.last - 1))
        del self._levels[level:]
        return self._levels[-1]

    def _read_run(self, level: _Level, number: int, words: list[str]) -> None:
        if number == level.first:
            level.node = level.parent
        elif number != level.last + 1:
            text = _("found move {number} where move {expected} was expected", number=number, expected=level.last + 1)
            raise ParseError(text)
        level.last = number + len(words) - 1
        node, level.node = level.node, None
        if node is None:
            # The line before could not be read, which has already been reported.
            return
        for depth, word in enumerate(words, start=number):
            move = self._move(node, depth, word)
            self._check(node, depth, word, move)
            node = self._study.tree.add(node, move)
        level.node = node

    def _move(self, node: int, depth: int, written: str) -> Move:
        """Parse the move that follows a node in a study file. Raises ParseError."""
        info, word = self._study.ruleset.info, written.lower()
        if depth > len(self._geometry) + _WORDS_BESIDE_STONES:
            raise ParseError(_("a variation has more moves than the board has cells"))
        if any(word == choice.key for choice in info.choices):
            return Choose(word)
        if word == PASS_WORD:
            return Pass()
        name, equals, letter = word.partition("=")
        cell = self._geometry.cell(name)
        stone = letter if equals or info.names_stone else self._order.colour(node, depth - 1)
        if info.stone(stone) is None:
            letters = ", ".join(kind.letter for kind in info.stones)
            text = _(
                "{text!r} does not name a stone; write {name}= followed by one of: {letters}",
                text=written,
                name=name,
                letters=letters,
            )
            raise ParseError(text)
        return Place(cell, stone)

    def _check(self, node: int, number: int, word: str, move: Move) -> None:
        """Report a move of a study file if it is illegal although the position before it is legal."""
        if len(self._study.tree) >= MOST_CHECKED:
            return
        state, ruleset = self._study.state(node), self._study.ruleset
        if isinstance(state, Reason):
            return
        is_over = ruleset.outcome(state) is not None
        refused = Reason("over", _("The game is over.")) if is_over else ruleset.check(state, move)
        if refused is not None:
            text = _(
                "move {number}, {word}, is not allowed: {message}",
                number=number,
                word=word,
                message=strip_period(refused.message),
            )
            self._complain(ParseError(text, line=self._line))

    def _read_remark(self, node: int | None, content: str) -> None:
        """Read a comment or mark of a position; ignore it if the position itself could not be read."""
        if node is None:
            return
        tree, plain = self._study.tree, content.rstrip()
        if content.startswith("|"):
            said = drawable(content[2:] if content.startswith("| ") else content[1:])
            self._comments.setdefault(node, []).append(said)
        elif found := _SIGN.fullmatch(plain):
            cells = map(self._geometry.cell, found[2].split())
            self._mark(node, *(CellMark(cell, Sign(found[1])) for cell in cells))
        elif found := _LABEL.fullmatch(plain):
            self._mark(node, CellMark(self._geometry.cell(found[1]), Sign.LABEL, one_line(found[2])))
        elif plain.startswith(_STORED) and ": [" in plain:
            name, _colon, texts = plain.removeprefix(_STORED).partition(": [")
            tree.properties.setdefault(node, {})[one_line(name)] = _texts(f"[{texts}")
        else:
            raise ParseError(_("{line} is not a valid line in a study file", line=quoted(plain)))

    def _mark(self, node: int, *marks: CellMark) -> None:
        self._marks.setdefault(node, []).extend(marks)


def _texts(written: str) -> tuple[str, ...]:
    """Parse a JSON list of strings in a study file. Raises ParseError."""
    try:
        found = json.loads(written)
    except (ValueError, RecursionError) as error:
        raise ParseError(_("{line} is not a valid line in a study file", line=quoted(written))) from error
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise ParseError(_("{line} is not a valid line in a study file", line=quoted(written)))
    return tuple(each.encode("utf-8", "replace").decode() for each in found)
