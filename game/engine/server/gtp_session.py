"""The engine's session in the Go Text Protocol (GTP): its game, and a handler for each command."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from game.core.geometry import Geometry
from game.core.model import EMPTY, ParseError, Place
from game.core.notation import Remark
from game.core.own_program import own_version
from game.core.plain_text import one_line
from game.core.ruleset import PluginError, Ruleset, with_passes
from game.engine.protocol import gtp
from game.engine.protocol.gtp import GtpCommand
from game.engine.protocol.protocol import EngineCommand
from game.engine.server.gtp_clocks import GtpClocks
from game.engine.server.gtp_game import GtpGame
from game.engine.server.rule_lookup import FREESTYLE, ConfiguredRuleset, named_rules, with_board
from game.engine.server.session import Session
from game.plugins.registry import Catalogue

NAME = "Stone Fair"
#: Version of the protocol.
_PROTOCOL_VERSION = "2"
#: Names of the colours, the first to move first: in the answers of GoGui's commands, and in a score.
_COLOURS, _INITIALS = ("black", "white"), "BW"
#: Word after the name of rules that adds passes to them.
_PASSES = "passes"


@dataclass(frozen=True, slots=True)
class GtpSetup:
    """The initial settings of a session in the Go Text Protocol: the rules, the level and the thinking time."""

    rules: str = ""
    """Name of the rules, such as a variant, if wanted with " passes" after it; "" for freestyle."""
    level: str = ""
    """Level id; "" for the ruleset's hint level."""
    seconds: float = 5.0
    """Thinking time of a turn while the controller sets no time."""


