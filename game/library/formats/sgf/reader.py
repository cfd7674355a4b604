"""Reader of SGF files: each game of a file becomes a study with its variations, comments and marks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from game.core.geometry import Geometry
from game.core.language import _
from game.core.model import EMPTY, Choose, Move, ParseError, Pass, Place, State
from game.core.plain_text import one_line
from game.core.ruleset import Ruleset, has_passes
from game.library.formats.legality import take_out_illegal
from game.library.formats.lists.positions import likely_colour
from game.library.formats.opened_file import OpenedFile
from game.library.formats.results import RESULT, set_players_by_colour, written_result
from game.library.formats.sgf import words
from game.library.formats.sgf.head import SgfHead, cut_line, has_move
from game.library.formats.sgf.quest import place_openings
from game.library.formats.sgf.tally import SgfTally
from game.library.formats.sgf.tree import COLOURS, SgfNode, is_hasty, parse_games, value_text
from game.library.formats.terms import GameRules, RuleBook
from game.library.formats.texts import LONGEST_COMMENT, ImportWarnings, cleaned, encoding_of, in_utf8
from game.library.study.study import Study
from game.library.study.tree import ROOT, CellMark, Sign

TITLE = "SGF"
_ENCODING = re.compile(rb"(?<![A-Za-z])(?:CA|ca)\s*\[\s*([^\]\s]{1,40})\s*\]")
_GAME = re.compile(r"\(\s*+;")
#: Maximum number of bytes read of a single-line value.
_LONGEST = 10_000
#: Maximum number of cells that all points and rectangles of a game may name together.
_MOST_CELLS = 500_000
#: Properties that moves are read from; older files of this program also use the comment.
_READ_INTO_MOVES = (*COLOURS, *words.SETUP, words.OUR_MOVE)
#: Maximum number of opening choices a game may have in addition to its stones.
_WORDS_BESIDE_STONES = 10


def is_sgf(text: str) -> bool:
    """Return True if the beginning of a file's text contains an SGF game."""
    return _GAME.search(text) is not None or is_hasty(text[:_LONGEST].lstrip("\ufeff").encode("utf-8", "replace"))


def read_sgf(content: bytes, rulesets: Mapping[str, Ruleset], name: str = "") -> OpenedFile:
    """Read the games of an SGF file, whose name may tell its rule.

    Raises ParseError if none of the games belongs to a known ruleset.
    """
    named = _ENCODING.search(content[:4096])
    encoding = encoding_of(content, "" if named is None else named[1].decode("latin-1"))
    text = in_utf8(content, encoding)
    warnings, book = ImportWarnings(), RuleBook(rulesets)
    studies: list[Study] = []
    refused: ParseError | None = None
    for number, nodes in enumerate(parse_games(text, warnings), start=1):
        place_openings(nodes, warnings)
        try:
            studies.append(_GameReader(nodes, SgfHead(nodes, book, warnings, number, name), warnings).study())
        except ParseError as error:
            refused = refused or error
            warnings.add(_("game {number}: {problem}", number=number, problem=error.problem))
    if not studies:
        raise refused or ParseError(_("there is no game in the file"))
    return OpenedFile(TITLE, tuple(studies), None, warnings.sentences, encoding)


