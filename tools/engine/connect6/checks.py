"""Checks of the Connect6 engine against slow reference code.

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
    """Check that make and unmake move keep a position of Connect6 equal to one built from scratch."""
    return check_trace("connect6", SIZE, moves, rules=RULES)


def thrown(rng):
    """Return a random position with stones near each other, Black to move, that nobody has won."""
    while True:
        number = rng.randrange(FEWEST, MOST)
        points = rng.sample([(x, y) for x in REGION for y in REGION], number)
        stones = {RULESET.geometry({}).at(x, y): COLOURS[index % 2] for index, (x, y) in enumerate(points)}
        state = RULESET.arrange(OPTIONS, stones, "b")
        if RULESET.outcome(state) is None:
            return state


def with_stones(engine, state):
    """Set the engine to a position; return the engine's position and tables."""
    geometry = state.geometry
    stones = [(*geometry.cells[cell], COLOURS.index(stone)) for cell, stone in enumerate(state.board) if stone in "bw"]
    engine.set_stones(stones, max(1, state.placements_left))
    return engine.position, engine.tables


def check_needs(number, seed=1):
    """Check the number of stones that stop all threats: the compiled tables against the definition in the rules."""
    report, engine, rng = Report(), Connect6Engine(RULES, SIZE, 10), random.Random(seed)
    for _ in range(number):
        state = thrown(rng)
        position, tables = with_stones(engine, state)
        by_rules = {each.colour: each.needed for each in RULESET.threats(state)}
        for side, colour in enumerate(COLOURS):
            found = int(stones_needed(position, tables, side, 0))
            report.seen[f"with {found} stones to stop it"] += 1
            if found != by_rules.get(colour, 0):
                report.defects.append(f"{colour} {RULESET.dump(state)!r}: {found}, by the rules {by_rules}")
    return report


def check_wins(number, seed=1):
    """Check every win by double threats that the engine claims.

    Each turn of the win must succeed against every answer that stops the threats of the turn.
    """
    report, engine, rng = Report(), Connect6Engine(RULES, SIZE, 10), random.Random(seed)
    for _ in range(number):
        state = thrown(rng)
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
    """Return the position after stones on these cells, each of the colour to move."""
    for cell in cells:
        if RULESET.outcome(state) is None:
            state = RULESET.apply(state, Place(cell, state.colour)).state
    return state


def wins(engine, state, turn, depth, given=None):
    """Return whether a turn wins against every answer of two stones that stops all its threats.

    To prove a win, the engine gives the defender all cells that may help at once (``given`` is that position) and still
    finds the next turn. The same turns must also win in the real position, ``state``, against each pair of these cells:
    a real defender has only two stones.
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
    """Return the threats of the attacker and those of the defender."""
    return sorted(RULESET.threats(state), key=lambda each: each.colour != state.colours[winner])


def goes_on(engine, state, turn, depth, given):
    """Return whether the attack wins after an answer, which may have left a threat open."""
    attack = next(each for each in RULESET.threats(state) if each.colour == state.colour)
    return bool(attack.lines) or wins(engine, state, turn, depth - 1, given)
