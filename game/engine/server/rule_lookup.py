"""Lookup of the ruleset and options for a Gomocup rule number, a name of rules, Swap2 and Connect6 tournaments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from game.core.geometry import Geometry, Position
from game.core.model import Options, ParseError, Place, State
from game.core.ruleset import Ruleset, WireProtocol, complete_options, protocols_of, why_no_opponents

#: Gomocup rule in force if no rules are named.
FREESTYLE = 0
#: Bit of ``INFO rule`` for the continuous game, which does not change the rules of a move.
CONTINUOUS = 2
#: Gomocup rules by the number in Yixin's dialect. Yixin-Board (``set_rule`` in main.c) sends 0, 1 and 2. Rapfi
#: (``getOption`` in command/gomocup.cpp) and its page Gomocalc also know 4 for renju, and 5 and 6 for freestyle with an
#: opening that the manager conducts. 8 and 9 have no other meaning than in the Gomocup.
_YIXIN_RULES: Mapping[int, int] = {0: 0, 1: 1, 2: 4, 4: 4, 5: 0, 6: 0, 8: 8, 9: 9}


@dataclass(frozen=True, slots=True)
class ConfiguredRuleset:
    """A ruleset with a value for each of its options."""

    ruleset: Ruleset
    options: Options

    @property
    def geometry(self) -> Geometry:
        """The board geometry under these options."""
        return self.ruleset.geometry(self.options)

    def cell(self, point: Position) -> int:
        """Return the cell at column x and row y; raises ParseError for a point off the board."""
        cell = self.geometry.at(*point)
        if cell is None:
            raise ParseError(f"{point[0]},{point[1]} is not on this board")
        return cell

    def other(self, colour: str) -> str:
        """Return the opposite colour."""
        first, second = self.ruleset.info.colours
        return first if colour == second else second

    def position(self, stones: Mapping[int, str], colour: str) -> State:
        """Return the game position with the given stones (oldest first) and colour to move.

        If the rules allow it, the newest stone is played as the last move; otherwise all stones are arranged without a
        last move.
        """
        if stones:
            *before, newest = stones.items()
            state = self.ruleset.arrange(self.options, dict(before), newest[1])
            if newest[1] != colour and self.ruleset.check(state, Place(*newest)) is None:
                return self.ruleset.apply(state, Place(*newest)).state
        return self.ruleset.arrange(self.options, stones, colour)


def with_opening(game: ConfiguredRuleset, opening: WireProtocol) -> ConfiguredRuleset:
    """Return the ruleset with the opening of a protocol switched on; raises ParseError if it has none."""
    for option in game.ruleset.info.options:
        for choice in option.choices:
            options = {**game.options, option.key: choice.value}
            # A ruleset need not define an opening for options that it refuses.
            is_playable = game.ruleset.check_options(options) is None
            if is_playable and opening in protocols_of(game.ruleset, options):
                return ConfiguredRuleset(game.ruleset, options)
    raise ParseError(f"{game.ruleset.info.title} has no opening {opening.value} with this board and rule")


def find_championship_game(rulesets: Iterable[Ruleset]) -> ConfiguredRuleset:
    """Return the first ruleset that plays championship Connect6 by default.

    Raises ParseError if there is none.
    """
    for ruleset in rulesets:
        options = complete_options(ruleset.info, {})
        if WireProtocol.SAU in protocols_of(ruleset, options):
            return ConfiguredRuleset(ruleset, options)
    raise ParseError("there is no game here with two stones a turn and six in a row on 19x19")


def rule_meant(number: int, *, is_yixin: bool) -> int | None:
    """Return the Gomocup rule, without the bit for the continuous game, that a number in ``INFO rule`` means.

    ``is_yixin`` is True if the manager uses Yixin's dialect, in which 2 is renju. Return None if that dialect has no
    such number.
    """
    return _YIXIN_RULES.get(number) if is_yixin else number & ~CONTINUOUS


def check_rule_number(rulesets: Sequence[Ruleset], text: str, *, is_yixin: bool) -> None:
    """Check the value of ``INFO rule``; raises ParseError unless it is the number of a rule that is played here.

    While ``is_yixin`` is False, a later line may still show Yixin's dialect, so either meaning of the number is enough.
    """
    if not re.fullmatch(r"[0-9]{1,18}", text):
        raise ParseError(f"INFO rule: {text!r} is not a number (as in INFO rule 4)")
    meant = {rule_meant(int(text), is_yixin=dialect) for dialect in {is_yixin, True}}
    if not any(rule in meant for rule in _rules_played(rulesets)):
        played = ", ".join(map(str, sorted(set(_rules_played(rulesets)))))
        raise ParseError(f"INFO rule: there is no game here for rule {text} (there are: {played})")


def _rules_played(rulesets: Iterable[Ruleset]) -> Iterator[int]:
    """Yield the Gomocup rules that rulesets play on their usual boards, some of them several times."""
    for ruleset in rulesets:
        for options in _varied(ruleset, complete_options(ruleset.info, {}), {}):
            rule = ruleset.gomocup_rule(options)
            if rule is not None:
                yield rule


def find_game(rulesets: Iterable[Ruleset], given: Options, size: int, rule: int | None) -> ConfiguredRuleset:
    """Return the first ruleset, with options, that plays this Gomocup rule on a square board of this size.

    A rule of None means any rule. Options in ``given`` keep their values; the others are varied one at a time. Raises
    ParseError if there is none.
    """
    for ruleset in rulesets:
        for options in _with_varied_options(ruleset, complete_options(ruleset.info, given), given, size):
            expressed = ruleset.gomocup_rule(options)
            if expressed is not None and rule in (None, expressed):
                return ConfiguredRuleset(ruleset, options)
    meant = "the plain protocol" if rule is None else f"Gomocup rule {rule}"
    raise ParseError(f"there is no game here for {meant} on a board of {size}x{size}")


def named_rules(rulesets: Iterable[Ruleset]) -> dict[str, ConfiguredRuleset]:
    """Map names of rules, such as ``renju``, to the ruleset and the options with which these rules are played.

    The names are the values of the option on which a ruleset's Gomocup rule number depends; the other options have
    their defaults. If two rulesets have the same name, the first one is taken.
    """
    found: dict[str, ConfiguredRuleset] = {}
    for ruleset in rulesets:
        base = complete_options(ruleset.info, {})
        for option in ruleset.info.options:
            chosen = {choice.value: {**base, option.key: choice.value} for choice in option.choices}
            rules = {
                name: ruleset.gomocup_rule(options)
                for name, options in chosen.items()
                if ruleset.check_options(options) is None
            }
            if len(set(rules.values())) > 1:
                for name in (name for name, rule in rules.items() if rule is not None):
                    found.setdefault(name, ConfiguredRuleset(ruleset, chosen[name]))
    return found


def with_board(game: ConfiguredRuleset, size: int) -> ConfiguredRuleset | None:
    """Return the game on a square board of this size, or None if the game has no such board."""
    options = next(_sized(game.ruleset, game.options, size), None)
    return None if options is None else ConfiguredRuleset(game.ruleset, options)


def has_board(ruleset: Ruleset, given: Options, size: int) -> bool:
    """Return True if the ruleset has a square board of this size under the options ``given``.

    A number option, such as the board size, may be changed for this.
    """
    return next(_sized(ruleset, complete_options(ruleset.info, given), size), None) is not None


def _with_varied_options(ruleset: Ruleset, base: Options, given: Options, size: int) -> Iterator[Options]:
    """Yield option sets for a square board of this size: the base, then variations of one option each.

    Options in ``given`` are not varied.
    """
    for sized in _sized(ruleset, base, size):
        yield from _varied(ruleset, sized, given)


def _varied(ruleset: Ruleset, options: Options, given: Options) -> Iterator[Options]:
    yield options
    for option in ruleset.info.options:
        if option.kind == "choice" and option.key not in given:
            for choice in option.choices:
                varied = {**options, option.key: choice.value}
                if ruleset.check_options(varied) is None:
                    yield varied


def _sized(ruleset: Ruleset, base: Options, size: int) -> Iterator[Options]:
    numbers = [
        option for option in ruleset.info.options if option.kind == "number" and option.low <= size <= option.high
    ]
    for options in (base, *({**base, option.key: size} for option in numbers)):
        if ruleset.check_options(options) is None:
            geometry = ruleset.geometry(options)
            is_playable = why_no_opponents(ruleset, options) is None
            if geometry.columns == geometry.rows == size and is_playable:
                yield options
