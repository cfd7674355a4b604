"""The single entry point for reading pasted text: game files, positions, and lines of moves in several notations.

To add a dialect, write its reader in a module of its own and add a row to ``TEXT_DIALECTS`` in ``dialects.py``.
"""

from __future__ import annotations

import re
from html import unescape

from game.core.geometry import LETTERS
from game.core.language import _, plural
from game.core.model import ParseError, Place, Reason
from game.core.ruleset import PluginError
from game.library.formats import psq
from game.library.formats.clipboard.boards import rules_with_room
from game.library.formats.clipboard.dialects import TEXT_DIALECTS, Pasted, TextDialect, plain_lines
from game.library.formats.clipboard.hexadecimal_stones import is_hexadecimal
from game.library.formats.clipboard.move_text import read_moves, rules_without_opening
from game.library.formats.clipboard.position_text import PastedPosition
from game.library.formats.opened_file import OpenedFile
from game.library.formats.reading import is_game_file, open_bytes
from game.library.formats.sgf import reader as sgf_reader
from game.library.formats.terms import GameRules, PasteTarget, RuleBook
from game.library.study.study import Study
from game.library.study.tree import ROOT

#: Maximum number of characters of a pasted text.
MOST_PASTED = 1_000_000
#: The beginning of an SGF game of which the first characters are missing, and the properties of its head.
_SGF_FRAGMENT = re.compile(r"\s*+(?:\((?!\s*+;)|;)?\s*+(?=(?:B|W|[A-Z]{2})\s*+\[)")
_SGF_HEAD, _SGF_POINTS = re.compile(r"(?:GM|SZ|RU|AP)\s*+\["), re.compile(r"\[([a-z]{2})\]")
#: The rule that an SGF file names. It may be anywhere, as files with many games have one each.
_SGF_RULE = re.compile(r"RU\s*+\[|GM\s*+\[\s*+(?!4\s*+\]|1\s*+\])|AP\s*+\[\s*+Stone Fair")
#: The moves of a game in a database of RenjuNet or Renjuoffline.
_XML_MOVES, _XML_END = re.compile(r"<(?:move|board)>([^<]*)"), re.compile(r"</(?:game|board)>")


def read_pasted(text: str, target: PasteTarget) -> Pasted:
    """Read a pasted text; lines of moves and positions are read under the rules of ``target``.

    Raises ParseError, which says what was not understood and where.
    """
    plain = plain_lines(text)
    if not plain.strip():
        raise ParseError(_("the clipboard contains no text"))
    if len(plain) > MOST_PASTED:
        raise ParseError(_("the text is too long: {count} characters", count=f"{len(plain):,}"))
    try:
        return next(each.read(plain, target) for each in DIALECTS if each.is_it(plain, target))
    except PluginError as error:
        raise ParseError(str(error)) from error


def reading_text(found: Pasted) -> str:
    """Return a sentence that says what was read."""
    if isinstance(found, PastedPosition):
        return plural(
            "Read: a position with {count} stone ({game}, {columns}x{rows}).",
            "Read: a position with {count} stones ({game}, {columns}x{rows}).",
            len(found.stones), **_board_words(found.rules),
        )  # fmt: skip
    if len(found.studies) > 1:
        return plural("Read: {count} game ({format}).", "Read: {count} games ({format}).",
                      len(found.studies), format=_(found.format))  # fmt: skip
    study = found.studies[0]
    moves = sum(1 for node in study.tree.continuation(ROOT) if isinstance(study.tree.move(node), Place))
    return plural(
        "Read: {count} stone ({format}; {game}, {columns}x{rows}).",
        "Read: {count} stones ({format}; {game}, {columns}x{rows}).",
        moves, format=_(found.format), **_board_words(GameRules(study.ruleset, study.options)),
    )  # fmt: skip


def _board_words(rules: GameRules) -> dict[str, object]:
    """Return the name of the game and the size of its board."""
    board = rules.geometry
    return {"game": _(rules.ruleset.info.title), "columns": board.columns, "rows": board.rows}


def _is_file(text: str, target: PasteTarget) -> bool:
    return is_game_file(text, target.rulesets)


def _read_file(text: str, target: PasteTarget) -> OpenedFile:
    opened = open_bytes(text.encode("utf-8", "replace"), "", target.rulesets)
    if not opened.studies:
        raise ParseError(_("the text contains no game"))
    if opened.format in (sgf_reader.TITLE, psq.TITLE) and not _SGF_RULE.search(text):
        book = RuleBook(target.rulesets)
        for study in opened.studies:
            _use_rules_of_board(study, target.rules, book)
    return opened


def _use_rules_of_board(study: Study, rules: GameRules, book: RuleBook) -> None:
    """Read a game under the rules of the board if its file names none and its main line is legal then."""
    geometry = study.first_state.geometry
    guessed = book.on_board(geometry.columns, geometry.rows)[0]
    names_rule = study.tree.properties.get(ROOT, {}).get(psq.MORE) or study.options != guessed.options
    if study.ruleset is not rules.ruleset or rules.geometry is not geometry or names_rule:
        return
    before, last = study.options, [ROOT, *study.tree.continuation(ROOT)][-1]
    for other in rules_without_opening(rules):
        study.read_under(other.options)
        if isinstance(study.state(last), Reason):
            study.read_under(before)


def _is_sgf_fragment(text: str, _target: PasteTarget) -> bool:
    return _SGF_FRAGMENT.match(text) is not None and not is_hexadecimal(text)


def _read_sgf_fragment(text: str, target: PasteTarget) -> OpenedFile:
    """Read SGF without its beginning; if the size and the rule are missing, too, they are those of the board."""
    found = _SGF_FRAGMENT.match(text)
    rest = text[found.end() if found is not None else 0 :]
    if _SGF_HEAD.search(rest.partition(";")[0]):
        return _read_file(f"(;{rest})", target)
    least = max((1 + LETTERS.index(letter) for point in _SGF_POINTS.findall(rest) for letter in point), default=0)
    rules = rules_with_room(target.rules, least, least)
    info, board = rules.ruleset.info, rules.geometry
    chosen = (str(value) for value in rules.options.values() if isinstance(value, str))
    head = f"GM[4]SZ[{board.columns}:{board.rows}]RU[{' '.join((info.title, *chosen))}]"
    return _read_file(f"(;{head};{rest})", target)


def _is_xml_fragment(text: str, _target: PasteTarget) -> bool:
    return _XML_MOVES.search(text) is not None and not (text.lstrip().startswith("<") and _XML_END.search(text))


def _read_xml_fragment(text: str, target: PasteTarget) -> OpenedFile:
    found = _XML_MOVES.search(text)
    return read_moves(unescape(found[1]) if found is not None else "", target)


#: The dialects in the order in which they are tried. The last one reads any text, or quotes what it does not know.
DIALECTS = (
    TextDialect(_is_sgf_fragment, _read_sgf_fragment),
    TextDialect(_is_xml_fragment, _read_xml_fragment),
    TextDialect(_is_file, _read_file),
    *TEXT_DIALECTS,
)
