"""File chooser for the program of an engine."""

from __future__ import annotations

from pathlib import Path

from game.core.language import _, gettext_noop
from game.ui.painting.typesetter import Passage
from game.ui.shell.file_chooser import FileChooser


class ProgramChooser(FileChooser):
    """Scene to choose the program of an engine; its result is the path, or None if the player goes back."""

    title = gettext_noop("Choose the engine's program")
    folder_setting = "engine folder"  # no words

    def take(self, path: Path) -> None:
        """Close the scene with the chosen program."""
        self.app.services.database.settings.set(self.folder_setting, str(path.parent))
        self.finish(path)

    def passages(self) -> list[Passage]:
        return [
            Passage(_("The program of an engine"), "display", 20, most=1),
            Passage(
                _(
                    "Most engines are called pbrain-… and have their other files in the same folder. An engine for "
                    "Windows runs on other systems with the program wine, and a script with the program of its "
                    "language: choose that program, and type the engine's file as its argument."
                ),
                size=16,
                most=9,
            ),
            Passage(
                _("Only choose programs that you trust: an engine can do everything that you can."), size=16, most=4
            ),
        ]
