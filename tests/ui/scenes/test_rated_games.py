"""A rated game in progress: every way to an engine's results about it asks first, and then the game is unrated."""

from __future__ import annotations

import ast
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.core.clock import TimeControl
from game.core.record.writer import write_tournament
from game.core.request import PlayerRequest
from game.core.ruleset import complete_options
from game.core.tournament import Participant, Practice, Tournament
from game.library.study.study import study_of_game
from game.library.study.tree import ROOT
from game.session.game_session import open_local_session
from game.session.play_on import TakeOver
from game.storage import background
from game.storage.files import ForeignFileError
from game.storage.saves import SaveFolder
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.analysis.board.opening import analyse_study, set_up_position
from game.ui.analysis.export.export_scene import ExportScene
from game.ui.library.file_opening import open_path
from game.ui.menu.saves import SavesScene
from game.ui.painting.panel_painter import PanelPainter
from game.ui.play.play_scene import PlayScene, play_on
from game.ui.settings.settings_scene import SettingsScene
from game.ui.shell.dialogs import QuestionScene
from game.ui.shell.work_scene import WorkScene
from tools.imports import ROOT as CHECKOUT
from tools.pilot.analysis import analyse, nothing
from tools.pilot.hand import click
from tools.pilot.pilot import AGREEING, Peer, Pilot
from tools.pilot.tournaments import play

STONES = "h8 h9 g8 i10 j8 j10 f8"
BLITZ = TimeControl(300)


def in_progress(pilot: Pilot, name: str = "rated", seed: int = 77) -> Tournament:
    """A rated game of Ann's against an opponent, among the saves."""
    gomoku = pilot.app.services.catalogue.rulesets["gomoku"]
    level = gomoku.info.levels[-1]
    people = (Participant("Ann"), Participant(level.name, level.id))
    tournament = Tournament(gomoku, complete_options(gomoku.info, {}), people, seed=seed, title=name)
    play(tournament.start_game().match, STONES)
    pilot.app.services.saves.write(name, write_tournament(tournament))
    return tournament


def is_asked(pilot: Pilot) -> bool:
    scene = pilot.scene
    return isinstance(scene, QuestionScene) and "unrated" in scene._text


def engines_asked(pilot: Pilot) -> int:
    services = pilot.app.services
    return len(services.opponent.asked) + len(services.prover.asked)


# At the table


def at_the_table(seat: Peer) -> Pilot:
    pilot = seat("h8", "gomoku", friend=False)
    pilot.app.services.opponent.answer("h9")
    pilot.frames(5)
    assert pilot.scene.table.stakes.is_rated
    return pilot


@pytest.mark.parametrize(
    ("open_way", "agree"),
    [
        (lambda pilot: pilot.key(pygame.K_h), "Use hint"),
        (lambda pilot: pilot.key(pygame.K_t), "Show thinking"),
        (lambda pilot: (pilot.key(pygame.K_ESCAPE), pilot.press("Show forced wins…")), "Show forced wins"),
    ],
    ids=["hint", "thoughts", "forced wins"],
)
def test_at_the_table_each_way_to_an_engine_asks_first(
    seat: Peer, open_way: Callable[[Pilot], object], agree: str
) -> None:
    pilot = at_the_table(seat)
    before = engines_asked(pilot)
    open_way(pilot)
    assert is_asked(pilot)
    pilot.press("Cancel")
    assert pilot.scene.table.practice is None
    assert not pilot.scene.picture.thinking.is_shown
    assert engines_asked(pilot) == before
    open_way(pilot)
    pilot.press(agree)
    pilot.app.services.opponent.answer("g8")
    pilot.frames(5)
    assert pilot.scene.table.practice is not None
    assert pilot.app.services.rated_games.is_unrated(pilot.scene.table.tournament)


def test_help_tells_what_is_on_the_board_in_a_rated_game_and_asks_no_engine(seat: Peer) -> None:
    """Before, it asked the prover and told forced wins."""
    pilot = at_the_table(seat)
    pilot.key(pygame.K_l)
    pilot.frames(20)
    assert pilot.scene.picture.help.is_shown
    assert pilot.app.services.prover.asked == []
    assert pilot.scene.table.practice is None


