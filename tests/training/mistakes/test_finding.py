"""Which turns of a reviewed game become questions, and what is kept of them."""

from __future__ import annotations

import math
import random

import pytest

from game.core.match import Match
from game.core.ruleset import complete_options
from game.core.tournament import Participant, Tournament
from game.storage.database import Database
from game.storage.results import enter, entry_of
from game.training.mistakes.finding import judged_turns, mistakes_of
from game.training.mistakes.memory import keep, learner, questions
from game.training.mistakes.practice import PracticeRound, askable
from game.training.mistakes.question import PASSES, FindBetter
from game.training.mistakes.scheduling import Recall, after, day_of, end_of_today, is_due
from rulesets.connect6 import RULESET as CONNECT6
from rulesets.gomoku import RULESET as GOMOKU
from rulesets.threestones import RULESET as THREESTONES
from tools.pilot.reviewed import reviewed
from tools.pilot.scripted_opponent import ScriptedOpponent


def played(ruleset, moves=24, seed=3, names=("Ann", "Tilda"), **options):
    """A game by dice that the first participant resigns."""
    sides = (Participant(names[0]), Participant(names[1], "" if names[1] == "Ben" else ruleset.info.levels[0].id))
    tournament = Tournament(ruleset, complete_options(ruleset.info, options), sides, seed=seed, title="t")
    tournament.start_game()
    match, rng = tournament.current.match, random.Random(seed)
    while len(match.plies) < moves and match.outcome is None:
        match.play(rng.choice(list(match.ruleset.legal_moves(match.state))))
    match.resign(tournament.games[0].seat_of(0))
    return tournament


def recorded(database, tournament):
    """The tournament, with its game in the records."""
    enter(database, entry_of(database, tournament, 0))
    return tournament


@pytest.fixture
def database(tmp_path):
    found = Database(tmp_path / "fair.sqlite3")
    found.players.create("Ann")
    yield found
    found.file.close()


def own_mistakes(tournament, *losses):
    """Losses of Ann's turns, by their first plies, from her third turn on."""
    seat = tournament.games[0].seat_of(0)
    match = tournament.games[0].match
    firsts = [n for n, ply in enumerate(match.plies, start=1) if ply.seat == seat and match.plies[n - 2].seat != seat]
    return dict(zip(firsts[2:], losses, strict=False))


def test_a_swing_of_more_than_seven_and_a_half_percent_is_a_mistake_and_less_is_none():
    tournament = played(GOMOKU)
    seat = tournament.games[0].seat_of(0)
    slips = own_mistakes(tournament, 0.08, 0.07)
    game = reviewed(tournament, slips)
    assert [mistake.ply for mistake in game.mistakes(seat)] == [min(slips)]
    assert game.mistakes(1 - seat) == []
    assert game.mistakes(seat)[0].loss == pytest.approx(0.08)
    assert game.mistakes(seat)[0].opponent == "Tilda"


def test_a_turn_of_two_stones_is_one_question():
    tournament = played(CONNECT6)
    seat, match = tournament.games[0].seat_of(0), tournament.games[0].match
    first = min(own_mistakes(tournament, 0.2))
    game = reviewed(tournament, {first + 1: 0.2})
    (mistake,) = game.mistakes(seat)
    assert (mistake.ply, len(mistake.played)) == (first, 2)
    assert all(len(turn.plies) == 2 for turn in judged_turns(match, game.review, seat) if turn.ply > 1)


@pytest.mark.parametrize("ruleset", [GOMOKU, CONNECT6, THREESTONES], ids=lambda ruleset: ruleset.info.id)
def test_a_question_is_complete_in_itself_and_knows_the_best_turn(ruleset):
    tournament = played(ruleset)
    slips = own_mistakes(tournament, 0.3)
    game = reviewed(tournament, slips)
    (mistake,) = game.mistakes(tournament.games[0].seat_of(0))
    judge = ScriptedOpponent()
    assert askable([mistake], {ruleset.info.id: ruleset}, judge) == [mistake]
    question = FindBetter(ruleset, mistake, judge)
    before = tournament.games[0].match.at(min(slips) - 1).state
    assert question.match.state == before
    assert question.play(*question.solution())
    assert question.verdict is True
    assert not judge.asked


