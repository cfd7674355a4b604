"""Texts about moves: their cells, variations and purposes, and threats that cannot be stopped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from game.core.language import _
from game.core.model import EMPTY, Attack, AttackKind, Move, Place, State
from game.core.notation import playable_moves
from game.core.ruleset import Ruleset, attacks_of, reason_for, threats_of
from game.session.assist.texts import HelpView, attack_sentence, waiting_text
from game.session.texts import as_sentence, colour_name

#: Maximum number of moves shown of a line.
LONGEST = 7
#: Number of moves shown after a better move.
_SHORTEST = 4
#: Attacks with two parts, of which only one can be stopped.
_DOUBLE = (AttackKind.DOUBLE_FOUR, AttackKind.FOUR_AND_THREE, AttackKind.DOUBLE_THREE)


class Turns:
    """Builder of texts about the moves and positions of a ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset

    # Names

    def side(self, state: State) -> str:
        """Return the name of the side to move in a position."""
        return colour_name(self._ruleset.info, state.colour)

    def name(self, state: State, move: Move) -> str:
        """Return the name of a move's cell, with the kind of stone in a game with several kinds."""
        if not isinstance(move, Place):
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

    def wins_at_once(self, state: State) -> list[str]:
        """Return the cells where the side to move wins with its next stone; empty if there is none."""
        own = next((side for side in threats_of(self._ruleset, state) or () if side.colour == state.colour), None)
        lines = own.lines if own is not None else ()
        missing = ([cell for cell in line if state.board[cell] == EMPTY] for line in lines)
        cells = {empty[0] for empty in missing if len(empty) == 1}
        winning = (cell for cell in sorted(cells) if self._wins(state, cell))
        return [state.geometry.names[cell].upper() for cell in winning]

    def _wins(self, state: State, cell: int) -> bool:
        move = Place(cell, state.colour)
        if self._ruleset.check(state, move) is not None:
            return False
        outcome = self._ruleset.outcome(self._ruleset.apply(state, move).state)
        return outcome is not None and outcome.winner == state.seat

    def unstopped_threat(self, before: State, move: Move, after: State) -> str:
        """Return a sentence about an opponent's threat that a move fails to stop, or "" if there is none.

        Only threats that a single stone could have stopped count.
        """
        had, has = self._attack(before, after.colour), self._attack(after, after.colour)
        if had is None or has is None or had.is_coming or has.is_coming or not had.stops:
            return ""
        if not isinstance(move, Place) or move.cell in had.stops or not set(had.lines) & set(has.lines):
            return ""
        return attack_sentence(HelpView(self._ruleset.info, before, threats_of(self._ruleset, before) or ()), had)

    def _attack(self, state: State, colour: str) -> Attack | None:
        return next((attack for attack in attacks_of(self._ruleset, state) or () if attack.colour == colour), None)

    # Moves

    def reasons(self, state: State, move: Move) -> list[str]:
        """Return the purpose of a move as sentences; empty if there is nothing notable."""
        if self._ruleset.check(state, move) is not None:
            return []
        reason = reason_for(self._ruleset, state, move)
        # A reason without lines means that there is nothing to show.
        return [as_sentence(reason.message)] if reason is not None and reason.lines else []

    def shown_lines(self, state: State, move: Move) -> tuple[tuple[int, ...], ...]:
        """Return the lines of cells that show the purpose of a move."""
        reason = reason_for(self._ruleset, state, move) if self._ruleset.check(state, move) is None else None
        return tuple(reason.lines) if reason is not None else ()

    def merits(self, state: State, move: Move) -> list[str]:
        """Return the purposes of a move as sentences, but none if its only effect is that the opponent scores."""
        reasons = self.reasons(state, move)
        after = self._ruleset.apply(state, move).state if reasons else state
        gains = {colour: after.scores.get(colour, 0) - state.scores.get(colour, 0) for colour in state.colours}
        gives = gains.pop(state.colour, 0) <= 0 < max(gains.values(), default=0)
        return [] if gives else reasons

    def purpose_of(self, state: State, move: Move) -> Iterator[str]:
        """Yield sentences about the purpose of a move, each of which begins with the cell and a colon."""
        for purpose in self.reasons(state, move):
            told = purpose[:1].lower() + purpose[1:]
            yield _("{move}: {purpose}", move=self.name(state, move), purpose=told)

    def beyond_stopping(self, state: State, move: Move) -> Iterator[str]:
        """Yield a sentence if a single stone of the opponent cannot stop a move's winning threats."""
        after = self._ruleset.apply(state, move).state
        if self.is_over(after) or after.seat == state.seat:
            return
        made, other = self._attack(after, state.colour), self.side(after)
        if made is not None and not made.is_coming and made.kind in _DOUBLE and self._is_beyond(made):
            yield _("{side} cannot stop both threats.", side=other)
        elif made is not None and not made.is_coming and made.kind is AttackKind.OPEN_FOUR:
            yield _("No single stone stops this threat.")
        elif made is None and after.placements_left > 1:
            threats = next(
                (side for side in threats_of(self._ruleset, after) or () if side.colour == state.colour), None
            )
            yield from filter(None, (waiting_text(other, threats) if threats is not None else "",))

    def _is_beyond(self, made: Attack) -> bool:
        """Return True if the opponent cannot stop an attack with a single stone.

        Of a four and a three only the four can be stopped; the three remains.
        """
        return made.kind is AttackKind.FOUR_AND_THREE or not made.stops
