"""A tour through the game screen for tests and pictures: every state of a game, reached by real moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pygame

from game.core.match import Match
from game.core.model import MarkKind, Place
from game.core.ruleset import complete_options, format_move, parse_move
from game.core.thinker import certain_end
from game.core.tournament import Participant, Practice, TeacherStrength, Tournament
from game.library.study.study import study_of_game
from game.library.study.tree import ROOT
from game.session.game_session import open_local_session
from game.session.records.counting import Unrating, question_about_other_games
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.analysis.board.opening import analyse_study
from game.ui.play.play_scene import PlayScene
from game.ui.play.results import ResultsScene, ResultWays
from game.ui.shell.unrated_question import when_agreed
from game.ui.widgets import keys
from tools.pilot.analysis import analyse, let_engine_in, nothing
from tools.pilot.fair_life import ANN, begun, play
from tools.pilot.hand import at, click
from tools.pilot.pilot import Pilot
from tools.pilot.sample_games import sample_games
from tools.pilot.workshop import Workshop

#: How far the confetti has flown when the tour shows the celebration, from 0 to 1.
_FLOWN = 0.3


@dataclass(frozen=True, slots=True)
class _Course:
    """Sample games for a ruleset: the one shown in progress after ``ply`` plies, and those that the person wins."""

    number: int
    ply: int
    won: tuple[int, ...]


_COURSES = {
    "gomoku": _Course(1, 28, (4, 2)),
    "connect6": _Course(1, 31, (4,)),
    "threestones": _Course(3, 30, (3, 1)),
    "six_in_a_row": _Course(0, 18, (0,)),
}


def wait(pilot: Pilot) -> None:
    """Let two seconds pass, so that all animations end."""
    pilot.frames(4, seconds=0.5)


def seen(pilot: Pilot, name: str) -> Iterator[str]:
    """Yield the name while the scene on top is on the screen, and close the scene afterwards."""
    wait(pilot)
    yield name
    pilot.app.pop(pilot.scene, None)


def tables(pilot: Pilot, ruleset_id: str) -> Iterator[str]:
    """Show a game of a ruleset in all states, from the first move to the analysis; yield the name of each state."""
    yield from _beginning(pilot, ruleset_id)
    if ruleset_id in _COURSES:
        yield from middle(pilot, ruleset_id)
        yield from end(pilot, ruleset_id)
    if ruleset_id == "gomoku":
        yield from swap2(pilot)
        yield from fifths(pilot)
        yield from forbidden(pilot)
        yield from taught(pilot)


def taught(pilot: Pilot) -> Iterator[str]:
    """Show a game in which a teacher takes back the player's mistakes; yield the name of each state that is shown."""
    ruleset = pilot.app.services.catalogue.rulesets["gomoku"]
    tournament = Tournament(ruleset, complete_options(ruleset.info, {}), sides(pilot, "gomoku"), seed=1, title="taught")
    tournament.teacher, match = TeacherStrength.STRICT, tournament.start_game().match
    for word in ["h8", "g8", "h9", "g9", "h7", "h10", "i9", "h6", "g7", "g10"]:
        match.play(parse_move(ruleset.info, match.state, word))
    scene, prover = sit_down(pilot, tournament), pilot.app.services.prover
    for cell, name in (("a1", "game taught"), ("o1", "game taught again")):
        click(pilot, cell)
        while scene.table.teacher.is_judging:
            prover.remark(depth=8, score=3000.0, variation=("g11" if prover.asked[-1].revision == 11 else "j10",))
            prover.remark(verdict="Forced win." if prover.asked[-1].revision == 11 else "")
            prover.answer("g11")
            pilot.frames(3)
        wait(pilot)
        yield name
    pilot.app.pop(scene, None)


def sit_down(pilot: Pilot, tournament: Tournament) -> PlayScene:
    """Open a tournament on the game screen; return the scene that is shown, which may be a toss or a question."""
    services = pilot.app.services
    table = open_local_session(services, tournament, services.saves.free_name(tournament.ruleset.info.id), saved=False)
    pilot.app.push(PlayScene(pilot.app, table))
    wait(pilot)
    return pilot.scene


