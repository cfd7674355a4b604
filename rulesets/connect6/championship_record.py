"""The game record of the Chinese Connect6 championship.

Source: the championship's rules for records of Connect6 (code C6). A record is

    {[C6][Ann B][Ben W][先手胜][2024.08.05 Wuhan][The cup];B(J,10);W(I,11);W(K,9)}

It names the players of Black and White, the result (``先手胜`` first player wins, ``后手胜`` second player wins,
``和棋`` draw), date and place, and the event, and has an entry for each stone: columns A to S from the left, rows 1 to
19 from the bottom. Some programs write ``先手参赛队`` and ``后手参赛队`` (the teams of the first and the second player)
before the names, and the name of a team instead of B and W.

A file written here has a record for each game of the tournament, one a line; the result of a game in progress is empty.
Date and place are unknown unless the tournament was read from a record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from game.core.geometry import LETTERS
from game.core.language import _, gettext_noop, strip_period
from game.core.match import Match
from game.core.model import EMPTY, Outcome, ParseError, Place, Reason
from game.core.plain_text import one_line
from game.core.ruleset import ForeignFormat, Ruleset, complete_options
from game.core.tournament import ForeignOrigin, Game, Participant, Tournament

FORMAT_NAME = gettext_noop("Connect6 record")

_CODE = "C6"
_SIDES = ("B", "W")
_SIDE_NAMES = ("Black", "White")
#: What programs write before the names of the teams.
_TEAMS = ("先手参赛队", "后手参赛队")
_WINS = ("先手胜", "后手胜")
_DRAW = "和棋"
_UNDECIDED = ""
#: Spellings of results used by other programs.
_SAME = {"平局": _DRAW, "和局": _DRAW, "平": _DRAW, "和": _DRAW, "先手勝": _WINS[0], "后手勝": _WINS[1]}
_RESULTS = (*_WINS, _DRAW)

_OPEN = re.compile(r"\s*\{\s*")
_FIELD = re.compile(r"\[([^\[\]{}]*)\]\s*")
#: The letter of a side or the name of its team, and a stone after it. Marks that the championship's programs put behind
#: it, such as ``MARK[1]``, are ignored.
_NAME = r"[^;()\[\]{}\s](?:[^;()\[\]{}]{0,98}[^;()\[\]{}\s])?"
_ENTRY = re.compile(
    rf"(;\s*({_NAME})\s*\(\s*([A-S])\s*,\s*(\d{{1,2}})\s*\))\s*(?:[A-Z]{{1,9}}\[[^\[\]{{}};]{{0,99}}\]\s*)*",
    re.IGNORECASE,
)
#: The end of a record; some programs write a semicolon instead of the brace.
_CLOSE = re.compile(r";?\s*\}\s*|;\s*\Z")
_NOTHING = re.compile(r"\s*+\Z")
#: Largest numbers of stones in a file and of fields in a record; all positions are held in memory.
_MOST_STONES, _MOST_FIELDS = 100_000, 50
#: Largest number of characters quoted in an error.
_LONGEST_QUOTE = 30
_BRACKETS = str.maketrans("[]{}", "()()")


@dataclass(frozen=True, slots=True)
class _Entry:
    """A stone as written in the file, with its line number."""

    text: str
    side: int
    name: str
    line: int


@dataclass(frozen=True, slots=True)
class _Record:
    """A record as written in the file, with the number of its first line; missing fields are empty."""

    line: int
    fields: tuple[str, ...]
    entries: tuple[_Entry, ...]

    @property
    def players(self) -> tuple[str, str]:
        """The names of both players."""
        black, white = (name or side for name, side in zip(_team_names(self.fields), _SIDE_NAMES, strict=True))
        return black, white

    @property
    def result(self) -> str:
        return _SAME.get(self.fields[3], self.fields[3])

    @property
    def date_and_place(self) -> str:
        return self.fields[4]

    @property
    def event(self) -> str:
        return self.fields[5]


def record_format(ruleset: Ruleset) -> ForeignFormat[Tournament]:
    """Return the championship record as a file format from which tournaments of this ruleset are read and written."""
    return ForeignFormat(FORMAT_NAME, ".txt", sniff, partial(read, ruleset), write)


def sniff(text: str) -> bool:
    """Return True if the text begins like a championship record of Connect6."""
    opened = _OPEN.match(text)
    field = None if opened is None else _FIELD.match(text, opened.end())
    return field is not None and field[1].strip().upper() == _CODE


# Reading


def read(ruleset: Ruleset, text: str) -> Tournament:
    """Read the games of a file as one tournament between two people. Raises ParseError with the line number."""
    records = list(_records(text))
    if not records:
        raise ParseError(_("the file contains no game record"), line=1)
    first = records[0]
    black, white = first.players
    tournament = Tournament(
        ruleset,
        complete_options(ruleset.info, {}),
        (Participant(black), Participant(white)),
        seed=0,
        title=first.event,
        origin=ForeignOrigin(FORMAT_NAME, text),
    )
    for record in records:
        if tournament.current is not None and tournament.current.match.outcome is None:
            raise ParseError(_("another game follows, but the previous one has not ended"), line=record.line)
        tournament.games.append(_read_game(tournament, record))
    return tournament


def _records(text: str) -> Iterator[_Record]:
    place, lines, stones = 0, _LineNumbers(text), 0
    while not _NOTHING.match(text, place):
        opened = _OPEN.match(text, place)
        if opened is None:
            raise _misread(text, place, _("a game record must begin with {word}", word="{"))
        line = lines.at(opened.end() - 1)
        fields, place = _fields(text, opened.end())
        entries, names = list[_Entry](), _team_names(fields)
        while (found := _ENTRY.match(text, place)) is not None and (side := _side(found[2], names)) is not None:
            column, row = found[3].lower(), int(found[4])
            entries.append(_Entry(found[1].strip("; \r\n\t"), side, f"{column}{row}", lines.at(place)))
            place = found.end()
            stones += 1
            if stones > _MOST_STONES:
                raise ParseError(_("the file has more than {most} moves", most=_MOST_STONES), line=lines.at(place))
        closed = _CLOSE.match(text, place)
        if closed is None:
            raise _misread(
                text,
                place,
                _("expected a stone such as {stone} or the closing {word}", stone=";B(J,10)", word="}"),
            )
        yield _Record(line, fields, tuple(entries))
        place = closed.end()


def _fields(text: str, place: int) -> tuple[tuple[str, ...], int]:
    start, fields = place, list[str]()
    while len(fields) < _MOST_FIELDS and (found := _FIELD.match(text, place)) is not None:
        fields.append(found[1].strip())
        place = found.end()
    if not fields or fields[0].upper() != _CODE:
        raise _misread(text, start, _("a Connect6 game record must begin with {words}", words=f"{{[{_CODE}]"))
    return (*fields, *[""] * (6 - len(fields))), place


def _team_names(fields: Sequence[str]) -> tuple[str, str]:
    """Return the names in a record, "" if missing, without ``_TEAMS`` before and the letter of the side after each."""
    sides = zip(fields[1:3], _TEAMS, _SIDES, strict=True)
    black, white = (name.removeprefix(team).removesuffix(side).strip() for name, team, side in sides)
    return black, white


def _side(word: str, names: Sequence[str]) -> int | None:
    """Return the side that a stone's letter or team means; None if it means none, or the teams have the same name."""
    if word.upper() in _SIDES:
        return _SIDES.index(word.upper())
    return names.index(word) if names.count(word) == 1 else None


