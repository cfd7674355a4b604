"""The player's preferences in the database. A stored value of the wrong type or out of range is ignored."""

from __future__ import annotations

from collections.abc import Collection
from typing import Generic, TypeVar, overload

from assets.theme_files import FIRST_THEME, ThemeNames
from game.core.language import LANGUAGES
from game.storage.database import Database

Value = TypeVar("Value", bool, float)

#: The range of the text scale, relative to the normal size.
SMALLEST_SCALE, LARGEST_SCALE = 1.0, 1.6


class Preference(Generic[Value]):
    """A descriptor for a preference that is a number or a flag, read from the database and written at once.

    A number must be between ``low`` and ``high``.
    """

    def __init__(self, key: str, default: Value, low: float = 0.0, high: float = 0.0) -> None:
        self._key = f"preference.{key}"
        self._default: Value = default
        self.low, self.high = low, high

    @overload
    def __get__(self, owner: None, kind: type) -> Preference[Value]: ...
    @overload
    def __get__(self, owner: Preferences, kind: type) -> Value: ...
    def __get__(self, owner: Preferences | None, kind: type) -> Preference[Value] | Value:
        """Return the preference's value, or this descriptor if accessed on the class."""
        if owner is None:
            return self
        stored = owner.database.settings.get(self._key, self._default)
        return stored if self._fits(stored) else self._default

    def __set__(self, owner: Preferences, value: Value) -> None:
        """Store the preference's new value. Asserts that it is in the allowed range."""
        assert self._fits(value), f"{value!r} is no value for {self._key}"
        owner.database.settings.set(self._key, value)

    def _fits(self, value: Value) -> bool:
        return isinstance(value, bool) or self.low <= value <= self.high


class WordPreference:
    """A descriptor for a preference whose value is one of several strings."""

    def __init__(self, key: str, default: str, words: Collection[str]) -> None:
        self._key = f"preference.{key}"
        self._default = default
        self.words = words

    @overload
    def __get__(self, owner: None, kind: type) -> WordPreference: ...
    @overload
    def __get__(self, owner: Preferences, kind: type) -> str: ...
    def __get__(self, owner: Preferences | None, kind: type) -> WordPreference | str:
        """Return the preference's value, or this descriptor if accessed on the class."""
        if owner is None:
            return self
        stored: object = owner.database.settings.get(self._key, self._default)
        return stored if isinstance(stored, str) and stored in self.words else self._default

    def __set__(self, owner: Preferences, word: str) -> None:
        """Store the preference's new value. Asserts that it is one of the allowed strings."""
        assert word in self.words, f"{word!r} is no value for {self._key}"
        owner.database.settings.set(self._key, word)


class Preferences:
    """The preferences of the people who play on this machine."""

    language = WordPreference("language", "", LANGUAGES)
    """The language code of the window; "" for the system's language."""
    theme = WordPreference("theme", FIRST_THEME, ThemeNames())
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
    font_scale = Preference("font_scale", SMALLEST_SCALE, SMALLEST_SCALE, LARGEST_SCALE)
    """The scale of the text; 1 is the normal size."""
    opponents_take_time = Preference("opponents_take_time", True)
    """True if an opponent's reply is delayed as its character requires, False to show it at once."""
    thinking_seconds = Preference("thinking_seconds", 1.0, 1.0, 30.0)
    """Seconds that an opponent may think about one move."""
    thinking_shown = Preference("thinking_shown", False)
    """True if the card of an opponent's thoughts is shown during the game."""
    help_shown = Preference("help_shown", False)
    """True if the game screen shows the threats and the number of stones that stop them."""
    music = Preference("music", True)
    """True if music is played."""
    music_volume = Preference("music_volume", 55.0, 0.0, 100.0)
    """The volume of the music, in percent."""
    effects_volume = Preference("effects_volume", 80.0, 0.0, 100.0)
    """The volume of sound effects (stones, buttons, ends of games), in percent."""
    start_full_screen = Preference("start_full_screen", False)
    """True if the window fills the screen when the program starts."""

    def __init__(self, database: Database) -> None:
        self.database = database
