"""Games in web addresses, and the codes that web pages for renju put into them or copy.

| page | form |
|---|---|
| gomocalc.com (gomoku-calculator) | ``#/h8i9g7`` |
| renju-note | ``#g:h8i9,b:a1,w:b2,c:2``: a game, single stones of each colour; with ``o:i`` White begins the game |
| renju (lfz084) | ``#H8I9&A1&B2&15&0`` or with ``%``: the same and the size; copied as ``H8I9`` and ``{A1}{B2}`` |
| RenjuPortal | ``?mv=7786`` or ``?mvs=7786``: a hexadecimal digit for column and row, from 0 at the top left |
| ku10.com (xsir317/renju) | ``#8897``: a hexadecimal digit for column and row, from 1 at the bottom left |
| Renju Class, as RenLib writes it | ``?data=h8+i9+g7`` |

Rows count from the bottom unless stated otherwise. In any other address a part that has only cells is a game.
Sources: the programs named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from game.core.geometry import LETTERS
from game.core.language import _, gettext_noop
from game.core.model import ParseError
from game.library.formats.clipboard.boards import rules_with_room, size_needed, with_rows
from game.library.formats.clipboard.move_text import MoveWord, open_moves
from game.library.formats.clipboard.position_text import PastedPosition
from game.library.formats.opened_file import OpenedFile
from game.library.formats.terms import PasteTarget

TITLE = gettext_noop("Web address")
#: Longest address that is looked at, and longest quotation of one, in characters.
_LONGEST, _QUOTED = 10_000, 60
_ADDRESS = re.compile(r"https?://[^\s<>\"]+|www\.[^\s<>\"]+", re.IGNORECASE)
_CELLS = r"(?:[A-Za-z][0-9]{1,2})"
_CELL = re.compile(_CELLS)
#: A part of an address that has only cells, joined or with a separator.
_GAME = re.compile(rf"/?{_CELLS}(?:[+ ,_|/.-]?{_CELLS})*")
_HEXADECIMAL = re.compile(r"(?:[0-9a-f]{2})+", re.IGNORECASE)
#: The code of lfz084's renju as it is copied, and in an address.
_COPIED = re.compile(rf"\s*+({_CELLS}*+)\s*+\{{({_CELLS}*+)\}}\s*+\{{({_CELLS}*+)\}}\s*+")
_IN_ADDRESS = re.compile(rf"({_CELLS}*)[&%]({_CELLS}*)[&%]({_CELLS}*)[&%]([0-9]{{1,2}})(?:[&%].*)?", re.DOTALL)
_RENJU_SIZE = 15


@dataclass(frozen=True, slots=True)
class _Code:
    """The content of a code: the moves of a game, and single stones that belong to no move."""

    moves: tuple[str, ...]
    black: tuple[str, ...] = ()
    white: tuple[str, ...] = ()
    size: int = 0
    """Number of rows of the board, 0 if unknown."""
    is_swapped: bool = False
    """True if White has the first move."""


def is_web_code(text: str) -> bool:
    """Return True if a text has a web address, or is a copied code."""
    return _ADDRESS.search(text) is not None or _COPIED.fullmatch(text) is not None


def read_web_code(text: str, target: PasteTarget) -> OpenedFile | PastedPosition:
    """Read the first game or position in the addresses or the code of a text.

    Raises ParseError, with the first address, if none has a game.
    """
    copied = _COPIED.fullmatch(text)
    if copied is not None:
        return _opened(_Code(_cells(copied[1]), _cells(copied[2]), _cells(copied[3])), target)
    addresses = [found[0][:_LONGEST] for found in _ADDRESS.finditer(text)]
    code = next((code for each in addresses for code in _codes_of(each)), None)
    if code is None:
        shown = addresses[0][:_QUOTED] + ("…" if len(addresses[0]) > _QUOTED else "")
        raise ParseError(_("the web address {address} contains no moves; copy the game from its page", address=shown))
    return _opened(code, target)


def _codes_of(address: str) -> Iterator[_Code]:
    """Yield the games in a web address, the most certain first."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return
    host, fragment = parts.netloc.lower(), unquote(parts.fragment)
    if "renjuportal" in host:
        yield from (_Code(_from_0_at_the_top(code)) for code in _values(parts) if _HEXADECIMAL.fullmatch(code))
    if (whole := _IN_ADDRESS.fullmatch(parts.fragment)) is not None:
        yield _Code(_cells(whole[1]), _cells(whole[2]), _cells(whole[3]), size=int(whole[4]))
    if ":" in fragment:
        yield from _named_fields(fragment)
    is_ku10 = "ku10" in host or fragment.isdigit()
    if is_ku10 and _HEXADECIMAL.fullmatch(fragment):
        yield _Code(_from_1_at_the_bottom(fragment))
    found = (each for each in (fragment, *_values(parts), parts.path.rpartition("/")[2]) if _GAME.fullmatch(each))
    yield from (_Code(_cells(each)) for each in found)


def _values(parts: SplitResult) -> list[str]:
    """Return the values in the query of an address."""
    try:
        return [value for _name, value in parse_qsl(parts.query, max_num_fields=100)]
    except ValueError:
        return []


def _named_fields(fragment: str) -> Iterator[_Code]:
    """Yield the game and the stones of renju-note, whose fields have a name each."""
    fields = {name: value for name, colon, value in (each.partition(":") for each in fragment.split(",")) if colon}
    game, black, white = (fields.get(name, "") for name in "gbw")
    if all(not each or _GAME.fullmatch(each) for each in (game, black, white)) and game + black + white:
        yield _Code(_cells(game), _cells(black), _cells(white), is_swapped="i" in fields.get("o", ""))


def _cells(code: str) -> tuple[str, ...]:
    return tuple(_CELL.findall(code))


def _from_0_at_the_top(code: str) -> tuple[str, ...]:
    return tuple(f"{LETTERS[int(x, 16)]}{_RENJU_SIZE - int(y, 16)}" for x, y in _pairs(code))


def _from_1_at_the_bottom(code: str) -> tuple[str, ...]:
    return tuple(f"{LETTERS[int(x, 16) - 1]}{int(y, 16)}" for x, y in _pairs(code))


def _pairs(code: str) -> Iterator[tuple[str, str]]:
    return zip(code[::2], code[1::2], strict=True)


def _opened(code: _Code, target: PasteTarget) -> OpenedFile | PastedPosition:
    rules = with_rows(target.rules, code.size) if code.size else target.rules
    if not (code.black or code.white or code.is_swapped):
        game = open_moves([MoveWord(cell) for cell in code.moves], PasteTarget(rules, target.rulesets, target.seed))
        return OpenedFile(TITLE, game.studies, None, game.problems)
    rules = rules_with_room(rules, *size_needed((*code.moves, *code.black, *code.white)))
    first, second = rules.ruleset.info.colours
    movers = (second, first) if code.is_swapped else (first, second)
    stones: dict[int, str] = {}
    sides = (code.moves, movers), (code.black, (first, first)), (code.white, (second, second))
    for cells, letters in sides:
        for number, name in enumerate(cells):
            cell = rules.geometry.cell(name)
            if cell in stones:
                raise ParseError(_("there are two stones on {cell}", cell=name))
            stones[cell] = letters[number % 2]
    return PastedPosition(rules, stones, None)
