"""The card of the set-up mode with the ruleset and its options that affect a position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from game.analysis.editor.draft import Draft, options_that_matter
from game.core.language import _
from game.core.model import OptionValue
from game.core.ruleset import Option
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage
from game.ui.widgets.buttons import Button, ChoiceButton

_LEFT, _TOP, _WIDTH = 800.0, 80.0, 204.0
_EDGE, _FIRST, _ROW, _HEIGHT, _STEPPER = 8.0, 46.0, 46.0, 40.0, 38.0
#: Largest number of options that fit on the card.
_MOST = 8


#: Sets an option of the ruleset, given by its key, to a value.
SetOption = Callable[[str, OptionValue], None]


class RulesetCard:
    """Card of the set-up mode with the ruleset and its options; a press selects the next value."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._options: tuple[Option, ...] = ()
        self.reset_for_position(draft, is_new=True)

    def reset_for_position(self, draft: Draft, *, is_new: bool = False) -> None:
        """Update the ruleset card after the edited position has changed."""
        if is_new or draft.ruleset is not self._draft.ruleset:
            self._options = options_that_matter(draft)[:_MOST]
        self._draft = draft

    @property
    def bottom(self) -> float:
        """Bottom edge of the ruleset card in design pixels."""
        return _TOP + _FIRST + _ROW * (1 + len(self._options)) + 10

    def _rows(self) -> Iterator[tuple[Option, float]]:
        for number, option in enumerate(self._options, start=1):
            yield option, _TOP + _FIRST + number * _ROW

    def buttons(self, stage: Stage, next_game: Callable[[], None], set_option: SetOption) -> list[Button]:
        """Return the button of the ruleset and the buttons of all options."""
        info = self._draft.ruleset.info
        place = (_LEFT + _EDGE, _TOP + _FIRST, _WIDTH - 2 * _EDGE, _HEIGHT)
        game = ChoiceButton(stage.rect(*place), _(info.title), next_game, size=17, tip=_("Switch to another game"))
        return [game, *(button for option, y in self._rows() for button in self._option(stage, set_option, option, y))]

    def _option(self, stage: Stage, set_option: SetOption, option: Option, y: float) -> list[Button]:
        value, left, width = option.value(self._draft.options), _LEFT + _EDGE, _WIDTH - 2 * _EDGE
        if option.kind == "number":
            return self._steppers(stage, set_option, option, y)
        rect = stage.rect(left, y, width, _HEIGHT)
        if option.kind == "flag":
            flip = not value
            press = partial(set_option, option.key, flip)
            return [ChoiceButton(rect, "", press, chosen=bool(value), tip=_(option.title))]
        values = [choice.value for choice in option.choices]
        place = values.index(str(value))
        following = values[(place + 1) % len(values)]
        label, about = _(option.choices[place].title), option.choices[place].about
        tip = _(about) if about else _(option.title)
        return [ChoiceButton(rect, label, lambda: set_option(option.key, following), size=17, tip=tip)]

    def _steppers(self, stage: Stage, set_option: SetOption, option: Option, y: float) -> list[Button]:
        number = int(option.value(self._draft.options))
        left, right = _LEFT + _EDGE, _LEFT + _WIDTH - _EDGE - _STEPPER
        less = ChoiceButton(
            stage.rect(left, y, _STEPPER, _HEIGHT), "−", lambda: set_option(option.key, number - 1), size=17
        )
        more = ChoiceButton(
            stage.rect(right, y, _STEPPER, _HEIGHT), "+", lambda: set_option(option.key, number + 1), size=17
        )
        less.enabled, less.why = number > option.low, _("This is the lowest value.")
        more.enabled, more.why = number < option.high, _("This is the highest value.")
        return [less, more]

    def paint(self, canvas: Canvas) -> None:
        """Draw the ruleset card and the values of numeric options."""
        canvas.panels.card(_LEFT, _TOP, _WIDTH, self.bottom - _TOP)
        canvas.title(_("The game"), _LEFT + 18, _TOP + 12, size=19, width=_WIDTH - 36)
        for option, y in self._rows():
            if option.kind == "number":
                middle, room = _LEFT + _WIDTH / 2, _WIDTH - 2 * (_EDGE + _STEPPER) - 8
                canvas.text(
                    _(option.title), middle, y + 9, size=12, colour="mist", anchor="center", width=room, smallest=11
                )
                number = str(option.value(self._draft.options))
                canvas.text(number, middle, y + 27, family="bold", size=17, colour="cream", anchor="center", width=room)

    def draw(self, canvas: Canvas) -> None:
        """Draw the labels of on/off options on the ruleset card, small enough for a whole sentence."""
        for option, y in self._rows():
            if option.kind != "flag":
                continue
            colour = "amber_text" if option.value(self._draft.options) else "cream"
            middle = (_LEFT + _WIDTH / 2, y + _HEIGHT / 2 - 2)
            canvas.text(
                _(option.title), *middle, size=14, colour=colour, anchor="center",
                width=_WIDTH - 2 * _EDGE - 10, smallest=11,
            )  # fmt: skip
