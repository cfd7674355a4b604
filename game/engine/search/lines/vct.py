"""Search for a VCT (victory by continuous threats: fours and threes) by depth-first proof-number search.

Attacking moves threaten a five or an open four. The defender may answer with a four or on any cell that stops the
threat. The proof number of a position is the smallest number of open positions that must be won to win it, and the
disproof number the smallest number that must be refuted (Nagai, Df-pn Algorithm for Searching AND/OR Trees, 2002). The
proof table stores both numbers, so that a search that ran out of nodes can be continued.
"""

from __future__ import annotations

from game.engine.search.compiled import Record, int64, int64_array, kernel, signature
from game.engine.search.lines.listing import list_cells
from game.engine.search.lines.position import (
    LISTED,
    PLIES,
    key_of,
    number_of,
    place,
    position_type,
    tables_type,
    take_back,
)
from game.engine.search.lines.tables import CELLS, CellClass
from game.engine.search.lines.vcf import (
    VCF_ENTRIES,
    find_cell,
    list_defences,
    list_stops,
    may_place,
    number_of_fours,
    win_by_fours,
)

_FIVE = int(CellClass.FIVE)
_OPEN_FOUR = int(CellClass.OPEN_FOUR)
_FOUR = int(CellClass.FOUR)
_SUSPECT = int(CellClass.SUSPECT)
_SUSPECT_FOUR = int(CellClass.SUSPECT_FOUR)
#: Entries of the second part of the proof table, for VCT; each consists of two integers.
VCT_ENTRIES = 1 << 18
#: Integers of the whole proof table.
PROOF_ENTRIES = VCF_ENTRIES + 2 * VCT_ENTRIES
#: The proof and disproof numbers are packed into one integer, with the disproof number in the high bits.
_SHIFT = 24
_LOW = (1 << _SHIFT) - 1
#: Infinity: the number of a position that cannot be proven, or disproven.
_NEVER = 1 << 20
_WON, _LOST = _NEVER << _SHIFT, _NEVER
#: Nodes of the VCF search that is tried once at each position of the attacker.
_FOURS_BUDGET = 48
#: Initial proof number of a three, about its number of answers.
_ANSWERS = 3


@kernel()
def proof_key(position: Record, tables: Record, attacker: int, to_move: int) -> int:
    """Return the key of a position in the proof table; it depends on the side to move and on the attacker."""
    return int64(key_of(position, tables, to_move) ^ (attacker + 1) * 0x2545F4914F6CDD1D)


@kernel()
def known(proofs: Record, key: int) -> int:
    """Return the packed proof and disproof numbers of a position from the proof table, or 0 if it is not stored."""
    slot = VCF_ENTRIES + 2 * (key & (VCT_ENTRIES - 1))
    return int64(proofs[slot + 1]) if proofs[slot] ^ proofs[slot + 1] == key else int64(0)


@kernel()
def keep(proofs: Record, key: int, numbers: int) -> int:
    """Store a position's packed proof and disproof numbers in the proof table, and return them."""
    slot = VCF_ENTRIES + 2 * (key & (VCT_ENTRIES - 1))
    proofs[slot + 1] = numbers
    proofs[slot] = key ^ numbers
    return numbers


@kernel(within_caller=True)
def list_threats(position: Record, tables: Record, side: int, row: int) -> int:
    """List the cells where a colour makes a four or an open three, and return their number.

    ``row`` selects the part of the move list.
    """
    base, found = row * LISTED, 0
    for index in range(list_cells(position, side, row, int64(_SUSPECT))):
        cell = int64(position.listed[base + index])
        if not may_place(position, tables, cell, side):
            continue
        cell_class = position.classes[side * CELLS + cell]
        position.listed[base + found] = cell
        position.order[base + found] = 1 if cell_class >= _FOUR or cell_class == _SUSPECT_FOUR else _ANSWERS
        found += 1
    return int64(found)


@kernel()
def list_answers(position: Record, tables: Record, side: int, row: int) -> int:
    """List the cells where a colour makes a four or may stop the opponent's open four, and return their number."""
    base, found = row * LISTED, 0
    for index in range(list_defences(position, tables, side, row)):
        cell = int64(position.listed[base + index])
        if may_place(position, tables, cell, side):
            position.listed[base + found] = cell
            position.order[base + found] = 1
            found += 1
    return int64(found)


@kernel(within_caller=True)
def expand(
    position: Record, tables: Record, proofs: Record, attacker: int, to_move: int, row: int, is_new: bool
) -> int:
    """List the moves of a position and return their number; -1 if the attacker has won, -2 if the attack has failed."""
    other = 1 - to_move
    attacks = to_move == attacker
    if number_of(position.counts[to_move], _FIVE) > 0:
        return int64(-1 if attacks else -2)
    if number_of(position.counts[other], _FIVE) > 0:
        count = list_stops(position, tables, to_move, row)
        for index in range(count):
            position.order[row * LISTED + index] = 1
        if count == 0:
            return int64(-2 if attacks else -1)
        return count
    if not attacks:
        if number_of(position.counts[attacker], _OPEN_FOUR) == 0:
            return int64(-2)
        count = list_answers(position, tables, to_move, row)
        return count if count > 0 else int64(-1)
    if number_of(position.counts[attacker], _OPEN_FOUR) > 0:
        return int64(-1)
    if is_new and number_of_fours(position, attacker) > 0:
        position.four_limit = position.four_nodes + _FOURS_BUDGET
        if win_by_fours(position, tables, proofs, int64(attacker), int64(row), int64(12)) > 0:
            return int64(-1)
    count = list_threats(position, tables, attacker, row)
    return count if count > 0 else int64(-2)


