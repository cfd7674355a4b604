"""A simulated player that drives the window with posted events, frame by frame."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame

from game.analysis.review.coach import teacher_of
from game.core.language import _
from game.session.services import open_services
from game.ui.library.finding import open_dropped
from game.ui.shell.app import App
from game.ui.shell.dialogs import QuestionScene
from game.ui.shell.scene import Scene
from game.ui.shell.system_language import system_language
from game.ui.window import KEYS_EVERYWHERE
from tools.pilot.scripted_opponent import ScriptedOpponent
from tools.pilot.workshop import everything_compiled

FRAME = 1 / 60
#: The labels of the buttons that accept that a game becomes unrated.
AGREEING = (
    "Use hint",
    "Undo",
    "Show forced wins",
    "Show thinking",
    "Explore",
    "Analyse",
    "Play from here",
    "Leave",
)


class Pilot:
    """A simulated player who presses keys and buttons; every method that does so also runs the frames it needs."""

    def __init__(self, size: tuple[int, int] = (1280, 800), plugins: Path | None = None) -> None:
        pygame.display.init()
        pygame.font.init()
        pygame.event.get()
        services = open_services(plugins, system_language(), teacher_of)
        services.preparation = everything_compiled()
        services.prover = ScriptedOpponent()
        self.app = App(services, size, keys=KEYS_EVERYWHERE, open_file=open_dropped)
        self.draws_all = False
        """True to draw every frame, for a test that examines each one; otherwise most frames are not drawn."""

    def open(self, scene: Scene[Any]) -> None:
        """Open a scene and run two frames, as the menu shows its questions and messages only after its first frame."""
        self.app.push(scene)
        self.frames()
        self.frames()

    @property
    def scene(self) -> Any:
        """The scene that is shown, which is on top of the stack of scenes."""
        return self.app.scene

    def frames(self, count: int = 1, seconds: float = FRAME) -> None:
        """Run ``count`` frames of ``seconds`` each, and draw only the last one, unless ``draws_all`` is True."""
        for _frame in range(0 if self.draws_all else count - 1):
            self._pass_unseen(seconds)
        for _frame in range(count if self.draws_all else min(count, 1)):
            self.app.step(seconds)

    def _pass_unseen(self, seconds: float = FRAME) -> None:
        """Run a frame without drawing it, unless ``draws_all`` is True; a later frame draws the changes."""
        if self.draws_all:
            self.app.step(seconds)
            return
        self.app.draw = lambda: None
        was_changing = self.app._change.is_running
        try:
            self.app.step(seconds)
        finally:
            del self.app.draw
        if was_changing and not self.app._change.is_running:
            # The last frame of the transition was not drawn, and the scene below it has nothing new to draw.
            self.app.scene.dirty = True

    def until(self, condition: Callable[[], bool], what: str, seconds: float = 30.0) -> None:
        """Run frames in real time until ``condition`` returns True. Raise AssertionError after ``seconds``."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, f"waited {seconds} s for: {what}"
            self.frames()
            time.sleep(0.002)

    def key(self, key: int, mod: int = 0, text: str = "") -> None:
        """Press and release a key."""
        self._post_key(key, mod, text)
        self.frames(2)

    def _post_key(self, key: int, mod: int = 0, text: str = "") -> None:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text, scancode=0))
        writes = pygame.K_a <= key <= pygame.K_z or key == pygame.K_SPACE
        if writes and not mod & pygame.KMOD_CTRL:
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=chr(key), window=None))
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key, mod=mod, unicode=text, scancode=0))

    def type(self, text: str) -> None:
        """Type a text."""
        for letter in text:
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter, window=None))
            self._pass_unseen()
        self.frames()

    def click(self, point: tuple[float, float]) -> None:
        """Click at a point of the window, then move the pointer out of the window, so that nothing is highlighted."""
        at = (round(point[0]), round(point[1]))
        pygame.mouse.set_pos(at)
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0), touch=False))
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=at, button=1, touch=False))
            self._pass_unseen()
        self._pass_unseen()
        pygame.event.post(pygame.event.Event(pygame.WINDOWLEAVE, window=None))
        self.frames()

    def drop(self, path: Path) -> None:
        """Drop a file on the window."""
        pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path), window=None))
        self.frames(2)

    def press(self, label: str) -> None:
        """Click the button with this label. Raise AssertionError if it is missing or disabled."""
        button = next((b for b in self.scene.controls.buttons if b.label == label), None)
        labels = [b.label for b in self.scene.controls.buttons]
        assert button is not None, f"no button {label!r} in {type(self.scene).__name__}: {labels}"
        assert button.enabled, f"the button {label!r} is off"
        self.click(button.rect.center)

    def press_by_keys(self, label: str) -> None:
        """Press Tab until the button with this label has the focus, then Enter.

        Raise AssertionError if no such button is reached.
        """
        for _step in range(len(self.scene.controls.buttons) + 2):
            focused = self.scene.controls.focused
            if focused is not None and focused.label == label:
                self.key(pygame.K_RETURN)
                return
            self.key(pygame.K_TAB)
        raise AssertionError(f"no key leads to {label!r} in {type(self.scene).__name__}")

    def help_me(self, label: str) -> None:
        """Click a button such as Hint, and accept if the game becomes unrated by it."""
        self.press(label)
        self.agree()

    def agree(self) -> None:
        """Accept that a rated game becomes unrated, if a dialog asks for it, in any language."""
        if isinstance(self.scene, QuestionScene) and self.scene._answers[0].label == _("Cancel"):
            self.scene.finish(self.scene._answers[1])
            self.frames(2)

    def choose_opponent(self, title: str) -> None:
        """Select the opponent with this title in the list of match setup, using the keyboard."""
        titles = [candidate.title for candidate in self.scene.list.items]
        assert title in titles, f"no opponent {title!r}: {titles}"
        for key in (pygame.K_HOME, *[pygame.K_DOWN] * titles.index(title)):
            self._post_key(key)
            self._pass_unseen()
        self.frames()

    def close(self) -> None:
        """Close the window as its close button does."""
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        self.frames()
        self.app.close()


#: The type of the test fixture ``seat``, a function that opens a game and makes moves in it.
Peer = Callable[..., Pilot]
