"""The settings page of plug-ins: rulesets that were loaded or rejected, and the program's folders."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.language import _
from game.plugins.drop_ins import DROP_IN_PACKAGE
from game.plugins.registry import OUR_PACKAGE, Catalogue
from game.session.services import Services
from game.storage import folders
from game.ui.painting.canvas import Canvas

#: Largest number of lines of a sentence or path; never reached in practice.
_MOST = 40
_CAPTION, _HEADING, _INDENT, _GAP = 44.0, 40.0, 22.0, 8.0


def paint_findings(services: Services, canvas: Canvas, width: float) -> float:
    """Draw the settings page of plug-ins with its top left corner at (0, 0), and return its height.

    ``width`` and height are in design pixels.
    """
    catalogue = services.catalogue
    canvas.title(_("Rulesets"), 0, 4, size=22)
    y = 4 + _HEADING
    for ruleset_id, ruleset in catalogue.rulesets.items():
        name, accent = _(ruleset.info.title), ruleset.info.accent
        y = _paint_finding(canvas, (y, width), name, _origin(catalogue, ruleset_id), accent)
    if catalogue.problems:
        canvas.title(_("Failed to load"), 0, y + 6, size=22)
        y += 6 + _HEADING
    for problem in catalogue.problems:
        y = _paint_finding(canvas, (y, width), problem.name, problem.sentence, "coral", shade="coral")
    canvas.title(_("Folders"), 0, y + 6, size=22)
    y += 6 + _HEADING
    for caption, path in _folders(services):
        y = canvas.paragraph(caption, 0, y, width, 1, family="bold", size=14, colour="mist", height=_CAPTION)
        y = canvas.paragraph(path, 0, y, width, _MOST, size=14, colour="cream") + _GAP
    return y


def _paint_finding(
    canvas: Canvas, place: tuple[float, float], name: str, words: str, accent: str, *, shade: str = "mist"
) -> float:
    """Draw a plug-in's name and a sentence beside a coloured bar. Return the y coordinate of the bottom edge.

    ``place`` is top and width.
    """
    top, room = place[0], place[1] - _INDENT
    canvas.panels.plate(0, top + 4, 8, 36, colour=accent, radius=4)
    end = canvas.paragraph(name, _INDENT, top, room, 1, family="bold", size=16, colour="cream", height=_CAPTION)
    return canvas.paragraph(words, _INDENT, end - 3, room, _MOST, size=14, colour=shade) + _GAP


def _origin(catalogue: Catalogue, ruleset_id: str) -> str:
    """Return a text about where a ruleset comes from: the program, a plug-in folder, or a package."""
    package = catalogue.package(ruleset_id).partition(".")[0]
    if package == OUR_PACKAGE:
        return _("Comes with Stone Fair")
    folder = catalogue.folder(ruleset_id)
    if package == DROP_IN_PACKAGE:
        return _("Added by you, from {folder}", folder=folder)
    return _("Installed package {package}", package=package)


def _folders(services: Services) -> Iterator[tuple[str, str]]:
    yield _("Saved games"), str(services.saves.path)
    yield _("Pictures"), str(folders.pictures_folder())
    yield _("Your own rulesets"), str(services.plugins or folders.plugin_folder())
    yield _("Players and settings"), str(services.database.file.path)
