"""The engine's session with the commands that Yixin added to the Gomocup protocol.

The commands about a database of positions are answered by a sentence, because the engine has no database.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from functools import singledispatchmethod

from game.core.geometry import Position
from game.core.model import EMPTY, Choose, MarkKind, Move, ParseError, Place, State
from game.core.notation import Remark
from game.core.ruleset import Limits, WireProtocol, format_move, parse_move
from game.engine.protocol import protocol, replies, yixin
from game.engine.protocol.yixin import SoosorvStep
from game.engine.server.gomocup_board import GomocupBoard, allows_a_move
from game.engine.server.gomocup_session import PROOF_SECONDS, GomocupSession
from game.engine.server.openings import PUT_TWO, fifths_after, is_swap, opening_state, swap2_answers
from game.engine.server.root_ranking import RankedMove, RootRanking, first_cells, most_even
from game.engine.server.rule_lookup import ConfiguredRuleset, with_opening
from game.engine.server.think_turn import prove
from game.plugins.registry import Catalogue

#: Largest table of positions that may be asked for: 2 to the power of this many kilobytes.
_TABLE_BITS = 26
#: Stones on the board at each step of an opening; the last step of Soosorv-8 has any number of fifth stones besides.
_SWAP2_STONES = {1: 0, 2: 3, 3: 5}
_SOOSORV_STONES = {
    SoosorvStep.THREE_STONES: 0,
    SoosorvStep.FIRST_SWAP: 3,
    SoosorvStep.FOURTH_STONE: 3,
    SoosorvStep.SECOND_SWAP: 4,
    SoosorvStep.FIFTH_STONES: 4,
}
_FOUR_STONES = 4
_BLOCKS_IGNORED = "Every free point is blocked, so the blocks are ignored."
_NO_FORCED_WIN = "The opponent has no forced win that was found."
_NO_DEFENCE = "No move was found that stops the opponent's forced win."
_DEFENCES = "Moves that stop the opponent's forced win: {moves}"


class YixinSession(GomocupSession):
    """The engine's session in the Gomocup protocol with our extensions and Yixin's."""

    def __init__(
        self, catalogue: Catalogue, write_line: Callable[[str], None], interrupted: Callable[[], bool]
    ) -> None:
        """Create a session without a board and without blocks; see ``GomocupSession``."""
        super().__init__(catalogue, write_line, interrupted)
        self._blocks: set[Position] = set()
        self._blocked_paths: set[tuple[Position, ...]] = set()

    @singledispatchmethod
    def _carry_out(self, command: protocol.EngineCommand) -> None:
        """Call the handler of a command of Yixin's, or of another command the handler of the base class."""
        super()._carry_out(command)

    # Questions and settings

    @_carry_out.register
    def _show_info(self, _: yixin.ShowInfo) -> None:
        for line in yixin.format_most(os.cpu_count() or 1, _TABLE_BITS):
            self._write_line(line)

    @_carry_out.register
    def _show_forbidden(self, _: yixin.ShowForbidden) -> None:
        game, board = self._plain_game()
        marks = game.ruleset.marks(game.position(board.stones, board.colour))
        forbidden = (cell for mark in marks if mark.kind is MarkKind.FORBIDDEN for cell in mark.cells)
        self._write_line(replies.format_forbidden(game.geometry, forbidden))

    @_carry_out.register
    def _clear_memory(self, _: yixin.ClearMemory) -> None:
        """Mark the transposition table to be cleared by the next search."""
        self._forgets = True

    @_carry_out.register
    def _unsupported(self, command: yixin.Unsupported) -> None:
        self._write_line(replies.format_message(command.sentence))

    # Blocks

    @_carry_out.register
    def _block(self, command: yixin.BlockedPoints) -> None:
        if command.is_undone:
            self._blocks.difference_update(command.points)
        else:
            self._blocks.update(command.points)

    @_carry_out.register
    def _block_path(self, command: yixin.BlockedPath) -> None:
        if command.is_undone:
            self._blocked_paths.discard(command.points)
        else:
            self._blocked_paths.add(command.points)

    @_carry_out.register
    def _unblock(self, command: yixin.Unblock) -> None:
        if command.paths:
            self._blocked_paths.clear()
        else:
            self._blocks.clear()

    def _excluded(self, game: ConfiguredRuleset, board: GomocupBoard) -> frozenset[int]:
        """Return the walls and the blocked empty cells.

        The blocks are ignored if they leave no move, as Rapfi does. A block applies to the next move only, not to the
        moves that the search considers after it.
        """
        walls, geometry = super()._excluded(game, board), game.geometry
        played = tuple(geometry.cells[cell] for cell in board.stones)
        after_paths = {path[-1] for path in self._blocked_paths if path and path[:-1] == played}
        cells = {geometry.at(*point) for point in self._blocks | after_paths}
        excluded = walls | {cell for cell in cells if cell is not None and cell not in board.stones}
        if excluded == walls or allows_a_move(game.ruleset, game.position(board.stones, board.colour), excluded):
            return excluded
        self._write_line(replies.format_message(_BLOCKS_IGNORED))
        return walls

    # Searches

    @_carry_out.register
    def _best_moves(self, command: yixin.BestMoves) -> None:
        """Report the requested number of best moves, or as many as the level can find, and play the best one."""
        self._answer_move(*self._plain_game(), command.count)

    @_carry_out.register
    def _balance(self, command: yixin.BalancedMove) -> None:
        """Place one or two stones that leave the score nearest to the wanted one, and answer with their points.

        The second stone is the opponent's, so that its score is wanted with the opposite sign.
        """
        game, board = self._plain_game()
        cells = []
        for number in range(command.stones):
            ranked = self._rank(game, board, 1 / command.stones)
            chosen = most_even(ranked, -command.bias if number else command.bias)
            super()._write_remark(replace(chosen.remark, rank=1))
            self._put(game, board, chosen.cell)
            cells.append(chosen.cell)
        self._write_line(" ".join(replies.format_point(game.geometry, cell) for cell in cells))

    @_carry_out.register
    def _search_defence(self, _: yixin.SearchDefence) -> None:
        """Report the moves that stop the opponent's forced win, and play the best one."""
        game, board = self._plain_game()
        state = game.position(board.stones, board.colour)
        opponents_turn = game.ruleset.arrange(game.options, board.stones, game.other(board.colour))
        # Proofs are searched only with compiled code.
        self._rehearse_once()
        self._loading.wait()
        limits = Limits(seconds=PROOF_SECONDS)
        proof = prove(game.ruleset, self._catalogue.package(game.ruleset.info.id), opponents_turn, limits)
        if proof.means is None:
            self._write_line(replies.format_message(_NO_FORCED_WIN))
            self._answer_move(game, board)
            return
        ranked = self._rank(game, board)
        words = [_word(game, state, move) for move in ranked if not move.is_lost]
        self._write_line(replies.format_message(_DEFENCES.format(moves=" ".join(words)) if words else _NO_DEFENCE))
        if self._settings.shows_detail:
            for move in ranked:
                if move.is_lost:
                    self._write_line(yixin.format_losing(game.geometry, move.cell))
        self._put(game, board, ranked[0].cell)
        self._write_line(replies.format_point(game.geometry, ranked[0].cell))

    def _rank(self, game: ConfiguredRuleset, board: GomocupBoard, share: float = 1.0) -> tuple[RankedMove, ...]:
        """Return the moves of the side to move, best first, searched for a share of the time of a turn.

        Raises ParseError if the game is over.
        """
        state = game.position(board.stones, board.colour)
        if game.ruleset.outcome(state) is not None:
            raise ParseError("the game is over")
        seconds = share * self._settings.limits().seconds
        if not board.stones and not board.walls:
            return self._rank_first_stones(game, state, seconds)
        excluded = self._excluded(game, board)
        ranking = RootRanking(game.ruleset, state)
        self._search(game.ruleset, state, seconds, ranking.take, best=state.board.count(EMPTY), excluded=excluded)
        if not ranking.moves:
            raise ParseError("this level reports no scores of moves")
        return ranking.moves

    def _rank_first_stones(self, game: ConfiguredRuleset, state: State, seconds: float) -> tuple[RankedMove, ...]:
        """Return all different first stones, best first, each searched for its part of the time.

        A search of the empty board would consider only its middle.
        """
        ranked, cells = [], first_cells(state)
        for cell in cells:
            after = game.ruleset.apply(state, Place(cell, state.colour)).state
            ranking = RootRanking(game.ruleset, after)
            self._search(game.ruleset, after, seconds / len(cells), ranking.take)
            if ranking.moves:
                remark = ranking.moves[0].remark
                line = (format_move(game.ruleset.info, game.geometry, Place(cell, state.colour)), *remark.variation)
                ranked.append(RankedMove(cell, replace(remark, score=-remark.score, variation=line)))
        if not ranked:
            raise ParseError("this level reports no scores of moves")
        return tuple(sorted(ranked, key=lambda move: -move.remark.score))

    # Openings

    @_carry_out.register
    def _swap2_step(self, command: yixin.Swap2Step) -> None:
        """Place the stones of a Swap2 opening, or choose a colour, and answer in Yixin's own lines."""
        game, board = self._plain_game()
        opening, number = with_opening(game, WireProtocol.SWAP2), command.number
        points = [] if number == 1 else [game.geometry.cells[cell] for cell in board.stones]
        if len(points) != _SWAP2_STONES[number]:
            raise ParseError(f"YXSWAP2STEP{number} needs {_SWAP2_STONES[number]} stones on the board")
        state = opening_state(opening, points, swap2_answers(len(points)))
        if number == 1:
            self._gomocup_board = GomocupBoard(board.size)
            self._write_swap2_stones(opening, state, 1)
            return
        choice = self._choose(opening, state)
        if choice == Choose(PUT_TWO):
            self._write_swap2_stones(opening, opening.ruleset.apply(state, choice).state, len(points) + 1)
        else:
            self._write_line(yixin.format_swap2_choice(number - 1, is_swapped=choice == Choose("black")))

    def _write_swap2_stones(self, opening: ConfiguredRuleset, state: State, first: int) -> None:
        for number, move in enumerate(self._play_turn(opening.ruleset, state), start=first):
            assert isinstance(move, Place), "a turn of stones ends before the next question"
            self._write_line(yixin.format_swap2_stone(opening.geometry, number, move.cell))

    @_carry_out.register
    def _soosorv_step(self, command: yixin.SoosorvCommand) -> None:
        """Play a step of the opening rule Soosorv-8, and answer in Yixin's own lines."""
        game, board = self._plain_game()
        opening, step, points = with_opening(game, WireProtocol.SOOSORV), command.step, command.points
        needed = _SOOSORV_STONES.get(step, max(len(points), _FOUR_STONES + 1))
        if len(points) != needed:
            raise ParseError(f"YXSOOSORVSTEP{step.value} needs {needed} stones, not {len(points)}")
        geometry = opening.geometry
        match step:
            case SoosorvStep.THREE_STONES:
                self._gomocup_board = GomocupBoard(board.size)
                for number, move in enumerate(self._play_turn(opening.ruleset, opening_state(opening, (), ())), 1):
                    assert isinstance(move, Place), "the first three stones are one turn"
                    self._write_line(yixin.format_soosorv_stone(geometry, number, move.cell))
            case SoosorvStep.FIRST_SWAP | SoosorvStep.SECOND_SWAP:
                state = opening_state(opening, points, [None, command.fifths] if command.fifths else [])
                swaps = is_swap(state, self._choose(opening, state))
                self._write_line(yixin.format_soosorv_choice(1 if len(points) < _FOUR_STONES else 2, is_swapped=swaps))
            case SoosorvStep.FOURTH_STONE:
                state = opening_state(opening, points, [None])
                fourth, number_of_fifths = self._play_turn(opening.ruleset, state)
                assert isinstance(fourth, Place), "the fourth stone comes before the number of fifth stones"
                fifths = fifths_after(opening.ruleset.apply(state, fourth).state, number_of_fifths)
                self._write_line(yixin.format_soosorv_stone(geometry, 4, fourth.cell, fifths))
            case SoosorvStep.FIFTH_STONES:
                state = opening_state(opening, points, [None, command.fifths, None])
                offered = self._play_turn(opening.ruleset, state)
                cells = tuple(move.cell for move in offered if isinstance(move, Place))
                for line in yixin.format_fifths(geometry, cells):
                    self._write_line(line)
            case SoosorvStep.PICK:
                state = opening_state(opening, points, [None, len(points) - _FOUR_STONES, None])
                picked = self._choose(opening, state)
                assert isinstance(picked, Place), "one of the offered stones is picked"
                self._write_line(yixin.format_picked_fifth(geometry, picked.cell))

    def _choose(self, opening: ConfiguredRuleset, state: State) -> Move:
        """Return the engine's answer to a question of an opening, or the stone that it picks."""
        return self._search(opening.ruleset, state, self._settings.limits().seconds, self._write_remark)

    # Reports

    def _write_remark(self, remark: Remark) -> None:
        super()._write_remark(remark)
        if self._settings.shows_detail and self._searched is not None and remark.rank == 1 and remark.variation:
            ruleset, state = self._searched
            best = parse_move(ruleset.info, state, remark.variation[0])
            if isinstance(best, Place):
                for line in yixin.format_running_search(state.geometry, best.cell, remark):
                    self._write_line(line)


def _word(game: ConfiguredRuleset, state: State, move: RankedMove) -> str:
    return format_move(game.ruleset.info, state.geometry, Place(move.cell, state.colour))
