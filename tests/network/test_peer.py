"""Two seats of a far table: how they come together, play, ask, and stay alike whatever happens between them."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.core.clock import UNTIMED, TimeControl
from game.core.match import Command
from game.core.model import Place, Placed, Reason, Termination
from game.core.request import PlayerRequest
from game.network.messages import LineRefused, LogPart, parse_message
from game.network.outbox import PhraseArrived, RequestArrived, StateChanged, TermsReceived
from game.network.sides import FirstSeat, Phrase, RefusalCode, Side
from game.network.sync.entries import RequestAccepted, TurnPlayed
from tools.network.pair import Pair, Weather
from tools.pilot.tiny_ruleset import TinyRuleset


@pytest.fixture
def pair():
    pair = Pair()
    pair.begin()
    return pair


def test_both_sit_down_at_the_same_table(pair):
    assert [who.name for who in pair.host.tournament.participants] == ["Anna", "Ben"]
    assert pair.host.peer_name == "Ben"
    assert pair.guest.peer_name == "Anna"
    assert any(isinstance(each, TermsReceived) for each in pair.updates[Side.GUEST])
    pair.assert_alike()


def test_a_move_arrives_with_its_events_and_is_the_same_on_both_sides(pair):
    made = pair.play(Side.HOST, 5)
    pair.run(200)
    changes = [each for each in pair.updates[Side.GUEST] if isinstance(each, StateChanged) and each.events]
    assert changes[-1].events == made
    assert isinstance(made[0], Placed)
    pair.assert_alike()
    assert pair.guest.is_own_turn
    assert not pair.host.is_own_turn


def test_nobody_moves_out_of_turn(pair):
    refused = pair.play(Side.GUEST)
    assert isinstance(refused, Reason)
    assert "Anna" in refused.message


def test_a_command_for_an_older_position_is_stale(pair):
    refused = pair.host.carry_out(Command(pair.host.match.revision + 1, (Place(0, "b"),)))
    assert isinstance(refused, Reason)
    assert refused.code == "stale"


def test_a_turn_that_holds_the_others_stone_too_is_refused(pair):
    made = pair.host.carry_out(Command(pair.host.match.revision, (Place(0, "b"), Place(1, "w"))))
    assert isinstance(made, Reason)
    assert pair.host.match.moves == ()


@pytest.mark.parametrize("opening", ["free", "swap", "toss"])
@pytest.mark.parametrize("first", FirstSeat)
def test_the_toss_is_the_same_on_both_sides(first, opening):
    pair = Pair(first=first, options={"opening": opening})
    pair.begin()
    pair.assert_alike()


def test_no_side_knows_the_toss_before_both_are_bound():
    pair = Pair()
    for _ in range(20):
        pair.run(50)
        reveals = [frame for _due, _number, _side, frame in pair.flying if b'"reveal"' in frame]
        commits = [pair.seats[side]._greeting.peer_commitment for side in Side]
        assert not reveals or any(commits)


def test_a_side_cannot_change_what_it_drew():
    pair = Pair()
    pair.begin()
    host, guest = pair.host, pair.guest
    table = host._exchange.journal.lines[0].entry
    assert guest._greeting.fits(table)
    forged = type(table)(table.terms, table.host, table.guest, "0" * 32, table.guest_share)
    assert not guest._greeting.fits(forged)


def test_undo_takes_the_word_of_both(pair):
    pair.play(Side.HOST)
    pair.run(200)
    pair.play(Side.GUEST)
    pair.run(200)
    assert pair.guest.ask(PlayerRequest.UNDO) is None
    pair.run(200)
    assert any(isinstance(each, RequestArrived) and "Ben" in each.sentence for each in pair.updates[Side.HOST])
    assert len(pair.host.match.plies) == 2
    assert pair.host.answer(is_yes=True) is None
    pair.run(200)
    assert len(pair.host.match.plies) == 1
    pair.assert_alike()


def test_the_one_on_turn_takes_back_its_move_and_the_reply(pair):
    pair.play(Side.HOST)
    pair.run(200)
    pair.play(Side.GUEST)
    pair.run(200)
    pair.host.ask(PlayerRequest.UNDO)
    pair.run(200)
    pair.guest.answer(is_yes=True)
    pair.run(400)
    assert pair.host.match.moves == ()
    pair.assert_alike()


def test_a_declined_wish_changes_nothing_and_is_told(pair):
    pair.host.ask(PlayerRequest.DRAW)
    pair.run(200)
    pair.guest.answer(is_yes=False)
    pair.run(200)
    assert pair.host.match.outcome is None
    assert pair.host.asked is None
    assert any("Ben declined the draw" in sentence for sentence in pair.said(Side.HOST))


def test_an_offer_lapses_when_the_game_moves_on(pair):
    pair.guest.ask(PlayerRequest.DRAW)
    pair.run(200)
    assert pair.host.received_request is PlayerRequest.DRAW
    pair.play(Side.HOST)
    pair.run(200)
    assert isinstance(pair.host.answer(is_yes=True), Reason)
    assert pair.guest.asked is None
    assert pair.host.match.outcome is None


def test_what_both_ask_for_is_agreed(pair):
    pair.host.ask(PlayerRequest.DRAW)
    pair.guest.ask(PlayerRequest.DRAW)
    pair.run(1_000)
    assert pair.host.match.outcome.termination is Termination.AGREED_DRAW
    pair.assert_alike()


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize(
    ("wish", "way"), [(PlayerRequest.RESIGN, Termination.RESIGNATION), (PlayerRequest.FORFEIT, Termination.FORFEIT)]
)
def test_giving_up_needs_no_answer_and_counts_once(pair, side, wish, way):
    pair.seats[side].ask(wish)
    pair.run(300)
    pair.seats[side].ask(wish)
    pair.run(5_000)
    outcome = pair.seats[side.other].match.outcome
    assert outcome.termination is way
    assert outcome.winner == pair.host.tournament.current.seat_of(side.other.participant)
    assert pair.host.length == 2
    pair.assert_alike()


def test_giving_up_while_the_other_is_away_is_told_when_it_comes_back(pair):
    pair.is_cut = True
    pair.guest.ask(PlayerRequest.RESIGN)
    pair.run(30_000)
    pair.settle()
    assert pair.host.match.outcome.termination is Termination.RESIGNATION
    pair.assert_alike()


def test_another_game_begins_with_the_seats_exchanged(pair):
    pair.host.ask(PlayerRequest.RESIGN)
    pair.run(300)
    pair.guest.ask(PlayerRequest.NEXT_GAME)
    pair.run(300)
    pair.host.answer(is_yes=True)
    pair.run(300)
    assert len(pair.guest.tournament.games) == 2
    assert pair.guest.is_own_turn
    pair.assert_alike()


def test_a_pause_is_agreed_and_a_move_ends_it(pair):
    pair.guest.ask(PlayerRequest.PAUSE)
    pair.run(300)
    pair.host.answer(is_yes=True)
    pair.run(300)
    assert pair.host.is_paused
    assert pair.guest.is_paused
    pair.play(Side.HOST)
    pair.run(300)
    assert not pair.guest.is_paused


def test_a_phrase_arrives_once(pair):
    pair.weather = Weather(doubling=1.0)
    pair.host.send_phrase(Phrase.GOOD_LUCK)
    pair.run(500)
    assert [each.phrase for each in pair.updates[Side.GUEST] if isinstance(each, PhraseArrived)] == [Phrase.GOOD_LUCK]


def test_phrases_that_come_quickly_after_each_other_are_not_all_shown(pair):
    pair.host.send_phrase(Phrase.GOOD_LUCK)
    pair.run(100)
    pair.host.send_phrase(Phrase.WELL_PLAYED)
    pair.run(2_000)
    pair.host.send_phrase(Phrase.THANKS)
    pair.run(500)
    shown = [each.phrase for each in pair.updates[Side.GUEST] if isinstance(each, PhraseArrived)]
    assert shown == [Phrase.GOOD_LUCK, Phrase.THANKS]


def test_different_rules_of_one_name_are_told_and_nobody_plays():
    class OtherRules(TinyRuleset):
        def outcome(self, state):
            return super().outcome(state) if state.board.count(".") > 12 else None

    class Unequal(Pair):
        def rulesets_of(self, side):
            return {"tiny": self.ruleset if side is Side.HOST else OtherRules()}

    pair = Unequal()
    pair.run(10_000)
    assert pair.guest.tournament is None
    assert pair.host.tournament is None
    assert any("different versions of Tiny" in sentence for sentence in pair.said(Side.GUEST))
    assert any("a different version" in sentence for sentence in pair.said(Side.HOST))


def test_a_game_that_is_not_installed_is_named():
    class Missing(Pair):
        def rulesets_of(self, side):
            return {"tiny": self.ruleset} if side is Side.HOST else {}

    pair = Missing()
    pair.run(10_000)
    assert any("tiny" in sentence for sentence in pair.said(Side.GUEST))
    assert any("does not have this game" in sentence for sentence in pair.said(Side.HOST))


# Clocks


CLOCK = TimeControl(60)


def test_each_side_counts_its_own_time_and_the_delay_costs_nobody():
    pair = Pair(time_control=CLOCK)
    pair.begin()
    pair.play(Side.HOST)
    pair.run(100)
    pair.weather = Weather(delay=4_000)
    pair.run(5_000)
    pair.play(Side.GUEST)
    pair.run(5_000)
    spent = pair.guest.match.plies[1].spent
    assert 4_900 <= spent <= 5_100
    assert pair.host.match.plies[1].spent == spent
    assert pair.host.delay <= 4_100
    pair.settle()
    pair.assert_alike()


def test_a_side_says_itself_that_its_time_is_up():
    pair = Pair(time_control=TimeControl(3))
    pair.begin()
    pair.play(Side.HOST)
    pair.run(4_000)
    assert pair.host.match.outcome.termination is Termination.TIME
    assert pair.host.match.outcome.winner == pair.host.tournament.current.seat_of(0)
    pair.assert_alike()


def test_the_time_of_a_turn_survives_a_restart():
    pair = Pair(time_control=CLOCK)
    pair.begin()
    pair.play(Side.HOST)
    pair.run(25_000)
    pair.restart(Side.GUEST)
    assert pair.guest.match.spent >= 20_000


def test_a_clock_that_lies_is_remarked_on_once():
    pair = Pair(time_control=TimeControl(600))
    pair.begin()
    pair.play(Side.HOST)
    pair.run(60_000)
    pair.guest.match.spend(-pair.guest.match.spent)
    pair.play(Side.GUEST)
    pair.run(300)
    assert len([sentence for sentence in pair.said(Side.HOST) if "clock counted 0 s" in sentence]) == 1
    assert len(pair.host.match.plies) == 2


@pytest.mark.parametrize("control", [UNTIMED, CLOCK], ids=["untimed", "timed"])
def test_the_delay_is_the_way_and_not_what_the_other_side_thinks(control):
    pair = Pair(time_control=control)
    pair.begin()
    pair.play(Side.HOST)
    pair.run(100)
    pair.weather = Weather(delay=600)
    pair.run(40_000)
    pair.play(Side.GUEST)
    pair.run(2_000)
    assert pair.host.delay <= 100
    assert 50 <= pair.guest.delay <= 700
    assert not any("clock counted" in sentence for sentence in pair.said(Side.HOST))


# What does not fit


def test_a_line_that_does_not_fit_is_refused_and_taken_back_by_its_writer(pair):
    pair.play(Side.HOST, 3)
    lines = pair.host._exchange.journal.lines
    pair.host.receive(LineRefused(len(lines) - 1, pair.host.hash, RefusalCode.NOT_LEGAL))
    assert pair.host.match.moves == ()
    pair.run(50)
    assert any("taken back" in sentence for sentence in pair.said(Side.HOST))
    revision = pair.host.match.revision
    assert revision > 0


def test_a_line_that_the_other_side_once_took_is_never_taken_back_for_it(pair):
    pair.play(Side.HOST, 3)
    pair.run(300)
    length, before = pair.host.length, pair.host.hash
    pair.host.receive(LineRefused(length - 1, before, RefusalCode.NOT_LEGAL))
    assert pair.host.length == length


def test_nobody_can_be_told_that_he_moved(pair):
    """The guest makes up a move of the host's and shows it: the host has no such line."""
    pair.play(Side.HOST, 3)
    pair.run(300)
    pair.play(Side.GUEST, 5)
    pair.run(300)
    journal = pair.guest._exchange.journal
    forged = journal.lines[-1]
    pair.host.receive(LogPart(len(journal), journal.hash, (forged,)))
    assert pair.host.length == len(journal)
    pair.restart(Side.HOST)
    pair.host.receive(LogPart(len(journal), journal.hash, (forged,)))
    assert pair.host.length == len(journal)