def sides(pilot: Pilot, ruleset_id: str) -> tuple[Participant, Participant]:
    """Return the players of a game: Ann, and the sixth level of the ruleset as her opponent."""
    level = pilot.app.services.catalogue.rulesets[ruleset_id].info.levels[5]
    return Participant(ANN), Participant(level.name, level.id)


def _beginning(pilot: Pilot, ruleset_id: str) -> Iterator[str]:
    """Show a new game that waits for a toss, an opening decision or the first move; yield the name of each state."""
    ruleset = pilot.app.services.catalogue.rulesets[ruleset_id]
    level = ruleset.info.levels[0]
    sides = (Participant(ANN), Participant(level.name, level.id))
    options = complete_options(ruleset.info, {})
    sit_down(pilot, Tournament(ruleset, options, sides, seed=1, best_of=3, title=ruleset_id))
    yield f"game {ruleset_id}"
    while not isinstance(pilot.scene, PlayScene):
        pilot.key(pygame.K_RETURN)
        wait(pilot)
        if not isinstance(pilot.scene, PlayScene):
            yield f"game {ruleset_id} choice"
            pilot.app.pop(pilot.scene, None)
    pilot.app.pop(pilot.scene, None)


def opponent_getting_ready(pilot: Pilot, shop: Workshop) -> Iterator[str]:
    """Show games of two rulesets whose opponent is to move while its engine is compiled; yield each state's name.

    ``shop`` simulates the compilation.
    """
    for ruleset_id, steps in (("gomoku", (4, 11)), ("threestones", (2, 6))):
        ruleset = pilot.app.services.catalogue.rulesets[ruleset_id]
        level = ruleset.info.levels[-1]
        sides = (Participant(ANN), Participant(level.name, level.id))
        options = complete_options(ruleset.info, {})
        sit_down(pilot, Tournament(ruleset, options, sides, seed=1, first=1, title=ruleset_id))
        while not isinstance(pilot.scene, PlayScene):
            pilot.app.pop(pilot.scene, None)
        shop.set_progress(*steps)
        wait(pilot)
        yield f"{ruleset_id} getting ready"
        pilot.app.pop(pilot.scene, None)


def middle(pilot: Pilot, ruleset_id: str) -> Iterator[str]:
    """Show a game in progress with hints, cards and dialogs; yield the name of each state that is shown."""
    course = _COURSES[ruleset_id]
    tournament = begun(pilot.app.services, ruleset_id, sides(pilot, ruleset_id), best_of=3)
    play(tournament.current.match, course.ply, course.number)
    scene = sit_down(pilot, tournament)
    whole = sample_games(ruleset_id).games[course.number].match
    yield f"{ruleset_id} at rest"
    yield from _hint(pilot, whole)
    yield from _previews(pilot, whole)
    yield from _thought_about(pilot, whole, course)
    yield from _dialogs(pilot, ruleset_id)
    pilot.app.pop(scene, None)


def _next_turn(match: Match, whole: Match) -> list[str]:
    """Return the moves with which ``whole`` continues the match in the next turn, in the program's notation."""
    plies = whole.plies[len(match.plies) :]
    turn = [ply for number, ply in enumerate(plies[:2]) if not number or ply.seat == plies[0].seat]
    return _names(match, [ply.move for ply in turn])


def _names(match: Match, moves) -> list[str]:
    return [format_move(match.ruleset.info, match.state.geometry, move) for move in moves]


def _hint(pilot: Pilot, whole: Match) -> Iterator[str]:
    scene, opponent = pilot.scene, pilot.app.services.opponent
    name = scene.subject.info.id
    scene.actions.hint()
    opponent.remark(depth=9, score=140.0, nodes=48_000, speed=310_000)
    opponent.answer(*_next_turn(scene.table.match, whole))
    wait(pilot)
    yield f"{name} hint"
    scene.refresh()


def _previews(pilot: Pilot, whole: Match) -> Iterator[str]:
    """If a turn has several stones, show them as a preview on the board; yield the name of each state that is shown."""
    scene = pilot.scene
    if not scene.pending.is_open:
        return
    for name in _next_turn(scene.table.match, whole):
        click(pilot, name)
    wait(pilot)
    yield f"{scene.subject.info.id} ghosts"
    scene.pending.clear()


