"""Threestones: ducks against penguins, after the 2017 document "Threestones", sections 3 and 6."""

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
    Place,
    Placed,
    Reason,
    Scored,
    State,
    Step,
    Termination,
    Tossed,
)
from game.core.ruleset import ForeignFormat, Ruleset, RulesetInfo
from game.core.tournament import Tournament

from . import position_text
from .about import INFO
from .arisen import arisen
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
from .reasons import placement_reason

#: The texts about each kind of stone.
_NONE_LEFT: Mapping[str, str] = {
    DUCK: gettext_noop("You have no duck stones left."),
    PENGUIN: gettext_noop("You have no penguin stones left."),
    MILLER: gettext_noop("You have no Miller stones left."),
}
_TAKEN: Mapping[str, str] = {
    DUCK: gettext_noop("{place} is taken: a duck stone lies there."),
    PENGUIN: gettext_noop("{place} is taken: a penguin stone lies there."),
    MILLER: gettext_noop("{place} is taken: a Miller stone lies there."),
}
#: The words of the mascot choice, the default first, and the team each stands for.
TEAM_CHOSEN: Mapping[str, str] = {"duck": DUCK, "penguin": PENGUIN}


class Threestones:
    """The ruleset. ``formats`` make the foreign file formats, which build tournaments of this very ruleset."""

    def __init__(self, *formats: Callable[[Ruleset], ForeignFormat[Tournament]]) -> None:
        self.info: RulesetInfo = replace(INFO, formats=tuple(make(self) for make in formats))

    def check_options(self, options: Options) -> Reason | None:
        """All options go together."""
        return None

    def geometry(self, options: Options) -> Geometry:
        """The octagon with 80 pockets."""
        return POND

    def gomocup_rule(self, options: Options) -> int | None:
        """None: the plain protocol knows neither mascots nor the row-or-column rule."""
        return None

    def setup(self, options: Options, seed: int) -> Step:
        """A toss for who plays first, then the mascot choice; neither when option ``first`` names a team."""
        first = str(options["first"])
        if first in TEAMS:
            return Step(_team_taken(empty_pond(seat=0, plays_first=0), first))
        winner = random.Random(seed).randrange(2)
        picker = winner if options["picker"] == "toss" else int(options["picker"])
        return Step(empty_pond(seat=picker, plays_first=winner), (Tossed(winner),))

    def arrange(self, options: Options, stones: Mapping[int, str], colour: str) -> State:
        """Seat 0 plays ``colour`` and places freely; both hands are full and nobody has scored yet."""
        assert colour in TEAMS, f"{colour!r} is neither duck nor penguin"
        board = tuple(stones.get(cell, EMPTY) for cell in range(len(POND)))
        put_down = tuple(line for line in LINES if team_of(board, line) is not None)
        return replace(_team_taken(empty_pond(seat=0, plays_first=0), colour), board=board, put_down=put_down)

    def arisen(self, options: Options, stones: Mapping[int, str], colour: str, last: int | None) -> State | Reason:
        """Seat 0 plays ``colour``; trios on the board have scored, and the hands lack the stones that lie there."""
        return arisen(_team_taken(empty_pond(seat=0, plays_first=0), colour), stones, last)

    def legal_moves(self, state: State) -> Iterator[Move]:
        """The mascots, or each open pocket with each kind still in hand: own team's, the other team's, the Miller."""
        if not state.colour:
            return (Choose(word) for word in TEAM_CHOSEN)
        return placements(state)

    def check(self, state: State, move: Move) -> Reason | None:
        """Why a move is refused, in a player's words."""
        if is_over(state):
            return Reason("over", _("The game is over."))
        if isinstance(move, Choose):
            return _refused_choice(state, move)
        if not state.colour:
            return Reason("choose first", _("Choose your mascot first: the duck or the penguin."))
        return _refused_pocket(state, move) or _refused_stone(state, move)

    def apply(self, state: State, move: Move) -> Step:
        """Take a mascot, or place a stone and score its new arrangements for either team."""
        assert isinstance(state, PondState)
        assert self.check(state, move) is None, "only a legal move can be made"
        if isinstance(move, Choose):
            return Step(_team_taken(state, TEAM_CHOSEN[move.key]), (Chosen(state.seat, move.key),))
        return _placed(state, move)

    def outcome(self, state: State) -> Outcome | None:
        """The most points win once the last stone lies."""
        if not is_over(state):
            return None
        duck, penguin = (state.scores[team] for team in TEAMS)
        winner = None if duck == penguin else state.seat_of(DUCK if duck > penguin else PENGUIN)
        return Outcome(Termination.POINTS, winner, dict(state.scores))

    def marks(self, state: State) -> tuple[Mark, ...]:
        """The scored arrangements, the pockets in the row and column of the last stone, and that stone."""
        assert isinstance(state, PondState)
        marks = [Mark(MarkKind.SCORED, line, team) for team, lines in earned(state).items() for line in lines]
        bound = () if is_over(state) else bound_pockets(state)
        if bound:
            marks.append(Mark(MarkKind.LEGAL, bound))
        if state.last:
            marks.append(Mark(MarkKind.LAST, state.last))
        return tuple(marks)

    def reason(self, state: State, move: Move) -> Reason | None:
        """What a placement scores, gives and takes; None for a choice."""
        return placement_reason(state, move) if isinstance(move, Place) else None

    def dump(self, state: State) -> str:
        """The board and everything else, as text."""
        assert isinstance(state, PondState)
        return position_text.dump(state)

    def load(self, text: str, options: Options) -> State:
        """Read what ``dump`` wrote; raises ParseError."""
        return position_text.load(text)


def placements(state: State) -> Iterator[Place]:
    """Every legal placement, pockets in reading order; none when the game is over."""
    if is_over(state):
        return
    hand = state.hands[state.colour]
    kinds = [stone for stone in (state.colour, other_team(state.colour), MILLER) if hand[stone]]
    for cell in open_pockets(state):
        for stone in kinds:
            yield Place(cell, stone)


def _team_taken(state: PondState, team: str) -> PondState:
    """The state after the seat on turn took this team; the seat that won the toss places the first stone."""
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
        return Reason("no such stone", _("There is no kind of stone {stone!r}.", stone=move.stone))
    if not state.hands[state.colour][move.stone]:
        return Reason("none left", _(_NONE_LEFT[move.stone]))
    return None


def _refused_pocket(state: State, move: Place) -> Reason | None:
    if not 0 <= move.cell < len(POND):
        return Reason("no such pocket", _("There is no such pocket on this pond."))
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
                "{place} is not in row {row} or column {column}: "
                "your stone must share its row or its column with the last one, {last}.",
                place=name,
                row=POND.rows - y,
                column=LETTERS[x].upper(),
                last=last,
            ),
        )
    return None
