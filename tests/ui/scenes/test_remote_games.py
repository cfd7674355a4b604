"""The far table and the list of tables, driven by posted events; the other side sits in the same process."""

import pygame
import pytest

from game.core.clock import parse_time_control
from game.core.request import PlayerRequest
from game.core.tournament import SINGLE_GAME
from game.network.encryption.invitation import parse_invitation
from game.network.joining import Networks
from game.network.outbox import SpectatorsAllowed
from game.network.session.resumable_games import ResumableGames
from game.network.sides import FirstSeat, Phrase, Side
from game.network.transport.announcing import NearbyTables
from game.network.transport.channel import ChannelState
from game.network.transport.finding import NearbyTable
from game.session.match_plan import ELSEWHERE, plan_for
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.menu.match_setup import MatchSetupScene
from game.ui.menu.menu_scene import MenuScene
from game.ui.network.online_scene import TablesScene
from game.ui.network.ticket import InvitationScene
from game.ui.network.waiting_scene import WaitingScene
from game.ui.network.watch_scene import WatchScene
from game.ui.play.play_scene import PlayScene
from game.ui.progress.players.records import RecordsScene
from tests.ui.club_people import brokers_in_memory
from tools.pilot.hand import click
from tools.pilot.pilot import Pilot
from tools.pilot.remote_side import RemoteSide
from tools.pilot.watched_pair import WatchedPair

#: Ann wins in a row; Ben plays elsewhere.
_WIN = (("h8", "a1"), ("h9", "a2"), ("h10", "a3"), ("h11", "a4"))


@pytest.fixture
def pilot(home):
    flying = Pilot()
    flying.app.services.database.players.create("Ann")
    flying.open(MenuScene(flying.app))
    yield flying
    flying.close()


def win(pilot: Pilot, far: RemoteSide) -> None:
    for own, other in _WIN:
        click(pilot, own)
        far.play(other)
    click(pilot, "h12")
    far.agree()


def labels(pilot: Pilot) -> list[str]:
    return [button.label for button in pilot.scene.controls.buttons]


def test_a_game_is_played_to_its_end_and_kept_where_replay_finds_it(pilot):
    far = RemoteSide(pilot)
    scene = far.sit()
    win(pilot, far)
    assert scene.match.outcome.winner == scene.table.only_person
    assert far.peer.match.outcome == scene.match.outcome
    pilot.press("Leave the game")
    (entry,) = pilot.app.services.saves.entries()
    assert entry.header.is_over
    assert not entry.can_resume
    kept = pilot.app.services.saves.load(entry.name)
    assert [game.match.outcome.winner for game in kept.games] == [0]


def test_a_running_game_is_not_among_the_saved_ones_so_that_nobody_plays_on_alone(pilot):
    far = RemoteSide(pilot)
    far.sit()
    click(pilot, "h8")
    far.play("a1")
    pilot.app.pop(pilot.scene, None)
    assert pilot.app.services.saves.entries() == []


def test_a_second_game_is_asked_for_and_kept_in_the_same_save(pilot):
    far = RemoteSide(pilot)
    scene = far.sit()
    win(pilot, far)
    pilot.press("Another game")
    far.agree()
    assert far.peer.received_request is PlayerRequest.NEXT_GAME
    far.peer.answer(is_yes=True)
    far.frames_until(lambda: len(scene.table.tournament.games) == 2, "the second game")
    far.agree()
    assert scene.match.outcome is None
    far.peer.ask(PlayerRequest.RESIGN)
    far.frames_until(lambda: scene.match.outcome is not None, "the end of the second game")
    pilot.app.pop(scene, None)
    (entry,) = pilot.app.services.saves.entries()
    assert entry.header.games == 2


def test_a_game_that_ended_is_analysed_with_one_click_and_back_leads_to_it(pilot):
    far = RemoteSide(pilot)
    scene = far.sit()
    win(pilot, far)
    pilot.press("Analyse")
    pilot.until(lambda: isinstance(pilot.scene, AnalysisScene), "the board")
    pilot.frames(3)
    assert (pilot.scene.table.step, pilot.scene.analysis.is_reviewing) == (9, True)
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene is scene
    far.agree()