def _thought_about(pilot: Pilot, whole: Match, course: _Course) -> Iterator[str]:
    """Show the help and the opponent's thoughts while the opponent is to move; yield the name of each state."""
    scene, preferences = pilot.scene, pilot.app.preferences
    match = scene.table.match
    preferences.thinking_shown = preferences.help_shown = True
    # The program shows thoughts only in unrated games.
    scene.table.game.marked = Practice.ANALYSED
    play(match, len(match.plies) + len(_next_turn(match, whole)), course.number)
    scene.refresh()
    following = [ply.move for ply in whole.plies[len(match.plies) :]]
    line = tuple(_names(match, [move for move in following if isinstance(move, Place)][:5]))
    pilot.app.services.opponent.remark(depth=14, score=-130.0, nodes=900_000, variation=line, speed=1_200_000)
    scene.arrange()
    scene.show_position()
    wait(pilot)
    pilot.key(pygame.K_v)
    wait(pilot)
    yield f"{scene.subject.info.id} running"


def _dialogs(pilot: Pilot, name: str) -> Iterator[str]:
    preferences, menu = pilot.app.preferences, pilot.scene.actions.menu
    menu.open()
    yield from seen(pilot, f"{name} menu")
    menu.ask_name()
    yield from seen(pilot, f"{name} name")
    if name == "gomoku":
        menu.ask_resign()
        yield from seen(pilot, f"{name} resign")
        when_agreed(pilot.app, question_about_other_games(Unrating.THOUGHTS, [menu.table.name]), pilot.frames)
        yield from seen(pilot, f"{name} practice")
    preferences.thinking_shown = preferences.help_shown = False
    menu.table.game.marked = None


