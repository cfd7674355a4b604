"""The player's preferences in the database. A stored value of the wrong type or out of range is ignored."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar, overload

from assets.languages import LANGUAGES
from assets.theme_files import FIRST_THEME, ThemeNames
from game.storage.database import SettingTable, fitting

Value = TypeVar("Value", bool, float, str)
#: The flags that have a key or a button of their own.
Toggled = Literal["help_shown", "music", "numbers_shown", "thinking_shown"]

#: The range of the text scale, relative to the normal size.
SMALLEST_SCALE, LARGEST_SCALE = 1.0, 1.6
_PREFIX = "preference."


@dataclass(frozen=True, slots=True)
class Range:
    """A container of all numbers from ``low`` to ``high``."""

    low: float
    high: float

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int | float) and self.low <= number <= self.high


class Preference(Generic[Value]):
    """A descriptor for a preference, read from memory and written to the database at once."""

    def __init__(self, key: str, default: Value, allowed: Container[object] = (False, True)) -> None:
        self._key = f"{_PREFIX}{key}"
        self._default: Value = default
        self.allowed = allowed

    @overload
    def __get__(self, owner: None, kind: type) -> Preference[Value]: ...
    @overload
    def __get__(self, owner: Preferences, kind: type) -> Value: ...
    def __get__(self, owner: Preferences | None, kind: type) -> Preference[Value] | Value:
        """Return the preference's value, or this descriptor if accessed on the class."""
        if owner is None:
            return self
        stored = fitting(owner._values.get(self._key), self._default)
        return stored if stored in self.allowed else self._default

    def __set__(self, owner: Preferences, value: Value) -> None:
        """Store the preference's new value. Asserts that it is allowed."""
        assert value in self.allowed, f"{value!r} is no value for {self._key}"
        owner._values[self._key] = value
        owner._settings.set(self._key, value)


class Preferences:
    """The preferences of the people who play on this machine."""

    language = Preference("language", "", LANGUAGES)
    """The language code of the window; "" for the system's language."""
    theme = Preference("theme", FIRST_THEME, ThemeNames())
    """The file name of the theme in use."""
    coordinates = Preference("coordinates", True)
    """True if the coordinates are shown at the edge of the board."""
    numbers_shown = Preference("numbers_shown", False)
    """True if every stone shows the number of its move."""
    confirm_placement = Preference("confirm_placement", False)
    """True if every stone is previewed first, and placed by a second click, Enter or a button."""
    place_on_release = Preference("place_on_release", False)
    """True if a press of the pointer places its stone on release, on the same cell, instead of at once."""
    reduced_motion = Preference("reduced_motion", False)
    """True if animations are replaced by short fades."""
    font_scale = Preference("font_scale", SMALLEST_SCALE, Range(SMALLEST_SCALE, LARGEST_SCALE))
    """The scale of the text; 1 is the normal size."""
    opponents_take_time = Preference("opponents_take_time", True)
    """True if an opponent's reply is delayed as its character requires, False to show it at once."""
    thinking_seconds = Preference("thinking_seconds", 1.0, Range(1.0, 30.0))
    """Seconds that an opponent may think about one move."""
    thinking_shown = Preference("thinking_shown", False)
    """True if the card of an opponent's thoughts is shown during the game."""
    help_shown = Preference("help_shown", False)
    """True if the game screen shows the threats and the number of stones that stop them."""
    music = Preference("music", True)
    """True if music is played."""
    music_volume = Preference("music_volume", 55.0, Range(0.0, 100.0))
    """The volume of the music, in percent."""
    effects_volume = Preference("effects_volume", 80.0, Range(0.0, 100.0))
    """The volume of sound effects (stones, buttons, ends of games), in percent."""
    start_full_screen = Preference("start_full_screen", False)
    """True if the window fills the screen when the program starts."""

    def __init__(self, settings: SettingTable) -> None:
        self._settings = settings
        self.read()

    def read(self) -> None:
        """Read all preferences from the database. They are kept in memory, so repeat this for another database file."""
        self._values = self._settings.beginning_with(_PREFIX)

    def toggle(self, name: Toggled) -> None:
        """Turn a flag on if it is off, and off if it is on."""
        setattr(self, name, not getattr(self, name))