def test_a_turn_passes_that_loses_less_than_three_and_a_half_percent():
    tournament = played(GOMOKU)
    (mistake,) = reviewed(tournament, own_mistakes(tournament, 0.3)).mistakes(tournament.games[0].seat_of(0))
    best = FindBetter(GOMOKU, mistake, ScriptedOpponent())._start.chance
    for lost, passes in ((PASSES - 0.01, True), (PASSES + 0.01, False)):
        judge = ScriptedOpponent()
        question = FindBetter(GOMOKU, mistake, judge)
        free = next(move for move in GOMOKU.legal_moves(question.match.state) if move not in question.solution())
        question.play(free)
        assert question.is_judging
        assert not question.person_to_move
        question.poll()
        judge.remark(depth=3, score=score_for(1 - (best - lost)), variation=("a1",))
        judge.answer("a1")
        assert question.poll()
        assert question.verdict is passes
        assert question.feedback


def score_for(chance):
    return round(GOMOKU.info.logit_scale * math.log(chance / (1 - chance)))


def test_an_engine_that_finds_nothing_costs_no_try():
    tournament = played(GOMOKU)
    (mistake,) = reviewed(tournament, own_mistakes(tournament, 0.3)).mistakes(tournament.games[0].seat_of(0))
    judge = ScriptedOpponent()
    question = FindBetter(GOMOKU, mistake, judge)
    question.play(next(move for move in GOMOKU.legal_moves(question.match.state) if move not in question.solution()))
    for _try in range(2):
        question.poll()
        judge.fail("The engine is gone.")
    question.poll()
    assert question.verdict is None
    assert question.person_to_move
    assert "The engine is gone." in question.feedback


# What is kept


def test_mistakes_are_kept_once_and_forgotten_when_a_deeper_look_takes_them_back(database):
    tournament, ann = recorded(database, played(GOMOKU)), database.players.current()
    slips = own_mistakes(tournament, 0.2, 0.3)
    for _again in range(2):
        keep(database, reviewed(tournament, slips))
        assert [mistake.loss for mistake in database.mistakes.all(ann)] == pytest.approx([0.3, 0.2])
    first = min(slips)
    keep(database, reviewed(tournament, {first: 0.4}))
    assert [(mistake.ply, round(mistake.loss, 2)) for mistake in database.mistakes.all(ann)] == [(first, 0.4)]


def test_what_was_removed_stays_removed_and_what_was_practised_keeps_its_day(database):
    tournament, ann = recorded(database, played(GOMOKU)), database.players.current()
    game = reviewed(tournament, own_mistakes(tournament, 0.2, 0.3))
    keep(database, game)
    large, small = database.mistakes.all(ann)
    database.mistakes.remove(ann, large)
    database.mistakes.practised(ann, small, "card", "2026-12-24T10:00:00+00:00")
    keep(database, game)
    assert [(kept.ply, kept.card, kept.due[:10]) for kept in database.mistakes.all(ann)] == [
        (small.ply, "card", "2026-12-24")
    ]


def test_mistakes_follow_a_player_who_is_renamed_and_belong_to_nobody_else(database):
    tournament, ann = recorded(database, played(GOMOKU)), database.players.current()
    ben = database.players.create("Ben")
    keep(database, reviewed(tournament, own_mistakes(tournament, 0.2)))
    database.players.rename(ann.id, "Anna")
    assert len(database.mistakes.all(database.players.current())) == 1
    assert database.mistakes.all(ben) == []
    keep(database, reviewed(tournament, own_mistakes(tournament, 0.2)))
    assert len(database.mistakes.all(database.players.current())) == 1, "the game still bears the former name"


def test_a_running_game_leaves_nothing_behind_and_a_game_of_strangers_can_be_learned_from(database):
    tournament = played(GOMOKU)
    slips = own_mistakes(tournament, 0.2)
    tournament.games[0].match._ending = None
    keep(database, reviewed(tournament, slips))
    assert database.mistakes.all(database.players.current()) == []
    strangers = played(GOMOKU, names=("Zoe", "Ben"))
    database.players.current()
    found, player = questions(database, reviewed(strangers, slips))
    assert (len(found), player) == (1, None)


def test_of_two_people_the_one_at_the_machine_learns(database):
    ben = database.players.create("Ben")
    tournament = recorded(database, played(GOMOKU, names=("Ann", "Ben")))
    assert learner(database, tournament, 0)[1].name == "Ann"
    database.players.switch(ben.id)
    assert learner(database, tournament, 0) == ((tournament.games[0].seat_of(1),), ben)


