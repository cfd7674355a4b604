"""PSQ and REC, the file formats of Piskvork, which have a line ``x,y,milliseconds`` for each stone.

Stones are in playing order; x and y count from 1 at the top left. Source: saved games of Piskvork. The first line has
the board size, two numbers for the players, and 1 if the second player moved first, otherwise 0. After the stones come
the names of the first and the second player (tournaments only) and a number for the ending. The format has no field for
the rule, but in Gomocup files the lines after that number name one.

REC is the format of Gomotur. The names of the players, in the order of their turns, are the first two lines, x and y
count from 0, and only the number for the ending follows the stones. It has no board size: Piskvork reads it on its
board of 20 rows or more. Source: Piskvork, game.cpp (openPsq, savePsq with format 2). It is only read here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from game.core.language import _, gettext_noop
from game.core.model import ParseError, Reason
from game.core.plain_text import one_line
from game.core.ruleset import Ruleset
from game.library.formats.opened_file import OpenedFile
from game.library.formats.plain_games import other_rules, standing_nodes, stones_of, study_of_stones
from game.library.formats.results import RESULT
from game.library.formats.terms import RuleBook
from game.library.formats.texts import ImportWarnings, decoded, encoding_of
from game.library.study.study import Study
from game.library.study.tree import ROOT

TITLE = gettext_noop("Piskvork game file (PSQ)")
#: Keys of properties stored in a study: time of a stone in milliseconds, levels in the first line, lines at the end.
TIME, LEVELS, CODE, MORE = "PSQ time", "PSQ levels", "PSQ code", "PSQ more"
#: Ending numbers of a game that ended by its rules, and of one that ended otherwise.
NORMAL, OTHER = 0, -2

_HEAD = re.compile(r"\s*Piskvorky\s+(\d{1,4})\s*x\s*(\d{1,4})\s*,?(.*)", re.IGNORECASE)
_STONE = re.compile(r"\s*(-?\d{1,4})\s*,\s*(-?\d{1,4})\s*(?:,\s*(-?\d{1,12})\s*)?(?:[,;].*)?")
_CODE = re.compile(r"\s*(-?\d{1,6})\s*")
#: The end of the first line of a game in which the second player moved first.
_SECOND_BEGAN = re.compile(r",\s*1\s*\Z")
#: A whole REC file: two names, which are no numbers, the stones with their times, and the number for the ending.
_REC = re.compile(
    r"\s*+(?=[^\n]*[A-Za-z])([^\n]{1,255})\n(?=[^\n]*[A-Za-z])([^\n]{1,255})\n"
    r"((?:[0-9]{1,2},[0-9]{1,2},[0-9]{1,12}[ \t\r]*+\n)++)(-?[0-9]{1,6})\s*+"
)
#: The smallest board on which Piskvork reads a REC file, and the largest one that is tried.
_REC_SIZES = range(20, 100)
_MOST_LINES = 100_000


def is_psq(text: str) -> bool:
    """Return True if a text begins like a PSQ file of Piskvork."""
    return _HEAD.match(text.lstrip("\ufeff")) is not None


def is_rec(text: str) -> bool:
    """Return True if a text is a REC file."""
    return _REC.fullmatch(text.lstrip("\ufeff")) is not None


def read_rec(content: bytes, rulesets: Mapping[str, Ruleset]) -> OpenedFile:
    """Read a game from a REC file. Raises ParseError if it is none, or no ruleset has a board that is large enough."""
    warnings, book = ImportWarnings(), RuleBook(rulesets)
    found = _REC.fullmatch(decoded(content).lstrip("\ufeff"))
    if found is None:
        raise ParseError(_("unknown file format"))
    stones, _rest = _stones(found[3].rstrip("\n").split("\n"))
    needed = 1 + max(max(x, y) for x, y, _time in stones)
    size = next((each for each in _REC_SIZES if each >= needed and book.has_board(each, each)), needed)
    placed = [(None, x, y) for x, y, _time in stones]
    study = study_of_stones(book.fitting(size, size, "", placed)[0], placed, warnings)
    study.players = one_line(found[1]), one_line(found[2])
    _keep(study, [time for _x, _y, time in stones], "", found[4], ())
    return OpenedFile(TITLE, (study,), None, warnings.sentences, encoding_of(content))


def read_psq(content: bytes, rulesets: Mapping[str, Ruleset]) -> OpenedFile:
    """Read a game from a PSQ file. Raises ParseError if no ruleset has a board of its size."""
    warnings = ImportWarnings()
    lines = decoded(content).lstrip("\ufeff").strip().split("\n", _MOST_LINES)
    head = _HEAD.match(lines[0])
    if head is None:
        raise ParseError(
            _("this is not a Piskvork (PSQ) file: the first line is {line}", line=repr(lines[0][:60])), line=1
        )
    columns, rows = int(head[1]), int(head[2])
    stones, rest = _stones(lines[1:])
    first = _lowest(stones, columns, rows, warnings)
    placed = [(None, x - first, y - first) for x, y, _time in stones]
    names, code, more = _end(rest)
    rules, _legal = RuleBook(rulesets).fitting(columns, rows, " ".join(more), placed)
    study = study_of_stones(rules, placed, warnings)
    study.players = _by_turn(names, head[3])
    _keep(study, [time for _x, _y, time in stones], one_line(head[3]), code, more)
    return OpenedFile(TITLE, (study,), None, warnings.sentences, encoding_of(content))


def _stones(lines: Sequence[str]) -> tuple[list[tuple[int, int, str]], list[str]]:
    """Return the stones of a PSQ file with their times, and the non-empty lines after the last stone."""
    stones: list[tuple[int, int, str]] = []
    for number, line in enumerate(lines):
        found = _STONE.fullmatch(line.rstrip("\r"))
        if found is None:
            return stones, [each.strip() for each in lines[number:] if each.strip()]
        stones.append((int(found[1]), int(found[2]), found[3] or ""))
    return stones, []


def _lowest(stones: Sequence[tuple[int, int, str]], columns: int, rows: int, warnings: ImportWarnings) -> int:
    """Return the number of a PSQ file's first column and row: usually 1, but 0 if the file counts from 0."""
    counts_from_0 = any(0 in (x, y) for x, y, _time in stones)
    if not counts_from_0 or any(x >= columns or y >= rows for x, y, _time in stones):
        return 1
    warnings.add_sentence(
        _(
            "This file counts rows and columns from 0, not from 1 as the program Piskvork does, and was read "
            "accordingly."
        )
    )
    return 0


