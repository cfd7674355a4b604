"""Description of the program for a Linux desktop: its menu entry, its icons, and the types of files that it opens.

The sentences come from the catalogues, so a new language needs nothing here.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from xml.sax.saxutils import escape

from assets.languages import LANGUAGES, catalogue_file
from box import contents
from game.core.language import ENGLISH, gettext_noop
from game.core.own_program import own_version

NAME = "stone-fair"
#: AppStream id of the program. The project has no domain yet, so the id begins with "local".
APP_ID = "local.stone_fair.stone_fair"
ICON_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
_ICON = contents.ROOT / "assets" / "program_icon.svg"
# Translators: what kind of program this is, in a menu of programs.
_KIND = gettext_noop("Stones-in-a-row games")
_ABOUT = gettext_noop("Little board games under the lanterns")
#: Kinds of files: MIME type, description, endings, and what a file begins with. SGF belongs to all programs for Go.
_FILES = (
    (
        "application/x-stone-fair-tournament",
        gettext_noop("Stone Fair tournament"),
        ("*.stone-fair",),
        "Stone Fair tournament, version",
    ),
    (
        "application/x-stone-fair-study",
        gettext_noop("Stone Fair study"),
        ("*.study.txt",),
        "Stone Fair study, version",
    ),
    ("application/x-piskvork-game", gettext_noop("Piskvork game"), ("*.psq",), "Piskvorky "),
    ("application/x-renlib-library", gettext_noop("RenLib opening library"), ("*.lib",), "\\xffRenLib\\xff"),
    # Translators: a file with the moves of a game, of a board of stones in a row.
    ("application/x-stones-position", gettext_noop("Position of stones in a row"), ("*.pos",), ""),
)
#: Types of which a file is text that an editor opens, too.
_TEXTS = ("application/x-stone-fair-tournament", "application/x-stone-fair-study", "application/x-piskvork-game")


def desktop_entry() -> str:
    """Return the entry in the menu of programs. Its Version is that of the specification."""
    return "\n".join(
        [
            "[Desktop Entry]",
            "Type=Application",
            "Version=1.1",
            "Name=Stone Fair",
            *(f"GenericName{text}" for text in _entry_texts(_KIND)),
            *(f"Comment{text}" for text in _entry_texts(_ABOUT)),
            f"Exec={NAME} %f",
            f"Icon={NAME}",
            "Terminal=false",
            "Categories=Game;BoardGame;",
            "Keywords=gomoku;renju;connect6;threestones;",
            f"MimeType={''.join(f'{kind};' for kind, *_rest in _FILES)}",
            f"StartupWMClass={NAME}",
            "",
        ]
    )


def mime_info() -> str:
    """Return the kinds of files, as shared-mime-info reads them."""
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">',
            *(line for kind in _FILES for line in _mime_lines(*kind)),
            "</mime-info>",
            "",
        ]
    )


def _mime_lines(kind: str, about: str, globs: tuple[str, ...], beginning: str) -> Iterator[str]:
    yield f'  <mime-type type="{kind}">'
    yield from _xml_texts("comment", about, "    ")
    if kind in _TEXTS:
        yield '    <sub-class-of type="text/plain"/>'
    yield f'    <icon name="{NAME}"/>'
    if beginning:
        yield f'    <magic priority="90"><match type="string" offset="0" value="{beginning}"/></magic>'
    yield from (f'    <glob pattern="{pattern}" weight="60"/>' for pattern in globs)
    yield "  </mime-type>"


def metainfo() -> str:
    """Return what AppStream shows of the program in a catalogue of programs."""
    project = tomllib.loads((contents.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<component type="desktop-application">',
            f"  <id>{APP_ID}</id>",
            "  <metadata_license>MIT</metadata_license>",
            "  <project_license>MIT</project_license>",
            "  <name>Stone Fair</name>",
            *_xml_texts("summary", _ABOUT, "  "),
            "  <description>",
            f"    <p>{escape(project['description'])}</p>",
            "    <p>Play a friend at the same machine, on the same network or online, or computer opponents.",
            "    After each game you see what every move was worth and why.</p>",
            "  </description>",
            f'  <launchable type="desktop-id">{NAME}.desktop</launchable>',
            "  <developer_name>The Stone Fair authors</developer_name>",
            f"  <provides><binary>{NAME}</binary></provides>",
            '  <content_rating type="oars-1.1"><content_attribute id="social-chat">mild</content_attribute>'
            "</content_rating>",
            f'  <releases><release version="{own_version()}" date="{made_on():%F}"/></releases>',
            "</component>",
            "",
        ]
    )


def made_on() -> datetime:
    """Return the time of what is packed: that of the variable ``SOURCE_DATE_EPOCH``, or of the last change told."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH") or (contents.ROOT / "CHANGELOG.md").stat().st_mtime
    return datetime.fromtimestamp(int(seconds), UTC)


def write_icons(icons: Path) -> None:
    """Draw the program's icon below ``icons``, in the sizes of the theme hicolor, beside the drawing itself."""
    # Not at the top: what makes no package needs no pictures.
    import pygame  # noqa: PLC0415

    for size in ICON_SIZES:
        place = icons / f"{size}x{size}" / "apps" / f"{NAME}.png"
        place.parent.mkdir(parents=True)
        pygame.image.save(pygame.image.load_sized_svg(_ICON, (size, size)), place)
    place = icons / "scalable" / "apps" / f"{NAME}.svg"
    place.parent.mkdir(parents=True)
    place.write_bytes(_ICON.read_bytes())


def _xml_texts(tag: str, text: str, indent: str) -> Iterator[str]:
    yield f"{indent}<{tag}>{escape(text)}</{tag}>"
    for code, words in _translations(text).items():
        yield f'{indent}<{tag} xml:lang="{code}">{escape(words)}</{tag}>'


def _entry_texts(text: str) -> Iterator[str]:
    yield f"={text}"
    yield from (f"[{code}]={words}" for code, words in _translations(text).items())


def _translations(text: str) -> Mapping[str, str]:
    """Return the translations of a text by the codes of their languages."""
    found = {code: _catalogue(code).gettext(text) for code in LANGUAGES if code != ENGLISH}
    return {code: words for code, words in found.items() if words != text}


@cache
def _catalogue(code: str) -> GNUTranslations:
    with catalogue_file(code).open("rb") as stream:
        return GNUTranslations(stream)
