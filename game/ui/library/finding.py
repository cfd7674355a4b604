"""The ways into the library from anywhere: the games with the position that is shown, and a file that was dropped.

What leads there is imported when somebody goes: the window opens the sooner.
"""

from __future__ import annotations

from pathlib import Path

from game.ui.shell.app import App


def find_position(app: App) -> bool:
    """F3: shows the games in which the position of the scene on top stood; returns whether it shows one."""
    standing = app.scene.standing
    if standing is None:
        return False
    from game.ui.library.library_scene import LibraryScene  # noqa: PLC0415

    app.push(LibraryScene(app, standing))
    return True


def open_dropped(app: App, path: Path) -> None:
    """Open a file that was dropped on the window."""
    from game.ui.library.file_door import open_path  # noqa: PLC0415

    open_path(app, path)
