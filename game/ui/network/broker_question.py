"""The question where a broker is; the one that was named last is offered again."""

from __future__ import annotations

from collections.abc import Callable

from game.core.language import _
from game.core.model import Reason
from game.network.encryption.invitation import ServerAddress, Transport, place_at
from game.network.session.network_settings import NetworkSettings
from game.ui.shell.app import App
from game.ui.shell.dialogs import NameScene

_LONGEST_ADDRESS = 120


def last_broker(app: App) -> str:
    """The address of the broker that was named last, "" for none."""
    place = place_at(Transport.BROKER, NetworkSettings(app.services.database).broker)
    return place.address if isinstance(place, ServerAddress) else ""


def ask_broker(app: App, take: Callable[[ServerAddress], None]) -> None:
    """Ask for the address of a broker, and remember it; ``take`` gets its place."""

    def refuse(address: str) -> str | None:
        place = place_at(Transport.BROKER, address)
        return place.message if isinstance(place, Reason) else None

    def remember(address: str | None) -> None:
        place = place_at(Transport.BROKER, address) if address is not None else None
        if isinstance(place, ServerAddress):
            NetworkSettings(app.services.database).broker = place.address
            take(place)

    words = _("The address of a broker that both players can reach, as in {example}.", example="broker.example.org")
    ask = NameScene(app, _("Through a broker"), words, last_broker(app), refuse, longest=_LONGEST_ADDRESS)
    app.push(ask, remember)
