"""Checks of the search's tables, positions and claimed wins against slow code that only follows the rules.

Each returns a report in which a defect is a sentence. Tests run a few cases of each; ``python -m tools.engine.search``
runs many and prints a table.
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from game.core.line_game import LineState
from game.core.model import EMPTY
from game.engine.search.lines import position as board
from game.engine.search.lines.patterns import LineClass
from game.engine.search.lines.rules import Rules
from game.engine.search.lines.tables import CELLS, FIRST_COUNTED, CellClass, build
from game.engine.search.lines.vcf import may_place, win_by_fours
from game.engine.search.lines.vct import PROOF_ENTRIES, win_by_threes
from rulesets.gomoku.rules import RULESET
from rulesets.six_in_a_row.ai import THINKER as SIX
from tools.engine.line_positions import options_of
from tools.engine.search.boards import RULES
from tools.engine.search.slow_game import LINE_RULES, Board, SlowGame, drawn, random_board, small_positions
from tools.engine.search.slow_lines import line_class

COLOURS = "bw"
#: The engine's rules for every variant of five in a row, and for six in a row.
KIT_RULES = {**RULES, "six": SIX.rules_of(LINE_RULES["six"])}
ENOUGH_FOURS = 60
THREES_BUDGET = 50_000
#: The most stones of the attacker for which a claimed win is followed.
DEEPEST = 40
NO_LIMIT = 1 << 60
#: Crowded test positions with fives, fours and double threes to come: for a board of 7, and for one of 5.
CROWDED = ".bb.w.. ..bw... .bbw.w. ..w.b.. ..b.ww. .b..w.. ......."
CORNER = "bb.ww b.b.w ..bw. w.b.. b...w"


@dataclass
class Report:
    """The number of cases of each kind that were checked, and the defects found."""

    seen: Counter[str] = field(default_factory=Counter)
    defects: list[str] = field(default_factory=list)

    def __iadd__(self, other: "Report") -> "Report":
        self.seen += other.seen
        self.defects += other.defects
        return self


# Line classes


def every_line(reach: int, colour: str) -> Iterator[str]:
    """Yield all lines of cells with a stone of this colour in the middle and ``reach`` cells on each side.

    A line is a text; ``.`` is an empty cell, ``b`` and ``w`` are stones, and ``#`` is a place beyond the edge of the
    board.
    """
    halves = [
        "".join(cells) + "#" * walls for walls in range(reach + 1) for cells in product(".bw", repeat=reach - walls)
    ]
    return (f"{behind[::-1]}{colour}{ahead}" for behind in halves for ahead in halves)


def random_lines(reach: int, colour: str, number: int, seed: int) -> Iterator[str]:
    """Yield ``number`` random lines with a stone of this colour in the middle and ``reach`` cells on each side.

    The stones are mostly of this colour. A line is written as in ``every_line``.
    """
    rng = random.Random(f"{colour} {seed}")

    def half() -> str:
        walls = rng.choice((0, 0, 0, *range(reach + 1)))
        return "".join(rng.choice(f"...{colour}{colour}bw") for _ in range(reach - walls)) + "#" * walls

    return (f"{half()[::-1]}{colour}{half()}" for _ in range(number))


def key_of(line: str) -> int:
    """Return the index of a line, given as text, in the engine's tables of lines."""
    middle = len(line) // 2
    return sum(".bw#".index(letter) << 2 * at for at, letter in enumerate(line[:middle] + line[middle + 1 :]))


def check_lines(variant: str, number: int, seed: int = 1) -> Report:
    """Check the engine's table of line classes, which say what threat a line is, against their definition.

    ``number`` is the number of random lines for each colour; 0 stands for all lines.
    """
    tables, rule, report = build(KIT_RULES[variant])[0], LINE_RULES[variant], Report()
    reach = int(tables["reach"])
    for side, colour in enumerate(COLOURS):
        lines = random_lines(reach, colour, number, seed) if number else every_line(reach, colour)
        for line in lines:
            found = LineClass(int(tables["lines"][key_of(line)]) >> 4 * side & 15)
            expected = line_class(line, rule)
            report.seen["lines"] += 1
            if found != expected:
                report.defects.append(f"{variant} {line}: {found.name}, should be {expected.name}")
    return report


