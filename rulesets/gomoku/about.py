"""The presentation of Gomoku in the window: its title, pictures, texts and options."""

from __future__ import annotations

from game.core.language import gettext_noop
from game.core.ruleset import API_VERSION, Choice, Option, OptionChoice, RulesetInfo, Stone
from rulesets.line_boards import LEAST_SIDE, MOST_SIDE, rows_beside

from .introduction import INTRODUCTION
from .levels import ACHIEVEMENTS, LEVELS
from .opening_rules import MOST_FIFTHS_YAMAGUCHI
from .openings import OPENINGS
from .rules_card import RULES_CARD

_SIZE = Option(
    "size",
    gettext_noop("Board size"),
    "number",
    15,
    low=LEAST_SIDE,
    high=MOST_SIDE,
    presets=(13, 15, 19, 20),
    earlier_high=22,
)
_OPTIONS = (
    _SIZE,
    rows_beside(_SIZE),
    Option(
        "variant",
        gettext_noop("Variant"),
        "choice",
        "freestyle",
        choices=(
            OptionChoice("freestyle", gettext_noop("Freestyle"), gettext_noop("Five or more in a row wins.")),
            OptionChoice(
                "standard", gettext_noop("Standard"), gettext_noop("Exactly five wins; a longer row does not.")
            ),
            OptionChoice(
                "freestyle_caro",
                gettext_noop("Caro 5+"),
                gettext_noop("Five wins, unless the other colour blocks both ends; more than five always wins."),
                added_later=True,
            ),
            OptionChoice(
                "caro",
                gettext_noop("Caro 5"),
                gettext_noop("Exactly five wins, unless the other colour blocks both ends."),
            ),
            OptionChoice(
                "renju",
                gettext_noop("Renju"),
                gettext_noop("Black may not make a double three, a double four or more than five in a row."),
            ),
        ),
    ),
    Option(
        "opening",
        gettext_noop("Opening"),
        "choice",
        "free",
        choices=(
            OptionChoice("free", gettext_noop("Free"), gettext_noop("Black starts anywhere.")),
            OptionChoice(
                "swap2",
                gettext_noop("Swap2"),
                gettext_noop("One player places three stones, the other picks a colour: fair for both."),
            ),
            OptionChoice(
                "swap",
                gettext_noop("Swap"),
                gettext_noop("One player places three stones; the other just picks a colour."),
            ),
            OptionChoice(
                "pro",
                gettext_noop("Pro"),
                gettext_noop("Black begins in the centre; Black's second stone must be outside the middle 5x5."),
            ),
            OptionChoice(
                "long_pro",
                gettext_noop("Long Pro"),
                gettext_noop("Black begins in the centre; Black's second stone must be outside the middle 7x7."),
            ),
            OptionChoice(
                "rif",
                gettext_noop("RIF"),
                gettext_noop("One of 26 openings; a swap if wanted; Black offers two cells for the fifth stone."),
            ),
            OptionChoice(
                "yamaguchi",
                gettext_noop("Yamaguchi"),
                gettext_noop(
                    "One of 26 openings; a swap if wanted; Black offers a set number of cells for the fifth stone."
                ),
            ),
            OptionChoice(
                "soosyrv8",
                gettext_noop("Soosyrv-8"),
                gettext_noop(
                    "One of 26 openings; swaps if wanted; Black offers up to eight cells for the fifth stone."
                ),
            ),
            OptionChoice(
                "taraguchi10",
                gettext_noop("Taraguchi-10"),
                gettext_noop("Players may swap after each opening stone, or Black offers ten cells for the fifth."),
            ),
        ),
    ),
    Option("ban_33", gettext_noop("Black: no double three"), "flag", False),
    Option("ban_44", gettext_noop("Black: no double four"), "flag", False),
    Option("passes", gettext_noop("Passes allowed"), "flag", False, hidden=True, is_optional=True),
)

#: Descriptions of the numbers of fifth stones, from 1 on.
_FIFTHS = (
    gettext_noop("1 cell"),
    gettext_noop("2 cells"),
    gettext_noop("3 cells"),
    gettext_noop("4 cells"),
    gettext_noop("5 cells"),
    gettext_noop("6 cells"),
    gettext_noop("7 cells"),
    gettext_noop("8 cells"),
    gettext_noop("9 cells"),
    gettext_noop("10 cells"),
    gettext_noop("11 cells"),
    gettext_noop("12 cells"),
)
assert len(_FIFTHS) == MOST_FIFTHS_YAMAGUCHI

_CHOICES = (
    Choice("white", gettext_noop("Play White"), gettext_noop("White has the next move."), "w"),
    Choice("black", gettext_noop("Play Black"), gettext_noop("The other player takes White and moves next."), "b"),
    Choice(
        "put2",
        gettext_noop("Add two stones"),
        gettext_noop("Add a white and a black stone; your opponent picks a colour."),
    ),
    Choice("stay", gettext_noop("No swap"), gettext_noop("Both players keep their colours.")),
    Choice("swap", gettext_noop("Swap colours"), gettext_noop("The players exchange colours.")),
    Choice(
        "ten",
        gettext_noop("Offer ten cells"),
        gettext_noop("No swap. Black offers ten cells for the fifth stone."),
    ),
    *(
        Choice(
            f"fifths{number}",
            title,
            gettext_noop("Black offers this many cells for the fifth stone."),
        )
        for number, title in enumerate(_FIFTHS, start=1)
    ),
)


_SAMPLE = "h8 i9 g7 g9 f6 e5 h9 h10 h7 h6 i7 f7 j7 k7 j8 i8 j6 j5"

INFO = RulesetInfo(
    id="gomoku",
    api=API_VERSION,
    title=gettext_noop("Gomoku"),
    pitch=gettext_noop("Five in a row. Simple rules, sharp tricks."),
    stones=(Stone("b", gettext_noop("Black"), "black"), Stone("w", gettext_noop("White"), "white")),
    colours=("b", "w"),
    options=_OPTIONS,
    levels=LEVELS,
    hint_level="engine_full",
    # Measured with: python main.py review --fit gomoku --games 200 --nodes 4000
    logit_scale=290,
    prover=".ai.prove",
    accent="#FF7A59",
    accent2="#FFF4DC",
    choices=_CHOICES,
    win_banner=gettext_noop("Five in a row!"),
    rules_card=RULES_CARD,
    introduction=INTRODUCTION,
    sample=tuple(_SAMPLE.split()),
    openings=OPENINGS,
    ribbons=ACHIEVEMENTS,
)
