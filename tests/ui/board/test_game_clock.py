"""The clock of a game: whose time counts and when, what is shown of it, and that it comes back as it was."""

from __future__ import annotations

import time

import pygame
import pytest

from game.core.clock import UNTIMED, TimeControl
from game.core.model import Termination
from game.core.ruleset import complete_options
from game.core.tournament import Participant, Tournament
from game.engine.client.opponent_process import OpponentProcess
from game.engine.client.own_dialect import own_engine
from game.session.game_session import open_local_session
from game.session.match_plan import plan_for, rematch, remember
from game.session.play_on import TakeOver
from game.storage.saves import SaveFolder
from game.ui.board.game_clock import clock_text
from game.ui.menu.clock_choice import clock_sentence, time_control_text
from game.ui.menu.match_setup import MatchSetupScene
from game.ui.play.play_scene import PlayScene
from game.ui.settings.settings_scene import SettingsScene
from game.ui.training.lessons.rules_card_scene import show_rules
from tools.pilot.hand import click
from tools.pilot.pilot import Peer, Pilot

BLITZ = TimeControl(180, 2)
TEN_EACH = TimeControl(10, is_per_turn=True)


def left(pilot: Pilot) -> tuple[int, int]:
    return pilot.scene.table.match.clock.left


def wait(pilot: Pilot, seconds: float) -> None:
    pilot.frames(round(seconds * 10), seconds=0.1)


# What counts


def test_only_the_side_to_move_loses_time_and_a_turn_brings_its_increment(seat: Peer) -> None:
    pilot = seat("h8 h9", "gomoku", clock=BLITZ)
    before = left(pilot)
    wait(pilot, 5)
    ann, ben = left(pilot)
    assert (ann, ben) == (pytest.approx(before[0] - 5000, abs=100), before[1])
    click(pilot, "g8", frames=0)
    after = left(pilot)[0]
    assert after == pytest.approx(ann + 2000, abs=150)
    wait(pilot, 3)
    assert left(pilot)[0] == after
    assert before[1] - 3500 < left(pilot)[1] < before[1] - 2000


@pytest.mark.parametrize("clock", [BLITZ, TEN_EACH])
def test_an_empty_board_may_be_looked_at_as_long_as_one_likes(seat: Peer, clock: TimeControl) -> None:
    pilot = seat("", "gomoku", clock=clock)
    before = left(pilot)
    wait(pilot, 20)
    assert left(pilot) == before
    assert pilot.scene.table.match.outcome is None
    click(pilot, "h8")
    wait(pilot, 3)
    assert left(pilot)[1] < before[1] - 2000


def test_a_turn_that_is_laid_out_counts_until_it_is_played(seat: Peer) -> None:
    pilot = seat("j10", clock=TEN_EACH)
    wait(pilot, 3)
    click(pilot, "k11", frames=0)
    click(pilot, "l12", frames=0)
    wait(pilot, 3)
    assert left(pilot)[1] < 4500
    pilot.press("Play stones")
    assert left(pilot) == (10_000, 10_000)


def test_a_stone_that_falls_takes_nobodys_time(seat: Peer) -> None:
    pilot = seat("", "gomoku", clock=BLITZ)
    click(pilot, "h8", frames=0)
    before = left(pilot)
    assert pilot.scene.board.motion.now.falling
    pilot.frames(3)
    assert left(pilot) == before


def test_what_lies_before_the_board_stops_the_clock(seat: Peer) -> None:
    pilot = seat("h8", "gomoku", clock=BLITZ)
    before = left(pilot)
    for open_it in (
        pilot.scene.actions.menu.open,
        lambda: show_rules(pilot.app),
        lambda: pilot.app.push(SettingsScene(pilot.app)),
    ):
        open_it()
        table_below = pilot.app.scenes.entries[-2][0].table
        wait(pilot, 5)
        pilot.app.pop(pilot.scene, None)
        assert table_below.match.clock.left == before