def test_the_other_side_asks_and_is_answered_beside_the_board(pilot):
    far = RemoteSide(pilot)
    scene = far.sit()
    click(pilot, "h8")
    far.play("a1")
    click(pilot, "h9")
    far.agree()
    assert far.peer.ask(PlayerRequest.DRAW) is None
    far.frames_until(lambda: scene.table.opponent.peer.received_request is PlayerRequest.DRAW, "the offer")
    pilot.frames(3)
    pilot.press("No")
    far.frames_until(lambda: far.peer.asked is None, "the answer")
    assert scene.match.outcome is None
    far.play("a2")
    far.peer.ask(PlayerRequest.DRAW)
    far.frames_until(lambda: scene.table.opponent.peer.received_request is PlayerRequest.DRAW, "the offer again")
    pilot.frames(3)
    pilot.press("Yes")
    far.frames_until(lambda: far.peer.match.outcome is not None, "the draw")


def test_a_move_is_taken_back_only_with_the_other_sides_word(pilot):
    far = RemoteSide(pilot)
    scene = far.sit()
    click(pilot, "h8")
    far.agree()
    pilot.press("Undo")
    far.frames_until(lambda: far.peer.received_request is PlayerRequest.UNDO, "the question")
    assert len(scene.match.plies) == 1
    far.peer.answer(is_yes=True)
    far.frames_until(lambda: not scene.match.plies, "the move to be taken back")


def test_a_pause_is_told_until_the_next_move(pilot):
    far = RemoteSide(pilot)
    scene = far.sit()
    click(pilot, "h8")
    far.agree()
    far.peer.ask(PlayerRequest.PAUSE)
    far.frames_until(lambda: scene.table.opponent.peer.received_request is PlayerRequest.PAUSE, "the question")
    pilot.frames(3)
    pilot.press("Yes")
    far.frames_until(lambda: "paused" in scene._note, "the sentence")
    far.play("a1")
    assert "paused" not in scene._note


def test_lost_touch_dims_the_bulbs_and_says_so_and_they_light_again(pilot):
    far = RemoteSide(pilot)
    scene = far.sit()
    click(pilot, "h8")
    far.agree()
    far.cut()
    pilot.frames(40, 0.1)
    assert scene.picture.lit == 0
    assert "Ben" in scene._problem
    far.mend()
    pilot.frames(40, 0.1)
    assert scene.picture.lit == 1
    assert scene._problem == ""
    far.play("a1")


def test_a_phrase_is_said_and_heard(pilot):
    far = RemoteSide(pilot)
    scene = far.sit()
    far.peer.send_phrase(Phrase.GOOD_LUCK)
    far.frames_until(lambda: scene.picture.phrase == "Good luck!", "the phrase")
    pilot.press("Say something")
    pilot.press("Thank you.")
    assert pilot.scene is scene


def test_the_table_is_attended_to_while_a_menu_lies_over_it(pilot):
    far = RemoteSide(pilot)
    scene = far.sit()
    click(pilot, "h8")
    far.agree()
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene is not scene
    far.play("a1")
    assert len(scene.match.plies) == 2
    pilot.key(pygame.K_ESCAPE)
    click(pilot, "h9")
    far.agree()
    assert len(far.peer.match.plies) == 3


def test_giving_up_is_asked_first_and_told(pilot):
    far = RemoteSide(pilot)
    scene = far.sit()
    click(pilot, "h8")
    far.agree()
    pilot.press("Resign")
    pilot.press("Resign")
    far.frames_until(lambda: far.peer.match.outcome is not None, "the end")
    assert far.peer.match.outcome.winner == 1 - scene.table.only_person


def test_people_may_watch_once_the_other_side_agrees_until_the_menu_ends_it(pilot):
    far = RemoteSide(pilot)
    scene = far.sit(Networks(NearbyTables(), listens_on="127.0.0.1", interfaces=("127.0.0.1",)))
    scene.actions.menu.open()
    pilot.press("Allow spectators")
    far.frames_until(lambda: far.peer.received_request is PlayerRequest.WATCH, "the question")
    assert not scene.table.opponent.gateway.invitation
    far.peer.answer(is_yes=True)
    far.frames_until(lambda: isinstance(pilot.scene, InvitationScene), "the ticket")
    assert parse_invitation(scene.table.opponent.gateway.invitation).is_to_watch
    pilot.key(pygame.K_ESCAPE)
    assert "asked" not in scene._note
    scene.actions.menu.open()
    pilot.press("Spectators")
    pilot.press("Stop allowing spectators")
    assert not scene.table.opponent.gateway.invitation


