"""The table of keys is the truth: each key of it does something where it says, and no other key is heard anywhere.

``python -m tests.ui.test_keys`` writes the table into ``docs/play/keys.md``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from itertools import groupby
from pathlib import Path

import pygame
import pytest

from game.analysis.editor.draft import empty_draft
from game.core.language import ENGLISH, set_language
from game.core.lessons import turn_moves
from game.core.model import Place
from game.core.record.writer import write_tournament
from game.core.request import PlayerRequest
from game.sheets.draft import SheetDraft, new_sheet
from game.storage.learning.mistakes import Mistake
from game.storage.puzzles.tries import DailyPuzzleResult
from game.ui.analysis.editor.editor_scene import EditorScene
from game.ui.analysis.mistakes.mistakes_scene import MistakesScene
from game.ui.library.file_scene import FileScene
from game.ui.library.library_scene import LibraryScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.menu.saves import SavesScene
from game.ui.progress.players.players import PlayersScene
from game.ui.progress.players.records import RecordsScene
from game.ui.settings.engine_console import EngineConsole
from game.ui.shell.dialogs import NameScene
from game.ui.training.daily_puzzle.daily_puzzle_scene import DailyPuzzleScene
from game.ui.training.lessons.lesson_scene import LessonScene
from game.ui.widgets import keys
from game.ui.widgets.keys import KEYS, KeyUse
from game.ui.workshop.workshop_scene import WorkshopScene
from tools.pilot.analysis import analyse
from tools.pilot.hand import click
from tools.pilot.pilot import Peer, Pilot
from tools.pilot.remote_side import RemoteSide
from tools.tours.opening_training_tour import drill

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "play" / "keys.md"
_BEGIN, _END = "<!-- keys -->\n", "<!-- end of keys -->"
_A_KEY = re.compile(r"pygame\.(?:constants\.|locals\.)?K_\w+|pygame\.key\.key_code")


def table() -> str:
    """Return the table as the page has it; a place whose keys have no gamepad button has no column for it."""
    parts = []
    for place, group in groupby(KEYS, key=lambda use: use.place):
        uses = list(group)
        if any(use.pad for use in uses):
            head = [f"| {place.lower()} | key | gamepad |", "|---|---|---|"]
            rows = [f"| {use.words} | {use.names()} | {use.pad} |".replace("|  |", "| |") for use in uses]
        else:
            head = [f"| {place.lower()} | key |", "|---|---|"]
            rows = [f"| {use.words} | {use.names()} |" for use in uses]
        parts.append("\n".join([*head, *rows]))
    return "\n" + "\n\n".join(parts) + "\n\n"


def test_the_page_tells_the_keys_of_the_table() -> None:
    set_language(ENGLISH)
    kept = PAGE.read_text(encoding="utf-8")
    assert kept[kept.index(_BEGIN) + len(_BEGIN) : kept.index(_END)] == table(), "python -m tests.ui.test_keys"


def test_no_key_is_heard_that_the_table_lacks() -> None:
    """Whoever hears a key takes it from the table, so that nothing is heard that is not told."""
    files = [file for file in (ROOT / "game" / "ui").rglob("*.py") if file.name not in ("keys.py", "key_names.py")]
    own = {str(file): found for file in files if (found := _A_KEY.findall(file.read_text(encoding="utf-8")))}
    assert own == {}


def test_all_of_the_table_is_told_and_nothing_twice() -> None:
    uses = [value for value in vars(keys).values() if isinstance(value, KeyUse)]
    assert [use.words for use in uses] == [use.words for use in KEYS]
    assert len({(use.place, use.words) for use in KEYS}) == len(KEYS)
    assert len([place for place, _uses in groupby(KEYS, key=lambda use: use.place)]) == len({use.place for use in KEYS})


def at_table(seat: Peer) -> Pilot:
    return seat("j10 k10 k11")


def with_something_taken_back(seat: Peer) -> Pilot:
    pilot = seat("j10 k10 k11")
    pilot.key(pygame.K_u)
    return pilot


def with_a_preview(seat: Peer) -> Pilot:
    pilot = seat("j10")
    click(pilot, "k10")
    assert pilot.scene.pending.moves
    return pilot


def in_threestones(seat: Peer) -> Pilot:
    return seat("", "threestones")


def against_an_opponent(seat: Peer) -> Pilot:
    pilot = seat("", "gomoku", friend=False)
    pilot.app.preferences.thinking_shown = True
    pilot.scene.arrange()
    return pilot


def after_a_game(seat: Peer) -> Pilot:
    pilot = seat("h8 a1 i8 b1 j8 c1 k8 d1 l8", "gomoku")
    assert pilot.scene.match.outcome is not None
    return pilot


def analysing(seat: Peer) -> Pilot:
    """A finished game with another after it, a variation of one move on the board, and the cursor on a free cell."""
    pilot = after_a_game(seat)
    pilot.scene.table.ask(PlayerRequest.NEXT_GAME)
    scene = analyse(pilot, pilot.scene.table.tournament, index=0, step=2)
    scene._play(Place(0, "b"))
    scene.board.hover(3)
    return pilot


def in_the_booth(seat: Peer) -> Pilot:
    """A lantern of today is lit, and yesterday was missed."""
    pilot = seat("")
    database = pilot.app.services.database
    player = database.players.current()
    assert player is not None
    today = date.today().isoformat()
    database.puzzles.save_day(player, DailyPuzzleResult("gomoku", today, 1.0, today))
    pilot.app.push(DailyPuzzleScene(pilot.app, player))
    pilot.frames(2)
    return pilot


def in_the_workshop(seat: Peer) -> Pilot:
    pilot = seat("")
    pilot.app.push(WorkshopScene(pilot.app, SheetDraft(new_sheet())))
    return pilot


def setting_up(seat: Peer) -> Pilot:
    """A stone and one that was taken back, with the cursor on another cell."""
    pilot = seat("")
    pilot.app.push(EditorScene(pilot.app))
    pilot.frames(2)
    for _stone in range(2):
        pilot.key(pygame.K_RIGHT)
        pilot.key(pygame.K_RETURN)
    pilot.key(pygame.K_u)
    return pilot


def setting_up_a_pond(seat: Peer) -> Pilot:
    pilot = seat("")
    pilot.app.push(EditorScene(pilot.app, empty_draft(pilot.app.services.catalogue.rulesets["threestones"])))
    return pilot


def on_the_menu(seat: Peer) -> Pilot:
    pilot = seat("")
    pilot.app.push(MenuScene(pilot.app))
    return pilot


def among_players(seat: Peer) -> Pilot:
    pilot = seat("")
    pilot.app.services.database.players.create("Ben")
    pilot.app.push(PlayersScene(pilot.app))
    return pilot


def among_mistakes(seat: Peer) -> Pilot:
    pilot = seat("h8")
    services, match = pilot.app.services, pilot.scene.table.match
    player = services.database.players.current()
    position = match.ruleset.dump(match.state)
    mistake = Mistake("m", 2, match.ruleset.info.id, match.options, position, ("a1",), "", 0.2, "opening", "Tilda")
    services.database.mistakes.save(player, "m", [mistake], [])
    pilot.app.push(MistakesScene(pilot.app, player))
    return pilot


def among_records(seat: Peer) -> Pilot:
    pilot = seat("")
    pilot.app.push(RecordsScene(pilot.app, pilot.app.services.database.players.current()))
    return pilot


def in_the_library(seat: Peer) -> Pilot:
    pilot = seat("")
    pilot.app.push(LibraryScene(pilot.app))
    return pilot


def among_files(seat: Peer) -> Pilot:
    pilot = seat("")
    pilot.app.push(FileScene(pilot.app))
    return pilot


def in_a_console(seat: Peer) -> Pilot:
    pilot = seat("")
    engine = pilot.app.services.engines.add()
    pilot.app.services.foreign.transcript(engine).begin("engine")
    pilot.app.push(EngineConsole(pilot.app, engine))
    return pilot


def in_a_lesson(seat: Peer) -> Pilot:
    pilot = seat("")
    pilot.app.push(LessonScene(pilot.app, pilot.app.services.catalogue.rulesets["gomoku"]))
    return pilot


def after_a_step(seat: Peer) -> Pilot:
    pilot = in_a_lesson(seat)
    exercise = pilot.scene.exercise
    match = exercise.match
    for move in turn_moves(match.ruleset, match.state, exercise.lesson.solutions[0]):
        pilot.click(pilot.scene.board.layout.centre(move.cell))
    assert exercise.verdict
    return pilot


def guessing(seat: Peer) -> Pilot:
    """Before the first answer of a drill."""
    pilot = seat("")
    drill(pilot, "connect6")
    return pilot


def at_a_renju_table(seat: Peer) -> Pilot:
    return seat("h8", "gomoku", variant="renju")


def analysing_renju(seat: Peer) -> Pilot:
    pilot = at_a_renju_table(seat)
    analyse(pilot, pilot.scene.table.tournament, index=0, step=1)
    return pilot


def at_a_far_table(seat: Peer) -> Pilot:
    """With a question of the other side."""
    pilot = seat("")
    far = RemoteSide(pilot)
    scene = far.sit()
    click(pilot, "h8")
    far.agree()
    assert far.peer.ask(PlayerRequest.PAUSE) is None
    far.frames_until(lambda: scene.table.opponent.peer.received_request is PlayerRequest.PAUSE, "the question")
    return pilot


def at_a_far_table_unasked(seat: Peer) -> Pilot:
    """Nothing is asked, so that there is room to set_language."""
    pilot = seat("")
    RemoteSide(pilot).sit()
    return pilot


#: Where a key is tried, if another place than its group's is needed.
_SPECIAL: dict[str, Callable[[Peer], Pilot]] = {
    keys.ONE.words: among_mistakes,
    keys.STATISTICS.words: among_records,
    keys.FILE.words: in_the_library,
    keys.FOLDER_ABOVE.words: among_files,
    keys.COPY_LINES.words: in_a_console,
    keys.REDO.words: with_something_taken_back,
    keys.STONES.words: in_threestones,
    keys.ENDS.words: among_players,
    keys.TAKE_OFF.words: with_a_preview,
    keys.PASS.words: at_a_renju_table,
    keys.PASS_IN_STUDY.words: analysing_renju,
    keys.TOOL.words: setting_up_a_pond,
    keys.THINKING.words: against_an_opponent,
    keys.LINE.words: against_an_opponent,
    keys.NEXT_STEP.words: after_a_step,
    keys.SPEAK.words: at_a_far_table_unasked,
}
_PLACES: dict[str, Callable[[Peer], Pilot]] = {
    keys.EVERYWHERE: at_table,
    keys.MENU: on_the_menu,
    keys.TABLE: at_table,
    keys.END: after_a_game,
    keys.ELSEWHERE: at_a_far_table,
    keys.ANALYSIS: analysing,
    keys.EDITING: setting_up,
    keys.WORKSHOP: in_the_workshop,
    keys.LISTS: among_players,
    keys.BOOTH: in_the_booth,
    keys.TRAINER: guessing,
    keys.LESSONS: in_a_lesson,
}


def is_heard(pilot: Pilot, key: int, mod: int) -> bool:
    """Whether anything takes the key: the window, or the scene on top."""
    event = pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0)
    action = pilot.app._keys.get(key)
    return bool(action and action(pilot.app)) or pilot.scene.handle(event)


_STROKES = [
    (use, key, mod)
    for use in KEYS
    for all_keys, mod in (
        (use.keys, pygame.KMOD_SHIFT if use.with_shift else 0),
        (use.with_ctrl, pygame.KMOD_CTRL),
    )
    for key in all_keys
    if use not in (keys.WATCH, keys.EVERYONE, keys.PASTE)
]


@pytest.mark.parametrize(
    ("use", "key", "mod"), _STROKES, ids=[f"{use.place}-{pygame.key.name(key)}-{mod}" for use, key, mod in _STROKES]
)
def test_a_key_of_the_table_does_something(use: KeyUse, key: int, mod: int, seat: Peer) -> None:
    pilot = _SPECIAL.get(use.words, _PLACES[use.place])(seat)
    pilot.frames(2)
    assert is_heard(pilot, key, mod)


@pytest.mark.parametrize("use", [keys.WATCH, keys.DELETE, keys.RENAME])
def test_a_key_of_the_table_does_something_among_the_saved_games(use: KeyUse, seat: Peer) -> None:
    pilot = seat("j10 k10 k11")
    pilot.app.services.saves.write("kept", write_tournament(pilot.scene.table.tournament))
    pilot.app.push(SavesScene(pilot.app))
    pilot.frames(60)
    assert is_heard(pilot, use.key, 0)


def test_the_key_that_pastes_writes_what_was_copied_into_a_line_of_text(
    seat: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: "Mira\nVale")
    pilot = seat("")
    pilot.app.push(NameScene(pilot.app, "Name", "", "", lambda _name: None))
    pilot.frames(3)
    field = pilot.scene.form.main
    assert field.words == ""
    for key in keys.PASTE.with_ctrl:
        pilot.key(key, pygame.KMOD_CTRL)
    assert field.words == "Mira Vale"


def write() -> None:
    """Write the table into the page."""
    pygame.display.init()
    kept = PAGE.read_text(encoding="utf-8")
    begin, end = kept.index(_BEGIN) + len(_BEGIN), kept.index(_END)
    PAGE.write_text(kept[:begin] + table() + kept[end:], encoding="utf-8")


if __name__ == "__main__":
    write()
