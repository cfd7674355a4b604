"""The base class of the games in which a straight line of stones of one colour wins.

A game is data:

    class FourOnSeven(LineGame):
        info = RulesetInfo(id="four_on_seven", ...)
        board = square(7)
        line_rule = LineRule(length=4)

    RULESET = FourOnSeven()

Rules that data cannot express are hooks to override: ``geometry``, ``rule`` and ``opening`` if they depend on options,
``forbids`` for forbidden moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace

from game.core.geometry import Geometry, square
from game.core.language import _
from game.core.lines.attacks import SHORTEST_LINE, attack_by
from game.core.lines.line_state import MOST_PASSES, LineRule, LineState, lines_on, lines_through
from game.core.lines.opening_steps import (
    answer_forbidden_move,
    answered,
    enter,
    is_offering,
    narrows,
    not_offered,
    open_cells,
    placement_forbidden_move,
    stone_placed,
    without_offered,
)
from game.core.lines.phases import (
    AskChoice,
    Exchange,
    MiddleArea,
    OfferStones,
    Phase,
    PickStone,
    PutStones,
    gives_colours,
    is_soosorv,
    is_swap2,
    stones_of,
)
from game.core.lines.position_text import read_position, write_position
from game.core.lines.reachable_position import (
    completing_cells,
    line_forbidden_move,
    states_without_last,
    takes_turns,
    tally,
    turn_forbidden_move,
)
from game.core.lines.reasons import stone_reason
from game.core.lines.threats import threats_by
from game.core.model import (
    EMPTY,
    WRONG_STONE,
    Attack,
    Choose,
    Chosen,
    Event,
    LineMade,
    Mark,
    MarkKind,
    Move,
    Options,
    Outcome,
    Pass,
    Passed,
    Place,
    Placed,
    Reason,
    State,
    Step,
    Termination,
    Threats,
)
from game.core.ruleset import RulesetInfo, WireProtocol, no_passes

__all__ = [
    "AskChoice",
    "Exchange",
    "LineGame",
    "LineRule",
    "LineState",
    "MiddleArea",
    "OfferStones",
    "PickStone",
    "PutStones",
]

#: The number of columns and of rows of the board of the Chinese Connect6 championship.
_CHAMPIONSHIP_SIZE = 19


class LineGame:
    """A ruleset (see ``game.core.ruleset.Ruleset``) made of data and a few hooks.

    Subclasses set ``info``, and ``board`` and ``line_rule`` where the defaults do not fit: a board of 15 by 15 cells,
    five in a row.
    """

    info: RulesetInfo
    board: Geometry = square(15)
    line_rule: LineRule = LineRule(length=5)

    # Hooks: override these in a game with options or with forbidden moves.

    def check_options(self, options: Options) -> Reason | None:
        """Return None if these options of the game can be combined (the default), else the reason why not."""
        return None

    def geometry(self, options: Options) -> Geometry:
        """Return the board geometry for these options of the game; ``board`` by default."""
        return self.board

    def rule(self, options: Options) -> LineRule:
        """Return the rule of the game (winning length, stones a turn) for these options; ``line_rule`` by default."""
        return self.line_rule

    def opening(self, options: Options) -> Phase | None:
        """Return the first phase of the opening, or None (the default) if the first colour may begin anywhere.

        For example, the first colour must begin in the middle 5 by 5 cells:

            return PutStones("first", "b", "b", then=None, areas=(MiddleArea(within=5),))
        """
        return None

    def forbids(self, state: LineState, cell: int) -> Reason | None:
        """Return the reason why the colour to move may not use this empty cell, or None (the default) if it may.

        The board marks the cell with a cross, unless the reason is ``quiet``.
        """
        return None

    def cannot_stand(self, state: LineState) -> Reason | None:
        """Return the reason why the stones on the board cannot occur in a game, or None (the default).

        This hook is called for positions that a player has set up, after the number of stones and the winning lines
        have been checked.
        """
        return None

    def gomocup_rule(self, options: Options) -> int | None:
        """Return the game's rule number in the Gomocup protocol, or None (the default) if the protocol has none."""
        return None

    def protocols(self, options: Options) -> Set[WireProtocol]:
        """Return the engine protocols that can express the game, judged by its board, rule and opening."""
        supported = {
            WireProtocol.SAU: self._is_championship(options),
            WireProtocol.SWAP2: is_swap2(self.opening(options)),
            WireProtocol.SOOSORV: is_soosorv(self.opening(options)),
        }
        return {protocol for protocol, is_supported in supported.items() if is_supported}

    def has_passes(self, options: Options) -> bool:
        """Return True if the rule of the game with these options has passes."""
        return self.rule(options).passes

    # The members of Ruleset.

    def setup(self, options: Options, seed: int) -> Step:
        """Return the first position of a game: an empty board, and the first phase of the opening if there is one."""
        geometry, rule, first = self.geometry(options), self.rule(options), self.info.colours[0]
        state = LineState(
            geometry=geometry,
            board=(EMPTY,) * len(geometry),
            seat=0,
            colours=self.info.colours,
            colour=first,
            placements_left=rule.stones_first_turn,
            rule=rule,
            rule_colours=self.info.colours,
        )
        opening = self.opening(options)
        if opening is None:
            return Step(state)
        return Step(enter(state if gives_colours(opening) else replace(state, colours=("", "")), opening))

    def arrange(self, options: Options, stones: Mapping[int, str], colour: str) -> LineState:
        """Build a position from stones and the colour to move, without checking that play can lead to it.

        Seat 0 has the first colour.
        """
        geometry, rule = self.geometry(options), self.rule(options)
        state = LineState(
            geometry=geometry,
            board=tuple(stones.get(cell, EMPTY) for cell in range(len(geometry))),
            seat=self.info.colours.index(colour),
            colours=self.info.colours,
            colour=colour,
            placements_left=rule.stones_a_turn,
            rule=rule,
            rule_colours=self.info.colours,
        )
        return self._judged(state)

    def arisen(
        self, options: Options, stones: Mapping[int, str], colour: str, last: int | None
    ) -> LineState | Reason | None:
        """Return the position with these stones if a game can reach it, else the reason why it cannot.

        The position may be in the middle of a turn. If the game has passes, it may have any number of stones of each
        colour, because either side can have passed.

        No rule here depends on the newest stone, ``last``. It is recorded in the state if it belongs to the side that
        moved last. If stones can leave the board, override this and return None: every position is then accepted.
        """
        state, colours = self.arrange(options, stones, colour), self.info.colours
        mover = colours[1] if colour == colours[0] else colours[0]
        if takes_turns(state.rule, self.opening(options), colours) and not state.rule.passes:
            due = tally(len(stones), state.rule)
            refused = turn_forbidden_move(state, colours, due, self.colour_name)
            if refused is not None:
                return refused
            state, mover = replace(state, placements_left=due.placements_left), colours[due.moved_last]
        refused = line_forbidden_move(state, mover, self.colour_name) if state.lines else None
        refused = refused or self._impossible_stones(state)
        if refused is not None:
            return refused
        if last is None or stones.get(last) != mover:
            return state
        if state.lines and last not in completing_cells(state):
            return Reason("won before", _("The last stone did not complete the winning row."))
        return replace(state, last=(last,))

    def _impossible_stones(self, state: LineState) -> Reason | None:
        """Return the reason why the stones on the board cannot occur in a game, or None if they can.

        A won game is possible if one of the positions before its last stone is.
        """
        found = [self.cannot_stand(before) for before in (states_without_last(state) if state.lines else [state])]
        return None if None in found else found[0]

    def legal_moves(self, state: State) -> Iterator[Move]:
        """Yield every legal move but a pass: placements in reading order, or the answers to a question of the opening.

        The default answer comes first.
        """
        state = _line_state(state)
        if self.outcome(state) is not None:
            return
        if isinstance(state.phase, AskChoice):
            yield from (Choose(key) for key in state.phase.answers)
        else:
            yield from (Place(cell, state.colour) for cell in self._allowed_cells(state))

    def check(self, state: State, move: Move) -> Reason | None:
        """Return None if the move is legal, else the reason for the refusal."""
        state = _line_state(state)
        if self.outcome(state) is not None:
            return Reason("over", _("The game is over."))
        if isinstance(state.phase, AskChoice):
            return answer_forbidden_move(state.phase, move)
        if isinstance(move, Choose):
            return Reason("nothing to choose", _("There is nothing to choose now: place a stone."))
        if isinstance(move, Pass):
            return _refused_pass(state)
        return self._check_placement(state, move)

    def apply(self, state: State, move: Move) -> Step:
        """Return the position and the events after a legal move."""
        state = _line_state(state)
        assert self.check(state, move) is None, f"{move} is not legal here"
        if isinstance(move, Choose):
            return Step(self._with_stuck(answered(state, move.key)), (Chosen(state.seat, move.key),))
        if isinstance(move, Pass):
            return Step(self._with_stuck(_passed(state)), (Passed(state.seat),))
        return self._placed(state, move)

    def outcome(self, state: State) -> Outcome | None:
        """Return the end of the game: a win by a line, or a draw.

        A draw is two passes in a row, or a side to move that cannot place a stone.
        """
        state = _line_state(state)
        if state.lines:
            return Outcome(Termination.LINE, state.seat_of(state.board[state.lines[0][0]]))
        if state.passes == MOST_PASSES:
            return Outcome(Termination.PASSES, None)
        return Outcome(Termination.FULL_BOARD, None) if state.stuck else None

    def marks(self, state: State) -> tuple[Mark, ...]:
        """Return the cells that the board on screen should highlight.

        These are the last placements, the winning lines, the forbidden cells with the reason, and the cells that an
        opening phase allows.
        """
        state = _line_state(state)
        marks = [Mark(MarkKind.LAST, state.last)] if state.last else []
        marks += [Mark(MarkKind.LINE, line, state.board[line[0]]) for line in state.lines]
        if narrows(state):
            marks.append(Mark(MarkKind.LEGAL, tuple(self._allowed_cells(state)), state.colour))
        if self.outcome(state) is None and state.colour and not is_offering(state):
            reasons = ((cell, self.forbids(state, cell)) for cell in open_cells(state))
            refused = [(cell, why) for cell, why in reasons if why is not None and not why.quiet]
            marks += [Mark(MarkKind.FORBIDDEN, (cell,), state.colour, why) for cell, why in refused]
        return tuple(marks)

    def threats(self, state: State) -> tuple[Threats, ...] | None:
        """Return the winning lines that each colour could complete with its next turn, if ``forbids`` allows it.

        The result is empty in an opening and after the end of the game. A game whose rules make these lines
        meaningless overrides this and returns None.
        """
        state = _line_state(state)
        if state.phase is not None or self.outcome(state) is not None:
            return ()
        sides = zip(self.info.colours, reversed(self.info.colours), strict=True)
        return tuple(self._threats_by(colour, replace(state, colour=other)) for colour, other in sides)

    def attacks(self, state: State) -> tuple[Attack, ...] | None:
        """Return the strongest attack of each colour: one on the board, or one that its next stone would make.

        Return None if a turn has several stones or a winning line is too short for attacks. Override this and return
        None if captures or other rules make them meaningless.
        """
        state = _line_state(state)
        if state.rule.stones_a_turn > 1 or state.rule.length < SHORTEST_LINE:
            return None
        if state.phase is not None or self.outcome(state) is not None:
            return ()
        first, second = self.info.colours
        found = (self._attack_by(state, colours) for colours in ((first, second), (second, first)))
        return tuple(attack for attack in found if attack is not None)

    def reason(self, state: State, move: Move) -> Reason | None:
        """Return the purpose of placing a stone: the rows that the stone makes or stops. Return None in an opening.

        In an opening the stones have no owner yet.
        """
        state = _line_state(state)
        if state.phase is not None or not isinstance(move, Place):
            return None
        opponent = next(colour for colour in self.info.colours if colour != state.colour)
        return stone_reason(state, move.cell, opponent)

    def dump(self, state: State) -> str:
        """Return a position as text: a picture of the board, then the facts that the options do not determine."""
        return write_position(_line_state(state))

    def load(self, text: str, options: Options) -> LineState:
        """Parse the text of a position written by ``dump``. Raises ParseError with a line number."""
        position = read_position(
            text, self.geometry(options), self.info.colours, self.rule(options), self.opening(options)
        )
        return self._judged(position)

    # Private steps.

    def _is_championship(self, options: Options) -> bool:
        """Return True if the game is the Connect6 of the Chinese championship: Connect(19, 19, 6, 2, 1).

        Source: Wu and Huang, "A New Family of k-in-a-row Games" (2005): six in a row on 19x19, two stones a turn, one
        in the first.
        """
        geometry, rule = self.geometry(options), self.rule(options)
        is_board = geometry.columns == geometry.rows == _CHAMPIONSHIP_SIZE and len(geometry) == _CHAMPIONSHIP_SIZE**2
        is_rule = (rule.length, rule.stones_a_turn, rule.stones_first_turn) == (6, 2, 1)
        return is_board and is_rule and self.opening(options) is None

    def _threats_by(self, colour: str, answering: LineState) -> Threats:
        """Return the threats of a colour; ``answering`` is the position with the other colour to move."""
        board, rule = answering.board, answering.rule

        def may_stop(cell: int) -> bool:
            return self.forbids(answering, cell) is None

        def may_fill(gaps: tuple[int, ...], answer: frozenset[int]) -> bool:
            stones = tuple(answering.colour if cell in answer else stone for cell, stone in enumerate(board))
            return self._may_fill(replace(answering, board=stones, colour=colour), gaps)

        return threats_by(answering.geometry, board, colour, rule, may_stop, may_fill=may_fill)

    def _may_fill(self, state: LineState, cells: tuple[int, ...]) -> bool:
        """Return True if the colour to move may place stones on all these cells one after the other, in any order."""
        for cell in cells:
            others = tuple(other for other in cells if other != cell)
            board = (*state.board[:cell], state.colour, *state.board[cell + 1 :])
            if self.forbids(state, cell) is None and self._may_fill(replace(state, board=board), others):
                return True
        return not cells

    def _attack_by(self, state: LineState, colours: tuple[str, str]) -> Attack | None:
        def may_place(board: Sequence[str], colour: str, cell: int) -> bool:
            return self.forbids(replace(state, board=tuple(board), colour=colour), cell) is None

        return attack_by(state.geometry, state.board, colours, state.rule, may_place)

    def _allowed_cells(self, state: LineState) -> Iterator[int]:
        return (cell for cell in open_cells(state) if self._forbidden_move(state, cell) is None)

    def _forbidden_move(self, state: LineState, cell: int) -> Reason | None:
        """Return the reason why the opening or the game forbids a cell to the colour to move, or None."""
        return placement_forbidden_move(state, cell) or (None if is_offering(state) else self.forbids(state, cell))

    def _check_placement(self, state: LineState, move: Place) -> Reason | None:
        if not 0 <= move.cell < len(state.geometry):
            return Reason("off the board", _("This cell is not on the board."))
        if isinstance(state.phase, PickStone):
            return None if move.cell in state.offered and move.stone == state.colour else not_offered(state)
        if state.board[move.cell] != EMPTY:
            return Reason(
                "occupied", _("There is already a stone on {place}.", place=state.geometry.names[move.cell].upper())
            )
        if move.stone != state.colour:
            return Reason(
                WRONG_STONE, _("It is {colour}'s turn to place a stone.", colour=self.colour_name(state.colour))
            )
        return self._forbidden_move(state, move.cell)

    def colour_name(self, colour: str) -> str:
        """Return the translated name of a side."""
        return _(self.info.side_name(colour) or colour)

    def _placed(self, state: LineState, move: Place) -> Step:
        board = (*state.board[: move.cell], move.stone, *state.board[move.cell + 1 :])
        lines = () if is_offering(state) else lines_through(state.geometry, board, move.cell, state.rule)
        last = (*state.last, move.cell) if _turn_is_running(state) else (move.cell,)
        after = _next_placement(replace(state, board=board, lines=lines, last=last, passes=0), move.cell)
        events: tuple[Event, ...] = (Placed(state.seat, move.cell, move.stone),)
        events += tuple(LineMade(move.stone, line) for line in lines)
        return Step(after if lines else self._with_stuck(after), events)

    def _judged(self, state: LineState) -> LineState:
        """Return a set-up position with its winning lines added. Those of the last mover come first."""
        lines = lines_on(state.geometry, without_offered(state), state.rule)
        by_mover = tuple(sorted(lines, key=lambda line: state.board[line[0]] == state.colour))
        judged = replace(state, lines=by_mover)
        return judged if lines else self._with_stuck(judged)

    def _with_stuck(self, state: LineState) -> LineState:
        if isinstance(state.phase, AskChoice) or next(self._allowed_cells(state), None) is not None:
            return state
        return replace(state, stuck=True)


