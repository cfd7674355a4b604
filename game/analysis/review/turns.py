"""Facts about moves, as claims: wins, threats, purposes and points; and the names of moves and lines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from game.analysis.review.claims import ClaimKind, MoveClaim
from game.core.language import _
from game.core.model import EMPTY, Attack, AttackKind, Choose, MarkKind, Move, Pass, Place, State
from game.core.notation import playable_moves
from game.core.ruleset import Ruleset, attacks_of, reason_for, threats_of
from game.session.texts import colour_name, pass_name

#: Maximum number of moves shown of a line.
LONGEST = 7
#: Number of moves shown of a line if there is little space, or if the rest is not reliable.
SHORT = 3
#: Number of moves shown after a better move.
_SHORTEST = 4
#: Attacks with two parts, of which only one can be stopped.
_DOUBLE = (AttackKind.DOUBLE_FOUR, AttackKind.FOUR_AND_THREE, AttackKind.DOUBLE_THREE)


class Turns:
    """Finder of facts about the moves and positions of a ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset

    # Names

    def side(self, state: State) -> str:
        """Return the name of the side to move in a position."""
        return colour_name(self._ruleset.info, state.colour)

    def name(self, state: State, move: Move) -> str:
        """Return the name of a move's cell, with the kind of stone in a game with several kinds."""
        if isinstance(move, Pass):
            return pass_name()
        if isinstance(move, Choose):
            return move.key
        cell, stone = state.geometry.names[move.cell].upper(), self._ruleset.info.stone(move.stone)
        if not self._ruleset.info.names_stone or stone is None:
            return cell
        return _("{stone} {cell}", stone=_(stone.name), cell=cell)

    def moves(self, state: State, words: Sequence[str]) -> list[Move]:
        """Return the moves of a variation as objects, up to the first illegal one."""
        return [move for move, _state in playable_moves(self._ruleset, state, words)]

    def line(self, state: State, moves: Sequence[Move], longest: int = LONGEST) -> str:
        """Return the first moves of a variation as text.

        Commas separate the turns if turns have several stones.
        """
        shown: list[tuple[int, str]] = []
        for move in moves[:longest]:
            shown.append((state.seat, self.name(state, move)))
            state = self._ruleset.apply(state, move).state
        turns = [" ".join(name for _seat, name in turn) for _seat, turn in groupby(shown, key=lambda told: told[0])]
        is_plain = all(" " not in turn for turn in turns)
        return (" " if is_plain else ", ").join(turns)

    def line_after(self, state: State, moves: Sequence[Move]) -> str:
        """Return the text of a variation without its first move."""
        return self.line(self._ruleset.apply(state, moves[0]).state, moves[1:], _SHORTEST)

    # Positions

    def is_over(self, state: State) -> bool:
        """Return True if a position is the end of a game."""
        return self._ruleset.outcome(state) is not None

    def stones_to_win(self, state: State, moves: Sequence[Move]) -> int | None:
        """Return how many stones the side to move needs to win in a variation, or None if it does not win."""
        seat, stones = state.seat, 0
        for move in moves:
            stones += state.seat == seat
            state = self._ruleset.apply(state, move).state
        outcome = self._ruleset.outcome(state)
        return stones if outcome is not None and outcome.winner == seat else None

    def wins_at_once(self, state: State) -> tuple[int, ...]:
        """Return the cells where the side to move wins with its next stone; empty if there is none."""
        own = next((side for side in threats_of(self._ruleset, state) or () if side.colour == state.colour), None)
        lines = own.lines if own is not None else ()
        missing = ([cell for cell in line if state.board[cell] == EMPTY] for line in lines)
        cells = {empty[0] for empty in missing if len(empty) == 1}
        return tuple(cell for cell in sorted(cells) if self._wins(state, cell))

    def _wins(self, state: State, cell: int) -> bool:
        move = Place(cell, state.colour)
        if self._ruleset.check(state, move) is not None:
            return False
        outcome = self._ruleset.outcome(self._ruleset.apply(state, move).state)
        return outcome is not None and outcome.winner == state.seat

    def win(self, state: State, moves: Sequence[Move]) -> MoveClaim:
        """Return the claim that the side to move wins by force with a variation.

        If the variation does not reach the win, the claim has only its first moves, because the last ones are not
        reliable.
        """
        number = self.stones_to_win(state, moves)
        claimed = moves if number is not None else moves[:SHORT]
        return MoveClaim(ClaimKind.WINS_BY_FORCE, state, tuple(claimed), number=number)

    def unstopped_attack(self, before: State, move: Move, after: State) -> Attack | None:
        """Return an opponent's attack that a move fails to stop, or None if there is none.

        Only attacks that a single stone could have stopped count, and none if the opponent must first answer a threat.
        """
        had, has = self._attack(before, after.colour), self._attack(after, after.colour)
        if had is None or has is None or had.is_coming or has.is_coming or not had.stops:
            return None
        if not isinstance(move, Place) or move.cell in had.stops or not set(had.lines) & set(has.lines):
            return None
        own = next((side for side in threats_of(self._ruleset, after) or () if side.colour == before.colour), None)
        return None if own is not None and own.lines else had

    def _attack(self, state: State, colour: str) -> Attack | None:
        return next((attack for attack in attacks_of(self._ruleset, state) or () if attack.colour == colour), None)

    # Moves

    def purpose(self, state: State, move: Move) -> MoveClaim | None:
        """Return the purpose of a move, or None if there is nothing notable."""
        reason = reason_for(self._ruleset, state, move) if self._ruleset.check(state, move) is None else None
        # A reason without lines means that there is nothing to show.
        if reason is None or not reason.lines:
            return None
        return MoveClaim(ClaimKind.PURPOSE, state, (move,), reason=reason)

    def merit(self, state: State, move: Move) -> MoveClaim | None:
        """Return the purpose of a move, but None if its only effect is that the opponent scores."""
        purpose = self.purpose(state, move)
        if purpose is None:
            return None
        own, given = self.points(state, move)
        return None if own <= 0 < given else purpose

    def points(self, state: State, move: Move) -> tuple[int, int]:
        """Return the points that a move scores for the side to move, and those that it gives the opponent."""
        after = self._ruleset.apply(state, move).state
        gains = {colour: after.scores.get(colour, 0) - state.scores.get(colour, 0) for colour in state.colours}
        return gains.pop(state.colour, 0), max(gains.values(), default=0)

    def gift(self, state: State, move: Move) -> MoveClaim | None:
        """Return the claim that a move gives the opponent points, or None if it does not."""
        given = self.points(state, move)[1]
        return MoveClaim(ClaimKind.GIVES_POINTS, state, (move,), number=given) if given > 0 else None

    def binding(self, state: State, move: Move) -> MoveClaim | None:
        """Return where the opponent may play after a move, and the most points that it can score there.

        None in games without points and if the opponent is not to move.
        """
        after = self._ruleset.apply(state, move).state
        if not self._ruleset.info.shows_score or after.seat == state.seat or self.is_over(after):
            return None
        cells = next((mark.cells for mark in self._ruleset.marks(after) if mark.kind is MarkKind.LEGAL), ())
        replies = list(self._ruleset.legal_moves(after))
        gains = [self.points(after, reply)[0] for reply in replies]
        most = max(gains)
        moves = (move, replies[gains.index(most)]) if most else (move,)
        return MoveClaim(ClaimKind.BINDS, state, moves, tuple(cells), most)

    def unstoppable(self, state: State, move: Move) -> MoveClaim | None:
        """Return the claim that the opponent cannot stop a move's winning threats, or None if it can.

        In games with several stones a turn, the claim has the number of stones that stop the threats, even if the
        opponent has enough of them in its turn.
        """
        after = self._ruleset.apply(state, move).state
        if self.is_over(after) or after.seat == state.seat:
            return None
        made = self._attack(after, state.colour)
        if made is not None and not made.is_coming:
            is_beyond = made.kind is AttackKind.OPEN_FOUR or (made.kind in _DOUBLE and self._is_beyond(made))
            return MoveClaim(ClaimKind.UNSTOPPABLE, state, (move,), attack=made) if is_beyond else None
        if made is None and after.placements_left > 1:
            threats = threats_of(self._ruleset, after) or ()
            own = next((side for side in threats if side.colour == state.colour), None)
            if own is not None and own.needed:
                return MoveClaim(ClaimKind.UNSTOPPABLE, state, (move,), number=own.needed)
        return None

    def _is_beyond(self, made: Attack) -> bool:
        """Return True if the opponent cannot stop an attack with a single stone.

        Of a four and a three only the four can be stopped; the three remains.
        """
        return made.kind is AttackKind.FOUR_AND_THREE or not made.stops
