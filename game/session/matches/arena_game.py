"""A game between two engines in an arena, from the opening to its end, with each engine in its own process."""

from __future__ import annotations

import contextlib
import shlex
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TypeVar

from msgspec import UNSET, UnsetType

from game.core.clock import UNTIMED, TimeControl
from game.core.lines.line_state import LineState
from game.core.match import Match
from game.core.model import EMPTY, Options, Outcome, State, Termination
from game.core.notation import Remark
from game.core.ruleset import Ruleset, format_move, threats_of
from game.engine.client.dialect import Named
from game.engine.client.engine_program import EngineProgram
from game.engine.client.opponent import Answer, Opponent, Question, Reply, Thought, Trouble, TroubleKind
from game.engine.client.opponent_process import OpponentProcess
from game.engine.client.opponent_turn import OpponentTurn, Played, Refused, Unreadable, question_about
from game.engine.client.own_dialect import own_engine
from game.library.formats.lists.openings import Opening, begin_match
from game.plugins.registry import Catalogue, discover, warm_up
from game.session.matches.game_record import GameRecord
from game.session.matches.schedule import Fixture

Value = TypeVar("Value")

_preparing = threading.Lock()
_prepared: set[tuple[str, str]] = set()
"""The pairs of a ruleset's package and an engine that are known to be compiled."""

#: Seconds between two polls of an opponent.
_PAUSE = 0.002
#: Seconds for the warm-up turn that is played and discarded before the clock starts.
_REHEARSAL_SECONDS = 0.1
#: The number of seeds reserved for each game, so that the seeds of two games do not overlap.
_SEEDS_A_GAME = 10_000
_discovering = threading.Lock()


@dataclass(frozen=True, slots=True)
class Contestant:
    """A contestant in an arena: a level of the ruleset, or an external engine if ``engine`` is given."""

    name: str
    level: str = ""
    engine: EngineProgram | None = None


def open_opponent(
    contestant: Contestant, found: Catalogue, ruleset_id: str, plugins: Path | None, grace: float
) -> Opponent:
    """Return an opponent that plays for a contestant of an arena and can be asked for moves."""
    if contestant.engine is None:
        _prepare(found, ruleset_id, contestant.level)
    engine = contestant.engine or own_engine(plugins, found.tried)
    return OpponentProcess(engine, found.rulesets, asks_about=True, grace=grace)


def _prepare(found: Catalogue, ruleset_id: str, level_id: str) -> None:
    """Compile a level's code before its first game.

    Otherwise an uncompiled weaker level would answer in its place.
    """
    package, level = found.package(ruleset_id), found.rulesets[ruleset_id].info.level(level_id)
    assert level is not None, f"{ruleset_id} has no level {level_id!r}"
    with _preparing:
        if (package, level.thinker) not in _prepared:
            # If the level's engine cannot be imported, it forfeits the game with the error message of its process.
            with contextlib.suppress(ImportError):
                warm_up(package, level)
            _prepared.add((package, level.thinker))


@dataclass(frozen=True, slots=True)
class Terms:
    """The conditions shared by all games of an arena: ruleset, options, time and search limits."""

    ruleset: str
    options: Options
    seconds: float = 1.0
    """Seconds for a turn."""
    grace: float = 5.0
    clock: TimeControl = UNTIMED
    """The clock for a whole game. If it is timed, a turn may take all the time left, and ``grace`` does not apply."""
    nodes: int = 0
    most_plies: int = 0
    """Maximum number of plies; 0 for no limit."""
    plugins: Path | None = None


class EngineStartError(Exception):
    """Raised in a game of an arena whose engine cannot be started. Its message quotes the command."""


class StoppedError(Exception):
    """Raised inside a running game when its arena (run of games) is stopped."""


@cache
def _discovered(plugins: Path | None) -> Catalogue:
    return discover(plugins)


def catalogue(plugins: Path | None) -> Catalogue:
    """Return the catalogue of rulesets, which is built once per process. Thread-safe."""
    with _discovering:
        return _discovered(plugins)


def never() -> bool:
    """Return False, as the default check that never stops a running game."""
    return False


def play_fixture(
    terms: Terms,
    contestants: tuple[Contestant, Contestant],
    fixture: Fixture,
    opening: Opening,
    is_stopped: Callable[[], bool] = never,
) -> GameRecord:
    """Play a scheduled game of an arena, with engines that run for this game only, and return its record.

    ``contestants`` are in the order of their player numbers. Raises StoppedError if the game is stopped, and
    EngineStartError if an engine cannot be started.
    """
    found = catalogue(terms.plugins)
    opponents = [
        open_opponent(contestant, found, terms.ruleset, terms.plugins, terms.grace) for contestant in contestants
    ]
    try:
        return play_with(opponents, terms, contestants, fixture, opening, is_stopped=is_stopped)
    finally:
        for opponent in opponents:
            opponent.close()