def test_the_wish_that_people_may_watch_is_answered_by_a_key(pilot):
    far = RemoteSide(pilot)
    scene = far.sit()
    assert far.peer.ask(PlayerRequest.WATCH) is None
    far.frames_until(lambda: scene.table.opponent.peer.received_request is PlayerRequest.WATCH, "the question")
    pilot.frames(3)
    pilot.key(pygame.K_y)
    far.frames_until(lambda: SpectatorsAllowed() in far.updates, "the answer")
    assert pilot.scene is scene, "whoever agreed plays on, and has no ticket to give away"


def test_a_turn_of_two_stones_is_laid_out_and_played_together(pilot):
    far = RemoteSide(pilot, "connect6", ann=Side.GUEST)
    scene = far.sit()
    far.play("j10")
    for name in ("h8", "h9"):
        click(pilot, name)
    assert len(far.peer.match.plies) == 1
    pilot.press("Play stones")
    far.agree()
    assert len(far.peer.match.plies) == 3
    far.play("a1", "a2")
    assert scene.table.person_to_move


def test_kinds_of_stone_are_picked(pilot):
    far = RemoteSide(pilot, "threestones")
    far.sit()
    while not isinstance(pilot.scene, PlayScene):  # the toss
        pilot.key(pygame.K_RETURN)
    scene = pilot.scene
    if not scene.table.person_to_move:
        far.play_any()
    before = len(scene.match.plies)
    letter = scene.picture.picker.end(-1)
    scene._pick(letter)
    legal = next(move for move in scene.match.ruleset.legal_moves(scene.match.state) if move.stone == letter)
    click(pilot, scene.match.state.geometry.names[legal.cell])
    far.agree()
    assert [ply.move for ply in far.peer.match.plies[before:]] == [legal]


def test_an_opening_asks_whose_choice_it_is_at_that_side(pilot):
    far = RemoteSide(pilot, first=FirstSeat.GUEST, opening="swap2")
    scene = far.sit()
    for word in ("h8", "h9", "i10"):
        far.play(word)
    pilot.frames(3)
    assert pilot.scene is not scene
    pilot.key(pygame.K_RETURN)
    far.agree()
    assert pilot.scene is scene
    assert len(far.peer.match.plies) == 4


def test_both_clocks_are_shown_and_run(pilot):
    far = RemoteSide(pilot, clock=parse_time_control("300 seconds a game + 3 a turn"))
    scene = far.sit()
    click(pilot, "h8")
    far.agree()
    pilot.frames(100)
    assert scene.match.clock.left[1 - scene.table.only_person] < 300_000


# The way there


@pytest.fixture
def calm(monkeypatch):
    """Nothing is looked for on the network; the tables nearby are what a test says."""
    found: list[NearbyTable] = []
    monkeypatch.setattr("game.network.transport.announcing.NearbyTables.begin", lambda self: None)
    monkeypatch.setattr("game.network.transport.announcing.NearbyTables.tables", lambda self: list(found))
    return found


def tables(pilot: Pilot) -> TablesScene:
    ruleset = pilot.app.services.catalogue.rulesets["gomoku"]
    pilot.open(TablesScene(pilot.app, plan_for(pilot.app.services, ruleset), lambda: None))
    return pilot.scene


def test_a_friend_elsewhere_is_chosen_where_other_opponents_are(pilot, calm):
    ruleset = pilot.app.services.catalogue.rulesets["gomoku"]
    pilot.open(MatchSetupScene(pilot.app, ruleset))
    pilot.choose_opponent("Play online")
    pilot.press("Start")
    assert isinstance(pilot.scene, TablesScene)
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.scene, MatchSetupScene)
    assert plan_for(pilot.app.services, ruleset).level == ELSEWHERE


def test_the_list_follows_what_is_announced(pilot, calm):
    scene = tables(pilot)
    assert scene.list.items == []
    calm.append(NearbyTable("a" * 32, "Ben", "gomoku", True, (("127.0.0.1", 1),)))
    pilot.frames(3)
    assert [row.who for row in scene.list.items] == ["Ben"]
    calm.clear()
    # Anybody nearby can change the list, so it follows a few times a second, not in every frame.
    pilot.frames(3, 0.2)
    assert scene.list.items == []