# Making and unmaking moves


def replayed(position: np.ndarray, tables: np.void) -> np.ndarray:
    """Return a new engine position in which the stones of another one are placed in the same order."""
    fresh = board.new_position(int(position[0]["size"]), tables)
    for cell in (int(cell) for cell in position[0]["moves"][: position[0]["placed"]]):
        board.place(fresh[0], tables, cell, int(position[0]["stones"][cell]) - 1)
    return fresh


def differences(position: np.ndarray, other: np.ndarray) -> list[str]:
    """Return the names of the fields in which two engine positions differ.

    Of the stack for taking moves back only the part in use is compared. The sums of the evaluation net are left out:
    they depend on which evaluations were asked for. ``check_net`` in ``net_checks`` compares them with their
    definition.
    """
    placed, changed = int(position[0]["placed"]), int(position[0]["changed"])
    in_use = {
        "moves": placed,
        "changes_before": placed,
        "counts_before": 2 * placed,
        "changes": changed,
        "near_before": board.NEAR_ROWS * placed,
    }
    return [
        name
        for name in position.dtype.names
        if name != "sums"
        and not np.array_equal(
            position[0][name][: in_use[name]] if name in in_use else position[0][name],
            other[0][name][: in_use[name]] if name in in_use else other[0][name],
        )
    ]


def stones_come_and_go(record: np.void, tables: np.void, rng: random.Random, moves: int) -> Iterator[int]:
    """Make and unmake random moves, so that the board fills and empties in turn; yield the number of each move."""
    cells = [int(cell) for cell in record["cells"][: record["cell_count"]]]
    waiting, rises = rng.sample(cells, len(cells)), True
    for number in range(1, moves + 1):
        placed = len(cells) - len(waiting)
        rises = placed == 0 or (rises and bool(waiting))
        if waiting and (placed == 0 or rng.random() < (0.7 if rises else 0.3)):
            board.place(record, tables, waiting.pop(), rng.randrange(2))
        else:
            waiting.insert(rng.randint(0, len(waiting)), int(record["moves"][placed - 1]))
            board.take_back(record, tables)
        yield number


def check_trace(
    variant: str, size: int, moves: int, seed: int = 1, pause: int = 1000, *, rules: Rules | None = None
) -> Report:
    """Make and unmake random moves; every ``pause`` moves, compare the engine's position with one built from scratch.

    The position after the last move is compared, too. ``rules`` replaces the rules of the variant.
    """
    tables, report = build(rules or KIT_RULES[variant])[0], Report()
    position = board.new_position(size, tables)
    for number in stones_come_and_go(position[0], tables, random.Random(f"{variant} {size} {seed}"), moves):
        if number % pause == 0 or number == moves:
            report.seen["comparisons"] += 1
            wrong = differences(position, replayed(position, tables))
            report.defects += [f"{variant} {size}, seed {seed}, move {number}: {', '.join(wrong)}"] if wrong else []
    report.seen["moves"] = moves
    return report


# Counting sequences of moves (perft)


def count_by_rules(state: LineState, depth: int) -> int:
    """Count by the rules the sequences of ``depth`` legal moves, or of fewer if the game ends earlier (perft)."""
    moves = list(RULESET.legal_moves(state))
    if depth == 1 or not moves:
        return len(moves)
    total = 0
    for move in moves:
        after = RULESET.apply(state, move).state
        total += 1 if RULESET.outcome(after) is not None else count_by_rules(after, depth - 1)
    return total


