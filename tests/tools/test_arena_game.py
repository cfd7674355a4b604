"""One game of an arena, between opponents in this process, and the files that are made of it."""

import pickle
import re
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from game.core.clock import TimeControl
from game.core.match import Match
from game.core.notation import Remark
from game.core.ruleset import complete_options
from game.engine.client.engine_program import EngineProgram
from game.engine.client.opponent import Thought, Trouble, TroubleKind
from game.engine.client.opponent_turn import OpponentTurn
from game.library.formats.lists.openings import begin_match
from game.library.formats.psq import write_psq
from game.library.formats.sgf.writer import write_sgf
from game.library.formats.writing import study_of_finished_game
from game.plugins.registry import discover
from game.session.matches import arena_game
from game.session.matches.arena_game import Contestant, StoppedError, Terms, is_dead_draw, play_fixture, replayed
from game.session.matches.schedule import Fixture
from tests.tools.arenas import RULESETS, FirstFree
from tools.engine.random_openings import OPENINGS, options_for

GOMOKU = RULESETS["gomoku"]
NAMES = ("ours", "theirs")
UNREAD = "theirs answered what cannot be read:"

FIXTURE = Fixture(number=3, seats=(1, 0), opening=2, seed=7)


@pytest.fixture
def play(monkeypatch):
    """Plays a game between opponents that say these things."""

    def played(ruleset_id="gomoku", says=(None, None), opening=(), options=(), **terms):
        opponents = dict(zip(NAMES, map(FirstFree, says), strict=True))
        monkeypatch.setattr(arena_game, "open_opponent", lambda contestant, *_: opponents[contestant.name])
        completed = complete_options(RULESETS[ruleset_id].info, dict(options))
        contestants = tuple(Contestant(name, name) for name in NAMES)
        record = play_fixture(Terms(ruleset_id, completed, **terms), contestants, FIXTURE, opening)
        assert all(opponent.closed for opponent in opponents.values())
        return record, replayed(record, RULESETS[ruleset_id], completed), opponents

    return played


def test_a_game_is_played_from_its_opening_to_its_end(play):
    record, match, _ = play(opening=("h8",))
    assert record.moves[:3] == ("h8", "a15", "b15")
    assert record.termination == "line"
    assert record.seats == (1, 0)
    assert match.outcome.winner == record.winner == 1
    assert record.points == 0.0
    assert len(record.milliseconds) == len(record.moves)


@pytest.mark.parametrize("ruleset_id", list(RULESETS))
def test_every_ruleset_is_played_and_written(play, ruleset_id):
    record, match, _ = play(ruleset_id)
    text = sgf(match, NAMES)
    assert text.startswith("(;FF[4]")
    assert len(re.findall(r"^;", text, re.MULTILINE)) == len(record.moves)
    assert replayed(record, RULESETS[ruleset_id], match.options).outcome == match.outcome


@pytest.mark.parametrize("opening", OPENINGS)
def test_every_opening_is_played_through_and_written(play, opening):
    record, match, _ = play(options=options_for(opening))
    assert not match.state.is_opening
    assert match.outcome.winner == record.winner is not None
    assert sgf(match, NAMES).startswith("(;FF[4]")


def test_scores_are_kept_where_a_ruleset_counts_them(play):
    record, match, _ = play("threestones")
    assert record.scores == match.outcome.scores
    assert set(record.scores) == {"w", "b"}


def test_the_limits_and_the_dice_reach_the_opponents(play):
    _, _, opponents = play(seconds=0.25, nodes=99)
    question = opponents["ours"].question
    assert (question.seconds, question.nodes, question.level) == (0.25, 99, "ours")
    assert question.seed == 7 * 10_000 + question.revision


