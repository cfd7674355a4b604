"""``main.py accept``: shows the rule sheet that a file of games carries, and keeps it if the player accepts it.

From then on, the window and all commands can open games by this sheet. A sheet has no code.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from game.core.language import _
from game.core.model import EMPTY, ParseError
from game.core.picture import draw_board
from game.core.record.reader import MissingRuleset
from game.library.formats.reading import missing_text, open_file
from game.plugins.registry import discover
from game.plugins.sheet_files import carried_sheet, keep_sheets
from game.sheets.boards import geometry_of
from game.sheets.description import rules_card
from game.sheets.sheet import Sheet


def run(arguments: Namespace) -> int:
    """Show the rules that the file carries and keep them, after a question unless the arguments say yes.

    Return 0 if they are known now, 1 if the player did not accept them, and 2 if the file has none that can be used.
    """
    try:
        sheet = _unknown_sheet(arguments.file, arguments.plugins)
    except ParseError as error:
        sys.stderr.write(f"{error}.\n")
        return 2
    if sheet is None:
        sys.stdout.write("The rules of the games in this file are known already.\n")
        return 0
    sys.stdout.write(_described(sheet))
    if not arguments.yes and not _is_accepted():
        return 1
    keep_sheets([sheet])
    sys.stdout.write(f"{sheet.title} is known from now on, as {sheet.id}.\n")
    return 0


def _unknown_sheet(file: Path, plugins: Path | None) -> Sheet | None:
    """Return the sheet that a file carries, or None if its games can be read without it.

    Raises ParseError if the file cannot be read, or its sheet is not that of its game.
    """
    missing = missing_text(file)
    if missing:
        raise ParseError(missing.rstrip("."))
    try:
        open_file(file, discover(plugins).rulesets)
    except MissingRuleset as error:
        if not error.sheet:
            raise
        return carried_sheet(error.ruleset_id, error.sheet)
    return None


def _described(sheet: Sheet) -> str:
    """Return the title, the rules and the board of a sheet as text."""
    geometry = geometry_of(sheet.rules)
    sections = (f"{_(section.title)}: {_(section.words)}" for section in rules_card(sheet))
    board = draw_board(geometry, [EMPTY] * len(geometry))
    return "\n".join((sheet.title, sheet.pitch, "", *sections, "", board, ""))


def _is_accepted() -> bool:
    sys.stdout.write("Accept these rules? [y/N] ")
    sys.stdout.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")
