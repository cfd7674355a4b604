"""A small ruleset for tests with every feature that files have to store.

The features are a choice, a toss, two stones a turn, scores, and kinds of stone. Three stones of one's own colour in a
line win. With the option ``opening`` set to ``swap``, seat 0 places one black stone and seat 1 chooses its colour.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from game.core.geometry import Geometry, square
from game.core.model import (
    EMPTY,
    Choose,
    Chosen,
    Mark,
    Move,
    Options,
    Outcome,
    ParseError,
    Place,
    Placed,
    Reason,
    State,
    Step,
    Termination,
    Tossed,
)
from game.core.picture import draw_board, read_board
from game.core.ruleset import Choice, Level, Option, OptionChoice, RulesetInfo, Stone

COLOURS = ("b", "w")


@dataclass(frozen=True, kw_only=True)
class TinyState(State):
    per_turn: int = 1
    swap: bool = False
    scored: bool = False


def tiny_info(mixed: bool) -> RulesetInfo:
    seats = (OptionChoice("0", "First"), OptionChoice("1", "Second"), OptionChoice("toss", "Toss"))
    openings = (OptionChoice("free", "Free"), OptionChoice("swap", "Swap"), OptionChoice("toss", "Toss"))
    return RulesetInfo(
        id="tiny_mixed" if mixed else "tiny",
        title="Tiny Mixed" if mixed else "Tiny",
        pitch="Three in line.",
        stones=(Stone("b", "Black", "black"), Stone("w", "White", "white"), Stone("c", "Clear", "clear")),
        colours=COLOURS,
        options=(
            Option("size", "Size", "number", 4, low=3, high=12),
            Option("per_turn", "Stones a turn", "number", 1, low=1, high=2),
            Option("opening", "Opening", "choice", "free", choices=openings),
            Option("scored", "Count points", "flag", False),
            Option("picker", "Who picks", "seat", "toss", choices=seats, hidden=True),
        ),
        levels=(Level("easy", "Easy", "Plays anywhere.", ".nowhere.play"),),
        hint_level="easy",
        accent="#112233",
        accent2="#445566",
        choices=(Choice("black", "Black", "Take Black"), Choice("white", "White", "Take White")),
        names_stone=mixed,
    )


class TinyRuleset:
    def __init__(self, *, mixed: bool = False) -> None:
        self.mixed = mixed
        self.info = tiny_info(mixed)

    def check_options(self, options: Options) -> Reason | None:
        if options["size"] == 12 and options["per_turn"] == 2:
            return Reason("options", "Twelve lines are too many for two stones a turn.")
        return None

    def geometry(self, options: Options) -> Geometry:
        return square(int(options["size"]))

    def gomocup_rule(self, options: Options) -> int | None:
        return None

    def setup(self, options: Options, seed: int) -> Step:
        geometry = self.geometry(options)
        state = TinyState(
            geometry=geometry,
            board=(EMPTY,) * len(geometry),
            seat=0,
            colours=("b", "w"),
            colour="b",
            per_turn=int(options["per_turn"]),
            scored=bool(options["scored"]),
            scores={"b": 0, "w": 0} if options["scored"] else {},
        )
        if options["opening"] == "swap":
            return Step(replace(state, colours=("", ""), swap=True))
        if options["opening"] == "toss":
            winner = random.Random(seed).randrange(2)
            return Step(
                replace(state, colours=("b", "w") if winner == 0 else ("w", "b"), seat=winner), (Tossed(winner),)
            )
        return Step(state)

    def arrange(self, options: Options, stones: Mapping[int, str], colour: str) -> State:
        state = self.setup({**options, "opening": "free"}, 0).state
        board = tuple(stones.get(cell, EMPTY) for cell in range(len(state.board)))
        left, scores = int(options["per_turn"]), {each: board.count(each) for each in state.scores}
        seat = COLOURS.index(colour)
        return replace(state, board=board, colour=colour, seat=seat, placements_left=left, scores=scores)

    def legal_moves(self, state: State) -> Iterator[Move]:
        if self.outcome(state) is not None:
            return
        if not state.colour:
            yield from (Choose("black"), Choose("white"))
            return
        for cell, letter in enumerate(state.board):
            if letter == EMPTY:
                yield from (Place(cell, stone) for stone in ("bwc" if self.mixed else state.colour))

    def check(self, state: State, move: Move) -> Reason | None:
        if self.outcome(state) is not None:
            return Reason("over", "The game is over.")
        if isinstance(move, Choose) == bool(state.colour):
            return Reason("phase", "Now is not the time for that.")
        if isinstance(move, Choose):
            return None if move.key in ("black", "white") else Reason("choice", "There is no such choice.")
        if state.board[move.cell] != EMPTY:
            return Reason("occupied", "A stone lies there already.")
        return None

    def apply(self, state: State, move: Move) -> Step:
        assert isinstance(state, TinyState)
        assert self.check(state, move) is None
        if isinstance(move, Choose):
            colours = ("b", "w") if move.key == "white" else ("w", "b")
            turn = replace(state, colours=colours, colour="w", seat=colours.index("w"), placements_left=state.per_turn)
            return Step(replace(turn, swap=False), (Chosen(state.seat, move.key),))
        return Step(self._placed(state, move), (Placed(state.seat, move.cell, move.stone),))

    def _placed(self, state: TinyState, move: Place) -> TinyState:
        board = (*state.board[: move.cell], move.stone, *state.board[move.cell + 1 :])
        scores = {colour: board.count(colour) for colour in COLOURS} if state.scored else {}
        after = replace(state, board=board, scores=scores, last=(move.cell,))
        if state.swap:
            return replace(after, seat=1, colour="")
        if state.placements_left > 1:
            return replace(after, placements_left=state.placements_left - 1)
        other = "w" if state.colour == "b" else "b"
        return replace(after, seat=1 - state.seat, colour=other, placements_left=state.per_turn)

    def outcome(self, state: State) -> Outcome | None:
        if not state.last:
            return None
        runs = state.geometry.windows_through(3)[state.last[-1]]
        letter = state.board[state.last[-1]]
        winner = state.seat_of(letter)
        if winner is not None and any(all(state.board[cell] == letter for cell in run) for run in runs):
            return Outcome(Termination.LINE, winner, state.scores)
        return Outcome(Termination.FULL_BOARD, None, state.scores) if EMPTY not in state.board else None

    def marks(self, state: State) -> tuple[Mark, ...]:
        return ()

    def dump(self, state: State) -> str:
        assert isinstance(state, TinyState)
        facts = (state.seat, "".join(state.colours) or "-", state.colour or "-", state.placements_left, state.per_turn)
        last = ",".join(map(str, state.last)) or "-"
        text = " ".join(map(str, (*facts, last, int(state.swap), int(state.scored))))
        return f"{draw_board(state.geometry, state.board)}\n\n{text}"

    def load(self, text: str, options: Options) -> State:
        geometry = self.geometry(options)
        *picture, _, words = text.split("\n") if text.count("\n") > 1 else ("", "", "")
        board = read_board(geometry, picture, "bwc")
        found = words.split()
        if len(found) != 8 or not all(word.isascii() and word.isdigit() for word in (*found[3:5], *found[6:])):
            raise ParseError(f"{words!r} are not eight facts", line=len(picture) + 2)
        if found[0] not in ("0", "1") or found[1] not in ("bw", "wb", "-") or found[2] not in ("b", "w", "-"):
            raise ParseError(f"{words!r} name no seat and colours", line=len(picture) + 2)
        last = () if found[5] == "-" else tuple(int(cell) for cell in found[5].split(",") if cell.isdigit())
        if any(cell >= len(board) for cell in last):
            raise ParseError(f"{found[5]!r} is off the board", line=len(picture) + 2)
        return TinyState(
            geometry=geometry,
            board=board,
            seat=int(found[0]),
            colours=("", "") if found[1] == "-" else (found[1][0], found[1][1]),
            colour="" if found[2] == "-" else found[2],
            placements_left=max(1, int(found[3])),
            per_turn=max(1, int(found[4])),
            last=last,
            swap=found[6] == "1",
            scored=found[7] == "1",
            scores={colour: board.count(colour) for colour in COLOURS} if found[7] == "1" else {},
        )
