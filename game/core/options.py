"""Options of a game, such as the size of the board, and their values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from game.core.language import _
from game.core.model import Options, OptionValue, ParseError


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """A value of an option of kind ``choice`` or ``seat``, with its title on screen and a sentence about it."""

    value: str
    title: str
    about: str = ""
    added_later: bool = False
    """True for a value that a later version added to a game whose other values mean the same as before.

    Remote games under the other values go on, also with a player who has the earlier version.
    """


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game, such as the size of the board, which a player sets in a form before a match.

    Kinds of options:

    - ``choice``: one of ``choices``.
    - ``number``: a whole number from ``low`` to ``high``; ``presets`` are values to pick with one click.
    - ``flag``: True or False.
    - ``seat``: not in the form. If exactly one person plays, it is that person's seat, ``"0"`` or ``"1"``.

    A ``hidden`` option never appears in the form: only files and the referee command set it.

    An ``is_optional`` option is among the options of a game only if it differs from its default: read it with ``get``.
    Files and other machines then name it only where it matters. So a published game can get another option, and its
    old files, checksums and running remote games stay valid.
    """

    key: str
    title: str
    kind: Literal["choice", "number", "flag", "seat"]
    default: OptionValue
    choices: tuple[OptionChoice, ...] = ()
    low: int = 0
    high: int = 0
    presets: tuple[int, ...] = ()
    hidden: bool = False
    is_optional: bool = False
    follows: str = ""
    """The key of the number whose value this one has by default, as the rows of a board have that of the columns.

    Both have the same default.
    """
    earlier_high: int = 0
    """The largest value in earlier versions of the game, 0 if it has always been ``high``.

    Remote games with values up to this one go on with those versions.
    """

    def value(self, options: Options) -> OptionValue:
        """Return the value of this option in a game with these options, also if they leave it out."""
        return options.get(self.key, options.get(self.follows, self.default))


def option_values(title: str, options: Iterable[Option], given: Options) -> dict[str, OptionValue]:
    """Return the values of all options of a game, by key: the given ones, and the defaults of the others.

    Options that are optional are left out where they have their default. Text is converted to the option's kind
    (``"15"`` to 15, ``"yes"`` to True), since files and command lines hold text. Raises ParseError, which names the
    game by its ``title``, for an unknown option or a value out of range.
    """
    known = {option.key: option for option in options}
    for key in given:
        if key not in known:
            raise ParseError(
                _(
                    "{title} has no option {key!r} (available options: {known})",
                    title=title,
                    key=key,
                    known=", ".join(known) or _("none"),
                )
            )
    named = (option for key, option in known.items() if key in given or not option.is_optional)
    whole = {option.key: _option_value(option, given.get(option.key, option.default)) for option in named}
    usual = {key: option.value({each: whole[each] for each in whole if each != key}) for key, option in known.items()}
    return {key: value for key, value in whole.items() if not known[key].is_optional or value != usual[key]}


def _option_value(option: Option, value: OptionValue) -> OptionValue:
    if option.kind == "flag":
        return _flag_value(option, value)
    if option.kind == "number":
        return _number_value(option, value)
    allowed = [choice.value for choice in option.choices]
    if value not in allowed:
        raise ParseError(
            _(
                "option {key!r} is {value!r}; it must be one of: {allowed}",
                key=option.key,
                value=value,
                allowed=", ".join(allowed),
            )
        )
    return value


def _flag_value(option: Option, value: OptionValue) -> bool:
    words = {"true": True, "yes": True, "false": False, "no": False}
    read = value if isinstance(value, bool) else words.get(str(value).lower())
    if read is None:
        raise ParseError(_("option {key!r} is {value!r}; it must be yes or no", key=option.key, value=value))
    return read


def _number_value(option: Option, value: OptionValue) -> int:
    text = str(value)
    is_number = not isinstance(value, bool) and len(text) <= 9 and text.isascii() and text.isdigit()
    if not (is_number and option.low <= int(text) <= option.high):
        raise ParseError(
            _(
                "option {key!r} is {value!r}; it must be a number from {low} to {high}",
                key=option.key,
                value=value,
                low=option.low,
                high=option.high,
            )
        )
    return int(text)
