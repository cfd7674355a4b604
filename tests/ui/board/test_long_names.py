"""Long names at the table: a sentence about a player is shortened in the name, and never at its end."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.tournament import Participant, Tournament
from game.session.engines import display_name_of_engine
from game.session.game_session import open_local_session
from game.session.texts import describe, turn_sentence
from game.ui.play.play_picture import MOST_LINES
from game.ui.play.play_scene import PlayScene
from tests.ui.words_seen import draw_anew, heard
from tools.pilot.pilot import Pilot
from tools.pilot.sample_games import sample_games

NAMES = ("Maximiliane Alexandra von und zu Hohenfel", "Wolfeschlegelsteinhausenbergerdorff Jr.")
ALIKE = (NAMES[0], "Maximiliane Elisabeth von und zu Hohenfe")


@pytest.mark.parametrize(
    ("name", "spoken"),
    [
        ("Ann", "Ann"),
        ("Granny Smith", "Granny Smith"),
        (NAMES[0], "Maximiliane"),
        (NAMES[1], "Wolfeschleg…"),
    ],
)
def test_a_sentence_has_as_much_of_a_name_as_there_is_room_for(name: str, spoken: str) -> None:
    assert display_name_of_engine(Participant(name), Participant("Ben")) == spoken


@pytest.mark.parametrize(
    ("name", "other", "spoken"),
    [
        (*ALIKE, "Maximiliane Alexandra"),
        ("Alexander", "Alexander Meyers", "Alexander"),
        ("Alexander Meyers", "Alexander", "Alexander Meyers"),
        (NAMES[1], "Wolfeschlegelstein", "Wolfeschlegelsteinhausenbergerdorff"),
    ],
)
def test_as_much_of_a_name_is_said_as_tells_it_from_the_other_one(name: str, other: str, spoken: str) -> None:
    assert display_name_of_engine(Participant(name), Participant(other)) == spoken


def test_two_people_of_the_same_first_name_are_told_apart_in_a_sentence(home: Path) -> None:
    pilot, whole = Pilot(), sample_games("gomoku")
    people = (Participant("Alexander Miller"), Participant("Alexander Meyers"))
    table = open_local_session(
        pilot.app.services, Tournament(whole.ruleset, whole.options, people, 1), "test", saved=False
    )
    assert turn_sentence(table) == "Alexander Miller to move."
    table.match.resign(0)
    assert turn_sentence(table) == "Alexander Miller resigned. Alexander Meyers wins."
    pilot.app.close()


@pytest.mark.parametrize("names", [NAMES, ALIKE])
def test_every_note_of_a_game_of_threestones_fits_the_card_of_the_turn(home: Path, names: tuple[str, str]) -> None:
    pilot, whole = Pilot(), sample_games("threestones")
    people = (Participant(names[0]), Participant(names[1]))
    tournament = Tournament(whole.ruleset, whole.options, people, whole.seed)
    match = tournament.start_game().match
    table = open_local_session(pilot.app.services, tournament, "test", saved=False)
    for ply in whole.games[0].match.plies:
        moved = match.play(ply.move)
        assert isinstance(moved, tuple), moved
        note = f"{describe(table, moved)} {turn_sentence(table)}"
        lines = pilot.app.paintbox.typesetter.wrap(note, "text", 15, pilot.app.stage.px(204))
        assert len(lines) <= MOST_LINES, note
    pilot.app.close()


@pytest.mark.parametrize("name", ["Benjamin Longfellows", "Benjamin Wolfeschlegelsteinhausen"])
def test_no_long_word_of_a_name_is_broken(name: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot, whole = Pilot(), sample_games("gomoku")
    people = (Participant(name), Participant("Ben"))
    table = open_local_session(
        pilot.app.services, Tournament(whole.ruleset, whole.options, people, 1), "test", saved=False
    )
    with heard(monkeypatch, pilot.app.window.screen.get_size()) as words:
        pilot.app.push(PlayScene(pilot.app, table))
        draw_anew(pilot, words)
        assert not words.broken
    pilot.app.close()
