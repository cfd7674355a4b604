"""The openings of a ruleset that ask for a word, such as Swap2: found by asking its rules, drop-ins' among them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from game.core.match import Match
from game.core.model import EMPTY, Choose, OptionValue, State
from game.core.ruleset import Option, OptionChoice, Ruleset, complete_options

#: The most plies that an opening is followed for.
_MOST_PLIES = 60


@dataclass(frozen=True, slots=True)
class DecisionOpening:
    """An opening in which somebody is asked for a word while stones lie on the board."""

    ruleset: Ruleset
    options: dict[str, OptionValue]
    """Complete options with that opening."""
    title: str
    """Its title, in English."""
    about: str
    """A sentence about it, in English."""

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from the others."""
        return self.ruleset.info.id, self.title


def word_openings(ruleset: Ruleset) -> Iterator[DecisionOpening]:
    """The openings of a ruleset that ask for a word, in the order of its options; its usual game may be one."""
    info = ruleset.info
    usual = complete_options(info, {})
    if asks_for_word(ruleset, usual):
        yield DecisionOpening(ruleset, usual, info.title, info.pitch)
    for option in info.options:
        for choice in option.choices if not option.hidden else ():
            options = _with(ruleset, option, choice) if choice.value != option.default else None
            if options is not None and asks_for_word(ruleset, options):
                yield DecisionOpening(ruleset, options, choice.title, choice.about)


def _with(ruleset: Ruleset, option: Option, choice: OptionChoice) -> dict[str, OptionValue] | None:
    """Complete options with this choice; others leave their default only where the choice needs them to."""
    usual = {**complete_options(ruleset.info, {}), option.key: choice.value}
    others = [each for each in ruleset.info.options if each.choices and each is not option and not each.hidden]
    values = [[usual[each.key], *(value.value for value in each.choices)] for each in others]
    for chosen in product(*values):
        options = {**usual, **{each.key: value for each, value in zip(others, chosen, strict=True)}}
        if ruleset.check_options(options) is None:
            return options
    return None


def asks_for_word(ruleset: Ruleset, options: dict[str, OptionValue]) -> bool:
    """Whether the opening of these options asks for a word about stones that lie there."""
    match = Match(ruleset, options, 0)
    for _ply in range(_MOST_PLIES):
        move = next(ruleset.legal_moves(match.state), None)
        if move is None or not match.state.is_opening:
            return False
        if isinstance(move, Choose) and has_stones(match.state):
            return True
        match.play(move)
    return False


def has_stones(state: State) -> bool:
    """Whether a stone lies on the board."""
    return state.board.count(EMPTY) < len(state.board)
