"""The page of the settings about far tables: name and password at a broker, the port for guests."""

from __future__ import annotations

from collections.abc import Callable

from game.core.language import _
from game.core.model import Reason
from game.session.apart.network_settings import LONGEST, NetworkSettings, read_port
from game.ui.shell.app import App
from game.ui.shell.dialogs import NameScene
from game.ui.widgets.setting_rows import AskedWords, Setting

#: What stands for the letters of a password.
_HIDDEN = "•" * 6


def far_settings(app: App) -> tuple[Setting, ...]:
    """The rows."""
    kept = NetworkSettings(app.services.database)

    def set_user(name: str) -> None:
        kept.broker_user = name

    def set_password(password: str) -> None:
        kept.broker_password = password

    def set_port(words: str) -> None:
        port = read_port(words)
        kept.port = port if isinstance(port, int) else 0

    return (
        AskedWords(
            _("Your name at the broker"),
            _("For a club's broker that asks for one."),
            lambda: kept.broker_user or _("None"),
            _asker(app, _("Your name at the broker"), lambda: kept.broker_user, set_user),
        ),
        AskedWords(
            _("Your password there"),
            _("It is kept here as you type it: use it nowhere else."),
            lambda: _HIDDEN if kept.broker_password else _("None"),
            _asker(app, _("Your password there"), lambda: kept.broker_password, set_password),
        ),
        AskedWords(
            _("Port for guests nearby"),
            _("Where a firewall lets only one port through."),
            lambda: str(kept.port or _("Any")),
            _asker(app, _("Port for guests nearby"), lambda: str(kept.port or ""), set_port, _refused_port),
        ),
    )


def _refused_port(words: str) -> str | None:
    port = read_port(words)
    return port.message if isinstance(port, Reason) else None


def _asker(
    app: App,
    title: str,
    read: Callable[[], str],
    write: Callable[[str], None],
    refuse: Callable[[str], str | None] = lambda _words: None,
) -> Callable[[Callable[[], None]], None]:
    """Asks for the words of a row by a dialog, in which the old ones stand, and tells when they have changed."""

    def ask(done: Callable[[], None]) -> None:
        def take(words: str | None) -> None:
            if words is not None:
                write(words)
                done()

        about = _("Leave it empty for none.")
        app.push(NameScene(app, title, about, read(), refuse, longest=LONGEST), take)

    return ask
