"""Copying and pasting positions as text: the format of ``Ruleset.dump``, or only the rows of the board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from game.analysis.editor.draft import Draft, draft_of
from game.core.language import _, strip_period
from game.core.model import EMPTY, Options, ParseError, Reason
from game.core.picture import read_board
from game.core.ruleset import PluginError

#: Maximum length of a pasted text in characters.
_MOST = 20_000


def copied(draft: Draft) -> str:
    """Return a drafted position, valid or not, as text for the clipboard."""
    return draft.ruleset.dump(draft.shown())


def pasted(draft: Draft, text: str) -> Draft | Reason:
    """Return a draft of the position that a pasted text describes, or the Reason why there is none.

    The board gets the size of the pasted one.
    """
    lines = text.replace("\r\n", "\n").strip("\n").split("\n")
    if not text.strip():
        return Reason("no position", _("The clipboard contains no position to paste."))
    if len(text) > _MOST:
        return Reason(
            "no position", _("This text is too long for a position: {count} characters.", count=f"{len(text):,}")
        )
    rows = len(list(takewhile(lambda line: line.strip() and ":" not in line, lines)))
    problems = []
    for options in _boards(draft, rows):
        try:
            return _read(draft, options, lines, is_picture=rows == len(lines))
        except PluginError as error:
            return Reason("a ruleset failed", str(error))
        except ParseError as error:
            problems.append(_("This is not a valid {game} position: {problem}.", game=_(draft.ruleset.info.title),
                              problem=strip_period(str(error))))  # fmt: skip
    return Reason("no position", problems[0])


def _boards(draft: Draft, rows: int) -> Iterator[Options]:
    """Yield the game options that give a board with ``rows`` rows, or the current options if none do.

    The current options come first if they fit.
    """
    ruleset, options = draft.ruleset, draft.options
    numbers = [option for option in ruleset.info.options if option.kind == "number"]
    others = ({**options, each.key: value} for each in numbers for value in range(each.low, each.high + 1))
    possible = (each for each in (options, *others) if ruleset.check_options(each) is None)
    yield from [each for each in possible if ruleset.geometry(each).rows == rows] or [options]


def _read(draft: Draft, options: Options, lines: list[str], *, is_picture: bool) -> Draft:
    """Return a draft of the position in a text. Raises ParseError if the text is invalid.

    A text with only the rows of the board leaves the side to move open.
    """
    ruleset = draft.ruleset
    if not is_picture:
        return draft_of(ruleset, options, ruleset.load("\n".join(lines), options))
    letters = [stone.letter for stone in ruleset.info.stones]
    board = read_board(ruleset.geometry(options), lines, letters)
    return Draft(ruleset, options, {cell: letter for cell, letter in enumerate(board) if letter != EMPTY})
