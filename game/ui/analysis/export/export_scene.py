"""Export of a game to a file: in the formats of other programs, as a picture, or as an animation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from game.core.language import _, gettext_noop
from game.core.model import ParseError, Reason, State
from game.core.ruleset import Ruleset
from game.library.formats.writing import FORMATS, WritableFormat
from game.library.study.study import Study
from game.storage import folders
from game.storage.folders import PICTURE, keep_file, put_file
from game.ui.analysis.export.animation import SIDE, AnimationMaker
from game.ui.analysis.export.exported_game import ExportedGame
from game.ui.analysis.export.making import ExportJob, WrittenFile
from game.ui.board.board_picture import BoardPictures
from game.ui.painting.canvas import Canvas
from game.ui.painting.little_board import little_board
from game.ui.painting.surfaces import png
from game.ui.painting.typesetter import Passage
from game.ui.shell.app import App
from game.ui.shell.list_scene import ListScene
from game.ui.shell.save_chooser import SaveChooser, SavedKind
from game.ui.widgets.buttons import Button, ChoiceButton
from game.ui.widgets.frame import back_button, draw_frame, draw_keys_hint, main_button
from game.ui.widgets.item_list import ItemList

_LIST = (36.0, 92.0, 592.0, 584.0)
_CARD = (664.0, 80.0, 592.0, 608.0)
_BOARD = 300.0
#: Studies with more nodes than this are not checked in advance, since the check writes the whole file.
_QUICKLY_WRITTEN = 2_000
_PICTURE, _ANIMATION = "picture", "animation"  # no words


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file to which a game can be exported.

    ``title`` and ``words`` are translated when they are shown.
    """

    name: str
    title: str
    suffix: str
    words: str
    format: WritableFormat | None = None
    """Format that writes a study; None for pictures."""
    has_comments: bool = False
    """True if the file can hold a review."""


_WORDS = {
    "study": gettext_noop("Save everything as readable text. The file appears in the library."),
    "sgf": gettext_noop("Save variations, comments and marks for most board game programs."),
    "psq": gettext_noop("Save the moves for the program Piskvork and its tournaments."),
    "pos": gettext_noop("Save the moves of the game as one line of text, to paste anywhere."),
    "lib": gettext_noop("Save variations, comments and marks for RenLib and similar programs."),
}
_COMMENTED = ("study", "sgf", "lib")
FILE_KINDS = (
    *(
        FileKind(each.name, each.title, each.suffix, _WORDS[each.name], each, each.name in _COMMENTED)
        for each in FORMATS
    ),
    FileKind(_PICTURE, gettext_noop("Picture"), PICTURE, gettext_noop("Save a picture of the position on the board.")),
    FileKind(
        _ANIMATION,
        gettext_noop("Animation"),
        ".gif",
        gettext_noop("Save the whole game as an animation, move by move."),
    ),
)


