"""The app: the window, its main loop, the reader of pygame's event queue, and the stack of scenes."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import pygame

from game.core.language import _
from game.core.ruleset import PluginError
from game.core.threads.worker import WindowQueue
from game.session.services import Services
from game.ui.effects.motion.scene_change import SceneChange
from game.ui.effects.motion.timings import SCENE_SLIDE
from game.ui.effects.sound.mixer import Mixer
from game.ui.effects.sound.speaker import Silence, Speaker
from game.ui.painting.canvas import Canvas
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.sprites import Sprites
from game.ui.painting.stage import DESIGN_HEIGHT, DESIGN_WIDTH, Stage
from game.ui.painting.theme import theme_or_first
from game.ui.shell.activity_lamp import done_text
from game.ui.shell.app_window import NAME, POINTER_EVENTS, AppWindow, shape_pointer
from game.ui.shell.gamepad import Gamepads
from game.ui.shell.memory_trimmer import MemoryTrimmer
from game.ui.shell.saving import Saving
from game.ui.shell.scene_stack import SceneStack
from game.ui.shell.snapshots import Snapshots
from game.ui.shell.stacked_scene import StackedScene
from game.ui.shell.toast import Toast
from game.ui.widgets.keys import FULL_SCREEN, PICTURE

Result = TypeVar("Result")

FRAMES_PER_SECOND = 60


class App:
    """The window, its main loop and its stack of scenes. ``step`` runs the loop once."""

    def __init__(
        self,
        services: Services,
        size: tuple[int, int] = (DESIGN_WIDTH, DESIGN_HEIGHT),
        speaker: Speaker | None = None,
        keys: Mapping[int, KeyAction] | None = None,
        open_file: Callable[[App, Path], None] | None = None,
    ) -> None:
        """Open the window. Without a speaker there is no sound.

        ``keys`` are keys with an action in every scene. ``open_file`` receives a file that was dropped on the window,
        if the scene on top accepts files.
        """
        self.services = services
        self.preferences = services.preferences
        self.sounds = Mixer(speaker or Silence(), self.preferences)
        self.gamepads = Gamepads()
        self.by_keys = False
        """True if the last input came from keys or a gamepad, so that the focus is visible; False after the mouse."""
        self.running = True
        self.notices: deque[tuple[str, str]] = deque()
        """Titles and texts of messages to the player; the first scene shows them when it is on top."""
        self.offers: deque[Callable[[], None]] = deque()
        """Functions that ask the player about saved data; the first scene calls them after the notices."""
        self.tasks: deque[Callable[[], None]] = deque()
        """Functions that open something; the first scene calls them after all notices and offers."""
        self.scenes = SceneStack()
        self._load_theme()
        told = filter(None, (services.database.file.notice, *services.result_store.catch_up()))
        self.notices.extend((_("Your records"), sentence) for sentence in told)
        self._tick_callbacks: list[Callable[[float], None]] = []
        self.over: Callable[[Canvas], None] = lambda canvas: None
        """A callback that draws above all scenes, for example a clock that keeps running."""
        self._keys = {FULL_SCREEN.key: _toggle_full_screen, PICTURE.key: _take_snapshot, **(keys or {})}
        self._open_file = open_file
        self._change = SceneChange()
        self._toast = Toast()
        self._saving = Saving(services, self.show_message, self.notices)
        self.posted = WindowQueue()
        """The actions that worker threads hand to the window."""
        self._snapshots = Snapshots(self.posted, self.show_message)
        self._memory = MemoryTrimmer()
        self._has_drawn = False
        self._has_new_text_size = False
        self.window = AppWindow(size, services.database, self._lay_out)
        self._measure()

    # The window

    @property
    def stage(self) -> Stage:
        """The conversion from design pixels to the window, at the window's present size."""
        return self.window.stage

    def _lay_out(self) -> None:
        """Lay out all scenes for the window's size, text size and theme."""
        self._measure()
        self.scenes.arrange()

    def _measure(self) -> None:
        self._change.end()
        if self._has_drawn:
            self._memory.leave()
        self.theme.release_fonts()
        self.paintbox = Paintbox(self.theme, self.stage.scale, self.preferences.font_scale, self._sprites)

    def set_language(self, code: str) -> None:
        """Switch the program to another language, and save that preference."""
        self.preferences.language = code
        self.services.set_language()
        self.scenes.change_language()

    def set_font_scale(self, font_scale: float) -> None:
        """Save a new text size; it takes effect when the mouse button is released."""
        self.preferences.font_scale = font_scale
        self._has_new_text_size = True

    def _apply_text_size(self) -> None:
        if self._has_new_text_size and not pygame.mouse.get_pressed()[0]:
            self._has_new_text_size = False
            self._lay_out()

    def set_theme(self, theme: str) -> None:
        """Switch to another theme, given by the name of its file, and save that preference."""
        self.preferences.theme = theme
        self._load_theme()
        self._lay_out()

    def read_preferences(self) -> None:
        """Read and apply the saved preferences again, after the database was replaced."""
        self.preferences.read()
        self.services.sheets.apply_choice()
        self.services.set_language()
        self._load_theme()
        self._measure()
        self.scenes.change_look()

    def _load_theme(self) -> None:
        self.theme, problem = theme_or_first(self.preferences.theme)
        self._sprites = Sprites(self.services.catalogue.folders(), theme=self.theme)
        if problem:
            self.notices.append((_("Theme problem"), problem))

    # The stack

    @property
    def scene(self) -> StackedScene[Any]:
        return self.scenes.top

    def push(self, scene: StackedScene[Result], on_result: Callable[[Result], None] | None = None) -> None:
        """Put a scene on top of the stack; ``on_result`` receives its result."""
        if self.scenes.entries:
            self.scene.suspend()
            self._begin_change(scene, 1)
            if not scene.overlay:
                # A covered scene is redrawn when it is visible again; until then its picture would only take memory.
                self.scene.repaint()
        self.scenes.add(scene, on_result)
        self._pass_reduced_motion(scene)
        scene.enter()
        if self.by_keys:
            scene.show_focus()

    def _begin_change(self, comes: StackedScene[Any], way: int) -> None:
        """Begin the transition to the scene ``comes``. It slides in if it fills the window; an overlay only fades in.

        The scene slides in from the right if ``way`` is 1, from the left if it is -1.
        """
        if self._has_drawn:
            slide = 0 if comes.overlay else way * self.stage.px(SCENE_SLIDE)
            self._change.begin(self.window.screen, slide, reduced=self.preferences.reduced_motion)

    def _pass_reduced_motion(self, scene: StackedScene[Any]) -> None:
        scene.reduce_motion(reduced=self.preferences.reduced_motion)

    def pop(self, scene: StackedScene[Result], result: Result) -> None:
        """Remove the top scene from the stack and pass its result to the code that pushed it."""
        assert self.scene is scene, "only the scene on top can finish"
        _, on_result = self.scenes.entries.pop()
        scene.exit()
        # The scene object itself stays until its reference cycles are collected.
        scene.repaint()
        self._memory.leave()
        if self.scenes.entries:
            self.scenes.note_top()
            self._begin_change(scene, -1)
            self._pass_reduced_motion(self.scene)
            self.scene.resume()
        if on_result is not None:
            on_result(result)

    # The loop

    def run(self) -> None:
        clock = pygame.time.Clock()
        try:
            while self.running:
                self.step(clock.tick(FRAMES_PER_SECOND) / 1000)
                # The compilation starts after the first picture, which it would delay.
                self.services.preparation.begin()
                self._measure_levels()
        finally:
            self.close()

    def _measure_levels(self) -> None:
        """Let games in the background measure the opponents of rule sheets while the player only looks at the menu."""
        is_idle = self.scene.leaves_processor and not self.services.preparation.is_at_work
        if self.services.level_ratings.poll(is_idle=is_idle):
            self.scenes.repaint()

    def step(self, seconds: float) -> bool:
        """Run the main loop once: handle events, advance time, draw; return True if a frame was drawn."""
        try:
            return self._turn(seconds)
        except PluginError as error:
            self.notices.append((_("Error in a ruleset"), str(error)))
            self.back_to_first()
            return False

    def _turn(self, seconds: float) -> bool:
        events = pygame.event.get()
        for event in events:
            for each in self.gamepads.translate(event):
                self._dispatch(each)
        for each in self.gamepads.tick(seconds):
            self._dispatch(each)
        if not self.running:
            return False
        self.window.tick(seconds)
        self._update_preparation()
        self.posted.run()
        self._show_news(seconds)
        self._apply_text_size()
        for callback in tuple(self._tick_callbacks):
            callback(seconds)
        self.sounds.tick(seconds, self.scene.tune)
        self.scene.tick(seconds)
        self._memory.clear_away()
        is_still = not self._change.is_running and self.scenes.is_still
        if events or not is_still:
            shape_pointer(self.scene.pointer_shape)
        if is_still:
            return False
        self._change.tick(seconds)
        self.draw()
        pygame.display.flip()
        self.sounds.start()
        self.gamepads.open()
        return True

    def add_tick_callback(self, callback: Callable[[float], None]) -> None:
        """Add a function to call with the seconds that have passed each time the main loop runs, in any scene."""
        self._tick_callbacks.append(callback)

    def dismiss(self, callback: Callable[[float], None]) -> None:
        """Stop calling a function that ``add_tick_callback`` has added to the main loop."""
        self._tick_callbacks.remove(callback)

    def _update_preparation(self) -> None:
        """Redraw the scenes as the compilation of the engines advances; announce when all engines are ready."""
        preparation = self.services.preparation
        if not preparation.poll():
            return
        self.scenes.repaint()
        if not preparation.is_at_work and preparation.games.share == 1:
            self.show_message(done_text())

    def _show_news(self, seconds: float) -> None:
        """Show messages about unsaved data over the scenes."""
        if self._saving.tick(seconds):
            # The scenes show the state of saving.
            self.scenes.repaint()
        if self._toast.tick(seconds):
            self.scene.dirty = True

    def take_snapshot(self) -> None:
        """Save a picture of the window (F12), without transitions and messages."""
        self._end_change()
        picture = pygame.Surface(self.stage.size).convert(self.window.screen)
        self._draw_scenes(picture)
        self.scene.dirty = True
        self.save_picture(picture)

    def save_picture(self, picture: pygame.Surface) -> None:
        """Save a picture as a file named after the program and the time.

        The surface must not be modified afterwards.
        """
        self._snapshots.take(picture, NAME)

    def back_to_first(self) -> None:
        """Close all scenes but the first, without a result."""
        while not self.scenes.is_at_first:
            self._exit_top()
        self._memory.leave()
        self.scene.resume()

    def _exit_top(self) -> None:
        with contextlib.suppress(PluginError):
            self.scenes.entries.pop()[0].exit()

    def _dispatch(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
            self.by_keys = event.type == pygame.KEYDOWN
            self.scene.hide_tooltip()
        self._pass_pointer(event)
        if event.type == pygame.QUIT:
            self.running = False
        elif event.type == pygame.VIDEORESIZE:
            self.window.note_resize()
        elif event.type == pygame.WINDOWMINIMIZED:
            self.sounds.is_away = True
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            self.sounds.is_away = False
            self.scene.dirty = True
        elif event.type == pygame.WINDOWMOVED:
            self.window.record_geometry()
        elif event.type == pygame.DROPFILE:
            self._take_file(Path(event.file))
        elif event.type == pygame.KEYDOWN and event.key in self._keys and self._keys[event.key](self):
            return
        else:
            if event.type in POINTER_EVENTS:
                self.window.finish_resize()
            if event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
                self._end_change()
            self.scene.handle(event)

    def _pass_pointer(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEMOTION:
            self.scene.point(event.pos)
        elif event.type == pygame.WINDOWLEAVE:
            self.scene.point(None)

    def _take_file(self, path: Path) -> None:
        """Open a file that was dropped on the window, or say where files can be dropped."""
        if self._open_file is not None and self.scene.takes_files:
            self._open_file(self, path)
        else:
            self.show_message(_("Files can be dropped on the menu, the library or the analysis board."))

    def show_message(self, words: str) -> None:
        """Show a short sentence over the scenes for a moment."""
        self._toast.show_message(words, reduced=self.preferences.reduced_motion)

    def act(self, key: int) -> None:
        """Perform the action of a key that works in every scene.

        Buttons with the same action call this, too.
        """
        self._keys[key](self)

    def canvas(self, target: pygame.Surface) -> Canvas:
        """Return a canvas that draws onto a surface as large as the window, in design pixels."""
        return Canvas(target, self.stage, self.paintbox)

    def draw(self) -> None:
        """Draw the visible scenes onto the screen."""
        self._change.draw(self.window.screen, self._draw_scenes)
        self._saving.draw(self.canvas(self.window.screen))
        self.over(self.canvas(self.window.screen))
        self._toast.draw(self.canvas(self.window.screen))
        self._has_drawn = True

    def _draw_scenes(self, target: pygame.Surface) -> None:
        self.scenes.draw(self.canvas(target))

    def _end_change(self) -> None:
        """End the transition between scenes at once, so that input never waits for it."""
        if self._change.is_running:
            self._change.end()
            self.scene.dirty = True

    def quit(self) -> None:
        """End the main loop after its current run."""
        self.running = False

    def close(self) -> None:
        """Close every scene, stop the music, finish pending writes and end the engines' processes."""
        while self.scenes.entries:
            self._exit_top()
        self.sounds.close()
        self._snapshots.close()
        self.window.close()
        self._saving.finish()
        self.services.close()
        pygame.quit()


#: The action of a key in every scene; returns False to pass the key on to the scene.
KeyAction = Callable[[App], bool]


def _toggle_full_screen(app: App) -> bool:
    app.window.toggle_full_screen()
    return True


def _take_snapshot(app: App) -> bool:
    app.take_snapshot()
    return True