def _misread(text: str, place: int, expected: str) -> ParseError:
    rest = text[place:].lstrip()
    quoted = " ".join(rest[:_LONGEST_QUOTE].split())
    line = _line(text, len(text) - len(rest))
    if not rest:
        return ParseError(_("the file ends too early; {expected}", expected=expected), line=line)
    return ParseError(_("{words!r} is not valid here; {expected}", words=quoted, expected=expected), line=line)


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


@dataclass(slots=True)
class _LineNumbers:
    """Converter of positions in a text to line numbers. The positions must be in increasing order."""

    text: str
    _place: int = 0
    _line: int = 1

    def at(self, place: int) -> int:
        """Return the line number of a position, which must not be before that of the last call."""
        self._line += self.text.count("\n", self._place, place)
        self._place = place
        return self._line


def _read_game(tournament: Tournament, record: _Record) -> Game:
    match = Match(tournament.ruleset, tournament.options, tournament.seed + len(tournament.games))
    for entry in record.entries:
        _place(match, entry, is_last=entry is record.entries[-1])
    _end(match, record)
    return Game(_seats(tournament, record), match)


def _seats(tournament: Tournament, record: _Record) -> tuple[int, int]:
    names = tuple(participant.name for participant in tournament.participants)
    if record.players == names:
        return (0, 1)
    if record.players == names[::-1]:
        return (1, 0)
    raise ParseError(
        _("the players of this game are not {one!r} and {other!r}", one=names[0], other=names[1]),
        line=record.line,
    )