class ExportScene(ListScene[FileKind, None]):
    """Scene for exporting a game: kinds of file on the left, details on the right; Enter saves the file."""

    def __init__(self, app: App, game: ExportedGame) -> None:
        super().__init__(app)
        self._game = game
        self._with_review = game.reviewed is not None
        self._state = game.state
        """The position on the board."""
        self._obstacles: dict[str, str] = {}
        """For each kind of file that was checked, the reason why it cannot be written, or ""."""
        self._making: ExportJob | None = None
        self._made_kind: FileKind | None = None
        """Kind of the file that is being written."""
        self._target: Path | None = None
        """Path that the player has chosen for this file; None for the usual folder."""
        self._percent = 0
        self._message, self._went_wrong = "", False
        self.list = ItemList(_LIST, lambda kind: kind.name, self._draw_row, self._forget, self._save)

    @property
    def subject(self) -> Ruleset:
        return self._game.study.ruleset

    def read_items(self) -> Sequence[FileKind]:
        return FILE_KINDS

    def _forget(self) -> None:
        """Clear the message about the last exported file, since another kind is selected."""
        self._message, self._went_wrong = "", False
        self.refresh()

    def exit(self) -> None:
        """Cancel the export of a file that is being written."""
        self._stop()
        super().exit()

    # Controls

    def buttons(self) -> list[Button]:
        back = back_button(self.stage, lambda: self.finish(None))
        save = main_button(self.stage, _("Save"), self._save, icon="save")
        why = self._obstacle()
        save_as = Button(self.stage.rect(784, 716, 196, 48), _("Save as…"), self._save_as, icon="folder")
        for button in (save, save_as):
            button.enabled, button.why = not why and self._making is None, why or _("Creating the file…")
        return [*self.form.stops(), *self._review_switch(), back, save_as, save]

    def _review_switch(self) -> list[Button]:
        if self._game.reviewed is None or self.selected is None or not self.selected.has_comments:
            return []
        rect, words = self.stage.rect(_CARD[0] + 24, _CARD[1] + 540, 300, 44), _("Include the analysis")
        return [ChoiceButton(rect, words, self._switch_review, icon="check", size=17, chosen=self._with_review)]

    def _switch_review(self) -> None:
        self._with_review = not self._with_review
        self._forget()

    def _obstacle(self) -> str:
        """Return the reason why the selected kind of file cannot be exported, or "" if it can.

        A game that is too long to check in advance returns "".
        """
        kind = self.selected
        if kind is None or kind.format is None:
            return self._state.message if isinstance(self._state, Reason) else ""
        if len(self._game.study.tree) > _QUICKLY_WRITTEN:
            return ""
        if kind.name not in self._obstacles:
            # Comments never decide whether a format can express a game, so the study without review is enough.
            contents = kind.format.write(self._game.study)
            self._obstacles[kind.name] = contents.message if isinstance(contents, Reason) else ""
        return self._obstacles[kind.name]

    # Saving

    def _save_as(self) -> None:
        """Let the player choose where the file is saved, then save it there."""
        if self.selected is None:
            return
        kind = SavedKind(self.selected.title, self.selected.words, self.selected.suffix, "save folder")  # no words

        def save(path: Path | None) -> None:
            if path is not None:
                self._save(path)

        self.app.push(SaveChooser(self.app, kind, self._game.title, _folder(self.selected)), save)

    def _save(self, target: Path | None = None) -> None:
        """Save the file, to the usual folder or to the path that the player has chosen."""
        kind = self.selected
        if kind is None or self._making is not None or self._obstacle():
            return
        self._message, self._target = "", target
        if kind.format is not None:
            self._make(kind, WrittenFile(partial(self._write, kind.format.write, kind)))
        elif kind.name == _PICTURE:
            if isinstance(self._state, State):
                pictures = BoardPictures(self.app.theme, self.app.paintbox.sprites, self.subject)
                self._keep(kind, png(pictures.of(self._state, self._numbers)))
        else:
            states = self._game.states()
            pictures = BoardPictures(self.app.theme, self.app.paintbox.sprites, self.subject, SIDE)
            self._make(kind, AnimationMaker(len(states), lambda number: pictures.of(states[number])))

    def _write(self, write: Callable[[Study], bytes | Reason], kind: FileKind) -> bytes | Reason:
        with_review = self._with_review and kind.has_comments and self._game.reviewed is not None
        return write(self._game.reviewed() if with_review and self._game.reviewed else self._game.study)

    def _make(self, kind: FileKind, making: ExportJob) -> None:
        self._made_kind, self._making, self._percent = kind, making, 0
        self.refresh()

    @property
    def _numbers(self) -> Mapping[int, int]:
        return self._game.numbers if self.app.preferences.numbers_shown else {}

    def _keep(self, kind: FileKind, contents: bytes) -> None:
        try:
            if self._target is None:
                path = keep_file(_folder(kind), self._game.title, kind.suffix, contents)
            else:
                put_file(path := self._target, contents)
        except ParseError as error:
            self._show_message(str(error), went_wrong=True)
        else:
            self._show_message(_("The file is saved as “{file}” in {folder}.", file=path.name, folder=path.parent))

    def _show_message(self, words: str, *, went_wrong: bool = False) -> None:
        self._message, self._went_wrong = words, went_wrong
        self.refresh()

    def _stop(self) -> None:
        if self._making is not None:
            self._making.stop()
            self._making = None

    def tick(self, seconds: float) -> None:
        """Continue with the file that is being exported, and save it when it is complete."""
        super().tick(seconds)
        if self._making is None or self._made_kind is None:
            return
        self._making.step()
        contents, percent = self._making.contents, round(100 * self._making.share)
        if contents is not None:
            self._stop()
            if isinstance(contents, Reason):
                self._show_message(contents.message, went_wrong=True)
            else:
                self._keep(self._made_kind, contents)
        elif percent != self._percent:
            self._percent = percent
            self.repaint()

    # Drawing

    def paint(self, canvas: Canvas) -> None:
        draw_frame(canvas, _("Save as a file"), (24, 80, 616, 608), _CARD)
        left, top, width, _height = _CARD
        canvas.title(self._game.title, left + 24, top + 16, size=24, width=width - 48)
        self._draw_board(canvas)
        if self.selected is not None:
            self._draw_texts(canvas, self.selected)
        draw_keys_hint(canvas, _("Up/Down: choose  ·  Enter: save  ·  Esc: back"), width=560)

    def _draw_board(self, canvas: Canvas) -> None:
        left, top, width, _height = _CARD
        rect = canvas.panels.well(left + (width - _BOARD) / 2, top + 60, _BOARD, _BOARD, radius=14).rect
        state, info = self._state, self.subject.info
        if isinstance(state, Reason):
            return
        marks = self.subject.marks(state)
        picture = little_board(
            canvas.paintbox, state.geometry, state.board, info.stones, rect.size, accent=info.accent, marks=marks,
            whole=True,
        )  # fmt: skip
        canvas.in_pixels.picture(picture, *rect.center, anchor="center")

    def _draw_texts(self, canvas: Canvas, kind: FileKind) -> None:
        """Draw the description of the selected kind of file, and the target folder or the result."""
        left, top, width, _height = _CARD
        obstacle = self._obstacle()
        told, colour = (obstacle, "coral") if obstacle else self._status(kind)
        passages = [Passage(_(kind.words), size=17, most=2), Passage(told, size=16, most=4)]
        y = top + 376
        for block, ink in zip(canvas.blocks(passages, width - 48, 150), ("cream", colour), strict=True):
            y = canvas.draw_block(block, left + 24, y, ink) + 10

    def _status(self, kind: FileKind) -> tuple[str, str]:
        """Return the text about the state of the export, and its colour."""
        if self._making is not None:
            share = _("Creating the images: {percent} %", percent=self._percent)
            return (_("Writing the file…") if self._made_kind and self._made_kind.format else share), "soft"
        if self._message:
            return self._message, "coral" if self._went_wrong else "amber"
        return _("The file will be saved in {folder}.", folder=_folder(kind)), "soft"

    def _draw_row(self, canvas: Canvas, kind: FileKind, top: float) -> None:
        left, right, height = _LIST[0] + 16, _LIST[0] + _LIST[2] - 24, canvas.tall(25)
        upper, lower = top + canvas.tall(8), top + canvas.tall(35)
        suffix = canvas.text(
            kind.suffix, right, upper, size=15, colour="mist", anchor="topright", width=140, height=height
        )
        room = right - left - suffix.width - 16
        canvas.text(_(kind.title), left, upper, family="bold", size=17, colour="cream", width=room, height=height)
        canvas.text(_(kind.words), left, lower, size=14, colour="soft", width=right - left, height=height)


def _folder(kind: FileKind) -> Path:
    """Return the folder for exported files of a kind; studies go to the folder that the library lists."""
    if kind.format is None:
        return folders.pictures_folder()
    return folders.studies_folder() if kind.name == "study" else folders.exports_folder()
