"""The head of an SGF game: its texts, the stones it sets up, and the rules that the game is played by.

Files that name no rule are common. The rules are then found by the board on which the moves fit, by words of the head,
and by the number of moves that are legal.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from game.core.geometry import LETTERS
from game.core.language import _
from game.core.model import OptionValue, ParseError
from game.core.plain_text import one_line
from game.core.record.reader import MissingRuleset
from game.core.ruleset import complete_options
from game.library.formats.renju_evidence import renju_sentence, why_renju
from game.library.formats.sgf import words
from game.library.formats.sgf.lines import first_line, longest_line, stones_of
from game.library.formats.sgf.tree import COLOURS, SgfNode, line_text, value_text
from game.library.formats.terms import RENJU, GameRules, RuleBook, StoneAt, is_connect6
from game.library.formats.texts import ImportWarnings

#: Minimum number of legal moves needed to read a game that claims to be another game as five in a row.
_ENOUGH = 5
#: Maximum number of bytes read of a single-line value.
_LONGEST = 10_000
#: Maximum number of bytes read of a rule sheet, more than it may have.
_LONGEST_SHEET = 1 << 19
#: Maximum number of bytes of a value with points from which the size of the board is guessed.
_LONGEST_POINTS = 24
#: The size of renju's board.
_RENJU_SIZE = 15
#: The rule text of a game by a rule sheet: the title, and the id with the hash of the rules.
_SHEET_RULE = re.compile(r"(?P<title>.*) \((?P<id>[a-z][a-z0-9_]{0,39}_[0-9a-f]{8})\)")
#: Board sizes to try if a file names none, the usual one first.
_USUAL_SIZES = (_RENJU_SIZE, 19)


@dataclass
class SgfHead:
    """The head of one SGF game, from which its rules are found."""

    nodes: list[SgfNode]
    """All nodes of the game, parents before their children."""
    book: RuleBook
    warnings: ImportWarnings
    number: int
    """The number of the game in its file, counted from 1."""
    name: str
    """The name of the file."""
    is_ours: bool = False
    """True if this program wrote the game; known once ``rules`` was called."""
    known_legal: int = -1
    """Number of moves of the main line that are known to be legal, once ``rules`` was called; -1 if unknown."""

    def text(self, name: str) -> str:
        """Return the text of a property of the head, on one line; "" if the head has no such property."""
        found = (node.properties[name] for node in self.head_nodes() if name in node.properties)
        return next((one_line(cut_line(values[0])) for values in found), "")

    def rules(self) -> GameRules:
        """Return the rules of the game, and warn where they are a guess.

        Raises ParseError if it is a game that no ruleset can show.
        """
        ours = self._our_rules() if self.text("AP").startswith(words.PROGRAM) else None
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
        is_named = self.book.named(columns, rows, text) is not None
        self._check_number(rules, legal, is_named=is_named)
        if text and not is_named:
            shown = _(
                "Stone Fair does not know the rule “{rule}” of the file. The game is shown as {game}.",
                rule=one_line(text)[:_LONGEST],
                game=self.book.title(rules),
            )
            self.warnings.add_sentence(shown)
        return rules

    @cached_property
    def setup_nodes(self) -> list[SgfNode]:
        """The nodes that may set up stones: those before the first move and the first branch."""
        children = Counter(node.parent for node in self.nodes)
        found: list[SgfNode] = []
        for number, node in enumerate(self.nodes):
            if has_move(node) or (number and node.parent != number - 1):
                break
            found.append(node)
            if children[number] != 1:
                break
        return found

    @cached_property
    def _is_set_up(self) -> bool:
        """True if the game does not begin on an empty board."""
        values = (node.properties.get(name, ()) for node in self.setup_nodes for name in words.SETUP)
        return any(value.strip() for each in values for value in each)

    def head_nodes(self) -> list[SgfNode]:
        """Return the nodes with the header: the first one, and the second if some of it is there."""
        is_second = len(self.nodes) > 1 and self.nodes[1].parent == 0
        has_more = is_second and any(name in self.nodes[1].properties for name in words.ONLY_IN_HEAD)
        return self.nodes[: 1 + has_more]

    def _has_passes(self, columns: int, rows: int) -> bool:
        """Return True if a player passes anywhere in the game, or the second colour begins on an empty board."""
        begins = next((node.stones[0][0] for node in self.nodes if node.stones), COLOURS[0])
        values = (cut_line(value) for node in self.nodes for _name, value in node.stones)
        is_late = begins == COLOURS[1] and not self._is_set_up
        return is_late or any(words.is_pass(value, columns, rows) for value in values)

    def _fitting(self, columns: int, rows: int, text: str) -> tuple[GameRules, int]:
        """Return the rules that fit the game best on a board of this size, and the number of legal stones.

        Where the file names no rule, other words of its head may tell Connect6, if all stones are legal then.
        """
        stones = self._main_line(columns, rows)
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
        return " ".join(map(self.text, words.HINTS))

    def _guessed(self, rules: GameRules, legal: int) -> tuple[GameRules, int]:
        """Return the rules of renju, with the number of legal stones, if a game that names no rule is probably renju.

        This is said in a warning. Otherwise return the given rules.
        """
        columns, rows = rules.geometry.columns, rules.geometry.rows
        if (columns, rows) != (_RENJU_SIZE, _RENJU_SIZE) or rules.is_connect6:
            return rules, legal
        renju, stones = self.book.numbered(columns, rows, RENJU), self._main_line(columns, rows)
        if renju.gomocup_number != RENJU or len(renju.moves(stones)[0]) < len(stones):
            return rules, legal
        reason = why_renju(self.nodes, renju, self._hints(), self.name)
        if not reason:
            return rules, legal
        self.warnings.add_sentence(renju_sentence(reason))
        return renju, len(stones)

    def _main_line(self, columns: int, rows: int) -> list[StoneAt]:
        """Return the stones and passes of the main line up to the first unreadable one; none after a setup."""
        return [] if self._is_set_up else list(stones_of(first_line(self.nodes), columns, rows))

    def _our_rules(self) -> GameRules | None:
        """Return the rules that an SGF file of this program names, or None if no ruleset has that title.

        Raises MissingRuleset for the game of a rule sheet that is unknown, with the sheet if the file carries it.
        """
        said = self.text("RU")
        title, _bracket, written = said.removesuffix(")").partition(" (") if said.endswith(")") else (said, "", "")
        sheet = _SHEET_RULE.fullmatch(said)
        if sheet is not None:
            if sheet["id"] not in self.book.rulesets:
                carried = self.nodes[0].properties.get(words.OUR_SHEET, [b""])[0][:_LONGEST_SHEET]
                raise MissingRuleset(sheet["id"], sheet["title"], value_text(carried))
            return GameRules(self.book.rulesets[sheet["id"]], {})
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
        said = self.text("RU")
        if self._game_number() == words.CONNECT6_NUMBER:
            known = self.book.on_board(19, 19)
            return next((rules.ruleset.info.title for rules in known if rules.is_connect6), said)
        return said

    def _game_number(self) -> int | None:
        said = self.text("GM")
        return int(said) if said.isascii() and said.isdigit() and len(said) < 6 else None

    def _check_number(self, rules: GameRules, legal: int, *, is_named: bool) -> None:
        """Warn if a file is read as five in a row although its SGF game number means another game.

        Raises ParseError if too few of its moves are legal for that.
        """
        number = self._game_number()
        if number is None and self._has_words_of_go() and not is_named:
            number = words.GO_NUMBER
        if number is None and not (self._rule_text() or rules.is_connect6) and rules.geometry.rows != _RENJU_SIZE:
            text = _("The file names no game, so it is shown as {game}.", game=self.book.title(rules))
            self.warnings.add_sentence(text)
        if number in (None, words.GOMOKU_NUMBER, words.CONNECT6_NUMBER):
            return
        title = "Go" if number == words.GO_NUMBER else f"GM[{number}]"
        if name := words.OTHER_GAMES.get(number):
            title = f"{name} ({title})"
        if not is_named and not self._may_be_five_in_a_row(rules, legal):
            raise ParseError(_("this is a game of {other}, which Stone Fair does not support", other=title))
        self.warnings.add_sentence(
            _(
                "Game {number} is marked as {other}, but its moves fit five in a row, so it is shown as {game}.",
                number=self.number,
                other=title,
                game=self.book.title(rules),
            )
        )

    def _may_be_five_in_a_row(self, rules: GameRules, legal: int) -> bool:
        """Return True if a game may be five in a row although its file names another game.

        ``legal`` is the number of legal moves in its main line. On a 15x15 board, which Go hardly uses but for which
        many renju programs write the number of Go, and ORC Game Center another number and a komi, all moves of the main
        line must be legal. Otherwise a fixed number of legal moves is enough.
        """
        columns, rows = rules.geometry.columns, rules.geometry.rows
        line = len(self._main_line(columns, rows))
        is_renjus_board = (columns, rows) == (_RENJU_SIZE, _RENJU_SIZE)
        if is_renjus_board and self._game_number() in (words.GO_NUMBER, words.ORC_NUMBER):
            return self._has_stones() and legal == line
        if self._has_words_of_go() or legal < line:
            return False
        longest = [] if self._is_set_up else list(stones_of(longest_line(self.nodes), columns, rows))
        return legal >= _ENOUGH or len(rules.moves(longest)[0]) >= _ENOUGH

    def _has_words_of_go(self) -> bool:
        """Return True if the head has a komi, a handicap or rules of Go."""
        has_komi = self.text("KM").strip(" 0.,+-") != "" or self.text("HA").strip(" 0") != ""
        return has_komi or words.RULES_OF_GO.match(self.text("RU")) is not None

    def _has_stones(self) -> bool:
        return any(name in node.properties for node in self.nodes for name in (*COLOURS, *words.SETUP))

    def _sizes(self) -> list[tuple[int, int]]:
        """Return the possible board sizes: the one in the SGF file, or usual sizes on which the game fits."""
        said = self.text("SZ")
        if said:
            try:
                return [words.parse_size(said)]
            except ParseError as error:
                raise ParseError(_("{words} is not a valid board size", words=error.problem)) from error
        if self._game_number() == words.CONNECT6_NUMBER or is_connect6(self.book, self._hints()):
            return [(19, 19)]
        large = _USUAL_SIZES[-1]
        texts = [text for text in map(cut_line, self._points()) if not words.is_pass(text, large, large)]
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


def cut_line(value: bytes) -> str:
    """Return the text of a single-line SGF value, cut off at a maximum length."""
    return line_text(value[:_LONGEST])


def has_move(node: SgfNode) -> bool:
    """Return True if an SGF node has a move or a pass."""
    return any(name in node.properties for name in (*COLOURS, words.OUR_MOVE))