def end(pilot: Pilot, ruleset_id: str) -> Iterator[str]:
    """Show a match that Ann wins, with the celebration, results and analysis; yield the name of each state."""
    won = _COURSES[ruleset_id].won
    games = sample_games(ruleset_id).games
    first = games[won[0]].match.outcome.winner
    tournament = begun(
        pilot.app.services, ruleset_id, sides(pilot, ruleset_id), first=first, best_of=3 if len(won) > 1 else 0
    )
    for number in won[:-1]:
        play(tournament.current.match, 1000, number)
        tournament.start_game()
    last = games[won[-1]].match.plies
    play(tournament.current.match, len(last) - 1, won[-1])
    scene = sit_down(pilot, tournament)
    scene._take(scene.table.play(last[-1].move))
    while scene.celebration.is_moving and scene.celebration._flown < _FLOWN:
        pilot.frames(1, 0.05)
    yield f"{ruleset_id} won"
    pilot.frames(8, seconds=0.5)
    if not tournament.best_of:
        yield f"{ruleset_id} over"
    if pilot.scene is scene:  # the results of a won ladder match open by themselves
        pilot.app.push(ResultsScene(pilot.app, scene.table, ResultWays()))
    wait(pilot)
    yield f"results {ruleset_id}"
    pilot.app.pop(pilot.scene, lambda: None)
    let_engine_in(pilot, analyse(pilot, tournament, step=len(last) * 2 // 3))
    yield from seen(pilot, f"analysis {ruleset_id}")
    yield from explored(pilot, tournament, len(last) * 2 // 3)
    pilot.app.pop(scene, None)


def explored(pilot: Pilot, tournament: Tournament, step: int) -> Iterator[str]:
    """Show the analysis board with the engine's moves, variations and comments; yield the name of each state.

    It opens with the game in ``tournament`` at the move number ``step``.
    """
    study = study_of_game(tournament, len(tournament.games) - 1)
    analyse_study(pilot.app, study, nothing, study.tree.continuation(ROOT)[step - 1])
    scene: AnalysisScene = pilot.scene
    # A rated game in progress has the same moves, so the analysis board asks before it starts the engine.
    let_engine_in(pilot, scene)
    info, state = study.ruleset.info, scene.match.state
    words = _some_moves(scene)
    _read_scripted(pilot, words)
    scene._take(scene.table.play(parse_move(info, state, words[0])))
    scene.table.editor.comment(scene.table.node, "A quiet move.")
    scene._study.mark(state.geometry.cell(words[1].partition("=")[0]))
    pilot.frames(2)
    _read_scripted(pilot, _some_moves(scene))
    wait(pilot)
    yield f"exploring {tournament.ruleset.info.id}"
    pilot.key(keys.MORE.key)
    yield from seen(pilot, f"commands {tournament.ruleset.info.id}")
    scene.go_to_step(0)
    let_engine_in(pilot, scene)
    _read_scripted(pilot, _some_moves(scene), certain_end(False, 23))
    yield from seen(pilot, f"exploring {tournament.ruleset.info.id} a certain loss")


def _some_moves(scene: AnalysisScene) -> list[str]:
    """Return the last three legal moves in the program's notation."""
    state = scene.match.state
    moves = list(scene.subject.legal_moves(state))[-3:]
    return [format_move(scene.subject.info, state.geometry, move) for move in moves]


def _read_scripted(pilot: Pilot, words: list[str], verdict: str = "") -> None:
    """Let the scripted engine report these moves as the best ones; ``verdict`` says how the game ends, if known."""
    prover = pilot.app.services.prover
    for rank, word in enumerate(words, start=1):
        prover.remark(
            depth=9, score=(-9.0 if verdict else 40.0) - 30 * rank, nodes=52_000, variation=(word,), rank=rank
        )
        prover.remark(verdict=verdict)
    prover.answer(words[0])
    pilot.frames(30)


def swap2(pilot: Pilot) -> Iterator[str]:
    """Show the choice that follows the first three stones of Swap2; yield the name of this state."""
    tournament = begun(pilot.app.services, "gomoku-swap2", (Participant("Ben"), Participant(ANN)))
    play(tournament.current.match, 3, 0, "gomoku-swap2")
    sit_down(pilot, tournament)
    yield from seen(pilot, "swap2 choice")
    pilot.app.pop(pilot.scene, None)


def fifths(pilot: Pilot) -> Iterator[str]:
    """Show the decisions about the fifth move in openings of Renju; yield the name of each state that is shown."""
    ruleset = pilot.app.services.catalogue.rulesets["gomoku"]
    for name, opening, words in _OPENINGS:
        options = complete_options(ruleset.info, {"variant": "renju", "opening": opening})
        tournament = Tournament(ruleset, options, (Participant(ANN), Participant("Ben")), seed=1)
        match = tournament.start_game().match
        for word in words.split():
            match.play(parse_move(ruleset.info, match.state, word))
        below = len(pilot.app.scenes.entries)
        sit_down(pilot, tournament)
        yield from seen(pilot, f"opening {name}")
        while len(pilot.app.scenes.entries) > below:
            pilot.app.pop(pilot.scene, None)


#: The name of each state of an opening, the opening, and the moves that lead to the state.
_OPENINGS = (
    ("number", "yamaguchi", "h8 h9 i10"),
    ("ten", "taraguchi10", "h8 stay h9 stay i10 stay j9"),
    ("area", "taraguchi10", "h8 stay h9 stay i10 stay"),
    ("offers", "soosyrv8", "h8 h9 i10 stay g7 fifths3 stay i7"),
    ("pick", "rif", "h8 h9 i10 stay g7 i7 j6"),
)


def forbidden(pilot: Pilot) -> Iterator[str]:
    """Show Renju with the pointer on a forbidden point; yield the name of this state."""
    tournament = begun(pilot.app.services, "renju", (Participant(ANN), Participant("Ben")))
    play(tournament.current.match, 16, 0, "renju")
    scene = sit_down(pilot, tournament)
    state = scene.table.match.state
    cell = next(mark.cells[0] for mark in scene.subject.marks(state) if mark.kind is MarkKind.FORBIDDEN)
    spot = tuple(round(value) for value in at(pilot, state.geometry.names[cell]))
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=spot, rel=(1, 0), buttons=(0, 0, 0), touch=False))
    yield from seen(pilot, "renju forbidden")
