"""Stress test with random events: pointer, keyboard and resize events in every scene of the window."""

from __future__ import annotations

import os
import random
from pathlib import Path

import psutil
import pygame

from game.analysis.review.coach import teacher_of
from game.session.services import open_services
from game.storage.autosave import Autosave
from game.ui.menu.menu_scene import MenuScene
from game.ui.shell.app import App
from game.ui.window import KEYS_EVERYWHERE
from tools.stress.campaign import Campaign
from tools.stress.random_games import random_tournament
from tools.stress.scenes import SCENES

#: The number of events in a trial, and of successive trials in the same scene.
EVENTS, IN_A_ROW = 1_000, 20
#: The memory that the process of the window may use after a trial, in MB; the pictures of eight sizes take most of it.
MOST_MEGABYTES = 550
#: The number of events after which the trial opens the scene again.
_STAY = 200
_SIZES = ((960, 600), (1024, 768), (1280, 800), (1366, 768), (1600, 900), (1920, 1080), (640, 480), (300, 2000))
_KEYS = (
    *range(pygame.K_a, pygame.K_z + 1), *(pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT) * 4,
    *(pygame.K_RETURN, pygame.K_SPACE, pygame.K_TAB) * 4, pygame.K_ESCAPE, pygame.K_HOME, pygame.K_END, pygame.K_PAGEUP,
    pygame.K_PAGEDOWN, pygame.K_DELETE, pygame.K_BACKSPACE, pygame.K_F1, pygame.K_F11, pygame.K_PLUS, pygame.K_MINUS,
)  # fmt: skip
_LETTERS = ("a", "Z", "é", "王", "\U0001f427", "\u200b", "\0", "\u202e", "\ufe0f", "\u0301", " ", "x" * 300)


def trial(seed: int, folder: Path) -> str:
    """Send random events to the scene that belongs to the seed; return what went wrong, else "".

    The process must not use too much memory, and no exception may be raised.
    """
    rng = random.Random(seed)
    name = list(SCENES)[(seed // IN_A_ROW) % len(SCENES)]
    os.environ["STONE_FAIR_HOME"] = str(folder)
    pygame.display.init()
    pygame.font.init()
    app = _fair(rng)
    for event in range(EVENTS):
        # Open the scene again from time to time, and when an event has ended the program.
        if not app.running or event % _STAY == 0:
            app.running = True
            app.back_to_first()
            SCENES[name](app, rng)
        for each in _events(app, rng):
            pygame.event.post(each)
        app.step(rng.choice((0.0, 1 / 60, 1 / 60, 0.3)))
    megabytes = psutil.Process().memory_info().rss / 1e6
    app.close()
    return (
        f"the window needs {megabytes:.0f} MB, and {MOST_MEGABYTES} are the most" if megabytes > MOST_MEGABYTES else ""
    )


def _fair(rng: random.Random) -> App:
    """Open the window for a player with two saved games."""
    services = open_services(None, make_teacher=teacher_of)
    services.database.players.create("Anna")
    services.database.players.create("Ben")
    for name in ("Friday", "Saturday"):
        autosave = Autosave(services.saves)
        autosave.track(random_tournament(rng), name)
        autosave.changed()
        autosave.close()
    app = App(services, rng.choice(_SIZES), keys=KEYS_EVERYWHERE)
    app.push(MenuScene(app))
    return app


def _events(app: App, rng: random.Random) -> list[pygame.event.Event]:
    """Return the random events of one frame; sometimes resize the window and return none."""
    width, height = app.stage.size
    at = (rng.randrange(width), rng.randrange(height))
    kind = rng.random()
    if kind < 0.3:
        return [pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0), touch=False)]
    if kind < 0.6:
        button = rng.choice((1, 1, 1, 1, 2, 3))
        return [
            pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0), touch=False),
            pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=button, touch=False),
            pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=button, touch=False),
        ]
    if kind < 0.9:
        return _key(rng)
    if kind < 0.95:
        letters = rng.choice(_LETTERS)
        return [pygame.event.Event(pygame.TEXTINPUT, text=letters, window=None)]
    if kind < 0.98:
        return [pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=rng.choice((-3, -1, 1, 3)), flipped=False, touch=False)]
    app.window.set_size(rng.choice(_SIZES))
    return []


def _key(rng: random.Random) -> list[pygame.event.Event]:
    key, mod = rng.choice(_KEYS), rng.choice((0, 0, 0, 0, pygame.KMOD_CTRL, pygame.KMOD_SHIFT))
    return [
        pygame.event.Event(kind, key=key, mod=mod, unicode="", scancode=0) for kind in (pygame.KEYDOWN, pygame.KEYUP)
    ]


EVENTS_CAMPAIGN = Campaign("random events", "hands, keys and sizes", trial, IN_A_ROW, patience=120.0, weight=EVENTS)