def test_a_toss_and_a_choice_stop_the_clock_even_when_the_choice_is_put_aside(seat: Peer) -> None:
    pilot = seat("", "threestones", clock=BLITZ)
    assert not isinstance(pilot.scene, PlayScene)
    while not isinstance(pilot.scene, PlayScene):
        wait(pilot, 3)
        pilot.key(pygame.K_ESCAPE)
    wait(pilot, 5)
    assert left(pilot) == (180_000, 180_000)


def test_a_window_that_nobody_sees_stops_the_clock(seat: Peer, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = seat("h8", "gomoku", clock=BLITZ)
    before = left(pilot)
    monkeypatch.setattr(pygame.display, "get_active", lambda: False)
    wait(pilot, 5)
    assert left(pilot) == before


def test_of_a_stall_of_the_program_one_second_counts(seat: Peer) -> None:
    pilot = seat("h8", "gomoku", clock=BLITZ)
    before = left(pilot)[1]
    pilot.frames(1, seconds=90)
    assert left(pilot)[1] == before - 1000


def test_undo_gives_the_time_back(seat: Peer) -> None:
    pilot = seat("h8 h9", "gomoku", clock=BLITZ)
    before = left(pilot)
    wait(pilot, 5)
    click(pilot, "g8")
    wait(pilot, 5)
    pilot.press("Undo")
    assert left(pilot) == (pytest.approx(before[0], abs=800), before[1])


# The flag


def test_who_runs_out_of_time_loses_and_is_told_so_in_words(seat: Peer) -> None:
    pilot = seat("j10", clock=TEN_EACH)
    click(pilot, "k11")
    wait(pilot, 8)
    assert pilot.scene.table.match.outcome is None
    wait(pilot, 2)
    outcome = pilot.scene.table.match.outcome
    assert (outcome.termination, outcome.winner) == (Termination.TIME, 0)
    assert "Ben ran out of time. Ann wins." in pilot.scene._note
    assert not pilot.scene.pending.moves
    assert pilot.scene.celebration._is_up
    click(pilot, "a1")
    assert len(pilot.scene.table.match.plies) == 1


def test_an_opponent_is_told_its_time_and_loses_on_it_like_anybody(seat: Peer) -> None:
    pilot = seat("", friend=False, clock=TimeControl(60))
    opponent = pilot.app.services.opponent
    pilot.app.preferences.thinking_seconds = 30.0
    click(pilot, "j10")
    (question,) = opponent.asked
    assert (question.seconds, question.game_seconds) == (15.0, 59.0)
    wait(pilot, 20)
    assert left(pilot)[1] == 60_000, "a program that is being started does not think yet"
    opponent.remark("I see.")
    wait(pilot, 59)
    assert pilot.scene.table.match.outcome is None
    wait(pilot, 2)
    assert pilot.scene.table.match.outcome.termination is Termination.TIME
    assert "ran out of time. Ann wins." in pilot.scene._note


def test_the_tempo_of_an_opponent_is_nobodys_time(seat: Peer) -> None:
    pilot = seat("", friend=False, clock=TEN_EACH)
    pilot.app.preferences.opponents_take_time = True
    click(pilot, "j10", frames=0)
    pilot.app.services.opponent.remark("I see.")
    pilot.app.services.opponent.answer("k11", "l12")
    wait(pilot, 3)
    assert pilot.scene.table.match.plies[1].spent == 0


def test_in_a_turn_clock_an_opponent_is_given_less_than_that(seat: Peer) -> None:
    pilot = seat("", friend=False, clock=TEN_EACH)
    pilot.app.preferences.thinking_seconds = 30.0
    click(pilot, "j10")
    (question,) = pilot.app.services.opponent.asked
    assert (question.seconds, question.game_seconds) == (pytest.approx(7.8), None)


def test_an_opponent_is_told_what_each_turn_brings(seat: Peer) -> None:
    pilot = seat("", friend=False, clock=TimeControl(60, 5))
    click(pilot, "j10")
    (question,) = pilot.app.services.opponent.asked
    assert question.increment == 5


@pytest.mark.usefixtures("engines_compiled")
@pytest.mark.parametrize("game", ["gomoku", "threestones"])
def test_our_engine_does_not_lose_on_time(seat: Peer, game: str) -> None:
    """Real time, so that what the way of an answer takes counts; the clock is short, so that the test is."""
    pilot = seat("", "gomoku")
    services = pilot.app.services
    pilot.app.preferences.thinking_seconds = 30.0
    # No stone falls, so that all the time counts that an answer takes.
    pilot.app.preferences.reduced_motion = True
    ruleset = services.catalogue.rulesets[game]
    level = ruleset.info.level(ruleset.info.hint_level)
    people = (Participant("Ann"), Participant(level.title, level.id))
    options = complete_options(ruleset.info, {})
    with OpponentProcess(own_engine()) as services.opponent:
        tournament = Tournament(ruleset, options, people, 1, title="fast", time_control=TimeControl(20))
        pilot.app.push(PlayScene(pilot.app, open_local_session(services, tournament, "fast", saved=False)))
        match = tournament.games[-1].match
        _play_in_real_time(pilot, tournament)
    assert match.outcome.termination is not Termination.TIME
    engine = tournament.games[-1].seat_of(1)
    assert match.clock.left[engine] > 0
    assert any(ply.spent for ply in match.plies if ply.seat == engine)


def _play_in_real_time(pilot: Pilot, tournament: Tournament) -> None:
    """The person answers at once, with whatever is legal."""
    match, before = tournament.games[-1].match, time.monotonic()
    while match.outcome is None:
        scene = pilot.scene
        if not isinstance(scene, PlayScene):
            pilot.key(pygame.K_RETURN)
        elif scene.table.person_to_move:
            legal = list(match.ruleset.legal_moves(match.state))
            scene._take(scene.table.play(legal[len(match.plies) * 37 % len(legal)]))
        now = time.monotonic()
        pilot.app.step(now - before)
        before = now
        time.sleep(0.002)


# What is shown


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [(252_000, "04:12"), (900_000, "15:00"), (10_000, "00:10"), (9_999, "9.9"), (400, "0.4"), (0, "0.0")],
)
def test_a_time_is_shown_in_minutes_and_at_the_end_in_tenths(milliseconds: int, text: str) -> None:
    assert clock_text(milliseconds) == text


