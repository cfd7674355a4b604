"""What a file is that no reader knows, where its beginning shows it plainly: another game, settings, program code.

The readers have all refused a file before it is looked at here, so a sentence may be wrong about a damaged game of
rows only where the file looks like nothing else. Sources: the standards of PGN and of chess positions (FEN); records of
Amazons of the Chinese championship; books of Othello programs.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from game.core.language import _, gettext_noop
from game.core.model import EMPTY, ParseError
from game.library.formats.diagrams import rows_of_diagram

#: Number of characters that are looked at.
_LOOKED_AT = 16_384
_CHESS_MOVE = r"(?:[NBRQK]?[a-h]?[1-8]?x?[a-h][1-8](?:=[NBRQ])?|O-O(?:-O)?)[+#]?"
_PGN = re.compile(
    rf"^1\.\s{{0,3}}(?:[a-h][34]|N[acfh]3)\s+(?:[a-h][56]|N[acfh]6)\s+2\.\s{{0,3}}{_CHESS_MOVE}", re.MULTILINE
)
_FEN = re.compile(r"(?:[pnbrqkPNBRQK1-8]{1,8}/){7}[pnbrqkPNBRQK1-8]{1,8} [wb] ")
#: Games and positions of Othello: a game begins beside the four stones in the centre, which no move takes.
_OTHELLO_GAME = re.compile(r"\s*(?:c4|d3|e6|f5)(?:(?![de][45])[a-h][1-8]){3,}(?![a-z0-9]{2})", re.IGNORECASE)
_OTHELLO_BOARD = re.compile(r"^[-.XO*]{64}(?= |$)", re.MULTILINE)
_AMAZONS = re.compile(r"#?\{?\[AM\]")
_WEB_PAGE = re.compile(r"<!doctype html|<html", re.IGNORECASE)
_DATABASE = re.compile(r"SQLite format 3")
_COMPILED = re.compile(r"!<arch>\n|\x7fELF|MZ.{0,200}This program", re.DOTALL)
_COMMENT = re.compile(r"[;#]|//")
_SETTING = re.compile(r"\[[A-Za-z][\w.\- ]{0,60}\]|[A-Za-z][\w.\-]{0,60}\s*=\s*\S.*")
#: The beginnings of lines that are program code in the languages in which programs for games of rows are written.
_CODE = re.compile(
    r"#(?:include|define|pragma|ifndef)\b|#!/|import [\w.*{]+(?: |;|$)|from [\w.]+ import |def \w+\(|class \w+.*[:{]$"
    r"|(?:public|private|static) [\w<>\[\] ]+[({;=]|package [\w.]+;?$|using [\w:. ]+;|(?:const|let|var) \w+ ?[=:;]"
    r"|(?:int|void|bool|double|float) \w+[ (=;]|(?:pub )?fn \w+|function \w*\(|return\b.*;$|struct \w+ ?\{"
)
#: Smallest number of lines of settings or program code, and their smallest share of the lines.
_LEAST_LINES, _SETTINGS_SHARE, _CODE_SHARE = 5, 0.8, 0.15


def unknown_format(text: str) -> ParseError:
    """Return the error for a file that no reader knows, which says what the file is if that is plain."""
    start = text[:_LOOKED_AT]
    return ParseError(next((_(said) for said, is_it in _KINDS if is_it(start)), _("unknown file format")))


def is_chess(text: str) -> bool:
    """Return True if a text has a game or position of chess."""
    return _PGN.search(text) is not None or _FEN.search(text) is not None


def _is_othello(text: str) -> bool:
    return _OTHELLO_GAME.match(text) is not None or _OTHELLO_BOARD.search(text) is not None


def _is_empty_board(text: str) -> bool:
    rows = rows_of_diagram(text)
    return rows is not None and not set(rows) - {EMPTY, " ", "\n"}


def _matches(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda text: pattern.match(text.lstrip()) is not None


def _has_share(share: float, pattern: re.Pattern[str]) -> Callable[[str], bool]:
    """Return a test whether this share of the lines of a text that are no comments matches a pattern."""

    def is_it(text: str) -> bool:
        lines = [line.strip() for line in text.split("\n")]
        lines = [line for line in lines if line and (pattern is _CODE or not _COMMENT.match(line))]
        found = sum(1 for line in lines if pattern.match(line))
        return found >= max(_LEAST_LINES, share * len(lines))

    return is_it


#: What a file is, translated with ``_``, and a test of its beginning, in the order in which they are tried.
_KINDS: tuple[tuple[str, Callable[[str], bool]], ...] = (
    (gettext_noop("this is a database of another program (SQLite)"), _matches(_DATABASE)),
    (gettext_noop("this is compiled program code, not a file of games"), _matches(_COMPILED)),
    (gettext_noop("this is a web page, not a file of games"), _matches(_WEB_PAGE)),
    (gettext_noop("this is a game of chess, which Stone Fair does not support"), is_chess),
    (gettext_noop("this is a game of Othello, which Stone Fair does not support"), _is_othello),
    (gettext_noop("this is a game of Amazons, which Stone Fair does not support"), _matches(_AMAZONS)),
    (gettext_noop("the board in the file is empty"), _is_empty_board),
    (gettext_noop("the file contains settings, not games"), _has_share(_SETTINGS_SHARE, _SETTING)),
    (gettext_noop("the file contains program code, not games"), _has_share(_CODE_SHARE, _CODE)),
)
