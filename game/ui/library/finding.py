"""Actions available in every scene: find games with the position on screen, edit it, open a dropped file.

The scenes are imported only when needed, so that the window opens faster.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from game.ui.shell.app import App


def find_position(app: App) -> bool:
    """List all library games with the position on screen (F3). Return False if there is no position."""
    searchable_match = app.scene.searchable_match
    if searchable_match is None:
        return False
    from game.ui.library.library_scene import LibraryScene  # noqa: PLC0415

    app.push(LibraryScene(app, (searchable_match.ruleset, searchable_match.state)))
    return True


def edit_position(app: App) -> bool:
    """Change the position on screen in the set-up mode (F4). Return False if that is impossible.

    This is the case without a position, and in the set-up mode itself.
    """
    from game.ui.analysis.board.opening import set_up_position  # noqa: PLC0415
    from game.ui.analysis.editor.editor_scene import EditorScene  # noqa: PLC0415
    from game.ui.play.play_scene import play_on  # noqa: PLC0415

    searchable_match = app.scene.searchable_match
    if searchable_match is None or isinstance(app.scene, EditorScene):
        return False
    set_up_position(app, partial(play_on, app), searchable_match)
    return True


def open_dropped(app: App, path: Path) -> None:
    from game.ui.library.file_opening import open_path  # noqa: PLC0415

    open_path(app, path)


def open_handed(app: App, path: Path, on_refused: Callable[[str], None] = lambda words: None) -> None:
    """Open a file that was passed to the program when it was started.

    An unfinished tournament continues at once.

    If the file cannot be opened, ``on_refused`` is called with the reason, which the player sees as well.
    """
    from game.ui.library.file_opening import Manner, open_path  # noqa: PLC0415

    open_path(app, path, Manner(at_table=True, on_refused=on_refused))
