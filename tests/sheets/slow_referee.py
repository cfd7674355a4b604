"""A referee of rule sheets that is slow and plain, as the yardstick for the program's own.

It is written from docs/rule-sheets.md (*How a game runs*, *The keys*) alone, works on the dictionary of ``tomllib``,
and imports nothing of the program. Where the page leaves something open, a comment that begins with "Choice:" says what
is taken.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from tests.sheets.slow_board import Cell, SlowBoard, Step
from tests.sheets.slow_renju import Shapes
from tests.sheets.slow_stones import SIDES, USUAL_STONES, SlowStones

COLOURS = {"black": 0, "white": 1}
"""The words of a choice of sides: the first side is called black, whatever its stones are called."""
RULE_TABLES = ("board", "turn", "place", "line", "capture", "forbid", "end")


def inherited(sheet: Mapping[str, Any], others: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the rules of a sheet with those it takes from the sheet named by ``like``, found in ``others``."""
    base = inherited(others[sheet["like"]], others) if "like" in sheet else {}
    rules = {table: {**base.get(table, {}), **sheet.get(table, {})} for table in RULE_TABLES}
    return {**rules, "stones": sheet.get("stones", base.get("stones", USUAL_STONES))}


@dataclass(frozen=True)
class Line:
    """An unbroken run of one kind of stones and wild ones, through the stone that was placed last."""

    letter: str
    row: tuple[Cell, ...]
    step: Step


@dataclass(frozen=True)
class Waiting:
    """A winning line that has to survive the opponent's next turn, with its stones, and the turn in which it arose.

    The stones of a line that goes all around a wrapped board are listed twice, so that each stands beside the next one.
    """

    side: int
    stones: tuple[tuple[Cell, str], ...]
    turn: int


