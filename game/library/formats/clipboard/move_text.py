"""Lines of moves as people and programs write them: ``h8 i9 g7``, ``h8i9g7``, ``1. h8 i9 2. g7``, ``H8-I9``.

Rows count from the bottom, as in Yixin-Board (commands ``getpos`` and ``putpos``), Rapfi's window (gomoku-calculator),
RenLib and most other programs. In games whose moves name the stone, a move is such as ``e7=w``. A choice of an opening
is its key, such as ``swap``; a pass is ``pass``. Turns of two stones (``j10 k11k12 i9i10``) are a game of Connect6.

A transcript of GTP, the protocol of Go programs, has lines such as ``play black H8``; its columns skip the letter i.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby, islice

from game.core.language import _, gettext_noop, plural, strip_period
from game.core.match import Match
from game.core.model import ParseError, Reason
from game.core.ruleset import PASS_WORD, RulesetInfo, format_move, parse_move
from game.library.formats.clipboard.boards import rules_with_room, size_needed, skips_letter, with_letter
from game.library.formats.opened_file import OpenedFile, joined
from game.library.formats.plain_games import SET_UP
from game.library.formats.pos import connect6_rules, has_pairs
from game.library.formats.terms import GameRules, PasteTarget, RuleBook
from game.library.formats.texts import ImportWarnings
from game.library.study.study import Study, study_of_match

TITLE = gettext_noop("Moves as text")
#: Longest quotation of a word that was not understood.
_QUOTED = 24
#: Most moves that are read, and most lines that are read as a game each.
_MOST_MOVES, _MOST_GAMES = 20_000, 1_000
#: Full-width characters, as Chinese and Japanese keyboards type them, and the plain ones that they mean.
_PLAIN = {0x3000: " ", **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}}
#: The time of a move, and what may stand between moves: separators, times and move numbers.
_TIME = r"\([0-9]{1,6}(?:\.[0-9]{1,3})?\s?m?s\)"
_GAP = rf"(?:{_TIME}|[\s,;|/_+*:!?.、。\-–—>\"'`()\[\]{{}}])+|[0-9]{{1,3}}[.):、]+|[0-9]{{1,3}}(?=\s*[A-Za-z])"
#: Commands of Yixin-Board, and other words that stand before moves.
_LABEL = r"(?:putpos|getpos|bestline|position|moves|pos|pv)(?![A-Za-z0-9])"
#: What lines begin with that are comments.
_COMMENTS = ("# ", "//")
_POINT = r"[A-Za-z][0-9]{1,2}(?:=[A-Za-z])?(?![0-9])"
_REST = r"[^\s,;|\"'`()\[\]{}]+"
#: A move in a line of GTP: a command with a number or without, or an answer to ``genmove``.
_GTP_COMMAND = re.compile(
    r"\s*(?:[0-9]{1,9}[ \t]+)?play[ \t]+(b|w|black|white)[ \t]+([A-HJ-Z][0-9]{1,2})\s*", re.IGNORECASE
)
_GTP_ANSWER = re.compile(r"\s*=[0-9]{0,9}[ \t]*([A-HJ-Z][0-9]{1,2})\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MoveWord:
    """A move in a text: the word itself, and the number of its line, from 1 (0 if unknown)."""

    text: str
    line: int = 0


def read_moves(text: str, target: PasteTarget) -> OpenedFile:
    """Read a text of moves under the rules of ``target``. Raises ParseError, which quotes what is not a move."""
    plain = text.translate(_PLAIN)
    words = list(islice(_words(plain, target.rules.ruleset.info), _MOST_MOVES + 1))
    if len(words) > _MOST_MOVES:
        raise ParseError(_("the text has more than {most} moves", most=f"{_MOST_MOVES:,}"))
    comments = sum(line.startswith(_COMMENTS) for line in plain.split("\n"))
    opened = _of_words(words, plain, target)
    if not comments:
        return opened
    left_out = plural("Left out: {count} line without moves.", "Left out: {count} lines without moves.", comments)
    return replace(opened, problems=(*opened.problems, left_out))


def _of_words(words: Sequence[MoveWord], plain: str, target: PasteTarget) -> OpenedFile:
    if not target.rules.is_connect6 and has_pairs(plain, least_turns=3):
        rules = connect6_rules(RuleBook(target.rulesets))
        with suppress(ParseError):
            if rules is not None:
                return open_moves(words, replace(target, rules=rules))
    try:
        return open_moves(words, target)
    except ParseError:
        with suppress(ParseError):
            return _line_by_line(words, target)
        raise


def _line_by_line(words: Sequence[MoveWord], target: PasteTarget) -> OpenedFile:
    """Return a game for each line. Raises ParseError if there is only one, or a line is not a game."""
    lines = [list(line) for _number, line in groupby(words, key=lambda word: word.line)]
    if not 2 <= len(lines) <= _MOST_GAMES:
        raise ParseError(_("the text contains no moves"))
    return joined(TITLE, [open_moves(line, target) for line in lines])


def is_gtp(text: str) -> bool:
    """Return True if a text contains commands of GTP that play moves."""
    return any(map(_GTP_COMMAND.fullmatch, text.split("\n")))


def read_gtp(text: str, target: PasteTarget) -> OpenedFile:
    """Read the moves of a transcript of GTP. Raises ParseError if its colours do not alternate."""
    words: list[MoveWord] = []
    for number, line in enumerate(text.split("\n"), start=1):
        command = _GTP_COMMAND.fullmatch(line)
        if command is not None and command[1][0].lower() != "bw"[len(words) % 2]:
            raise ParseError(_("the colours of the moves do not alternate: {line}", line=line.strip()), line=number)
        found = command[2] if command is not None else (answer := _GTP_ANSWER.fullmatch(line)) and answer[1]
        if found:
            words.append(MoveWord(with_letter(found), number))
    return replace(open_moves(words, target), format="GTP")


def open_moves(words: Sequence[MoveWord], target: PasteTarget) -> OpenedFile:
    """Return the game with these moves, in the program's notation, under the rules of ``target``.

    A larger board is used if the cells need one, and columns without the letter i if they need that. If the rules begin
    with choices that the text does not contain, the rules without these choices are used; and if they know no such
    choice, the choices of the text are left out. Raises ParseError if a move is not allowed.
    """
    if not words:
        raise ParseError(_("the text contains no moves"))
    keys = {choice.key for choice in target.rules.ruleset.info.choices}
    cells = [word.text for word in words if word.text.lower() not in keys]
    warnings = ImportWarnings()
    if skips_letter(cells, target.rules):
        words = [word if word.text.lower() in keys else replace(word, text=with_letter(word.text)) for word in words]
        warnings.add_sentence(_("The columns were read without the letter I, as on Go boards."))
        rules = target.rules
    else:
        rules = rules_with_room(target.rules, *size_needed(cells))
    try:
        return OpenedFile(TITLE, (_study(words, rules, target.seed),), None, warnings.sentences)
    except ParseError as error:
        problem = error
    stones = [word for word in words if word.text.lower() not in keys]
    if len(stones) < len(words):
        warnings.add_sentence(_("Left out: the choices made in the opening, such as swaps."))
    for other in rules_without_opening(rules):
        with suppress(ParseError):
            return OpenedFile(TITLE, (_study(stones, other, target.seed),), None, warnings.sentences)
    raise problem


def _words(text: str, info: RulesetInfo) -> Iterator[MoveWord]:
    """Yield the moves of a text. Raises ParseError at the first word that is neither a move nor a number."""
    keys = sorted((PASS_WORD, *(choice.key for choice in info.choices)), key=lambda each: -len(each))
    choice = f"(?:{'|'.join(map(re.escape, keys))})(?![A-Za-z0-9])"
    part = re.compile(f"(?P<gap>{_GAP}|{_LABEL})|(?P<move>{choice}|{_POINT})|(?P<rest>{_REST})", re.IGNORECASE)
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith(_COMMENTS):
            continue
        for found in part.finditer(line):
            if found["rest"] is not None:
                quoted = found["rest"][:_QUOTED] + ("…" if len(found["rest"]) > _QUOTED else "")
                raise ParseError(_("“{word}” is not a move", word=quoted), line=number)
            if found["move"] is not None:
                yield MoveWord(found["move"], number)


def _study(words: Sequence[MoveWord], rules: GameRules, seed: int) -> Study:
    """Return a study of these moves. Raises ParseError at the first one that is illegal."""
    if any(word.text.lower() == PASS_WORD for word in words):
        rules = rules.with_passes()
    match = Match(rules.ruleset, rules.options, seed)
    for number, word in enumerate(words, start=1):
        try:
            refused = match.play(parse_move(rules.ruleset.info, match.state, word.text))
        except ParseError as error:
            raise error.located(line=word.line) from error
        if isinstance(refused, Reason):
            message = strip_period(refused.message)
            text = _("move {number}, {word}, is not allowed: {message}", number=number, word=word.text, message=message)
            raise ParseError(text, line=word.line)
    return study_of_match(match)


def rules_without_opening(rules: GameRules) -> list[GameRules]:
    """Return the most similar rules of a ruleset that begin without choices; the rules themselves if they do so."""
    if not rules.ruleset.setup(rules.options, 0).state.is_opening:
        return [rules]
    board, own = rules.geometry, {rules.ruleset.info.id: rules.ruleset}
    try:
        found = RuleBook(own).on_board(board.columns, board.rows)
    except ParseError:
        return []
    return [max(found, key=lambda each: sum(each.options.get(key) == value for key, value in rules.options.items()))]


def write_moves(study: Study) -> str | Reason:
    """Return a study's main line as text such as ``h8 i9 g7``, or a Reason if that is impossible."""
    if study.start is not None:
        return Reason("set up", _(SET_UP, format=_(TITLE)))
    info, geometry = study.ruleset.info, study.first_state.geometry
    moves = [study.tree.move(node) for node in study.tree.continuation(0)]
    if not moves:
        return Reason("no stone", _("There are no stones to export yet."))
    return " ".join(format_move(info, geometry, move) for move in moves)
