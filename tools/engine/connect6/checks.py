"""Checks of the Connect6 engine against slow code that only follows the rules; each returns a report with the defects.

They cover making and unmaking moves, the number of stones that stop all threats, and wins by double threats.
"""

import random
from itertools import combinations

from game.core.model import EMPTY, Place
from game.core.ruleset import complete_options
from rulesets.connect6 import RULESET
from rulesets.connect6.ai import THINKER
from rulesets.connect6.ai.threads import Connect6Engine
from rulesets.connect6.ai.threats import stones_needed, win_by_threats
from tools.engine.search.checks import Report, check_trace

OPTIONS = complete_options(RULESET.info, {})
RULES = THINKER.rules_of(RULESET.line_rule)
SIZE, COLOURS = 19, "bw"
#: The columns and rows of random stones, and the range of their number, both colours together.
REGION, FEWEST, MOST = range(5, 13), 8, 26
#: The most turns of an attack that is checked, and the nodes that the engine may use to find each of its stones.
DEEPEST, NODES = 8, 2_000


def check_stones(moves):
    """Make and unmake ``moves`` random moves, and check that the engine's position equals one built from scratch.

    Return the report of the check.
    """
    return check_trace("connect6", SIZE, moves, rules=RULES)


def random_position(rng):
    """Return a random position of Connect6 that nobody has won, with stones near each other and Black to move."""
    while True:
        number = rng.randrange(FEWEST, MOST)
        points = rng.sample([(x, y) for x in REGION for y in REGION], number)
        stones = {RULESET.geometry({}).at(x, y): COLOURS[index % 2] for index, (x, y) in enumerate(points)}
        state = RULESET.arrange(OPTIONS, stones, "b")
        if RULESET.outcome(state) is None:
            return state


def with_stones(engine, state):
    """Give the engine a position; return the engine's own record of the position, and its tables."""
    geometry = state.geometry
    stones = [(*geometry.cells[cell], COLOURS.index(stone)) for cell, stone in enumerate(state.board) if stone in "bw"]
    engine.set_stones(stones, max(1, state.placements_left))
    return engine.position, engine.tables


def check_needs(number, seed=1):
    """Check in ``number`` random positions how many stones stop all threats: the engine's tables against the rules.

    Return the report of the check.
    """
    report, engine, rng = Report(), Connect6Engine(RULES, SIZE, 10), random.Random(seed)
    for _ in range(number):
        state = random_position(rng)
        position, tables = with_stones(engine, state)
        by_rules = {each.colour: each.needed for each in RULESET.threats(state)}
        for side, colour in enumerate(COLOURS):
            found = int(stones_needed(position, tables, side, 0))
            report.seen[f"with {found} stones to stop it"] += 1
            if found != by_rules.get(colour, 0):
                report.defects.append(f"{colour} {RULESET.dump(state)!r}: {found}, by the rules {by_rules}")
    return report


def check_wins(number, seed=1):
    """Check every win by double threats that the engine claims in ``number`` random positions.

    Each turn of the win must succeed against every answer that stops the threats of this turn. Return the report of the
    check.
    """
    report, engine, rng = Report(), Connect6Engine(RULES, SIZE, 10), random.Random(seed)
    for _ in range(number):
        state = random_position(rng)
        report.seen["positions"] += 1
        turn = winning_turn(engine, state, DEEPEST)
        if turn:
            report.seen["claimed wins"] += 1
            if not wins(engine, state, turn, DEEPEST):
                report.defects.append(f"no win: {RULESET.dump(state)!r}")
    return report


def winning_turn(engine, state, depth):
    """Return the cells of the first turn of a win by double threats that the engine claims; empty if it claims none.

    ``depth`` is the most turns that the win may take.
    """
    cells, colour = [], state.colour
    while state.colour == colour and RULESET.outcome(state) is None:
        position, tables = with_stones(engine, state)
        position["four_limit"] = position["four_nodes"] + NODES
        side, left = COLOURS.index(colour), state.placements_left
        if win_by_threats(position, tables, engine._proofs, side, 0, left, depth) == 0:
            return []
        x, y = engine._told(int(position["four_move"]))
        cells.append(state.geometry.at(x, y))
        state = after(state, cells[-1:])
    return cells


def after(state, cells):
    """Return the position after stones on these cells, each of the side to move; stones after the end are ignored."""
    for cell in cells:
        if RULESET.outcome(state) is None:
            state = RULESET.apply(state, Place(cell, state.colour)).state
    return state


def wins(engine, state, turn, depth, given=None):
    """Return True if a turn wins against every answer of two stones that stops all its threats.

    The engine proves a win by giving the defender all cells that may help at once; it still finds the next turn.
    ``given`` is the position with these extra stones. The same turns must also win in the real position, ``state``,
    against each pair of these cells, as a real defender has only two stones. ``depth`` is the maximum number of further
    turns.
    """
    winner, given, state = state.seat, after(given or state, turn), after(state, turn)
    outcome = RULESET.outcome(state)
    if outcome is not None:
        return outcome.winner == winner
    attack, defence = sides(state, winner)
    if defence.lines or depth == 0:
        return False
    if attack.needed > state.placements_left:
        return True
    helping = {cell for line in sides(given, winner)[0].lines for cell in line if given.board[cell] == EMPTY}
    stones = {cell: stone for cell, stone in enumerate(given.board) if stone != EMPTY}
    given = RULESET.arrange(OPTIONS, stones | dict.fromkeys(helping, state.colour), attack.colour)
    turn = winning_turn(engine, given, depth - 1)
    answers = (after(state, pair) for pair in combinations(attack.cells, 2))
    return attack.needed == 2 and bool(turn) and all(goes_on(engine, each, turn, depth, given) for each in answers)


def sides(state, winner):
    """Return the threats of the player ``winner``, who attacks, and then those of the defender."""
    return sorted(RULESET.threats(state), key=lambda each: each.colour != state.colours[winner])


def goes_on(engine, state, turn, depth, given):
    """Return True if the attack still wins after an answer of the defender.

    This is so if the attacker can complete a row at once, or if ``turn``, the next turn of the attack, wins as ``wins``
    says.
    """
    attack = next(each for each in RULESET.threats(state) if each.colour == state.colour)
    return bool(attack.lines) or wins(engine, state, turn, depth - 1, given)
