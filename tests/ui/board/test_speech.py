"""What an opponent says: chosen by what happened, kind, short, and never the same twice in a row."""

from __future__ import annotations

from dataclasses import astuple
from itertools import chain, pairwise
from pathlib import Path

import pytest

import assets
from assets.languages import LANGUAGES
from game.core.character import PLAIN_DIALOGUE, Character, Dialogue, Mood
from game.core.language import _
from game.core.model import Outcome, Termination
from game.plugins.registry import discover
from game.session.opponent_chat import Banter, EvalSnapshot, mood_between
from game.storage.players import USUAL_FACES
from game.ui.board.player_card import ENGINE_FACE, MASCOTS, MIRROR_FACE, level_face
from game.ui.board.speech_bubble import BESIDE_ROOM
from game.ui.painting.lettering import longest_word
from game.ui.painting.stage import SMALLEST
from tools.pilot.hand import click
from tools.pilot.pilot import Peer, Pilot

RULESETS = discover().rulesets
CHARACTERS = {
    level.character.name: level.character
    for ruleset in RULESETS.values()
    for level in ruleset.info.levels
    if level.character is not None
}


def over(winner: int | None) -> EvalSnapshot:
    return EvalSnapshot(outcome=Outcome(Termination.LINE, winner))


@pytest.mark.parametrize(
    ("before", "after", "mood"),
    [
        (EvalSnapshot(), EvalSnapshot(), None),
        (EvalSnapshot(), over(1), Mood.WIN),
        (EvalSnapshot(), over(0), Mood.LOSS),
        (EvalSnapshot(), over(None), None),
        (EvalSnapshot(lead=0), EvalSnapshot(lead=2), Mood.GOOD_MOVE),
        (EvalSnapshot(lead=2), EvalSnapshot(lead=1), Mood.BAD_MOVE),
        (EvalSnapshot(chance=0.5), EvalSnapshot(chance=0.7), Mood.GOOD_MOVE),
        (EvalSnapshot(chance=0.5), EvalSnapshot(chance=0.3), Mood.BAD_MOVE),
        (EvalSnapshot(chance=0.5), EvalSnapshot(chance=0.55), None),
        (EvalSnapshot(chance=None), EvalSnapshot(chance=0.9), None),
        (EvalSnapshot(), EvalSnapshot(threat=1), Mood.GOOD_MOVE),
        (EvalSnapshot(), EvalSnapshot(threat=-1), Mood.BAD_MOVE),
        (EvalSnapshot(threat=-1), EvalSnapshot(), None),
    ],
)
def test_the_mood_follows_from_what_changed(before: EvalSnapshot, after: EvalSnapshot, mood: Mood | None) -> None:
    assert mood_between(before, after, seat=1) is mood


@pytest.mark.parametrize("name", CHARACTERS)
def test_no_line_is_said_twice_in_a_row(name: str) -> None:
    banter = Banter(CHARACTERS[name], start=5)
    said = [banter.line_for(mood) for mood in (Mood.GOOD_MOVE, Mood.BAD_MOVE, *[Mood.GOOD_MOVE] * 6, *Mood)]
    assert all(said)
    assert all(one != other for one, other in pairwise(said))


def test_who_has_one_line_only_says_nothing_rather_than_repeat_it() -> None:
    dialogue = Dialogue(("Hi.",), (), (), (), ())
    banter = Banter(Character("One", "owl", dialogue), start=0)
    assert [banter.line_for(Mood.OPENING), banter.line_for(Mood.OPENING), banter.line_for(Mood.WIN)] == [
        "Hi.",
        "",
        "",
    ]


@pytest.mark.parametrize("dialogue", [PLAIN_DIALOGUE, *(c.dialogue for c in CHARACTERS.values())])
def test_a_temper_has_two_or_three_short_lines_for_every_mood(dialogue: Dialogue) -> None:
    for mood in Mood:
        assert (1 if mood is Mood.PARTING else 2) <= len(dialogue.lines(mood)) <= 3
        assert all(0 < len(line) <= 50 for line in dialogue.lines(mood))


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_every_level_has_a_character_with_a_name_and_a_face_of_its_own_on_its_ladder(ruleset: object) -> None:
    cast = [level.character for level in ruleset.info.levels]
    assert None not in cast
    for look in ("name", "face"):
        assert len({getattr(character, look) for character in cast}) == len(cast)
    portraits = {file.stem for file in (Path(assets.FOLDER) / "portraits").glob("*.svg")}
    assert {character.face for character in cast} <= portraits


def test_nobody_who_has_chosen_no_face_looks_like_an_opponent() -> None:
    """A new player had the portrait of the opponent at the other side of the board."""
    portraits = {file.stem for file in (Path(assets.FOLDER) / "portraits").glob("*.svg")}
    taken = {level_face(each.info.levels, level.id) for each in RULESETS.values() for level in each.info.levels}
    assert len(set(USUAL_FACES)) >= 6
    assert set(USUAL_FACES) <= portraits - taken - {*MASCOTS, ENGINE_FACE, MIRROR_FACE}


def answer(pilot: object, name: str) -> None:
    pilot.app.services.opponent.answer(name)
    pilot.frames(3)


def test_an_opponent_greets_notices_a_strong_move_and_bears_its_loss(seat: Peer) -> None:
    pilot = seat("", "gomoku", friend=False)
    talk = pilot.scene.picture.talk
    dialogue = pilot.scene.table.tournament.ruleset.info.levels[-1].character.dialogue
    assert talk.line in dialogue.opening
    for mine, theirs in (("h8", "a1"), ("h9", "c1"), ("h10", "e1")):
        click(pilot, mine)
        answer(pilot, theirs)
    assert talk.line == ""
    click(pilot, "h11")
    assert talk.line in dialogue.bad_move
    answer(pilot, "g1")
    click(pilot, "h12")
    assert talk.line in dialogue.loss


def test_a_move_that_is_taken_back_takes_the_words_along(seat: Peer) -> None:
    pilot = seat("h8", "gomoku", friend=False)
    pilot.app.services.opponent.answer("h9")
    pilot.frames(5)
    talk = pilot.scene.picture.talk
    talk.line = "That one glows."
    pilot.help_me("Undo")
    assert talk.line == ""


def test_two_people_do_their_own_talking(seat: Peer) -> None:
    pilot = seat("h8", "gomoku")
    assert pilot.scene.picture.talk.line == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_anybody_is_too_long_for_the_bubble_in_the_smallest_window(language: str) -> None:
    pilot = Pilot(SMALLEST)
    pilot.app.set_language(language)
    levels = chain.from_iterable(ruleset.info.levels for ruleset in discover().rulesets.values())
    tempers = [level.character.dialogue for level in levels if level.character is not None]
    lines = {_("“{words}”", words=_(line)) for dialogue in tempers for line in chain.from_iterable(astuple(dialogue))}
    typesetter, room = pilot.app.paintbox.typesetter, pilot.app.stage.px(BESIDE_ROOM)
    too_long = [line for line in lines if longest_word(typesetter.font("bold", 15, line), line) > room]
    pilot.app.close()
    assert lines
    assert too_long == []
