"""The translation between questions to an opponent and the Gomocup protocol of foreign engines.

Source: the page of the protocol in Piskvork, source/doc/protocl2en.htm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, zip_longest

from game.core.language import _, gettext_noop
from game.core.model import Options
from game.core.plain_text import one_line
from game.core.ruleset import Ruleset
from game.engine.client.dialect import EngineError, EngineReport, LinesToSend
from game.engine.client.engine_program import USUAL_DIALECT, EngineProgram
from game.engine.client.foreign_dialect import BoardQuestion, ForeignDialect, GivesUp, PointsPlayed, complaints
from game.engine.client.texts import read_introduction, read_message
from game.engine.protocol.replies import format_point

#: Milliseconds of a game without a limit. The protocol's value for it is 0, but PentaZen then thinks for ever.
_MATCH_MILLISECONDS = 86_400_000
#: ``INFO time_left`` of a game without a limit.
_UNLIMITED = 2_147_483_647
_MEGABYTE = 1 << 20

_POINT = re.compile(r"(-?\d{1,9})\s{0,9},\s{0,9}(-?\d{1,9})")


@dataclass(slots=True)
class _Board:
    """Our copy of the board of a Gomocup engine. The stones are ordered from oldest to newest."""

    size: tuple[int, int]
    """The numbers of columns and rows."""
    rule: int
    colour: str
    stones: dict[int, str]


class GomocupTalk:
    """A translator to the Gomocup protocol for one engine: START sets up a board, then turns follow."""

    def __init__(self, engine: EngineProgram) -> None:
        self._engine = engine
        self._board: _Board | None = None
        self._position: BoardQuestion | None = None
        self._rule = 0
        """Number of the rule as the engine counts rules."""
        self._is_ready = False
        """True if START was answered; the next point is then the move."""

    def ask(self, position: BoardQuestion) -> LinesToSend:
        """Return a TURN command if one leads from the engine's board to the position, otherwise START."""
        rule = position.ruleset.gomocup_rule(position.options)
        assert rule is not None, "the dialect expresses the game"
        self._position, self._rule = position, self._engine.rules.get(rule, rule)
        turn = self._turn(position)
        self._is_ready = turn is not None
        if turn is not None:
            return self._request([turn])
        self._board = None
        columns, rows = _size(position)
        return LinesToSend((f"START {columns}" if columns == rows else f"RECTSTART {columns},{rows}",))

    def parse_line(self, text: str) -> Iterator[EngineReport | PointsPlayed | GivesUp]:
        """Parse a line of a Gomocup engine and yield what it reports; a short unknown line becomes an EngineError."""
        name = read_introduction(text)
        if name is not None:
            yield name
        position = self._position
        if position is None:
            return
        word, _space, rest = text.partition(" ")
        match word.upper():
            case "MESSAGE":
                yield read_message(rest, position.state.geometry)
            case "DEBUG":
                pass
            case "ERROR":
                yield GivesUp(rest or _("the engine reported an error: {word}", word="ERROR"))
            case "UNKNOWN":
                yield EngineError(one_line(text))
            # No other line is ever sent back: an engine that does not read its input could fill our memory with
            # replies.
            case "SUGGEST" if self._is_ready and _POINT.fullmatch(rest.strip()):
                yield LinesToSend((f"PLAY {rest.strip()}",))
            # PentaZen ends its ABOUT without a line end, so that OK follows on the same line.
            case _ if not self._is_ready and text.upper().endswith("OK"):
                self._is_ready = True
                yield self._board_lines(position)
            case _ if self._is_ready and (point := _POINT.fullmatch(text)) is not None:
                x, y = int(point[1]), int(point[2])
                yield PointsPlayed(((x, y),), (f"{x},{y}",))
            case _ if name is None:
                yield from complaints(text)

    def accept(self, stones: dict[int, str]) -> None:
        """Add the engine's own stone to our copy of the engine's board."""
        assert self._board is not None
        self._board.stones |= stones

    def _turn(self, position: BoardQuestion) -> str | None:
        """Return the TURN command that leads from the engine's board to this position, or None."""
        known, state = self._board, position.state
        told = (_size(position), self._rule, state.colour)
        if known is None or (known.size, known.rule, known.colour) != told:
            return None
        now = position.stones
        new = [cell for cell in now if cell not in known.stones]
        is_next = len(new) == 1 and now[new[0]] != state.colour and known.stones.items() <= now.items()
        if not is_next:
            return None
        known.stones[new[0]] = now[new[0]]
        return f"TURN {format_point(state.geometry, new[0])}"

    def _board_lines(self, position: BoardQuestion) -> LinesToSend:
        """Return the lines that follow START: the settings of the game, the position and the request for a move."""
        state, stones = position.state, in_turn_order(position)
        self._board = _Board(_size(position), self._rule, state.colour, stones)
        owners = (f"{format_point(state.geometry, c)},{1 if s == state.colour else 2}" for c, s in stones.items())
        game_seconds = position.question.game_seconds
        match_time = _MATCH_MILLISECONDS if game_seconds is None else max(1, round(game_seconds * 1000))
        settings = (
            f"INFO timeout_match {match_time}",
            f"INFO max_memory {self._engine.memory_megabytes * _MEGABYTE}",
            "INFO game_type 1",
            f"INFO rule {self._rule}",
            # After our own, as in c-gomoku-cli: Rapfi's max_memory and hash_size are one value, and the last counts.
            *self._engine.settings_lines("INFO "),
        )
        request = self._request(["BOARD", *owners, "DONE"] if stones else ["BEGIN"])
        return LinesToSend((*settings, *request.lines), asks_move=True)

    def _request(self, lines: list[str]) -> LinesToSend:
        assert self._position is not None
        question = self._position.question
        limit_of_nodes = [f"INFO max_node {question.nodes}"] if question.nodes else []
        timeout = f"INFO timeout_turn {round(question.seconds * 1000)}"
        left = _UNLIMITED if question.game_seconds is None else round(question.game_seconds * 1000)
        # An extension by Rapfi; the protocol has no increment.
        increment = [f"INFO time_increment {round(question.increment * 1000)}"] if question.increment else []
        return LinesToSend((timeout, f"INFO time_left {left}", *increment, *limit_of_nodes, *lines), asks_move=True)


