"""Rows of settings in a form: a title, an explanation, and a control or a text at the right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import pygame

from game.core.language import _
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage
from game.ui.painting.typesetter import Passage
from game.ui.widgets.buttons import Button, ChoiceButton
from game.ui.widgets.fields import SliderField, Span
from game.ui.widgets.form import Form

#: Design pixels: the height of a row on a card with many, and its distance from the card's edge.
ROW = 50.0
_EDGE = 24.0
#: The width of the text next to a switch in design pixels.
_WORD = 62.0
#: The part of a row's height, in design pixels, that its text leaves empty.
_FREE = 4.0
#: The row height in design pixels from which its text is larger.
_ROOMY = 58.0
#: The maximum share of a row's width for its choices, and the gap between two of them in design pixels.
_CHOICES_SHARE, _CHOICE_GAP = 0.7, 8.0
#: The maximum width of a choice per character in design pixels, and the characters added to its label for padding.
_WIDEST_LETTER, _BESIDE_WORDS = 18.0, 4
#: The width of a button that shows an editable text, in design pixels.
_WORDS_WIDTH = 280.0


@dataclass(frozen=True, slots=True)
class Switch:
    """A row for a setting that is on or off."""

    title: str
    about: str
    read: Callable[[], bool]
    write: Callable[[bool], None]


@dataclass(frozen=True, slots=True)
class Slide:
    """A row for a number that is set by a slider. ``words`` formats the number with its unit."""

    title: str
    about: str
    span: Span
    words: Callable[[float], str]
    read: Callable[[], float]
    write: Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Note:
    """A row of settings without a control; the text ``word``, if any, takes the control's place."""

    title: str
    about: str
    word: str = ""


@dataclass(frozen=True, slots=True)
class ValueChoice:
    """A row for a setting with a few values, each on a labelled button; it has a title, but no explanation."""

    title: str
    words: Mapping[str, str]
    read: Callable[[], str]
    write: Callable[[str], None]


@dataclass(frozen=True, slots=True)
class AskedWords:
    """A row for a text, such as a name, that is shown on a button and edited in a dialog."""

    title: str
    about: str
    read: Callable[[], str]
    """Returns the text of the button."""
    ask: Callable[[Callable[[], None]], None]
    """Opens the dialog that edits the text; its argument is called after the text was changed."""


Setting = Switch | Slide | Note | ValueChoice | AskedWords


@dataclass(frozen=True, slots=True)
class PlacedSetting:
    """A row of settings with its top left corner, width and height, in design pixels on a card."""

    setting: Setting
    left: float
    top: float
    width: float
    height: float = ROW

    @property
    def middle(self) -> float:
        """The vertical middle of the row, in design pixels."""
        return self.top + self.height / 2 - 2


class SettingRows:
    """The rows of settings of a scene. Values are read when they are drawn; every change is written at once."""

    def __init__(self, places: Sequence[PlacedSetting], after_change: Callable[[], None]) -> None:
        self.places = tuple(places)
        self._after_change = after_change
        self.sliders: dict[SliderField, Slide] = {}

    def build(self, form: Form) -> None:
        """Add the sliders of the settings to a form."""
        slides = [(place, place.setting) for place in self.places if isinstance(place.setting, Slide)]
        self.sliders = {self._add_slider(form, place, setting): setting for place, setting in slides}

    def _add_slider(self, form: Form, place: PlacedSetting, setting: Slide) -> SliderField:
        def move(number: float) -> None:
            setting.write(number)
            self._after_change()

        box = (place.left + place.width - 312, place.middle - 20, 204.0, 40.0)
        return SliderField(form, box, setting.span, setting.read(), move)

    def buttons(self, stage: Stage) -> list[Button]:
        """Return the buttons of the settings: switches, the values of choices, and texts to edit."""
        buttons: list[Button] = []
        for place in self.places:
            if isinstance(place.setting, Switch):
                buttons.append(_switch_button(stage, place, place.setting, self._after_change))
            elif isinstance(place.setting, ValueChoice):
                buttons.extend(_choice_buttons(stage, place, place.setting, self._after_change))
            elif isinstance(place.setting, AskedWords):
                buttons.append(_words_button(stage, place, place.setting, self._after_change))
        return buttons

    def show(self) -> None:
        """Move the sliders to the current values of their settings."""
        for slider, setting in self.sliders.items():
            slider.show(setting.read())

    def draw(self, canvas: Canvas) -> None:
        """Draw the titles and explanations of the settings; texts of the same kind have one letter size."""
        canvas.share_sizes(self._draw_texts)

    def _draw_texts(self, canvas: Canvas) -> None:
        for place in self.places:
            _draw_texts(canvas, place)


