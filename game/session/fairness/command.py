"""``main.py workshop report``: plays a game of a rule sheet by itself, and says how fair and how lively it is."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path

from game.core.language import _
from game.core.model import ParseError
from game.core.ruleset import PluginError
from game.plugins.plugin_process import PROBLEM, serve_window
from game.plugins.sheet_files import SUFFIX, SheetFolders
from game.session.fairness.report import read_report, report_lines, report_text
from game.session.fairness.self_play import WantedGames, play_missing
from game.session.matches.arena_display import open_progress
from game.session.matches.arena_game import EngineStartError, catalogue
from game.sheets.game import SheetGame
from game.sheets.sheet import Sheet
from game.sheets.winnable import why_never_won


def run(arguments: Namespace) -> int:
    """Run the command and return the exit code.

    It is 0 for a report, 1 for a rule sheet that cannot be read, and 2 if no games can be played.
    """
    try:
        sheet = _read_sheet(arguments.file, arguments.plugins)
    except ParseError as error:
        return _refuse(str(error), 1)
    wanted = WantedGames(sheet, tuple(arguments.levels), arguments.games, arguments.jobs, arguments.plugins)
    try:
        # The games of a game that cannot be won would all be the same.
        if not why_never_won(sheet.rules):
            _play(wanted, serves_window=arguments.serves_window)
        report = read_report(sheet, wanted.levels, wanted.games)
    except (ParseError, PluginError, EngineStartError, OSError) as error:
        if arguments.serves_window:
            _say(json.dumps({PROBLEM: str(error)}))
        return _refuse(str(error), 2)
    _say(report_text(report) if arguments.json else "\n".join(report_lines(report)))
    return 0


def _read_sheet(name: str, plugins: Path | None) -> Sheet:
    """Return the sheet in a file, with this key, or of the game with this id.

    Raises ParseError if there is none or if it cannot be read.
    """
    path = Path(name)
    if path.suffix == SUFFIX:
        return SheetFolders(path.resolve().parent).read(path.resolve()).sheet
    sheet = SheetFolders(plugins).find(name)
    game = catalogue(plugins).rulesets.get(name) if sheet is None else None
    if isinstance(game, SheetGame):
        return game.sheet
    if sheet is None:
        raise ParseError(_("there is no rule sheet {name!r}", name=name))
    return sheet


def _play(wanted: WantedGames, *, serves_window: bool) -> None:
    """Play the missing games, with a progress bar or, for a window, with a line of JSON for each game."""
    if serves_window:
        serve_window()
    games = play_missing(wanted)
    done, total = next(games)
    with open_progress(total, done, for_window=serves_window) as progress:
        for _numbers in games:
            progress.add("")


def _refuse(sentence: str, code: int) -> int:
    sys.stderr.write(f"{sentence.rstrip('.')}.\n")
    return code


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