def test_a_list_that_a_stranger_changes_in_every_frame_is_arranged_now_and_then(pilot, calm, monkeypatch):
    scene = tables(pilot)
    arranged = []
    monkeypatch.setattr(scene, "arrange", lambda: arranged.append(1))
    for number in range(60):
        calm[:] = [NearbyTable(f"{number:032x}", "Eve", "gomoku", True, (("127.0.0.1", 1),))]
        pilot.frames(1)
    assert 1 <= len(arranged) <= 4


def test_a_mistyped_word_of_an_invitation_is_named(pilot, calm):
    scene = tables(pilot)
    pilot.press("Join with a code")
    pilot.type("lantrn penguin")
    pilot.key(pygame.K_RETURN)
    assert "lantrn" in pilot.scene._refusal
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene is scene


def test_a_table_by_invitation_shows_words_that_can_be_read_and_leaves_nothing_behind(pilot, calm, monkeypatch):
    copied: list[str] = []
    monkeypatch.setattr("game.ui.network.ticket.copy_text", lambda words: copied.append(words) is None)
    scene = tables(pilot)
    pilot.press("Create a game")
    assert isinstance(pilot.scene, WaitingScene)
    pilot.until(lambda: bool(pilot.scene._coming.invitation), "the invitation")
    pilot.frames(3)
    assert "add “at " in pilot.scene._sentence, "where the table is, for a friend who does not find it"
    pilot.press("Copy")
    assert parse_invitation(copied[0]).phrase
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene is scene
    assert list(scene._taker.folder.glob("*")) == []


def test_a_seat_that_is_kept_is_in_the_list_and_can_be_forgotten(pilot, calm):
    far = RemoteSide(pilot)
    far.sit()
    click(pilot, "h8")
    far.agree()
    pilot.app.pop(pilot.scene, None)
    scene = tables(pilot)
    assert [row.who for row in scene.list.items] == ["Ben"]
    pilot.press("Remove")
    pilot.press("Remove")
    assert scene.list.items == []


def test_a_seat_goes_on_where_it_was(pilot, calm, monkeypatch):
    far = RemoteSide(pilot)
    far.sit()
    click(pilot, "h8")
    far.play("a1")
    pilot.app.pop(pilot.scene, None)
    tables(pilot)
    pilot.press("Join")
    pilot.until(lambda: isinstance(pilot.scene, PlayScene), "the table")
    assert len(pilot.scene.match.plies) == 2


def test_continue_leads_to_the_table_elsewhere_where_something_happened_last(pilot, calm):
    far = RemoteSide(pilot)
    far.sit()
    click(pilot, "h8")
    far.play("a1")
    pilot.app.pop(pilot.scene, None)
    menu = pilot.scene
    assert isinstance(menu, MenuScene)
    pilot.press("Continue")
    pilot.until(lambda: isinstance(pilot.scene, PlayScene), "the table")
    assert len(pilot.scene.match.plies) == 2
    pilot.app.pop(pilot.scene, None)
    assert pilot.scene is menu, "the way back leads past the list of tables"


def test_continue_leads_to_no_table_elsewhere_whose_series_is_over(pilot, calm):
    far = RemoteSide(pilot, best_of=SINGLE_GAME)
    far.sit()
    click(pilot, "h8")
    far.agree()
    running = ResumableGames(pilot.app.services).look()
    assert running is not None
    far.play("a1")
    for mine, its in _WIN[1:]:
        click(pilot, mine)
        far.play(its)
    click(pilot, "h12")
    far.agree()
    pilot.app.pop(pilot.scene, None)
    assert ResumableGames(pilot.app.services).look() is None


