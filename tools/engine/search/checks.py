"""What the kit knows and claims against slow definitions, in any number of cases; a defect is a sentence.

The tests look at few cases of each; ``python -m tools.engine.search`` looks at many and prints a table.
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
from tools.engine.search.slow_game import LINE_RULES, Board, SlowGame, drawn, small_positions, thrown
from tools.engine.search.slow_lines import line_class

COLOURS = "bw"
#: The kit's rules of every variant of five in a row, and of six in a row.
KIT_RULES = {**RULES, "six": SIX.rules_of(LINE_RULES["six"])}
ENOUGH_FOURS = 60
THREES_BUDGET = 50_000
#: Stones of an attacker that are followed.
DEEPEST = 40
NO_LIMIT = 1 << 60
#: Two colours in each other's way, with fives, fours and double threes to come, on a board of 7 and on one of 5.
CROWDED = ".bb.w.. ..bw... .bbw.w. ..w.b.. ..b.ww. .b..w.. ......."
CORNER = "bb.ww b.b.w ..bw. w.b.. b...w"


@dataclass
class Report:
    """How many cases of each kind were looked at, and what was wrong."""

    seen: Counter[str] = field(default_factory=Counter)
    defects: list[str] = field(default_factory=list)

    def __iadd__(self, other: "Report") -> "Report":
        self.seen += other.seen
        self.defects += other.defects
        return self


# Lines


def every_line(reach: int, colour: str) -> Iterator[str]:
    """All lines with a stone of this colour in the middle, near edges too."""
    halves = [
        "".join(cells) + "#" * walls for walls in range(reach + 1) for cells in product(".bw", repeat=reach - walls)
    ]
    return (f"{behind[::-1]}{colour}{ahead}" for behind in halves for ahead in halves)


def random_lines(reach: int, colour: str, number: int, seed: int) -> Iterator[str]:
    """Some of them, with more stones of this colour than of the other."""
    rng = random.Random(f"{colour} {seed}")

    def half() -> str:
        walls = rng.choice((0, 0, 0, *range(reach + 1)))
        return "".join(rng.choice(f"...{colour}{colour}bw") for _ in range(reach - walls)) + "#" * walls

    return (f"{half()[::-1]}{colour}{half()}" for _ in range(number))


def key_of(line: str) -> int:
    """The number that the kit knows a line by."""
    middle = len(line) // 2
    ahead = sum(".bw#".index(letter) << 4 * at for at, letter in enumerate(line[middle + 1 :]))
    return ahead | sum(".bw#".index(letter) << 4 * at + 2 for at, letter in enumerate(line[:middle][::-1]))


def check_lines(variant: str, number: int, seed: int = 1) -> Report:
    """The classes of lines in the engine's own tables against their definition; all lines when the number is 0."""
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


# Stones that come and go


def replayed(position: np.ndarray, tables: np.void) -> np.ndarray:
    """The same stones put down in the same order on a fresh board."""
    fresh = board.new_position(int(position[0]["size"]), tables)
    for cell in (int(cell) for cell in position[0]["moves"][: position[0]["placed"]]):
        board.place(fresh[0], tables, cell, int(position[0]["stones"][cell]) - 1)
    return fresh