@kernel(signature(int64, position_type, tables_type, int64_array, *[int64] * 6))
def prove(
    position: Record,
    tables: Record,
    proofs: Record,
    attacker: int,
    to_move: int,
    row: int,
    proof_limit: int,
    disproof_limit: int,
    last_node: int,
) -> int:
    """Run the proof-number search until one of the two numbers reaches its limit or the nodes run out.

    Returns the proof and disproof numbers, packed. The limits are those of df-pn for the two numbers.
    """
    # 1. The value of the position without a search.
    position.four_nodes += 1
    key = proof_key(position, tables, attacker, to_move)
    before = known(proofs, key)
    if row > PLIES - 30:
        return int64(_LOST)
    count = expand(position, tables, proofs, attacker, to_move, row, before == 0)
    if count < 0:
        return keep(proofs, key, int64(_WON if count == -1 else _LOST))
    base, attacks, other = row * LISTED, to_move == attacker, 1 - to_move
    while True:
        # 2. Both numbers, from those of the child positions.
        least, second, total, best, best_other = int64(_NEVER), int64(_NEVER), int64(0), int64(-1), int64(0)
        for index in range(count):
            cell = int64(position.listed[base + index])
            behind = key ^ tables.hash[to_move * CELLS + cell] ^ tables.hash_of_side
            numbers = known(proofs, behind)
            proof = numbers & _LOW if numbers != 0 else int64(position.order[base + index])
            disproof = numbers >> _SHIFT if numbers != 0 else int64(1)
            chosen, summed = (proof, disproof) if attacks else (disproof, proof)
            # A sum counts a position once for each way to it and may grow without bound, but it decides nothing.
            total = min(total + summed, int64(_NEVER - 1))
            if chosen < least or best < 0:
                second, least, best, best_other = least, chosen, index, summed
            elif chosen < second:
                second = chosen
        if least >= _NEVER:
            total = int64(0)
        elif least == 0:
            total = int64(_NEVER)
        proof, disproof = (least, total) if attacks else (total, least)
        # 3. A limit is reached, or the nodes are used up.
        is_out = position.four_nodes >= last_node or position.stop != 0
        if proof >= proof_limit or disproof >= disproof_limit or proof == 0 or disproof == 0 or is_out:
            return keep(proofs, key, proof | disproof << _SHIFT)
        # 4. Search the most promising move until another is more promising.
        cell = int64(position.listed[base + best])
        limit = min(proof_limit if attacks else disproof_limit, second + second // 4 + 1)
        rest = (disproof_limit if attacks else proof_limit) - total + best_other
        place(position, tables, cell, to_move)
        if attacks:
            prove(position, tables, proofs, attacker, other, int64(row + 1), limit, rest, last_node)
        else:
            prove(position, tables, proofs, attacker, other, int64(row + 1), rest, limit, last_node)
        take_back(position, tables)


@kernel(within_caller=True)
def first_of_proof(position: Record, tables: Record, proofs: Record, side: int) -> int:
    """Return the cell of a proven win's first stone, or -1 if the proof table no longer has it."""
    if number_of(position.counts[side], _OPEN_FOUR) > 0:
        return find_cell(position, tables, side, int64(_OPEN_FOUR))
    key = proof_key(position, tables, side, side)
    for index in range(position.cell_count):
        cell = int64(position.cells[index]) & (CELLS - 1)
        if position.stones[cell] == 0:
            numbers = known(proofs, key ^ tables.hash[side * CELLS + cell] ^ tables.hash_of_side)
            if numbers == _WON and may_place(position, tables, cell, side):
                return int64(cell)
    return int64(-1)


@kernel(signature(int64, position_type, tables_type, int64_array, int64, int64, int64))
def win_by_threes(position: Record, tables: Record, proofs: Record, side: int, row: int, budget: int) -> int:
    """Return 1 if ``side``, to move, wins by continuous threats (VCT) within ``budget`` nodes, 0 if no win is found.

    The first stone is stored in ``position.four_move``, or -1 if the win begins with continuous fours (VCF).
    """
    last_node = int64(position.four_nodes + budget)
    never = int64(_NEVER)
    numbers = prove(position, tables, proofs, side, side, row, never, never, last_node)
    if numbers & _LOW != 0:
        return int64(0)
    position.four_move = first_of_proof(position, tables, proofs, side)
    return int64(1)
