"""A game as SGF, file format 4: points are a column and a row letter, ``aa`` at the top left.

Source: the SGF specification, FF[4]; GM[4] is Gomoku and Renju.
"""

from __future__ import annotations

from game.core.geometry import LETTERS
from game.core.match import Match
from game.core.model import Choose, Outcome, Place, Termination
from game.core.ruleset import format_move

_SIDES = ("B", "W")
_ENDINGS = {Termination.RESIGNATION: "R", Termination.TIME: "T", Termination.FORFEIT: "F", Termination.LINE: "1"}


def write_sgf(match: Match, players: tuple[str, str], note: str = "") -> str:
    """Write an ended game between the players of its seats; the colour that a ruleset names first is Black.

    Where a player has several kinds of stone, or says a word in the opening, a comment has the move in our notation.
    """
    info, geometry, outcome = match.ruleset.info, match.state.geometry, match.outcome
    assert outcome is not None
    black, white = (_player(match, players, colour) for colour in info.colours)
    columns, rows = geometry.columns, geometry.rows
    options = ", ".join(f"{key}={value}" for key, value in match.options.items())
    head = {
        "FF": "4",
        "GM": "4",
        "CA": "UTF-8",
        "AP": "Stone Fair",
        "SZ": str(columns) if columns == rows else f"{columns}:{rows}",
        "RU": f"{info.title} ({options})" if options else info.title,
        "PB": black,
        "PW": white,
        "RE": _result(match, outcome),
    }
    if note:
        head["C"] = note
    properties = "".join(f"{key}[{_escaped(value)}]" for key, value in head.items())
    return f"(;{properties}\n{''.join(_nodes(match))})\n"


def _player(match: Match, players: tuple[str, str], colour: str) -> str:
    seat = match.state.seat_of(colour)
    return "?" if seat is None else players[seat]


def _result(match: Match, outcome: Outcome) -> str:
    if outcome.winner is None:
        return "0"
    colours = match.ruleset.info.colours
    winner = match.state.colours[outcome.winner] or colours[outcome.winner]
    if outcome.termination is Termination.POINTS:
        one, other = (outcome.scores.get(colour, 0) for colour in colours)
        margin = str(abs(one - other))
    else:
        margin = _ENDINGS.get(outcome.termination, "")
    return f"{_SIDES[colours.index(winner)]}+{margin}"


def _nodes(match: Match) -> list[str]:
    info, state, nodes = match.ruleset.info, match.first_state, []
    for ply in match.plies:
        words = _escaped(format_move(info, state.geometry, ply.move))
        if isinstance(ply.move, Choose):
            nodes.append(f";C[{words}]\n")
        else:
            comment = f"C[{words}]" if info.names_stone else ""
            side = _SIDES[info.colours.index(state.colour)]
            nodes.append(f";{side}[{_point(match, ply.move)}]{comment}\n")
        state = ply.step.state
    return nodes


def _point(match: Match, move: Place) -> str:
    x, y = match.state.geometry.cells[move.cell]
    return LETTERS[x] + LETTERS[y]


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
