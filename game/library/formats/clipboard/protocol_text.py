"""Positions and games in the lines of the Gomocup protocol, and stones of a Piskvork game file without its first line.

A position is ``BOARD`` or ``YXBOARD``, a line ``x,y,field`` for each stone, and ``DONE``; x and y count from 0 at the
top left, and the field is 1 for a stone of the side to move, 2 for one of the other side, 3 for a cell on which no
side may place a stone. Lines such as ``TURN 7,7`` and answers such as ``8,6`` are moves. ``START 15`` and
``RECTSTART 15,15`` name the board. Source: the protocol's description in Piskvork (protocl2en.htm).

The third number of a Piskvork file is a time in milliseconds, and x and y count from 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from game.core.language import _, gettext_noop, plural
from game.core.model import ParseError
from game.library.formats.clipboard.boards import rules_with_room, with_rows
from game.library.formats.clipboard.move_text import MoveWord, open_moves
from game.library.formats.clipboard.position_text import PastedPosition
from game.library.formats.opened_file import OpenedFile
from game.library.formats.psq import read_psq
from game.library.formats.terms import GameRules, PasteTarget

TITLE = gettext_noop("Gomocup protocol")
#: Most stones that are read: more than the largest board has.
_MOST = 1_000
_OWN, _OPPONENT, _CLOSED = 1, 2, 3
_STONE = re.compile(
    r"(?:TURN[ \t]+)?([0-9]{1,3})[ \t]*,[ \t]*([0-9]{1,3})(?:[ \t]*,[ \t]*([0-9]{1,9}))?", re.IGNORECASE
)
_SIZE = re.compile(r"(?:START|RECTSTART)[ \t]+([0-9]{1,3})(?:[ \t]*+,?[ \t]*+([0-9]{1,3}))?", re.IGNORECASE)
_COMMAND = re.compile(
    r"(?:BOARD|YXBOARD|SWAP2BOARD|DONE|BEGIN|RESTART|END|OK|YXSHOWFORBID|YXNBEST|INFO|MESSAGE|DEBUG|ABOUT)(?:[ \t].*)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Stone:
    x: int
    y: int
    number: int | None
    """The third number of its line, None if there is none."""
    line: int


def is_protocol(text: str) -> bool:
    """Return True if all lines of a text belong to the protocol or are stones of a Piskvork file, and one is a stone.

    Numbers alone are offsets of an opening unless there are several lines.
    """
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    has_stone = False
    for line in lines:
        if _STONE.fullmatch(line):
            has_stone = True
        elif not (_SIZE.fullmatch(line) or _COMMAND.fullmatch(line)):
            return False
    has_command = any(not line[0].isdigit() for line in lines)
    return has_stone and (has_command or len(lines) > 1 or lines[0].count(",") > 1)


def read_protocol(text: str, target: PasteTarget) -> OpenedFile | PastedPosition:
    """Read a text for which ``is_protocol`` is True: a game if the stones alternate, otherwise a position.

    Raises ParseError if there are too many stones, or one is off the board.
    """
    stones = list(_stones(text))
    if len(stones) > _MOST:
        raise ParseError(_("the text has more than {most} stones", most=_MOST), line=stones[_MOST].line)
    fields = {stone.number for stone in stones}
    is_file = None not in fields and not fields <= {_OWN, _OPPONENT, _CLOSED}
    if is_file and not any(map(_is_command, text.split("\n"))):
        board = target.rules.geometry
        head = f"Piskvorky {board.columns}x{board.rows}, 11:11, 0\n"
        return read_psq((head + text).encode("utf-8", "replace"), target.rulesets)
    rules = _rules(text, target.rules, stones)
    if fields == {None}:
        return _game(stones, rules, target)
    playable = [stone for stone in stones if stone.number != _CLOSED]
    expected = [_OWN if (len(playable) - at) % 2 == 0 else _OPPONENT for at in range(len(playable))]
    left_out = _left_out(len(stones) - len(playable))
    if rules.ruleset.info.id == target.rules.ruleset.info.id and [stone.number for stone in playable] == expected:
        game = _game(playable, rules, target)
        return OpenedFile(TITLE, game.studies, None, (*game.problems, *left_out))
    return _position(playable, rules, left_out)


def _is_command(line: str) -> bool:
    return _COMMAND.fullmatch(line.strip()) is not None


def _stones(text: str) -> Iterator[_Stone]:
    for number, line in enumerate(text.split("\n"), start=1):
        if found := _STONE.fullmatch(line.strip()):
            yield _Stone(int(found[1]), int(found[2]), int(found[3]) if found[3] else None, number)


def _rules(text: str, rules: GameRules, stones: Sequence[_Stone]) -> GameRules:
    """Return the rules on the board that the text names, otherwise on one with room for the stones."""
    named = next((found for line in text.split("\n") if (found := _SIZE.fullmatch(line.strip()))), None)
    if named is not None:
        rules = with_rows(rules, int(named[2] or named[1]))
    return rules_with_room(rules, *(1 + max(each) for each in zip(*((one.x, one.y) for one in stones), strict=True)))


def _game(stones: Sequence[_Stone], rules: GameRules, target: PasteTarget) -> OpenedFile:
    words = [MoveWord(rules.geometry.names[_cell(stone, rules)], stone.line) for stone in stones]
    game = open_moves(words, PasteTarget(rules, target.rulesets, target.seed))
    return OpenedFile(TITLE, game.studies, None, game.problems)


def _position(stones: Sequence[_Stone], rules: GameRules, problems: tuple[str, ...]) -> PastedPosition:
    """Return the position of a block; the side to move is the first if it has no fewer stones than the other."""
    numbers = [stone.number for stone in stones]
    first, second = rules.ruleset.info.colours
    is_first = numbers.count(_OWN) == numbers.count(_OPPONENT)
    colours = {_OWN: first if is_first else second, _OPPONENT: second if is_first else first}
    board: dict[int, str] = {}
    for stone in stones:
        if stone.number not in colours:
            raise ParseError(_("{number} is not 1, 2 or 3", number=stone.number), line=stone.line)
        cell = _cell(stone, rules)
        if cell in board:
            raise ParseError(_("there are two stones on {cell}", cell=rules.geometry.names[cell]), line=stone.line)
        board[cell] = colours[stone.number]
    return PastedPosition(rules, board, None, problems)


def _cell(stone: _Stone, rules: GameRules) -> int:
    cell = rules.geometry.at(stone.x, stone.y)
    if cell is None:
        text = _("{x},{y} is not on the board", x=stone.x, y=stone.y)
        raise ParseError(text, line=stone.line)
    return cell


def _left_out(count: int) -> tuple[str, ...]:
    if not count:
        return ()
    return (plural("Left out: {count} cell with the number 3.", "Left out: {count} cells with the number 3.", count),)