def _place(match: Match, entry: _Entry, *, is_last: bool) -> None:
    """Place a stone. Ignore the last stone of a record if the first one of the same turn has already won."""
    try:
        cell = match.state.geometry.cell(entry.name)
    except ParseError as error:
        raise ParseError(
            _("{stone} is outside the board: {problem}", stone=entry.text, problem=error.problem), line=entry.line
        ) from None
    colours = match.ruleset.info.colours
    move = Place(cell, colours[entry.side])
    if is_last and match.ended_by_rule and _is_second_of_turn(match, move):
        return
    refusal = match.play(move)
    if isinstance(refusal, Reason):
        raise ParseError(
            _("{stone} is not allowed: {message}", stone=entry.text, message=strip_period(refusal.message)),
            line=entry.line,
        )


def _is_second_of_turn(match: Match, move: Place) -> bool:
    state = match.state
    is_running = state.placements_left == 1 and state.colour == move.stone
    return is_running and state.board[move.cell] == EMPTY


def _end(match: Match, record: _Record) -> None:
    """Set the result of a game that did not end on the board. Raises ParseError if the board contradicts it."""
    result = record.result
    if result not in (*_RESULTS, _UNDECIDED):
        raise ParseError(
            _("the result {result!r} is unknown; expected one of: {known}", result=result, known=", ".join(_RESULTS)),
            line=record.line,
        )
    if match.outcome is not None:
        if result not in (_result(match.outcome), _UNDECIDED):
            shown = _result(match.outcome)
            raise ParseError(
                _("the result is {result!r}, but the position shows {shown!r}", result=result, shown=shown),
                line=record.line,
            )
    elif result == _DRAW:
        match.agree_draw()
    elif result:
        match.resign(1 - _WINS.index(result))


# Writing


def write(tournament: Tournament) -> str | Reason:
    """Return the records of all games, one per line, or the Reason why a record cannot express them."""
    if not tournament.games:
        return Reason("no game", _("There is no game to export yet."))
    if any(game.match.start is not None for game in tournament.games):
        return Reason(
            "set up", _("Connect6 records cannot store positions that were set up: games must start on an empty board.")
        )
    participants = zip(tournament.participants, _SIDE_NAMES, strict=True)
    names = tuple(_clean(participant.name) or side for participant, side in participants)
    if len(tournament.games) > 1 and names[0] == names[1]:
        return Reason("names", _("A file with several games needs two players with different names."))
    return "".join(f"{_record(tournament, game, names)}\n" for game in tournament.games)


def _record(tournament: Tournament, game: Game, names: Sequence[str]) -> str:
    match = game.match
    date_and_place, event = _occasion(tournament)
    players = (f"{names[participant]} {side}" for participant, side in zip(game.seats, _SIDES, strict=True))
    fields = (_CODE, *players, _result(match.outcome), date_and_place, event)
    stones = "".join(f";{_entry(match, move)}" for move in match.moves if isinstance(move, Place))
    return f"{{{''.join(f'[{field}]' for field in fields)}{stones}}}"


def _occasion(tournament: Tournament) -> tuple[str, str]:
    """Return the date and place as one text, and the event.

    They come from the record that the tournament was read from; otherwise they are "" and the tournament's title.
    """
    origin = tournament.origin
    if origin is not None and origin.format == FORMAT_NAME:
        record = next(_records(origin.text.removeprefix("\ufeff")))
        return record.date_and_place, record.event
    return "", _clean(tournament.title)


def _entry(match: Match, move: Place) -> str:
    geometry = match.state.geometry
    x, y = geometry.cells[move.cell]
    side = _SIDES[match.ruleset.info.colours.index(move.stone)]
    return f"{side}({LETTERS[x].upper()},{geometry.rows - y})"


def _result(outcome: Outcome | None) -> str:
    if outcome is None:
        return _UNDECIDED
    return _DRAW if outcome.winner is None else _WINS[outcome.winner]


def _clean(text: str) -> str:
    """Return a text made valid for a field of a record: with round brackets and single spaces only."""
    return one_line(text.translate(_BRACKETS))
