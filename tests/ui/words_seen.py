"""Listens to the painting kit: which words a scene shows, and which of them do not fit where they stand."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

import pygame
import pytest

from game.ui.painting import lettering, surfaces, typesetter
from game.ui.painting.canvas import Canvas
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.panel_painter import PanelPainter
from game.ui.painting.stage import Area
from game.ui.painting.surfaces import SurfaceCache
from game.ui.painting.typesetter import LEADING, Block, Passage, Typesetter
from game.ui.shell.app import App
from game.ui.shell.form import FormScene
from game.ui.widgets.fields import ListField
from tools.pilot.pilot import Pilot

#: By how many pixels letters may share a place with others, or stand over an edge: their own edges are soft.
_NEAR = 2


@dataclass(frozen=True, slots=True)
class Label:
    """Words on a surface: where their letters are, without the room that a font leaves round them."""

    words: str
    ink: pygame.Rect
    size: float
    """Design pixels."""
    kind: tuple[str, float] | None = None
    """The family and the size at 100 % of a line that may grow, None where they are not known."""


@dataclass
class Sheet:
    """A surface that was drawn on: the screen, a page, a button's picture."""

    surface: pygame.Surface
    labels: list[Label] = field(default_factory=list)
    panels: list[pygame.Rect] = field(default_factory=list)
    """Cards, bubbles, fields and plates, in the order they were drawn."""
    buttons: list[pygame.Rect] = field(default_factory=list)

    def misfits(self) -> Iterator[str]:
        """Words beyond the surface, beyond the card that they stand on, over a button or over other words."""
        for number, label in enumerate(self.labels):
            if not self.surface.get_rect().contains(label.ink):
                yield f"beyond the picture: {label.words!r} at {label.ink}"
            panel = self._panel_of(label)
            if panel is not None and not panel.inflate(2 * _NEAR, 2 * _NEAR).contains(label.ink):
                yield f"beyond its card: {label.words!r} at {label.ink} on {panel}"
            for button in self.buttons:
                if not button.collidepoint(label.ink.center) and _is_over(button, label.ink):
                    yield f"over a button: {label.words!r} at {label.ink} on {button}"
            for other in self.labels[:number]:
                if _is_over(label.ink, other.ink):
                    yield f"over each other: {other.words!r} at {other.ink} and {label.words!r} at {label.ink}"

    def grown_sizes(self, place: pygame.Rect) -> dict[tuple[str, float], set[float]]:
        """The sizes of the lines of each kind within a place, without those that are too long for 100 % already."""
        sizes: dict[tuple[str, float], set[float]] = {}
        for label in self.labels:
            if label.kind is not None and label.size >= label.kind[1] and place.contains(label.ink):
                sizes.setdefault(label.kind, set()).add(label.size)
        return sizes

    def _panel_of(self, label: Label) -> pygame.Rect | None:
        """The smallest thing below the middle of the words."""
        below = [panel for panel in (*self.panels, *self.buttons) if panel.collidepoint(label.ink.center)]
        return min(below, key=lambda panel: panel.width * panel.height, default=None)


def _is_over(one: pygame.Rect, other: pygame.Rect) -> bool:
    shared = one.clip(other)
    return shared.width > _NEAR and shared.height > _NEAR


