"""The duration and easing of every animation, by name. Times are in seconds, lengths in design pixels."""

from __future__ import annotations

from game.ui.effects.motion.tween import Motion, ease_out_back, ease_out_bounce, ease_out_cubic

# Stones

STONE_DROP = Motion(0.22, ease_out_bounce)
MASCOT_DROP = Motion(0.26, ease_out_back)
BLINK = Motion(0.14)
#: The speed factor of an undo, which is a drop played backwards.
UNDO_TIMES = 1.5
#: The height, in cells, from which a stone falls.
DROP_HEIGHT = 1.2
#: The first contact of a stone with the board, as a share of its drop, and the duration of its squash in seconds.
CONTACT = 1 / 2.75
SQUASH_SECONDS = 0.06
#: The height and width of a squashed stone.
SQUASH = (0.92, 1.08)

# Marks of the board

PREVIEW = Motion(0.09)
LAST_RING = Motion(0.16, ease_out_cubic)
BEAMS = Motion(0.18, ease_out_cubic)
#: The delay of the beams: they start when the stone touches the board.
BEAMS_DELAY = 0.08
BAND = Motion(0.24, ease_out_cubic)
#: The delay of the first band, when the stone lies still, and the delay between bands, as in their sounds.
BAND_DELAY, BANDS_APART = 0.26, 0.16
POINT = Motion(0.6, ease_out_cubic)
POINT_RISE = 24.0
SHAKE = Motion(0.18)
SHAKE_WIDTH, SHAKE_CYCLES = 6.0, 3

# The end of a game

WIN_PAUSE = 0.12
WIN_LINE = Motion(0.3)
HOP_SECONDS, HOPS_APART = 0.2, 0.06
#: The height of a hop, as a share of a cell.
HOP_HEIGHT = 0.3
VEIL = Motion(0.2)
#: The opacity of the veil over the board, from 0 to 1.
VEIL_SHARE = 0.47
BANNER = Motion(0.38, ease_out_back)
BANNER_FROM = 0.6
CONFETTI = Motion(1.4)

# Scenes and controls

PRESS = Motion(0.06)
RELEASE = Motion(0.12)
CARD_LIFT = Motion(0.16, ease_out_back)
CARD_SLIDE = Motion(0.22, ease_out_cubic)
TOAST = Motion(0.2, ease_out_cubic)
SCENE = Motion(0.22, ease_out_cubic)
SCENE_SLIDE = 48.0
