"""Random games of a ruleset in which the conformance test checks every move, and the faults that it finds."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from game.core.model import (
    EMPTY,
    Choose,
    Chosen,
    Move,
    Options,
    Outcome,
    ParseError,
    Pass,
    Passed,
    Place,
    Placed,
    Scored,
    State,
    Step,
)
from game.core.ruleset import PluginError, Ruleset, WireProtocol, format_move, has_passes, protocols_of
from game.plugins.guard import GuardedRuleset, PluginTimeouts

#: The share of positions in a random game that are checked in full, which takes far longer than making a move.
_CLOSE_LOOKS = 0.06
#: The number of random moves to try before the legal moves are listed.
_TRIES = 30
#: The share of turns that a player passes in a game with passes.
_PASSES = 0.02
#: The number of random moves for each cell after which a game counts as endless.
_MOST_MOVES_A_CELL = 20
#: The most moves in the place of a fault.
_MOST_WORDS = 400
#: The parts of a message that differ between two cases of the same fault.
_DETAIL = re.compile(r"(?<!line )\b\d+\b|'[^']*'")
#: A rule that is checked in two places.
LEGAL_UNTIL_THE_END = "there are legal moves until there is an outcome"


class ConformanceError(AssertionError):
    """Raised if a ruleset breaks a rule of the plug-in contract."""


@dataclass(slots=True)
class Findings:
    """The faults found so far, of which each is passed on once, and how the random games ended."""

    on_fault: Callable[[str], None] | None = None
    """Called with a sentence about each fault, without a full stop; None if the first fault is raised."""
    begins: Callable[[str], None] = lambda what: None
    """Called with what is about to be done, in case that it never ends."""
    games: int = 0
    """The number of games that were played to their end."""
    moves: int = 0
    """The number of moves in these games."""
    endings: Counter[str] = field(default_factory=Counter)
    """The number of these games that each seat won, ``0`` or ``1``, and of those that were drawn, ``draw``."""
    _known: set[str] = field(default_factory=set)

    def add(self, rule: str, sentence: str) -> None:
        """Pass on a fault unless one against the same rule is known. Raises ConformanceError without ``on_fault``."""
        if self.on_fault is None:
            raise ConformanceError(sentence)
        if rule not in self._known:
            self._known.add(rule)
            self.on_fault(sentence)


@dataclass(slots=True)
class RandomGame:
    """A random test game with its start and its moves, so that an error report can name the position."""

    ruleset: Ruleset
    options: Options
    seed: int
    findings: Findings
    moves: list[Move] = field(default_factory=list)
    states: list[State] = field(default_factory=list)

    @property
    def state(self) -> State:
        """The current position."""
        return self.states[-1]

    def require(self, holds: bool, rule: str, **named: object) -> bool:
        """Add a fault with the broken rule and the game's moves unless ``holds`` is True, and return ``holds``.

        ``named`` fills the fields of ``rule``. A rule with other fields is the same rule, of which one fault is enough.
        """
        if not holds:
            told = rule.format(**named) if named else rule
            self.findings.add(rule, f"{self.ruleset.info.title}: {told} ({self.place()})")
        return holds

    def attempt(self, check: Callable[[], bool | None]) -> bool:
        """Run a check. Return False if it returns False, or if an error of the plug-in stopped it.

        The error is a fault if faults are passed on.
        """
        stalls = self.ruleset.stalls if isinstance(self.ruleset, GuardedRuleset) else PluginTimeouts()
        if stalls.are_too_many:
            return False
        try:
            return check() is not False
        except (PluginError, ParseError) as error:
            if self.findings.on_fault is None:
                raise
            self.findings.add(_DETAIL.sub("", str(error)), f"{str(error).rstrip('.')} ({self.place()})")
            return False

    def place(self) -> str:
        """Return the options, the seed and the moves with which the current position can be reached again."""
        words = [self.word(move) for move in self.moves[-_MOST_WORDS:]]
        played = " ".join(words) or "no moves"
        if len(words) < len(self.moves):
            played = f"{len(self.moves)} moves, the last ones {played}"
        options = self.ruleset.info.options
        changed = {o.key: value for o in options if (value := o.value(self.options)) != o.default}
        return f"options {changed or 'default'}, seed {self.seed}, after {played}"

    def word(self, move: Move) -> str:
        """Return a move of the game in notation."""
        return format_move(self.ruleset.info, self.state.geometry, move)

    def play(self, dice: random.Random, look_closely: Callable[[], None]) -> None:
        """Play a random test game from the first position to the end, and check every move.

        ``look_closely`` is called in some positions, to run the checks that take longer.
        """
        if not self.attempt(self._set_up):
            return
        look_closely()
        while self.attempt(partial(self._go_on, dice, look_closely)):
            pass

    def _go_on(self, dice: random.Random, look_closely: Callable[[], None]) -> bool:
        """Check the position and make a random move. Return False if there is none, or the game has ended."""
        self.findings.begins(f"a random game ({self.place()})")
        self._check_shape()
        outcome = self.ruleset.outcome(self.state)
        if outcome is not None:
            self._check_outcome(outcome)
            look_closely()
            return False
        most = _MOST_MOVES_A_CELL * len(self.state.board)
        if not self.require(len(self.moves) < most, "a game of random moves has an end"):
            return False
        move = self._random_move(dice)
        if move is None:
            return False
        self._make(move)
        if dice.random() < _CLOSE_LOOKS:
            look_closely()
        return True

    def rewind(self, dice: random.Random) -> None:
        """Return to a random earlier position of the test game."""
        keep = dice.randrange(len(self.moves)) if self.moves else 0
        del self.moves[keep:], self.states[keep + 1 :]

    def _set_up(self) -> None:
        ruleset = self.ruleset
        geometry = ruleset.geometry(self.options)
        self.require(geometry is ruleset.geometry(self.options), "geometry gives the same board for the same options")
        first, again = ruleset.setup(self.options, self.seed), ruleset.setup(self.options, self.seed)
        self.states.append(first.state)
        self.require(first == again, "setup gives the same step for the same seed")
        self.require(first.state.geometry is geometry, "the first state lies on the board of geometry")
        rule = ruleset.gomocup_rule(self.options)
        self.require(rule is None or (isinstance(rule, int) and rule >= 0), "gomocup_rule is a rule number or None")
        declared = protocols_of(ruleset, self.options)
        self.require(all(isinstance(each, WireProtocol) for each in declared), "protocols names protocols")

    def _random_move(self, dice: random.Random) -> Move | None:
        """Return a random legal move of the test game, or None if there is none.

        Guesses are tried first, because listing all legal moves may be slow.
        """
        state, letters = self.state, [stone.letter for stone in self.ruleset.info.stones]
        is_passing = has_passes(self.ruleset, self.options) and dice.random() < _PASSES
        if is_passing and self.ruleset.check(state, Pass()) is None:
            return Pass()
        for _ in range(_TRIES if state.colour else 0):
            move = Place(dice.randrange(len(state.geometry)), dice.choice(letters))
            if self.ruleset.check(state, move) is None:
                return move
        legal = list(self.ruleset.legal_moves(state))
        return dice.choice(legal) if self.require(bool(legal), LEGAL_UNTIL_THE_END) else None

    # One move

    def _make(self, move: Move) -> None:
        before = self.state
        snapshot = _Snapshot.of(before)
        step = self.ruleset.apply(before, move)
        is_same = _Snapshot.of(before) == snapshot
        self.require(is_same, "apply of {move} leaves the old state as it was", move=self.word(move))
        self._check_step(before, move, step)
        self.moves.append(move)
        self.states.append(step.state)

    def _check_step(self, before: State, move: Move, step: Step) -> None:
        word = self.word(move)
        if isinstance(move, Choose):
            is_reported = Chosen(before.seat, move.key) in step.events
        elif isinstance(move, Pass):
            is_reported = Passed(before.seat) in step.events
            self.require(step.state.board == before.board, "a pass leaves the board as it was")
            self.require(step.state.seat != before.seat, "after a pass the other seat is to move")
        else:
            is_reported = Placed(before.seat, move.cell, move.stone) in step.events
            self.require(before.board[move.cell] == EMPTY, "the cell of {move} was empty", move=word)
            is_there = step.state.board[move.cell] == move.stone
            self.require(is_there, "the stone of {move} lies on its cell", move=word)
        self.require(is_reported, "the events of {move} tell of it", move=word)
        self._check_points(before, word, step)

    def _check_points(self, before: State, word: str, step: Step) -> None:
        for colour in self.ruleset.info.colours:
            gained = step.state.scores.get(colour, 0) - before.scores.get(colour, 0)
            reported = sum(len(e.lines) for e in step.events if isinstance(e, Scored) and e.colour == colour)
            self.require(
                gained == reported,
                "{move} earns {colour} {gained} points and its events tell of {reported}",
                move=word,
                colour=colour,
                gained=gained,
                reported=reported,
            )

    # One position

    def _check_shape(self) -> None:
        state, info = self.state, self.ruleset.info
        letters = {stone.letter for stone in info.stones}
        self.require(len(state.board) == len(state.geometry), "the board has an entry for each cell")
        self.require(set(state.board) <= {EMPTY, *letters}, "the board holds letters of stones or EMPTY")
        self.require(state.seat in (0, 1), "the seat on turn is 0 or 1")
        self.require(state.colour in ("", *info.colours), "the colour on turn is a side's letter or empty")
        given = [colour for colour in state.colours if colour]
        self.require(len(state.colours) == 2 and set(given) <= set(info.colours), "each seat's colour is a side's")
        self.require(len(set(given)) == len(given), "the seats have different colours")
        self.require(all(0 <= cell < len(state.geometry) for cell in state.last), "the last placements are cells")
        self.require(set(state.scores) <= set(info.colours), "scores are kept by side")
        self.require(set(state.hands) <= set(info.colours), "hands are kept by side")

    def _check_outcome(self, outcome: Outcome) -> None:
        findings = self.findings
        findings.games, findings.moves = findings.games + 1, findings.moves + len(self.moves)
        findings.endings["draw" if outcome.winner is None else str(outcome.winner)] += 1
        self.require(outcome.winner in (None, 0, 1), "the winner is a seat or None")
        self.require(set(outcome.scores) <= set(self.ruleset.info.colours), "the outcome's scores are kept by side")


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """A copy of some fields of a state, to find out whether a function of the ruleset changes them."""

    board: tuple[str, ...]
    scores: Mapping[str, int]
    hands: Mapping[str, Mapping[str, int]]

    @staticmethod
    def of(state: State) -> _Snapshot:
        hands = {colour: dict(hand) for colour, hand in state.hands.items()}
        return _Snapshot(tuple(state.board), dict(state.scores), hands)