def play_with(
    opponents: Sequence[Opponent],
    terms: Terms,
    contestants: tuple[Contestant, Contestant],
    fixture: Fixture,
    opening: Opening,
    *,
    is_stopped: Callable[[], bool] = never,
) -> GameRecord:
    """Play a game as ``play_fixture`` does, with opponents that the caller opens and closes.

    The same opponent may play for both contestants if they are levels of the ruleset.
    """
    ruleset = catalogue(terms.plugins).rulesets[terms.ruleset]
    match = begin_match(ruleset, terms.options, fixture.seed, opening, terms.clock)
    game = _Game(match, list(opponents), contestants, terms, fixture, is_stopped)
    game.add_turn(len(match.plies), 0, None)
    if terms.clock.is_timed:
        game.rehearse()
    note = game.play()
    return _recorded(game, note, [_introduction(opponent) for opponent in opponents])


def _introduction(opponent: Opponent) -> Named:
    return opponent.introduction if isinstance(opponent, OpponentProcess) else Named("")


@dataclass(slots=True)
class _Game:
    match: Match
    opponents: list[Opponent]
    contestants: tuple[Contestant, Contestant]
    terms: Terms
    fixture: Fixture
    is_stopped: Callable[[], bool]
    milliseconds: list[int] = field(default_factory=list)
    depths: list[int | None] = field(default_factory=list)
    evaluations: list[float | None] = field(default_factory=list)
    remark: Remark | None = None
    """The last report of the search for the current turn."""
    forfeit: str = ""
    """The kind of the loser's forfeit, "" if there is none."""
    least_left: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.least_left = list(self.match.clock.left)

    def rehearse(self) -> None:
        """Ask both engines for a move before the clock starts, so that their start-up takes no game time."""
        for seat, opponent in enumerate(self.opponents):
            opponent.ask(replace(self._question(seat), seconds=_REHEARSAL_SECONDS, game_seconds=None, increment=0.0))
            replies: list[Reply] = []
            while not any(isinstance(reply, Answer | Trouble) for reply in replies):
                if self.is_stopped():
                    raise StoppedError
                time.sleep(_PAUSE)
                replies = opponent.poll()
            for reply in replies:
                if isinstance(reply, Trouble):
                    self._check_started(seat, reply)

    def play(self) -> str:
        """Play the game to its end. Return the reason for a result that the moves do not explain, else ""."""
        while self.match.outcome is None:
            if self._is_called_off():
                self.match.agree_draw()
                return "Nobody can win any more, or the game has become too long."
            seat = self.match.state.seat
            problem = self._play_turn(seat)
            if self.match.is_out_of_time:
                self.match.lose_on_time()
                return problem
            if problem:
                self.match.end(Outcome(Termination.FORFEIT, 1 - seat, self.match.state.scores))
                return problem
        return ""

    def _is_called_off(self) -> bool:
        plies = len(self.match.plies)
        is_too_long = 0 < self.terms.most_plies <= plies
        # With most of the board empty there is always room for a line.
        is_full_enough = plies * 3 > len(self.match.state.geometry)
        if is_too_long or not (is_full_enough and is_dead_draw(self.match.state)):
            return is_too_long
        # A game with threats is won by rows alone; in others, captures or points may still decide.
        return threats_of(self.match.ruleset, self.match.state) is not None

    def _play_turn(self, seat: int) -> str:
        """Ask an engine for its next turn and make the moves. Return a message about a failure, else ""."""
        turn, self.remark = OpponentTurn(self.match, self._question(seat)), None
        self.opponents[seat].ask(turn.question)
        report, name = self._answer(turn, self.opponents[seat]), self.contestants[seat].name
        match report:
            case None:
                self.forfeit = Termination.TIME.value
                return f"{name} lost on time, in its turn of {turn.seconds:.2f} s."
            case Played():
                self.add_turn(len(report.moves), max(1, round(turn.seconds * 1000)), self.remark)
                return ""
            case Trouble():
                self._check_started(seat, report)
                self.forfeit = report.kind.value
                return f"{name}: {report.sentence}"
            case Unreadable():
                self.forfeit = TroubleKind.ILLEGAL.value
                return f"{name} answered what cannot be read: {report.problem}."
            case Refused():
                self.forfeit = TroubleKind.ILLEGAL.value
                refused = f"{report.word!r} is refused: {report.reason.message.rstrip('.')}"
                return f"{name} answered what cannot be read: {refused}."

    def add_turn(self, moves: int, spent: int, remark: Remark | None) -> None:
        """Note the milliseconds of a turn and its search at the first of its moves, and nothing at the others."""
        if moves:
            self.milliseconds += [spent, *[0] * (moves - 1)]
            self.depths += [remark.depth if remark else None, *[None] * (moves - 1)]
            self.evaluations += [remark.score if remark else None, *[None] * (moves - 1)]

    def _check_started(self, seat: int, trouble: Trouble) -> None:
        """Raise EngineStartError if a player's trouble is that its engine cannot be started."""
        if trouble.kind is not TroubleKind.NOT_STARTED:
            return
        contestant, problem = self.contestants[seat], trouble.sentence.rstrip(".")
        if contestant.engine is None:
            raise EngineStartError(f"{contestant.name}: {problem}")
        raise EngineStartError(f"{problem} (the command is {shlex.join(contestant.engine.command)!r})")

    def _answer(self, turn: OpponentTurn, opponent: Opponent) -> Played | Trouble | Unreadable | Refused | None:
        """Wait for an engine's answer and return it, or None if the engine's time ran out.

        Raises StoppedError if the arena is stopped.
        """
        while not self.is_stopped():
            replies = opponent.poll()
            if self._is_out_of_time(turn):
                return None
            for reply in replies:
                report = turn.take(reply)
                if isinstance(report, Thought) and report.remark.rank == 1 and report.remark.depth:
                    self.remark = report.remark
                if isinstance(report, Played | Trouble | Unreadable | Refused):
                    return report
            time.sleep(_PAUSE)
        raise StoppedError

    def _is_out_of_time(self, turn: OpponentTurn) -> bool:
        """Charge the elapsed time to the clock. Return True if the player to move has no time left."""
        match = self.match
        match.spend(round(turn.seconds * 1000) - match.spent)
        seat = match.state.seat
        self.least_left[seat] = min(self.least_left[seat], match.clock.left[seat])
        return match.is_out_of_time

    def _question(self, seat: int) -> Question:
        match, terms, level = self.match, self.terms, self.contestants[seat].level
        seed = self.fixture.seed * _SEEDS_A_GAME + match.revision
        left = match.clock.left[seat] / 1000 if terms.clock.is_timed else None
        return replace(
            question_about(match, level, seconds=terms.seconds if left is None else left, seed=seed),
            nodes=terms.nodes,
            game_seconds=left,
            increment=terms.clock.increment,
        )


