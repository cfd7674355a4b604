"""Loading of themes, with the first theme as the fallback for a broken file."""

from __future__ import annotations

from assets.theme_files import ThemeNames
from game.core.model import ParseError
from game.ui.painting.theme import Theme


def theme_or_first(name: str) -> tuple[Theme, str]:
    """Return the theme of that name and ""; if its file is broken, return the first theme and the reason."""
    try:
        return Theme.load(name), ""
    except ParseError as problem:
        return Theme.load(), str(problem)


def readable_themes() -> tuple[dict[str, Theme], list[ParseError]]:
    """Return the themes that can be read, by name, and the errors in the files of the others."""
    themes: dict[str, Theme] = {}
    problems: list[ParseError] = []
    for name in ThemeNames():
        try:
            themes[name] = Theme.load(name)
        except ParseError as problem:
            problems.append(problem)
    return themes, problems