@dataclass
class Words:
    """What was drawn since the last ``clear``."""

    screen_size: tuple[int, int]
    sheets: dict[int, Sheet] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    """Everywhere, before it was shortened or wrapped."""
    cut: set[str] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)
    """Words that were too long for a line by themselves."""
    unboxed: list[str] = field(default_factory=list)
    """Words that are larger than the box they were given."""
    heard: int = 0
    """How often words were asked for, drawn or not."""
    worded: set[Hashable] = field(default_factory=set)
    """The keys of kept pictures that have words on them."""
    paintbox: Paintbox | None = None
    """What keeps pictures; all of them were drawn while we listened."""

    def clear(self) -> None:
        """Forgets everything."""
        self.sheets.clear()
        self.unboxed.clear()
        for words in (self.asked, self.cut, self.broken):
            words.clear()

    def ask(self, string: str) -> None:
        """Notes words that a scene wants to show."""
        self.asked.add(string)
        self.heard += 1

    def sheet(self, surface: pygame.Surface) -> Sheet:
        """What was drawn on a surface; all layers of the screen are one."""
        key = 0 if surface.get_size() == self.screen_size else id(surface)
        return self.sheets.setdefault(key, Sheet(surface))

    def name_kind(self, surface: pygame.Surface, place: pygame.Rect, kind: tuple[str, float]) -> None:
        """Notes the family and the size at 100 % of the words that were just drawn."""
        labels = self.sheet(surface).labels
        if labels and place.colliderect(labels[-1].ink):
            labels[-1] = replace(labels[-1], kind=kind)

    def uneven(self, lists: Iterable[ListField]) -> Iterator[str]:
        """Lines of one kind in one list that have several sizes."""
        for field_ in lists:
            for kind, sizes in self.sheets[0].grown_sizes(field_.rect).items():
                if len(sizes) > 1:
                    yield f"lines of {kind} have {sorted(sizes)} in the list at {field_.rect}"

    def misfits(self) -> Iterator[str]:
        """What is cut, broken within a word, larger than its box, beyond its card or drawn over other words."""
        yield from (f"cut: {words!r}" for words in self.cut)
        yield from (f"broken: {word!r}" for word in self.broken)
        yield from self.unboxed
        for sheet in self.sheets.values():
            if sheet.surface.get_width() > 1:  # a page is first drawn on a speck, to learn its height
                yield from sheet.misfits()


@contextmanager
def heard(monkeypatch: pytest.MonkeyPatch, screen_size: tuple[int, int]) -> Iterator[Words]:
    """Listens while the context lasts."""
    words = Words(screen_size)
    with monkeypatch.context() as patch:
        _listen_to_lines(words, patch)
        _listen_to_boxes(words, patch)
        _listen_to_drawing(words, patch)
        _listen_to_panels(words, patch)
        _listen_to_keeping(words, patch)
        yield words


def unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets frames after the first pass without painting them, for those who look only at what they draw themselves."""
    paint = App.draw

    def draw(app: App) -> None:
        if not app._has_drawn:
            paint(app)
        for scene in app.scenes.visible:
            scene.dirty = False

    monkeypatch.setattr(App, "draw", draw)


def _listen_to_lines(words: Words, patch: pytest.MonkeyPatch) -> None:
    wrap, shorten, break_up = Typesetter.wrap, lettering.shorten, lettering._fitting_letters

    def shortened(font: pygame.font.Font, string: str, width: int) -> str:
        words.ask(string)
        fitting = shorten(font, string, width)
        if fitting != string:
            words.cut.add(string)
        return fitting

    def wrapped(self: Typesetter, string: str, *how: Any) -> list[str]:
        words.ask(string)
        return wrap(self, string, *how)

    def broken(font: pygame.font.Font, word: str, width: int) -> int:
        fitting = break_up(font, word, width)
        # Paths have no places to end a line at.
        if fitting < len(word) and "/" not in word and "\\" not in word:
            words.broken.add(word)
        return fitting

    patch.setattr(Typesetter, "wrap", wrapped)
    patch.setattr(typesetter, "shorten", shortened)
    patch.setattr(lettering, "_fitting_letters", broken)


def _listen_to_boxes(words: Words, patch: pytest.MonkeyPatch) -> None:
    """Compares one line, and lines below each other, with the width and height that were given for them."""
    draw, wrap = Canvas.text, Canvas.blocks

    def text(self: Canvas, string: str, x: float, y: float, **how: Any) -> Area:
        place = draw(self, string, x, y, **how)
        if how.get("width"):
            size = how.get("size", 15)
            words.name_kind(self.target, place.rect, (how.get("family", "text"), size))
            tallest = max(how.get("height") or size * LEADING, size * LEADING) * self.transform.scale
            box = pygame.Rect(0, 0, self.transform.px(how["width"]), round(tallest))
            setattr(box, how.get("anchor", "topleft"), self.transform.point(x, y))
            letters = _ink(words, self.target, string, place.rect)
            if letters is not None and not box.inflate(2 * _NEAR, 4 * _NEAR).contains(letters):
                words.unboxed.append(f"larger than its box: {string!r} at {letters} in {box}")
        return place

    def blocks(self: Canvas, passages: list[Passage], width: float, height: float) -> list[Block]:
        found = wrap(self, passages, width, height)
        for passage, block in zip(passages, found, strict=True):
            widest = max(
                (self.typesetter.measure(line, block.family, block.size)[0] for line in block.lines), default=0
            )
            if widest > self.transform.px(width):
                words.unboxed.append(f"wider than its column: {passage.string!r}")
        has_grown = any(block.size > passage.size for passage, block in zip(passages, found, strict=True))
        if has_grown and sum(block.height for block in found) > height:
            words.unboxed.append(f"higher than its column: {passages[0].string!r}")
        return found

    patch.setattr(Canvas, "text", text)
    patch.setattr(Canvas, "blocks", blocks)


def _ink(words: Words, target: pygame.Surface, string: str, place: pygame.Rect) -> pygame.Rect | None:
    """Where the letters are that were just drawn, None when nothing of them can be seen."""
    labels = words.sheet(target).labels
    return labels[-1].ink if labels and place.colliderect(labels[-1].ink) else None


def _listen_to_drawing(words: Words, patch: pytest.MonkeyPatch) -> None:
    draw = Typesetter.draw

    def drawn(self: Typesetter, target: pygame.Surface, string: str, position: Any, **how: Any) -> pygame.Rect:
        place = draw(self, target, string, position, **how)
        words.ask(string)
        family, size = how.get("family", "text"), how.get("size", 15)
        picture = self.picture(string, family, size, self.theme.colour(how.get("colour", "soft")))
        ink = picture.get_bounding_rect().move(place.topleft).clip(target.get_clip())
        if ink and string.strip():
            words.sheet(target).labels.append(Label(string, ink, size))
        return place

    patch.setattr(Typesetter, "draw", drawn)


def _listen_to_panels(words: Words, patch: pytest.MonkeyPatch) -> None:
    def listen(name: str) -> None:
        draw = getattr(PanelPainter, name)

        def drawn(self: PanelPainter, x: float, y: float, width: float, height: float, **how: Any) -> Any:
            sheet = words.sheet(self.target)
            seen = self.transform.rect(x, y, width, height).clip(self.target.get_clip())
            (sheet.buttons if name == "button" else sheet.panels).append(seen)
            return draw(self, x, y, width, height, **how)

        patch.setattr(PanelPainter, name, drawn)

    for name in ("card", "well", "plate", "speech_bubble", "button"):
        listen(name)


def _listen_to_keeping(words: Words, patch: pytest.MonkeyPatch) -> None:
    """Tells the pictures with words on them from those without, which are the same however often they are drawn."""
    get = SurfaceCache.get

    def kept(self: SurfaceCache, key: Hashable, build: Callable[[], pygame.Surface]) -> pygame.Surface:
        before = words.heard
        picture = get(self, key, build)
        if words.heard != before:
            words.worded.add(key)
        words.heard += key in words.worded  # a picture that this one lies on has words, too
        return picture

    patch.setattr(SurfaceCache, "get", kept)


def lists_of(pilot: Pilot) -> list[ListField]:
    """The lists of the scene on top."""
    scene = pilot.scene
    return [each for each in scene.form.fields if isinstance(each, ListField)] if isinstance(scene, FormScene) else []


def draw_anew(pilot: Pilot, words: Words) -> None:
    """Draws the scene on top, and all that has words on it as if nothing had been kept from before.

    What lies below the scene is not looked at.
    """
    app = pilot.app
    if app.paintbox is not words.paintbox:
        app.paintbox = Paintbox(app.theme, app.stage.scale, app.paintbox.typesetter.letters, app.paintbox.sprites)
    words.paintbox = app.paintbox = copy(app.paintbox)  # another one with the same pictures: boards are baked anew
    pictures = app.paintbox.typesetter._stored
    for key in words.worded & pictures._surfaces.keys():
        pictures._held -= surfaces._area(pictures._surfaces.pop(key))
    app.scene.arrange()
    app.scene.draw(app.canvas(pygame.Surface(app.stage.size)))