def test_help_tells_forced_wins_once_the_player_has_agreed(seat: Peer) -> None:
    pilot = at_the_table(seat)
    pilot.key(pygame.K_ESCAPE)
    pilot.press("Show forced wins…")
    pilot.press("Show forced wins")
    pilot.frames(20)
    assert pilot.scene.picture.help.is_shown
    assert pilot.app.services.prover.asked != []


def test_thoughts_that_were_wanted_before_are_hidden_while_a_game_is_rated(seat: Peer) -> None:
    pilot = seat("h8", "gomoku", friend=False)
    pilot.app.preferences.thinking_shown = True
    pilot.scene.arrange()
    assert not pilot.scene.picture.thinking.is_shown
    pilot.scene.table.ask(PlayerRequest.RESIGN)
    pilot.scene.refresh()
    assert pilot.scene.picture.thinking.is_shown, "the game is over"


def test_a_hint_leaves_the_list_of_moves_as_it_is(seat: Peer) -> None:
    """Before, it opened the card of thoughts over the moves."""
    pilot = at_the_table(seat)
    height = pilot.scene.picture.moves.height
    pilot.help_me("Hint")
    pilot.app.services.opponent.answer("g8")
    pilot.frames(20)
    pilot.app.draw()
    assert pilot.scene.picture.moves.height == height
    assert not pilot.scene.picture.thinking.is_shown


def test_in_an_unrated_game_undo_never_asks(seat: Peer) -> None:
    pilot = at_the_table(seat)
    pilot.scene.table.stakes.make_practice(Practice.HINT)
    pilot.key(pygame.K_u)
    assert isinstance(pilot.scene, PlayScene)
    assert pilot.scene.table.match.plies == []


# Elsewhere


def by_the_saved_games(pilot: Pilot, _game: Tournament) -> None:
    pilot.open(SavesScene(pilot.app))
    pilot.frames(15)
    pilot.press("Analyse")


def opened(pilot: Pilot, game: Tournament) -> AnalysisScene:
    """The analysis board with the game, after the question that comes by itself was answered with no."""
    scene = analyse(pilot, game)
    assert is_asked(pilot)
    pilot.press("Cancel")
    return scene


def by_the_analysis_of_its_moves(pilot: Pilot, game: Tournament) -> None:
    opened(pilot, game)
    pilot.key(pygame.K_a)


def by_the_next_mistake(pilot: Pilot, game: Tournament) -> None:
    opened(pilot, game)
    pilot.key(pygame.K_m)


def by_practising_its_mistakes(pilot: Pilot, game: Tournament) -> None:
    opened(pilot, game)
    pilot.key(pygame.K_l)


def by_the_switch_of_the_engine(pilot: Pilot, game: Tournament) -> None:
    opened(pilot, game)
    pilot.key(pygame.K_e)


def by_why_not_here(pilot: Pilot, game: Tournament) -> None:
    scene = opened(pilot, game)
    scene.board.hover(0)
    pilot.key(pygame.K_w)


def by_an_analysis_that_begins_with_the_review(pilot: Pilot, game: Tournament) -> None:
    analyse(pilot, game, reviews=True)


def by_an_early_step(pilot: Pilot, game: Tournament) -> None:
    analyse(pilot, game, step=2)


def by_a_copy_of_the_file(pilot: Pilot, _game: Tournament) -> None:
    saves = pilot.app.services.saves.path
    copy = saves.parent / "copy of it.txt"
    copy.write_bytes((saves / "rated.txt").read_bytes())
    open_path(pilot.app, copy)
    pilot.until(lambda: isinstance(pilot.scene, QuestionScene), "the question about the file")
    pilot.press("Open")


def by_exploring_a_study(pilot: Pilot, game: Tournament) -> None:
    study = study_of_game(game, 0)
    analyse_study(pilot.app, study, nothing, [ROOT, *study.tree.continuation(ROOT)][-1])
    pilot.frames(2)


def by_the_position_set_up_by_hand(pilot: Pilot, game: Tournament) -> None:
    set_up_position(pilot.app, nothing, game.games[0].match)
    pilot.frames(2)
    pilot.key(pygame.K_a)