class Referee:
    """A game by a sheet: who is to move, what is allowed, what a move does, how the game ends.

    Sides are 0, the one that a sheet calls first, and 1. Players are 0, who begins, and 1. They differ once a player
    has taken the other side in an opening.
    """

    def __init__(self, sheet: Mapping[str, Any], others: Mapping[str, Mapping[str, Any]] | None = None):
        """Set up a game; ``others`` has the sheets by key that ``like`` can name."""
        rules = inherited(sheet, others or {})
        self.place, self.line, self.end = rules["place"], rules["line"], rules["end"]
        self.capture, self.forbid, self.turn = rules["capture"], rules["forbid"], rules["turn"]
        self.kinds = SlowStones(rules["stones"])
        self.ground = SlowBoard(rules["board"], self.line.get("directions", "all"))
        self.cells = {self.ground.name(cell): cell for cell in self.ground.cells}
        self.opening: str = self.turn.get("opening", "free")
        has_single_stones = self.turn.get("first", 1) == self.turn.get("stones", 1) == 1
        if self.opening in ("swap", "swap2", "pro") and not has_single_stones:
            raise ValueError(f"opening {self.opening!r} needs turns of one stone")
        self.stones: dict[Cell, str] = {}
        self.side = 0
        self.player_of = [0, 1]
        self.left: int = self.turn.get("first", 1)
        self.turns = self.passes = self.placed = 0
        self.used: dict[tuple[int, str], int] = {}
        self.last: Cell | None = None
        self.taken, self.points = [0, 0], [0, 0]
        self.waiting: list[Waiting] = []
        self.asked: tuple[str, ...] = ()
        self.added = False  # True once the second player has chosen to add two stones in swap2.
        self.outcome: str | None = None
        self._end_if_stuck()

    # What can be asked.

    def result(self) -> str | None:
        """Return ``first`` or ``second`` for the side that won, ``draw``, or None while the game goes on."""
        return self.outcome

    def winner(self) -> int | None:
        """Return the player who won, or None."""
        return self.player_of[SIDES.index(self.outcome)] if self.outcome in SIDES else None

    def score(self) -> tuple[int, int]:
        """Return the points of the two sides."""
        return self.points[0], self.points[1]

    def captured(self) -> tuple[int, int]:
        """Return how many stones each side has captured."""
        return self.taken[0], self.taken[1]

    def board(self) -> dict[str, str]:
        """Return the letters of the stones by the names of their cells."""
        return {self.ground.name(cell): letter for cell, letter in self.stones.items()}

    def to_move(self) -> int:
        """Return the player who has to place a stone or to choose; 0 is the one who began."""
        if self.asked:
            return 0 if self.added else 1
        if self.opening in ("swap", "swap2") and self.placed < 3:
            return 0
        return 1 if self.added and self.placed < 5 else self.player_of[self.side]

    def legal(self) -> set[str]:
        """Return the words of all moves that are allowed."""
        if self.outcome is not None:
            return set()
        if self.asked:
            return set(self.asked)
        words = {self._word(cell, letter) for cell, letter in self._placements()}
        return words | {"pass"} if self._may_pass() else words

    def is_legal(self, word: str) -> bool:
        """Return True if ``legal`` has a word, without looking at all other cells."""
        if self.outcome is not None or self.asked or word == "pass":
            return word in self.legal()
        here = {cell for cell in self.ground.cells if self.ground.name(cell) == word.partition("=")[0]}
        return any(word == self._word(cell, letter) for cell, letter in self._placements(here))

    # What a move does.

    def play(self, word: str) -> None:
        """Play a move; raises ValueError if it is not legal."""
        if not self.is_legal(word):
            raise ValueError(f"{word!r} is not legal")
        if self.asked:
            self._answer(word)
        elif word == "pass":
            self.passes += 1
            self.last = None
            self._end_turn()
        else:
            name, _, letter = word.partition("=")
            self._put(self.cells[name], letter or self.kinds.placed_by(self.side)[0])

    def _put(self, cell: Cell, letter: str) -> None:
        """Place a stone, remove what it captures, and look at its lines (rules 2 to 6)."""
        self.stones[cell] = letter
        self.used[self.side, letter] = self.used.get((self.side, letter), 0) + 1
        self.placed += 1
        self.last, self.passes = cell, 0
        prey = self._prey(cell)
        for other in prey:
            del self.stones[other]
        self.taken[self.side] += len(prey)
        has_points = self.line.get("points", False)
        if has_points:
            self._score(cell)
        wins = self.capture.get("wins", 0)
        if wins and self.taken[self.side] >= wins:
            self.outcome = SIDES[self.side]
        elif not has_points:
            self._look_at_lines(cell)
        if self.outcome is None:
            self._go_on()

    def _prey(self, cell: Cell) -> set[Cell]:
        """Return the cells of the stones that a new stone captures (rule 3)."""
        prey: set[Cell] = set()
        # Choice: a new stone that belongs to the opponent encloses nothing, although the mover may have placed it.
        if not self._encloses(cell, self.side):
            return prey
        for step in self._both_ways():
            run: list[Cell] = []
            here = self.ground.beside(cell, step)
            while here is not None and here not in run and self._encloses(here, 1 - self.side):
                run.append(here)
                here = self.ground.beside(here, step)
            # Choice: on a wrapped board the far end may be the new stone itself.
            if len(run) in self.capture.get("runs", []) and here is not None and self._encloses(here, self.side):
                prey.update(run)
        return prey

    def _look_at_lines(self, cell: Cell) -> None:
        """Find out whether a new stone wins or loses by its lines (rules 4 and 5)."""
        effects = [(line, self._effect(line)) for line in self._lines(self.stones, cell)]
        winning = [line for line, effect in effects if effect == "wins"]
        winners = {self._winner(line) for line in winning}
        if winning and self.capture.get("survive", False):
            for line in winning:
                stones = tuple((other, self.stones[other]) for other in line.row)
                if self._is_ring(line.row, line.step):
                    stones *= 2
                self.waiting.append(Waiting(self._winner(line), stones, self.turns))
        elif winning:
            self.outcome = SIDES[self.side if self.side in winners else 1 - self.side]
        elif any(effect == "loses" for _, effect in effects):
            self.outcome = SIDES[1 - self.side]

    def _lines(self, stones: Mapping[Cell, str], cell: Cell) -> Iterator[Line]:
        """Yield the lines through a stone, of every kind that is not wild and in every direction that counts."""
        for letter in self.kinds.plain:
            fitting = self.kinds.fitting(stones, letter)
            for step in self.ground.directions if cell in fitting else ():
                row = self.ground.run(fitting, cell, step)
                if any(stones[other] == letter for other in row):
                    yield Line(letter, tuple(row), step)

    def _effect(self, line: Line) -> str:
        """Return what a line does: ``wins``, ``loses`` or ``nothing``."""
        length = self.line["length"]
        if len(line.row) == length:
            return "nothing" if self.line.get("blocked", "wins") == "nothing" and self._is_blocked(line) else "wins"
        # Choice: ``loses`` goes before ``longer``, for a sheet in which the losing length is the greater one.
        if self.line.get("loses", 0) == len(line.row):
            return "loses"
        if len(line.row) < length:
            return "nothing"
        longer = self.line.get("longer", "wins")
        return str(longer if isinstance(longer, str) else longer.get(SIDES[self._side_of(line.letter)], "wins"))

    def _is_ring(self, row: Sequence[Cell], step: Step) -> bool:
        return len(row) > 1 and self.ground.beside(row[-1], step) == row[0]

    def _is_blocked(self, line: Line) -> bool:
        # Choice: the other side is the one that is not that of the line's kind, whoever wins by the line.
        other = 1 - self._side_of(line.letter)
        ends = self.ground.ends(list(line.row), line.step)
        return all(end is not None and self._encloses(end, other) for end in ends)

    def _score(self, cell: Cell) -> None:
        """Count the rows that a new stone completes (rule 6).

        Choice: lines of ``line.loses`` stones do nothing in a game for points.
        """
        length = self.line["length"]
        for letter in self.kinds.plain:
            fitting = self.kinds.fitting(self.stones, letter)
            rows: set[tuple[Step, frozenset[Cell]]] = set()
            for step in self.ground.directions if cell in fitting else ():
                run = self.ground.run(fitting, cell, step)
                starts = len(run) if self._is_ring(run, step) else len(run) - length + 1
                for start in range(starts):
                    row = (run + run)[start : start + length]
                    if len(set(row)) == length and cell in row:
                        rows.add((step, frozenset(row)))
            for step, row_cells in rows:
                if any(self.stones[other] == letter for other in row_cells):
                    self.points[self._winner(Line(letter, tuple(row_cells), step))] += 1

    # Turns and the end of the game.

    def _go_on(self) -> None:
        self.left -= 1
        if self.left == 0:
            self._end_turn()
        else:
            self._end_if_stuck()

    def _end_turn(self) -> None:
        """End a turn: lines that have survived win, the game may be over, the other side is next (rules 5 and 7)."""
        mover = self.side
        self.turns += 1
        for line in list(self.waiting):
            if line.side != mover and line.turn < self.turns - 1:
                if self._still_wins(line):
                    self.outcome = SIDES[line.side]
                    return
                self.waiting.remove(line)
        self.side, self.left = 1 - mover, self.turn.get("stones", 1)
        if self.turns == self.end.get("turns", 0) or self.passes == 2:
            self._finish()
        self._end_if_stuck()
        if self.outcome is None:
            self._ask()

    def _still_wins(self, line: Waiting) -> bool:
        """Return True if enough adjacent stones of a winning line are still where they were.

        Choice: of a line that was longer than it had to be, ``line.length`` adjacent stones are enough. Stones that
        were placed beside it in the meantime make no difference.
        """
        run: list[str] = []
        for cell, letter in line.stones:
            run = [*run, letter] if self.stones.get(cell) == letter else []
            if len(run) >= self.line["length"] and not all(self.kinds.is_wild(other) for other in run):
                return True
        return False

    def _end_if_stuck(self) -> None:
        """End the game if the side to move cannot place a stone, in the middle of a turn as well."""
        if self.outcome is None and not any(True for _ in self._placements()):
            self._finish()

    def _finish(self) -> None:
        """End a game that nobody has won (rule 7)."""
        # Choice: a line that waits for a reply wins however the reply was made impossible: no cell, no stone in the
        # hand, every cell forbidden, or no turn left.
        standing = [line for line in self.waiting if self._still_wins(line)]
        if standing:
            self.outcome = SIDES[standing[0].side]
        elif self.points[0] != self.points[1]:
            self.outcome = SIDES[0 if self.points[0] > self.points[1] else 1]
        else:
            self.outcome = self.end.get("full", "draw")

    # Openings.

    def _ask(self) -> None:
        """Ask for a choice where the opening has one after this turn."""
        if self.opening == "pie" and self.turns == 1:
            self.asked = ("stay", "swap")
        elif self.opening in ("swap", "swap2") and self.turns == 3:
            self.asked = ("white", "black", "put2") if self.opening == "swap2" else ("white", "black")
        elif self.opening == "swap2" and self.turns == 5 and self.added:
            self.asked = ("white", "black")

    def _answer(self, word: str) -> None:
        player = self.to_move()
        self.asked = ()
        if word == "put2":
            self.added = True
            return
        if word == "swap":
            self.player_of = [1, 0]
        if word in COLOURS:
            side = COLOURS[word]
            self.player_of[side], self.player_of[1 - side] = player, 1 - player
            # Choice: stones on the board count, not those that were placed and captured.
            counts = [sum(self.kinds.owner(letter) == side for letter in self.stones.values()) for side in (0, 1)]
            self.side = 0 if counts[0] <= counts[1] else 1
            self._end_if_stuck()

    # Where stones may be placed.

    def _placements(self, only: Set[Cell] | None = None) -> Iterator[tuple[Cell, str]]:
        """Yield every cell, of all or of some, and kind that the side to move may choose."""
        cells = self._open_cells() if only is None else self._open_cells() & only
        for letter in self.kinds.placed_by(self.side):
            hand = self.kinds.hand(letter)
            if not hand or self.used.get((self.side, letter), 0) < hand:
                for cell in cells:
                    if not self._is_forbidden(cell, letter):
                        yield cell, letter

    def _open_cells(self) -> set[Cell]:
        """Return the empty cells that ``place`` and the opening leave."""
        empty = set(self.ground.cells) - self.stones.keys()
        if self.placed == 0 and (self.place.get("middle", False) or self.opening == "pro"):
            empty &= self.ground.middle()
        if self.placed == 2 and self.opening == "pro":
            # Choice: the central square is that around the first stone, for boards without a single cell in the middle.
            empty = {cell for cell in empty if max(abs(cell[0] - self.start[0]), abs(cell[1] - self.start[1])) > 2}
        where = self.place.get("where", "anywhere")
        if where == "drop":
            # Choice: every empty cell above an edge, a hole or a stone, even if a stone hovers above it.
            below = {cell: self.ground.beside(cell, (0, 1)) for cell in empty}
            return {cell for cell, other in below.items() if other is None or other in self.stones}
        if where == "beside" and self.stones:
            return {cell for cell in empty if self.stones.keys() & self._neighbours(cell)}
        if where == "cross" and self.last is not None:
            # Choice: a free cell is an empty one, even if it is forbidden to the side to move.
            return {cell for cell in empty if cell[0] == self.last[0] or cell[1] == self.last[1]} or empty
        return empty

    @property
    def start(self) -> Cell:
        """The cell of the first stone."""
        return next(iter(self.stones))

    def _is_forbidden(self, cell: Cell, letter: str) -> bool:
        """Return True if a move is forbidden to the side as renju defines it.

        Choice: the move is judged with its stone on the board, but before anything is captured; stones of its kind and
        wild ones make the shapes. A wild stone itself is never forbidden.
        """
        banned = self.forbid.get(SIDES[self.side], [])
        if not banned or self.kinds.is_wild(letter):
            return False
        after = {**self.stones, cell: letter}
        shapes = Shapes(
            self.ground,
            self.line["length"],
            frozenset(self.kinds.fitting(after, letter)),
            frozenset(self.ground.cells - after.keys()),
            frozenset(banned),
        )
        return not shapes.is_alone(cell) and not self._wins_by_line(cell, letter) and shapes.is_forbidden(cell)

    def _wins_by_line(self, cell: Cell, letter: str) -> bool:
        self.stones[cell] = letter
        is_winning = any(self._effect(line) == "wins" for line in self._lines(self.stones, cell))
        del self.stones[cell]
        return is_winning

    def _may_pass(self) -> bool:
        # Choice: only before the first stone of a turn, and not during an opening.
        placed_before = {"pie": 1, "swap": 3, "swap2": 5 if self.added else 3, "pro": 3}.get(self.opening, 0)
        turn = self.turn.get("first" if self.turns == 0 else "stones", 1)
        return bool(self.turn.get("passes", False)) and self.left == turn and self.placed >= placed_before

    # Stones on the board.

    def _word(self, cell: Cell, letter: str) -> str:
        # Choice: all moves of a game have a letter if one of the sides may place more than one kind.
        has_letters = any(len(self.kinds.placed_by(side)) > 1 for side in (0, 1))
        return self.ground.name(cell) + (f"={letter}" if has_letters else "")

    def _winner(self, line: Line) -> int:
        """Return the side that wins or scores by a line."""
        named = self.line.get("winner", "colour")
        if named == "mover":
            return self.side
        return SIDES.index(named) if named in SIDES else self._side_of(line.letter)

    def _side_of(self, letter: str) -> int:
        owner = self.kinds.owner(letter)
        assert owner is not None, "only a wild kind belongs to both sides"
        return owner

    def _encloses(self, cell: Cell, side: int) -> bool:
        """Return True if a stone counts as one of a side in captures: it belongs to the side and is not wild."""
        letter = self.stones.get(cell)
        return letter is not None and not self.kinds.is_wild(letter) and self.kinds.owner(letter) == side

    def _both_ways(self) -> list[Step]:
        return [step for x, y in self.ground.directions for step in ((x, y), (-x, -y))]

    def _neighbours(self, cell: Cell) -> set[Cell]:
        return {other for step in self._both_ways() if (other := self.ground.beside(cell, step)) is not None}
