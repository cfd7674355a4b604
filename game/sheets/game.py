"""The ruleset that plays a rule sheet. ``docs/rule-sheets.md`` says how such a game runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import lru_cache

from game.core.geometry import Geometry
from game.core.language import _
from game.core.line_game import LineGame, LineRule, LineState
from game.core.lines.bans import Ban, BanningRule, ban_reason
from game.core.lines.line_state import MOST_PASSES
from game.core.lines.opening_steps import answer_forbidden_move, open_cells, stone_placed
from game.core.lines.phases import AskChoice, Phase
from game.core.lines.position_text import read_position
from game.core.model import (
    EMPTY,
    Attack,
    Choose,
    Mark,
    MarkKind,
    Move,
    Options,
    Outcome,
    Pass,
    Place,
    Reason,
    State,
    Step,
    Termination,
    Threats,
)
from game.core.ruleset import Level
from game.core.symmetry import Symmetry
from game.sheets.boards import geometry_of
from game.sheets.description import describe
from game.sheets.openings import opening_of
from game.sheets.placing import judged_as_set_up, owner_of, survivor, with_stone
from game.sheets.rows import rows_on
from game.sheets.sheet import Effect, Forbidden, Full, Sheet, SheetOpening, SheetRules, Where, Winner
from game.sheets.sheet_state import SheetState, kinds_to_place, sheet_state
from game.sheets.sheet_text import read_sheet_state, write_sheet_state
from game.sheets.writing import write_sheet

_BANS = {
    Forbidden.DOUBLE_THREE: Ban.DOUBLE_THREE,
    Forbidden.DOUBLE_FOUR: Ban.DOUBLE_FOUR,
    Forbidden.OVERLINE: Ban.OVERLINE,
}


class SheetGame(LineGame):
    """A ruleset made of a rule sheet."""

    def __init__(self, sheet: Sheet, levels: Sequence[Level]) -> None:
        """Make the ruleset of a sheet with these opponents, the weakest first."""
        self.sheet = sheet
        self.rules = sheet.rules
        self.info = describe(sheet, levels)
        self.board = geometry_of(sheet.rules)
        self.line_rule = _line_rule(sheet.rules, self.info.colours)
        self._opening = opening_of(sheet.rules, self.info.colours)
        self._bans = _bans(sheet.rules, self.info.colours, self.line_rule)
        self._is_plain = is_plain(sheet.rules)
        # Open rows, and rows that two stones will complete, need cells that stay free to both sides.
        self._has_shapes = self._is_plain and sheet.rules.place.where in (Where.ANYWHERE, Where.BESIDE)

    def sheet_text(self) -> str:
        """Return the sheet as the text of its file."""
        return write_sheet(self.sheet)

    def geometry(self, options: Options) -> Geometry:
        """Return the board of the sheet."""
        return self.board

    def opening(self, options: Options) -> Phase | None:
        """Return the first phase of the sheet's opening, or None if the game begins freely."""
        return self._opening

    def forbids(self, state: LineState, cell: int) -> Reason | None:
        """Return the reason why the sections ``place`` and ``forbid`` of the sheet keep a stone from this cell."""
        position = _position(state)
        allowed = position.placeable_cells
        if allowed is not None and cell not in allowed:
            return Reason("place", self._place_sentence(position), quiet=True)
        rule = self._bans.get(state.colour)
        return ban_reason(state, cell, rule, self.colour_name(state.colour)) if rule is not None else None

    def setup(self, options: Options, seed: int) -> Step:
        """Return the first position of a game: an empty board with full hands."""
        return Step(self._sheet_state(super().setup(options, seed).state))

    def arrange(self, options: Options, stones: Mapping[int, str], colour: str) -> SheetState:
        """Return the position with these stones: full hands, no captures, no points, and nobody has won."""
        state = self._sheet_state(super().setup(options, 0).state)
        board = tuple(stones.get(cell, EMPTY) for cell in range(len(self.board)))
        seat, colours = self.info.colours.index(colour), self.info.colours
        left = self.rules.turn.stones if stones else self.rules.turn.first
        position = replace(
            state, board=board, phase=None, seat=seat, colours=colours, colour=colour, placements_left=left
        )
        return self._with_end(judged_as_set_up(position))

    def with_turn(self, options: Options, state: State, colour: str) -> SheetState:
        """Return the position with this side to move: the same, or as if the other side had passed."""
        position = _position(state)
        if position.colour == colour:
            return position
        left = self.rules.turn.stones
        after = replace(position, seat=1 - position.seat, colour=colour, placements_left=left, last=())
        return self._turn_over(position, after)

    def arisen(
        self, options: Options, stones: Mapping[int, str], colour: str, last: int | None
    ) -> LineState | Reason | None:
        """Return the position with these stones if a game can reach it, else the reason why it cannot.

        Only games of rows without other rules are checked; of all others, every position is accepted.
        """
        found = super().arisen(options, stones, colour, last) if self._is_plain else None
        return found if found is None or isinstance(found, Reason) else self._sheet_state(found)

    def legal_moves(self, state: State) -> Iterator[Move]:
        """Yield every legal move but a pass: each kind of stone on each allowed cell, or the answers to a question."""
        position = _position(state)
        if isinstance(position.phase, AskChoice) or self.outcome(state) is not None:
            yield from super().legal_moves(state)
            return
        kinds = kinds_to_place(position)
        for cell in self._allowed_cells(position):
            yield from (Place(cell, kind) for kind in kinds)

    def check(self, state: State, move: Move) -> Reason | None:
        """Return None if the move is legal, else the reason for the refusal."""
        position = _position(state)
        if isinstance(position.phase, AskChoice) and self.outcome(state) is None:
            return answer_forbidden_move(position.phase, move)
        return super().check(state, move)

    def apply(self, state: State, move: Move) -> Step:
        """Return the position and the events after a legal move."""
        step = super().apply(state, move)
        after = self._sheet_state(step.state)
        if isinstance(move, Choose) and self.rules.turn.opening is SheetOpening.PIE:
            second = self.info.colours[1]
            after = self._with_end(
                replace(after, seat=after.colours.index(second), colour=second, placements_left=self.rules.turn.stones)
            )
        if isinstance(move, Pass):
            after = self._turn_over(_position(state), after)
        return Step(after, step.events)

    def outcome(self, state: State) -> Outcome | None:
        """Return the end of the game: a win by a line or captures, points at the end, or what ``end.full`` says."""
        position = _position(state)
        if position.won:
            end = Termination.POINTS
            if position.lines:
                end = Termination.OWN_LINE if position.is_own_line else Termination.LINE
            return Outcome(end, position.seat_of(position.won), dict(position.scores))
        is_late = 0 < self.rules.end.turns <= position.turns
        if not (position.stuck or is_late or position.passes == MOST_PASSES):
            return None
        if self.rules.line.points:
            first, second = (position.scores[colour] for colour in self.info.colours)
            if first != second:
                winner = self.info.colours[int(second > first)]
                return Outcome(Termination.POINTS, position.seat_of(winner), dict(position.scores))
        favoured = {Full.DRAW: None, Full.FIRST: self.info.colours[0], Full.SECOND: self.info.colours[1]}
        colour = favoured[self.rules.end.full]
        end = Termination.PASSES if position.passes == MOST_PASSES else Termination.FULL_BOARD
        return Outcome(end, position.seat_of(colour) if colour else None, dict(position.scores))

    def marks(self, state: State) -> tuple[Mark, ...]:
        """Return the cells to highlight, as in other games of rows; lines that lose are told apart."""
        position = _position(state)
        marks = super().marks(state)
        if position.is_own_line:
            marks = tuple(
                replace(mark, kind=MarkKind.OWN_LINE) if mark.kind is MarkKind.LINE else mark for mark in marks
            )
        allowed = position.placeable_cells if position.colour and self.outcome(state) is None else None
        if self.rules.place.where is Where.CROSS and allowed is not None:
            marks = (*marks, Mark(MarkKind.LEGAL, tuple(sorted(allowed)), position.colour))
        if self.rules.line.points:
            rows = rows_on(self.rules, self.board, position.board)
            marks = (*(Mark(MarkKind.SCORED, row, self.info.colours[side]) for side, row in rows), *marks)
        return marks

    def meant_cell(self, state: State, cell: int) -> int:
        """Return the lowest empty cell of the column if stones fall down, else the cell itself."""
        if self.rules.place.where is not Where.DROP:
            return cell
        x, _y = self.board.cells[cell]
        allowed = _position(state).placeable_cells or frozenset()
        return next((each for each in reversed(self.board.column_cells[x]) if each in allowed), cell)

    def threats(self, state: State) -> tuple[Threats, ...] | None:
        """Return the winning lines that each colour could complete; None in games with other rules than rows.

        Where a stone must be placed in line with the last one, the next stone decides what the opponent could complete.
        """
        return super().threats(state) if self._is_plain and self.rules.place.where is not Where.CROSS else None

    def attacks(self, state: State) -> tuple[Attack, ...] | None:
        """Return the strongest attack of each colour; None in games with other rules than rows."""
        return super().attacks(state) if self._has_shapes else None

    def reason(self, state: State, move: Move) -> Reason | None:
        """Return the purpose of placing a stone; None in games with other rules than rows."""
        return super().reason(state, move) if self._has_shapes else None

    def symmetries(self, geometry: Geometry) -> tuple[Symmetry, ...]:
        """Return the symmetries of the board that keep the rules: all of them, or those that keep up and down apart."""
        if self.rules.place.where is not Where.DROP:
            return geometry.symmetries
        below = [geometry.at(x, y + 1) for x, y in geometry.cells]
        pairs = [(cell, under) for cell, under in enumerate(below) if under is not None]
        return tuple(each for each in geometry.symmetries if all(below[each[a]] == each[b] for a, b in pairs))

    def dump(self, state: State) -> str:
        """Return a position as text: a picture of the board, then the facts that the sheet does not determine."""
        return write_sheet_state(_position(state))

    def load(self, text: str, options: Options) -> SheetState:
        """Parse the text of a position written by ``dump``. Raises ParseError with a line number."""
        kinds = [kind.letter for kind in self.rules.stones]
        rule, opening = self.line_rule, self._opening

        def read_rows(rows: str) -> LineState:
            return read_position(rows, self.board, self.info.colours, rule, opening, kinds=kinds)

        start = sheet_state(_rows_of(super().setup(options, 0).state), self.rules)
        position = read_sheet_state(text, start, read_rows)
        return position if position.won else self._with_end(position)

    # Private steps.

    def _sheet_state(self, state: State) -> SheetState:
        return state if isinstance(state, SheetState) else sheet_state(_rows_of(state), self.rules)

    def _allowed_cells(self, state: LineState) -> Iterator[int]:
        position = _position(state)
        if not kinds_to_place(position):
            return iter(())
        allowed = position.placeable_cells
        cells = open_cells(position) if allowed is None else (cell for cell in open_cells(position) if cell in allowed)
        return (cell for cell in cells if self._forbidden_move(position, cell) is None)

    def _check_placement(self, state: LineState, move: Place) -> Reason | None:
        position = _position(state)
        kinds = kinds_to_place(position)
        if move.stone in kinds:
            return super()._check_placement(position, replace(move, stone=position.colour))
        if any(kind.letter == move.stone for kind in self.rules.stones) and position.hands.get(position.colour):
            return Reason("none left", _("You have none of these stones left."))
        return super()._check_placement(position, move)

    def _placed(self, state: LineState, move: Place) -> Step:
        """Return the position after a placement: the effects of the stone, then the end of the turn."""
        position = _position(state)
        is_running = bool(position.last) and self._has_placed(position)
        after, events = with_stone(position, move)
        after = replace(after, last=(*position.last, move.cell) if is_running else (move.cell,))
        return Step(self._next(after, move.cell), events)

    def _has_placed(self, state: SheetState) -> bool:
        """Return True if the side to move has already placed a stone in this turn."""
        if state.phase is not None:
            return self.rules.turn.opening is not SheetOpening.PIE or state.placements_left < self.rules.turn.first
        is_first = state.turns == 0 and self.rules.turn.opening is not SheetOpening.PIE
        return state.placements_left < (self.rules.turn.first if is_first else self.rules.turn.stones)

    def _next(self, state: SheetState, cell: int) -> SheetState:
        """Return the position after a stone, ready for the next stone unless the stone ended the game."""
        one_each = (self.rules.turn.first, self.rules.turn.stones) == (1, 1)
        is_turn_over = state.placements_left == 1 or one_each
        if state.phase is not None:
            after = self._sheet_state(stone_placed(state, cell))
        elif state.placements_left > 1:
            after = replace(state, placements_left=state.placements_left - 1)
        else:
            seat = 1 - state.seat
            left = self.rules.turn.stones
            after = replace(state, seat=seat, colour=state.colours[seat], placements_left=left)
        if state.won:
            return replace(after, turns=state.turns + is_turn_over)
        return self._turn_over(state, after) if is_turn_over else self._with_end(after)

    def _turn_over(self, before: SheetState, after: SheetState) -> SheetState:
        """Return the position at the start of a turn: one more finished turn, and a line that survived has won.

        ``before`` is the position with the side to move whose turn is over.
        """
        ended = survivor(before)
        after = replace(after, turns=before.turns + 1)
        if ended.won:
            return replace(after, lines=ended.lines, won=ended.won, pending=())
        return self._with_end(after)

    def _with_end(self, state: SheetState) -> SheetState:
        """Return the position with the note that the side to move cannot place a stone, if so.

        A line that waits for the opponent's reply wins if there will be none.
        """
        is_late = 0 < self.rules.end.turns <= state.turns
        if not is_late and (isinstance(state.phase, AskChoice) or next(self._allowed_cells(state), None) is not None):
            return state
        if state.pending:
            return replace(state, lines=state.pending, won=owner_of(state, state.pending[0]), pending=())
        return state if is_late else replace(state, stuck=True)

    def _with_stuck(self, state: LineState) -> LineState:
        return self._with_end(self._sheet_state(state))

    def _place_sentence(self, state: SheetState) -> str:
        if self.rules.place.middle and all(stone == EMPTY for stone in state.board):
            return _("The first stone must be placed in the middle of the board.")
        return {
            Where.DROP: _("A stone falls down to the lowest empty cell of its column."),
            Where.BESIDE: _("A stone must be placed next to another stone."),
            Where.CROSS: _("Your stone must be in the same row or column as the last stone."),
            Where.ANYWHERE: "",
        }[self.rules.place.where]