def _line_state(state: State) -> LineState:
    assert isinstance(state, LineState)
    return state


def _refused_pass(state: LineState) -> Reason | None:
    """Return the reason why the side to move may not pass in a running game, or None if it may."""
    if not state.rule.passes:
        return no_passes()
    return Reason("opening", _("Passing is allowed only after the opening.")) if state.phase is not None else None


def _passed(state: LineState) -> LineState:
    """Return the position after a pass, which has no last stone."""
    seat = 1 - state.seat
    return replace(state, seat=seat, colour=state.colours[seat], last=(), passes=state.passes + 1)


def _next_placement(state: LineState, cell: int) -> LineState:
    """Return the state after a stone was placed on this cell, ready for the next placement."""
    if state.phase is not None:
        return stone_placed(state, cell)
    left = state.placements_left - 1
    if left:
        return replace(state, placements_left=left)
    seat = 1 - state.seat
    return replace(state, seat=seat, colour=state.colours[seat], placements_left=state.rule.stones_a_turn)


def _turn_is_running(state: LineState) -> bool:
    """Return True if the player to move has already placed a stone in this turn."""
    if isinstance(state.phase, PutStones | OfferStones):
        return state.placements_left < len(stones_of(state.phase))
    if isinstance(state.phase, PickStone):
        return False
    return bool(state.last) and state.board[state.last[-1]] == state.colour