@pytest.mark.parametrize(
    ("words", "spent", "code"),
    [
        (("z99",), 0, RefusalCode.NOT_LEGAL),
        (("a1", "b1"), 0, RefusalCode.NOT_YOURS),
        (("a1",), 0, RefusalCode.OTHER_POSITION),
        (("a1",), 600_000, RefusalCode.OUT_OF_TIME),
    ],
)
def test_the_other_side_learns_why_a_turn_is_refused(words, spent, code):
    pair, frames = Pair(time_control=CLOCK), []
    pair.begin()
    pair.on_sent = frames.append
    # A program of another version, or a manipulated one, takes its own turn without a look at the rules.
    pair.host._exchange.replayed.apply = lambda _entry: ()
    pair.host._exchange.write(TurnPlayed(words, spent, "0" * 32))
    pair.run(300)
    refused = [message for message in map(parse_message, frames) if isinstance(message, LineRefused)]
    assert {message.code for message in refused} == {code}


def test_an_undo_that_nobody_agreed_to_is_refused(pair):
    pair.play(Side.HOST, 3)
    pair.run(300)
    assert not isinstance(pair.guest._exchange.write(RequestAccepted(PlayerRequest.UNDO, Side.GUEST), "0" * 24), tuple)
    made = pair.guest._exchange.write(RequestAccepted(PlayerRequest.UNDO, Side.HOST), "0" * 24)
    assert made == ()
    pair.run(300)
    assert len(pair.host.match.plies) == 1
    pair.settle()
    assert len(pair.guest.match.plies) == 1
    pair.assert_alike()


