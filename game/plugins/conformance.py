"""The conformance test for ruleset authors, which plays random games to check the plug-in contract.

    from game.conformance import check_ruleset

    check_ruleset(RULESET, package="my_game")

This raises ConformanceError for the first broken rule, with its place: options, seed and moves.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import FrozenInstanceError, dataclass, field
from itertools import chain

from game.core.model import (
    EMPTY,
    Choose,
    Chosen,
    Move,
    Options,
    OptionValue,
    ParseError,
    Pass,
    Passed,
    Place,
    Placed,
    Reason,
    Scored,
    State,
    Step,
    Threats,
)
from game.core.ruleset import (
    ChecksPositions,
    Info,
    Level,
    Limits,
    Option,
    Ruleset,
    WireProtocol,
    complete_options,
    format_move,
    has_passes,
    parse_move,
    protocols_of,
    reason_for,
    threats_of,
    why_no_opponents,
)
from game.plugins.guard import unguarded
from game.plugins.plugin_validation import flaw
from game.plugins.registry import resolve_thinker
from game.plugins.teaching_check import teaching_flaws

#: The share of positions in a random game that are checked in full, which takes far longer than making a move.
_CLOSE_LOOKS = 0.06
#: The number of random moves to try before the legal moves are listed.
_TRIES = 30
#: The share of turns that a player passes in a game with passes.
_PASSES = 0.02
#: The number of positions in which each level must find a move.
_POSITIONS_A_LEVEL = 4
#: The number of moves in a position whose reasons are checked.
_REASONS = 8


class ConformanceError(AssertionError):
    """Raised if a ruleset breaks a rule of the plug-in contract."""


def check_ruleset(
    ruleset: Ruleset, *, package: str = "", games: int = 12, seed: int = 0, thinking_seconds: float = 0.02
) -> None:
    """Play random games of a ruleset and raise ConformanceError if it breaks a rule of the contract.

    At least ``games`` games are played, and one for each set of options (see ``option_sets``); ``seed`` makes them
    repeatable. Each level is asked for a few moves of ``thinking_seconds`` seconds. ``package`` is the module that
    exports the ruleset, against which relative names of thinkers are resolved; the default is the module of its class.
    Exceptions of the ruleset itself are not caught.
    """
    ruleset = unguarded(ruleset)
    package = package or type(ruleset).__module__
    title = getattr(getattr(ruleset, "info", None), "id", type(ruleset).__name__)
    problem = flaw(ruleset)
    if problem is not None:
        raise ConformanceError(f"{title}: {problem}")
    rng = random.Random(seed)
    sets = list(option_sets(ruleset))
    positions: list[_Walk] = []
    for number in range(max(games, len(sets))):
        walk = _Walk(ruleset, sets[number % len(sets)], seed + number)
        walk.play(rng)
        positions.append(walk)
    _check_sample(ruleset)
    for problem in teaching_flaws(ruleset):
        raise ConformanceError(f"{title}: {problem}")
    positions = [walk for walk in positions if why_no_opponents(ruleset, walk.options) is None]
    for level in ruleset.info.levels:
        for walk in rng.sample(positions, min(_POSITIONS_A_LEVEL, len(positions))):
            walk.rewind(rng)
            _check_level(walk, level, package, Limits(thinking_seconds, seed=seed))


def option_sets(ruleset: Ruleset) -> Iterator[dict[str, OptionValue]]:
    """Yield the sets of game options to test: the defaults, then the defaults with one option changed.

    Numbers are tested at their ends and presets. Values that do not go together with the other defaults are skipped.
    """
    defaults = complete_options(ruleset.info, {})
    yield defaults
    for option in ruleset.info.options:
        for value in _values(option):
            options = {**defaults, option.key: value}
            if value != option.default and ruleset.check_options(options) is None:
                yield options


def _values(option: Option) -> tuple[OptionValue, ...]:
    if option.kind == "flag":
        return (False, True)
    if option.follows:
        # One value that parts it from the number that it follows.
        return (option.low,)
    if option.kind == "number":
        return tuple(dict.fromkeys((option.low, option.high, *option.presets)))
    return tuple(choice.value for choice in option.choices)


@dataclass(slots=True)
class _Walk:
    """A random test game with its start and its moves, so that an error report can name the position."""

    ruleset: Ruleset
    options: Options
    seed: int
    moves: list[Move] = field(default_factory=list)
    states: list[State] = field(default_factory=list)

    @property
    def state(self) -> State:
        return self.states[-1]

    def require(self, holds: bool, rule: str) -> None:
        """Raise ConformanceError with the broken rule and the game's moves, unless ``holds`` is True."""
        if not holds:
            raise ConformanceError(f"{self.ruleset.info.title}: {rule} ({self.place()})")

    def place(self) -> str:
        played = " ".join(self.word(move) for move in self.moves) or "no moves"
        options = self.ruleset.info.options
        changed = {o.key: value for o in options if (value := o.value(self.options)) != o.default}
        return f"options {changed or 'default'}, seed {self.seed}, after {played}"

    def word(self, move: Move) -> str:
        return format_move(self.ruleset.info, self.ruleset.geometry(self.options), move)

    def play(self, dice: random.Random) -> None:
        """Play a random test game from the first position to the end, and check every move."""
        self._set_up()
        self.look_closely(dice)
        while self.ruleset.outcome(self.state) is None:
            self._check_shape()
            self._make(self._random_move(dice))
            if dice.random() < _CLOSE_LOOKS:
                self.look_closely(dice)
        self._check_shape()
        self._check_outcome()
        self.look_closely(dice)

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

    def _random_move(self, dice: random.Random) -> Move:
        """Return a random legal move of the test game.

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
        self.require(bool(legal), "there are legal moves until there is an outcome")
        return dice.choice(legal)

    # One move

    def _make(self, move: Move) -> None:
        before = self.state
        snapshot = _Snapshot.of(before)
        step = self.ruleset.apply(before, move)
        self.require(_Snapshot.of(before) == snapshot, f"apply of {self.word(move)} leaves the old state as it was")
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
            self.require(before.board[move.cell] == EMPTY, f"the cell of {word} was empty")
            self.require(step.state.board[move.cell] == move.stone, f"the stone of {word} lies on its cell")
        self.require(is_reported, f"the events of {word} tell of it")
        self._check_points(before, word, step)

    def _check_points(self, before: State, word: str, step: Step) -> None:
        for colour in self.ruleset.info.colours:
            gained = step.state.scores.get(colour, 0) - before.scores.get(colour, 0)
            reported = sum(len(e.lines) for e in step.events if isinstance(e, Scored) and e.colour == colour)
            self.require(gained == reported, f"{word} earns {colour} {gained} points and its events tell of {reported}")

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

    def _check_outcome(self) -> None:
        outcome = self.ruleset.outcome(self.state)
        assert outcome is not None
        self.require(outcome.winner in (None, 0, 1), "the winner is a seat or None")
        self.require(set(outcome.scores) <= set(self.ruleset.info.colours), "the outcome's scores are kept by side")

    def look_closely(self, dice: random.Random) -> None:
        """Run all checks of the conformance test on the current position."""
        self._check_frozen()
        self._check_legal_moves()
        self._check_marks()
        self._check_threats()
        self._check_reasons(dice)
        self._check_text(dice)
        self._check_arrange()
        self._check_reachable()

    def _check_frozen(self) -> None:
        try:
            self.state.seat = self.state.seat  # type: ignore[misc]
        except FrozenInstanceError:
            return
        self.require(False, "the state's class is a frozen dataclass")

    def _check_legal_moves(self) -> None:
        ruleset, state = self.ruleset, self.state
        legal = list(ruleset.legal_moves(state))
        self.require(len(set(legal)) == len(legal), "legal_moves names no move twice")
        self.require(bool(legal) == (ruleset.outcome(state) is None), "there are legal moves until there is an outcome")
        cells = [move.cell for move in legal if isinstance(move, Place)]
        self.require(cells == sorted(cells), "legal_moves names cells in reading order")
        self.require(bool(state.colour) or not cells, "stones are placed by a colour that is on turn")
        for move in legal:
            self.require(ruleset.check(state, move) is None, f"check allows {self.word(move)}, which is listed")
            again = parse_move(ruleset.info, state, self.word(move))
            self.require(again == move, f"{self.word(move)!r} is read as the move that it was written for")
        self._check_others_refused(set(legal))

    def _check_others_refused(self, legal: set[Move]) -> None:
        for move in _all_moves(self.ruleset, self.options, self.state):
            if move not in legal:
                refusal = self.ruleset.check(self.state, move)
                if isinstance(move, Pass) and refusal is None:
                    # legal_moves leaves a pass out.
                    continue
                is_explained = isinstance(refusal, Reason) and bool(refusal.code) and bool(refusal.message)
                self.require(is_explained, f"check says why {move}, which is not listed, is refused")

    def _check_marks(self) -> None:
        for mark in self.ruleset.marks(self.state):
            inside = all(0 <= cell < len(self.state.geometry) for cell in mark.cells)
            self.require(inside, f"the mark {mark.kind.value!r} lies on the board")
            self.require(mark.colour in ("", *self.ruleset.info.colours), "a mark's colour is a side's or empty")
            if mark.why is not None:
                self._check_reason(mark.why, f"the mark {mark.kind.value!r}")

    def _check_reasons(self, dice: random.Random) -> None:
        legal = list(self.ruleset.legal_moves(self.state))
        for move in dice.sample(legal, min(_REASONS, len(legal))):
            reason = reason_for(self.ruleset, self.state, move)
            if reason is not None:
                self._check_reason(reason, self.word(move))

    def _check_reason(self, reason: Reason, what: str) -> None:
        self.require(bool(reason.code) and bool(reason.message), f"the reason for {what} has a code and a sentence")
        inside = all(0 <= cell < len(self.state.board) for line in reason.lines for cell in line)
        self.require(inside and all(reason.lines), f"the lines that are the reason for {what} lie on the board")

    def _check_threats(self) -> None:
        found = threats_of(self.ruleset, self.state) or ()
        colours = [threats.colour for threats in found]
        self.require(tuple(colours) in ((), self.ruleset.info.colours), "threats are told for each side or for none")
        for threats in found:
            cells = {cell for line in threats.lines for cell in line}.union(threats.cells)
            inside = all(0 <= cell < len(self.state.board) for cell in cells)
            self.require(inside, f"the threats of {threats.colour} lie on the board")
            self.require((threats.needed == 0) == (not threats.lines), "a threat, and only a threat, needs an answer")
            for line in threats.lines:
                self._check_line_wins(threats.colour, line)
            if threats.cells:
                self._check_answer(threats, threats.cells[0])

    def _check_line_wins(self, colour: str, line: tuple[int, ...]) -> None:
        """Check that a side wins within one turn if it fills a line that was reported as a threat."""
        ruleset, state = self.ruleset, self.ruleset.arrange(self.options, self._stones(), colour)
        winner = state.seat_of(colour)
        for cell in line:
            if state.board[cell] == EMPTY and ruleset.outcome(state) is None and state.colour == colour:
                state = ruleset.apply(state, Place(cell, colour)).state
        outcome = ruleset.outcome(state)
        self.require(outcome is not None and outcome.winner == winner, f"one turn of {colour} wins on {line}")

    def _check_answer(self, threats: Threats, cell: int) -> None:
        """Check that a stone on a reported defence cell lowers the number of stones needed for defence.

        It must be lower by one.
        """
        other = next(colour for colour in self.ruleset.info.colours if colour != threats.colour)
        state = self.ruleset.arrange(self.options, {**self._stones(), cell: other}, threats.colour)
        left = [after.needed for after in threats_of(self.ruleset, state) or () if after.colour == threats.colour]
        promise = f"a stone of {other} on cell {cell} helps against {threats.colour}'s threats"
        self.require(not left or left[0] == threats.needed - 1, promise)

    def _stones(self) -> dict[int, str]:
        return {cell: letter for cell, letter in enumerate(self.state.board) if letter != EMPTY}

    def _check_text(self, dice: random.Random) -> None:
        text = self.ruleset.dump(self.state)
        self.require("DONE" not in text.split("\n"), "no line of the dump is DONE, which ends it on the wire")
        self.require(text == self.ruleset.dump(self.state), "dump gives the same text for the same state")
        self.require(self.ruleset.load(text, self.options) == self.state, "load gives the state that was dumped")
        for damage in _DAMAGES:
            damaged = damage(text, dice)
            try:
                self.ruleset.load(damaged, self.options)
            except ParseError:
                continue
            except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
                raise ConformanceError(f"{self.ruleset.info.title}: load raises ParseError for {damaged!r}") from error

    def _check_arrange(self) -> None:
        for colour in self.ruleset.info.colours:
            state = self.ruleset.arrange(self.options, self._stones(), colour)
            self.require(state.board == self.state.board, "arrange puts the stones down as given")
            self.require(state.colour == colour, f"arrange has {colour} on turn")
            legal = next(self.ruleset.legal_moves(state), None)
            ended = self.ruleset.outcome(state) is not None
            self.require((legal is None) == ended, "an arranged position has legal moves or an outcome")

    def _check_reachable(self) -> None:
        """Check that the ruleset accepts the current position as reachable, with the same turn and scores."""
        state, last = self.state, self.state.last[-1] if self.state.last else None
        if not isinstance(self.ruleset, ChecksPositions) or state.is_opening or not state.colour:
            return
        found = self.ruleset.arisen(self.options, self._stones(), state.colour, last)
        if isinstance(found, Reason):
            self.require(False, f"a position that play leads to can arise, but: {found.message}")
            return
        same = (found.board, found.colour, found.placements_left) == (state.board, state.colour, state.placements_left)
        self.require(same and found.scores == state.scores, "arisen finds turn and points as play left them")
        # Stones do not show that a game ended by passes.
        if self.moves and isinstance(self.moves[-1], Pass):
            return
        ended = self.ruleset.outcome(found) is not None
        self.require(ended == (self.ruleset.outcome(state) is not None), "arisen ends the game where play did")


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


def _all_moves(ruleset: Ruleset, options: Options, state: State) -> Iterator[Move]:
    """Yield the moves to try in a test, legal or not, including moves off the board and nonsense.

    They are each stone on each cell and off the board, each choice, nonsense, and a pass in a game with passes.
    """
    letters = [stone.letter for stone in ruleset.info.stones]
    cells = chain(range(len(state.geometry)), (-1, len(state.geometry)))
    yield from (Place(cell, letter) for cell in cells for letter in letters)
    yield from (Choose(choice.key) for choice in ruleset.info.choices)
    yield Choose("nonsense")
    if has_passes(ruleset, options):
        yield Pass()


def _without_a_line(text: str, dice: random.Random) -> str:
    lines = text.split("\n")
    del lines[dice.randrange(len(lines))]
    return "\n".join(lines)


def _with_a_line_twice(text: str, dice: random.Random) -> str:
    lines = text.split("\n")
    lines.insert(dice.randrange(len(lines)), dice.choice(lines))
    return "\n".join(lines)


def _with_another_character(text: str, dice: random.Random) -> str:
    place = dice.randrange(len(text)) if text else 0
    return text[:place] + dice.choice("?x0-.: \u00e9") + text[place + 1 :]


def _cut_short(text: str, dice: random.Random) -> str:
    return text[: dice.randrange(len(text) + 1)]


_DAMAGES: tuple[Callable[[str, random.Random], str], ...] = (
    _without_a_line,
    _with_a_line_twice,
    _with_another_character,
    _cut_short,
)


def _check_sample(ruleset: Ruleset) -> None:
    """Check that the ruleset's sample moves, which the menu shows, are legal."""
    walk = _Walk(ruleset, complete_options(ruleset.info, {}), 0)
    walk.states.append(ruleset.setup(walk.options, 0).state)
    for word in ruleset.info.sample:
        try:
            move = parse_move(ruleset.info, walk.state, word)
        except ParseError as error:
            raise ConformanceError(f"{ruleset.info.title}: sample: {error}") from error
        walk.require(ruleset.check(walk.state, move) is None, f"the sample's move {word} is legal")
        walk.moves.append(move)
        walk.states.append(ruleset.apply(walk.state, move).state)


def _check_level(walk: _Walk, level: Level, package: str, limits: Limits) -> None:
    """Check that a level (computer opponent) returns a legal move.

    Questions of an opening are skipped.
    """
    state = walk.state
    if not state.colour:
        return
    think = resolve_thinker(package, level.thinker)
    thinking = think(state, limits, **level.settings)
    while True:
        try:
            info = next(thinking)
        except StopIteration as end:
            move = end.value
            break
        walk.require(isinstance(info, Info), f"level {level.id!r} yields Info, not {info!r}")
        walk.require(all(isinstance(m, Place | Choose) for m in info.variation), "a variation is made of moves")
    walk.require(isinstance(move, Place | Choose), f"level {level.id!r} returns a move, not {move!r}")
    walk.require(walk.ruleset.check(state, move) is None, f"level {level.id!r} returns a legal move, not {move}")
