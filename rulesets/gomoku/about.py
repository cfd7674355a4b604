"""The titles, pictures, texts and options of Gomoku in the app."""

from __future__ import annotations

from game.core.language import marked
from game.core.ruleset import Choice, Option, OptionChoice, RulesetInfo, Stone

from .introduction import INTRODUCTION
from .levels import LEVELS
from .rules_card import RULES_CARD

_OPTIONS = (
    Option("size", marked("Board size"), "number", 15, low=5, high=22, presets=(13, 15, 19, 20)),
    Option(
        "variant",
        marked("Variant"),
        "choice",
        "freestyle",
        choices=(
            OptionChoice("freestyle", marked("Freestyle"), marked("Five or more in a row win.")),
            OptionChoice("standard", marked("Standard"), marked("Exactly five win; a longer row does not.")),
            OptionChoice(
                "caro", marked("Caro"), marked("Exactly five win, unless the other colour stands at both ends.")
            ),
            OptionChoice(
                "renju", marked("Renju"), marked("Black may not make a double three, a double four or more than five.")
            ),
        ),
    ),
    Option(
        "opening",
        marked("Opening"),
        "choice",
        "free",
        choices=(
            OptionChoice("free", marked("Free"), marked("Black starts anywhere.")),
            OptionChoice(
                "swap2", marked("Swap2"), marked("One puts down three stones, the other picks a colour: fair for both.")
            ),
        ),
    ),
    Option("ban_33", marked("No double three for Black"), "flag", False),
    Option("ban_44", marked("No double four for Black"), "flag", False),
)

_CHOICES = (
    Choice("white", marked("Play White"), marked("White has the next move."), "w"),
    Choice("black", marked("Play Black"), marked("The other player takes White and moves next."), "b"),
    Choice("put2", marked("Two more stones"), marked("Add a white and a black stone; the other picks a colour.")),
)


_SAMPLE = "h8 i9 g7 g9 f6 e5 h9 h10 h7 h6 i7 f7 j7 k7 j8 i8 j6 j5"

INFO = RulesetInfo(
    id="gomoku",
    title=marked("Gomoku"),
    pitch=marked("Five in a row. Simple rules, sharp tricks."),
    stones=(Stone("b", marked("Black"), "black"), Stone("w", marked("White"), "white")),
    colours=("b", "w"),
    options=_OPTIONS,
    levels=LEVELS,
    hint_level="engine_full",
    accent="#FF7A59",
    accent2="#FFF4DC",
    choices=_CHOICES,
    win_banner=marked("Five in a row!"),
    rules_card=RULES_CARD,
    introduction=INTRODUCTION,
    sample=tuple(_SAMPLE.split()),
)