def test_a_move_that_its_file_has_lost_comes_back_from_the_other_side(pair):
    pair.play(Side.HOST, 3)
    pair.run(300)
    pair.play(Side.GUEST, 3)
    pair.run(300)
    pair.records[Side.HOST][:] = pair.records[Side.HOST][:-2]
    pair.restart(Side.HOST)
    pair.settle()
    assert len(pair.host.match.plies) == 2
    pair.assert_alike()


def test_an_old_file_that_was_played_on_gives_way_to_what_the_other_side_has(pair):
    pair.play(Side.HOST, 3)
    pair.run(300)
    pair.play(Side.GUEST, 3)
    pair.run(300)
    pair.records[Side.HOST][:] = pair.records[Side.HOST][:-2]
    pair.is_cut = True
    pair.restart(Side.HOST)
    pair.play(Side.HOST, 7)
    pair.settle()
    assert len(pair.host.match.plies) == 2
    pair.assert_alike()
    assert any("a different move from you" in sentence for sentence in pair.said(Side.HOST))


def test_journals_that_differ_for_good_are_told_and_mended_by_asking(pair):
    """A file and its secret are lost, so that nobody can tell any more whose line is true."""
    pair.play(Side.HOST, 3)
    pair.run(300)
    pair.play(Side.GUEST, 3)
    pair.run(300)
    host = pair.host._exchange
    forged = host.journal.lines[-1]
    host.journal.cut(2)
    host.journal.append(type(forged)(forged.entry, "f" * 24))
    pair.run(60_000)
    assert pair.host.parted_at == 2
    pair.host.ask(PlayerRequest.GO_BACK)
    pair.run(500)
    pair.guest.answer(is_yes=True)
    pair.settle()
    pair.assert_alike()
    assert pair.host.parted_at is None