@pytest.mark.parametrize(
    ("says", "kind", "note"),
    [
        ("It fell asleep.", "error", "theirs: It fell asleep."),
        (Trouble(0, "It fell asleep.", TroubleKind.LATE), "late", "theirs: It fell asleep."),
        (
            ("a15",),
            "illegal",
            f"{UNREAD} 'a15' is refused: There is already a stone on A15.",
        ),
        (
            ("zz",),
            "illegal",
            f"{UNREAD} 'zz' is not a valid cell name (a letter and a row number",
        ),
    ],
)
def test_who_does_not_play_loses_by_forfeit_and_the_note_says_why(play, says, kind, note):
    record, match, _ = play(says=(None, says))
    assert (record.termination, record.winner) == ("forfeit", 0)
    assert record.note.startswith(note)
    assert record.forfeit_kind == kind
    assert match.outcome.winner == 0


def test_a_game_may_be_called_a_draw_after_so_many_moves(play):
    record, match, _ = play(most_plies=6)
    assert (len(record.moves), record.termination, record.winner) == (6, "agreed draw", None)
    assert match.outcome.winner is None


def test_a_stopped_game_ends_at_once_and_its_opponents_with_it(monkeypatch):
    opponents = []

    def open_opponent(*_):
        opponents.append(FirstFree())
        return opponents[-1]

    monkeypatch.setattr(arena_game, "open_opponent", open_opponent)
    terms = Terms("gomoku", complete_options(GOMOKU.info, {}))
    with pytest.raises(StoppedError):
        play_fixture(terms, tuple(map(Contestant, NAMES)), FIXTURE, (), lambda: True)
    assert [opponent.closed for opponent in opponents] == [True, True]


def test_a_level_is_compiled_before_its_first_game_and_once(monkeypatch):
    prepared = []
    monkeypatch.setattr(arena_game, "_prepared", set())
    monkeypatch.setattr(arena_game, "warm_up", lambda package, level: prepared.append((package, level.id)))
    for _ in range(2):
        opponent = arena_game.open_opponent(Contestant("Full", "engine_full"), discover(), "gomoku", None, 1.0)
        opponent.close()
    assert prepared == [("rulesets.gomoku", "engine_full")]


def test_what_goes_to_another_machine_can_be_packed():
    contestant = Contestant("x", engine=EngineProgram("x", ("y",), rules={4: 2}))
    packed = (play_fixture, Terms("gomoku", {"size": 15}), (contestant, contestant), FIXTURE, ("h8",))
    assert pickle.loads(pickle.dumps(packed)) == packed


class Searcher(FirstFree):
    """An opponent that reports its search before it answers."""

    def poll(self):
        remarks = (Remark(3, 1.0), Remark(4, 2.5), Remark(9, 7.0, rank=2), Remark(note="Nice."))
        return [*(Thought(self.question.revision, remark) for remark in remarks), *super().poll()]


def test_depth_and_score_of_each_turn_are_kept_beside_its_first_move(monkeypatch):
    def open_opponent(contestant, *_):
        return Searcher() if contestant.name == "ours" else FirstFree()

    monkeypatch.setattr(arena_game, "open_opponent", open_opponent)
    terms = Terms("connect6", complete_options(RULESETS["connect6"].info, {}), most_plies=7)
    record = play_fixture(terms, tuple(map(Contestant, NAMES)), FIXTURE, ("j10",))
    assert record.movers == (0, 1, 1, 0, 0, 1, 1)
    assert record.depths == (None, None, None, 4, None, None, None)
    assert record.evaluations == (None, None, None, 2.5, None, None, None)
    assert len(record.milliseconds) == 7


def test_a_record_has_its_date_and_leaves_out_what_nobody_told(play):
    record, _, _ = play()
    assert abs(datetime.fromisoformat(record.date) - datetime.now(UTC)) < timedelta(minutes=5)
    assert set(msgspec.to_builtins(record)) & {"versions", "commits", "depths", "evaluations", "forfeit"} == set()


# Clocks


class Sleeper(FirstFree):
    """An opponent that says nothing once the game has begun."""

    def poll(self):
        rehearses = self.question.game_seconds is None
        return super().poll() if rehearses else []


