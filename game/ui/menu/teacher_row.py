"""The row of match setup that switches the teacher on, or says why no teacher is available."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.core.language import _, gettext_noop
from game.core.tournament import TeacherStrength
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage
from game.ui.painting.typesetter import Typesetter
from game.ui.widgets.buttons import Button, ChoiceButton

#: Strength, label and description of each segment.
_STRENGTHS = (
    (None, gettext_noop("Off"), ""),
    (
        TeacherStrength.GENTLE,
        gettext_noop("Gentle"),
        gettext_noop("The teacher takes back blunders and explains what you overlooked."),
    ),
    (
        TeacherStrength.ATTENTIVE,
        gettext_noop("Attentive"),
        gettext_noop("The teacher takes back mistakes and blunders and explains what you overlooked."),
    ),
    (
        TeacherStrength.STRICT,
        gettext_noop("Strict"),
        gettext_noop("The teacher takes back every mistake, even small ones, and explains what you overlooked."),
    ),
)
#: Layout in design pixels: height of the row; below, letter sizes, padding and gap of the segments.
HEIGHT = 40.0
_SIZE, _CAPTION, _AROUND, _BETWEEN = 17.0, 15.0, 32.0, 8.0


@dataclass(frozen=True, slots=True)
class TeacherRow:
    """Row of match setup for the teacher, given by left edge, vertical middle and width."""

    left: float
    middle: float
    width: float

    def buttons(
        self,
        stage: Stage,
        letters: Typesetter,
        chosen: TeacherStrength | None,
        choose: Callable[[TeacherStrength | None], None],
    ) -> list[Button]:
        """Return a button for each strength of the teacher, aligned to the right end of the row."""
        found, right = list[Button](), self.left + self.width
        widths = self._widths(stage.scale, letters, self._scale(stage.scale, letters))
        for (strength, words, _about), width in zip(reversed(_STRENGTHS), reversed(widths), strict=True):
            label = _(words)
            place = stage.rect(right - width, self.middle - HEIGHT / 2, width, HEIGHT)
            found.append(ChoiceButton(place, label, _choosing(choose, strength), size=_SIZE, chosen=strength is chosen))
            right -= width + _BETWEEN
        return found[::-1]

    def _scale(self, pixels: float, letters: Typesetter) -> float:
        """Return the scale of the teacher row's letters: the player's text size, reduced until it fits."""
        for size in range(int(letters.enlarged(_SIZE)), int(_SIZE), -1):
            caption = letters.measure(_("Teacher"), "bold", _CAPTION * size / _SIZE)[0] / pixels
            widths = self._widths(pixels, letters, size / _SIZE)
            if caption + sum(widths) + _BETWEEN * len(widths) <= self.width:
                return size / _SIZE
        return 1.0

    def _widths(self, pixels: float, letters: Typesetter, scale: float) -> list[float]:
        """Return the widths of the teacher row's buttons; ``pixels`` is the number of pixels per design pixel."""
        labels = (_(words) for _strength, words, _about in _STRENGTHS)
        return [
            max(48.0, letters.measure(label, "display", _SIZE * scale)[0] / pixels + _AROUND / scale)
            for label in labels
        ]

    def draw(self, canvas: Canvas, why_not: str) -> None:
        """Draw the caption of the teacher row and, if no teacher is available, the reason for that.

        ``why_not`` is the reason, or "".
        """
        size = _CAPTION * self._scale(canvas.transform.scale, canvas.typesetter)
        caption = canvas.text(
            _("Teacher"), self.left, self.middle, family="bold", size=size, colour="mist", anchor="midleft"
        )
        if why_not:
            left = self.left + caption.width + 16
            block = canvas.block(why_not, self.left + self.width - left, 2, HEIGHT)
            canvas.draw_block(block, left, self.middle - block.height / 2 + block.leading / 2, anchor="midleft")


def _choosing(choose: Callable[[TeacherStrength | None], None], strength: TeacherStrength | None) -> Callable[[], None]:
    return lambda: choose(strength)


def about_teacher(strength: TeacherStrength | None) -> str:
    """Return a sentence about the chosen strength of the teacher; "" if the teacher is off."""
    return next(_(about) if about else "" for each, _words, about in _STRENGTHS if each is strength)


def why_no_teacher(*, is_friend: bool, has_no_scores: bool) -> str:
    """Return a sentence that says why a teacher is not available, or "" if it is."""
    if is_friend:
        return _("A teacher is available only against a computer opponent.")
    return _("No engine can judge the moves of this game.") if has_no_scores else ""


def rating_with_teacher() -> str:
    """Return a sentence that says how playing with a teacher affects the rating."""
    return _("Games with a teacher are unrated.")