def test_the_screen_is_drawn_anew_only_when_other_digits_are_shown(seat: Peer) -> None:
    pilot = seat("h8", "gomoku", clock=TimeControl(60))
    wait(pilot, 3)
    drawn = sum(pilot.app.step(1 / 60) for _ in range(600))
    assert 10 <= drawn <= 11
    pilot.scene.table.match.spend(left(pilot)[1] - 5000)
    drawn = sum(pilot.app.step(1 / 60) for _ in range(120))
    assert 20 <= drawn <= 22


@pytest.mark.parametrize("game", ["gomoku", "threestones"])
def test_the_digits_lie_in_the_card_at_every_size(seat: Peer, game: str) -> None:
    pilot = seat("", game, clock=TimeControl(5999))
    while not isinstance(pilot.scene, PlayScene):
        pilot.key(pygame.K_RETURN)
    for size in ((960, 600), (1280, 800), (1920, 1080)):
        pilot.app.window.set_size(size)
        card = pilot.scene.picture._cards()[0]
        start, width = card._clock_well()
        typesetter, stage = pilot.app.paintbox.typesetter, pilot.app.stage
        widest = max(typesetter.measure(digit, "display", 30)[0] for digit in "0123456789")
        assert 4 * widest + typesetter.measure(":", "display", 30)[0] + 4 * stage.px(2) < stage.px(width - 16)
        assert start + width <= card.x + 240 - 24


