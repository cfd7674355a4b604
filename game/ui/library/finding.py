"""What a key does wherever a position is shown, and a file that was dropped on the window.

What leads there is imported when somebody goes: the window opens the sooner.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from game.analysis.editor.draft import draft_of
from game.ui.shell.app import App


def find_position(app: App) -> bool:
    """F3: shows the games in which the position of the scene on top stood; returns whether it shows one."""
    standing = app.scene.standing
    if standing is None:
        return False
    from game.ui.library.library_scene import LibraryScene  # noqa: PLC0415

    app.push(LibraryScene(app, (standing.ruleset, standing.state)))
    return True


def edit_position(app: App) -> bool:
    """F4: sets the position of the scene on top up anew, to be changed; returns whether it shows one."""
    from game.ui.analysis.editor.editor_scene import EditorScene  # noqa: PLC0415
    from game.ui.play.play_scene import play_on  # noqa: PLC0415

    standing = app.scene.standing
    if standing is None or isinstance(app.scene, EditorScene):
        return False
    app.push(EditorScene(app, draft_of(standing.ruleset, standing.options, standing.state)), partial(play_on, app))
    return True


def open_dropped(app: App, path: Path) -> None:
    """Open a file that was dropped on the window."""
    from game.ui.library.file_opening import open_path  # noqa: PLC0415

    open_path(app, path)


def open_handed(app: App, path: Path, on_refused: Callable[[str], None] = lambda words: None) -> None:
    """Open a file that was named when the program was started; a tournament that goes on opens at its table.

    ``on_refused`` gets the sentence about a file that cannot be opened, besides the player.
    """
    from game.ui.library.file_opening import Manner, open_path  # noqa: PLC0415

    open_path(app, path, Manner(at_table=True, on_refused=on_refused))
