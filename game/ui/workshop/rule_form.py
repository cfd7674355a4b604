"""The form of the workshop: a row for each key of a rule sheet, in two columns with headings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.core.language import _
from game.sheets.draft import SheetDraft
from game.sheets.form_fields import RuleField, shown_fields
from game.ui.painting.canvas import Canvas
from game.ui.painting.typesetter import SharedSizes
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, NameScene, ask
from game.ui.widgets.form import Box, Form
from game.ui.widgets.step_field import StepField, StepFieldUse

#: The card of the form in design pixels.
CARD: Box = (24.0, 80.0, 840.0, 608.0)
_EDGE, _BETWEEN, _TOP, _FOOT = 20.0, 20.0, 12.0, 14.0
_COLUMN = (CARD[2] - 2 * _EDGE - _BETWEEN) / 2
#: The width of the captions beside the fields, and their letter sizes.
_CAPTION, _CAPTION_SIZE, _SMALLEST = 168.0, 15.0, 11.0
#: The height of a heading and the most of a row, and the gap below a row.
_HEADING, _MOST_ROW, _GAP = 30.0, 44.0, 5.0
_LONGEST_NUMBER = 3


class RuleForm:
    """The rows of the form. Every change goes to the draft at once; ``after`` is called then."""

    def __init__(self, app: App, draft: SheetDraft, after: Callable[[], None]) -> None:
        self._app, self._draft, self._after = app, draft, after
        self.fields: dict[tuple[str, str], StepField] = {}
        """The fields by section and key."""
        self._headings: list[tuple[str, float, float]] = []
        """The headings with their places."""
        self._places: dict[RuleField, tuple[float, float, float]] = {}
        """The left edge, the top and the height of the rows."""
        self._shown: list[RuleField] = []

    @property
    def fits(self) -> bool:
        """True if the form has the rows that the rules need now. Otherwise it has to be built again."""
        return self._shown == self._needed()

    def _needed(self) -> list[RuleField]:
        columns = shown_fields(self._draft.rules)
        return [each for column in columns for _heading, fields in column for each in fields]

    def build(self, form: Form) -> None:
        """Add the fields to a form."""
        self.fields.clear()
        self._headings.clear()
        self._places.clear()
        sizes = SharedSizes()
        self._shown = self._needed()
        for number, column in enumerate(shown_fields(self._draft.rules)):
            left = CARD[0] + _EDGE + number * (_COLUMN + _BETWEEN)
            rows = sum(len(fields) for _heading, fields in column)
            room = CARD[3] - _TOP - _FOOT - len(column) * _HEADING
            row = min(_MOST_ROW, room / rows)
            y = CARD[1] + _TOP
            for heading, fields in column:
                self._headings.append((heading, left, y))
                y += _HEADING
                for each in fields:
                    self._places[each] = (left, y, row - _GAP)
                    place = (left + _CAPTION, y, _COLUMN - _CAPTION, row - _GAP)
                    self.fields[each.section, each.key] = StepField(form, place, self._use_of(each), sizes)
                    y += row

    def _use_of(self, field: RuleField) -> StepFieldUse:
        draft = self._draft
        return StepFieldUse(
            word=lambda: field.word_of(field.value(draft.rules)),
            step=lambda by: self._change(field, field.step(draft.rules, by)),
            choose=lambda: self._choose(field),
            has_problem=lambda: self._has_problem(field),
        )

    def _has_problem(self, field: RuleField) -> bool:
        problem = self._draft.problem
        return problem is not None and problem[:2] == (field.section, field.key)

    def _change(self, field: RuleField, value: object) -> None:
        self._draft.change(field.section, field.key, value)
        self._after()

    def _choose(self, field: RuleField) -> None:
        """Ask for a value: type a number, or choose one of the values, the present one first."""
        title, about = _(field.caption), _(field.about)
        value = field.value(self._draft.rules)
        if field.is_number:
            refuse = partial(_number_problem, field)
            scene = NameScene(self._app, title, about, str(value), refuse, longest=_LONGEST_NUMBER)
            self._app.push(scene, lambda text: self._change(field, int(text)) if text is not None else None)
            return
        others = [each for each in field.values(self._draft.rules) if each != value]
        answers = [DialogAnswer(field.word_of(each), partial(self._change, field, each)) for each in (value, *others)]
        ask(self._app, title, about, *answers, escape=0)

    def draw(self, canvas: Canvas) -> None:
        """Draw the headings, and the captions of the fields."""
        for heading, x, y in self._headings:
            canvas.text(
                _(heading), x, y + _HEADING / 2, family="display", size=18, colour="amber", anchor="midleft",
                width=_COLUMN,
            )  # fmt: skip
        canvas.share_sizes(self._draw_captions)

    def _draw_captions(self, canvas: Canvas) -> None:
        for field, (x, y, height) in self._places.items():
            canvas.text(
                _(field.caption), x + 2, y + height / 2, family="bold", size=_CAPTION_SIZE,
                colour="coral" if self._has_problem(field) else "mist", anchor="midleft", width=_CAPTION - 10,
                height=height, smallest=_SMALLEST,
            )  # fmt: skip


def _number_problem(field: RuleField, text: str) -> str | None:
    """Return the reason why a typed number cannot be the value of a row, or None."""
    # Digits of other scripts are numbers, too, such as the full-width ones of Chinese keyboards.
    if text.isdecimal() and int(text) in field.usual:
        return None
    low, high = field.usual[0], field.usual[-1]
    return _("Type a number from {low} to {high}.", low=low, high=high)
