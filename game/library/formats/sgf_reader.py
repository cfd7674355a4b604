"""Reader of SGF files: each game of a file becomes a study with its variations, comments and marks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from game.core.geometry import LETTERS, Geometry
from game.core.language import _
from game.core.model import EMPTY, Choose, Move, OptionValue, ParseError, Pass, Place, State
from game.core.plain_text import one_line
from game.core.ruleset import Ruleset, complete_options, has_passes
from game.library.formats import sgf_words as words
from game.library.formats.legality import take_out_illegal
from game.library.formats.opened_file import OpenedFile
from game.library.formats.renju_evidence import why_renju
from game.library.formats.results import set_players_by_colour
from game.library.formats.sgf_lines import first_line, longest_line, stones_of
from game.library.formats.sgf_quest import place_openings
from game.library.formats.sgf_tally import SgfTally
from game.library.formats.sgf_tree import COLOURS, SgfNode, is_hasty, line_text, parse_games, value_text
from game.library.formats.terms import RENJU, GameRules, RuleBook, StoneAt, is_connect6
from game.library.formats.texts import LONGEST_COMMENT, ImportWarnings, cleaned, encoding_of, in_utf8
from game.library.study.study import Study
from game.library.study.tree import ROOT, CellMark, Sign

TITLE = "SGF"
#: Minimum number of legal moves needed to read a game that claims to be another game as five in a row.
_ENOUGH = 5
_ENCODING = re.compile(rb"CA\s*\[\s*([^\]\s]{1,40})\s*\]")
_GAME = re.compile(r"\(\s*+;")
#: Maximum number of bytes read of a single-line value.
_LONGEST = 10_000
#: Maximum number of bytes of a value with points from which the size of the board is guessed.
_LONGEST_POINTS = 24
#: Maximum number of cells that all points and rectangles of a game may name together.
_MOST_CELLS = 500_000
#: Properties that moves are read from; older files of this program also use the comment.
_READ_INTO_MOVES = (*COLOURS, *words.SETUP, words.OUR_MOVE)
#: Maximum number of opening choices a game may have in addition to its stones.
_WORDS_BESIDE_STONES = 10
#: The size of renju's board.
_RENJU_SIZE = 15
#: Board sizes to try if a file names none, the usual one first.
_USUAL_SIZES = (_RENJU_SIZE, 19)


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
            studies.append(_GameReader(nodes, book, warnings, number, name).study())
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
    book: RuleBook
    warnings: ImportWarnings
    number: int
    name: str = ""
    """The name of the file."""
    tally: SgfTally = field(default_factory=SgfTally)
    is_ours: bool = False
    known_legal: int = -1
    """Number of moves of a game that are known to be legal; -1 if the game has variations and must be checked."""
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
        rules = self._rules()
        study = Study(rules.ruleset, rules.options, seed=self._seed(), start=self._start(rules))
        self._fill(study)
        self.tally.add_to(self.warnings)
        if len(study.tree) != self.known_legal:
            take_out_illegal(study, self.warnings)
        self._read_head(study)
        return study

    # The head

    def _head(self, name: str) -> str:
        found = (node.properties[name] for node in self._head_nodes() if name in node.properties)
        return next((one_line(_line(values[0])) for values in found), "")

    def _head_nodes(self) -> list[SgfNode]:
        """Return the nodes with the header: the first one, and the second if some of it is there."""
        is_second = len(self.nodes) > 1 and self.nodes[1].parent == 0
        has_more = is_second and any(name in self.nodes[1].properties for name in words.ONLY_IN_HEAD)
        return self.nodes[: 1 + has_more]

    def _rules(self) -> GameRules:
        ours = self._our_rules() if self._head("AP").startswith(words.PROGRAM) else None
        if ours is not None:
            self.is_ours = True
            return ours
        text = self._rule_text()
        best: tuple[GameRules, int] | None = None
        for columns, rows in self._sizes():
            found = self._fitting(columns, rows, text)
            best = found if best is None or found[1] > best[1] else best
        assert best is not None
        rules, legal = best if text else self._guessed(*best)
        self.known_legal = legal
        columns, rows = rules.geometry.columns, rules.geometry.rows
        self._check_number(rules, legal, is_named=self.book.named(columns, rows, text) is not None)
        return rules

    def _is_set_up(self) -> bool:
        """Return True if the game does not begin on an empty board."""
        nodes = list(self._setup_nodes())
        return any(value.strip() for node in nodes for name in words.SETUP for value in node.properties.get(name, ()))

    def _has_passes(self, columns: int, rows: int) -> bool:
        """Return True if a player passes anywhere in the game, or the second colour begins on an empty board."""
        begins = next((node.stones[0][0] for node in self.nodes if node.stones), COLOURS[0])
        values = (_line(value) for node in self.nodes for _name, value in node.stones)
        is_late = begins == COLOURS[1] and not self._is_set_up()
        return is_late or any(words.is_pass(value, columns, rows) for value in values)

    def _fitting(self, columns: int, rows: int, text: str) -> tuple[GameRules, int]:
        """Return the rules that fit the game best on a board of this size, and the number of legal stones.

        Where the file names no rule, other words of its head may tell Connect6, if all stones are legal then.
        """
        stones = list(self._main_line(columns, rows))
        rules, legal = self._fitting_line(columns, rows, text, stones)
        return rules.with_passes() if self._has_passes(columns, rows) else rules, legal

    def _fitting_line(self, columns: int, rows: int, text: str, stones: list[StoneAt]) -> tuple[GameRules, int]:
        if not text:
            rules, legal = self.book.fitting(columns, rows, self._hints(), stones)
            if legal == len(stones) and rules.is_connect6:
                return rules, legal
        return self.book.fitting(columns, rows, text, stones)

    def _hints(self) -> str:
        """Return the words of the head that may tell the rule of a game that names none."""
        return " ".join(map(self._head, words.HINTS))

    def _guessed(self, rules: GameRules, legal: int) -> tuple[GameRules, int]:
        """Return the rules of renju, with the number of legal stones, if a game that names no rule is probably renju.

        This is said in a warning. Otherwise return the given rules.
        """
        columns, rows = rules.geometry.columns, rules.geometry.rows
        if (columns, rows) != (_RENJU_SIZE, _RENJU_SIZE) or rules.is_connect6:
            return rules, legal
        renju, stones = self.book.numbered(columns, rows, RENJU), list(self._main_line(columns, rows))
        if renju.gomocup_number != RENJU or len(renju.moves(stones)[0]) < len(stones):
            return rules, legal
        reason = why_renju(self.nodes, renju, self._hints(), self.name)
        if not reason:
            return rules, legal
        self.warnings.add_sentence(_("The file names no rule and is shown as renju: {reason}.", reason=reason))
        return renju, len(stones)

    def _main_line(self, columns: int, rows: int) -> Iterator[StoneAt]:
        """Yield the stones and passes of the main line up to the first unreadable one.

        Yield none if the game begins with a setup.
        """
        if self._is_set_up():
            return
        yield from stones_of(first_line(self.nodes), columns, rows)

    def _our_rules(self) -> GameRules | None:
        """Return the rules that an SGF file of this program names, or None if no ruleset has that title."""
        said = self._head("RU")
        title, _bracket, written = said.removesuffix(")").partition(" (") if said.endswith(")") else (said, "", "")
        ruleset = next((each for each in self.book.rulesets.values() if each.info.title == title), None)
        if ruleset is None:
            return None
        pairs = [each.partition("=") for each in written.split(", ") if each]
        given: dict[str, OptionValue] = {key: value for key, _equals, value in pairs}
        options = complete_options(ruleset.info, given)
        refused = ruleset.check_options(options)
        if refused is not None:
            raise ParseError(refused.message)
        return GameRules(ruleset, options)

    def _rule_text(self) -> str:
        """Return the rule text of the SGF game, or Connect6's title if the game number means Connect6."""
        said = self._head("RU")
        if self._game_number() == words.CONNECT6_NUMBER:
            known = self.book.on_board(19, 19)
            return next((rules.ruleset.info.title for rules in known if rules.is_connect6), said)
        return said

    def _game_number(self) -> int | None:
        said = self._head("GM")
        return int(said) if said.isascii() and said.isdigit() and len(said) < 6 else None

    def _check_number(self, rules: GameRules, legal: int, *, is_named: bool) -> None:
        """Warn if a file is read as five in a row although its SGF game number means another game.

        Raises ParseError if too few of its moves are legal for that.
        """
        number = self._game_number()
        if number is None and self._has_words_of_go() and not is_named:
            number = words.GO_NUMBER
        if number is None and not (self._rule_text() or rules.is_connect6) and rules.geometry.rows != _RENJU_SIZE:
            text = _("The file names no game, so it is shown as {game}.", game=_(rules.ruleset.info.title))
            self.warnings.add_sentence(text)
        if number in (None, words.GOMOKU_NUMBER, words.CONNECT6_NUMBER):
            return
        title = "Go" if number == words.GO_NUMBER else f"GM[{number}]"
        if not is_named and not self._may_be_five_in_a_row(rules, legal):
            raise ParseError(_("this is a game of {other}, which Stone Fair does not support", other=title))
        self.warnings.add_sentence(
            _(
                "Game {number} is marked as {other}, but its moves fit five in a row, so it is shown as five in a row.",
                number=self.number,
                other=title,
            )
        )

    def _may_be_five_in_a_row(self, rules: GameRules, legal: int) -> bool:
        """Return True if a game may be five in a row although its file names another game.

        ``legal`` is the number of legal moves in its main line. On a 15x15 board, which Go hardly uses but for which
        many renju programs write the number of Go, all moves of the main line must be legal. Otherwise a fixed number
        of legal moves is enough.
        """
        columns, rows = rules.geometry.columns, rules.geometry.rows
        line = len(list(self._main_line(columns, rows)))
        if self._game_number() == words.GO_NUMBER and (columns, rows) == (_RENJU_SIZE, _RENJU_SIZE):
            return self._has_stones() and legal == line
        if self._has_words_of_go() or legal < line:
            return False
        return legal >= _ENOUGH or len(rules.moves(self._longest_line(columns, rows))[0]) >= _ENOUGH

    def _has_words_of_go(self) -> bool:
        """Return True if the head has a komi, a handicap or rules of Go."""
        has_komi = self._head("KM").strip(" 0.,+-") != "" or self._head("HA").strip(" 0") != ""
        return has_komi or words.RULES_OF_GO.match(self._head("RU")) is not None

    def _has_stones(self) -> bool:
        return any(name in node.properties for node in self.nodes for name in (*COLOURS, *words.SETUP))

    def _longest_line(self, columns: int, rows: int) -> list[StoneAt]:
        """Return the readable stones of the longest variation; none where ``_main_line`` yields none."""
        if self._is_set_up():
            return []
        return list(stones_of(longest_line(self.nodes), columns, rows))

    def _sizes(self) -> list[tuple[int, int]]:
        """Return the possible board sizes: the one in the SGF file, or usual sizes on which the game fits."""
        said = self._head("SZ")
        if said:
            try:
                return [words.parse_size(said)]
            except ParseError as error:
                raise ParseError(_("{words} is not a valid board size", words=error.problem)) from error
        if self._game_number() == words.CONNECT6_NUMBER or is_connect6(self.book, self._hints()):
            return [(19, 19)]
        large = _USUAL_SIZES[-1]
        texts = [text for text in map(_line, self._points()) if not words.is_pass(text, large, large)]
        points = [words.split_points(text) for text in texts]
        if any(len(each) > 1 for each in points):
            # Games with whole turns in a value are played on the large board.
            return [(large, large)]
        letters = "".join(point for each in points for point in each).lower()
        least = max((LETTERS.index(letter) + 1 for letter in letters if letter in LETTERS), default=1)
        return [(size, size) for size in _USUAL_SIZES if size >= least] or [(large, large)]

    def _points(self) -> Iterator[bytes]:
        names = (*COLOURS, *words.SETUP)
        for node in self.nodes:
            for name in names:
                yield from (value for value in node.properties.get(name, ()) if 0 < len(value) <= _LONGEST_POINTS)

    def _seed(self) -> int:
        said = self._head(words.OUR_SEED)
        return int(said) if said.isascii() and said.isdigit() and len(said) < 20 else 0

    def _read_head(self, study: Study) -> None:
        study.title = self._head("GN")
        set_players_by_colour(study, (self._head("PB"), self._head("PW")))
        for name, fact in words.FACTS.items():
            if said := self._head(name):
                study.facts[fact] = said
        for value in self.nodes[0].properties.get(words.OUR_FACTS, ()):
            fact, _colon, said = one_line(_line(value)).partition(":")
            if fact.strip() and said.strip():
                study.facts[fact.strip()] = said.strip()

    # The first position

    def _start(self, rules: GameRules) -> State | None:
        written = self.nodes[0].properties.get(words.OUR_START)
        if written:
            return rules.ruleset.load(value_text(written[0]), rules.options)
        geometry, info = rules.geometry, rules.ruleset.info
        stones: dict[int, str] = {}
        for node in self._setup_nodes():
            for name, stone in zip(words.SETUP, (*info.colours, EMPTY), strict=True):
                for value in node.properties.get(name, ()):
                    stones.update(dict.fromkeys(self._set_up_cells(geometry, _line(value)), stone))
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
        if self.is_ours or rules.ruleset.info.names_stone or rules.has_passes:
            return False
        first = next((node for node in self.nodes if _has_move(node)), None)
        return first is not None and first.stones[:1] != [] and first.stones[0][0] == COLOURS[1]

    def _setup_nodes(self) -> Iterator[SgfNode]:
        """Yield the SGF nodes that may set up stones: those before the first move and the first branch."""
        children = [0] * len(self.nodes)
        for node in self.nodes[1:]:
            children[node.parent] += 1
        for number, node in enumerate(self.nodes):
            if _has_move(node) or (number and node.parent != number - 1):
                return
            yield node
            if children[number] != 1:
                return

    def _colour_to_move(self, rules: GameRules, stones: Mapping[int, str]) -> str:
        first, second = rules.ruleset.info.colours
        if not stones:
            return second
        said = next((node.properties["PL"][0] for node in self._setup_nodes() if "PL" in node.properties), b"")
        if said[:1].upper() in (b"B", b"W"):
            return first if said[:1].upper() == b"B" else second
        mover = next((node.properties for node in self.nodes if _has_move(node)), None)
        if mover is not None:
            return first if "B" in mover else second
        placed = list(stones.values())
        return second if placed.count(first) > placed.count(second) else first

    # The tree

    def _fill(self, study: Study) -> None:
        reached, depths = list[int | None](), list[int]()
        set_up = {id(node) for node in self._setup_nodes()}
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
            self.tally.misread += 1
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
            point = _line(value)
            if words.is_pass(point, geometry.columns, geometry.rows):
                if not can_pass:
                    return None
                moves.append(Pass())
                continue
            stone = kind or info.colours[COLOURS.index(name)]
            moves += [Place(words.parse_point(geometry, each), stone) for each in words.split_points(point)]
        return moves

    def _our_word(self, study: Study, node: SgfNode) -> str:
        """Return the move that this program wrote to an SGF node in its own notation, or "" if there is none.

        The move is in a property of our own, or in an old file in the comment.
        """
        if words.OUR_MOVE in node.properties:
            return one_line(_line(node.properties[words.OUR_MOVE][0]))
        if not self.is_ours or "C" not in node.properties:
            return ""
        said = one_line(_line(node.properties["C"][0]))
        info = study.ruleset.info
        is_word = any(said == choice.key for choice in info.choices)
        is_stone = info.names_stone and info.stone(said.partition("=")[2]) is not None
        return said if is_word or is_stone else ""

    def _annotate(self, study: Study, here: int, node: SgfNode) -> None:
        """Add an SGF node's comment, marks and other properties to those of a study's node."""
        tree, is_head = study.tree, any(node is each for each in self._head_nodes())
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
                    point, _colon, text = _line(value).partition(":")
                    if text.strip():
                        yield CellMark(words.parse_point(geometry, point), Sign.LABEL, one_line(text))
                else:
                    cells = self._cells_of(geometry, _line(value))
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


def _line(value: bytes) -> str:
    """Return the text of a single-line SGF value, cut off at a maximum length."""
    return line_text(value[:_LONGEST])


def _has_move(node: SgfNode) -> bool:
    return any(name in node.properties for name in (*COLOURS, words.OUR_MOVE))


def _after(study: Study, node: int, moves: Sequence[Move]) -> int:
    for move in moves:
        node = study.tree.add(node, move)
    return node
