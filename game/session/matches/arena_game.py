"""One game of an arena, from the opening to its end, with each contestant in a process of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from game.core.clock import UNTIMED, TimeControl
from game.core.lines.line_state import LineState
from game.core.match import Match
from game.core.model import EMPTY, Options, Outcome, State, Termination
from game.core.ruleset import Ruleset, format_move
from game.engine.client.opponent import Answer, Opponent, Question, Trouble
from game.engine.client.opponent_turn import OpponentTurn, Played, Refused, Unreadable, question_about
from game.library.formats.openings import Opening, begin_match
from game.plugins.registry import Catalogue, discover
from game.session.matches.arena_opponents import Contestant, open_opponent
from game.session.matches.schedule import Fixture

#: Seconds between two looks at what an opponent said.
_PAUSE = 0.002
#: Seconds of a turn that is thrown away before the clock runs.
_REHEARSAL_SECONDS = 0.1
#: Seeds of one game lie so close together that the next game's do not overlap.
_SEEDS_A_GAME = 10_000


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms that all games of an arena share."""

    ruleset: str
    options: Options
    seconds: float = 1.0
    """For a turn."""
    grace: float = 5.0
    clock: TimeControl = UNTIMED
    """With a clock for the game a turn may take all that is left of it, and nothing is graced."""
    nodes: int = 0
    most_plies: int = 0
    """0 for no end but that of the rules."""
    plugins: Path | None = None


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A finished game, as it stands in the log."""

    number: int
    seats: tuple[int, int]
    opening: int
    seed: int
    moves: tuple[str, ...]
    """In our notation, those of the opening first."""
    milliseconds: tuple[int, ...]
    """What each turn took, at its first move; 0 for the others and for those of the opening."""
    termination: str
    winner: int | None
    """The seat, None for a draw."""
    scores: Mapping[str, int] = field(default_factory=dict)
    note: str = ""
    """Why the game was lost otherwise than on the board."""
    movers: tuple[int, ...] = ()
    """The seat of each move; empty in logs that were written before it stood there."""
    least_left: tuple[int, ...] = ()
    """The least that each seat had left on its clock, in milliseconds; empty in a game without one."""

    @property
    def points(self) -> float:
        """What the first seat got: 1, 0.5 or 0."""
        return 0.5 if self.winner is None else 1.0 - self.winner

    @property
    def margin(self) -> int:
        """By how many points the winner was ahead; 0 for a draw, and in games that were not won by points."""
        if self.winner is None or self.termination != Termination.POINTS.value:
            return 0
        return max(self.scores.values()) - min(self.scores.values())

    def turns(self, seat: int) -> tuple[int, ...]:
        """What each turn of a seat took, in milliseconds."""
        played = zip(self.movers, self.milliseconds, strict=False)
        return tuple(spent for mover, spent in played if mover == seat and spent > 0)


class StoppedError(Exception):
    """The arena has ended, and the game with it."""


_discovering = threading.Lock()


@cache
def _discovered(plugins: Path | None) -> Catalogue:
    return discover(plugins)


def catalogue(plugins: Path | None) -> Catalogue:
    """The rulesets, looked for once in a process, whichever of its threads asks first."""
    with _discovering:
        return _discovered(plugins)


def never() -> bool:
    """Nobody stops the game."""
    return False


def play_fixture(
    terms: Terms,
    contestants: tuple[Contestant, Contestant],
    fixture: Fixture,
    opening: Opening,
    is_stopped: Callable[[], bool] = never,
) -> GameRecord:
    """Play a game; the contestants are in the order of its seats. Raises StoppedError when it is stopped."""
    found = catalogue(terms.plugins)
    match = begin_match(found.rulesets[terms.ruleset], terms.options, fixture.seed, opening, terms.clock)
    opponents = [
        open_opponent(contestant, found, terms.ruleset, terms.plugins, terms.grace) for contestant in contestants
    ]
    try:
        game = _Game(match, opponents, contestants, terms, fixture, is_stopped)
        game.milliseconds += [0] * len(match.plies)
        if terms.clock.is_timed:
            game.rehearse()
        note = game.play()
    finally:
        for opponent in opponents:
            opponent.close()
    return _recorded(game, note)


@dataclass(slots=True)
class _Game:
    match: Match
    opponents: list[Opponent]
    contestants: tuple[Contestant, Contestant]
    terms: Terms
    fixture: Fixture
    is_stopped: Callable[[], bool]
    milliseconds: list[int] = field(default_factory=list)
    least_left: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.least_left = list(self.match.clock.left)

    def rehearse(self) -> None:
        """Let both answer once before the clock runs, so that it counts no starting; raises StoppedError."""
        for seat, opponent in enumerate(self.opponents):
            opponent.ask(replace(self._question(seat), seconds=_REHEARSAL_SECONDS, game_seconds=None, increment=0.0))
            while not any(isinstance(reply, Answer | Trouble) for reply in opponent.poll()):
                if self.is_stopped():
                    raise StoppedError
                time.sleep(_PAUSE)

    def play(self) -> str:
        """Play to the end; what there is to say about it."""
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
        return is_too_long or (is_full_enough and is_dead_draw(self.match.state))

    def _play_turn(self, seat: int) -> str:
        """Ask for a turn and make it; the sentence about why it could not be made, if any."""
        turn = OpponentTurn(self.match, self._question(seat))
        self.opponents[seat].ask(turn.question)
        report, name = self._answer(turn, self.opponents[seat]), self.contestants[seat].name
        match report:
            case None:
                return f"{name} lost on time, in its turn of {turn.seconds:.2f} s."
            case Played():
                spent = max(1, round(turn.seconds * 1000))
                self.milliseconds += [spent, *[0] * (len(report.moves) - 1)]
                return ""
            case Trouble():
                return f"{name}: {report.sentence}"
            case Unreadable():
                return f"{name} answered what cannot be read: {report.problem}."
            case Refused():
                refused = f"{report.word!r} is refused: {report.reason.message.rstrip('.')}"
                return f"{name} answered what cannot be read: {refused}."

    def _answer(self, turn: OpponentTurn, opponent: Opponent) -> Played | Trouble | Unreadable | Refused | None:
        """What a turn comes to, None when its time was over before; raises StoppedError when the arena ends first."""
        while not self.is_stopped():
            replies = opponent.poll()
            if self._is_out_of_time(turn):
                return None
            for reply in replies:
                report = turn.take(reply)
                if isinstance(report, Played | Trouble | Unreadable | Refused):
                    return report
            time.sleep(_PAUSE)
        raise StoppedError

    def _is_out_of_time(self, turn: OpponentTurn) -> bool:
        """Whether the seat on turn has no time left; what the turn took so far is put on its clock."""
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


def _recorded(game: _Game, note: str) -> GameRecord:
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
    )


def replayed(record: GameRecord, ruleset: Ruleset, options: Options) -> Match:
    """The match behind a record; raises ParseError where its moves cannot be made."""
    match = begin_match(ruleset, options, record.seed, record.moves)
    if match.outcome is None:
        match.end(Outcome(Termination(record.termination), record.winner, record.scores))
    return match


def is_dead_draw(state: State) -> bool:
    """Whether neither side can win any more: every possible line holds stones of both colours.

    Exact for games of rows, whatever the variant; for other games always False.
    """
    if not isinstance(state, LineState) or state.lines or state.phase is not None:
        return False
    board = state.board
    windows = state.geometry.windows(state.rule.length)
    return all(len({board[cell] for cell in window} - {EMPTY}) > 1 for window in windows)