def test_a_finished_game_is_on_record_between_the_player_and_somebody_elsewhere(pilot, calm):
    database = pilot.app.services.database
    database.players.create("Ben")
    far = RemoteSide(pilot)
    far.sit()
    win(pilot, far)
    pilot.press("Leave the game")
    ann = database.players.current()
    assert [player.name for player in database.players.all()] == ["Ann", "Ben"]
    (met,) = database.games.head_to_heads(ann)
    assert (met.other.name, met.other.is_remote, met.wins, met.losses) == ("Ben", True, 1, 0)
    pilot.open(RecordsScene(pilot.app, ann))
    pilot.scene.topics.key = met.other.id
    pilot.scene.show_topic()
    assert pilot.scene.shown.title == "Ben (online)"
    pilot.press("Analyse")
    assert isinstance(pilot.scene, AnalysisScene)


def test_the_key_that_takes_the_address_of_a_broker_presses_nothing_else(pilot, calm, monkeypatch):
    copied: list[str] = []
    monkeypatch.setattr("game.ui.network.ticket.copy_text", lambda words: copied.append(words) is None)
    tables(pilot)
    pilot.press("Create a game")
    pilot.until(lambda: bool(pilot.scene._coming.invitation), "the invitation")
    pilot.press("Via an online server…")
    pilot.type("127.0.0.1:9")
    pilot.key(pygame.K_RETURN)
    pilot.until(lambda: "by 127.0.0.1:9" in pilot.scene._coming.invitation, "the other invitation")
    pilot.frames(20)
    assert copied == []


# Watching


@pytest.fixture
def watched(pilot, calm):
    with brokers_in_memory():
        yield WatchedPair(pilot)


def type_words_to_watch(pilot: Pilot, words: str) -> WatchScene:
    tables(pilot)
    pilot.press_by_keys("Join with a code")
    pilot.type(words)
    pilot.key(pygame.K_RETURN)
    assert isinstance(pilot.scene, WatchScene)
    return pilot.scene


def watch(pilot: Pilot, watched: WatchedPair) -> PlayScene:
    """Types the words and waits for the game screen."""
    type_words_to_watch(pilot, watched.words)
    pilot.app.add_tick_callback(watched.send)
    pilot.until(lambda: isinstance(pilot.scene, PlayScene), "the game as it stands")
    return pilot.scene


def test_whoever_types_the_words_to_watch_sees_the_game_and_each_move_by_keys_alone(pilot, watched):
    watched.play(3)
    waiting = type_words_to_watch(pilot, watched.words)
    pilot.frames(2)
    assert "Looking for the game" in waiting._sentence
    pilot.app.add_tick_callback(watched.send)
    pilot.until(lambda: isinstance(pilot.scene, PlayScene), "the game as it stands")
    scene = pilot.scene
    pilot.until(lambda: len(scene.match.plies) == 1, "the move before")
    watched.play(7)
    pilot.until(lambda: len(scene.match.plies) == 2, "the next move")
    assert {card.activity for card in scene.picture._cards()} == {"", "Thinking…"}, "no turn is that of who looks on"
    click(pilot, scene.match.state.geometry.names[20])
    assert len(scene.match.plies) == 2, "who looks on places no stones"
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.scene, TablesScene)


def test_whoever_watches_reads_why_the_broker_is_not_reached(pilot, watched):
    scene = watch(pilot, watched)
    scene.table.opponent._watcher._channel.state = ChannelState(problem="The broker is not reached.")
    pilot.frames(2)
    assert scene._sentence.startswith("The broker is not reached. Connection lost.")
    scene.table.opponent._watcher._channel.state = ChannelState(True)
    pilot.frames(2)
    assert "broker" not in scene._sentence


def test_the_clock_runs_on_before_whoever_watches_until_the_next_line_sets_it_right(pilot, calm):
    with brokers_in_memory():
        watched = WatchedPair(pilot, parse_time_control("300 seconds a game"))
        scene = watch(pilot, watched)
        pilot.until(lambda: scene.match.clock.left[0] < 299_000, "the clock to run")
        watched.play(3)
        pilot.until(lambda: len(scene.match.plies) == 1, "the move")
        assert scene.match.clock.left[0] == watched.pair.host.match.clock.left[0]


def test_the_list_says_that_tables_nearby_cannot_be_looked_for_when_that_is_known(pilot, calm, monkeypatch):
    scene = tables(pilot)
    pilot.frames(2)
    assert not scene.dirty
    monkeypatch.setattr("game.network.transport.announcing.NearbyTables.problem", "No network.")
    scene.tick(0.0)
    assert scene.dirty
    assert scene._problem == "No network."