def test_a_damaged_row_is_left_out(database):
    tournament, ann = recorded(database, played(GOMOKU)), database.players.current()
    keep(database, reviewed(tournament, own_mistakes(tournament, 0.2, 0.3)))
    database.file.write("UPDATE mistakes SET options = 'what' WHERE loss > 0.25", ())
    assert len(database.mistakes.all(ann)) == 1


def test_a_position_that_the_rules_refuse_by_now_is_told_apart():
    tournament = played(GOMOKU)
    (mistake,) = reviewed(tournament, own_mistakes(tournament, 0.3)).mistakes(tournament.games[0].seat_of(0))
    assert askable([mistake], {"gomoku": THREESTONES}, ScriptedOpponent()) == []


def test_a_game_without_a_judgement_has_no_mistakes():
    tournament = played(GOMOKU)
    game = reviewed(tournament, {})
    assert mistakes_of(Match(GOMOKU, tournament.options, 1), game.review, {}, 0, "") == []


def test_a_game_that_somebody_of_the_same_name_played_elsewhere_leaves_nothing_behind(database):
    tournament = played(GOMOKU)
    game = reviewed(tournament, own_mistakes(tournament, 0.2))
    keep(database, game)
    assert database.mistakes.all(database.players.current()) == []
    found, player = questions(database, game)
    assert (len(found), player) == (1, None)


DAMAGES = {
    "options": ["{}", '{"size": 99}', '{"size": "big"}', '{"colour": "red"}', '{"variant": "x"}', "[]", None, b"x"],
    "played": ["", "what", "a1 a2 a3", "h99"],
    "position": ["", "what", "x" * 300, None],
    "readings": ["", "{}", '{"version": 2, "readings": {}}', None],
    "loss": [math.inf, -1.0, "much", None],
    "card": ["{", '{"card_id": 1, "stability": null}', b"x"],
    "due": ["yesterday", b"x", "9999-99-99T00:00:00+00:00"],
    "ply": ["x", None],
}


@pytest.mark.parametrize(("column", "value"), [(column, value) for column, each in DAMAGES.items() for value in each])
def test_a_damaged_row_is_left_out_or_not_asked_or_asked_as_a_new_one(database, column, value):
    tournament, ann = recorded(database, played(GOMOKU)), database.players.current()
    keep(database, reviewed(tournament, own_mistakes(tournament, 0.2)))
    database.file.write(f"UPDATE OR IGNORE mistakes SET {column} = ?", (value,))
    rulesets, judge = {"gomoku": GOMOKU}, ScriptedOpponent()
    database.mistakes.due(ann, end_of_today())
    for mistake in askable(database.mistakes.all(ann), rulesets, judge):
        assert isinstance(day_of(mistake), int)
        practice = PracticeRound([mistake], rulesets, judge, (database, ann))
        assert practice.question.solution()
        assert practice.question.explanation
        practice.solution_shown()


def test_who_tries_until_something_does_is_not_taken_to_have_remembered(database):
    tournament, ann = recorded(database, played(GOMOKU)), database.players.current()
    keep(database, reviewed(tournament, own_mistakes(tournament, 0.2)))
    for wrong, recall in ((0, Recall.ALONE), (1, Recall.HINTED), (3, Recall.SHOWN)):
        practice = PracticeRound(database.mistakes.all(ann), {"gomoku": GOMOKU}, ScriptedOpponent(), (database, ann))
        for _try in range(wrong):
            practice.failed()
        practice.passed()
        assert practice.answers == [recall]


def test_what_is_due_is_counted_by_rulesets(database):
    tournament, ann = recorded(database, played(GOMOKU)), database.players.current()
    keep(database, reviewed(tournament, own_mistakes(tournament, 0.2, 0.3)))
    assert database.mistakes.due(ann, end_of_today()) == {"gomoku": 2}
    mistake = database.mistakes.all(ann)[0]
    database.mistakes.practised(ann, mistake, *after(mistake, Recall.ALONE))
    assert database.mistakes.due(ann, end_of_today()) == {"gomoku": 1}
    assert [is_due(each) for each in database.mistakes.all(ann)].count(True) == 1