# The worst of networks


STEPS = ["play"] * 4 + ["wait", "long", "undo", "draw", "yes", "no", "next", "resign", "pause", "cut", "heal"]
STEPS += ["kill host", "kill guest", "lose line", "old file"]
ACTIONS = st.lists(st.sampled_from(STEPS), max_size=60)
WEATHERS = st.builds(
    Weather, st.sampled_from([0.0, 0.2, 0.6]), st.sampled_from([0.0, 0.5]), st.sampled_from([0, 300, 5_000])
)
OPTIONS = st.fixed_dictionaries(
    {"opening": st.sampled_from(["free", "swap"]), "per_turn": st.sampled_from([1, 2]), "size": st.just(5)}
)
WISHES = {
    "undo": PlayerRequest.UNDO,
    "draw": PlayerRequest.DRAW,
    "next": PlayerRequest.NEXT_GAME,
    "resign": PlayerRequest.RESIGN,
    "pause": PlayerRequest.PAUSE,
}


def act(pair: Pair, action: str, rng: random.Random) -> None:
    side = rng.choice(list(Side))
    seat = pair.seats[side]
    if action == "play":
        mover = pair.mover()
        if mover is not None:
            pair.play(mover, rng.randrange(40))
    elif action in WISHES:
        seat.ask(WISHES[action])
    elif action in ("yes", "no"):
        seat.answer(is_yes=action == "yes")
    elif action in ("cut", "heal"):
        pair.is_cut = action == "cut"
    elif action.startswith("kill"):
        pair.restart(Side(action.removeprefix("kill ")))
    elif action == "lose line" and pair.records[side] and pair.records[side][-1].startswith("line"):
        # A torn last line; what it told may have been sent already.
        pair.records[side][-1] = pair.records[side][-1][:-9]
        pair.restart(side)
    elif action == "old file" and len(pair.records[side]) > 4:
        # A copy from some time ago was put back.
        del pair.records[side][-rng.randint(1, 3) :]
        pair.restart(side)
    pair.run(rng.choice([50, 200, 1_000]) if action != "long" else 20_000)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6), ACTIONS, WEATHERS, OPTIONS)
def test_two_journals_end_alike_whatever_the_network_does(seed, actions, weather, options):
    pair = Pair(seed=seed, weather=weather, options=options)
    pair.begin()
    rng = random.Random(seed)
    for action in actions:
        act(pair, action, rng)
    pair.settle()
    if pair.host.parted_at is not None:
        # Copies from some time ago may have been played on at both ends; then only both persons can settle it.
        assert "old file" in actions
        pair.host.ask(PlayerRequest.GO_BACK)
        pair.run(500)
        pair.guest.answer(is_yes=True)
        pair.settle()
    assert pair.host.is_alike
    assert pair.guest.is_alike
    pair.assert_alike()
    for side in Side:
        pair.restart(side)
    pair.assert_alike()
