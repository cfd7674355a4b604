"""Reader of RenjuNet's database, an XML file with players, tournaments and games of renju.

The database has more than a hundred thousand games. They are read as a stream and stored as written; the study of a
game is made when it is accessed. Rows count from the bottom. Entity declarations are refused, because a small file
could use them to fill the memory.

Renjuoffline writes games with the same names of elements, but keeps everything in child elements: the names of players
and rules themselves, and the moves as ``board``.

Source: the downloads of renju.net. The attributes were derived from the files and from programs that read them.
"""

from __future__ import annotations

import codecs
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import BytesIO
from typing import NamedTuple
from xml.etree.ElementTree import Element
from xml.etree.ElementTree import ParseError as XmlError

from defusedxml.common import DefusedXmlException  # type: ignore[import-untyped]
from defusedxml.ElementTree import iterparse  # type: ignore[import-untyped]

from game.core.geometry import LETTERS
from game.core.language import _, gettext_noop, join_sentences, plural
from game.core.model import ParseError
from game.core.plain_text import one_line
from game.core.ruleset import Ruleset
from game.library.formats.opened_file import LEFT_OUT, OpenedFile, StudiesOnAccess
from game.library.formats.plain_games import study_of_stones
from game.library.formats.results import RESULT
from game.library.formats.terms import FREESTYLE, RENJU, GameRules, RuleBook, StoneAt
from game.library.formats.texts import ImportWarnings, cleaned, encoding_of
from game.library.study.study import Study
from game.library.study.tree import ROOT

TITLE = gettext_noop("RenjuNet database")
_SIZE = 15
#: Maximum nesting depth of elements; the database itself uses four levels.
_DEEPEST = 50
#: Attributes and child elements of a game that are stored.
_ATTRIBUTES = ("tournament", "round", "rule", "black", "white", "bresult", "opening", "swap", "alt")
_PARTS = ("move", "info")
#: Child elements of a game of Renjuoffline.
_OFFLINE_PARTS = ("black", "white", "rule", "board", "winner", "creation_time")
_WINNERS = {"black": "1", "white": "0", "draw": "0.5"}
#: Attributes that are stored of the players, tournaments and other entries that games refer to.
_COLUMNS = ("name", "surname", "country", "city", "start", "year", "category")
#: Maximum number of characters read of an attribute, and of the moves or the comment of a game.
_LONGEST_WORDS, _LONGEST_TEXT = 1_000, 20_000
#: The most bytes without the end of a tag.
_LONGEST_RUN = 1_000_000
#: The declaration at the beginning of an XML file, and the bytes in which it is looked for.
_DECLARED, _LONGEST_DECLARATION = re.compile(rb"\sencoding=[\"']([A-Za-z0-9._-]{1,40})[\"']"), 200
_POINT = re.compile(r"([a-o])([1-9][0-9]?)")
#: The category of the rules of gomoku among those of the database.
_GOMOKU = "2"
_RESULTS = {"1": "B+", "0": "W+", "0.5": "0", "0,5": "0"}
#: Elements that games refer to by id.
_TABLES = ("country", "city", "month", "rule", "opening", "player", "tournament")


def is_rif(text: str) -> bool:
    """Return True if a file begins as XML with the elements of a RenjuNet database."""
    start = text.lstrip("\ufeff \r\n\t")
    return start.startswith("<") and any(f"<{word}" in text for word in ("database", "games", "game "))


class _WrittenGame(NamedTuple):
    """A game as stored in a RenjuNet file: ids of players, tournament and so on, and its texts."""

    tournament: str
    round: str
    rule: str
    black: str
    white: str
    result: str
    opening: str
    swap: str
    alt: str
    moves: str
    about: str
    day: str = ""
    """The day of a game that belongs to no tournament."""


