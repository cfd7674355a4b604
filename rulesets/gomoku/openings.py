"""The names of the 26 openings of renju. Each has three stones, the second next to the first in the centre.

Source: the Renju International Federation's list of openings (renju.net/rule), with its own names. They are recognised
on 15x15 under every rule.
"""

from __future__ import annotations

from game.core.language import gettext_noop
from game.core.ruleset import NamedOpening

#: Direct openings: White's stone is horizontally or vertically next to Black's first.
_DIRECT = (
    # Translators: Japanese names of the 26 openings of renju, in the letters of your language.
    NamedOpening(gettext_noop("Kansei"), "h8 h9 h10"),
    NamedOpening(gettext_noop("Keigetsu"), "h8 h9 i10"),
    NamedOpening(gettext_noop("Sosei"), "h8 h9 j10"),
    NamedOpening(gettext_noop("Kagetsu"), "h8 h9 i9"),
    NamedOpening(gettext_noop("Zangetsu"), "h8 h9 j9"),
    NamedOpening(gettext_noop("Ugetsu"), "h8 h9 i8"),
    NamedOpening(gettext_noop("Kinsei"), "h8 h9 j8"),
    NamedOpening(gettext_noop("Shogetsu"), "h8 h9 h7"),
    NamedOpening(gettext_noop("Kyugetsu"), "h8 h9 i7"),
    NamedOpening(gettext_noop("Shingetsu"), "h8 h9 j7"),
    NamedOpening(gettext_noop("Zuisei"), "h8 h9 h6"),
    NamedOpening(gettext_noop("Sangetsu"), "h8 h9 i6"),
    NamedOpening(gettext_noop("Yusei"), "h8 h9 j6"),
)
#: Indirect openings: White's stone is diagonally next to Black's first.
_INDIRECT = (
    NamedOpening(gettext_noop("Chosei"), "h8 i9 j10"),
    NamedOpening(gettext_noop("Kyogetsu"), "h8 i9 j9"),
    NamedOpening(gettext_noop("Kosei"), "h8 i9 j8"),
    NamedOpening(gettext_noop("Suigetsu"), "h8 i9 j7"),
    NamedOpening(gettext_noop("Ryusei"), "h8 i9 j6"),
    NamedOpening(gettext_noop("Ungetsu"), "h8 i9 i8"),
    NamedOpening(gettext_noop("Hogetsu"), "h8 i9 i7"),
    NamedOpening(gettext_noop("Rangetsu"), "h8 i9 i6"),
    NamedOpening(gettext_noop("Gingetsu"), "h8 i9 h7"),
    NamedOpening(gettext_noop("Myojo"), "h8 i9 h6"),
    NamedOpening(gettext_noop("Shagetsu"), "h8 i9 g7"),
    NamedOpening(gettext_noop("Meigetsu"), "h8 i9 g6"),
    NamedOpening(gettext_noop("Suisei"), "h8 i9 f6"),
)
OPENINGS = _DIRECT + _INDIRECT