def test_an_opponent_is_told_its_clock_and_a_rehearsal_counts_nothing(play):
    record, match, opponents = play(clock=TimeControl(60, 0.25))
    question = opponents["ours"].question
    assert question.game_seconds == question.seconds > 59.0
    assert question.increment == 0.25
    assert all(0 < least <= 60_000 for least in record.least_left)
    assert match.outcome.winner is not None


def test_who_has_no_time_left_loses_and_the_note_says_so(monkeypatch):
    monkeypatch.setattr(arena_game, "open_opponent", lambda *_: Sleeper())
    monkeypatch.setattr(OpponentTurn, "seconds", property(lambda _: 3.5))
    terms = Terms("gomoku", complete_options(GOMOKU.info, {}), clock=TimeControl(3))
    record = play_fixture(terms, tuple(map(Contestant, NAMES)), FIXTURE, ())
    assert record.forfeit_kind == "time"
    assert (record.termination, record.winner, record.least_left) == ("time", 1, (0, 3000))
    assert record.note == "ours lost on time, in its turn of 3.50 s."
    assert replayed(record, GOMOKU, terms.options).outcome.winner == 1


# Dead draws


def full(rows: str, **options):
    """A position on 5x5 with these stones."""
    letters = "".join(rows.split())
    stones = {cell: letter for cell, letter in enumerate(letters) if letter != "."}
    return GOMOKU.arrange(complete_options(GOMOKU.info, {"size": 5, **options}), stones, "b")


def test_a_draw_is_dead_once_no_line_can_be_made():
    assert is_dead_draw(full("bw.bw bw.wb wbbwb wbwbw bw.wb"))
    assert not is_dead_draw(full("bw.bw bw.wb bbbb. wbwbw bw.wb"))
    assert not is_dead_draw(full("..... ..... ..... ..... ....."))


def test_a_won_game_is_no_dead_draw():
    assert not is_dead_draw(full("bbbbb wbwwb bwbwb wbwbw bwwwb"))


def test_other_games_are_never_called_dead():
    pond = RULESETS["threestones"]
    assert not is_dead_draw(pond.setup(complete_options(pond.info, {}), 0).state)


# Files


def sgf(match, players, note=""):
    return write_sgf(study_of_finished_game(match, players, note=note)).decode()


def test_a_win_as_sgf():
    moves = ("h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12")
    match = begin_match(GOMOKU, complete_options(GOMOKU.info, {}), 0, moves)
    text = sgf(match, ("Ann [1]", "Bob\\"), "A note]")
    assert "PB[Ann [1\\]]PW[Bob\\\\]RE[B+1]C[A note\\]]" in text
    assert "SZ[15]RU[Gomoku (size=15, variant=freestyle" in text
    assert text.splitlines()[1:4] == [";B[hh]", ";W[ao]", ";B[hg]"]
    assert text.endswith(";B[hd]\n)\n")


def test_colours_in_a_file_are_those_that_the_opening_gave():
    options = complete_options(GOMOKU.info, {"opening": "swap2"})
    match = begin_match(GOMOKU, options, 0, ("h8", "h9", "i8", "black", "a1"))
    match.resign(0)
    text = sgf(match, NAMES)
    assert "PB[theirs]PW[ours]RE[B+R]" in text
    assert ";SFM[black]C[black]\n;W[ao]" in text


def test_a_game_as_psq():
    match = begin_match(GOMOKU, complete_options(GOMOKU.info, {}), 0, ("h8", "a15", "o1"))
    match.resign(1)
    expected = "Piskvorky 15x15, 11:11, 0\n8,8,0\n1,1,12\n15,15,7\nours\ntheirs\n0\n"
    assert write_psq(study_of_finished_game(match, NAMES, (0, 12, 7))).decode() == expected


def test_a_draw_and_a_win_on_points_in_sgf():
    match = Match(GOMOKU, complete_options(GOMOKU.info, {}), 0)
    match.agree_draw()
    assert "RE[0]" in sgf(match, NAMES)
