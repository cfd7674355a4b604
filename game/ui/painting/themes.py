"""The installed themes: the files of one folder."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import assets
from game.core.model import ParseError
from game.ui.painting.theme import FIRST_THEME, Theme


class ThemeNames(Collection[str]):
    """The names of the theme files, read from the folder at each use; the first theme comes first."""

    def __iter__(self) -> Iterator[str]:
        """The names in order."""
        names = {file.stem for file in (assets.FOLDER / "themes").glob("*.json")}
        return iter(sorted(names, key=lambda name: (name != FIRST_THEME, name)))

    def __contains__(self, name: object) -> bool:
        """Whether there is a file of that name."""
        return any(name == there for there in self)

    def __len__(self) -> int:
        """The number of themes."""
        return sum(1 for _ in self)


def theme_or_first(name: str) -> tuple[Theme, str]:
    """The theme of that name and ""; the first theme, and the reason, when its file is broken."""
    try:
        return Theme.load(name), ""
    except ParseError as problem:
        return Theme.load(), str(problem)


def readable_themes() -> tuple[dict[str, Theme], list[ParseError]]:
    """The themes that can be read, by name, and the errors in the files of the others."""
    themes: dict[str, Theme] = {}
    problems: list[ParseError] = []
    for name in ThemeNames():
        try:
            themes[name] = Theme.load(name)
        except ParseError as problem:
            problems.append(problem)
    return themes, problems