def count_by_kit(position: np.void, tables: np.void, side: int, depth: int) -> int:
    """Count the sequences that ``count_by_rules`` counts with the engine's own code for moves and legality."""
    total = 0
    for cell in [int(cell) for cell in position["cells"][: position["cell_count"]]]:
        if position["stones"][cell] or not may_place(position, tables, cell, side):
            continue
        is_over = position["classes"][side * CELLS + cell] == CellClass.FIVE
        is_over = is_over or position["placed"] + 1 == position["cell_count"]
        if depth == 1 or is_over:
            total += 1
            continue
        board.place(position, tables, cell, side)
        total += count_by_kit(position, tables, 1 - side, depth - 1)
        board.take_back(position, tables)
    return total


def check_counts(variant: str, size: int, stones: str, depth: int) -> Report:
    """Check that ``count_by_rules`` and ``count_by_kit`` agree in a position with Black to move.

    ``stones`` are the first cells of the board in reading order; the other cells are empty.
    """
    letters = stones.replace(" ", "").ljust(size * size, EMPTY)
    state = RULESET.arrange(
        options_of(RULESET, variant=variant, size=size),
        {cell: letter for cell, letter in enumerate(letters) if letter != EMPTY},
        "b",
    )
    tables = build(KIT_RULES[variant])[0]
    position = position_of(SlowGame(variant, size), list(letters), tables)[0]
    expected, found = count_by_rules(state, depth), count_by_kit(position, tables, 0, depth)
    defects = [f"{variant} {size} {stones!r} depth {depth}: {found} games, should be {expected}"]
    return Report(Counter(games=expected), defects if found != expected else [])


# Wins by fours


def position_of(game: SlowGame, letters: Board, tables: np.void) -> np.ndarray:
    """Return the engine's record of a position, whose stones are given as letters."""
    position = board.new_position(game.size, tables)
    for cell, (x, y) in enumerate(game.geometry.cells):
        if letters[cell] != EMPTY:
            board.place(position[0], tables, board.cell_at(x, y), COLOURS.index(letters[cell]))
    return position


