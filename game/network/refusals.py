"""The codes by which a side says why it refuses something, and the reasons that they are made of."""

from __future__ import annotations

from enum import Enum

from game.core.model import Reason


class RefusalCode(Enum):
    """Why something is refused; the sentence is made where it is read."""

    NOT_LEGAL = "not legal"
    OTHER_POSITION = "other position"
    NOT_YOURS = "not yours"
    NOT_AGREED = "not agreed"
    OUT_OF_TIME = "out of time"
    OTHER_VERSION = "other version"
    NO_RULESET = "no ruleset"
    OTHER_RULES = "other rules"


def refuse(code: RefusalCode, message: str) -> Reason:
    """Return a reason that the other side is told by this code."""
    return Reason(code.value, message)


def refusal_code(reason: Reason, otherwise: RefusalCode) -> RefusalCode:
    """Return the code that a reason was made with; ``otherwise`` for one of the match or of its ruleset."""
    return next((code for code in RefusalCode if code.value == reason.code), otherwise)
