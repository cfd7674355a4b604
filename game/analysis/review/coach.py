"""The teacher during a game: it judges each turn of the only human player and takes mistakes back.

The position before a turn is evaluated while the player thinks, the position after it before the opponent is asked. A
turn that looks like a mistake is searched again for longer. The teacher has the engine to itself: the opponent is asked
after the verdict and does not ponder. Imports no pygame.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile

from game.analysis.review.analysis_schedule import Effort
from game.analysis.review.evaluation import Evaluation
from game.analysis.review.judgement import MISTAKES, JudgedMove, MoveClass, judge_turn
from game.analysis.review.reader import GameReader
from game.analysis.review.texts import overlooked
from game.analysis.review.turns import Turns
from game.core.language import _, join_sentences
from game.core.model import Choose
from game.core.ruleset import format_move
from game.core.tournament import TeacherStrength
from game.engine.client.opponent import Opponent
from game.session.playable_game import MessageShown, TaughtGame, TurnTakenBack

#: Effort of the search for every turn, and of the second search for a suspected mistake. The first search of a position
#: takes half of it.
LOOK, CLOSER = Effort(0.6), Effort(1.2)
#: Seconds after which a turn stands even without a verdict, because the engine may have to start first.
PATIENCE = 8.0
#: Number of turns without a verdict after which the player is informed.
_UNJUDGED = 3

#: Classes that a teacher takes back. Every teacher takes back a mistake that misses a forced win or allows one.
_TAKES_BACK = {
    TeacherStrength.GENTLE: (MoveClass.BLUNDER,),
    TeacherStrength.ATTENTIVE: (MoveClass.BLUNDER, MoveClass.MISTAKE),
    TeacherStrength.STRICT: MISTAKES,
}


def is_mistake(judged: JudgedMove, strength: TeacherStrength) -> bool:
    """Return True if a teacher of the given strength takes back the player's turn.

    A turn classified as good always stands, even if it makes a proved win unproved.
    """
    is_forced = (judged.missed_win or judged.allowed_loss) and judged.kind in MISTAKES
    return is_forced or judged.kind in _TAKES_BACK[strength]


def teacher_of(table: TaughtGame) -> GameCoach | None:
    """Return the teacher of a session's latest game, or None if the game cannot have a teacher.

    A game has a teacher if the teacher's strength is set and exactly one player is human.
    """
    strength, seat = table.tournament.teacher, table.only_person
    if strength is None or seat is None:
        return None
    return GameCoach(table, seat, strength, table.prover.door())


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn of the player that waits for the teacher's judgement."""

    first: int
    """First ply of the turn, from 1."""
    before: str
    """Position before the turn, as text."""
    moves: tuple[str, ...]
    """Moves of the turn in the program's notation, sorted."""
    began: float


