"""Tweens: animations of a value that runs from 0 to 1 in a given time.

Time is passed in by the caller, so that tests control it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

Ease = Callable[[float], float]


def linear(t: float) -> float:
    """Return the progress of an animation unchanged (linear easing)."""
    return t


def ease_out_cubic(t: float) -> float:
    """Convert linear progress to eased progress that is fast at first and slow at the end."""
    return 1 - (1 - t) ** 3


def ease_out_back(t: float, overshoot: float = 1.7) -> float:
    """Convert linear progress to eased progress that overshoots 1 and comes back."""
    t -= 1
    return t * t * ((overshoot + 1) * t + overshoot) + 1


def ease_out_bounce(t: float) -> float:
    """Convert linear progress to eased progress that reaches 1 early and then bounces three times.

    Each bounce is smaller than the one before.
    """
    strength, width = 7.5625, 2.75
    for centre, height, end in ((0.0, 0.0, 1.0), (1.5, 0.75, 2.0), (2.25, 0.9375, 2.5)):
        if t < end / width:
            return strength * (t - centre / width) ** 2 + height
    return strength * (t - 2.625 / width) ** 2 + 0.984375


@dataclass(frozen=True, slots=True)
class Motion:
    """The duration of an animation in seconds, and its easing function."""

    seconds: float
    ease: Ease = linear

    def backwards(self, times: float = 1.0) -> Motion:
        """Return the reverse of this animation at ``times`` its speed; its values still run from 0 to 1."""
        return Motion(self.seconds / times, lambda t: 1 - self.ease(1 - t))


#: The animation that replaces all others with reduced motion.
FADE = Motion(0.08)


@dataclass(slots=True)
class Tween:
    """An animation in progress, which calls a function with eased values from 0 to 1.

    It begins after ``delay`` seconds; ``apply`` then receives the values for ``seconds``.
    """

    seconds: float
    apply: Callable[[float], None]
    ease: Ease = linear
    delay: float = 0.0
    done: Callable[[], None] | None = None
    _age: float = field(default=0.0)

    def tick(self, seconds: float) -> bool:
        """Advance the animation by some seconds; return True if it has ended."""
        self._age += seconds
        if self._age < self.delay:
            return False
        progress = 1.0 if self.seconds <= 0 else min(1.0, (self._age - self.delay) / self.seconds)
        self.apply(1.0 if progress >= 1.0 else self.ease(progress))
        if progress >= 1.0 and self.done is not None:
            self.done()
        return progress >= 1.0


class Tweens:
    """All running animations of one scene. While ``reduced`` is True, each is a short fade without delay."""

    def __init__(self) -> None:
        self._running: list[Tween] = []
        self.reduced = False

    def play(
        self,
        motion: Motion,
        apply: Callable[[float], None],
        *,
        delay: float = 0.0,
        done: Callable[[], None] | None = None,
    ) -> None:
        """Start an animation after a delay in seconds; ``apply`` gets its values, the first one at once.

        ``done`` is called when the animation has ended.
        """
        if self.reduced:
            motion, delay = FADE, 0.0
        apply(0.0)
        self._running.append(Tween(motion.seconds, apply, motion.ease, delay, done))

    def start(self, tween: Tween) -> None:
        """Start an animation and apply its first value at once, so that nothing flashes before the first frame."""
        if tween.delay <= 0 and tween.seconds > 0:
            tween.apply(tween.ease(0.0))
        self._running.append(tween)

    def tick(self, seconds: float) -> bool:
        """Advance all animations by some seconds; return True if any was running."""
        moved = bool(self._running)
        current, self._running = self._running, []
        self._running = [tween for tween in current if not tween.tick(seconds)] + self._running
        return moved

    def finish(self) -> None:
        """End every animation at once, including those that start when another one ends."""
        while self._running:
            self.tick(3600.0)

    @property
    def active(self) -> bool:
        """True while any animation is running."""
        return bool(self._running)