@dataclass(slots=True)
class _GameReader:
    """Reader of one SGF game: first its header, then its initial position, then its tree."""

    nodes: list[SgfNode]
    head: SgfHead
    warnings: ImportWarnings
    tally: SgfTally = field(default_factory=SgfTally)
    _cells: int = 0
    """Number of cells named so far by the points and rectangles of the game."""
    _said: dict[int, list[str]] = field(default_factory=dict)
    """Comments by tree node; several nodes of the file may map to the same tree node."""
    _marked: dict[int, dict[CellMark, None]] = field(default_factory=dict)
    """Marks by tree node, in file order."""

    def study(self) -> Study:
        """Return the SGF game as a study. Raises ParseError if it cannot be read."""
        if not self.nodes:
            raise ParseError(_("the game is empty"))
        rules = self.head.rules()
        study = Study(rules.ruleset, rules.options, seed=self._seed(), start=self._start(rules))
        self._fill(study)
        self.tally.add_to(self.warnings)
        if len(study.tree) != self.head.known_legal:
            take_out_illegal(study, self.warnings)
        self._read_head(study)
        return study

    # The head

    def _seed(self) -> int:
        said = self.head.text(words.OUR_SEED)
        return int(said) if said.isascii() and said.isdigit() and len(said) < 20 else 0

    def _read_head(self, study: Study) -> None:
        study.title = self.head.text("GN")
        set_players_by_colour(study, (self.head.text("PB"), self.head.text("PW")))
        for name, fact in words.FACTS.items():
            if said := self.head.text(name):
                study.facts[fact] = said
        if RESULT in study.facts:
            study.facts[RESULT] = written_result(study.facts[RESULT])
        for value in self.nodes[0].properties.get(words.OUR_FACTS, ()):
            fact, _colon, said = one_line(cut_line(value)).partition(":")
            if fact.strip() and said.strip():
                study.facts[fact.strip()] = said.strip()

    # The first position

    def _start(self, rules: GameRules) -> State | None:
        written = self.nodes[0].properties.get(words.OUR_START)
        if written:
            return rules.ruleset.load(value_text(written[0]), rules.options)
        geometry, info = rules.geometry, rules.ruleset.info
        stones: dict[int, str] = {}
        for node in self.head.setup_nodes:
            for name, stone in zip(words.SETUP, (*info.colours, EMPTY), strict=True):
                for value in node.properties.get(name, ()):
                    stones.update(dict.fromkeys(self._set_up_cells(geometry, cut_line(value)), stone))
        if not stones and not self._second_begins(rules):
            return None
        state = rules.ruleset.arrange(rules.options, stones, self._colour_to_move(rules, stones))
        if stones:
            return state
        # The first turn of a game may have fewer stones than the others.
        return replace(state, placements_left=rules.ruleset.setup(rules.options, 0).state.placements_left)

    def _set_up_cells(self, geometry: Geometry, word: str) -> list[int]:
        """Return the cells of a set-up point or rectangle; if it is unreadable, count that and return no cells."""
        try:
            return self._cells_of(geometry, word)
        except ParseError:
            if self._cells > _MOST_CELLS:
                raise
            self.tally.points += 1
            return []

    def _second_begins(self, rules: GameRules) -> bool:
        """Return True if the second colour has the first move, and the first one cannot have passed."""
        if self.head.is_ours or rules.ruleset.info.names_stone or rules.has_passes:
            return False
        first = next((node for node in self.nodes if has_move(node)), None)
        return first is not None and first.stones[:1] != [] and first.stones[0][0] == COLOURS[1]

    def _colour_to_move(self, rules: GameRules, stones: Mapping[int, str]) -> str:
        first, second = rules.ruleset.info.colours
        if not stones:
            return second
        said = next((node.properties["PL"][0] for node in self.head.setup_nodes if "PL" in node.properties), b"")
        if said[:1].upper() in (b"B", b"W"):
            return first if said[:1].upper() == b"B" else second
        mover = next((node.properties for node in self.nodes if has_move(node)), None)
        if mover is not None:
            return first if "B" in mover else second
        return likely_colour(rules, tuple(stones.values()))

    # The tree

    def _fill(self, study: Study) -> None:
        reached, depths = list[int | None](), list[int]()
        set_up = {id(node) for node in self.head.setup_nodes}
        for node in self.nodes:
            at = ROOT if node.parent < 0 else reached[node.parent]
            depth = 0 if node.parent < 0 else depths[node.parent]
            moves = None if at is None else self._moves(study, node, id(node) in set_up, depth)
            here = None if at is None or moves is None else _after(study, at, moves)
            reached.append(here)
            depths.append(depth + len(moves or ()))
            if here is not None:
                self._annotate(study, here, node)
        study.tree.comments.update((here, "\n".join(said)) for here, said in self._said.items())
        study.tree.marks.update((here, tuple(marks)) for here, marks in self._marked.items() if marks)

    def _moves(self, study: Study, node: SgfNode, is_set_up: bool, depth: int) -> list[Move] | None:
        """Return the moves of an SGF node, or None if reading must stop there.

        If so, the reason is counted in the tally.
        """
        if not is_set_up and any(name in node.properties for name in words.SETUP):
            self.tally.set_up += 1
            return None
        try:
            moves = self._read_moves(study, node, is_first=depth == 0)
        except ParseError:
            self.tally.misread.append(self._written_move(node))
            return None
        if moves is None:
            self.tally.passes += 1
        elif depth + len(moves) > len(study.ruleset.geometry(study.options)) + _WORDS_BESIDE_STONES:
            self.tally.deep += 1
            return None
        return moves

    def _read_moves(self, study: Study, node: SgfNode, *, is_first: bool) -> list[Move] | None:
        """Return the moves of an SGF node, or None for a pass in a game without passes.

        If the second colour begins in a game with passes, the first colour has passed before. Raises ParseError for an
        unreadable point.
        """
        info, geometry = study.ruleset.info, study.ruleset.geometry(study.options)
        can_pass = has_passes(study.ruleset, study.options)
        word = self._our_word(study, node)
        if any(word == choice.key for choice in info.choices):
            return [Choose(word)]
        if word and not node.stones and not info.names_stone:
            return [Place(geometry.cell(word), info.colours[0])]
        kind = word.partition("=")[2] if info.names_stone else ""
        is_late = is_first and can_pass and study.start is None and [name for name, _v in node.stones[:1]] == ["W"]
        moves: list[Move] = [Pass()] if is_late else []
        for name, value in node.stones:
            point = cut_line(value)
            if words.is_pass(point, geometry.columns, geometry.rows):
                if not can_pass:
                    return None
                moves.append(Pass())
                continue
            stone = kind or info.colours[COLOURS.index(name)]
            moves += [Place(words.parse_point(geometry, each), stone) for each in words.split_points(point)]
        return moves

    def _written_move(self, node: SgfNode) -> str:
        """Return the move of an SGF node as it is written."""
        values = [value for _name, value in node.stones] or node.properties.get(words.OUR_MOVE, [])
        return " ".join(one_line(cut_line(value)) for value in values)

    def _our_word(self, study: Study, node: SgfNode) -> str:
        """Return the move that this program wrote to an SGF node in its own notation, or "" if there is none.

        The move is in a property of our own, or in an old file in the comment.
        """
        if words.OUR_MOVE in node.properties:
            return one_line(cut_line(node.properties[words.OUR_MOVE][0]))
        if not self.head.is_ours or "C" not in node.properties:
            return ""
        said = one_line(cut_line(node.properties["C"][0]))
        info = study.ruleset.info
        is_word = any(said == choice.key for choice in info.choices)
        is_stone = info.names_stone and info.stone(said.partition("=")[2]) is not None
        return said if is_word or is_stone else ""

    def _annotate(self, study: Study, here: int, node: SgfNode) -> None:
        """Add an SGF node's comment, marks and other properties to those of a study's node."""
        tree, is_head = study.tree, any(node is each for each in self.head.head_nodes())
        for name, values in node.properties.items():
            if name == "C":
                said = cleaned("\n".join(value_text(value[:LONGEST_COMMENT]) for value in values))
                if any(len(value) > LONGEST_COMMENT for value in values):
                    self.warnings.add_sentence(
                        _("Left out: the end of a comment longer than {count} bytes.", count=LONGEST_COMMENT)
                    )
                if said and said != self._our_word(study, node):
                    self._said.setdefault(here, []).append(said)
            elif name in words.SIGNS or name == words.LABEL:
                self._marked.setdefault(here, {}).update(dict.fromkeys(self._marks(study, name, values)))
            elif name and name not in _READ_INTO_MOVES and not (name in words.HEAD and is_head):
                texts = tuple(value.decode("utf-8", "replace") for value in values)
                tree.properties.setdefault(here, {})[words.STORED + name] = texts

    def _marks(self, study: Study, name: str, values: Sequence[bytes]) -> Iterator[CellMark]:
        geometry = study.ruleset.geometry(study.options)
        for value in values:
            try:
                if name == words.LABEL:
                    point, _colon, text = cut_line(value).partition(":")
                    if text.strip():
                        yield CellMark(words.parse_point(geometry, point), Sign.LABEL, one_line(text))
                else:
                    cells = self._cells_of(geometry, cut_line(value))
                    yield from (CellMark(cell, words.SIGNS[name]) for cell in cells)
            except ParseError:
                self.tally.marks += 1

    def _cells_of(self, geometry: Geometry, word: str) -> list[int]:
        """Return the board cells of an SGF point or rectangle.

        Raises ParseError if it is unreadable or the game names too many cells.
        """
        if self._cells > _MOST_CELLS:
            raise ParseError(_("the game lists more than {count} points", count=_MOST_CELLS))
        cells = words.parse_points(geometry, word)
        self._cells += len(cells)
        return cells


def _after(study: Study, node: int, moves: Sequence[Move]) -> int:
    for move in moves:
        node = study.tree.add(node, move)
    return node
