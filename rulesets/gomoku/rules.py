"""Gomoku and its variants: winning lines and forbidden cells for all options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from game.core.geometry import Geometry
from game.core.language import _
from game.core.line_game import LineGame, LineState
from game.core.lines.bans import Ban, BanningRule, ban_reason
from game.core.lines.phases import Phase
from game.core.lines.reachable_position import runs_longer_than
from game.core.model import Options, Reason, State
from rulesets.line_boards import board_of, board_refusal

from .about import INFO
from .opening_rules import FOR_RENJU, LEAST_SIZE, NEEDS_MIDDLE, OPENING_RULES, RENJU_SIZE

#: Winning line of each variant, and Black's bans. In renju, White may win with an overline and has no bans.
VARIANTS: Mapping[str, BanningRule] = {
    "freestyle": BanningRule(length=5),
    "standard": BanningRule(length=5, overline_wins=""),
    "freestyle_caro": BanningRule(length=5, needs_open_end=True),
    "caro": BanningRule(length=5, overline_wins="", needs_open_end=True),
    "renju": BanningRule(length=5, overline_wins="w", passes=True, bans=frozenset(Ban)),
}

#: Options that add a single ban for Black to variants without it.
SINGLE_BANS: Mapping[str, Ban] = {"ban_33": Ban.DOUBLE_THREE, "ban_44": Ban.DOUBLE_FOUR}

#: Number of each variant in the Gomocup protocol, as in Piskvork (source/PISKVORK.cpp and source/game.cpp).
GOMOCUP_RULES: Mapping[str, int] = {"freestyle": 0, "standard": 1, "renju": 4, "freestyle_caro": 8, "caro": 9}


class Gomoku(LineGame):
    """The ruleset of Gomoku: five in a row on boards from 5x5 to 26x26, also rectangular ones."""

    info = INFO

    def check_options(self, options: Options) -> Reason | None:
        """Return the Reason why a combination of options is not allowed, or None if it is.

        It is not allowed to add a ban that renju includes anyway, or to choose an opening that needs another board.
        """
        if options["variant"] == "renju" and any(options[key] for key in SINGLE_BANS):
            sentence = _("Renju already bans double threes and double fours for Black: turn off the extra rules.")
            return Reason("ban within renju", sentence)
        return _opening_forbidden_move(str(options["opening"]), options["variant"], self.geometry(options))

    def geometry(self, options: Options) -> Geometry:
        """Return the board for these options, which is a grid of the chosen size."""
        return board_of(int(options["size"]), options)

    def why_no_opponents(self, options: Options) -> Reason | None:
        """Return why our opponents cannot play on the chosen board; None if they can."""
        return board_refusal(self.geometry(options))

    def rule(self, options: Options) -> BanningRule:
        """Return the rule of the variant, with the bans and passes added that are switched on separately.

        Renju has passes (RIF rule 9). The other variants have none, but files of them with passes exist.
        """
        variant = VARIANTS[str(options["variant"])]
        single = {ban for key, ban in SINGLE_BANS.items() if options[key]}
        has_passes = variant.passes or bool(options.get("passes", False))
        return replace(variant, bans=variant.bans | single, passes=has_passes)

    def opening(self, options: Options) -> Phase | None:
        """Return the first phase of the opening rule, or None for a free opening."""
        return OPENING_RULES[str(options["opening"])]

    def forbids(self, state: LineState, cell: int) -> Reason | None:
        """Return the Reason why Black must not place a stone on a cell, with the lines that forbid it, or None."""
        rule = state.rule
        assert isinstance(rule, BanningRule)
        if state.colour != rule.banned_colour:
            return None
        return ban_reason(state, cell, rule, self.colour_name(state.colour))

    def cannot_stand(self, state: LineState) -> Reason | None:
        """Return the Reason why a position cannot arise in a game, or None if it can.

        The only reason is a row of Black with more than five stones where the rule forbids such overlines.
        """
        rule = state.rule
        assert isinstance(rule, BanningRule)
        if Ban.OVERLINE not in rule.bans:
            return None
        runs = runs_longer_than(rule.length, state, rule.banned_colour)
        if not runs:
            return None
        text = _("{name} has a line of more than five, which is forbidden.", name=self.colour_name(rule.banned_colour))
        return Reason("overline", text, tuple(runs))

    def gomocup_rule(self, options: Options) -> int | None:
        """Return the variant's number in the Gomocup protocol.

        Returns None if separate bans are switched on, because the protocol cannot express them.
        """
        has_single_ban = any(options[key] for key in SINGLE_BANS)
        return None if has_single_ban else GOMOCUP_RULES[str(options["variant"])]


def _opening_forbidden_move(opening: str, variant: object, board: Geometry) -> Reason | None:
    """Return the Reason why an opening rule cannot be used with a variant and a board, or None if it can."""
    sides = board.columns, board.rows
    if opening in FOR_RENJU and (variant != "renju" or sides != (RENJU_SIZE, RENJU_SIZE)):
        sentence = _(
            "This opening is for renju on a {size}x{size} board; change the settings or choose another opening.",
            size=RENJU_SIZE,
        )
        return Reason("opening of renju", sentence)
    if opening in NEEDS_MIDDLE and any(side % 2 == 0 or side < LEAST_SIZE[opening] for side in sides):
        sentence = _(
            "This opening begins in the centre: the board size must be odd and at least {size}x{size}.",
            size=LEAST_SIZE[opening],
        )
        return Reason("opening needs a middle", sentence)
    return None


def opponent_of(state: State) -> str:
    """Return the letter of the colour that is not to move."""
    first, second = INFO.colours
    return second if state.colour == first else first


RULESET = Gomoku()
