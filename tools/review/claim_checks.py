"""Checker of the claims in explanations of moves, independent of the code that makes the claims.

An example is the claim that a move wins by force. The checker plays the moves on a board and uses only the rules: which
stones are legal, which end the game, and which points they score. Forced wins are proved by another search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from game.analysis.review.claims import ClaimKind, MoveClaim
from game.analysis.review.judgement import GameReview, JudgedMove
from game.core.lines.reasons import row_name
from game.core.match import Match
from game.core.model import EMPTY, Move, Place, Scored, State
from game.core.ruleset import Ruleset
from tools.review.board_play import BoardPlay

#: A function that returns True if an independent search proves that a seat wins by force in a state.
ProvesWin = Callable[[Match, State, int], bool]


#: The maximum difference between two values that count as equal.
_SAME = 1e-9


class ClaimChecker:
    """Checks claims in the explanations of one match's moves, such as that a move makes a four."""

    def __init__(self, match: Match, review: GameReview, proves_win: ProvesWin) -> None:
        self._match, self._review, self._proves_win = match, review, proves_win
        self._ruleset: Ruleset = match.ruleset
        self._play = BoardPlay(match)

    def problem(self, claim: MoveClaim, ply: int) -> str:
        """Return what is false about a claim in the explanation of a ply, or "" if the claim is true."""
        check = {
            ClaimKind.WINS_AT_ONCE: self._wins_at_once,
            ClaimKind.WINS_BY_FORCE: self._wins_by_force,
            ClaimKind.LOSES_BY_FORCE: self._loses_by_force,
            ClaimKind.HAS_ATTACK: self._has_attack,
            ClaimKind.LEAVES_ATTACK: self._leaves_attack,
            ClaimKind.PURPOSE: self._purpose,
            ClaimKind.UNSTOPPABLE: self._unstoppable,
            ClaimKind.GIVES_POINTS: self._gives_points,
            ClaimKind.BINDS: self._binds,
            ClaimKind.EXPECTED: self._expected,
            ClaimKind.TURNING_POINT: self._turning_point,
            ClaimKind.LAST_CHANCE: self._last_chance,
        }.get(claim.kind)
        return self._better(claim, ply) if check is None else check(claim)

    def value_problem(self, judged: JudgedMove) -> str:
        """Return what is wrong with the winning chances before and after a move, or "" if nothing is.

        The chances must be known, and their difference must be the loss of the judgement and above 0.
        """
        before, after = self._review.chances[judged.ply - 1 : judged.ply + 1]
        if before is None or after is None:
            return "no value"
        loss = before - after if judged.seat == 0 else after - before
        return "" if abs(loss - judged.loss) < _SAME and loss > 0 else f"loses {loss:.3f}, not {judged.loss:.3f}"

    # Wins

    def _wins_at_once(self, claim: MoveClaim) -> str:
        wins = self._play.wins(claim.state.board, claim.state.colour)
        return "" if claim.cells and set(claim.cells) <= wins else f"wins only at {sorted(wins)}"

    def _wins_by_force(self, claim: MoveClaim) -> str:
        problem = self._forced_line(claim, claim.state.seat) or self._proof_of(claim.state, claim.moves[0])
        if problem or claim.number is not None:
            return problem
        *before, _last = self._positions(claim)
        last = next((state for state in reversed(before) if state.seat == claim.state.seat), claim.state)
        return "" if self._proves_win(self._match, last, last.seat) else "the win is lost in the line"

    def _positions(self, claim: MoveClaim) -> list[State]:
        """Return the positions of a claim's line, beginning with the one before its first move."""
        states = [claim.state]
        for move in claim.moves:
            states.append(self._ruleset.apply(states[-1], move).state)
        return states

    def _loses_by_force(self, claim: MoveClaim) -> str:
        winner = 1 - claim.state.seat
        is_proved = self._proves_win(self._match, claim.state, winner)
        return self._forced_line(claim, winner) or ("" if is_proved else "no search proves the loss")

    def _proof_of(self, state: State, move: Move) -> str:
        """Return "" if a search proves a win in a position or after the move, which is easier; else the problem."""
        after = self._ruleset.apply(state, move).state
        is_over = self._ruleset.outcome(after) is not None
        if self._proves_win(self._match, state, state.seat):
            return ""
        is_proved = not is_over and self._proves_win(self._match, after, state.seat)
        return "" if is_proved else "no search proves the win"

    def _forced_line(self, claim: MoveClaim, winner: int) -> str:
        """Return what is wrong with a line that is claimed to win, or "" if nothing is.

        The problem is an illegal move, a move of the defender that ignores a threat, or the wrong end or length.
        """
        state, own = claim.state, 0
        for index, move in enumerate(claim.moves):
            if self._ruleset.check(state, move) is not None:
                return f"move {index + 1} of the line is illegal"
            own += state.seat == winner
            if state.seat != winner and self._ignores_win(state, move, claim.moves[index + 1 :]):
                return f"move {index + 1} of the line does not stop a win"
            state = self._ruleset.apply(state, move).state
        outcome = self._ruleset.outcome(state)
        if outcome is not None and outcome.winner != winner:
            return "the line ends without a win"
        ends = outcome is not None and own == claim.number
        return "" if claim.number is None or claim.kind is not ClaimKind.WINS_BY_FORCE or ends else "not so many stones"

    def _ignores_win(self, state: State, move: Move, rest: Sequence[Move]) -> bool:
        """Return True if a move of the defender allows an immediate win that one stone could have stopped.

        The last move of a line never counts; ``rest`` are the moves after this one.
        """
        if not isinstance(move, Place) or state.placements_left > 1 or self._counts_points:
            return False
        attacker = self._play.other(state.colour)
        if not self._play.wins(state.board, attacker) or self._play.is_end(state, move):
            return False
        left = self._play.wins(self._play.with_stone(state.board, move.cell, state.colour), attacker)
        return bool(left) and not self._play.is_unstoppable(state.board, attacker) and bool(rest)

    @property
    def _counts_points(self) -> bool:
        return self._ruleset.info.shows_score

    # Patterns

    def _has_attack(self, claim: MoveClaim) -> str:
        assert claim.attack is not None
        problem = self._play.attack_problem(claim.state.board, claim.attack)
        return f"{claim.attack.kind.value}: {problem}" if problem else ""

    def _leaves_attack(self, claim: MoveClaim) -> str:
        attack, (move,) = claim.attack, claim.moves
        assert attack is not None
        assert isinstance(move, Place)
        board = self._play.with_stone(claim.state.board, move.cell, claim.state.colour)
        if self._play.wins(board, claim.state.colour):
            return "the move makes a threat of its own"
        wins, makers = self._play.wins(board, attack.colour), self._play.makers(board, attack.colour)
        return "" if (wins | makers) & set(attack.goes_on) else "the move stops the attack"

    def _purpose(self, claim: MoveClaim) -> str:
        assert claim.reason is not None
        move = claim.moves[0]
        if self._ruleset.check(claim.state, move) is not None:
            return "the move is illegal"
        if self._counts_points:
            return self._points_problem(claim, move)
        return self._rows_problem(claim.reason.code, claim.state, move)

    def _rows_problem(self, code: str, state: State, move: Move) -> str:
        assert isinstance(move, Place)
        length = self._play.length
        five, four, three = (row_name(length - fewer) for fewer in range(3))
        own, other = state.colour, self._play.other(state.colour)
        mine, theirs = (self._play.shape(state.board, move.cell, colour) for colour in (own, other))
        facts = {
            f"makes {five} in a row": mine.wins,
            f"makes an open {four}": mine.open_fours > 0,
            f"makes a double {four}": len(mine.fives) > 1,
            f"makes a {four} and an open {three}": bool(mine.fives) and mine.threes > 0,
            f"makes a double {three}": mine.threes > 1,
            f"makes a {four}": bool(mine.fives),
            f"makes an open {three}": mine.threes > 0,
            f"stops {five} in a row": theirs.wins,
            f"blocks an open {three}": theirs.open_fours > 0,
            f"blocks a {three}": bool(theirs.fives),
        }
        told, left = [], code
        for part in sorted(facts, key=len, reverse=True):
            if part in left:
                told.append(part)
                left = left.replace(part, "")
        if not told or left not in ("", " and "):
            return f"unknown purpose {code!r}"
        return next((f"not true: {part}" for part in told if not facts[part]), "")

    def _unstoppable(self, claim: MoveClaim) -> str:
        (move,) = claim.moves
        assert isinstance(move, Place)
        after = self._ruleset.apply(claim.state, move).state
        if claim.number is not None:
            needed = self._play.stones_to_stop(after.board, claim.state.colour, after.placements_left)
            return "" if needed == claim.number else f"{needed} stones stop it, not {claim.number}"
        return "" if self._play.cannot_be_stopped(after.board, claim.state.colour) else "a single stone stops it"

    # Points

    def _gained(self, state: State, move: Move) -> dict[str, int]:
        """Return the points that a move scores for each side, from the events of the rules."""
        gains = dict.fromkeys(state.colours, 0)
        for event in self._ruleset.apply(state, move).events:
            if isinstance(event, Scored):
                gains[event.colour] += len(event.lines)
        return gains

    def _points_problem(self, claim: MoveClaim, move: Move) -> str:
        """Compare the points in the claim's sentence, which is in English, with those of the rules' events.

        Return the difference, or "" if there is none.
        """
        assert claim.reason is not None
        state, words = claim.state, claim.reason.message
        gains, other = self._gained(state, move), self._play.other(state.colour)
        assert isinstance(move, Place)
        hoped = max(self._hoped(state, move.cell, other), default=0)
        facts = {"Scores": gains[state.colour], "Gives the opponent": gains[other]}
        facts["Denies the opponent"] = hoped - gains[other]
        told = [f"{verb} {number} point{'s' * (number != 1)}." for verb, number in facts.items() if number > 0]
        return "" if words == " ".join(told) else f"{words!r} instead of {told}"

    def _hoped(self, state: State, cell: int, team: str) -> Iterable[int]:
        """Yield the points that each kind of stone left to a side would score on a cell if it were to move."""
        for kind, count in state.hands[team].items():
            if count:
                yield self._play.points_on(state, cell, kind, team)

    def _gives_points(self, claim: MoveClaim) -> str:
        given = self._gained(claim.state, claim.moves[0])[self._play.other(claim.state.colour)]
        return "" if given == claim.number else f"gives {given} points"

    def _binds(self, claim: MoveClaim) -> str:
        after = self._ruleset.apply(claim.state, claim.moves[0]).state
        moves = list(self._ruleset.legal_moves(after))
        cells = {move.cell for move in moves if isinstance(move, Place)}
        most = max(self._gained(after, move)[after.colour] for move in moves)
        if most != claim.number:
            return f"{most} points can be scored"
        is_free = cells == {cell for cell, stone in enumerate(after.board) if stone == EMPTY}
        if cells != set(claim.cells) and not (is_free and not claim.cells):
            return "the opponent may play elsewhere"
        places, last = self._match.state.geometry.cells, claim.moves[0]
        assert isinstance(last, Place)
        x, y = places[last.cell]
        return (
            "" if all(x == places[cell][0] or y == places[cell][1] for cell in claim.cells) else "not a row or column"
        )

    # Lines that the engine suggests

    def _expected(self, claim: MoveClaim) -> str:
        return self._illegal(claim)

    def _better(self, claim: MoveClaim, ply: int) -> str:
        played, judged = self._match.plies[ply - 1].move, self._review.moves[ply - 1]
        if claim.moves[0] == played:
            return "it is the move that was played"
        turn = self._match.plies[ply : ply - 1 + claim.state.placements_left]
        if claim.moves[0] in [each.move for each in turn]:
            return "it was played in the same turn"
        if not (judged.loss > 0 or judged.missed_win or judged.allowed_loss):
            return "the move that was played lost nothing"
        return self._illegal(claim)

    def _illegal(self, claim: MoveClaim) -> str:
        state = claim.state
        for index, move in enumerate(claim.moves):
            if self._ruleset.check(state, move) is not None:
                return f"move {index + 1} of the line is illegal"
            state = self._ruleset.apply(state, move).state
        return "" if claim.moves else "no line"

    # Turning point and last chance

    def _turning_point(self, claim: MoveClaim) -> str:
        chances, ply = self._review.chances, claim.number or 0
        later = (chance if claim.state.seat == 0 else 1 - chance for chance in chances[ply:] if chance is not None)
        return "" if all(chance < 0.5 for chance in later) else "it was not behind later"

    def _last_chance(self, claim: MoveClaim) -> str:
        if self._ruleset.check(claim.state, claim.moves[0]) is not None:
            return "the move is illegal"
        after = self._ruleset.apply(claim.state, claim.moves[0]).state
        if claim.moves[0] == self._match.plies[(claim.number or 0) - 1].move:
            return "it is the move that was played"
        wins = set() if self._counts_points else self._play.wins(after.board, after.colour)
        return f"the other side wins at once at {sorted(wins)}" if after.seat != claim.state.seat and wins else ""