def check_fours(variant: str, size: int, number: int, seed: int = 1, budget: int = NO_LIMIT) -> Report:
    """Check the engine's search for wins by fours in ``number`` small positions against slow code.

    No claimed win may be false, and its first move must be right. Without a limited ``budget`` of nodes the search must
    not miss a win, either.
    """
    tables, game, report = build(KIT_RULES[variant])[0], SlowGame(variant, size), Report()
    proofs = np.zeros(PROOF_ENTRIES, np.int64)
    for side, colour in enumerate(COLOURS):
        for letters in small_positions(game, colour, (number + side) // 2, seed):
            position = position_of(game, letters, tables)[0]
            position["four_limit"] = budget
            plies = win_by_fours(position, tables, proofs, side, 0, ENOUGH_FOURS)
            is_win = game.wins_by_fours(letters, colour)
            report.seen["positions"] += 1
            report.seen["wins"] += is_win
            report.seen["wins of over 5 plies"] += plies > 5
            where = f"{variant} {colour} {drawn(game, letters)}"
            if plies and not is_win:
                report.defects.append(f"{where}: a false win in {plies}")
            elif is_win and not plies and budget == NO_LIMIT:
                report.defects.append(f"{where}: a win is missed")
            elif plies and not _leads_to_it(game, letters, colour, int(position["four_move"])):
                report.defects.append(f"{where}: a win, but not by {board.column_and_row(int(position['four_move']))}")
    return report


def _leads_to_it(game: SlowGame, letters: Board, colour: str, kit_cell: int) -> bool:
    x, y = board.column_and_row(kit_cell)
    return game.is_winning_four(letters, y * game.size + x, colour)


# Wins by threes


@dataclass
class Pursuit:
    """A claimed win by fours and threes: the attacker plays the engine's moves, and the defender tries every answer.

    Wins by fours alone are taken as proved: ``check_fours`` checks them.
    """

    position: np.void
    tables: np.void
    proofs: np.ndarray
    side: int

    def escape(self, depth: int = DEEPEST) -> str | None:
        """Return a line of moves in which the defender escapes, with the attacker to move; None if there is none."""
        if fives_of(self.position, 1 - self.side) and not fives_of(self.position, self.side):
            ways = [self.escape_after(cell, depth) for cell in self._stops()]
            return None if None in ways else next(iter(ways), "and five")
        if self.wins_by_fours():
            return None
        if depth == 0 or not self.wins_by_threes():
            return "and no win is seen" if depth else "and so on"
        return self.escape_after(int(self.position["four_move"]), depth)

    def escape_after(self, cell: int, depth: int) -> str | None:
        """Return a line in which the defender escapes after the attacker's stone on ``cell``; None if there is none."""
        other = 1 - self.side
        board.place(self.position, self.tables, cell, self.side)
        way = "and five" if fives_of(self.position, other) else None
        for answer in allowed_cells(self.position, self.tables, other):
            if way is not None:
                break
            board.place(self.position, self.tables, answer, other)
            line = self.escape(depth - 1)
            way = None if line is None else f"{point_name(answer)} {line}"
            board.take_back(self.position, self.tables)
        board.take_back(self.position, self.tables)
        return None if way is None else f"{point_name(cell)} {way}"

    def wins_by_fours(self) -> bool:
        self.position["four_nodes"], self.position["four_limit"] = 0, NO_LIMIT
        return win_by_fours(self.position, self.tables, self.proofs, self.side, 0, ENOUGH_FOURS) > 0

    def wins_by_threes(self) -> bool:
        self.position["four_nodes"] = 0
        return win_by_threes(self.position, self.tables, self.proofs, self.side, 0, THREES_BUDGET) > 0

    def _stops(self) -> list[int]:
        """Return the cells where a stone of the attacker leaves the defender without a five."""
        found = []
        for cell in allowed_cells(self.position, self.tables, self.side):
            board.place(self.position, self.tables, cell, self.side)
            if not fives_of(self.position, 1 - self.side):
                found.append(cell)
            board.take_back(self.position, self.tables)
        return found


def allowed_cells(position: np.void, tables: np.void, side: int) -> list[int]:
    cells = (int(cell) for cell in position["cells"][: position["cell_count"]])
    return [cell for cell in cells if position["stones"][cell] == 0 and may_place(position, tables, cell, side)]


def fives_of(position: np.void, side: int) -> int:
    """Return the number of cells on which a stone of this side wins at once."""
    return int(position["counts"][side]) >> 8 * (CellClass.FIVE - FIRST_COUNTED) & 255


def point_name(cell: int) -> str:
    """Return the column and row of a cell as text, counted from 0 at the top left."""
    x, y = board.column_and_row(cell)
    return f"{x},{y}"


def check_threes(variant: str, size: int, number: int, seed: int = 1) -> Report:
    """Check the engine's claims of wins by fours and threes, where fours alone do not win, against every answer.

    Random positions are tried until there are ``number`` such claims.
    """
    tables, game, report = build(KIT_RULES[variant])[0], SlowGame(variant, size), Report()
    proofs = np.zeros(PROOF_ENTRIES, np.int64)
    for side, colour in enumerate(COLOURS):
        rng = random.Random(f"{variant} {size} {colour} {seed} threes")
        while report.seen["wins by threes"] < (number * (side + 1) + 1) // 2:
            letters = random_board(game, colour, rng, size // 2 * (game.rule.length - 4))
            report.seen["positions"] += 1
            report += check_pursuit(game, letters, side, tables, proofs)
    return report


def check_pursuit(game: SlowGame, letters: Board, side: int, tables: np.void, proofs: np.ndarray) -> Report:
    """Check the engine's claim of a win by fours and threes in one position, for the side to move.

    The report is empty if somebody can win at once or the engine claims no such win.
    """
    report = Report()
    if game.is_over(letters) or any(game.fives(letters, colour) for colour in COLOURS):
        return report
    pursuit = Pursuit(position_of(game, letters, tables)[0], tables, proofs, side)
    if not pursuit.wins_by_fours() and pursuit.wins_by_threes():
        report.seen["wins by threes"] += 1
        way = pursuit.escape()
        report.defects += [f"{game.variant} {COLOURS[side]} {drawn(game, letters)}: {way}"] if way else []
    return report
