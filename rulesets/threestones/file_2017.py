"""The file format of the 2017 document "Threestones", section 8: a game in progress of a human and a computer.

A title line, eleven rows of cells (``x`` not on the board, ``n`` empty, ``w``, ``b``, ``c`` stones), the computer's
lines, the human's lines, then the last placement and the next player. Rows and columns count from 0 at the top left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile

from game.core.language import _, gettext_noop
from game.core.model import EMPTY, ParseError, Reason, State
from game.core.ruleset import ForeignFormat, Ruleset, complete_options
from game.core.tournament import ForeignOrigin, Game, Participant, Tournament

from .labelled import Labelled, NumberedLine, read_labelled
from .levels import GREEDY
from .pond import (
    DUCK,
    FULL_HAND,
    LINES,
    MILLER,
    PENGUIN,
    POND,
    STONES,
    TEAMS,
    PondState,
    arrangements,
    points,
    stones_in_play,
    turns_agree,
)

FORMAT_NAME = gettext_noop("Threestones file of 2017")

_TITLE = "Board"
_NO_POCKET = "x"
_EMPTY_POCKET = "n"
_NOWHERE = -1
_MOST_WINS = 999_999
#: Largest number of characters of a file in this format; the document's sample has a thousand.
_LONGEST = 100_000

#: Participants, and players of the game, in a tournament that is read.
_HUMAN, _COMPUTER = 0, 1
_PLAYERS = ("human", "computer")

#: The document's names of the kinds of stone, in the order of the file.
_KINDS: Mapping[str, str] = {"white": DUCK, "black": PENGUIN, "clear": MILLER}

_LAST_ROW, _LAST_COLUMN, _NEXT = "last placement row", "last placement column", "next player"


def _player_labels(player: str) -> tuple[str, ...]:
    own = (f"{player} {value}" for value in ("stone", "score", "wins"))
    return (*own, *(f"{player} {word} stones" for word in _KINDS))


_LABELS = (*_player_labels("computer"), *_player_labels("human"), _LAST_ROW, _LAST_COLUMN, _NEXT)


def document_format(ruleset: Ruleset) -> ForeignFormat[Tournament]:
    """Return this format as a file format from which tournaments of this ruleset are read and written."""
    return ForeignFormat(FORMAT_NAME, ".txt", sniff, partial(read, ruleset), write)


def sniff(text: str) -> bool:
    """Return True if most of the format's labels occur at line starts; the title is optional."""
    if len(text) > _LONGEST:
        return False
    begun = {" ".join(line.partition(":")[0].lower().split()) for line in text.splitlines() if ":" in line}
    return 2 * len(begun.intersection(_LABELS)) > len(_LABELS)


def read(ruleset: Ruleset, text: str) -> Tournament:
    """Read a tournament whose game continues from the board in the file. Raises ParseError."""
    lines = _lines(text)
    rows = list(takewhile(lambda numbered: ":" not in numbered[1], lines))
    board = _read_board(rows)
    fields = read_labelled(lines[len(rows) :], _LABELS)
    human_wins, computer_wins = _both(fields, "wins", _MOST_WINS)
    tournament = Tournament(
        ruleset,
        complete_options(ruleset.info, {}),
        (Participant("Human"), Participant("Computer", GREEDY.id)),
        seed=0,
        first=_HUMAN,
        wins_before=(float(human_wins), float(computer_wins)),
        origin=ForeignOrigin(FORMAT_NAME, text),
    )
    tournament.start_game(_read_state(board, fields))
    return tournament


def _lines(text: str) -> list[NumberedLine]:
    """Return the numbered lines with content, without blank lines, the title and code fences."""
    numbered = enumerate(text.removeprefix("\ufeff").splitlines(), start=1)
    lines = [(number, line.strip()) for number, line in numbered if line.strip(" \t`")]
    return lines[1:] if lines and _is_title(lines[0][1]) else lines


def _is_title(line: str) -> bool:
    # The scan has stray letters in the sample's title, so only its beginning is compared.
    return "".join(line.lower().split()).startswith("boa")


