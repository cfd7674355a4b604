"""Openings such as Swap2, in which a player makes a decision about stones already on the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from game.core.match import Match
from game.core.model import EMPTY, Choose, OptionValue, State
from game.core.ruleset import Option, OptionChoice, Ruleset, complete_options

#: Maximum number of plies to follow an opening.
_MOST_PLIES = 60


@dataclass(frozen=True, slots=True)
class DecisionOpening:
    """An opening such as Swap2, in which a player makes a decision about stones on the board."""

    ruleset: Ruleset
    options: dict[str, OptionValue]
    """Complete options with this opening."""
    title: str
    """Title of the opening in English."""
    about: str
    """Description of the opening in English, one sentence."""

    @property
    def key(self) -> tuple[str, str]:
        """Key of the opening: ruleset id and title."""
        return self.ruleset.info.id, self.title


def word_openings(ruleset: Ruleset) -> Iterator[DecisionOpening]:
    """Yield the openings of a ruleset that contain decisions, such as Swap2; the default one comes first."""
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
    """Return game options with a given choice and otherwise few changes from the defaults, or None.

    None means that the rules allow no options with this choice.
    """
    usual = {**complete_options(ruleset.info, {}), option.key: choice.value}
    others = [each for each in ruleset.info.options if each.choices and each is not option and not each.hidden]
    values = [[usual[each.key], *(value.value for value in each.choices)] for each in others]
    for chosen in product(*values):
        options = {**usual, **{each.key: value for each, value in zip(others, chosen, strict=True)}}
        if ruleset.check_options(options) is None:
            return options
    return None


def asks_for_word(ruleset: Ruleset, options: dict[str, OptionValue]) -> bool:
    """Return True if the opening under these options contains a decision about stones on the board."""
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
    """Return True if there is a stone on the board of a position."""
    return state.board.count(EMPTY) < len(state.board)
