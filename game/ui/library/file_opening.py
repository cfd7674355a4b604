"""Opening of a game file from the command line or dropped on the window, after asking what to do with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from game.analysis.board.subject import ReadFile
from game.core.language import _, join_sentences, plural
from game.core.model import ParseError
from game.core.record.reader import MissingRuleset
from game.core.record.writer import write_tournament
from game.core.ruleset import PluginError, Ruleset
from game.core.tournament import Tournament
from game.library.formats.opened_file import OpenedFile
from game.library.formats.reading import missing_text, open_file
from game.library.index.added_files import begin_reading
from game.plugins.sheet_files import SUFFIX
from game.session.game_session import open_local_session
from game.storage.background import BackgroundTask, OnStep
from game.storage.files import StoreError
from game.storage.portable.parts import begins_as_copy
from game.storage.saves import SaveFolder
from game.training.daily_puzzle.collection import riddles_of
from game.training.daily_puzzle.visit import Visit, VisitTerms
from game.training.puzzles.index import PuzzleEntry
from game.ui.analysis.board.opening import analyse_game
from game.ui.library.open_study import show_study
from game.ui.play.play_scene import PlayScene, play_on
from game.ui.settings.own_games import restore_copy
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, ask, show_notice
from game.ui.shell.work_scene import read_in_background, run_task
from game.ui.training.daily_puzzle.puzzle_scene import PuzzleScene
from game.ui.workshop.offered_sheet import offer_sheet
from game.ui.workshop.opened_sheet_scene import open_sheet

#: Largest number of problems listed; further ones are only counted.
_MOST_PROBLEMS = 2


@dataclass(frozen=True, slots=True)
class Manner:
    """Options for opening a file: whether to ask the player, and a callback for failures."""

    at_table: bool = False
    """True for a file named at the start.

    If such a file is an unfinished tournament or holds a single game, it opens without a question.
    """
    on_refused: Callable[[str], None] = lambda words: None
    """Called with the reason when a file cannot be opened."""

    def refuse(self, app: App, words: str) -> None:
        """Report to the player and to ``on_refused`` why a file cannot be opened."""
        self.on_refused(words)
        show_notice(app, _("This file cannot be opened"), words)


_ASKED = Manner()


def open_path(app: App, path: Path, manner: Manner = _ASKED) -> None:
    """Read a game file on a thread, then ask the player what to do with it.

    A set of puzzles is opened at once, and so is a rule sheet.
    """
    if path.suffix == SUFFIX:
        open_sheet(app, path)
        return
    rulesets = app.services.catalogue.rulesets
    task = begin_reading(path.name, lambda: _content(path, rulesets))
    run_task(app, _("Reading the file…"), path.name, task, partial(_read, app, path, manner))


#: The games or the puzzles of a file; None for a copy of all games of a player, which another scene reads.
_Content = OpenedFile | tuple[PuzzleEntry, ...] | None


def _content(path: Path, rulesets: Mapping[str, Ruleset]) -> _Content:
    """Read a file. Raises ParseError if it is missing or unreadable."""
    problem = missing_text(path)
    if problem:
        raise ParseError(problem)
    if begins_as_copy(path):
        return None
    riddles = riddles_of(path)
    return open_file(path, rulesets) if riddles is None else riddles


def _read(app: App, path: Path, manner: Manner, task: BackgroundTask[_Content]) -> None:
    try:
        result = task.take()
    except (ParseError, PluginError) as error:
        if isinstance(error, MissingRuleset) and error.sheet:
            _offer(app, path, manner, error)
        else:
            manner.refuse(app, str(error))
        return
    if result is None:
        restore_copy(app, path)
    elif isinstance(result, tuple):
        _solve(app, path, result)
    elif not result.studies:
        text = join_sentences((_("There is no game in {file}.", file=path.name), _problem_text(result)))
        manner.refuse(app, text)
    elif manner.at_table and not result.problems and _can_resume(result.tournament):
        _play(app, path, result)
    elif manner.at_table and not result.problems and len(result.studies) == 1:
        _see(app, path, result)
    else:
        text = join_sentences((_words(result), _problem_text(result)))
        ask(app, path.name, text, *_answers(app, path, result))


def _offer(app: App, path: Path, manner: Manner, missing: MissingRuleset) -> None:
    """Show the rule sheet that a file carries, and open the file once the player has accepted it."""

    def refused(problem: str) -> None:
        if problem:
            manner.refuse(app, problem)
        else:
            manner.on_refused(_("The rules were not accepted."))

    offer_sheet(app, missing.ruleset_id, missing.sheet, partial(open_path, app, path, manner), refused)


def _solve(app: App, path: Path, riddles: Sequence[PuzzleEntry]) -> None:
    """Let the player solve a set of puzzles in its given order, unrated."""
    left, services = iter(riddles), app.services
    terms = VisitTerms(lambda: next(left, None), is_rated=False)
    visit = Visit(terms, services.catalogue.rulesets, services.prover)
    if visit.attempt is None:
        show_notice(app, _("This file cannot be opened"), _("No puzzle in {file} could be read.", file=path.name))
    else:
        app.push(PuzzleScene(app, visit, path.stem), partial(play_on, app))


def _words(opened: OpenedFile) -> str:
    number = len(opened.studies)
    if number == 1:
        return _("The file contains a game of {ruleset}.", ruleset=_(opened.studies[0].ruleset.info.title))
    return plural(
        "The file contains {count} game. Add it to the library?",
        "The file contains {count} games. Add them to the library?",
        number,
    )


def _problem_text(opened: OpenedFile) -> str:
    """Return the first problems found in a file as text, and the number of further ones."""
    text = join_sentences(opened.problems[:_MOST_PROBLEMS])
    rest = len(opened.problems) - _MOST_PROBLEMS
    more = plural(
        "{count} more part of the file could not be read.", "{count} more parts of the file could not be read.", rest
    )
    return join_sentences((text, more if rest > 0 else ""))


def _answers(app: App, path: Path, opened: OpenedFile) -> list[DialogAnswer]:
    """Return the actions for an opened file, the most useful first."""
    see = DialogAnswer(_("Open"), partial(_see, app, path, opened))
    add = DialogAnswer(_("Add to the library"), partial(_add, app, path))
    play = [DialogAnswer(_("Play on"), partial(_play, app, path, opened))] if _can_resume(opened.tournament) else []
    is_one = len(opened.studies) == 1 or opened.tournament is not None
    return [*([see, *play, add] if is_one else [add, see]), DialogAnswer(_("Cancel"))]


def _can_resume(tournament: Tournament | None) -> bool:
    return tournament is not None and not tournament.is_over and tournament.current is not None


def _see(app: App, path: Path, opened: OpenedFile) -> None:
    if opened.tournament is not None:
        analyse_game(app, opened.tournament, partial(play_on, app))
    else:
        show_study(app, opened.studies[0], path, ReadFile(path, 0, opened.encoding))


def _play(app: App, path: Path, opened: OpenedFile) -> None:
    """Continue the tournament in an opened file as a saved game.

    A file outside the folder of saves is left unchanged.
    """
    saves, autosave = app.services.saves, app.services.autosave
    autosave.release()

    def load(on_game: OnStep) -> tuple[str, Tournament]:
        autosave.wait()
        name = _rescued(saves, path, opened) if opened.problems else saves.adopt(path)
        return name, saves.load(name, on_game)

    read_in_background(app, _("Reading the file…"), path.name, load, lambda task: _proceed(app, task))


def _proceed(app: App, task: BackgroundTask[tuple[str, Tournament]]) -> None:
    """Open the game screen for the tournament from an opened file, which is a saved game by now."""
    try:
        name, tournament = task.take()
    except ParseError as error:
        show_notice(app, _("Saving failed"), str(error))
        return
    # Leave all scenes up to the menu: the scene below may show another session, which is no longer autosaved.
    app.push(
        PlayScene(app, open_local_session(app.services, tournament, name, saved=True)),
        lambda _result: app.back_to_first(),
    )


def _rescued(saves: SaveFolder, path: Path, opened: OpenedFile) -> str:
    """Save the readable part of a damaged file, and return the name of the new save."""
    assert opened.tournament is not None, "only a tournament is played on"
    name = saves.free_name(opened.tournament.title or path.stem)
    saves.write(name, write_tournament(opened.tournament))
    return name


def _add(app: App, path: Path) -> None:
    try:
        app.services.library.add(path)
    except StoreError as error:
        show_notice(app, _("This file cannot be opened"), str(error))
        return
    app.show_message(_("{file} is being added to the library.", file=path.name))