def differences(position: np.ndarray, other: np.ndarray) -> list[str]:
    """The fields in which two records differ, of what undoes moves only the part that is in use.

    The net's sums know what was asked of them; ``check_net`` in ``net_checks`` compares them with their definition.
    """
    placed, changed = int(position[0]["placed"]), int(position[0]["changed"])
    in_use = {
        "moves": placed,
        "changes_before": placed,
        "counts_before": 2 * placed,
        "changed_at": changed,
        "changed_from": changed,
        "combined_before": 2 * changed,
        "classes_before": 2 * changed,
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
    """Random stones are put down and taken back, on a board that fills and empties; yields the number of each move."""
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
    """Random stones come and go; now and then the whole record is compared with a fresh board's."""
    tables, report = build(rules or KIT_RULES[variant])[0], Report()
    position = board.new_position(size, tables)
    for number in stones_come_and_go(position[0], tables, random.Random(f"{variant} {size} {seed}"), moves):
        if number % pause == 0 or number == moves:
            report.seen["comparisons"] += 1
            wrong = differences(position, replayed(position, tables))
            report.defects += [f"{variant} {size}, seed {seed}, move {number}: {', '.join(wrong)}"] if wrong else []
    report.seen["moves"] = moves
    return report


# Counting games


def count_by_rules(state: LineState, depth: int) -> int:
    """How many sequences of so many legal moves there are, or of fewer where the game ends."""
    moves = list(RULESET.legal_moves(state))
    if depth == 1 or not moves:
        return len(moves)
    total = 0
    for move in moves:
        after = RULESET.apply(state, move).state
        total += 1 if RULESET.outcome(after) is not None else count_by_rules(after, depth - 1)
    return total


def count_by_kit(position: np.void, tables: np.void, side: int, depth: int) -> int:
    """The same, as the kit sees it."""
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
    """Both counts from a position: ``stones`` in reading order, the rest of the board empty, Black on turn."""
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
    """The kit's record of a board."""
    position = board.new_position(game.size, tables)
    for cell, (x, y) in enumerate(game.geometry.cells):
        if letters[cell] != EMPTY:
            board.place(position[0], tables, board.cell_at(x, y), COLOURS.index(letters[cell]))
    return position


def check_fours(variant: str, size: int, number: int, seed: int = 1, budget: int = NO_LIMIT) -> Report:
    """Verdicts about small positions: none is a false win, and without a budget no win is missed."""
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
    """A win by fours and threes that the kit claims for a side: the side follows the kit, the other tries every answer.

    Wins by fours are believed, as they have a check of their own.
    """

    position: np.void
    tables: np.void
    proofs: np.ndarray
    side: int

    def escape(self, depth: int = DEEPEST) -> str | None:
        """How the other colour gets away with the side on turn, as a line of moves; None if it does not."""
        if fives_of(self.position, 1 - self.side) and not fives_of(self.position, self.side):
            ways = [self.escape_after(cell, depth) for cell in self._stops()]
            return None if None in ways else next(iter(ways), "and five")
        if self.wins_by_fours():
            return None
        if depth == 0 or not self.wins_by_threes():
            return "and no win is seen" if depth else "and so on"
        return self.escape_after(int(self.position["four_move"]), depth)

    def escape_after(self, cell: int, depth: int) -> str | None:
        """The same once the side has put a stone."""
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
        """The cells on which the side leaves the other one without a five."""
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
    """On how many cells a colour wins at once."""
    return int(position["counts"][side]) >> 8 * (CellClass.FIVE - FIRST_COUNTED) & 255


def point_name(cell: int) -> str:
    """Column and row from the top left."""
    x, y = board.column_and_row(cell)
    return f"{x},{y}"


def check_threes(variant: str, size: int, number: int, seed: int = 1) -> Report:
    """Claimed wins by fours and threes, where fours alone do not win, against every answer."""
    tables, game, report = build(KIT_RULES[variant])[0], SlowGame(variant, size), Report()
    proofs = np.zeros(PROOF_ENTRIES, np.int64)
    for side, colour in enumerate(COLOURS):
        rng = random.Random(f"{variant} {size} {colour} {seed} threes")
        while report.seen["wins by threes"] < (number * (side + 1) + 1) // 2:
            letters = thrown(game, colour, rng, size // 2 * (game.rule.length - 4))
            report.seen["positions"] += 1
            report += check_pursuit(game, letters, side, tables, proofs)
    return report


def check_pursuit(game: SlowGame, letters: Board, side: int, tables: np.void, proofs: np.ndarray) -> Report:
    """One position; nothing is reported where nobody can win at once and threes are not claimed to win."""
    report = Report()
    if game.is_over(letters) or any(game.fives(letters, colour) for colour in COLOURS):
        return report
    pursuit = Pursuit(position_of(game, letters, tables)[0], tables, proofs, side)
    if not pursuit.wins_by_fours() and pursuit.wins_by_threes():
        report.seen["wins by threes"] += 1
        way = pursuit.escape()
        report.defects += [f"{game.variant} {COLOURS[side]} {drawn(game, letters)}: {way}"] if way else []
    return report