def _read_board(rows: Sequence[NumberedLine]) -> tuple[str, ...]:
    for y, (number, line) in enumerate(rows):
        count = len(line.split())
        if count != POND.columns:
            quoted = " ".join(line.split())
            raise ParseError(
                _(
                    "{line!r} should be row {row} of the board with {columns} cells, but has {cells}",
                    line=quoted,
                    row=y,
                    columns=POND.columns,
                    cells=count,
                ),
                line=number,
            )
    if len(rows) != POND.rows:
        last = rows[-1][0] if rows else 0
        raise ParseError(
            _("the board has {rows} rows instead of {wanted}", rows=len(rows), wanted=POND.rows), line=last
        )
    return tuple(stone for y, (number, line) in enumerate(rows) for stone in _read_row(y, number, line))


def _read_row(y: int, number: int, line: str) -> Iterator[str]:
    for x, cell in enumerate(line.lower().split()):
        is_pocket = POND.at(x, y) is not None
        allowed = (_EMPTY_POCKET, *STONES) if is_pocket else (_NO_POCKET,)
        if cell not in allowed:
            words = " ".join(allowed)
            raise ParseError(
                _(
                    "{cell!r} is not valid in row {row}, column {column}; expected one of: {words}",
                    cell=cell,
                    row=y,
                    column=x,
                    words=words,
                ),
                line=number,
            )
        if is_pocket:
            yield EMPTY if cell == _EMPTY_POCKET else cell


def _read_state(board: tuple[str, ...], fields: Mapping[str, Labelled]) -> PondState:
    colours = _read_colours(fields)
    seat = _PLAYERS.index(fields[_NEXT].one_of(_PLAYERS))
    scores = _both(fields, "score", len(LINES))
    state = PondState(
        geometry=POND,
        board=board,
        seat=seat,
        colours=colours,
        colour=colours[seat],
        last=_read_last(board, fields),
        scores={team: scores[colours.index(team)] for team in TEAMS},
        hands={team: _read_hand(_PLAYERS[colours.index(team)], fields) for team in TEAMS},
    )
    _check_stones(state, fields)
    _check_scores(state, fields)
    if not turns_agree(state):
        raise fields[_NEXT].refused(_("judging by the stones left, it is the other player's turn"))
    return state


def _both(fields: Mapping[str, Labelled], value: str, highest: int) -> tuple[int, int]:
    human, computer = (fields[f"{player} {value}"].number(0, highest) for player in _PLAYERS)
    return (human, computer)


def _read_colours(fields: Mapping[str, Labelled]) -> tuple[str, str]:
    human, computer = (fields[f"{player} stone"].one_of(TEAMS) for player in _PLAYERS)
    if human == computer:
        raise fields["human stone"].refused(_("{letter!r} is already the computer's stone", letter=computer))
    return (human, computer)


def _read_hand(player: str, fields: Mapping[str, Labelled]) -> dict[str, int]:
    return {kind: fields[f"{player} {word} stones"].number(0, FULL_HAND[kind]) for word, kind in _KINDS.items()}


def _read_last(board: tuple[str, ...], fields: Mapping[str, Labelled]) -> tuple[int, ...]:
    row, column = fields[_LAST_ROW], fields[_LAST_COLUMN]
    y, x = row.number(_NOWHERE, POND.rows - 1), column.number(_NOWHERE, POND.columns - 1)
    if x == y == _NOWHERE:
        return ()
    cell = POND.at(x, y)
    if cell is None:
        raise row.refused(_("there is no cell in row {row}, column {column}", row=y, column=x))
    if board[cell] == EMPTY:
        raise row.refused(_("there is no stone in row {row}, column {column}", row=y, column=x))
    return (cell,)


def _check_stones(state: PondState, fields: Mapping[str, Labelled]) -> None:
    for word, kind in _KINDS.items():
        total, wanted = stones_in_play(state, kind), 2 * FULL_HAND[kind]
        if total != wanted:
            text = _(
                "the human's stones and those on the board add up to {total} instead of {wanted}",
                total=total,
                wanted=wanted,
            )
            raise fields[f"computer {word} stones"].refused(text)


