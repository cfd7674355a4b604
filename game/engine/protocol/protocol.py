"""The commands of the Gomocup protocol from a manager to an engine, with our extensions.

Source: the page of the protocol in Piskvork, source/doc/protocl2en.htm. Points are ``x,y``, counted from 0 at the upper
left. Yixin's commands are in ``yixin``; ``reading`` parses the lines of all of them.

Our extensions to the commands:

- ``INFO ruleset``, ``INFO option``, ``INFO level``, ``INFO seed`` and ``INFO language`` choose the game, its options,
  the level, the seed of random choices and the language of notes.
- ``POSITION``, a position as text (the ruleset's ``dump``), ``DONE``: answered by the moves of one turn, such
  as ``h8 i9``.
- ``PROVE``, a position, ``DONE``: answered by ``PROOF fours h8`` and the like, the means by which the side to move wins
  by force and its first moves; by ``PROOF none`` if no forced win is found; by ``PROOF unknown`` if no search is
  possible.
- ``JUDGE n``, a position, ``DONE``: the engine reports each of the n best moves in a MESSAGE and answers with the best
  one in our notation, a single move even if a turn has several.

The lines of an engine are in ``replies``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from game.core.geometry import Position


@dataclass(frozen=True, slots=True)
class EngineCommand:
    """A command from a manager to an engine; base class of all commands."""

    is_yixin: bool = field(default=False, compare=False, repr=False, kw_only=True)
    """True for a line that only Yixin's dialect has: one that begins with YX, or START with two numbers."""


@dataclass(frozen=True, slots=True)
class Start(EngineCommand):
    """The command START n or RECTSTART w,h, which starts a game on an empty board. The answer is OK.

    Yixin-Board says START w h.
    """

    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class Begin(EngineCommand):
    """The command BEGIN, which asks the engine to make the first move of the game."""


@dataclass(frozen=True, slots=True)
class TurnCommand(EngineCommand):
    """The command TURN x,y, which reports the opponent's move. The answer is the engine's own move."""

    point: Position


@dataclass(frozen=True, slots=True)
class BoardStone:
    """A line of the command BOARD: a point and its owner, 1 for the engine, 2 for its opponent, 3 for a wall.

    A wall is a cell on which neither side may play. Piskvork marks a forbidden point of renju so, and a stone of a
    finished row in a continuous game, without its colour.
    """

    point: Position
    owner: int


@dataclass(frozen=True, slots=True)
class Board(EngineCommand):
    """The command BOARD or YXBOARD, which lists all stones of a position, oldest first.

    ``answered`` is True for BOARD, which the engine answers with a move, and False for YXBOARD, which has no answer.
    """

    stones: tuple[BoardStone, ...]
    answered: bool = True


@dataclass(frozen=True, slots=True)
class Swap2Board(EngineCommand):
    """The command SWAP2BOARD, which lists the stones of a Swap2 opening so far: none, three or five."""

    points: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class PositionText(EngineCommand):
    """The command POSITION, which gives a position as text. The answer is the moves of one turn, such as ``h8 i9``."""

    text: str


@dataclass(frozen=True, slots=True)
class ProvePosition(EngineCommand):
    """The command PROVE with a position as text. The answer is a forced win of the side to move."""

    text: str


@dataclass(frozen=True, slots=True)
class JudgePosition(EngineCommand):
    """The command JUDGE n, which gives a position as text and asks for the ``count`` best moves.

    The engine reports these moves and answers with the best one.
    """

    count: int
    text: str


@dataclass(frozen=True, slots=True)
class InfoLine(EngineCommand):
    """The command INFO, which gives the key and value of a setting. There is no answer."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class Takeback(EngineCommand):
    """The command TAKEBACK x,y, which removes the stone on this point. The answer is OK."""

    point: Position


@dataclass(frozen=True, slots=True)
class Restart(EngineCommand):
    """The command RESTART, which empties the board for a new game. The answer is OK."""


@dataclass(frozen=True, slots=True)
class About(EngineCommand):
    """The command ABOUT, which asks for the engine's name, version, author and country."""


@dataclass(frozen=True, slots=True)
class Play(EngineCommand):
    """The command PLAY x,y, with which a manager accepts a move that the engine only suggested. The answer is x,y."""

    point: Position


@dataclass(frozen=True, slots=True)
class End(EngineCommand):
    """The command END, which ends the engine process."""


@dataclass(frozen=True, slots=True)
class Unknown(EngineCommand):
    """A line with an unknown command, stored whole."""

    line: str


@dataclass(frozen=True, slots=True)
class Malformed(EngineCommand):
    """A known command with invalid arguments, and a sentence with the reason."""

    sentence: str
