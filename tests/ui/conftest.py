"""A home of their own and a display without a screen for the tests of the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.core.clock import UNTIMED, TimeControl
from game.core.language import ENGLISH, set_language
from game.core.ruleset import complete_options
from game.core.tournament import Participant, Tournament
from game.session.game_session import open_local_session
from game.ui.play.play_scene import PlayScene
from tests.ui.words_seen import draw_anew, heard
from tools.pilot.hand import click
from tools.pilot.pilot import Peer, Pilot
from tools.pilot.scripted_opponent import ScriptedOpponent
from tools.pilot.shared_pictures import quit_all_but_fonts, shared_pictures


@pytest.fixture(autouse=True)
def home(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Saves and records in a temporary folder; SDL without a screen or sound; a system that speaks English."""
    for variable in ("LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.setenv(variable, "en_US.UTF-8")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    with shared_pictures():
        yield own_home
    set_language(ENGLISH)
    quit_all_but_fonts()


@pytest.fixture
def seat(home: Path) -> Iterator[Peer]:
    """Opens a game between two people, or against a scripted opponent, by a clock, with these moves made."""
    flying = Pilot()
    flying.app.services.database.players.create("Ann")
    flying.app.services.opponent = ScriptedOpponent()
    flying.app.preferences.opponents_take_time = False

    def sit_down(
        moves: str = "j10",
        game: str = "connect6",
        *,
        friend: bool = True,
        clock: TimeControl = UNTIMED,
        **options: str,
    ) -> Pilot:
        ruleset = flying.app.services.catalogue.rulesets[game]
        level = ruleset.info.levels[-1]
        people = (Participant("Ann"), Participant("Ben") if friend else Participant(level.title, level.id))
        tournament = Tournament(
            ruleset, complete_options(ruleset.info, options), people, seed=1, title="test", time_control=clock
        )
        flying.open(PlayScene(flying.app, open_local_session(flying.app.services, tournament, "test", saved=False)))
        for name in moves.split():
            click(flying, name)
        return flying

    yield sit_down
    flying.app.close()


@pytest.fixture
def said(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """A function that draws the screen of the test's own ``pilot`` and returns all its words."""

    def words() -> str:
        with heard(monkeypatch, pilot.app.stage.size) as found:
            draw_anew(pilot, found)
            return " ".join(found.asked)

    return words
