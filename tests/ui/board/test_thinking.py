"""The opponent's thinking on the game screen: shown when it is wanted, and cheap to show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest

from game.core.model import Place
from game.core.ruleset import complete_options
from game.core.tournament import Participant, Practice, Tournament
from game.session.game_session import open_local_session
from game.session.preferences import Preferences
from game.ui.board.thinking_card import short_number, verdict
from game.ui.painting.typesetter import Typesetter
from game.ui.play.play_scene import PlayScene
from tools.pilot.pilot import FRAME, Pilot
from tools.pilot.scripted_opponent import ScriptedOpponent

LINE = ("i9", "i8", "g9", "h9")


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    flying = Pilot()
    flying.app.services.database.players.create("Ann")
    flying.app.services.opponent = ScriptedOpponent()
    flying.app.preferences.opponents_take_time = False
    flying.app.preferences.reduced_motion = True
    ruleset = flying.app.services.catalogue.rulesets["gomoku"]
    level = ruleset.info.levels[-1]
    people = (Participant("Ann"), Participant(level.title, level.id))
    tournament = Tournament(ruleset, complete_options(ruleset.info, {}), people, seed=1, title="test")
    table = open_local_session(flying.app.services, tournament, "test", saved=False)
    # In a rated game nothing is shown before the player agrees.
    table.stakes.make_practice(Practice.ANALYSED)
    flying.open(PlayScene(flying.app, table))
    yield flying
    flying.app.close()


@pytest.fixture
def words(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All words that are drawn from now on."""
    drawn: list[str] = []
    draw = Typesetter.draw

    def note_and_draw(
        self: Typesetter, target: pygame.Surface, string: str, *args: object, **more: object
    ) -> pygame.Rect:
        drawn.append(string)
        return draw(self, target, string, *args, **more)

    monkeypatch.setattr(Typesetter, "draw", note_and_draw)
    return drawn


def place(pilot: Pilot, name: str) -> None:
    scene = pilot.scene
    pilot.click(scene.board.layout.centre(scene.table.match.state.geometry.cell(name)))


def think(pilot: Pilot, **numbers: object) -> None:
    """The opponent says something, and the card has had the time to take it in."""
    pilot.app.services.opponent.remark(**{"depth": 12, "score": 100.0, "nodes": 50_000, "variation": LINE, **numbers})
    pilot.frames(20)


def on_board(pilot: Pilot) -> list[str]:
    """The numbered cells of the variation."""
    names = pilot.scene.table.match.state.geometry.names
    return [names[placed.cell] for placed in pilot.scene.board.forecast]


def test_nothing_is_shown_against_an_opponent_until_it_is_wanted_and_the_wish_is_kept(
    pilot: Pilot, words: list[str]
) -> None:
    place(pilot, "h8")
    think(pilot)
    assert not pilot.scene.picture.thinking.is_shown
    assert "I9 I8 G9 H9" not in words
    pilot.key(pygame.K_t)
    assert {"I9 I8 G9 H9", "White a little ahead", "59 %"} <= set(words)
    assert any(word.startswith("Depth 12") for word in words)
    assert Preferences(pilot.app.services.database.settings).thinking_shown
    pilot.press("Thinking")
    assert not pilot.scene.picture.thinking.is_shown


def test_a_hint_shows_its_thinking_where_that_is_wanted(pilot: Pilot, words: list[str]) -> None:
    pilot.press("Hint")
    think(pilot)
    assert not pilot.scene.picture.thinking.is_shown
    pilot.key(pygame.K_t)
    think(pilot, score=9000.0, verdict="Forced win in 3 stones.")
    assert {"Black winning", "100 %", "Forced win in 3 stones."} <= set(words)
    pilot.app.services.opponent.answer("i9")
    pilot.frames(5)
    assert pilot.scene.picture.thinking.is_shown


def test_speed_is_told_by_the_time_since_the_question_and_not_before_there_is_any(pilot: Pilot) -> None:
    place(pilot, "h8")
    think(pilot)
    thinking = pilot.scene.table.computer.thinking
    assert replace(thinking, seconds=2.0).speed == 25_000
    assert replace(thinking, seconds=0.0).speed == 0


def test_a_score_that_is_no_searchs_makes_no_balance(pilot: Pilot, words: list[str]) -> None:
    pilot.key(pygame.K_t)
    place(pilot, "h8")
    think(pilot, depth=1, score=837.0)
    assert "Depth 1" in words
    assert not any(word.endswith(" %") for word in words)


