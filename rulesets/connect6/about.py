"""Titles, pictures and texts of Connect6."""

from __future__ import annotations

from game.core.language import gettext_noop
from game.core.ruleset import API_VERSION, RulesetInfo, Stone

from .introduction import INTRODUCTION
from .levels import ACHIEVEMENTS, FULL, LEVELS
from .rules_card import RULES_CARD

_SAMPLE = "j10 k11 i9 j11 j9 j12 j8 i10 k10 h10 l10 k9 i11 h12 l8 l12 h8"

INFO = RulesetInfo(
    id="connect6",
    api=API_VERSION,
    title=gettext_noop("Connect6"),
    pitch=gettext_noop("Two stones a turn, six to win."),
    stones=(Stone("b", gettext_noop("Black"), "black"), Stone("w", gettext_noop("White"), "white")),
    colours=("b", "w"),
    options=(),
    levels=LEVELS,
    hint_level=FULL.id,
    # Measured with: python main.py review --fit connect6 --games 200 --nodes 4000
    logit_scale=780,
    prover=".ai.prove",
    accent="#4FD6C0",
    accent2="#FFF4DC",
    win_banner=gettext_noop("Six in a row!"),
    rules_card=RULES_CARD,
    introduction=INTRODUCTION,
    sample=tuple(_SAMPLE.split()),
    ribbons=ACHIEVEMENTS,
)
