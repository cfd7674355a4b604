"""The teacher at a table: what it takes back and what it lets stand, what it says, and what that costs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.analysis.review.coach import PATIENCE, GameCoach, is_mistake, teacher_of
from game.analysis.review.judgement import JudgedMove, MoveClass
from game.core.clock import TimeControl
from game.core.model import Choose
from game.core.record.writer import write_tournament
from game.core.ruleset import complete_options, format_move, parse_move
from game.core.tournament import Participant, Practice, TeacherStrength, Tournament
from game.plugins import registry
from game.session.game_session import GameSession, open_local_session
from game.session.match_plan import MatchPlan, challenge_to, plan_for, rematch, remember, start_session
from game.session.playable_game import MessageShown, MovesPlayed, SessionEvent, TurnTakenBack
from game.session.records.counting import Unrating, tickets_left
from game.session.services import Services
from game.storage.autosave import Autosave
from game.storage.database import Database
from game.storage.saves import SaveFolder
from tools.pilot.scripted_opponent import ScriptedOpponent
from tools.pilot.workshop import Workshop, everything_compiled

GENTLE, ATTENTIVE, STRICT = TeacherStrength
#: A score that is a chance of nearly one, and one that is a little better than even.
SURE, EVEN, WORSE = 3000.0, 0.0, -400.0


@pytest.fixture
def services(own_home) -> Iterator[Services]:
    catalogue = registry.discover()
    saves = SaveFolder(own_home / "saves", catalogue.rulesets)
    opened = Services(catalogue, Database(own_home / "records.sqlite3"), saves, Autosave(saves), ScriptedOpponent())
    opened.prover, opened.preparation = ScriptedOpponent(), everything_compiled()
    opened.database.players.create("Ann")
    opened.preferences.opponents_take_time = False
    yield opened
    opened.close()


class Clock:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def sit_down(
    services: Services,
    strength: TeacherStrength | None = GENTLE,
    *,
    game: str = "gomoku",
    clock: TimeControl | None = None,
    first: int = 0,
    **options: str,
) -> GameSession:
    ruleset = services.catalogue.rulesets[game]
    level = ruleset.info.levels[-1]
    people = (Participant("Ann"), Participant(level.name, level.id))
    tournament = Tournament(
        ruleset, complete_options(ruleset.info, options), people, seed=1, title="test", teacher=strength, first=first
    )
    if clock is not None:
        tournament.time_control = clock
    table = open_local_session(services, tournament, "test", saved=False)
    table.teacher = teacher_of(table)
    table.think()
    return table


def play(table: GameSession, *words: str) -> None:
    moves, state = [], table.match.state
    for word in words:
        moves.append(parse_move(table.match.ruleset.info, state, word))
        state = table.match.ruleset.apply(state, moves[-1]).state
    assert isinstance(table.play(*moves), MovesPlayed), words


def read(table: GameSession, best: str, score: float, verdict: str = "") -> list[SessionEvent]:
    """Let the engine that was asked read its position: the best line and its score for the side on turn."""
    prover = table.services.prover
    prover.remark(depth=8, score=score, variation=tuple(best.split()))
    if verdict:
        prover.remark(verdict=verdict)
    prover.answer(best.split(maxsplit=1)[0])
    return [*table.tick(0.0), *table.tick(0.0)]


def asked(table: GameSession) -> list[tuple[int, float]]:
    """The positions that were read, by the plies before them, with the seconds."""
    return [(each.revision, each.seconds) for each in table.services.prover.asked]


def slip(table: GameSession) -> list[SessionEvent]:
    """Ann has the better game, and gives it away: seen by the first look and by the closer one."""
    table.tick(0.0)
    read(table, "h8", SURE)
    play(table, "a1")
    table.tick(0.0)
    read(table, "h8", SURE)
    read(table, "h8", SURE)
    return read(table, "h8", SURE)


def test_a_blunder_is_taken_back_and_the_opponent_was_not_even_asked(services: Services) -> None:
    table = sit_down(services)
    told = slip(table)
    assert [type(each) for each in told] == [TurnTakenBack]
    assert told[0].sentence.startswith("The teacher takes back your move.")
    assert not table.match.plies
    assert table.person_to_move
    assert not services.opponent.asked


def test_the_words_do_not_name_the_better_move(services: Services) -> None:
    table = sit_down(services)
    table.tick(0.0)
    read(table, "g6 g7", SURE)
    play(table, "a1")
    table.tick(0.0)
    for _look in range(3):
        told = read(table, "h8", SURE)
    assert isinstance(told[0], TurnTakenBack)
    assert "G6" not in told[0].sentence


def test_nothing_is_taken_back_before_a_closer_look_agrees(services: Services) -> None:
    table = sit_down(services)
    table.tick(0.0)
    read(table, "h8", SURE)
    play(table, "a1")
    table.tick(0.0)
    read(table, "h8", SURE)
    assert table.teacher.is_judging
    read(table, "h9", EVEN)
    read(table, "h8", EVEN)
    assert len(table.match.plies) == 1
    assert services.opponent.asked[-1].revision == table.match.revision
    assert asked(table)[:4] == [(0, 0.3), (1, 0.3), (1, 0.6), (0, 0.6)]


def test_a_good_turn_is_answered_as_soon_as_it_was_looked_at(services: Services) -> None:
    table = sit_down(services)
    table.tick(0.0)
    read(table, "h8", EVEN)
    play(table, "h8")
    assert not services.opponent.asked
    table.tick(0.0)
    read(table, "h9", EVEN)
    assert services.opponent.asked[-1].revision == 1
    assert not services.opponent.asked[-1].ponders, "the person's time belongs to the teacher"


def test_the_same_move_stands_when_it_is_played_again_and_another_one_is_judged(services: Services) -> None:
    table = sit_down(services)
    slip(table)
    play(table, "a2")
    assert table.teacher.is_judging
    table.tick(0.0)
    # What is known of the position stays known, from both looks.
    told = [*read(table, "h8", SURE), *read(table, "h8", SURE)]
    assert [type(each) for each in told] == [TurnTakenBack]
    play(table, "a1")
    assert not table.teacher.is_judging
    assert services.opponent.asked[-1].revision == table.match.revision


def test_redo_brings_a_turn_back_that_was_taken_and_it_stands(services: Services) -> None:
    table = sit_down(services)
    slip(table)
    assert table.redo() is None
    assert services.opponent.asked[-1].revision == table.match.revision


def test_the_second_slip_in_a_position_is_told_with_the_place_of_the_answer(services: Services) -> None:
    table = sit_down(services)
    for word, reply in (("h8", "a1"), ("h9", "a2"), ("o1", "a3")):
        play(table, word)
        table.tick(0.0)
        read(table, "o15", EVEN)
        if table.teacher.is_judging:
            read(table, "o15", EVEN)
        services.opponent.answer(reply)
        table.tick(0.0)
        table.tick(0.0)
    told = []
    for number, word in enumerate(("o3", "o5")):
        if not number:
            read(table, "a4", SURE)
        play(table, word)
        table.tick(0.0)
        for _look in range(3 - number):
            told += read(table, "a4", SURE)
    first, second = told
    assert "White has a strong reply to that move." in first.sentence
    assert "four" in first.sentence
    assert "A4" not in first.sentence
    assert not first.lines
    assert "A4: makes a four." in second.sentence
    assert second.lines


@pytest.mark.parametrize(
    ("kind", "forced", "taken"),
    [
        (MoveClass.BLUNDER, False, {GENTLE, ATTENTIVE, STRICT}),
        (MoveClass.MISTAKE, False, {ATTENTIVE, STRICT}),
        (MoveClass.INACCURACY, False, {STRICT}),
        (MoveClass.INACCURACY, True, {GENTLE, ATTENTIVE, STRICT}),
        (MoveClass.GOOD, True, set()),
        (MoveClass.ONLY, False, set()),
        (MoveClass.UNJUDGED, False, set()),
    ],
)
def test_each_teacher_takes_back_what_it_is_there_for(
    kind: MoveClass, forced: bool, taken: set[TeacherStrength]
) -> None:
    for judged in (
        JudgedMove(1, "h8", 0, 0.5, kind=kind, missed_win=forced),
        JudgedMove(1, "h8", 0, 0.5, kind=kind, allowed_loss=forced),
    ):
        assert {strength for strength in TeacherStrength if is_mistake(judged, strength)} == taken


def test_a_forced_win_thrown_away_is_told_without_its_moves(services: Services) -> None:
    table = sit_down(services)
    table.tick(0.0)
    read(table, "h8 h9", SURE, "Forced win.")
    play(table, "a1")
    table.tick(0.0)
    read(table, "h8", EVEN)
    read(table, "h8", EVEN)
    told = read(table, "h8 h9", SURE, "Forced win.")
    assert "You had a forced win." in told[0].sentence
    assert "H8" not in told[0].sentence


def test_a_turn_of_two_stones_is_judged_and_taken_back_as_a_whole(services: Services) -> None:
    table = sit_down(services, game="connect6", first=1)
    services.opponent.answer("j10")
    table.tick(0.0)
    table.tick(0.0)
    read(table, "j11 j12", SURE)
    play(table, "a1", "a2")
    table.tick(0.0)
    for _look in range(3):
        told = read(table, "j11 j12", SURE)
    assert isinstance(told[0], TurnTakenBack)
    assert len(table.match.plies) == 1
    # The position between its stones is not read.
    assert {number for number, _seconds in asked(table)} == {1, 3}
    play(table, "a2", "a1")
    assert not table.teacher.is_judging, "the same turn, whichever stone is first"


def test_both_stones_of_the_best_turn_are_the_best_turn_in_any_order(services: Services) -> None:
    table = sit_down(services, game="connect6", first=1)
    services.opponent.answer("j10")
    table.tick(0.0)
    table.tick(0.0)
    read(table, "j11 j12", SURE)
    play(table, "j12", "j11")
    table.tick(0.0)
    read(table, "a1", SURE)
    assert len(table.match.plies) == 3
    assert not table.teacher.is_judging


def test_the_kinds_of_stone_of_a_pond_are_told_apart(services: Services) -> None:
    table = sit_down(services, game="threestones")
    while isinstance(next(table.match.ruleset.legal_moves(table.match.state)), Choose):
        table.match.play(next(table.match.ruleset.legal_moves(table.match.state)))
    table.think()
    if not table.person_to_move:
        first = next(table.match.ruleset.legal_moves(table.match.state))
        services.opponent.answer(format_move(table.match.ruleset.info, table.match.state.geometry, first))
        table.tick(0.0)
    table.tick(0.0)
    info, state = table.match.ruleset.info, table.match.state
    first, second = (move for move, _n in zip(table.match.ruleset.legal_moves(state), range(2), strict=False))
    words = [format_move(info, state.geometry, move) for move in (first, second)]
    number = len(table.match.plies)
    read(table, words[1], SURE)
    play(table, words[0])
    table.tick(0.0)
    answer = format_move(info, state.geometry, next(table.match.ruleset.legal_moves(table.match.state)))
    read(table, answer, SURE)
    read(table, answer, SURE)
    told = read(table, words[1], SURE)
    assert isinstance(told[0], TurnTakenBack)
    assert len(table.match.plies) == number


def test_the_time_thought_about_a_turn_stays_spent_and_its_verdict_costs_nobody_any(services: Services) -> None:
    table = sit_down(services, clock=TimeControl(60, 5))
    table.match.play(parse_move(table.match.ruleset.info, table.match.state, "h8"))
    table.teacher = None
    table.think()
    services.opponent.answer("h9")
    table.tick(0.0)
    table.teacher = teacher_of(table)
    table.tick(0.0)
    read(table, "g6", SURE)
    before = table.match.clock.left
    table.match.spend(7000)
    play(table, "a1")
    assert not table.is_thinking_time, "nobody's clock runs while it is judged"
    table.tick(0.0)
    for _look in range(3):
        told = read(table, "g6", SURE)
    assert isinstance(told[0], TurnTakenBack)
    assert table.match.clock.left == (before[0] - 7000, before[1])


def test_a_turn_of_an_opening_is_nobodys_business(services: Services) -> None:
    table = sit_down(services, opening="swap2")
    for word in ("h8", "h9", "g9"):
        play(table, word)
    table.tick(0.0)
    assert not services.prover.asked
    assert not table.teacher.is_judging
    assert services.opponent.asked[-1].revision == table.match.revision


def test_a_game_that_ends_with_the_turn_is_over(services: Services) -> None:
    table = sit_down(services)
    match = table.match
    for word in ["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4"]:
        match.play(parse_move(match.ruleset.info, match.state, word))
    play(table, "h12")
    assert not table.teacher.is_judging
    assert match.outcome is not None


def test_an_engine_that_does_not_come_back_holds_nobody_up(services: Services) -> None:
    table, clock = sit_down(services), Clock()
    table.teacher = GameCoach(table, 0, GENTLE, table.prover.door(), clock)
    play(table, "h8")
    table.tick(0.0)
    assert table.teacher.is_judging
    clock.now = PATIENCE + 0.1
    table.tick(0.0)
    assert not table.teacher.is_judging
    assert services.opponent.asked[-1].revision == 1


def test_a_game_that_nobody_can_judge_is_played_on_and_said_to_be_one_once(services: Services) -> None:
    table = sit_down(services)
    told = []
    for word, reply in (("h8", "a1"), ("h9", "a2"), ("h10", "a3"), ("g5", "a4")):
        play(table, word)
        while table.teacher.is_judging:
            told += table.tick(0.0)
            services.prover.answer("b1")
        services.opponent.answer(reply)
        told += table.tick(0.0)
        told += table.tick(0.0)
    assert len(table.match.plies) == 8
    assert [each.sentence for each in told if isinstance(each, MessageShown)] == [
        "The teacher cannot judge this game, so your moves are not checked."
    ]


def test_while_its_engine_is_compiled_the_teacher_says_so_and_every_turn_stands(services: Services) -> None:
    shop = Workshop("gomoku")
    services.preparation = shop.preparation
    ruleset = services.catalogue.rulesets["gomoku"]
    instant = next(level for level in ruleset.info.levels if not level.compiled)
    people = (Participant("Ann"), Participant(instant.name, instant.id))
    tournament = Tournament(ruleset, complete_options(ruleset.info, {}), people, seed=1, title="test", teacher=GENTLE)
    table = open_local_session(services, tournament, "test", saved=False)
    table.teacher = teacher_of(table)
    (told,) = [each for _poll in range(2) for each in table.tick(0.0)]
    assert told == MessageShown("The teacher is still getting ready; until then, your moves are not checked.")
    play(table, "h8")
    assert services.opponent.asked
    shop.finish()
    services.opponent.answer("h9")
    table.tick(0.0)
    play(table, "a1")
    assert table.teacher.is_judging


def test_help_and_the_teacher_ask_the_same_engine_in_turn(services: Services) -> None:
    table = sit_down(services)
    table.foresight.about(table.match.state, "bw")
    table.tick(0.0)
    table.tick(0.0)
    assert len(services.prover.asked) == 1
    services.prover.prove()
    table.tick(0.0)
    table.tick(0.0)
    assert len(services.prover.asked) == 2


def test_who_leaves_the_table_calls_the_engine_off(services: Services) -> None:
    table = sit_down(services)
    table.tick(0.0)
    assert services.prover.asked
    table.leave()
    assert services.prover.cancelled == 1


# What a teacher means for the records


def test_a_game_with_a_teacher_is_practice_from_its_first_stone_and_help_costs_nothing_more(
    services: Services,
) -> None:
    table = sit_down(services)
    assert table.practice is Practice.TEACHER
    assert tickets_left(table.tournament) is None
    assert [doing for doing in Unrating if table.question_before(doing) is not None] == []


def test_the_teacher_sits_there_again_after_the_game_was_saved(services: Services) -> None:
    table = sit_down(services, STRICT)
    play(table, "h8")
    services.autosave.flush()
    found = services.saves.load("test")
    assert found.teacher is STRICT
    again = open_local_session(services, found, "test", saved=True)
    again.teacher = teacher_of(again)
    assert again.practice is Practice.TEACHER
    assert again.teacher.is_judging, "what was not judged is judged now"


def test_a_match_is_planned_with_a_teacher_remembered_and_played_again_with_one(services: Services) -> None:
    gomoku = services.catalogue.rulesets["gomoku"]
    assert plan_for(services, gomoku).teacher is None, "off by default"
    plan = MatchPlan(gomoku, complete_options(gomoku.info, {}), gomoku.info.levels[0].id, teacher=ATTENTIVE)
    remember(services, plan)
    assert plan_for(services, gomoku).teacher is ATTENTIVE
    table = start_session(services, plan)
    assert table.tournament.teacher is ATTENTIVE
    assert rematch(services, table).tournament.teacher is ATTENTIVE
    plan.level = ""
    assert start_session(services, plan).tournament.teacher is None, "two people have no teacher"


def test_no_teacher_climbs_the_ladder(services: Services) -> None:
    gomoku = services.catalogue.rulesets["gomoku"]
    assert challenge_to(gomoku, gomoku.info.levels[0].id).teacher is None
    assert teacher_of(start_session(services, challenge_to(gomoku, gomoku.info.levels[0].id))) is None


def test_between_two_people_nobody_teaches_whatever_a_file_says(services: Services) -> None:
    gomoku = services.catalogue.rulesets["gomoku"]
    people = (Participant("Ann"), Participant("Ben"))
    tournament = Tournament(gomoku, complete_options(gomoku.info, {}), people, seed=1, teacher=GENTLE)
    assert "\nTeacher: gentle\n" in write_tournament(tournament)
    assert teacher_of(open_local_session(services, tournament, "test", saved=False)) is None