def test_what_was_thought_stays_after_the_move_and_goes_when_it_is_taken_back(pilot: Pilot) -> None:
    pilot.key(pygame.K_t)
    place(pilot, "h8")
    think(pilot)
    pilot.app.services.opponent.answer("i9")
    pilot.frames(20)
    assert pilot.scene.table.computer.thinking.remark.depth == 12
    pilot.help_me("Undo")
    assert pilot.scene.table.computer.thinking is None


def test_the_card_is_no_taller_than_its_words_need(pilot: Pilot) -> None:
    pilot.key(pygame.K_t)
    place(pilot, "h8")
    card, heights = pilot.scene.picture.thinking, []
    for line in ((), LINE, 4 * LINE):
        think(pilot, variation=line, depth=10 + len(line))
        heights.append(card.rect(pilot.app.stage).height)
    assert heights == sorted(set(heights))
    assert heights[-1] < 1.7 * heights[0]


def test_the_line_is_numbered_on_the_board_while_the_pointer_is_on_the_card(pilot: Pilot) -> None:
    pilot.key(pygame.K_t)
    place(pilot, "h8")
    think(pilot)
    assert on_board(pilot) == []
    at = pilot.scene.picture.thinking.rect(pilot.app.stage).center
    for point, expected in ((at, list(LINE)), ((5, 5), [])):
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=point, rel=(0, 0), buttons=(0, 0, 0), touch=False))
        pilot.frames(2)
        assert on_board(pilot) == expected


def test_a_key_or_a_click_leaves_the_line_on_the_board_which_follows_the_game(pilot: Pilot) -> None:
    pilot.key(pygame.K_t)
    place(pilot, "h8")
    think(pilot)
    pilot.key(pygame.K_v)
    assert on_board(pilot) == ["i9", "i8", "g9", "h9"]
    assert [placed.stone for placed in pilot.scene.board.forecast] == ["w", "b", "w", "b"]
    pilot.app.services.opponent.answer("i9")
    pilot.frames(20)
    assert on_board(pilot) == ["i8", "g9", "h9"]
    place(pilot, "a1")
    assert on_board(pilot) == [], "the game has left the line"
    pilot.key(pygame.K_v)
    pilot.click(pilot.scene.picture.thinking.rect(pilot.app.stage).center)
    think(pilot)
    assert on_board(pilot) == [], "i9 is taken: this line cannot be played"


def test_a_last_line_of_sums_leaves_the_variation_standing(pilot: Pilot) -> None:
    place(pilot, "h8")
    think(pilot)
    think(pilot, depth=13, variation=())
    remark = pilot.scene.table.computer.thinking.remark
    assert (remark.depth, remark.variation) == (13, LINE)


def test_a_line_ends_where_it_cannot_be_read_or_played(pilot: Pilot) -> None:
    place(pilot, "h8")
    think(pilot, variation=("i9", "h8", "a1"))
    assert pilot.scene.table.computer.forecast() == [Place(pilot.scene.table.match.state.geometry.cell("i9"), "w")]
    think(pilot, variation=("i9", "nonsense"))
    assert len(pilot.scene.table.computer.forecast()) == 1


def test_an_opponent_that_says_a_thing_in_every_frame_has_the_screen_drawn_a_few_times_a_second(pilot: Pilot) -> None:
    pilot.key(pygame.K_t)
    place(pilot, "h8")
    think(pilot)
    drawn = 0
    for number in range(60):
        pilot.app.services.opponent.remark(depth=12, nodes=number + 1, variation=LINE)
        drawn += pilot.app.step(FRAME)
    assert 2 <= drawn <= 5
    pilot.frames(20)
    assert not any(pilot.app.step(FRAME) for _ in range(60)), "nothing changes any more"


@pytest.mark.parametrize(("number", "words"), [(850, "850"), (1234, "1.2 k"), (34_000, "34 k"), (2_900_000, "2.9 M")])
def test_large_numbers_are_short(number: float, words: str) -> None:
    assert short_number(number) == words


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0.5, "An even game"), (0.6, "White a little ahead"), (0.8, "White ahead"), (1.0, "White winning")],
)
def test_a_balance_is_told_in_words(chance: float, words: str) -> None:
    assert verdict(chance, "White") == words
