"""Notations for games and positions in texts, which are pasted or stand in files.

To add one, write its reader in a module of its own and add a row to ``TEXT_DIALECTS``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from game.core.language import gettext_noop, plural
from game.core.model import ParseError
from game.core.ruleset import Ruleset
from game.library.formats.clipboard.arena_log import is_arena_log, read_arena_log
from game.library.formats.clipboard.boards import options_with_rows
from game.library.formats.clipboard.championship_text import is_championship_text, read_championship_text
from game.library.formats.clipboard.connect6_log import is_connect6_log, read_connect6_log
from game.library.formats.clipboard.hexadecimal_stones import is_hexadecimal, read_hexadecimal
from game.library.formats.clipboard.move_table import is_move_table, read_move_table
from game.library.formats.clipboard.move_text import is_gtp, read_gtp, read_moves, rules_without_opening
from game.library.formats.clipboard.position_text import PastedPosition, is_position, read_position
from game.library.formats.clipboard.protocol_text import is_protocol, read_protocol
from game.library.formats.clipboard.tagged_moves import has_tags, read_tagged
from game.library.formats.clipboard.web_codes import is_web_code, read_web_code
from game.library.formats.diagrams import (
    crosses_sentence,
    diagrams_in,
    moves_of_text_board,
    rows_of_diagram,
    unknown_row,
    unknown_row_error,
)
from game.library.formats.lists.move_lists import is_list, read_list_on
from game.library.formats.lists.openings import BOARD_SIZES
from game.library.formats.lists.positions import likely_colour
from game.library.formats.opened_file import OpenedFile
from game.library.formats.refusals import is_chess, unknown_format
from game.library.formats.terms import GameRules, PasteTarget, RuleBook
from game.library.formats.texts import decoded, encoding_of
from game.library.study.study import Study

#: Title of the format of a position as text; translated with ``_``.
POSITION = gettext_noop("Position")
#: The games or the position of a pasted text.
Pasted = OpenedFile | PastedPosition
#: Board of a text that is not pasted for a board, and first board that is tried for its moves.
_USUAL_SIZE = 15
#: Maximum number of words of a file with a web address: a page with links is no game.
_MOST_WORDS = 3


@dataclass(frozen=True, slots=True)
class TextDialect:
    """A notation for games or positions: a test whether a text is written in it, and a reader of such texts."""

    is_it: Callable[[str, PasteTarget], bool]
    read: Callable[[str, PasteTarget], Pasted]
    """Reads a text for which ``is_it`` is True; raises ParseError, with the line and a quotation where possible."""


def plain_lines(text: str) -> str:
    """Return a text without byte-order mark and null characters, whose lines end in a line feed."""
    return text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")


def read_text_file(content: bytes, rulesets: Mapping[str, Ruleset]) -> OpenedFile:
    """Read a text file in one of ``TEXT_DIALECTS``, on the usual board if that has room.

    Raises ParseError if it is in none of them.
    """
    encoding = encoding_of(content)
    text = plain_lines(decoded(content, encoding))
    target = PasteTarget(RuleBook(rulesets).on_board(_USUAL_SIZE, _USUAL_SIZE)[0], rulesets)
    dialect = next(each for each in TEXT_DIALECTS if each.is_it(text, target))
    is_page = dialect.read is read_web_code and (text.lstrip()[:1] == "<" or len(text.split()) > _MOST_WORDS)
    try:
        if is_page:
            raise unknown_format(text)
        found = dialect.read(text, target)
    except ParseError as error:
        is_unknown = dialect.read is read_moves or (dialect.read is read_tagged and is_chess(text))
        raise (unknown_format(text) if is_unknown else error) from error
    if isinstance(found, PastedPosition):
        if found.state is None and not found.stones:
            # An empty diagram explains a board and is no position.
            raise unknown_format(text)
        found = OpenedFile(POSITION, (_study_of_position(found),), None, found.problems)
    return replace(found, encoding=encoding)


def _study_of_position(found: PastedPosition) -> Study:
    """Return a study that begins with a position; if it does not say who is to move, the numbers of stones do."""
    rules, state = found.rules, found.state
    if state is None:
        colour = likely_colour(rules, tuple(found.stones.values()))
        state = rules.ruleset.arrange(rules.options, found.stones, colour)
    return Study(rules.ruleset, rules.options, start=state)


def _of_text(is_it: Callable[[str], bool]) -> Callable[[str, PasteTarget], bool]:
    """Return a test for which the board does not matter."""
    return lambda text, _target: is_it(text)


def _read_list(text: str, target: PasteTarget) -> OpenedFile:
    """Read a list of games on the board, or on the first usual one of its game that has room for all."""
    own = next(iter(rules_without_opening(target.rules)), target.rules)
    larger = (
        GameRules(own.ruleset, options)
        for size in BOARD_SIZES
        for options in options_with_rows(own.ruleset, own.options, size)
    )
    return read_list_on(text, (own, *larger))


def _is_position(text: str) -> bool:
    return is_position(text) or rows_of_diagram(text) is not None


def _read_position(text: str, target: PasteTarget) -> Pasted:
    """Read a position as this program writes it or as a diagram of another one, or the moves below the diagram."""
    moves = moves_of_text_board(text)
    if moves is not None:
        return read_moves(moves, target)
    diagram = rows_of_diagram(text)
    if is_position(text):
        with suppress(ParseError):
            return read_position(text, target)
    if row := unknown_row(text):
        raise unknown_row_error(row)
    found = read_position(diagram or text, target)
    if not found.stones:
        return found
    count = diagrams_in(text)
    more = plural("Left out: {count} more board.", "Left out: {count} more boards.", count - 1) if count > 1 else ""
    return replace(found, problems=(*found.problems, *filter(None, (crosses_sentence(text), more))))


#: The dialects in the order in which they are tried. The last one reads any text, or quotes what it does not know.
TEXT_DIALECTS = (
    TextDialect(_of_text(has_tags), read_tagged),
    TextDialect(_of_text(is_championship_text), read_championship_text),
    TextDialect(_of_text(is_connect6_log), read_connect6_log),
    TextDialect(_of_text(is_hexadecimal), read_hexadecimal),
    TextDialect(_of_text(is_move_table), read_move_table),
    TextDialect(_of_text(is_arena_log), read_arena_log),
    TextDialect(_of_text(is_web_code), read_web_code),
    TextDialect(_of_text(is_protocol), read_protocol),
    TextDialect(_of_text(is_list), _read_list),
    TextDialect(_of_text(is_gtp), read_gtp),
    TextDialect(_of_text(_is_position), _read_position),
    TextDialect(_of_text(lambda _text: True), read_moves),
)
