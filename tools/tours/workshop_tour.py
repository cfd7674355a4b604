"""A tour through the workshop for tests and pictures: more games, the form, its dialogs, and a sheet from a file."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from game.core.geometry import Wrap
from game.session.fairness.report_run import ReportRun
from game.session.fairness.self_play import USUAL_LEVELS, log_path
from game.session.matches.game_log import GameLog
from game.session.matches.game_record import GameRecord
from game.sheets.draft import SheetDraft, new_sheet
from game.sheets.form_fields import COLUMNS
from game.sheets.sheet import Sheet
from game.ui.workshop.more_games_scene import MoreGamesScene
from game.ui.workshop.opened_sheet_scene import SheetChooser, open_sheet
from game.ui.workshop.report_scene import GameReportScene
from game.ui.workshop.workshop_scene import ExamplesScene, WorkshopScene
from tools.pilot.pilot import Pilot
from tools.tours.table_tour import seen, wait

_FROM_A_FILE = """
title = "Falling five"
pitch = "Stones fall down; five in a row win."
author = "Ann"
[board]
columns = 9
rows = 8
[place]
where = "drop"
[line]
length = 5
"""

#: The games of each level in the report.
_GAMES = 12


def workshop(pilot: Pilot) -> Iterator[str]:
    """Show more games, then the workshop with possible and impossible games; yield the name of each state."""
    app = pilot.app
    app.push(MoreGamesScene(app))
    pilot.scene.select("four_in_a_column")
    yield from seen(pilot, "more games")
    draft = SheetDraft(new_sheet())
    app.push(WorkshopScene(app, draft))
    for section, key, value in (("board", "columns", 7), ("line", "length", 4), ("turn", "stones", 2)):
        draft.change(section, key, value)
    draft.change("board", "wrap", Wrap.TORUS)
    pilot.scene._show_change()
    wait(pilot)
    yield "workshop"
    yield from _dialogs(pilot)
    draft.change("line", "loses", 4)
    pilot.scene._show_change()
    yield from seen(pilot, "workshop impossible")
    yield from _examples(pilot)
    yield from _report(pilot)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "Falling five.toml"
        file.write_text(_FROM_A_FILE, encoding="utf-8")
        app.push(SheetChooser(app, Path(folder)))
        yield from seen(pilot, "open a sheet")
        open_sheet(app, file)
        yield from seen(pilot, "opened sheet")


def _dialogs(pilot: Pilot) -> Iterator[str]:
    """Show the dialog of a choice and that of a number, and those of the game; yield the name of each state."""
    scene = pilot.scene
    fields = {field.key: field for column in COLUMNS for _heading, fields in column for field in fields}
    for key in ("opening", "columns"):
        scene.card._choose(fields[key])
        yield from seen(pilot, f"workshop {key}")
    scene._save()
    yield from seen(pilot, "workshop save")
    scene._open_more()
    yield from seen(pilot, "workshop more")


class _Waiting:
    """A process that plays no games, instead of one that would play them while pictures are made."""

    has_ended = False

    def line(self, seconds: float) -> str | None:
        """Return None, as if no game had ended yet."""
        return None

    def end(self) -> None:
        """Do nothing."""


def _report(pilot: Pilot) -> Iterator[str]:
    """Show a report on a game that is unfair, and beside it that on a fair one; yield the name of each state."""
    found = next(each.sheet for each in pilot.app.services.sheets.all() if each.sheet.key == "five_with_captures")
    _log_games(found, _GAMES, 0.8)

    def open_run(sheet: Sheet) -> ReportRun:
        return ReportRun(sheet, games=_GAMES, start_process=lambda *_: _Waiting())

    pilot.app.push(GameReportScene(pilot.app, found, lambda _rules: None, open_run))
    wait(pilot)
    yield "game report"
    suggestion = pilot.scene.run.report.weaknesses[0].suggestions[0]
    _log_games(replace(found, rules=suggestion.apply(found.rules)), _GAMES // 2, 0.4)
    pilot.scene._apply(suggestion)
    yield from seen(pilot, "game report compared")


def _log_games(sheet: Sheet, won: int, certainty: float) -> None:
    """Write the logs of games that were never played, of which the first player won so many."""
    for level in USUAL_LEVELS:
        log = GameLog(log_path(sheet, level), {}, "report", GameRecord)
        for number in range(1 + len(log.games), _GAMES + 1):
            winner = int(number > won)
            turns = 30 + number % 7
            scores = [certainty * 900 * (1 if ply % 2 == winner else -1) * ply / turns for ply in range(turns)]
            log.add(
                GameRecord(
                    number, (0, 1), 0, number, ("h8",) * turns, (1,) * turns, "line", winner,
                    movers=tuple(ply % 2 for ply in range(turns)), evaluations=tuple(scores),
                )
            )  # fmt: skip


def _examples(pilot: Pilot) -> Iterator[str]:
    """Show the examples, and a game in the workshop with parts that the form does not show; yield each state's name."""
    app = pilot.app
    app.push(ExamplesScene(app))
    yield from seen(pilot, "examples")
    known = {known.sheet.key: known for known in app.services.sheets.all()}
    for key in ("order_and_chaos", "ninuki_renju"):
        app.push(WorkshopScene(app, SheetDraft(known[key].sheet)))
        yield from seen(pilot, f"workshop {key}")