def _size(position: BoardQuestion) -> tuple[int, int]:
    return position.state.geometry.columns, position.state.geometry.rows


def in_turn_order(position: BoardQuestion) -> dict[int, str]:
    """Return the stones by cell, in alternating colours and with the newest of each colour last.

    The true order is unknown, but engines expect an order of turns that ends with a stone of the opponent. After passes
    one colour has stones too many. They come first, after a stone of the beginning colour: Rapfi takes the first
    stone's colour for the beginning one, and adds a pass between two stones of a colour (``getPosition`` in its
    gomocup.cpp).
    """
    state, colours = position.state, position.by_age()
    own = position.ruleset.info.colours.index(state.colour)
    backwards = chain.from_iterable(zip_longest(reversed(colours[1 - own]), reversed(colours[own])))
    cells = [cell for cell in backwards if cell is not None][::-1]
    first = next((cell for cell in cells[:-1] if cell in colours[0]), None)
    ordered = cells if first is None else [first, *(cell for cell in cells if cell != first)]
    return {cell: state.board[cell] for cell in ordered}


def _expresses(ruleset: Ruleset, options: Options) -> bool:
    return ruleset.gomocup_rule(options) is not None


GOMOCUP = ForeignDialect(
    id=USUAL_DIALECT,
    title="Gomocup",
    refusal=gettext_noop("the Gomocup protocol does not support {ruleset} with the chosen options"),
    about=gettext_noop("The protocol that nearly every five-in-a-row engine uses."),
    expresses=_expresses,
    talk=GomocupTalk,
    who_are_you="ABOUT",
    farewell="END",
    numbers_rules=True,
)
