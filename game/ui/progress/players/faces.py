"""The faces that players can choose, and the dialog for choosing one."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

import assets
from game.core.language import _
from game.ui.board.player_card import ENGINE_FACE, MASCOTS, MIRROR_FACE
from game.ui.painting.canvas import Canvas
from game.ui.shell.app import App
from game.ui.shell.scene import Scene
from game.ui.widgets import keys
from game.ui.widgets.buttons import Button, ChoiceButton

_COLUMNS, _STEP, _FACE = 8, 92, 68
_WIDTH = _COLUMNS * _STEP + 48


@cache
def all_faces() -> tuple[str, ...]:
    """Return the faces that a player can choose: all mascots, then all portraits except two special ones.

    Those of external engines and of the adaptive opponent are not offered.
    """
    portraits = sorted(file.stem for file in (assets.FOLDER / "portraits").glob("*.svg"))
    return (*MASCOTS, *(name for name in portraits if name not in (ENGINE_FACE, MIRROR_FACE)))


class FaceScene(Scene[str]):
    """Dialog for choosing a face. It finishes with the face's name, or with "" when cancelled."""

    overlay = True

    def __init__(self, app: App, name: str, face: str) -> None:
        """Offer faces to the player ``name``, whose current one is ``face``."""
        super().__init__(app)
        self._name, self._face = name, face

    @property
    def _height(self) -> float:
        return 188 + -(-len(all_faces()) // _COLUMNS) * _STEP

    def arrange(self) -> None:
        """Lay out a button for each portrait to choose from; the arrow keys move between them."""
        left, top = 640 - _WIDTH / 2 + 24, 400 - self._height / 2
        faces = [
            ChoiceButton(
                self.stage.rect(left + place % _COLUMNS * _STEP + 4, top + 84 + place // _COLUMNS * _STEP, 84, 84),
                "",
                partial(self.finish, face),
                paint=self._look_of(face),
            )
            for place, face in enumerate(all_faces())
        ]
        rect = self.stage.rect(540, top + self._height - 84, 200, 48)
        leave = Button(rect, _("Cancel"), lambda: self.finish(""), use=keys.BACK)
        self.controls.set([*faces, leave])
        known = all_faces().index(self._face) if self._face in all_faces() else 0
        self.controls.focus(faces[known], show=True)
        super().arrange()

    def _look_of(self, face: str) -> Callable[[Canvas, Button, bool], None]:
        def paint(canvas: Canvas, button: Button, focused: bool) -> None:
            px = canvas.px
            if face == self._face:
                canvas.panels.plate(*button.rect, colour="amber", radius=22)
            canvas.face(face, *button.rect.center, px(_FACE), ring=px(_FACE + 8) - px(_FACE))
            if focused:
                canvas.panels.focus_ring(*button.rect, radius=22)

        return paint

    def paint(self, canvas: Canvas) -> None:
        """Draw the card and the title of the dialog for choosing a face."""
        top = 400 - self._height / 2
        canvas.veil()
        canvas.panels.card(640 - _WIDTH / 2, top, _WIDTH, self._height)
        text = _("Choose a portrait for {name}", name=self._name)
        width = _WIDTH - 48
        canvas.text(
            text, 640, top + 44, family="display", size=28, colour="cream", anchor="center", width=width, smallest=18
        )
