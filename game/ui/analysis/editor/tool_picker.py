"""The editing tools of the set-up mode: stones, alternating stones, eraser, and last-stone marker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.analysis.editor.draft import Draft, asks_for_last
from game.core.language import _
from game.ui.painting.canvas import Canvas
from game.ui.painting.stage import Stage
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button, ChoiceButton

#: The card: x, y and width; below, its bottom edge with two rows of tools.
_LEFT, _TOP, _WIDTH = 1016.0, 80.0, 240.0
_EDGE, _FIRST, _ROW, _GAP, _TOOL_HEIGHT = 14.0, 44.0, 68.0, 7.0, 62.0
BOTTOM = _TOP + _FIRST + 2 * _ROW + 6
#: Keys of the tools that are not kinds of stone.
BY_TURNS, ERASER, LAST = "by turns", "eraser", "last"  # no words


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool of the set-up mode; ``key`` is the letter of a stone, or BY_TURNS, ERASER or LAST."""

    key: str
    name: str
    tip: str = ""
    icon: str = ""
    arts: tuple[str, ...] = ()
    """Sprites of the stones on its button."""

    @property
    def is_stone(self) -> bool:
        """True if the tool places one kind of stone."""
        return self.key not in (BY_TURNS, ERASER, LAST)


class ToolPicker:
    """The set-up mode's row of tools for a ruleset, one of which is chosen."""

    visible = True

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._tools = _tools(draft)
        self.chosen = self._usual

    def reset_for_position(self, draft: Draft) -> None:
        """Update the tools after the position has changed, possibly to another ruleset."""
        if draft.ruleset is not self._draft.ruleset:
            self._tools = _tools(draft)
            self.choose(self.chosen)
        self._draft = draft

    @property
    def letter(self) -> str:
        """Letter of the stone that a click on the board places, or "" if the tool places none."""
        if self.chosen == BY_TURNS:
            return self._draft.follows
        return "" if self.chosen in (ERASER, LAST) else self.chosen

    def choose(self, key: str) -> None:
        """Choose the editing tool with this key, or the default tool if no tool has the key."""
        self.chosen = key if key in self._keys else self._usual

    @property
    def _usual(self) -> str:
        return BY_TURNS if BY_TURNS in self._keys else self._keys[0]

    @property
    def _keys(self) -> list[str]:
        return [tool.key for tool in self._tools]

    def next(self, step: int) -> str:
        """Return the key of the editing tool after (1) or before (-1) the chosen one; "" past the end."""
        place = self._keys.index(self.chosen) + step
        return self._keys[place] if 0 <= place < len(self._tools) else ""

    def end(self, step: int) -> str:
        """Return the key of the first (1) or the last (-1) editing tool."""
        return self._keys[0 if step > 0 else -1]

    # On screen

    def buttons(self, stage: Stage, pick: Callable[[str], None]) -> list[Button]:
        return [
            ChoiceButton(
                stage.rect(*self._place(number)),
                "",
                lambda key=tool.key: pick(key),  # type: ignore[misc]
                chosen=tool.key == self.chosen,
                keys=keys.TOOL.keys[number : number + 1],
                by_keys=False,
                tip=tool.tip or tool.name,
            )
            for number, tool in enumerate(self._tools)
        ]

    def _place(self, number: int) -> tuple[float, float, float, float]:
        """Return the place of an editing tool's button: stones in the upper row, other tools in the lower."""
        stones = sum(tool.is_stone for tool in self._tools)
        row, in_row = (0, stones) if number < stones else (1, len(self._tools) - stones)
        width = (_WIDTH - 2 * _EDGE - (in_row - 1) * _GAP) / in_row
        column = number - row * stones
        return _LEFT + _EDGE + column * (width + _GAP), _TOP + _FIRST + row * _ROW, width, _TOOL_HEIGHT

    def paint(self, canvas: Canvas) -> None:
        """Draw the card behind the buttons of the editing tools."""
        canvas.panels.card(_LEFT, _TOP, _WIDTH, BOTTOM - _TOP)
        canvas.title(_("Stones"), _LEFT + 18, _TOP + 12, size=19, width=_WIDTH - 36)

    def draw(self, canvas: Canvas) -> None:
        """Draw the pictures and names on the buttons of the editing tools."""
        for number, tool in enumerate(self._tools):
            x, y, width, _height = self._place(number)
            colour = "amber_text" if tool.key == self.chosen else "cream"
            self._draw_picture(canvas, tool, x + width / 2, y + 23, colour)
            canvas.text(
                tool.name, x + width / 2, y + 49, size=13, colour=colour, anchor="center", width=width - 2, smallest=11
            )

    def _draw_picture(self, canvas: Canvas, tool: Tool, x: float, y: float, colour: str) -> None:
        if tool.icon:
            canvas.icon(tool.icon, x, y, colour, 26)
            return
        if tool.is_stone:
            canvas.stone(tool.arts[0], x, y, 34)
            return
        for place, art in enumerate(tool.arts):
            canvas.stone(art, x + 9 * (2 * place - 1), y, 27)


def _tools(draft: Draft) -> tuple[Tool, ...]:
    """Return the editing tools of a ruleset, in order: stones, alternating stones, eraser, last-stone marker.

    Alternating stones are only offered if each side has a single kind of stone, the marker only if the last stone
    matters in the game.
    """
    info = draft.ruleset.info
    stones = [Tool(stone.letter, _(stone.name), arts=(stone.art,)) for stone in info.stones]
    sides = tuple(stone.art for letter in info.colours if (stone := info.stone(letter)) is not None)
    by_turns = Tool(BY_TURNS, _("Alternate"), _("Place a stone of the side to move"), arts=sides)
    eraser = Tool(ERASER, _("Eraser"), _("Remove a stone; a right click does the same"), icon="eraser")
    last = Tool(
        LAST,
        _("Last stone"),
        _("Mark the stone placed last: its place limits where the next stone may go"),
        icon="target",
    )
    return (
        *stones,
        *([] if info.names_stone else [by_turns]),
        eraser,
        *([last] if asks_for_last(draft) else []),
    )