# What is kept


def test_a_killed_game_goes_on_with_the_clocks_as_they_were_at_the_last_stone(seat: Peer) -> None:
    pilot = seat("", "gomoku", clock=BLITZ)
    for cell in ("h8", "h9", "a1"):
        wait(pilot, 4)
        click(pilot, cell, frames=0)
    clock = pilot.scene.table.match.clock
    services = pilot.app.services
    pilot.until(services.autosave.settled, "the journal")
    found = SaveFolder(services.saves.path, services.catalogue.rulesets).load("test")
    assert found.games[-1].match.clock == clock
    assert found.time_control == BLITZ


def test_a_game_that_was_left_in_the_middle_of_a_turn_goes_on_there(seat: Peer) -> None:
    pilot = seat("h8", "gomoku", clock=BLITZ)
    wait(pilot, 7)
    clock = pilot.scene.table.match.clock
    pilot.app.pop(pilot.scene, None)
    services = pilot.app.services
    pilot.app.push(PlayScene(pilot.app, open_local_session(services, services.saves.load("test"), "test", saved=True)))
    assert pilot.scene.table.match.clock == clock
    wait(pilot, 1)
    assert left(pilot)[1] < clock.left[1]


def test_a_rematch_keeps_the_clock_and_a_game_that_is_taken_over_has_none(seat: Peer) -> None:
    pilot = seat("h8", "gomoku", clock=BLITZ)
    table = pilot.scene.table
    people = table.tournament.participants
    taken = TakeOver(table.tournament, table.match, people).start_session(pilot.app.services)
    assert (taken.tournament.time_control, taken.match.time_control) == (UNTIMED, UNTIMED)
    again = rematch(pilot.app.services, table)
    assert (again.tournament.time_control, again.match.clock.left) == (BLITZ, (180_000, 180_000))


# Match setup


def test_match_setup_offers_clocks_and_remembers_the_last_one_for_each_game(seat: Peer) -> None:
    pilot = seat("", "gomoku")
    rulesets, services = pilot.app.services.catalogue.rulesets, pilot.app.services
    pilot.app.push(MatchSetupScene(pilot.app, rulesets["gomoku"]))
    assert pilot.scene.plan.time_control == UNTIMED
    pilot.press("Per turn")
    pilot.press("20 s")
    assert pilot.scene.plan.time_control == TimeControl(20, is_per_turn=True)
    pilot.press("Per game")
    assert pilot.scene.plan.time_control == TimeControl(300, 5)
    row = next(row for row in pilot.scene.rows() if row.caption == "Clock")
    seen = set()
    for _ in range(8):
        next(segment for segment in row.segments if segment.label == "+").choose()
        seen.add(time_control_text(pilot.scene.plan.time_control))
        row = next(row for row in pilot.scene.rows() if row.caption == "Clock")
    assert seen == {"10 min", "10 + 10", "15 + 10"}
    remember(services, pilot.scene.plan)
    assert plan_for(services, rulesets["gomoku"]).time_control == TimeControl(900, 10)
    assert plan_for(services, rulesets["connect6"]).time_control == UNTIMED
    assert clock_sentence(TimeControl(900, 10)) == "15 min per player, plus 10 seconds after each turn."


@pytest.mark.parametrize("language", ["en", "fi", "zh_CN"])
def test_all_rows_of_match_setup_lie_on_their_card(seat: Peer, language: str) -> None:
    pilot = seat("", "gomoku")
    pilot.app.set_language(language)
    for ruleset in pilot.app.services.catalogue.rulesets.values():
        pilot.app.push(MatchSetupScene(pilot.app, ruleset))
        pilot.scene.plan.time_control = TimeControl(900, 10)
        card = pilot.app.stage.rect(24, 80, 604, 608)
        for row in pilot.scene._place_rows():
            assert all(card.contains(place) for place in row.segments)
        pilot.app.pop(pilot.scene, None)
