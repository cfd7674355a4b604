"""A study: a tree of variations for one ruleset, from a first position, with facts about the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from game.core.language import _
from game.core.match import Match
from game.core.model import Move, Options, OptionValue, ParseError, Reason, State
from game.core.ruleset import Ruleset, complete_options
from game.core.tournament import Tournament
from game.library.study.tree import ROOT, VariationTree

#: Number of cached positions; walking along a variation asks for neighbouring ones.
_MOST_STATES = 512


@dataclass(slots=True)
class Study:
    """A tree of variations with facts about the game. Moves added with ``play`` are legal.

    Readers of large files may add unchecked moves; ``state`` then reports the move that is illegal.
    """

    ruleset: Ruleset
    options: Mapping[str, OptionValue]
    title: str = ""
    players: tuple[str, str] = ("", "")
    """Names of seat 0 and seat 1, "" if unknown."""
    start: State | None = None
    """Starting position, None for the usual setup of the ruleset."""
    seed: int = 0
    """Seed of the ruleset's setup."""
    facts: dict[str, str] = field(default_factory=dict)
    """Other facts about the game as free text, such as ``date``, ``event``, ``place`` and ``result``."""
    tree: VariationTree = field(default_factory=VariationTree)
    _states: dict[int, State] = field(default_factory=dict, repr=False)

    @property
    def first_state(self) -> State:
        """The position at the root of the study's tree."""
        return self.start if self.start is not None else self.ruleset.setup(self.options, self.seed).state

    def state(self, node: int) -> State | Reason:
        """Return the position at a node, or a Reason if the path to the node contains an illegal move."""
        path = self.tree.path(node)
        known = next((at for at in range(len(path), 0, -1) if path[at - 1] in self._states), 0)
        state = self._states[path[known - 1]] if known else self.first_state
        for step in path[known:]:
            move = self.tree.move(step)
            refused = self._refusal(state, move)
            if refused is not None:
                return refused
            state = self.ruleset.apply(state, move).state
            if len(self._states) >= _MOST_STATES:
                self._states.clear()
            self._states[step] = state
        return state

    def read_under(self, options: Options) -> None:
        """Change the options of the study on a board of the same size. Moves that become illegal stay in the tree.

        Raises ParseError if the options are not valid for the study.
        """
        whole = complete_options(self.ruleset.info, options)
        refused = self.ruleset.check_options(whole)
        if refused is not None or self.ruleset.geometry(whole) is not self.ruleset.geometry(self.options):
            raise ParseError(_("the rule cannot be used on a board of this size"))
        if self.start is not None:
            self.start = self.ruleset.load(self.ruleset.dump(self.start), whole)
        self.options = whole
        self._states.clear()

    def play(self, node: int, move: Move) -> int | Reason:
        """Return the node after a legal move, adding it if needed, or a Reason if the move is illegal."""
        known = self.tree.child(node, move)
        if known is not None:
            return known
        state = self.state(node)
        refused = state if isinstance(state, Reason) else self._refusal(state, move)
        return self.tree.append(node, move) if refused is None else refused

    def match(self, node: int) -> Match | Reason:
        """Return the moves up to a node as a match without a clock, or a Reason if a move is illegal."""
        match = Match(self.ruleset, self.options, self.seed, self.start)
        for move in self.tree.moves_to(node):
            made = match.play(move)
            if isinstance(made, Reason):
                return made
        return match

    def _refusal(self, state: State, move: Move) -> Reason | None:
        if self.ruleset.outcome(state) is not None:
            return Reason("over", _("The game is over."))
        return self.ruleset.check(state, move)


def study_of_lines(
    ruleset: Ruleset, options: Mapping[str, OptionValue], start: State, lines: Iterable[Iterable[Move]], title: str
) -> Study:
    """Return a study of variations from a position; the first line is the main one.

    A line ends before its first illegal move.
    """
    study = Study(ruleset, options, title, start=start)
    for line in lines:
        node = ROOT
        for move in line:
            following = study.play(node, move)
            if isinstance(following, Reason):
                break
            node = following
    return study


def study_of_match(match: Match, players: tuple[str, str] = ("", ""), title: str = "") -> Study:
    """Return a study whose only variation is the match."""
    study = Study(match.ruleset, match.options, title, players, match.start, match.seed)
    node = ROOT
    for move in match.moves:
        node = study.tree.append(node, move)
    return study


def study_of_game(tournament: Tournament, index: int) -> Study:
    """Return a study of one game of a tournament; ``index`` counts from 0."""
    game = tournament.games[index]
    first, second = (tournament.participants[game.participant_of(seat)].name for seat in (0, 1))
    return study_of_match(game.match, (first, second), tournament.title)


class TurnOrder:
    """The order of colours in a study, which gives the colour of the stone at each depth of its tree.

    If an opening assigns the colours, the order is not known in advance; only then the position before each stone is
    asked.
    """

    def __init__(self, study: Study) -> None:
        """Prepare the order of colours from the number of stones in each turn of the study's ruleset."""
        first, ruleset = study.first_state, study.ruleset
        self._study = study
        self._is_known = bool(first.colour) and all(first.colours)
        self._colours = ruleset.info.colours
        self._first = self._colours.index(first.colour) if first.colour in self._colours else 0
        self._left = first.placements_left
        self._turn = ruleset.arrange(study.options, {}, self._colours[0]).placements_left if self._is_known else 1

    def colour(self, node: int, depth: int) -> str:
        """Return the colour of the stone after a node at this depth, or "" if it is unknown."""
        if not self._is_known:
            state = self._study.state(node)
            return "" if isinstance(state, Reason) else state.colour
        turns = 0 if depth < self._left else 1 + (depth - self._left) // max(1, self._turn)
        return self._colours[(self._first + turns) % 2]
