"""The tempo of an opponent at the table: seen, skipped by a click that does nothing else, and off in the settings."""

from __future__ import annotations

from tests.ui.hand import at, click
from tests.ui.pilot import Pilot, Seat


def facing_somebody_slow(seat: Seat) -> Pilot:
    pilot = seat("", "gomoku", friend=False)
    pilot.app.preferences.opponents_take_time = True
    click(pilot, "h8", frames=0)
    pilot.app.services.opponent.answer("j10")
    pilot.frames(2)
    return pilot


def plies(pilot: Pilot) -> int:
    return len(pilot.scene.table.match.plies)


def test_an_opponents_stone_falls_when_it_has_taken_its_time(seat: Seat) -> None:
    pilot = facing_somebody_slow(seat)
    assert plies(pilot) == 1
    pilot.frames(5, seconds=0.5)
    assert plies(pilot) == 2


def test_a_click_skips_the_wait_and_does_nothing_else(seat: Seat) -> None:
    pilot = facing_somebody_slow(seat)
    pilot.click(at(pilot, "c3"))
    assert plies(pilot) == 2
    assert pilot.scene.table.person_to_move


def test_a_click_on_a_button_skips_the_wait_and_does_not_press_it(seat: Seat) -> None:
    pilot = facing_somebody_slow(seat)
    pilot.press("Resign")
    assert plies(pilot) == 2
    assert pilot.scene.table.match.outcome is None


def test_a_click_while_the_opponent_really_thinks_acts_as_ever(seat: Seat) -> None:
    pilot = seat("", "gomoku", friend=False)
    pilot.app.preferences.opponents_take_time = True
    click(pilot, "h8")
    pilot.press("Undo")
    assert plies(pilot) == 0


def test_undo_takes_a_held_answer_back_too(seat: Seat) -> None:
    pilot = facing_somebody_slow(seat)
    pilot.scene._undo()
    pilot.frames(5, seconds=0.5)
    assert plies(pilot) == 0


def test_opponents_that_do_not_take_their_time_answer_at_once(seat: Seat) -> None:
    pilot = seat("", "gomoku", friend=False)
    click(pilot, "h8", frames=0)
    pilot.app.services.opponent.answer("j10")
    pilot.frames(1)
    assert plies(pilot) == 2