@dataclass(slots=True)
class _Database:
    """The games of a RenjuNet file, and its tables of players, tournaments and so on."""

    tables: dict[str, dict[str, Mapping[str, str]]] = field(default_factory=lambda: {name: {} for name in _TABLES})
    games: list[_WrittenGame] = field(default_factory=list)

    def look_up(self, table: str, number: str) -> Mapping[str, str]:
        """Return the attributes of a table entry by its id, or an empty mapping if there is none."""
        return self.tables[table].get(number, {})

    def name(self, table: str, number: str) -> str:
        """Return the name of a table entry by its id; if there is none, the id unless it is a number.

        Some files write the name itself.
        """
        found = self.look_up(table, number).get("name")
        return one_line(number if found is None and not number.isdecimal() else found or "")


def read_rif(content: bytes, rulesets: Mapping[str, Ruleset]) -> OpenedFile:
    """Read the games of a RenjuNet database. Raises ParseError if it has none or is not XML."""
    if any(content.find(b">", at, at + _LONGEST_RUN) < 0 for at in range(0, len(content) - _LONGEST_RUN, _LONGEST_RUN)):
        # The parser would look at a long tag again and again, and at a long text in one go, and the window would wait.
        raise ParseError(_("a text in the file has more than {most} characters", most=_LONGEST_RUN))
    if content.startswith(codecs.BOM_UTF8):
        # The mark says more than a declaration, with which the parser would refuse the file.
        content = _DECLARED.sub(b"", content[:_LONGEST_DECLARATION]) + content[_LONGEST_DECLARATION:]
    warnings, database = ImportWarnings(), _Database()
    broken = ""
    try:
        for element in _elements(content):
            _take(database, element)
    except XmlError as error:
        line, _column = error.position
        broken = _("line {number}: the XML text ends unexpectedly", number=line)
    except DefusedXmlException:
        broken = _("the file defines XML entities, which are not accepted here")
    except (ValueError, LookupError):
        broken = _("the XML file has an unknown text encoding")
    if not database.games:
        raise ParseError(broken or _("there is no game in the file"))
    if broken:
        warnings.add(broken)
    studies = StudiesOnAccess(database.games, _RifReader(database, RuleBook(rulesets)).study)
    without = sum(1 for game in database.games if not game.moves)
    if without:
        warnings.add_sentence(plural("{count} game has no moves.", "{count} games have no moves.", without))
    return OpenedFile(TITLE, studies, None, warnings.sentences, _encoding(content))


def _encoding(content: bytes) -> str:
    """Return the name of the encoding that an XML file declares or shows by its first bytes, or UTF-8."""
    named = _DECLARED.search(content, 0, _LONGEST_DECLARATION)
    return named[1].decode("ascii").lower() if named else encoding_of(content[:3])


def _elements(content: bytes) -> Iterator[Element]:
    """Yield each XML element when it ends, and free finished elements so that the XML tree stays small."""
    path: list[Element] = []
    for event, element in iterparse(BytesIO(content), events=("start", "end")):
        if event == "start":
            path.append(element)
            if len(path) > _DEEPEST:
                raise ValueError("too deep")
            continue
        path.pop()
        yield element
        if path and not _is_stored(element, path[-1]):
            # The parser runs ahead, so later children may be there already; of the earlier ones few are.
            path[-1].remove(element)


def _is_stored(element: Element, parent: Element) -> bool:
    """Return True if an XML element must stay in memory until its parent ends.

    These are the children of a game that the reader uses, of each kind only the first.
    """
    return parent.tag == "game" and element.tag in (*_PARTS, *_OFFLINE_PARTS) and parent.find(element.tag) is element


def _take(database: _Database, element: Element) -> None:
    if element.tag == "game":
        database.games.append(_written_game(element))
    elif element.tag in database.tables and "id" in element.attrib:
        known = {name: words[:_LONGEST_WORDS] for name in _COLUMNS if (words := element.get(name))}
        database.tables[element.tag][element.attrib["id"]] = known


