"""The state of a board's animations, such as a stone that drops onto its cell. This module draws nothing."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from game.core.model import EMPTY, Event, LineMade, Placed, Scored, State
from game.core.ruleset import RulesetInfo
from game.ui.effects.motion import timings
from game.ui.effects.motion.tween import Motion, Tweens

Band = tuple[str, frozenset[int]]
_LENSES = ("black", "white")


@dataclass(slots=True)
class Fall:
    """The animation of one stone that drops onto the board or rises from it when it is removed."""

    stone: str
    is_mascot: bool
    progress: float = 0.0
    """The height of the stone: 0 above the board, 1 on its cell."""
    seconds: float = 0.0
    """Seconds since the stone began to drop."""
    eyes_closed: bool = False

    @property
    def squash(self) -> float:
        """The vertical compression of the stone just after it hits the board, from 0 (none) to 1."""
        since = self.seconds - timings.CONTACT * timings.STONE_DROP.seconds
        if self.is_mascot or not 0 <= since <= timings.SQUASH_SECONDS:
            return 0.0
        return math.sin(since / timings.SQUASH_SECONDS * math.pi)


@dataclass(slots=True)
class WinRun:
    """The animation of the winning line: a glow runs along it, then its stones hop."""

    stones: int
    progress: float = 0.0
    hopped: float = 0.0
    """Seconds since the first stone of the winning line began to hop."""

    @property
    def hops_seconds(self) -> float:
        """Seconds until all stones of the winning line have hopped."""
        return timings.HOP_SECONDS + timings.HOPS_APART * (self.stones - 1)

    def hop(self, place: int) -> float:
        """Return the height of a hopping stone, from 0 (on the board) to 1, by its index in the winning line."""
        share = (self.hopped - place * timings.HOPS_APART) / timings.HOP_SECONDS
        return math.sin(share * math.pi) if 0 < share < 1 else 0.0


@dataclass(slots=True)
class Motions:
    """The current state of all animations of a board, for drawing.

    The still picture of the board omits the animated parts.
    """

    falling: dict[int, Fall] = field(default_factory=dict)
    leaving: dict[int, Fall] = field(default_factory=dict)
    bands: dict[Band, float] = field(default_factory=dict)
    """The progress of the animation of each new coloured band under a scored line, 0 to 1."""
    sweep: float | None = None
    """The visible share of the beams along a row and column, 0 to 1; None if they are not animated."""
    ring: float | None = None
    """The progress of the rings that slide to the last moves, 0 to 1; None if they are not animated."""
    ring_from: dict[int, int | None] = field(default_factory=dict)
    """The cell from which the ring of each last move slides; None for a ring that appears in place."""
    win: WinRun | None = None
    fade: float | None = None
    """The progress of the cross-fade that replaces animations with reduced motion, 0 to 1; None without one."""


class BoardMotion:
    """The animations of a board: it starts them for the events of a move and stores their current state.

    ``rested`` is called when all of them have ended, so that the still picture is redrawn.
    """

    def __init__(self, info: RulesetInfo, tweens: Tweens, rested: Callable[[], None]) -> None:
        self._info, self._tweens, self._rested = info, tweens, rested
        self._running = 0
        self.now = Motions()
        self.points: dict[tuple[str, tuple[int, ...]], float] = {}
        """The progress of each "+1" that rises from a line which earned a point, by that line."""
        self.ghost = 1.0
        """The fade-in progress of the preview stone, from 0 to 1."""
        self.shake = 0.0
        """The horizontal offset of the preview stone from its cell, in design pixels."""
        self.win_seconds = 0.0
        """Seconds that the animation of the latest winning line takes, from the drop to the last hop."""

    @property
    def is_reduced(self) -> bool:
        """True if animations of the board are replaced by short fades."""
        return self._tweens.reduced

    def _play(self, motion: Motion, apply: Callable[[float], None], *, delay: float = 0.0) -> None:
        self._running += 1
        self._tweens.play(motion, apply, delay=delay, done=self._ended)

    def _ended(self) -> None:
        self._running -= 1
        if self._running == 0:
            self.now = Motions()
            self._rested()

    # Starting animations

    def animate(self, events: Iterable[Event], last: Sequence[int]) -> None:
        """Start the animations for a move's events; ``last`` has the cells of the previous move."""
        events = list(events)
        self.win_seconds = 0.0
        if self.is_reduced:
            self.cross_fade()
            return
        placed = [event for event in events if isinstance(event, Placed)]
        for event in placed:
            self._drop(event.cell, event.stone)
        if placed:
            self._slide_rings([event.cell for event in placed], last)
            self._sweep_beams()
        self._count([event for event in events if isinstance(event, Scored)])
        for line in events:
            if isinstance(line, LineMade):
                self._run_line(len(line.cells))

    def change(self, before: State, after: State) -> None:
        """Animate the change from one position to another: removed stones rise, added stones drop."""
        self.win_seconds = 0.0
        if self.is_reduced:
            self.cross_fade()
            return
        for cell, (old, new) in enumerate(zip(before.board, after.board, strict=True)):
            if old != EMPTY and new == EMPTY:
                self._leave(cell, old)
            elif old == EMPTY and new != EMPTY:
                self._drop(cell, new)
        if before.last != after.last:
            self._slide_rings([cell for cell in after.last if cell not in before.last], before.last)

    def cross_fade(self) -> None:
        """Fade from the board's old picture to the new one, the only animation with reduced motion."""

        def fade(progress: float) -> None:
            self.now.fade = progress

        self._play(timings.PREVIEW, fade)

    def _drop(self, cell: int, stone: str) -> None:
        fall = self.now.falling[cell] = Fall(stone, self._is_mascot(stone))
        motion = timings.MASCOT_DROP if fall.is_mascot else timings.STONE_DROP

        def sink(progress: float) -> None:
            fall.progress = progress

        def count(progress: float) -> None:
            fall.seconds = progress * motion.seconds

        def blink(progress: float) -> None:
            fall.eyes_closed = 0 < progress < 1

        self._play(motion, sink)
        self._play(Motion(motion.seconds), count)
        if fall.is_mascot:
            self._play(timings.BLINK, blink, delay=motion.seconds)

    def _is_mascot(self, stone: str) -> bool:
        kind = self._info.stone(stone)
        return kind is not None and kind.art not in _LENSES

    def _leave(self, cell: int, stone: str) -> None:
        fall = self.now.leaving[cell] = Fall(stone, self._is_mascot(stone), progress=1.0)
        motion = timings.MASCOT_DROP if fall.is_mascot else timings.STONE_DROP

        def rise(progress: float) -> None:
            fall.progress = 1 - progress

        self._play(motion.backwards(timings.UNDO_TIMES), rise)

    def _slide_rings(self, cells: Sequence[int], last: Sequence[int]) -> None:
        """Slide the rings that mark the last move from the previous move's cells to the new move's cells."""
        for number, cell in enumerate(reversed(cells)):
            self.now.ring_from[cell] = last[max(0, len(last) - 1 - number)] if last else None

        def slide(progress: float) -> None:
            self.now.ring = progress

        self._play(timings.LAST_RING, slide)

    def _sweep_beams(self) -> None:
        def sweep(progress: float) -> None:
            self.now.sweep = progress

        self._play(timings.BEAMS, sweep, delay=timings.BEAMS_DELAY)

    def _count(self, scored: Sequence[Scored]) -> None:
        lines = [(event.colour, line) for event in scored for line in event.lines]
        for number, (colour, line) in enumerate(lines):
            delay = timings.BAND_DELAY + number * timings.BANDS_APART
            self._grow_band((colour, frozenset(line)), delay)
            self._raise_point((colour, line), delay + timings.BAND.seconds)

    def _grow_band(self, band: Band, delay: float) -> None:
        def grow(progress: float) -> None:
            self.now.bands[band] = progress

        self._play(timings.BAND, grow, delay=delay)

    def _raise_point(self, point: tuple[str, tuple[int, ...]], delay: float) -> None:
        def rise(progress: float) -> None:
            self.points[point] = progress

        def vanish() -> None:
            del self.points[point]

        self._tweens.play(timings.POINT, rise, delay=delay, done=vanish)

    def _run_line(self, stones: int) -> None:
        run = self.now.win = WinRun(stones)

        def glow(progress: float) -> None:
            run.progress = progress

        def hop(progress: float) -> None:
            run.hopped = progress * run.hops_seconds

        start = timings.STONE_DROP.seconds + timings.WIN_PAUSE
        hops_at = start + timings.WIN_LINE.seconds
        self._play(timings.WIN_LINE, glow, delay=start)
        self._play(Motion(run.hops_seconds), hop, delay=hops_at)
        self.win_seconds = hops_at + run.hops_seconds

    # The preview stone

    def show_preview(self) -> None:
        """Fade in the preview stone after it has moved to another cell."""

        def fade(progress: float) -> None:
            self.ghost = progress

        self._tweens.play(timings.PREVIEW, fade)

    def refuse(self) -> None:
        """Shake the preview stone of a refused move, except with reduced motion."""
        if self.is_reduced:
            return

        def shake(progress: float) -> None:
            swing = math.sin(progress * math.tau * timings.SHAKE_CYCLES)
            self.shake = 0.0 if progress >= 1 else swing * timings.SHAKE_WIDTH * (1 - progress)

        self._tweens.play(timings.SHAKE, shake)
