"""The engine's session in the Gomocup protocol: its board, its settings, and a handler for each command."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import singledispatchmethod

from game.core.geometry import Position
from game.core.language import _, spoken
from game.core.model import EMPTY, Choose, Move, ParseError, Place, State
from game.core.notation import Remark
from game.core.own_program import own_commit, own_version
from game.core.ruleset import (
    Level,
    Limits,
    PluginError,
    Ruleset,
    WireProtocol,
    complete_options,
    format_move,
    why_no_opponents,
)
from game.engine.protocol import protocol, replies
from game.engine.server.code_loading import CodeLoading, player_without_code
from game.engine.server.gomocup_board import GomocupBoard, allows_a_move, read_stones
from game.engine.server.openings import opening_state, swap2_answers
from game.engine.server.rule_lookup import (
    FREESTYLE,
    ConfiguredRuleset,
    check_rule_number,
    find_game,
    has_board,
    rule_meant,
    with_opening,
)
from game.engine.server.session import Session, ignore_remark
from game.engine.server.think_turn import (
    MOST_SECONDS,
    Expectation,
    ThinkingLevel,
    expectation,
    prove,
)
from game.plugins.registry import Catalogue
from game.storage import compiled_code

ABOUT = 'name="Stone Fair", version="{version}", author="the Stone Fair authors", country="any"'
COMMIT = ', commit="{commit}"'

#: Seconds of processor time in which a prover looks for a forced win.
PROOF_SECONDS = 0.3
#: Numbers of stones of a Swap2 opening at which the engine can be asked.
_SWAP2_STONES = (0, 3, 5)


class GomocupSession(Session):
    """The engine's session in the Gomocup protocol with our extensions; each command has a handler method."""

    def __init__(
        self, catalogue: Catalogue, write_line: Callable[[str], None], interrupted: Callable[[], bool]
    ) -> None:
        """Create a session without a board.

        ``write_line`` writes a line to the manager. ``interrupted`` returns True once a command is waiting that ends a
        running search.
        """
        super().__init__(catalogue, write_line, interrupted)
        self._gomocup_board: GomocupBoard | None = None
        self._forgets = False
        self._last_remark: Remark | None = None
        self._expected: Expectation | None = None
        self._is_rehearsed = False
        self._loading = CodeLoading()
        self._searched: tuple[Ruleset, State] | None = None
        """The position of the turn that is searched, or was searched last."""
        self._is_yixin = False
        """True once the manager has used Yixin's dialect."""

    def ponder(self, interrupted: Callable[[], bool]) -> None:
        """Load the search after START, in the background; ponder without reports, until ``interrupted`` returns True.

        Pondering searches the expected next position, if the manager switched it on and the last search named an
        expected reply.
        """
        if self._gomocup_board is not None:
            self._rehearse_once()
        expected = self._expected
        if expected is None or not self._settings.ponders:
            return
        thinking_level = self._thinking_level(expected.ruleset, expected.level, interrupted=interrupted)
        limits = replace(
            self._settings.limits(), seconds=MOST_SECONDS, most_seconds=0.0, nodes=0, depth=0, makes_way=True
        )
        try:
            thinking_level.play_turn(expected.state, limits)
        except PluginError:
            self._expected = None
        if not interrupted():
            self._expected = None

    def obey(self, command: protocol.EngineCommand, came: float | None = None) -> None:
        """Carry out a manager's command and answer it; on failure, answer ERROR with the reason."""
        if not isinstance(command, protocol.InfoLine):
            self._expected = None
        self._is_yixin = self._is_yixin or command.is_yixin
        super().obey(command, came)

    def _error_line(self, sentence: str) -> str:
        return replies.format_error(sentence)

    @singledispatchmethod
    def _carry_out(self, command: protocol.EngineCommand) -> None:
        """Call the handler of a command; ignore a command without one, such as Stop outside a search."""

    @_carry_out.register
    def _unknown(self, command: protocol.Unknown) -> None:
        self._write_line(f"UNKNOWN {command.line}")

    @_carry_out.register
    def _about(self, _: protocol.About) -> None:
        commit = own_commit()
        self._write_line(ABOUT.format(version=own_version()) + (COMMIT.format(commit=commit) if commit else ""))

    @_carry_out.register
    def _info(self, command: protocol.InfoLine) -> None:
        if command.key == "language" and command.value != spoken():
            self._catalogue.set_language(command.value)
        self._settings.read(command.key, command.value)
        if command.key == "rule":
            check_rule_number(self._rulesets(), command.value, is_yixin=self._is_yixin)

    # Standard protocol

    @_carry_out.register
    def _start(self, command: protocol.Start) -> None:
        if command.columns != command.rows:
            raise ParseError(f"boards here are square, and {command.columns}x{command.rows} is not")
        if not any(has_board(ruleset, self._settings.options, command.columns) for ruleset in self._rulesets()):
            raise ParseError(f"there is no game here on a board of {command.columns}x{command.rows}")
        earlier, self._gomocup_board = self._gomocup_board, GomocupBoard(command.columns)
        self._is_rehearsed = self._is_rehearsed and earlier is not None and earlier.size == command.columns
        self._settings.clock.begin_game()
        # The manager may wait for OK only briefly, so the code is loaded afterwards.
        self._write_line("OK")

    @_carry_out.register
    def _restart(self, _: protocol.Restart) -> None:
        self._gomocup_board = GomocupBoard(self._started_board().size)
        self._settings.clock.begin_game()
        self._write_line("OK")

    @_carry_out.register
    def _begin(self, _: protocol.Begin) -> None:
        self._answer_move(*self._plain_game())

    @_carry_out.register
    def _turn(self, command: protocol.TurnCommand) -> None:
        game, board = self._plain_game()
        self._put_if_legal(game, board, command.point)
        self._answer_move(game, board)

    @_carry_out.register
    def _play(self, command: protocol.Play) -> None:
        game, board = self._plain_game()
        cell = self._put_if_legal(game, board, command.point)
        self._write_line(replies.format_point(game.geometry, cell))

    @_carry_out.register
    def _board(self, command: protocol.Board) -> None:
        game, board = self._plain_game()
        first, second = game.ruleset.info.colours
        owners = [stone.owner for stone in command.stones]
        own = first if owners.count(1) >= owners.count(2) else second
        colours = {1: own, 2: game.other(own), 3: ""}
        found = read_stones(game, ((stone.point, colours[stone.owner]) for stone in command.stones))
        walls = frozenset(cell for cell, colour in found.items() if not colour)
        stones = {cell: colour for cell, colour in found.items() if colour}
        self._gomocup_board = GomocupBoard(board.size, own, stones, walls)
        if command.answered:
            self._answer_move(game, self._gomocup_board)

    @_carry_out.register
    def _takeback(self, command: protocol.Takeback) -> None:
        game, board = self._plain_game()
        cell = game.cell(command.point)
        if cell not in board.stones:
            raise ParseError(f"there is no stone to take back on {command.point[0]},{command.point[1]}")
        board.colour = board.stones.pop(cell)
        self._write_line("OK")

    @_carry_out.register
    def _swap2(self, command: protocol.Swap2Board) -> None:
        """Answer the command SWAP2BOARD with the engine's turn in the Swap2 opening.

        The answer is the points of our stones, ``SWAP`` to take Black, or White's next stone to take White.
        """
        if len(command.points) not in _SWAP2_STONES:
            raise ParseError(f"a Swap2 opening has 0, 3 or 5 stones, not {len(command.points)}")
        game, _ = self._plain_game()
        opening = with_opening(game, WireProtocol.SWAP2)
        state = opening_state(opening, command.points, swap2_answers(len(command.points)))
        moves = self._play_turn(opening.ruleset, state)
        points = [replies.format_point(opening.geometry, move.cell) for move in moves if isinstance(move, Place)]
        self._write_line("SWAP" if Choose("black") in moves else " ".join(points))

    def _rulesets(self) -> list[Ruleset]:
        """Return the ruleset set by INFO, or all rulesets if none is set."""
        return [self._named_ruleset()] if self._settings.ruleset else list(self._catalogue.rulesets.values())

    def _named_ruleset(self) -> Ruleset:
        name = self._settings.ruleset
        if name not in self._catalogue.rulesets:
            raise ParseError(f"there is no ruleset {name!r} here (there are: {', '.join(self._catalogue.rulesets)})")
        return self._catalogue.rulesets[name]

    def _started_board(self) -> GomocupBoard:
        if self._gomocup_board is None:
            raise ParseError("START comes first")
        return self._gomocup_board

    def _plain_game(self) -> tuple[ConfiguredRuleset, GomocupBoard]:
        """Return the ruleset with options that the current settings select, and the session's board.

        It is looked up for each command because ``INFO rule``, and the lines that show Yixin's dialect, may come after
        START. Raises ParseError before START and if there is no such game.
        """
        board, settings = self._started_board(), self._settings
        rule = None if settings.ruleset else FREESTYLE
        if settings.rule is not None:
            rule = rule_meant(settings.rule, is_yixin=self._is_yixin)
            if rule is None:
                raise ParseError(f"there is no rule {settings.rule} in Yixin's dialect (there are: 0, 1, 2)")
        game = find_game(self._rulesets(), settings.options, board.size, rule)
        board.colour = board.colour or game.ruleset.info.colours[0]
        return game, board

    def _put_if_legal(self, game: ConfiguredRuleset, board: GomocupBoard, point: Position) -> int:
        """Place a stone of the colour to move and return its cell; raises ParseError if the move is illegal."""
        cell = game.cell(point)
        if cell in board.walls:
            raise ParseError(f"{point[0]},{point[1]} is refused: there is a wall")
        refusal = game.ruleset.check(game.position(board.stones, board.colour), Place(cell, board.colour))
        if refusal is not None:
            raise ParseError(f"{point[0]},{point[1]} is refused: {refusal.message}")
        self._put(game, board, cell)
        return cell

    def _put(self, game: ConfiguredRuleset, board: GomocupBoard, cell: int) -> None:
        board.stones[cell] = board.colour
        board.colour = game.other(board.colour)

    def _answer_move(self, game: ConfiguredRuleset, board: GomocupBoard, best: int = 1) -> None:
        cell = self._think(game, board, best)
        self._put(game, board, cell)
        self._write_line(replies.format_point(game.geometry, cell))

    def _think(self, game: ConfiguredRuleset, board: GomocupBoard, best: int = 1) -> int:
        """Search for the move of a one-stone turn in the standard Gomocup protocol and return its cell.

        ``best`` is the number of best moves to report.

        If every free point is forbidden, the game is drawn by our rules, but the manager still waits for a move: return
        the first free cell.
        """
        state = game.position(board.stones, board.colour)
        outcome, excluded = game.ruleset.outcome(state), self._excluded(game, board)
        is_over = outcome is not None and outcome.winner is None
        if is_over or (outcome is None and not allows_a_move(game.ruleset, state, excluded)):
            free = (cell for cell, stone in enumerate(state.board) if stone == EMPTY and cell not in board.walls)
            cell = next(free, None)
            if cell is None:
                raise ParseError("there is no free point")
            return cell
        (move,) = self._play_turn(game.ruleset, state, best, excluded=excluded)
        assert isinstance(move, Place), "a position without an opening asks for stones"
        return move.cell

    def _excluded(self, game: ConfiguredRuleset, board: GomocupBoard) -> frozenset[int]:
        """Return the empty cells on which our next stone must not be placed."""
        return board.walls

    # Our extensions

    @_carry_out.register
    def _position(self, command: protocol.PositionText) -> None:
        ruleset = self._named_ruleset()
        state = self._loaded(ruleset, command.text)
        # The time of a turn begins when the engine is ready, which no other command can expect.
        self._rehearse_once()
        self._loading.wait()
        self._came = time.monotonic()
        moves = self._play_turn(ruleset, state, plays_always=False)
        self._write_line(" ".join(format_move(ruleset.info, state.geometry, move) for move in moves))

    @_carry_out.register
    def _judge(self, command: protocol.JudgePosition) -> None:
        """Report the best moves of a position, and answer with the best one.

        The search runs at low priority, so that other programs are not slowed down.
        """
        ruleset = self._named_ruleset()
        state = self._loaded(ruleset, command.text)
        if ruleset.outcome(state) is not None:
            raise ParseError("the game is over")
        seconds = self._settings.clock.turn_seconds
        move = self._search(ruleset, state, seconds, self._write_remark, best=command.count, makes_way=True)
        self._write_line(format_move(ruleset.info, state.geometry, move))

    @_carry_out.register
    def _prove(self, command: protocol.ProvePosition) -> None:
        ruleset = self._named_ruleset()
        state = self._loaded(ruleset, command.text)
        # Proofs are searched only with compiled code; other commands compile it.
        self._loading.wait()
        compiled_code.discard_damaged()
        proof = prove(ruleset, self._catalogue.package(ruleset.info.id), state, Limits(seconds=PROOF_SECONDS))
        self._write_line(replies.format_proof(proof))

    def _search(
        self,
        ruleset: Ruleset,
        state: State,
        seconds: float,
        on_remark: Callable[[Remark], None],
        *,
        best: int = 1,
        makes_way: bool = False,
        excluded: frozenset[int] = frozenset(),
    ) -> Move:
        """Search a position for ``seconds``, whatever the clock says, and return the best move.

        The reports of the ``best`` best moves go to ``on_remark``. The move is not to a cell in ``excluded``.
        """
        limits = replace(self._settings.limits(), seconds=seconds, most_seconds=0.0)
        limits = replace(limits, best=best, makes_way=makes_way, forgets=self._forgets)
        self._forgets = False
        thinking_level = self._thinking_level(ruleset, self._level(ruleset), on_remark)
        return replace(thinking_level, excluded=excluded).judge(state, limits)

    def _loaded(self, ruleset: Ruleset, text: str) -> State:
        """Return the position of a text. Raises ParseError if it is none, or if no level can play on its board."""
        options = complete_options(ruleset.info, self._settings.options)
        refused = why_no_opponents(ruleset, options)
        if refused is not None:
            raise ParseError(refused.message)
        return ruleset.load(text, options)

    def _play_turn(
        self,
        ruleset: Ruleset,
        state: State,
        best: int = 1,
        *,
        plays_always: bool = True,
        excluded: frozenset[int] = frozenset(),
    ) -> tuple[Move, ...]:
        if ruleset.outcome(state) is not None:
            raise ParseError("the game is over")
        level = self._level(ruleset)
        self._rehearse_once()
        if plays_always and level.compiled and not self._loading.wait(0.0):
            moves = self._play_while_loading(ruleset, state, excluded)
            if moves:
                return moves
        thinking_level = replace(
            self._thinking_level(ruleset, level, self._write_remark), plays_always=plays_always, excluded=excluded
        )
        self._searched = ruleset, state
        self._settings.clock.wait(self._waited())
        limits = replace(self._turn_limits(ruleset, state), best=max(1, best), forgets=self._forgets)
        self._forgets = False
        began, had, self._last_remark = time.monotonic(), time.process_time(), None
        moves = thinking_level.play_turn(state, limits)
        thought = time.monotonic() - began
        # With several threads, processor time is no measure of the time spent waiting for a processor.
        worked = time.process_time() - had if limits.threads == 1 else thought
        self._settings.clock.end_turn(thought, max(limits.seconds, limits.most_seconds), worked)
        self._expected = expectation(ruleset, level, state, moves, self._last_remark)
        return moves

    def _turn_limits(self, ruleset: Ruleset, state: State) -> Limits:
        return self._settings.limits(-(-state.board.count(EMPTY) // 2), ruleset.info.usual_turns)

    def _play_while_loading(self, ruleset: Ruleset, state: State, excluded: frozenset[int]) -> tuple[Move, ...]:
        """Return the turn of a level without compiled code, or an empty tuple if the search is loaded in time.

        Also return an empty tuple if the ruleset has no such level: the turn then waits for the search.
        """
        player = player_without_code(ruleset, self._catalogue.package(ruleset.info.id), state, excluded)
        if player is None:
            return ()
        limits = self._turn_limits(ruleset, state)
        moves = self._loading.play_meanwhile(player, state, limits, self._waited(), self._interrupted)
        if not moves:
            return ()
        note = _("The engine is still being loaded, so {level} chose this move.", level=_(player.level.name))
        self._write_remark(Remark(note=note))
        waited = self._waited()
        self._settings.clock.end_turn(waited, limits.seconds, waited)
        return moves

    def _rehearse_once(self) -> None:
        """Start to play a move that is discarded, unless done before, so that no turn loses time for loading code.

        It is played in the background, so that the first turn can be answered in time although it comes early.
        """
        if self._is_rehearsed:
            return
        self._is_rehearsed = True
        try:
            game, board = self._plain_game()
            level = self._level(game.ruleset)
        except ParseError:
            # Report errors later, on the request for a move: further INFO lines may still correct the settings.
            return
        state, limits = game.position(board.stones, board.colour), self._settings.rehearsal()
        package = self._catalogue.package(game.ruleset.info.id)

        def play() -> None:
            if level.compiled:
                self._get_ready(package, level)
            # The request for a move reports the error.
            with suppress(PluginError):
                ThinkingLevel(game.ruleset, package, level, ignore_remark, lambda: False).play_turn(state, limits)

        self._loading.start(play)

    def _thinking_level(
        self,
        ruleset: Ruleset,
        level: Level,
        on_remark: Callable[[Remark], None] = ignore_remark,
        interrupted: Callable[[], bool] | None = None,
    ) -> ThinkingLevel:
        # Two threads must not load the same code.
        self._loading.wait()
        return super()._thinking_level(ruleset, level, on_remark, interrupted)

    def _write_remark(self, remark: Remark) -> None:
        if remark.rank == 1 and remark.variation:
            self._last_remark = remark
        for line in replies.format_remark(remark):
            self._write_line(line)

    def _write_compiling(self, done: int, total: int) -> None:
        self._write_line(replies.format_compiling(done, total))