def _written_game(element: Element) -> _WrittenGame:
    if element.find("board") is not None:
        return _offline_game(element)
    # Interned, because the ids of players and tournaments repeat in many games.
    said = {name: sys.intern(element.get(name, "")[:_LONGEST_WORDS]) for name in _ATTRIBUTES}
    result = said.pop("bresult")
    return _WrittenGame(result=result, moves=_text(element, "move"), about=_text(element, "info"), **said)


def _offline_game(element: Element) -> _WrittenGame:
    """Return a game of Renjuoffline, which writes names where RenjuNet writes ids."""
    said = {name: sys.intern(_text(element, name)[:_LONGEST_WORDS]) for name in _OFFLINE_PARTS if name != "board"}
    result = _WINNERS.get(said["winner"].lower(), "")
    moves = _text(element, "board")
    game = _WrittenGame("", "", said["rule"], said["black"], said["white"], result, "", "", "", moves, "")
    return game._replace(day=_day(said["creation_time"]))


def _day(seconds: str) -> str:
    """Return the day of a time in seconds since 1970, "" if it is none."""
    if not (seconds.isascii() and seconds.isdigit() and len(seconds) <= 10):
        return ""
    return datetime.fromtimestamp(int(seconds), UTC).date().isoformat()


def _text(element: Element, part: str) -> str:
    found = element.find(part)
    return (found.text or "")[:_LONGEST_TEXT].strip() if found is not None else ""


@dataclass(frozen=True, slots=True)
class _RifReader:
    """Makes the studies of a RenjuNet database."""

    _database: _Database
    _book: RuleBook

    def study(self, game: _WrittenGame) -> Study:
        """Return a game of the database."""
        warnings = ImportWarnings()
        stones = list(_stones(game.moves, warnings))
        study = study_of_stones(self._rules(game), stones, warnings)
        study.players = (self._player(game.black), self._player(game.white))
        study.facts.update({fact: words for fact, words in self._facts(game) if words})
        if about := cleaned(game.about):
            study.tree.comments[ROOT] = about
        if warnings.sentences:
            study.facts[LEFT_OUT] = join_sentences(warnings.sentences)
        return study

    def _rules(self, game: _WrittenGame) -> GameRules:
        """Return the rules that the RenjuNet file names for a game.

        An unknown name is that of an opening: of freestyle gomoku if its category says so, otherwise of renju.
        """
        said = self._database.name("rule", game.rule)
        is_gomoku = self._database.look_up("rule", game.rule).get("category") == _GOMOKU
        number = FREESTYLE if is_gomoku else RENJU
        return self._book.named(_SIZE, _SIZE, said) or self._book.numbered(_SIZE, _SIZE, number)

    def _player(self, number: str) -> str:
        found = self._database.look_up("player", number)
        if not found:
            return self._database.name("player", number)
        return one_line(f"{found.get('name', '')} {found.get('surname', '')}")

    def _facts(self, game: _WrittenGame) -> Iterator[tuple[str, str]]:
        look_up, name = self._database.look_up, self._database.name
        tournament = look_up("tournament", game.tournament)
        city, country = name("city", tournament.get("city", "")), name("country", tournament.get("country", ""))
        yield "event", one_line(tournament.get("name", ""))
        yield "date", one_line(tournament.get("start", "") or tournament.get("year", "") or game.day)
        yield "place", ", ".join(filter(None, (city, country)))
        yield "round", one_line(game.round)
        yield RESULT, _RESULTS.get(game.result, "")
        yield "rule", name("rule", game.rule)
        yield "opening", name("opening", game.opening)
        yield "swap", one_line(game.swap)
        yield "other fifth moves", one_line(game.alt)


def _stones(moves: str, warnings: ImportWarnings) -> Iterator[StoneAt]:
    for word in moves.lower().split():
        found = _POINT.fullmatch(word)
        if found is None or int(found[2]) > _SIZE:
            warnings.add(_("{word!r} is not a point on the board", word=word[:30]))
            return
        yield None, LETTERS.index(found[1]), _SIZE - int(found[2])
