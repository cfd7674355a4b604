"""Codes that tell the other side of a remote game why something is refused.

The receiver translates the code to a text.
"""

from __future__ import annotations

from enum import Enum

from game.core.model import Reason


class RefusalCode(Enum):
    """The reason why one side refuses something, as sent over the network without a text."""

    NOT_LEGAL = "not legal"
    OTHER_POSITION = "other position"
    NOT_YOURS = "not yours"
    NOT_AGREED = "not agreed"
    OUT_OF_TIME = "out of time"
    OTHER_VERSION = "other version"
    NO_RULESET = "no ruleset"
    OTHER_RULES = "other rules"


def refuse(code: RefusalCode, message: str) -> Reason:
    """Return a Reason with a code for the other side and a message for the local player."""
    return Reason(code.value, message)


def refusal_code(reason: Reason, otherwise: RefusalCode) -> RefusalCode:
    """Return the refusal code of a reason, or ``otherwise`` if a match or ruleset created the reason."""
    return next((code for code in RefusalCode if code.value == reason.code), otherwise)
