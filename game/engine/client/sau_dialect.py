"""Protocols of Connect6 engines: that of the Chinese championship, and extensions by the engine Cloudict.

The platform's lines describe a game from its beginning: ``new`` gives the engine its side, and then the opponent's
turns follow. Cloudict, and engines with the same interface, can also be given any position between two turns: ``black
XXXX`` and ``white XXXX`` place stones, and ``next`` asks for the next turn (source: Cloudict's README, Runtime Notes).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from game.core.language import _, gettext_noop
from game.core.model import Options, ParseError, State
from game.core.plain_text import one_line
from game.core.ruleset import Ruleset, WireProtocol, protocols_of
from game.engine.client.dialect import EngineReport, LinesToSend, Named
from game.engine.client.engine_program import EngineProgram
from game.engine.client.foreign_dialect import BoardQuestion, ForeignDialect, GivesUp, PointsPlayed, complaints
from game.engine.protocol import sau

_NAME = re.compile(r"name (\w.{0,79})")


@dataclass(frozen=True, slots=True)
class _Words:
    """The points in which the protocols of Connect6 engines differ."""

    lone_stone: str
    """Letters that follow the stone of a turn of one stone."""
    lays_stones: bool
    """True if the engine knows ``black``, ``white`` and ``next``."""


class SauTalk:
    """A translator to the Connect6 championship's protocol for one engine: ``new``, then the opponent's turns."""

    def __init__(self, words: _Words, engine: EngineProgram) -> None:
        self._words = words
        self._engine = engine
        self._colour = ""
        """The engine's colour in the game that it knows; "" before the first game."""
        self._stones: dict[int, str] = {}
        self._is_asked = False

    def ask(self, position: BoardQuestion) -> LinesToSend:
        """Return the lines that tell the engine the opponent's turn, or a whole new game if it needs that.

        Raises ParseError in the middle of a turn, for stones that no sequence of turns can have placed, and for a game
        in progress if the engine cannot be given a position.
        """
        turns = _turns(position)
        lines = self._next_turn(position) or self._new_game(position, turns)
        self._colour, self._stones, self._is_asked = position.state.colour, position.stones, True
        return LinesToSend(tuple(lines), asks_move=True)

    def parse_line(self, text: str) -> Iterator[EngineReport | PointsPlayed | GivesUp]:
        """Parse a line of a Connect6 engine and yield what it reports; many lines of these engines report nothing."""
        name = _NAME.fullmatch(text)
        answer = sau.read_answer(text)
        if name is not None:
            yield Named(one_line(name[1]))
        elif not self._is_asked:
            return
        elif answer is not None:
            words = sau.split_stones(answer)
            from_bottom = self._engine.rows_from_bottom
            yield PointsPlayed(tuple(sau.read_point(word, from_bottom=from_bottom) for word in words), words)
        elif text.lower().startswith("error"):
            yield GivesUp(text[len("error") :].strip() or _("the engine reported an error: {word}", word="error"))
        else:
            yield from complaints(text)

    def accept(self, stones: dict[int, str]) -> None:
        """Add the engine's own turn to our copy of the engine's board."""
        self._stones |= stones

    def _next_turn(self, position: BoardQuestion) -> list[str]:
        """Return the lines with the opponent's turn if it continues the engine's game, otherwise []."""
        now, colour = position.stones, position.state.colour
        new = {cell: letter for cell, letter in now.items() if cell not in self._stones}
        is_next = self._colour == colour and self._stones.items() <= now.items() and bool(new)
        if not is_next or colour in new.values():
            return []
        return [f"move {self._move_text(position, list(new))}"]

    def _new_game(self, position: BoardQuestion, turns: list[tuple[str, list[int]]]) -> list[str]:
        settings = self._engine.settings_lines()
        if not turns:
            return [*settings, f"new {sau.COLOURS[0]}"]
        begun = [*settings, f"new {sau.COLOURS[1]}"]
        if len(turns) == 1:
            return [*begun, f"move {self._move_text(position, turns[0][1])}"]
        if not self._words.lays_stones:
            raise ParseError(_("the engine can follow a game only from the beginning, and this game has already begun"))
        return [*begun, *(f"{side} {self._move_text(position, cells)}" for side, cells in turns), "next"]

    def _move_text(self, position: BoardQuestion, cells: list[int]) -> str:
        points = [position.state.geometry.cells[cell] for cell in cells]
        stones = sau.format_stones(points, from_bottom=self._engine.rows_from_bottom)
        return stones if len(cells) == 2 else stones + self._words.lone_stone


def _turns(position: BoardQuestion) -> list[tuple[str, list[int]]]:
    """Return turns that may have led to a position, each as a colour and its cells; the newest stones come last.

    Raises ParseError if there are none, and in the middle of a turn.
    """
    state = position.state
    if state.placements_left != _stones_of_turn(state):
        raise ParseError(_("the turn has already begun with one stone, but the engine can only play complete turns"))
    cells = position.by_age()
    sizes = [len(each) for each in cells]
    turns: list[tuple[str, list[int]]] = []
    while sum(map(len, cells)) > 0:
        side, whole = len(turns) % 2, 2 if turns else 1
        turn, cells[side] = cells[side][:whole], cells[side][whole:]
        if len(turn) != whole:
            raise ParseError(
                _(
                    "{black} black and {white} white stones are not possible in this game",
                    black=sizes[0],
                    white=sizes[1],
                )
            )
        turns.append((sau.COLOURS[side], turn))
    if state.colour != position.ruleset.info.colours[len(turns) % 2]:
        raise ParseError(_("the stones on the board show that it is the other colour's turn"))
    return turns


def _stones_of_turn(state: State) -> int:
    """Return the number of stones in a whole turn of the side to move: 1 for the first turn, then 2."""
    return 2 if any(stone in state.colours for stone in state.board) else 1


def _expresses(ruleset: Ruleset, options: Options) -> bool:
    return WireProtocol.SAU in protocols_of(ruleset, options)


SAU = ForeignDialect(
    id="sau",
    title="SAU",
    refusal=gettext_noop("the Connect6 championship protocol does not support {ruleset} with the chosen options"),
    about=gettext_noop("Connect6 championship protocol, only for new games."),
    expresses=_expresses,
    talk=partial(SauTalk, _Words(lone_stone=sau.NO_STONE, lays_stones=False)),
    who_are_you="name?",
    farewell="quit",
    whole_turns=True,
    letters_rows=True,
    lays_stones=False,
)
CLOUDICT = ForeignDialect(
    id="cloudict",
    title="Cloudict",
    refusal=gettext_noop("the Cloudict protocol does not support {ruleset} with the chosen options"),
    about=gettext_noop("Protocol for Connect6, also for games in progress."),
    expresses=_expresses,
    # Cloudict reads a second stone from any text after the first, even from @@, which is outside its board.
    talk=partial(SauTalk, _Words(lone_stone="", lays_stones=True)),
    who_are_you="name",
    farewell="quit",
    whole_turns=True,
    letters_rows=True,
)