class GameCoach:
    """Teacher of one game: it takes back a player's mistakes, but accepts a mistake that is played again."""

    def __init__(
        self,
        table: TaughtGame,
        seat: int,
        strength: TeacherStrength,
        engine: Opponent,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Create the teacher of a player. No one else may use its ``engine``.

        ``seat`` is the number of the player, 0 or 1.
        """
        self._table, self._seat, self._strength = table, seat, strength
        self._match = table.match
        self._engine, self._clock = engine, clock
        self._revision = -1
        """Revision of the match at the last check for a new turn."""
        self._position = ""
        """Current position of the match, as text."""
        self._turn: _Turn | None = None
        self._reader: GameReader | None = None
        self._read_now = ""
        """Position being evaluated, as text."""
        self._effort = LOOK
        self._known: dict[tuple[str, Effort], Evaluation] = {}
        """Evaluations that are already known, by position text and effort."""
        self._refused: set[tuple[str, tuple[str, ...]]] = set()
        self._tries = Counter[str]()
        """Number of turns taken back so far, by the position before them."""
        self._unjudged = 0
        self._waits = not self._is_ready
        """True until the player has been informed that the engine is still being prepared."""

    @property
    def _is_ready(self) -> bool:
        info, preparation = self._match.ruleset.info, self._table.preparation
        level = info.level(info.hint_level)
        return level is not None and preparation.can_answer(info.id, level)

    @property
    def is_judging(self) -> bool:
        """True while the player's latest turn is being judged."""
        self._watch_match()
        return self._turn is not None

    def poll(self) -> list[TurnTakenBack | MessageShown]:
        """Continue to judge the game. Returns the teacher's new messages and take-backs.

        While the player thinks, evaluate the position on the board.
        """
        self._watch_match()
        if self._waits:
            self._waits = False
            self._table.preparation.prioritise(self._match.ruleset.info.id)
            return [MessageShown(_("The teacher is still getting ready; until then, your moves are not checked."))]
        if self._turn is not None:
            return self._judge(self._turn)
        if self._is_ready and self._table.person_to_move and all(self._match.state.colours):
            self._read(self._position, len(self._match.plies))
        return []

    def leave(self) -> None:
        """Stop the teacher, so that no more turns are judged."""
        self._stop()
        self._turn = None

    # Tracking the match

    def _watch_match(self) -> None:
        """React to a change of the match: find out whether its latest turn must be judged."""
        if self._match.revision == self._revision:
            return
        self._revision = self._match.revision
        self._effort, self._position = LOOK, self._text(len(self._match.plies))
        turn = self._latest_turn()
        is_asked = turn is not None and (turn.before, turn.moves) not in self._refused
        self._turn = turn if is_asked and self._is_ready else None
        if self._turn is None or self._turn.before != self._read_now:
            self._stop()

    def _latest_turn(self) -> _Turn | None:
        """Return the player's turn that the opponent answers next, or None in an opening or after the game."""
        match, seat = self._match, self._seat
        own = takewhile(lambda ply: ply.seat == seat, reversed(match.plies))
        plies = list(takewhile(lambda ply: not isinstance(ply.move, Choose), own))
        if match.outcome is not None or match.state.seat == seat or not plies:
            return None
        count = len(match.plies) - len(plies)
        geometry = match.state.geometry
        if match.at(count).state.is_opening:
            return None
        moves = sorted(format_move(match.ruleset.info, geometry, ply.move) for ply in plies)
        return _Turn(count + 1, self._text(count), tuple(moves), self._clock())

    def _text(self, count: int) -> str:
        """Return the position of the match after ``count`` plies as text."""
        return self._match.ruleset.dump(self._match.at(count).state)

    # Evaluating positions

    def _read(self, text: str, count: int) -> Evaluation | None:
        """Return the evaluation of the position ``text`` after ``count`` plies, or None while it is being searched."""
        key = text, self._effort
        if key not in self._known:
            if self._reader is None:
                # A match that ends here has no moves to judge, so only this one position is searched.
                match = self._match.at(count)
                self._reader = GameReader(match, self._engine, (self._effort,), first=count + 1)
                self._read_now = text
            self._reader.poll()
            if self._reader.is_done:
                # A position without an evaluation is not searched again.
                self._known[key] = self._reader.readings.get(count, Evaluation())
                self._reader = None
        return self._known.get(key)

    def _stop(self) -> None:
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.stop()

    # Judging

    def _judge(self, turn: _Turn) -> list[TurnTakenBack | MessageShown]:
        if self._clock() - turn.began > PATIENCE:
            return self._accept_turn(is_judged=False)
        readings = self._readings(turn)
        if readings is None:
            return []
        judged = judge_turn(self._match, readings, turn.first)
        if not is_mistake(judged, self._strength):
            return self._accept_turn(is_judged=judged.kind is not MoveClass.UNJUDGED)
        if self._effort == LOOK:
            self._effort = CLOSER
            return []
        return [self._take_back(turn, judged)]

    def _readings(self, turn: _Turn) -> dict[int, Evaluation] | None:
        """Return the evaluations before and after a turn by ply count, or None while they are being searched."""
        positions = [(turn.before, turn.first - 1), (self._position, len(self._match.plies))]
        if self._reader is None or self._read_now != turn.before:
            # Proofs found after the turn stay in the engine's memory and help with the position before it.
            positions.reverse()
        known = dict[int, Evaluation]()
        for text, count in positions:
            reading = self._read(text, count)
            if reading is None:
                return None
            known[count] = reading
        return known

    def _accept_turn(self, *, is_judged: bool) -> list[TurnTakenBack | MessageShown]:
        """Accept the player's turn. Returns a message if several turns in a row could not be judged."""
        self._stop()
        self._turn = None
        self._unjudged = 0 if is_judged else self._unjudged + 1
        if self._unjudged != _UNJUDGED:
            return []
        return [MessageShown(_("The teacher cannot judge this game, so your moves are not checked."))]

    def _take_back(self, turn: _Turn, judged: JudgedMove) -> TurnTakenBack:
        self._stop()
        self._turn = None
        self._refused.add((turn.before, turn.moves))
        knows = self._tries[turn.before] > 0
        self._tries[turn.before] += 1
        why = overlooked(self._match, judged, turn.first, is_second=knows)
        why = why or _("There was a stronger move.")
        text = join_sentences(
            (_("The teacher takes back your move."), why, _("To keep your move, play the same move again."))
        )
        return TurnTakenBack(text, self._answer_lines(judged) if knows else ())

    def _answer_lines(self, judged: JudgedMove) -> tuple[tuple[int, ...], ...]:
        """Return the lines of cells that show the purpose of the opponent's expected reply."""
        turns, state = Turns(self._match.ruleset), self._match.state
        purposes = (turns.purpose(state, move) for move in turns.moves(state, judged.answer)[:1])
        return next((tuple(claim.reason.lines) for claim in purposes if claim is not None and claim.reason), ())
