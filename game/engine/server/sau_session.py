"""The engine's session in the Connect6 championship's protocol (SAU): its game, and a handler for each command."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatchmethod

from game.core.match import Match
from game.core.model import EMPTY, Move, ParseError, Place, Reason, State
from game.engine.protocol import sau
from game.engine.protocol.protocol import EngineCommand, Unknown
from game.engine.server.rule_lookup import find_championship_game
from game.engine.server.session import Session
from game.engine.server.think_turn import ThinkingLevel, distance_from_last
from game.plugins.registry import Catalogue

#: Engine name sent to the platform; a single word, like other engines' names.
NAME = "StoneFair"


class SauSession(Session):
    """The engine's session in the protocol of the Connect6 championship's platform."""

    def __init__(
        self,
        catalogue: Catalogue,
        write_line: Callable[[str], None],
        interrupted: Callable[[], bool],
        seconds: float,
    ) -> None:
        """Create a session without a game.

        ``write_line`` writes a line to the platform, ``seconds`` limits each turn, and ``interrupted`` returns True
        once a command is waiting that ends a running search.
        """
        super().__init__(catalogue, write_line, interrupted)
        self._settings.read("timeout_turn", str(round(seconds * 1000)))
        self._match: Match | None = None
        self._own = 0
        """The engine's player number."""
        self._refused: set[int] = set()
        """Cells of the engine's stones that the platform refused in this game."""

    def ponder(self, interrupted: Callable[[], bool]) -> None:
        """Do not ponder, because two engines often share the championship platform's machine."""

    def _error_line(self, sentence: str) -> str:
        return sau.format_error(sentence)

    @singledispatchmethod
    def _carry_out(self, command: EngineCommand) -> None:
        """Call the handler of a command; a command without a handler is ignored."""

    @_carry_out.register
    def _unknown(self, command: Unknown) -> None:
        raise ParseError(f"{command.line!r} is no line of this protocol")

    @_carry_out.register
    def _who_are_you(self, _: sau.WhoAreYou) -> None:
        self._write_line(f"name {NAME}")

    @_carry_out.register
    def _new_game(self, command: sau.NewGame) -> None:
        game = find_championship_game(self._catalogue.rulesets.values())
        self._match, self._own = Match(game.ruleset, game.options, 0), command.side
        self._refused.clear()
        if self._match.state.seat == self._own:
            self._answer(self._match, self._searched_turn(self._match))
        elif not self._interrupted():
            # This move is discarded. It loads the level's code now, so that loading does not take time from a turn.
            self._hint_level(self._match).play_turn(self._match.state, self._settings.rehearsal())

    @_carry_out.register
    def _other_turn(self, command: sau.OtherTurn) -> None:
        match = self._running_match()
        if match.state.seat == self._own:
            raise ParseError("it is our turn, and the opponent's cannot come now")
        made = match.play(*_moves(match, command.stones))
        if isinstance(made, Reason):
            raise ParseError(f"move {''.join(command.stones)} is refused: {made.message}")
        if match.outcome is None:
            self._answer(match, self._searched_turn(match))

    @_carry_out.register
    def _last_turn_refused(self, _: sau.LastTurnRefused) -> None:
        """Replace the engine's last turn, which the platform refused, by another one.

        Neither of its stones is played again, as the platform does not report which was wrong.
        """
        match = self._match
        if match is None or not match.plies or match.plies[-1].seat != self._own:
            raise ParseError("there is no turn of ours to take back")
        gone = match.undo(self._own)
        assert not isinstance(gone, Reason), "our turn was the last one"
        self._refused |= {ply.move.cell for ply in gone if isinstance(ply.move, Place)}
        self._answer(match, self._replacement_turn(match))

    @_carry_out.register
    def _game_ended(self, _: sau.GameEnded) -> None:
        self._match = None

    def _running_match(self) -> Match:
        if self._match is None:
            raise ParseError("new black or new white comes first")
        if self._match.outcome is not None:
            raise ParseError("the game is over")
        return self._match

    def _hint_level(self, match: Match) -> ThinkingLevel:
        info = match.ruleset.info
        level = info.level(info.hint_level)
        assert level is not None, "a ruleset has its hint level"
        return self._thinking_level(match.ruleset, level)

    def _searched_turn(self, match: Match) -> tuple[Move, ...]:
        """Search for the engine's turn with the level that gives hints, and return its moves."""
        return self._hint_level(match).play_turn(match.state, self._settings.limits())

    def _replacement_turn(self, match: Match) -> tuple[Move, ...]:
        """Return a turn on the free cells nearest to the last stone, excluding refused ones.

        Raises ParseError if no cell is left.
        """
        ahead = match.copy()
        while ahead.outcome is None and ahead.state.seat == self._own:
            cell = _nearest_free(ahead.state, self._refused)
            if cell is None:
                raise ParseError("every free place was refused")
            ahead.play(Place(cell, ahead.state.colour))
        return ahead.moves[len(match.plies) :]

    def _answer(self, match: Match, moves: tuple[Move, ...]) -> None:
        """Play the engine's turn and write it as two stones, as the platform expects.

        A winning first stone is followed by any second one.
        """
        due = match.state.placements_left
        made = match.play(*moves)
        assert not isinstance(made, Reason), "a level's turn is legal"
        cells = [move.cell for move in moves if isinstance(move, Place)]
        spare = _nearest_free(match.state, self._refused)
        if len(cells) < due and spare is not None:
            cells.append(spare)
        self._write_line(sau.format_move([match.state.geometry.cells[cell] for cell in cells]))


def _moves(match: Match, stones: tuple[str, ...]) -> tuple[Move, ...]:
    """Parse the opponent's turn; raises ParseError if it is invalid.

    If the first stone wins, the second one is left out.
    """
    state, told = match.state, f"move {''.join(stones)}"
    if len(stones) != state.placements_left:
        raise ParseError(f"{told} has {len(stones)} stones, and the turn has {state.placements_left}")
    moves: list[Move] = []
    for stone in stones:
        cell = state.geometry.at(*sau.read_point(stone))
        if cell is None:
            raise ParseError(f"{stone} is not on the board")
        moves.append(Place(cell, state.colour))
    first = moves[0]
    if match.ruleset.check(state, first) is None:
        is_won = match.ruleset.outcome(match.ruleset.apply(state, first).state) is not None
        return tuple(moves[:1] if is_won else moves)
    return tuple(moves)


def _nearest_free(state: State, barred: set[int]) -> int | None:
    """Return the free cell nearest to the last stone, or to the centre of an empty board; None if no cell is left."""
    free = (cell for cell, stone in enumerate(state.board) if stone == EMPTY and cell not in barred)
    return min(free, key=distance_from_last(state), default=None)
