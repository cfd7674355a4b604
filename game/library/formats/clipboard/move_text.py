"""Lines of moves as people write them: ``h8 i9 g7``, ``h8i9g7``, ``1. h8 i9 2. g7``, in upper or lower case.

In games whose moves name the stone, a move is such as ``e7=w``. A choice of an opening is its key, such as ``swap``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from game.core.language import _, gettext_noop, strip_period
from game.core.match import Match
from game.core.model import ParseError, Reason
from game.core.ruleset import RulesetInfo, format_move, parse_move
from game.library.formats.opened_file import OpenedFile
from game.library.formats.plain_games import SET_UP
from game.library.formats.terms import GameRules, PasteTarget, RuleBook
from game.library.study.study import Study, study_of_match

TITLE = gettext_noop("Moves as text")
#: Longest quotation of a word that was not understood.
_QUOTED = 24
_GAP = r"[\s,;|/_\-–—>\"'`()\[\]{}]+|[0-9]{1,3}[.):]+|[0-9]{1,3}(?=\s+[A-Za-z])"
_POINT = r"[A-Za-z][0-9]{1,2}(?:=[A-Za-z])?(?![0-9])"


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    line: int
    """The number of its line, from 1."""


def read_moves(text: str, target: PasteTarget) -> OpenedFile:
    """Read a line of moves under the rules of ``target``. Raises ParseError, which quotes what is not a move.

    If the rules begin with choices that the text does not contain, the rules without these choices are used.
    """
    words = list(_words(text, target.rules.ruleset.info))
    if not words:
        raise ParseError(_("the text contains no moves"))
    problem: ParseError | None = None
    for rules in (target.rules, *_rules_without_opening(target.rules)):
        try:
            return OpenedFile(TITLE, (_study(words, rules, target.seed),))
        except ParseError as error:
            problem = problem or error
    assert problem is not None
    raise problem


def _words(text: str, info: RulesetInfo) -> Iterator[_Word]:
    """Yield the moves of a text. Raises ParseError at the first word that is neither a move nor a number."""
    keys = "|".join(re.escape(choice.key) for choice in sorted(info.choices, key=lambda each: -len(each.key)))
    choice = f"(?:{keys})(?![A-Za-z0-9])" if keys else "(?!)"
    part = re.compile(
        f"(?P<gap>{_GAP})|(?P<move>{choice}|{_POINT})|(?P<rest>[^\\s,;|\"'`()\\[\\]{{}}]+)", re.IGNORECASE
    )
    for number, line in enumerate(text.split("\n"), start=1):
        for found in part.finditer(line):
            if found["rest"] is not None:
                quoted = found["rest"][:_QUOTED] + ("…" if len(found["rest"]) > _QUOTED else "")
                raise ParseError(_("“{word}” is not a move", word=quoted), line=number)
            if found["move"] is not None:
                yield _Word(found["move"], number)


def _study(words: list[_Word], rules: GameRules, seed: int) -> Study:
    """Return a study of these moves. Raises ParseError at the first one that is illegal."""
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


def _rules_without_opening(rules: GameRules) -> list[GameRules]:
    """Return the most similar rules of a ruleset that begin without choices; none if these rules do so already."""
    if not rules.ruleset.setup(rules.options, 0).state.is_opening:
        return []
    board, own = rules.geometry, {rules.ruleset.info.id: rules.ruleset}
    try:
        found = RuleBook(own).on_board(board.columns, board.rows)
    except ParseError:
        return []
    return [max(found, key=lambda each: sum(each.options[key] == value for key, value in rules.options.items()))]


def write_moves(study: Study) -> str | Reason:
    """Return a study's main line as text such as ``h8 i9 g7``, or a Reason if that is impossible."""
    if study.start is not None:
        return Reason("set up", _(SET_UP, format=_(TITLE)))
    info, geometry = study.ruleset.info, study.first_state.geometry
    moves = [study.tree.move(node) for node in study.tree.continuation(0)]
    if not moves:
        return Reason("no stone", _("There are no stones to export yet."))
    return " ".join(format_move(info, geometry, move) for move in moves)
