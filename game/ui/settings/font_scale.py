"""The setting of the text size."""

from __future__ import annotations

from game.core.language import _
from game.session.preferences import LARGEST_SCALE, SMALLEST_SCALE
from game.ui.shell.app import App
from game.ui.widgets.fields import Span
from game.ui.widgets.setting_rows import Slide

_PERCENT = Span(round(SMALLEST_SCALE * 100), round(LARGEST_SCALE * 100), 10)


def font_scale_setting(app: App) -> Slide:
    """Return the slider for the text size, in percent of the normal size."""
    return Slide(
        _("Text size"),
        _("Text grows where there is room."),
        _PERCENT,
        lambda number: _("{number} %", number=f"{number:.0f}"),
        lambda: app.preferences.font_scale * 100,
        lambda number: app.set_font_scale(number / 100),
    )