def _check_scores(state: PondState, fields: Mapping[str, Labelled]) -> None:
    for team, expected in points(arrangements(state.board, LINES)).items():
        if state.scores[team] != expected:
            player = _PLAYERS[state.colours.index(team)]
            raise fields[f"{player} score"].refused(_("the trios on the board add up to {points}", points=expected))


def write(tournament: Tournament) -> str | Reason:
    """Return the latest game and the number of earlier wins as text, or the Reason why the format cannot store it."""
    game = tournament.current
    if game is None:
        return Reason("no game", _("There is no game to export yet."))
    refusal = _refused_tournament(tournament) or _refused_game(game)
    if refusal is not None:
        return refusal
    wins = replace(tournament, games=tournament.games[:-1]).wins()
    if any(won != int(won) for won in wins):
        return Reason(
            "half wins",
            _("The Threestones 2017 file format only stores whole wins, but a draw gave each player half a win."),
        )
    return _text(tournament, game, wins)


def _refused_tournament(tournament: Tournament) -> Reason | None:
    computers = [participant for participant in tournament.participants if not participant.is_person]
    if len(computers) != 1:
        return Reason(
            "players", _("The Threestones 2017 format can hold only games of one person against the computer.")
        )
    if computers[0].level != GREEDY.id:
        return Reason(
            "level",
            _("In the 2017 file format, the computer always plays at the level {title}.", title=_(GREEDY.title)),
        )
    if tournament.best_of:
        return Reason(
            "series",
            _("The Threestones 2017 file format supports only open-ended series, not best of three, five or seven."),
        )
    if tournament.ended:
        return Reason("ended", _("The Threestones 2017 file format cannot mark a series as finished."))
    return None


def _refused_game(game: Game) -> Reason | None:
    state = game.match.state
    if not state.colour:
        return Reason("no mascots", _("The Threestones 2017 file format needs a mascot: choose one first."))
    if game.match.outcome is not None and not game.match.ended_by_rule:
        return Reason(
            "ended early",
            _("The Threestones 2017 file format cannot store a game that ended early, for example by resigning."),
        )
    if any(stones_in_play(state, kind) != 2 * total for kind, total in FULL_HAND.items()):
        return Reason(
            "set up",
            _("The Threestones 2017 file format only stores games that start on an empty board."),
        )
    return None


def _text(tournament: Tournament, game: Game, wins: tuple[float, float]) -> str:
    state = game.match.state
    human = next(index for index, one in enumerate(tournament.participants) if one.is_person)
    human_seat, computer_seat = game.seat_of(human), game.seat_of(1 - human)
    column, row = POND.cells[state.last[-1]] if state.last else (_NOWHERE, _NOWHERE)
    blocks = (
        (_TITLE, *_rows(state)),
        _player_lines("computer", state, state.colours[computer_seat], int(wins[1 - human])),
        _player_lines("human", state, state.colours[human_seat], int(wins[human])),
        (
            f"{_LAST_ROW}: {row}",
            f"{_LAST_COLUMN}: {column}",
            f"{_NEXT}: {'human' if state.seat == human_seat else 'computer'}",
        ),
    )
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _rows(state: State) -> Iterator[str]:
    for y in range(POND.rows):
        yield "".join(f"{_letter(state, x, y)}\t" for x in range(POND.columns))


def _letter(state: State, x: int, y: int) -> str:
    cell = POND.at(x, y)
    if cell is None:
        return _NO_POCKET
    return _EMPTY_POCKET if state.board[cell] == EMPTY else state.board[cell]


def _player_lines(player: str, state: State, team: str, wins: int) -> Iterator[str]:
    values = (team, state.scores[team], wins, *(state.hands[team][kind] for kind in _KINDS.values()))
    return (f"{label}: {value}" for label, value in zip(_player_labels(player), values, strict=True))
