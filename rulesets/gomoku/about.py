"""What the fair shows of Gomoku, and its options."""

from __future__ import annotations

from game.core.ruleset import Choice, Option, OptionChoice, RulesetInfo, Stone

from .introduction import INTRODUCTION
from .levels import LEVELS
from .rules_card import RULES_CARD

_OPTIONS = (
    Option("size", "Board size", "number", 15, low=5, high=22, presets=(13, 15, 19, 20)),
    Option(
        "variant",
        "Variant",
        "choice",
        "freestyle",
        choices=(
            OptionChoice("freestyle", "Freestyle", "Five or more in a row win."),
            OptionChoice("standard", "Standard", "Exactly five win; a longer row does not."),
            OptionChoice("caro", "Caro", "Exactly five win, unless the other colour stands at both ends."),
            OptionChoice("renju", "Renju", "Black may not make a double three, a double four or more than five."),
        ),
    ),
    Option(
        "opening",
        "Opening",
        "choice",
        "free",
        choices=(
            OptionChoice("free", "Free", "Black starts anywhere."),
            OptionChoice("swap2", "Swap2", "One puts down three stones, the other picks a colour: fair for both."),
        ),
    ),
    Option("ban_33", "No double three for Black", "flag", False),
    Option("ban_44", "No double four for Black", "flag", False),
)

_CHOICES = (
    Choice("white", "Play White", "White has the next move.", "w"),
    Choice("black", "Play Black", "The other player takes White and moves next.", "b"),
    Choice("put2", "Two more stones", "Add a white and a black stone; the other picks a colour."),
)

_SAMPLE = "h8 i9 g7 g9 f6 e5 h9 h10 h7 h6 i7 f7 j7 k7 j8 i8 j6 j5"

INFO = RulesetInfo(
    id="gomoku",
    title="Gomoku",
    pitch="Five in a row. Simple rules, sharp tricks.",
    stones=(Stone("b", "Black", "black"), Stone("w", "White", "white")),
    colours=("b", "w"),
    options=_OPTIONS,
    levels=LEVELS,
    hint_level="engine_full",
    accent="#FF7A59",
    accent2="#FFF4DC",
    choices=_CHOICES,
    win_banner="Five in a row!",
    rules_card=RULES_CARD,
    introduction=INTRODUCTION,
    sample=tuple(_SAMPLE.split()),
)