def _recorded(game: _Game, note: str, programs: Sequence[Named]) -> GameRecord:
    match, fixture, outcome = game.match, game.fixture, game.match.outcome
    assert outcome is not None
    info = match.ruleset.info
    return GameRecord(
        number=fixture.number,
        seats=fixture.seats,
        opening=fixture.opening,
        seed=fixture.seed,
        moves=tuple(format_move(info, match.state.geometry, move) for move in match.moves),
        milliseconds=tuple(game.milliseconds),
        termination=outcome.termination.value,
        winner=outcome.winner,
        scores=dict(outcome.scores),
        note=note,
        movers=tuple(ply.seat for ply in match.plies),
        least_left=tuple(game.least_left) if game.terms.clock.is_timed else (),
        forfeit=game.forfeit or UNSET,
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        versions=_known([f"{program.name} {program.version}".rstrip() for program in programs]),
        commits=_known([program.commit for program in programs]),
        depths=_known(game.depths),
        evaluations=_known(game.evaluations),
    )


def _known(values: Sequence[Value]) -> tuple[Value, ...] | UnsetType:
    """Return values as a tuple, or UNSET if all of them are "" or None."""
    return tuple(values) if any(value not in ("", None) for value in values) else UNSET


def replayed(record: GameRecord, ruleset: Ruleset, options: Options) -> Match:
    """Replay the match that a game record describes. Raises ParseError if the moves are illegal."""
    match = begin_match(ruleset, options, record.seed, record.moves)
    if match.outcome is None:
        match.end(Outcome(Termination(record.termination), record.winner, record.scores))
    return match


def is_dead_draw(state: State) -> bool:
    """Return True if neither side can win any more, because every line has stones of both colours.

    This is exact for games that are won by rows alone; for games without rows it is always False.
    """
    if not isinstance(state, LineState) or state.lines or state.phase is not None:
        return False
    board = state.board
    windows = state.geometry.windows(state.rule.length)
    return all(len({board[cell] for cell in window} - {EMPTY}) > 1 for window in windows)
