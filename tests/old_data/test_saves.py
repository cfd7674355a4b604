"""Saved games with the plies of their journals, those of a drop-in among them."""

from __future__ import annotations

from game.core.clock import TimeControl
from game.core.model import Termination
from game.core.tournament import Participant, Practice, TeacherStrength
from tests.old_data.contents import loaded, words
from tools.pilot.tournaments import play


def test_every_save_can_be_opened(services):
    entries = {entry.name: (entry.problem, entry.can_resume) for entry in services.saves.entries()}
    over = ("From a position", "Gomoku - Anna and Ben", "Ladder 阶梯")
    going_on = ("Against my engine", "At the pond", "Drop-in", "Duck pond 2017", "Friday", "Renju school")
    assert entries == {**dict.fromkeys(over, ("", False)), **dict.fromkeys(going_on, ("", True))}


def test_a_save_goes_on_after_the_last_ply_of_its_journal(services):
    tournament, games = loaded(services, "Friday")
    assert games == ["h8 a1 g8 a2 f8 a3 e8 a15 d8", "h8 i9 g7 f6 i7 h7 j6"]
    assert tournament.participants == (Participant("Anna"), Participant("Ben"))
    assert (tournament.best_of, tournament.seed, tournament.wins()) == (3, 11, (1.0, 0.0))
    assert tournament.time_control == TimeControl(600, 5)
    match = tournament.current.match
    assert [ply.spent for ply in match.plies] == [2000, 4000, 2000, 4000, 3000, 6000, 9000]
    assert match.clock.left == (604_000, 601_000)
    assert tournament.options["variant"] == "standard"
    services.autosave.track(tournament, "Friday")
    play(match, "j7")
    services.autosave.changed()
    services.autosave.release()
    assert loaded(services, "Friday")[1][1] == "h8 i9 g7 f6 i7 h7 j6 j7"


def test_a_game_of_points_has_its_scores_and_is_still_practice(services):
    tournament, games = loaded(services, "At the pond")
    first = tournament.games[0]
    assert (first.marked, first.hints, first.match.state.scores) == (Practice.HINT, 2, {"w": 27, "b": 29})
    assert first.match.outcome.termination is Termination.POINTS
    assert games[0].startswith("duck f5=b h5=w h8=c ")
    assert games[1] == "duck b7=c c7=w i7=w i6=w b6=b g6=b g2=c g3=b g1=c g5=b"


def test_an_opening_a_teacher_a_position_and_a_match_won_are_read(services):
    school, games = loaded(services, "Renju school")
    assert (games, school.teacher) == (["h8 stay h9 swap f9 swap i9 ten j12"], TeacherStrength.ATTENTIVE)
    assert school.current.match.state.is_opening
    placed, games = loaded(services, "From a position")
    names = placed.current.match.first_state.geometry.names
    start = {names[cell]: letter for cell, letter in enumerate(placed.current.match.start.board) if letter in "bw"}
    assert (start, games) == ({"k10": "b", "l10": "w"}, ["k11 k9"])
    assert placed.current.match.outcome.termination is Termination.AGREED_DRAW
    won, games = loaded(services, "Ladder 阶梯")
    assert (won.first, won.best_of, won.wins(), won.is_over) == (1, 3, (2.0, 0.0), True)
    assert games[0] == "h9 h8 b18 a12 s6 f6 b8 f11 d6"


def test_a_file_of_another_program_is_still_a_save(services):
    tournament, _games = loaded(services, "Duck pond 2017")
    assert tournament.origin.format == "Threestones file of 2017"
    assert tournament.participants == (Participant("Human"), Participant("Computer", "greedy"))
    assert tournament.current.match.state.scores == {"w": 12, "b": 12}


def test_the_version_before_a_damaged_save_is_there(services, home):
    path = home / "saves" / "Friday.txt"
    path.write_text("nothing of it is left", encoding="utf-8")
    tournament, _lost = services.saves.salvage("Friday")
    assert words(tournament.games[1].match).startswith("h8 i9")


def test_a_game_of_a_drop_in_goes_on_at_the_same_stone(services):
    tournament, games = loaded(services, "Drop-in")
    assert tournament.ruleset.info.title == "Four in a row"
    assert games == ["d4 a1 d5 a2 d6 b1 d7", "c3 c4 d3 e3 b2"]
    assert (tournament.best_of, tournament.wins()) == (5, (1.0, 0.0))
    play(tournament.current.match, "a1 f6 b3")
    assert len(tournament.current.match.plies) == 8