def _switch_button(stage: Stage, place: PlacedSetting, switch: Switch, after_change: Callable[[], None]) -> Button:
    def flip() -> None:
        switch.write(not switch.read())
        after_change()

    def paint(canvas: Canvas, button: Button, focused: bool) -> None:
        _draw_switch(canvas, button.rect, on=switch.read())
        if focused:
            canvas.panels.focus_ring(*button.rect.inflate(-canvas.px(8), -canvas.px(8)), radius=14)

    rect = stage.rect(place.left + 12, place.top, place.width - 24, place.height - 2)
    return ChoiceButton(rect, switch.title, flip, paint=paint)


def _words_button(stage: Stage, place: PlacedSetting, written: AskedWords, after_change: Callable[[], None]) -> Button:
    rect = stage.rect(place.left + place.width - _EDGE - _WORDS_WIDTH, place.middle - 20, _WORDS_WIDTH, 40)
    return ChoiceButton(rect, written.read(), lambda: written.ask(after_change), size=16, tip=written.title)


def _choice_buttons(
    stage: Stage, place: PlacedSetting, choice: ValueChoice, after_change: Callable[[], None]
) -> Iterator[Button]:
    """Yield a button for each value of a setting, side by side at the right end of its row."""
    room = (place.width - 2 * _EDGE) * _CHOICES_SHARE - _CHOICE_GAP * (len(choice.words) - 1)
    letters = {key: len(words) + _BESIDE_WORDS for key, words in choice.words.items()}
    letter = min(_WIDEST_LETTER, room / sum(letters.values()))
    right = place.left + place.width - _EDGE
    left = right - letter * sum(letters.values()) - _CHOICE_GAP * (len(choice.words) - 1)

    def chooser(key: str) -> Callable[[], None]:
        def choose() -> None:
            choice.write(key)
            after_change()

        return choose

    for key, words in choice.words.items():
        rect = stage.rect(left, place.middle - 20, letter * letters[key], 40)
        left += letter * letters[key] + _CHOICE_GAP
        yield ChoiceButton(rect, words, chooser(key), size=16, chosen=key == choice.read())


def _draw_texts(canvas: Canvas, place: PlacedSetting) -> None:
    setting, x = place.setting, place.left + _EDGE
    if isinstance(setting, ValueChoice):
        room = (place.width - 2 * _EDGE) * (1 - _CHOICES_SHARE)
        at = (x, place.middle)
        canvas.text(setting.title, *at, family="bold", size=17, colour="cream", anchor="midleft", width=room, height=44)
        return
    has_no_control = isinstance(setting, Note) and not setting.word
    wide = isinstance(setting, Slide | AskedWords)
    beside = 354 if wide else 2 * _EDGE if has_no_control else 156 if isinstance(setting, Note) else 144
    room = place.width - beside
    middle, larger = place.middle, 1 if place.height >= _ROOMY else 0
    passages = [Passage(setting.title, "bold", 16 + larger, 1), Passage(setting.about, size=14 + larger, most=1)]
    title, about = canvas.blocks(passages, room, place.height - _FREE)
    if title.size > passages[0].size:
        top = middle - (title.height + about.height) / 2
        canvas.draw_block(about, x, canvas.draw_block(title, x, top, "cream"), "mist")
    else:
        top = middle - 21 - 3 * larger
        canvas.draw_block(title, x, top, "cream")
        canvas.draw_block(about, x, top + 22 + 2 * larger, "mist")
    end = place.left + place.width - _EDGE
    if isinstance(setting, Slide):
        words = setting.words(setting.read())
        canvas.text(
            words, end, middle, family="display", size=18, colour="amber", anchor="midright", width=76, height=40
        )
    elif isinstance(setting, Note):
        canvas.text(
            setting.word, end, middle, family="bold", size=15, colour="amber", anchor="midright", width=106, height=40
        )


def _draw_switch(canvas: Canvas, row: pygame.Rect, *, on: bool) -> None:
    """Draw a switch at the right end of its row, with a text that says if it is on or off."""
    px = canvas.px
    track = pygame.Rect(0, 0, px(56), px(30))
    track.midright = (row.right - px(12), row.centery)
    colours = ("amber_top", "amber") if on else ("well", "well")
    line = "amber_lip" if on else "row_line"
    canvas.panels.plate(*track, colour=colours[0], bottom=colours[1], radius=15, line=line)
    knob = pygame.Rect(0, 0, px(22), px(22))
    knob.center = (track.right - px(15) if on else track.left + px(15), track.centery)
    canvas.panels.plate(*knob, colour="amber_text" if on else "mist_words", radius=11)
    word, colour = (_("On"), "amber") if on else (_("Off"), "mist")
    size = canvas.typesetter.line_size(word, "bold", 15, px(_WORD), row.height)
    canvas.text(word, track.x - px(12), row.centery, family="bold", size=size, colour=colour, anchor="midright")
