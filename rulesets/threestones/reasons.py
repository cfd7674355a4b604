"""What a placement is good for: what it scores for either side and what it keeps the other from."""

from __future__ import annotations

from game.core.model import Place, Reason, State

from .pond import STONE_NAMES, Line, gained, other_team

_NUMBERS = ("nothing", "one", "two", "three", "four", "five", "six")


def placement_reason(state: State, move: Place) -> Reason:
    """What a placement does, with the trios that it makes and those that it takes from the other team.

    The codes: ``scores``, ``takes`` (points that the other team could have made there) and ``nothing``.
    """
    team, opponent = state.colour, other_team(state.colour)
    made = gained(state.board, move.cell, move.stone)
    hoped = _best_for(state, opponent, move.cell)
    name, denied = STONE_NAMES[opponent], len(hoped) - len(made[opponent])
    takes = f"takes {_number(denied)} from the {name}" if denied > 0 else ""
    lines = made[team] + made[opponent] + (hoped if denied > 0 else ())
    if made[team] or made[opponent]:
        scores = f"Scores {_number(len(made[team]))}, gives the {name} {_number(len(made[opponent]))}"
        return Reason("scores", f"{scores}{', and ' * bool(takes)}{takes}.", lines)
    if takes:
        return Reason("takes", f"Nothing to score here, but it {takes}.", lines)
    return Reason("nothing", f"Nothing to score here, but nothing for the {name} either.")


def _best_for(state: State, team: str, cell: int) -> tuple[Line, ...]:
    """The most trios that a team could make with one stone on this pocket."""
    kinds = [kind for kind, count in state.hands[team].items() if count]
    return max((gained(state.board, cell, kind)[team] for kind in kinds), key=len, default=())


def _number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)