class GtpSession(Session):
    """The engine's session in the Go Text Protocol; each command has a handler, which returns the answer."""

    def __init__(
        self,
        catalogue: Catalogue,
        write_line: Callable[[str], None],
        interrupted: Callable[[], bool],
        setup: GtpSetup,
        write_note: Callable[[str], None],
    ) -> None:
        """Create a session with an empty board; raises ParseError if ``setup`` names unknown rules or levels.

        ``write_line`` writes a line to the controller, ``write_note`` a note beside the protocol. ``interrupted``
        returns True once the controller no longer waits for an answer.
        """
        super().__init__(catalogue, write_line, interrupted)
        self._write_note = write_note
        self._command = GtpCommand("", "")
        self._rules = named_rules(catalogue.rulesets.values())
        if not self._rules:
            raise ParseError("there is no game here that this protocol can express")
        self._rules_name = setup.rules or self._usual_rules()
        self._game = GtpGame(self._ruled(self._rules_name))
        self._clocks = GtpClocks(setup.seconds)
        self._settings.level = setup.level
        self._level(self._ruleset)
        self._is_rehearsed = False

    def obey(self, command: EngineCommand, came: float | None = None) -> None:
        """Carry out a controller's command and answer it."""
        assert isinstance(command, GtpCommand), "other commands belong to other protocols"
        self._command = command
        super().obey(command, came)

    def ponder(self, interrupted: Callable[[], bool]) -> None:
        """Do not ponder, because no command of the protocol allows it."""

    def _carry_out(self, command: EngineCommand) -> None:
        handler = _HANDLERS.get(self._command.name)
        if handler is None:
            raise ParseError(gtp.UNKNOWN_COMMAND)
        self._write_line(gtp.format_success(self._command, handler(self)))

    def _error_line(self, sentence: str) -> str:
        return gtp.format_failure(self._command, sentence)

    def _write_remark(self, remark: Remark) -> None:
        if remark.note:
            self._write_note(one_line(remark.note))

    def _write_compiling(self, done: int, total: int) -> None:
        self._write_note(f"compiling {done} of {total}")

    # Administrative commands

    def _known_command(self) -> str:
        return "true" if self._argument("a command") in _HANDLERS else "false"

    def _nothing(self) -> str:
        """Answer a command that changes nothing in the session: ``komi``, or ``quit``, after which the process ends."""
        return ""

    def _set_rules(self) -> str:
        """Answer with the name of the rules; with a name as arguments, begin a new game by these rules."""
        if not self._command.arguments:
            return self._rules_name
        name = " ".join(self._command.arguments).lower()
        rules = with_board(self._ruled(name), self._geometry.rows)
        if rules is None:
            raise ParseError(f"{gtp.UNACCEPTABLE_SIZE}: {name} has no board of this size")
        self._game.rules, self._rules_name = rules, name
        return self._clear_board()

    def _set_level(self) -> str:
        """Answer with the id of the level (computer opponent); with an argument, change to the level with that id."""
        if not self._command.arguments:
            return self._level(self._ruleset).id
        before, self._settings.level = self._settings.level, self._command.arguments[0]
        try:
            self._level(self._ruleset)
        except ParseError:
            self._settings.level = before
            raise
        return ""

    # Board and moves

    def _board_size(self) -> str:
        size = gtp.read_numbers(self._command.arguments, 1)[0]
        rules = with_board(self._game.rules, size) if size <= len(gtp.COLUMNS) else None
        if rules is None:
            raise ParseError(gtp.UNACCEPTABLE_SIZE)
        self._game.rules = rules
        return self._clear_board()

    def _clear_board(self) -> str:
        self._game.moves.clear()
        self._clocks.begin_game()
        self._rehearse()
        return ""

    def _komi(self) -> str:
        try:
            float(self._argument("a number"))
        except ValueError:
            raise ParseError(gtp.SYNTAX_ERROR) from None
        return ""

    def _play(self) -> str:
        colour, point = self._colour(), self._argument("a color and a point", 1)
        self._game.play(colour, None if point.lower() == gtp.PASS else gtp.read_vertex(point, self._geometry))
        return ""

    def _undo(self) -> str:
        self._game.undo()
        return ""

    def _generate_move(self) -> str:
        colour = self._colour()
        if self._game.is_lost(colour):
            return "resign"
        cell = self._think(colour)
        self._game.play(colour, cell)
        return gtp.format_vertex(self._geometry, cell)

    def _consider_move(self) -> str:
        """Answer with the move that ``genmove`` would play, without playing it."""
        return gtp.format_vertex(self._geometry, self._think(self._colour()))

    def _show_board(self) -> str:
        return gtp.format_board(self._geometry, self._game.state().board, self._game.colours)

    # Time

    def _time_settings(self) -> str:
        main, period, stones = gtp.read_numbers(self._command.arguments, 3)
        self._clocks.set_times(main, period, stones)
        return ""

    def _time_left(self) -> str:
        colour = self._colour()
        seconds, stones = gtp.read_numbers(self._command.arguments[1:], 2)
        self._clocks.report_left(colour, seconds, stones)
        return ""

    # End of the game, and GoGui's commands for other games than Go

    def _final_score(self) -> str:
        """Answer with the winner and one point, as a game of this kind has no points, or with ``0`` for a draw."""
        outcome = self._game.outcome()
        if outcome is None:
            raise ParseError(f"{gtp.CANNOT_SCORE}: the game is not over")
        return "0" if outcome.winner is None else f"{_INITIALS[outcome.winner]}+1"

    def _game_id(self) -> str:
        return self._ruleset.info.title.capitalize()

    def _rules_board(self) -> str:
        return "\n".join(("", *gtp.format_rows(self._geometry, self._game.state().board, self._game.colours)))

    def _legal_moves(self) -> str:
        """Answer with the points where the colour to move may play, and ``pass`` last if it may pass.

        The answer is empty after the end of the game.
        """
        moves = self._game.legal_moves()
        return " ".join(
            gtp.format_vertex(self._geometry, move.cell) if isinstance(move, Place) else gtp.PASS for move in moves
        )

    def _side_to_move(self) -> str:
        return _COLOURS[self._game.colours.index(self._game.next_colour())]

    def _final_result(self) -> str:
        outcome = self._game.outcome()
        if outcome is None:
            return "unknown"
        return "draw" if outcome.winner is None else _COLOURS[outcome.winner]

    # Reading arguments, the position, and thinking

    @property
    def _ruleset(self) -> Ruleset:
        return self._game.rules.ruleset

    @property
    def _geometry(self) -> Geometry:
        return self._game.rules.geometry

    def _argument(self, expected: str, index: int = 0) -> str:
        if len(self._command.arguments) <= index:
            raise ParseError(f"{gtp.SYNTAX_ERROR}: expected {expected}")
        return self._command.arguments[index]

    def _colour(self) -> str:
        return gtp.read_colour(self._argument("a color"), self._game.colours)

    def _usual_rules(self) -> str:
        """Return the name of the freestyle rules, or the first name of all if no ruleset plays freestyle."""
        free = (name for name, game in self._rules.items() if game.ruleset.gomocup_rule(game.options) == FREESTYLE)
        return next(free, next(iter(self._rules)))

    def _ruled(self, name: str) -> ConfiguredRuleset:
        """Return the rules of this name, such as ``renju``, or ``freestyle passes`` for rules with passes added."""
        word, _, addition = name.partition(" ")
        if word not in self._rules or addition not in {"", _PASSES}:
            raise ParseError(f"there are no rules {name!r} here (there are: {', '.join(self._rules)})")
        rules = self._rules[word]
        if not addition:
            return rules
        options = with_passes(rules.ruleset, rules.options)
        if options is None:
            raise ParseError(f"there are no passes in {word}")
        return ConfiguredRuleset(rules.ruleset, options)

    def _think(self, colour: str) -> int:
        """Search for a move of this colour and return its cell; raises ParseError if the game is over."""
        state, ruleset = self._game.state(colour), self._ruleset
        if ruleset.outcome(state) is not None:
            raise ParseError("the game is over")
        level = self._thinking_level(ruleset, self._level(ruleset), self._write_remark)
        self._settings.clock = self._clocks.at_turn(colour)
        limits = self._settings.limits(-(-state.board.count(EMPTY) // 2), ruleset.info.usual_turns)
        began, had = time.monotonic(), time.process_time()
        (move,) = level.play_turn(state, limits)
        thought, worked = time.monotonic() - began, time.process_time() - had
        self._clocks.end_turn(colour, thought, max(limits.seconds, limits.most_seconds), worked)
        assert isinstance(move, Place), "a position without an opening asks for stones"
        return move.cell

    def _rehearse(self) -> None:
        """Play a move and discard it, once, so that the first real turn loses no time for loading code."""
        if self._is_rehearsed:
            return
        self._is_rehearsed = True
        level = self._thinking_level(self._ruleset, self._level(self._ruleset))
        try:
            level.play_turn(self._game.state(self._game.colours[0]), self._settings.rehearsal())
        except PluginError:
            # The request for a move reports the error.
            return


_HANDLERS: Mapping[str, Callable[[GtpSession], str]] = {
    "protocol_version": lambda _session: _PROTOCOL_VERSION,
    "name": lambda _session: NAME,
    "version": lambda _session: own_version(),
    "known_command": GtpSession._known_command,
    "list_commands": lambda _session: "\n".join(_HANDLERS),
    gtp.QUIT: GtpSession._nothing,
    "boardsize": GtpSession._board_size,
    "clear_board": GtpSession._clear_board,
    "komi": GtpSession._komi,
    "play": GtpSession._play,
    "genmove": GtpSession._generate_move,
    "reg_genmove": GtpSession._consider_move,
    "undo": GtpSession._undo,
    "showboard": GtpSession._show_board,
    "time_settings": GtpSession._time_settings,
    "time_left": GtpSession._time_left,
    "final_score": GtpSession._final_score,
    "gogui-rules_game_id": GtpSession._game_id,
    "gogui-rules_board_size": lambda session: str(session._geometry.rows),
    "gogui-rules_board": GtpSession._rules_board,
    "gogui-rules_legal_moves": GtpSession._legal_moves,
    "gogui-rules_side_to_move": GtpSession._side_to_move,
    "gogui-rules_final_result": GtpSession._final_result,
    "stonefair-rules": GtpSession._set_rules,
    "stonefair-level": GtpSession._set_level,
}