def by_playing_on_from_it(pilot: Pilot, game: Tournament) -> None:
    play_on(pilot.app, TakeOver(game, game.games[0].match, game.participants))
    pilot.frames(2)


WAYS = [
    by_the_saved_games,
    by_the_analysis_of_its_moves,
    by_the_next_mistake,
    by_practising_its_mistakes,
    by_the_switch_of_the_engine,
    by_why_not_here,
    by_an_analysis_that_begins_with_the_review,
    by_an_early_step,
    by_a_copy_of_the_file,
    by_exploring_a_study,
    by_the_position_set_up_by_hand,
    by_playing_on_from_it,
]


@pytest.mark.parametrize("way", WAYS)
def test_each_way_to_an_engine_outside_the_table_asks_first(
    seat: Peer, way: Callable[[Pilot, Tournament], None]
) -> None:
    """Before, saved games, replay and exploring told the winning move of a running ladder game at no price."""
    pilot = seat("", "gomoku")
    game = in_progress(pilot)
    services = pilot.app.services
    before = engines_asked(pilot)
    way(pilot, game)
    pilot.frames(3)
    assert is_asked(pilot)
    assert engines_asked(pilot) == before
    pilot.press("Cancel")
    pilot.frames(20)
    assert engines_asked(pilot) == before
    assert not services.rated_games.is_unrated(game)


@pytest.mark.parametrize("way", WAYS)
def test_a_game_that_is_analysed_elsewhere_is_unrated_when_it_is_continued(
    seat: Peer, way: Callable[[Pilot, Tournament], None]
) -> None:
    pilot = seat("", "gomoku")
    game = in_progress(pilot)
    way(pilot, game)
    pilot.frames(3)
    pilot.press(next(button.label for button in pilot.scene.controls.buttons if button.label in AGREEING))
    services = pilot.app.services
    assert services.rated_games.is_unrated(game)
    table = open_local_session(services, services.saves.load("rated"), "rated", saved=True)
    assert table.practice is Practice.ANALYSED


def test_a_second_window_with_the_same_save_makes_the_game_unrated_here(seat: Peer) -> None:
    pilot = at_the_table(seat)
    table = pilot.scene.table
    services = pilot.app.services
    services.autosave.flush()
    elsewhere = services.saves.load(table.name)
    services.rated_games.make_unrated(elsewhere)
    click(pilot, "g8")
    assert table.practice is Practice.ANALYSED


def test_the_game_of_another_player_with_the_same_seed_stays_rated(seat: Peer) -> None:
    """The events of a decathlon have the same seed for everybody."""
    pilot = seat("", "gomoku")
    mine, services = in_progress(pilot), pilot.app.services
    services.rated_games.make_unrated(mine)
    other = Tournament(mine.ruleset, mine.options, (Participant("Ben"), mine.participants[1]), seed=mine.seed)
    play(other.start_game().match, STONES)
    assert not services.rated_games.is_unrated(other)