#: Only the rules matter for a player that knows no texts.
_NAMELESS = Level("none", "None", "", "")


@lru_cache(maxsize=8)
def game_of(rules: SheetRules) -> SheetGame:
    """Return a ruleset with these rules, without texts and opponents."""
    return SheetGame(Sheet("sheet", "Sheet", "", rules), (_NAMELESS,))


def _position(state: State) -> SheetState:
    assert isinstance(state, SheetState)
    return state


def _rows_of(state: State) -> LineState:
    assert isinstance(state, LineState)
    return state


def _line_rule(rules: SheetRules, colours: tuple[str, str]) -> LineRule:
    """Return the rule of lines as the base class knows it, for threats, attacks and the number of stones in a turn."""
    return LineRule(
        length=rules.line.length,
        overline_wins="".join(
            colour for colour, effect in zip(colours, rules.line.longer, strict=True) if effect is Effect.WINS
        ),
        needs_open_end=rules.line.blocked,
        stones_a_turn=rules.turn.stones,
        stones_first_turn=rules.turn.first,
        passes=rules.turn.passes,
    )


def _bans(rules: SheetRules, colours: tuple[str, str], rule: LineRule) -> dict[str, BanningRule]:
    """Return the bans of each colour that has any."""
    usual = {each.name: getattr(rule, each.name) for each in fields(LineRule)}
    return {
        colour: BanningRule(**usual, bans=frozenset(_BANS[each] for each in forbidden), banned_colour=colour)
        for colour, forbidden in zip(colours, rules.forbid, strict=True)
        if forbidden
    }


def is_plain(rules: SheetRules) -> bool:
    """Return True if the game is won by rows of one's own stones alone, so that threats and attacks can be found."""
    is_of_rows = not (rules.capture.runs or rules.line.loses or rules.line.points or rules.end.turns)
    kinds = [(kind.letter, kind.shared, kind.wild, kind.hand) for kind in rules.stones]
    has_usual_kinds = len(kinds) == 2 and not any(any(kind[1:]) for kind in kinds)
    return (
        is_of_rows
        and has_usual_kinds
        and rules.line.winner is Winner.COLOUR
        and rules.end.full is Full.DRAW
        and Effect.LOSES not in rules.line.longer
    )
