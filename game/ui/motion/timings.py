"""Every motion by name: how long it takes and how it eases. Times are seconds, lengths design pixels."""

from __future__ import annotations

from game.ui.motion.tween import Motion, ease_out_back, ease_out_bounce, ease_out_cubic

# Stones

STONE_DROP = Motion(0.22, ease_out_bounce)
MASCOT_DROP = Motion(0.26, ease_out_back)
BLINK = Motion(0.14)
#: Undo is the drop played backwards, so many times as fast.
UNDO_TIMES = 1.5
#: A stone falls from so many cells above its own.
DROP_HEIGHT = 1.2
#: When a stone first touches the board, as a share of its drop, and for how long it is squashed then.
CONTACT = 1 / 2.75
SQUASH_SECONDS = 0.06
#: How high and how wide a squashed stone is.
SQUASH = (0.92, 1.08)

# What the board points out

GHOST = Motion(0.09)
LAST_RING = Motion(0.16, ease_out_cubic)
BEAMS = Motion(0.18, ease_out_cubic)
#: The beams leave the stone when it touches the board.
BEAMS_DELAY = 0.08
BAND = Motion(0.24, ease_out_cubic)
#: The first band grows once the stone lies still; several grow one after the other, as they are heard.
BAND_DELAY, BANDS_APART = 0.26, 0.16
POINT = Motion(0.6, ease_out_cubic)
POINT_RISE = 24.0
SHAKE = Motion(0.18)
SHAKE_WIDTH, SHAKE_CYCLES = 6.0, 3

# The end of a game, one after the other

WIN_PAUSE = 0.12
WIN_LINE = Motion(0.3)
HOP_SECONDS, HOPS_APART = 0.2, 0.06
#: How high a stone hops, as a share of a cell.
HOP_HEIGHT = 0.3
VEIL = Motion(0.2)
#: How dark the veil over the board is, from 0 to 1.
VEIL_SHARE = 0.47
BANNER = Motion(0.38, ease_out_back)
BANNER_FROM = 0.6
CONFETTI = Motion(1.4)

# Scenes and controls

PRESS = Motion(0.06)
RELEASE = Motion(0.12)
STALL_LIFT = Motion(0.16, ease_out_back)
STALL_SLIDE = Motion(0.22, ease_out_cubic)
TOAST = Motion(0.2, ease_out_cubic)
SCENE = Motion(0.22, ease_out_cubic)
SCENE_SLIDE = 48.0
