"""The names and the folder of the theme files. A theme, which holds colours for the whole window, is a JSON file.

The name of a theme is that of its file, without the suffix.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

import assets

#: The theme of a first start, which has all the colours there are.
FIRST_THEME = "night_fair"


def theme_folder() -> Path:
    """Return the folder of the theme files."""
    return assets.FOLDER / "themes"


class ThemeNames(Collection[str]):
    """The names of all themes, with the theme ``night_fair`` first. The folder is read again at each use."""

    def __iter__(self) -> Iterator[str]:
        """Yield the names of the themes, ``night_fair`` first and the others in alphabetical order."""
        names = {file.stem for file in theme_folder().glob("*.json")}
        return iter(sorted(names, key=lambda name: (name != FIRST_THEME, name)))

    def __contains__(self, name: object) -> bool:
        """Return True if there is a theme with this name."""
        return any(name == there for there in self)

    def __len__(self) -> int:
        """Return the number of themes."""
        return sum(1 for _ in self)