@pytest.fixture
def slow_reading(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Saves whose games can be read only once the event is set."""
    monkeypatch.setattr(background, "PATIENCE", 0.01)
    may_read, peek = threading.Event(), SaveFolder.peek

    def slowly(saves: SaveFolder, name: str, **options: bool) -> Tournament:
        may_read.wait(30)
        return peek(saves, name, **options)

    monkeypatch.setattr(SaveFolder, "peek", slowly)
    yield may_read
    may_read.set()


def test_the_window_goes_on_while_it_is_not_known_whether_a_position_is_rated(
    seat: Peer, slow_reading: threading.Event
) -> None:
    """Before, the window read six series on its own thread, which took seconds where they were long."""
    pilot = seat("", "gomoku")
    game = in_progress(pilot)
    before = engines_asked(pilot)
    by_exploring_a_study(pilot, game)
    pilot.frames(20)
    assert isinstance(pilot.scene, AnalysisScene), "nothing is asked before it is known"
    assert "Reading" in pilot.scene.analysis.analyst.problem
    slow_reading.set()
    pilot.until(lambda: is_asked(pilot), "the question")
    assert engines_asked(pilot) == before


def test_the_engine_reads_a_free_position_once_it_is_known_to_be_free(
    seat: Peer, slow_reading: threading.Event
) -> None:
    pilot = seat("", "gomoku")
    game = in_progress(pilot)
    other = Tournament(game.ruleset, game.options, game.participants, seed=5, title="other")
    play(other.start_game().match, "a1 a2 b1 b2 c1 c2")
    before = engines_asked(pilot)
    by_exploring_a_study(pilot, other)
    pilot.key(pygame.K_LEFT)
    pilot.frames(20)
    assert engines_asked(pilot) == before
    slow_reading.set()
    pilot.until(lambda: engines_asked(pilot) > before, "the engine")
    assert isinstance(pilot.scene, AnalysisScene)
    assert pilot.scene.analysis.analyst.problem == ""


def test_a_review_waits_until_it_is_known_whether_the_game_is_rated(seat: Peer, slow_reading: threading.Event) -> None:
    pilot = seat("", "gomoku")
    game = in_progress(pilot)
    analyse(pilot, game)
    pilot.key(pygame.K_m)
    pilot.frames(20)
    assert isinstance(pilot.scene, WorkScene)
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.scene, AnalysisScene)
    pilot.key(pygame.K_m)
    slow_reading.set()
    pilot.until(lambda: is_asked(pilot), "the question")


def test_looking_for_rated_games_leaves_the_guard_of_the_saves_on(seat: Peer) -> None:
    """Before, what another window wrote meanwhile was written over afterwards."""
    pilot = seat("", "gomoku")
    game, services = in_progress(pilot), pilot.app.services
    elsewhere = SaveFolder(services.saves.path, services.catalogue.rulesets)
    elsewhere.load("rated")
    elsewhere.append("rated", ["game 1, ply 8: a1"])
    assert services.rated_games.with_position(game.games[0].match)
    assert not services.saves.is_ours("rated")
    with pytest.raises(ForeignFileError):
        services.saves.write("rated", write_tournament(game))


def test_a_position_of_no_game_in_progress_is_explored_at_once(seat: Peer) -> None:
    pilot = seat("", "gomoku")
    game = in_progress(pilot)
    other = Tournament(game.ruleset, game.options, game.participants, seed=5, title="other")
    play(other.start_game().match, "a1 a2 b1 b2 c1 c2")
    by_exploring_a_study(pilot, other)
    pilot.frames(3)
    assert isinstance(pilot.scene, AnalysisScene)
    assert engines_asked(pilot) > 0


def test_an_old_rated_game_is_recognised_where_its_own_save_is_shown(seat: Peer) -> None:
    """However many saves are newer than it."""
    pilot = seat("", "gomoku")
    game = in_progress(pilot)
    pilot.app.services.saves.delete("rated")
    analyse(pilot, game)
    assert is_asked(pilot)


def test_a_turned_position_and_one_that_follows_are_recognised(seat: Peer) -> None:
    pilot = seat("", "gomoku")
    game = in_progress(pilot)
    match, rated = game.games[0].match, pilot.app.services.rated_games
    geometry = match.state.geometry
    mirrored = Tournament(game.ruleset, game.options, game.participants, seed=5, title="mirrored")
    names = [geometry.names[ply.move.cell] for ply in match.plies]
    play(mirrored.start_game().match, " ".join(f"{chr(ord('a') + 14 - (ord(n[0]) - ord('a')))}{n[1:]}" for n in names))
    assert rated.with_position(mirrored.games[0].match)
    play(mirrored.games[0].match, "a1 a2")
    assert rated.with_position(mirrored.games[0].match)


#: Who starts an engine on a position, and why no rated game in progress can be on the board there.
ENGINE_USERS = {
    "game/session/game_session.py": "the table, which asks by ``question_before``",
    "game/session/services.py": "starts the engines and asks them nothing",
    "game/analysis/review/coach.py": "a game with a teacher is unrated from its first stone on",
    "game/analysis/review/review_worker.py": "opened by the analysis board, which asks; elsewhere for finished games",
    "game/analysis/review/scores.py": "judges questions of openings",
    "game/analysis/board/analyst.py": "shown positions through ``EngineBar``, which asks",
    "game/training/mistakes/judged_exercise.py": "mistakes of reviewed games and puzzles",
    "game/training/openings/position_judge.py": "openings of a few stones",
    "game/training/openings/rehearsal.py": "openings of a few stones",
    "game/ui/analysis/mistakes/mistakes_scene.py": "mistakes of reviewed games",
    "game/ui/library/file_opening.py": "puzzles of a file",
    "game/ui/training/openings/opening_training_scene.py": "openings of a few stones",
    "game/ui/training/openings/rehearsal_scene.py": "openings of a few stones",
    "game/ui/analysis/board/engine_commands.py": "asks before the review, and learns from reviewed games",
    "game/ui/training/daily_puzzle/daily_puzzle_scene.py": "puzzles",
}
_STARTS = {"GameReader", "SharedOpponent", "Foresight"}


def starts_engines(path: Path) -> bool:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _STARTS:
            return True
        if isinstance(node, ast.Attribute) and node.attr == "prover" and isinstance(node.ctx, ast.Load):
            owner = node.value
            if (isinstance(owner, ast.Name) and "services" in owner.id) or (
                isinstance(owner, ast.Attribute) and "services" in owner.attr
            ):
                return True
    return False


def test_every_module_that_asks_an_engine_about_a_position_is_known_here() -> None:
    """A new way to an engine has to go through the door, or to say why no rated game can come there."""
    found = {
        str(path.relative_to(CHECKOUT))
        for path in (CHECKOUT / "game").rglob("*.py")
        if not {"cli", "soak"} & set(path.parts) and starts_engines(path)
    }
    assert found <= set(ENGINE_USERS), found - set(ENGINE_USERS)


# The clock


def rated_blitz(seat: Peer) -> Pilot:
    pilot = seat("h8", "gomoku", friend=False, clock=BLITZ)
    pilot.app.services.opponent.answer("h9")
    pilot.frames(40)
    return pilot


def left(pilot: Pilot) -> int:
    return pilot.app.scenes.entries[0][0].table.match.clock.left[0]


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_F1, pygame.K_q, pygame.K_u, pygame.K_s])
def test_the_own_clock_of_a_rated_game_runs_on_under_a_dialog(seat: Peer, key: int) -> None:
    """Before, a menu and the rules stopped it."""
    pilot = rated_blitz(seat)
    before = left(pilot)
    pilot.key(key)
    assert not isinstance(pilot.scene, PlayScene)
    pilot.frames(30, seconds=0.1)
    assert before - 3500 < left(pilot) < before - 2500


def test_it_runs_on_under_the_settings_and_is_shown_there(seat: Peer) -> None:
    pilot = rated_blitz(seat)
    pilot.scene.actions.menu.open_settings()
    pilot.frames(30, seconds=0.1)
    assert isinstance(pilot.scene, SettingsScene)
    pilot.app.draw()
    with_clock = pygame.image.tobytes(pilot.app.window.screen, "RGB")
    over, pilot.app.over = pilot.app.over, lambda _canvas: None
    pilot.app.draw()
    assert pygame.image.tobytes(pilot.app.window.screen, "RGB") != with_clock
    pilot.app.over = over


def test_in_an_unrated_game_a_menu_stops_the_clock(seat: Peer) -> None:
    pilot = rated_blitz(seat)
    pilot.scene.table.stakes.make_practice(Practice.HINT)
    before = left(pilot)
    pilot.key(pygame.K_ESCAPE)
    pilot.frames(30, seconds=0.1)
    assert left(pilot) > before - 300


def test_the_flag_falls_under_a_menu_and_the_end_is_told_at_the_table(seat: Peer) -> None:
    pilot = rated_blitz(seat)
    pilot.key(pygame.K_ESCAPE)
    pilot.frames(310, seconds=1.0)
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene.table.match.outcome is not None
    assert "time" in pilot.scene._note


def test_an_opponent_that_answers_under_a_menu_starts_the_own_clock(seat: Peer) -> None:
    pilot = rated_blitz(seat)
    click(pilot, "g8")
    pilot.key(pygame.K_ESCAPE)
    pilot.app.services.opponent.answer("a1")
    pilot.frames(5)
    before = left(pilot)
    pilot.frames(20, seconds=0.1)
    assert left(pilot) < before - 1500
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene.table.person_to_move


def test_a_rated_game_with_a_clock_is_left_only_as_an_unrated_one(seat: Peer) -> None:
    pilot = rated_blitz(seat)
    scene = pilot.scene
    pilot.key(pygame.K_ESCAPE)
    pilot.press("Back to the menu")
    assert is_asked(pilot)
    pilot.press("Cancel")
    assert pilot.scene is scene
    assert scene.table.practice is None
    pilot.key(pygame.K_ESCAPE)
    pilot.press("Start the match over")
    assert is_asked(pilot)
    pilot.press("Leave")
    assert pilot.app.services.saves.load("test").games[0].marked is Practice.PAUSED


# The menu of the table, and the ways from the end


def test_the_menu_of_the_table_saves_the_game_as_a_file(seat: Peer) -> None:
    pilot = seat("h8 h9", "gomoku")
    pilot.key(pygame.K_ESCAPE)
    pilot.press("Save as a file…")
    assert isinstance(pilot.scene, ExportScene)
    pilot.press("Save")
    pilot.until(lambda: "The file is saved as" in pilot.scene._message, "the file")


@pytest.mark.parametrize(
    ("key", "scene"), [(pygame.K_b, SettingsScene), (pygame.K_g, PlayScene), (pygame.K_a, AnalysisScene)]
)
def test_the_keys_of_the_table_work_in_the_results(seat: Peer, key: int, scene: type) -> None:
    """Before, B led back from the table, and did nothing in the results."""
    pilot = seat("h8", "gomoku")
    pilot.app.scenes.entries.insert(0, (SettingsScene(pilot.app), None))
    pilot.scene.table.ask(PlayerRequest.RESIGN)
    pilot.scene.actions.after.open_results()
    pilot.key(key)
    assert isinstance(pilot.scene, scene)


def test_the_winner_of_the_toss_and_who_chooses_are_told_together(seat: Peer) -> None:
    """Before, "Puddle won the toss" stood alone beside "Your turn"."""
    pilot = seat("", "threestones")
    scene = pilot.app.scenes.entries[0][0]
    assert "won the toss and places the first stone." in scene._note
    assert "to choose." in scene._note


def test_the_opponent_and_the_program_have_a_place_each(seat: Peer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, the teacher and the program spoke out of the opponent's bubble."""
    pilot = seat("", "gomoku", friend=False)
    bubbles: list[float] = []
    draw = PanelPainter.speech_bubble
    monkeypatch.setattr(
        PanelPainter, "speech_bubble", lambda *args, **more: (bubbles.append(args[2]), draw(*args, **more))[1]
    )
    pilot.scene.picture.talk.line = ""
    pilot.scene.show_message("Saved.")
    pilot.app.draw()
    assert bubbles == []
    pilot.scene.picture.talk.line = "Ha!"
    pilot.scene.show_message("Saved.")
    pilot.app.draw()
    assert len(bubbles) == 1


# Giving up


def test_a_game_without_a_stone_of_the_player_is_aborted_and_leaves_nothing(seat: Peer) -> None:
    """Before, it counted as a loss of 0 stones."""
    pilot = seat("", "gomoku", friend=False)
    services = pilot.app.services
    scene = pilot.scene
    gone = []
    pilot.app.scenes.entries[-1] = (scene, gone.append)
    pilot.app.scenes.entries.insert(0, (SettingsScene(pilot.app), None))
    pilot.press("Abort")
    assert gone == [None]
    assert services.database.games.against_computer(services.database.players.current()) == []
    assert services.saves.entries() == []


@pytest.mark.parametrize(
    ("friend", "marked", "words"),
    [
        (False, False, "The game counts as a loss."),
        (False, True, "The game is unrated: your rating stays as it is."),
        (True, False, "Ann will win the game."),
    ],
)
def test_resigning_says_what_becomes_of_the_game(seat: Peer, friend: bool, marked: bool, words: str) -> None:
    pilot = seat("h8", "gomoku", friend=friend)
    if marked:
        pilot.scene.table.stakes.make_practice(Practice.HINT)
    pilot.press("Resign")
    assert pilot.scene._text == words
