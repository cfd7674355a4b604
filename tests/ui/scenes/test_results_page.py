"""The results: each game with its final board, who won and how, and how long both sides thought."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.core.tournament import Game
from game.ui.play import games_card
from game.ui.play.games_card import GamesCard
from game.ui.play.results import ResultsScene, ResultWays
from tools.pilot.pilot import Peer, Pilot

CORNERS = "a1 o15 a15 o1 h8 h9"
WON = "h8 a1 h9 a2 h10 a3 h11 a4 h12"


@pytest.fixture
def boards(monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """The games whose boards are drawn."""
    drawn: list[Game] = []
    draw = GamesCard._draw_board

    def listen(self: GamesCard, canvas: object, place: object, game: Game) -> None:
        drawn.append(game)
        draw(self, canvas, place, game)  # type: ignore[arg-type]

    monkeypatch.setattr(GamesCard, "_draw_board", listen)
    return drawn


def open_results(pilot: Pilot, games: int) -> GamesCard:
    table = pilot.scene.table
    table.tournament.games += table.tournament.games[:1] * (games - 1)
    pilot.open(ResultsScene(pilot.app, table, ResultWays()))
    pilot.frames(2)
    return GamesCard(table.tournament, 244, 428, 792)


@pytest.mark.parametrize(("games", "seen"), [(1, 1), (2, 2), (3, 3), (6, 1)])
def test_the_card_of_the_games_shows_their_final_boards(seat: Peer, boards: list[Game], games: int, seen: int) -> None:
    open_results(seat(WON, "gomoku"), games)
    assert len({id(game) for game in boards}) == 1
    assert len(boards) == seen


@pytest.mark.parametrize("width", [792.0, 640.0])
@pytest.mark.parametrize("games", [1, 2, 3, 6])
def test_a_final_board_is_square_and_shows_the_stones_in_its_corners(
    seat: Peer, monkeypatch: pytest.MonkeyPatch, games: int, width: float
) -> None:
    """The corners of the picture change when the stones there go."""
    pilot, shown = seat(CORNERS, "gomoku"), []
    draw = games_card.little_board

    def listen(*what: Any, **how: Any) -> pygame.Surface:
        paintbox, geometry, _board, *others = what
        picture, bare = draw(*what, **how), draw(paintbox, geometry, "." * len(geometry), *others, **how)
        shown.append((picture, bare))
        return picture

    monkeypatch.setattr(games_card, "little_board", listen)
    replace(open_results(pilot, games), width=width).draw(pilot.app.canvas(pilot.app.window.screen))
    for picture, bare in shown:
        wide, high = picture.get_size()
        assert abs(wide - high) <= 1
        pitch = wide / 15
        for x in (0.75 * pitch, wide - 0.75 * pitch):
            for y in (0.75 * pitch, high - 0.75 * pitch):
                assert picture.get_at((round(x), round(y))) != bare.get_at((round(x), round(y)))


def test_a_game_tells_its_winner_and_how_long_both_thought(seat: Peer) -> None:
    card = open_results(seat(WON, "gomoku"), 1)
    game = card.tournament.games[0]
    words = [passage.string for passage in card._lines(1, game, larger=True)]
    assert words[:4] == ["Game 1", words[1], "Ann went first", "9 stones"]
    assert words[1].startswith("Ann won (")
    assert games_card._spent(game, 0) + games_card._spent(game, 1) == sum(ply.spent for ply in game.match.plies)


def test_escape_leads_back_to_the_board(seat: Peer) -> None:
    pilot = seat(WON, "gomoku")
    ways, chosen = ResultWays(see_board=lambda: None), []
    pilot.app.push(ResultsScene(pilot.app, pilot.scene.table, ways), chosen.append)
    pilot.key(pygame.K_ESCAPE)
    assert chosen == [ways.see_board]