def _end(lines: Sequence[str]) -> tuple[tuple[str, str], str, tuple[str, ...]]:
    """Return the players' names, Piskvork's number for the ending of the game, and the lines after that number."""
    at = next((number for number, line in enumerate(lines) if number in (0, 2) and _CODE.fullmatch(line)), None)
    names = [one_line(line) for line in lines[: len(lines) if at is None else at]][:2]
    first, second = (*names, "", "")[:2]
    if at is None:
        return (first, second), "", ()
    return (first, second), lines[at].strip(), tuple(one_line(line) for line in lines[at + 1 : at + 11])


def _by_turn(names: tuple[str, str], levels: str) -> tuple[str, str]:
    """Return names from a file in the order of the turns, or names in that order as the file has them.

    ``levels`` is the rest of the first line after the board size.
    """
    return names[::-1] if _SECOND_BEGAN.search(levels) else names


def _keep(study: Study, times: Sequence[str], levels: str, code: str, more: tuple[str, ...]) -> None:
    tree = study.tree
    for node, time in zip(tree.continuation(ROOT), times, strict=False):
        if time:
            tree.properties[node] = {TIME: (time,)}
    kept = {LEVELS: (levels,) if levels else (), CODE: (code,) if code else (), MORE: more}
    if any(kept.values()):
        tree.properties[ROOT] = {name: values for name, values in kept.items() if values}


def write_psq(study: Study) -> bytes | Reason:
    """Return the main line of a study as a PSQ file, or a Reason if Piskvork does not know its ruleset."""
    stones = stones_of(study, _(TITLE))
    if isinstance(stones, Reason):
        return stones
    if study.ruleset.gomocup_rule(study.options) is None:
        return other_rules(_(TITLE))
    tree, geometry = study.tree, study.first_state.geometry
    nodes = standing_nodes(study)
    times = [tree.properties.get(node, {}).get(TIME, ("0",))[0] for node in nodes]
    kept = tree.properties.get(ROOT, {})
    levels = kept.get(LEVELS, ("0:0, 0",))[0]
    lines = [
        f"Piskvorky {geometry.columns}x{geometry.rows}, {levels}",
        *(f"{x + 1},{y + 1},{time}" for (x, y), time in zip(stones, times, strict=True)),
        *(_by_turn(study.players, levels) if any(study.players) else ()),
        kept.get(CODE, (_code(study),))[0],
        *kept.get(MORE, ()),
    ]
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


def _code(study: Study) -> str:
    """Return Piskvork's number for a game's ending, which differs for a loss on time or by forfeit."""
    return str(OTHER if study.facts.get(RESULT, "")[1:3] in ("+F", "+T") else NORMAL)
