"""The files of themes: a theme is a JSON file of one folder, known by the file's name."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

import assets

#: The theme of a first start, which has all the colours there are.
FIRST_THEME = "night_fair"


def theme_folder() -> Path:
    """The folder of the themes."""
    return assets.FOLDER / "themes"


class ThemeNames(Collection[str]):
    """The names of the theme files, looked up whenever they are asked for; the Night Fair comes first."""

    def __iter__(self) -> Iterator[str]:
        """The names in order."""
        names = {file.stem for file in theme_folder().glob("*.json")}
        return iter(sorted(names, key=lambda name: (name != FIRST_THEME, name)))

    def __contains__(self, name: object) -> bool:
        """Whether there is a file of that name."""
        return any(name == there for there in self)

    def __len__(self) -> int:
        """How many there are."""
        return sum(1 for _ in self)
