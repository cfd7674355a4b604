"""Evidence that an SGF game without a rule is a game of renju: words, passes, and moves that Black hardly ever plays.

Most books of renju were made by programs that write no rule. Renju is played on a board of 15 rows, and forbids some of
Black's moves. A long book with hardly any of them is none of another rule, where those moves win games.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from game.core.language import _
from game.core.model import EMPTY, ParseError, Place, State
from game.library.formats.sgf.tree import COLOURS, SgfNode, line_text, value_text
from game.library.formats.sgf.words import parse_point
from game.library.formats.terms import GameRules

#: Words for renju, its opening rules, its forbidden moves and its library program.
_WORDS = re.compile(
    r"(?<![a-z])(?:renju|renlib|lib2sgf|zjrenju|soosyrv|soosorv|taraguchi|yamaguchi|rif(?![a-z]))"
    r"|рэндзю|렌주|连珠|連珠|詰連|禁手|打点|索索夫|塔拉山口|山口",
    re.IGNORECASE,
)
#: The ending of a library in a file's name, as converters keep it: ``book.lib.sgf``.
_LIBRARY = re.compile(r"\.lib(?![a-z])", re.IGNORECASE)
#: Maximum number of bytes of comments in which words are looked for.
_MOST_COMMENTS = 200_000
#: Number of Black's moves that is enough if few of them are forbidden, and the most that are tried.
_ENOUGH, _MOST_TRIED = 300, 2_000
#: Maximum share of forbidden moves: books end a variation with one to show that Black loses there.
_FEW = 0.01
#: Maximum number of bytes read of a point.
_LONGEST_POINT = 10


def why_renju(nodes: Sequence[SgfNode], rules: GameRules, head: str, name: str) -> str:
    """Return why a game on renju's board is probably renju, as the end of a sentence; "" if nothing says so.

    ``rules`` are those of renju; ``head`` has the texts of the game's head, ``name`` is the name of its file.
    """
    if word := _WORDS.search(head):
        return _("its head has the word “{word}”", word=word[0])
    if reason := renju_in_name(name):
        return reason
    if word := _WORDS.search("\n".join(_comments(nodes))):
        return _("a comment has the word “{word}”", word=word[0])
    if any(not value.strip() for node in nodes for _colour, value in node.stones):
        return _("a player passes in it")
    tried, forbidden = _tried(nodes, rules)
    if tried >= _ENOUGH and forbidden <= _FEW * tried:
        return _(
            "of {count} moves of Black that were looked at, renju forbids {forbidden}", count=tried, forbidden=forbidden
        )
    return ""


def renju_in_name(name: str) -> str:
    """Return the words for renju in the name of a file, as the end of a sentence; "" if there are none."""
    word = _WORDS.search(name) or _LIBRARY.search(name)
    return "" if word is None else _("the name of the file has the word “{word}”", word=word[0])


def renju_sentence(reason: str) -> str:
    """Return the warning that a file is shown as renju for a reason that ``why_renju`` or ``renju_in_name`` gave."""
    return _("The file names no rule and is shown as renju: {reason}.", reason=reason)


def _comments(nodes: Sequence[SgfNode]) -> Iterator[str]:
    left = _MOST_COMMENTS
    for node in nodes:
        for value in node.properties.get("C", ()):
            yield value_text(value[:left])
            left -= len(value)
            if left <= 0:
                return


def _tried(nodes: Sequence[SgfNode], rules: GameRules) -> tuple[int, int]:
    """Return the number of Black's moves that were tried, and how many of them renju forbids.

    Variations end where they cannot be followed. Only the first moves of a large game are tried.
    """
    ruleset, tried, forbidden = rules.ruleset, 0, 0
    begin = ruleset.setup(rules.options, 0).state
    states: list[State | None] = []
    for node in nodes:
        state = begin if node.parent < 0 else states[node.parent]
        for name, value in node.stones:
            move = None if state is None else _move(state, rules, name, value)
            if state is None or move is None:
                state = None
                break
            is_forbidden = ruleset.check(state, move) is not None
            tried, forbidden = tried + (name == COLOURS[0]), forbidden + is_forbidden
            state = None if is_forbidden else ruleset.apply(state, move).state
        if tried >= _MOST_TRIED:
            break
        states.append(state)
    return tried, forbidden


def _move(state: State, rules: GameRules, name: str, value: bytes) -> Place | None:
    """Return the move of an SGF property; None for no point, an occupied cell, a wrong colour or after the end."""
    colour = rules.ruleset.info.colours[COLOURS.index(name)]
    try:
        cell = parse_point(state.geometry, line_text(value[:_LONGEST_POINT]))
    except ParseError:
        return None
    is_possible = colour == state.colour and state.board[cell] == EMPTY and rules.ruleset.outcome(state) is None
    return Place(cell, colour) if is_possible else None
