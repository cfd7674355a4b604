"""The rules of Threestones, ducks against penguins, from sections 3 and 6 of a document of 2017."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from game.core.geometry import LETTERS, Geometry
from game.core.language import _, gettext_noop
from game.core.model import (
    EMPTY,
    Choose,
    Chosen,
    Event,
    Mark,
    MarkKind,
    Move,
    Options,
    Outcome,
    Pass,
    Place,
    Placed,
    Reason,
    Scored,
    State,
    Step,
    Termination,
    Tossed,
)
from game.core.ruleset import ForeignFormat, Ruleset, RulesetInfo, no_passes
from game.core.tournament import Tournament

from . import position_text
from .about import INFO
from .pond import (
    DUCK,
    LINES,
    LINES_THROUGH,
    MILLER,
    PENGUIN,
    POND,
    STONE_NAMES,
    TEAMS,
    PondState,
    arrangements,
    bound_pockets,
    earned,
    empty_pond,
    is_over,
    open_pockets,
    other_team,
    points,
    team_of,
    with_stone,
)
from .reachable import arisen
from .reasons import placement_reason

#: Messages about each kind of stone.
_NONE_LEFT: Mapping[str, str] = {
    DUCK: gettext_noop("You have no duck stones left."),
    PENGUIN: gettext_noop("You have no penguin stones left."),
    MILLER: gettext_noop("You have no Miller stones left."),
}
_TAKEN: Mapping[str, str] = {
    DUCK: gettext_noop("{place} is already taken by a duck stone."),
    PENGUIN: gettext_noop("{place} is already taken by a penguin stone."),
    MILLER: gettext_noop("{place} is already taken by a Miller stone."),
}
#: The keys of the mascot choice, the default first, and the team of each.
TEAM_CHOSEN: Mapping[str, str] = {"duck": DUCK, "penguin": PENGUIN}


class Threestones:
    """The ruleset of Threestones. Each function in ``formats`` creates one of its file formats.

    The tournaments read from such a file refer to this ruleset.
    """

    def __init__(self, *formats: Callable[[Ruleset], ForeignFormat[Tournament]]) -> None:
        self.info: RulesetInfo = replace(INFO, formats=tuple(make(self) for make in formats))

    def check_options(self, options: Options) -> Reason | None:
        """Return None, because all combinations of options are valid."""
        return None

    def geometry(self, options: Options) -> Geometry:
        """Return the octagonal board with 80 cells."""
        return POND

    def gomocup_rule(self, options: Options) -> int | None:
        """Return None, because the Gomocup protocol cannot express the rules of Threestones.

        It lacks mascots and the row-or-column rule.
        """
        return None

    def setup(self, options: Options, seed: int) -> Step:
        """Return the empty board after a toss for the first turn. A player must choose a mascot first.

        If the option ``first`` names a team, skip the toss and the choice.
        """
        first = str(options["first"])
        if first in TEAMS:
            return Step(_team_taken(empty_pond(seat=0, plays_first=0), first))
        winner = random.Random(seed).randrange(2)
        picker = winner if options["picker"] == "toss" else int(options["picker"])
        return Step(empty_pond(seat=picker, plays_first=winner), (Tossed(winner),))

    def arrange(self, options: Options, stones: Mapping[int, str], colour: str) -> State:
        """Return a position with these stones, no points, and full hands.

        Player 0 has ``colour`` and may place a stone anywhere.
        """
        assert colour in TEAMS, f"{colour!r} is neither duck nor penguin"
        board = tuple(stones.get(cell, EMPTY) for cell in range(len(POND)))
        put_down = tuple(line for line in LINES if team_of(board, line) is not None)
        return replace(_team_taken(empty_pond(seat=0, plays_first=0), colour), board=board, put_down=put_down)

    def arisen(self, options: Options, stones: Mapping[int, str], colour: str, last: int | None) -> State | Reason:
        """Return an edited position with player 0 to move, with scores and hands as after a real game.

        Lines of three have scored, and placed stones are taken from the hands. Returns a Reason if there are too many
        stones.
        """
        return arisen(_team_taken(empty_pond(seat=0, plays_first=0), colour), stones, last)

    def legal_moves(self, state: State) -> Iterator[Move]:
        """Return all legal moves: the choices of a mascot, or each kind of stone in each allowed cell.

        Kinds are in the order of the 2017 document: own stones, the other team's, and the Miller.
        """
        if not state.colour:
            return (Choose(word) for word in TEAM_CHOSEN)
        return placements(state)

    def check(self, state: State, move: Move) -> Reason | None:
        """Return why a move is illegal, as a sentence for players, or None if it is legal."""
        if is_over(state):
            return Reason("over", _("The game is over."))
        if isinstance(move, Choose):
            return _refused_choice(state, move)
        if isinstance(move, Pass):
            return no_passes()
        if not state.colour:
            return Reason("choose first", _("Choose your mascot first: the duck or the penguin."))
        return _refused_pocket(state, move) or _refused_stone(state, move)

    def apply(self, state: State, move: Move) -> Step:
        """Choose a mascot, or place a stone and score its new lines for either team."""
        assert isinstance(state, PondState)
        assert self.check(state, move) is None, "only a legal move can be made"
        if isinstance(move, Choose):
            return Step(_team_taken(state, TEAM_CHOSEN[move.key]), (Chosen(state.seat, move.key),))
        assert isinstance(move, Place)
        return _placed(state, move)

    def outcome(self, state: State) -> Outcome | None:
        """Return the outcome once the last stone is placed, or None before.

        The team with most points wins.
        """
        if not is_over(state):
            return None
        duck, penguin = (state.scores[team] for team in TEAMS)
        winner = None if duck == penguin else state.seat_of(DUCK if duck > penguin else PENGUIN)
        return Outcome(Termination.POINTS, winner, dict(state.scores))

    def marks(self, state: State) -> tuple[Mark, ...]:
        """Return the marks for the board: scored lines, cells allowed for the next stone, last stone."""
        assert isinstance(state, PondState)
        marks = [Mark(MarkKind.SCORED, line, team) for team, lines in earned(state).items() for line in lines]
        bound = () if is_over(state) else bound_pockets(state)
        if bound:
            marks.append(Mark(MarkKind.LEGAL, bound))
        if state.last:
            marks.append(Mark(MarkKind.LAST, state.last))
        return tuple(marks)

    def reason(self, state: State, move: Move) -> Reason | None:
        """Return what a placement scores, gives away and prevents, or None for the choice of a mascot."""
        return placement_reason(state, move) if isinstance(move, Place) else None

    def dump(self, state: State) -> str:
        """Return the position as text."""
        assert isinstance(state, PondState)
        return position_text.dump(state)

    def load(self, text: str, options: Options) -> State:
        """Read a position from a text written by ``dump``. Raises ParseError."""
        return position_text.load(text)


def placements(state: State) -> Iterator[Place]:
    """Yield all legal placements with the cells in reading order; none after the end of the game."""
    if is_over(state):
        return
    hand = state.hands[state.colour]
    kinds = [stone for stone in (state.colour, other_team(state.colour), MILLER) if hand[stone]]
    for cell in open_pockets(state):
        for stone in kinds:
            yield Place(cell, stone)


def _team_taken(state: PondState, team: str) -> PondState:
    """Return the state after the player to move has chosen a team.

    The winner of the toss then places the first stone.
    """
    assert state.plays_first is not None, "the mascot is chosen once"
    colours = (team, other_team(team)) if state.seat == 0 else (other_team(team), team)
    seat = state.plays_first
    return replace(state, seat=seat, colours=colours, colour=colours[seat], plays_first=None)


def _placed(state: PondState, move: Place) -> Step:
    board = with_stone(state.board, move.cell, move.stone)
    gains = arrangements(board, LINES_THROUGH[move.cell])
    hand = state.hands[state.colour]
    seat = 1 - state.seat
    after = replace(
        state,
        board=board,
        seat=seat,
        colour=state.colours[seat],
        last=(move.cell,),
        scores={team: state.scores[team] + gain for team, gain in points(gains).items()},
        hands={**state.hands, state.colour: {**hand, move.stone: hand[move.stone] - 1}},
    )
    events: list[Event] = [Placed(state.seat, move.cell, move.stone)]
    events.extend(Scored(team, lines) for team, lines in gains.items() if lines)
    return Step(after, tuple(events))


def _refused_choice(state: State, move: Choose) -> Reason | None:
    if state.colour:
        return Reason("nothing to choose", _("The mascots are chosen: now place a stone."))
    if move.key not in TEAM_CHOSEN:
        one, other = TEAM_CHOSEN
        return Reason(
            "no such mascot",
            _("{word!r} is not a mascot: choose {one} or {other}.", word=move.key, one=one, other=other),
        )
    return None


def _refused_stone(state: State, move: Place) -> Reason | None:
    if move.stone not in STONE_NAMES:
        return Reason("no such stone", _("There is no stone called {stone!r}.", stone=move.stone))
    if not state.hands[state.colour][move.stone]:
        return Reason("none left", _(_NONE_LEFT[move.stone]))
    return None


def _refused_pocket(state: State, move: Place) -> Reason | None:
    if not 0 <= move.cell < len(POND):
        return Reason("no such pocket", _("There is no such cell on the board."))
    name = POND.names[move.cell].upper()
    if state.board[move.cell] != EMPTY:
        return Reason(
            "occupied",
            _(_TAKEN[state.board[move.cell]], place=name),
        )
    bound = bound_pockets(state)
    if bound and move.cell not in bound:
        x, y = POND.cells[state.last[-1]]
        last = f"{LETTERS[x].upper()}{POND.rows - y}"
        return Reason(
            "row or column",
            _(
                "{place} is not in row {row} or column {column}: your stone must be in the same row "
                "or column as the last stone, {last}.",
                place=name,
                row=POND.rows - y,
                column=LETTERS[x].upper(),
                last=last,
            ),
        )
    return None
