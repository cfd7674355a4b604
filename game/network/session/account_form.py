"""The player's account at the broker that is set, for a screen to show and change.

Changes are made in a thread, as the system's keyring may wait for the user; ``poll`` once a frame.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from game.core.model import Reason
from game.core.threads.worker import failure_words, start_worker
from game.network.encryption.invitation import ServerAddress, Transport, place_at
from game.network.session.network_settings import NetworkSettings
from game.network.transport.broker_channel import TLS_PORT
from game.storage.files import StoreError
from game.storage.secrets.broker_account import BrokerAccount, normal_host
from game.storage.secrets.broker_accounts import UNASSIGNED

#: Seconds to wait for a change when the screen closes.
_CLOSING = 1.0


class AccountForm:
    """``account`` is what was read last; nothing is changed while ``is_busy``."""

    def __init__(self, settings: NetworkSettings) -> None:
        self._settings, self._accounts = settings, settings.accounts
        self._thread: threading.Thread | None = None
        self._is_new = False
        """Whether another broker was set since ``poll`` was called."""
        self.problem = ""
        """The reason why the last change failed, or why the account cannot be read, in a sentence."""
        self.account: BrokerAccount | None = None
        """The account at the broker that is set; it has no password that lies in the keyring."""
        self.unassigned: BrokerAccount | None = None
        """The account of an earlier version, which no broker is known for."""
        self.others: list[str] = []
        """The addresses of the other brokers with accounts."""
        self._read()

    # The broker

    @property
    def place(self) -> tuple[str, int] | None:
        """Host and port of the broker that is set, None where none is."""
        place = place_at(Transport.BROKER, self._settings.broker)
        if not isinstance(place, ServerAddress):
            return None
        host, port = place.host_and_port(TLS_PORT)
        return normal_host(host), port

    @property
    def address(self) -> str:
        """The broker that is set, with its port; "" where none is."""
        return BrokerAccount(*self.place).address if self.place is not None else ""

    @property
    def is_always_encrypted(self) -> bool:
        """Whether the port of the broker is that of encrypted connections."""
        return self.place is not None and self.place[1] == TLS_PORT

    def choose(self, address: str) -> None:
        """Set the broker; "" for none."""
        place = place_at(Transport.BROKER, address)
        self._settings.broker = place.address if isinstance(place, ServerAddress) else ""
        self.problem, self._is_new = "", True
        self._read()

    # Changes

    @property
    def is_busy(self) -> bool:
        """Whether a change is being made."""
        return self._thread is not None

    def set_user(self, name: str) -> None:
        """Change the name."""
        self._change(lambda host, port: self._accounts.change(host, port, user=name))

    def set_password(self, password: str) -> None:
        """Change the password; "" for none."""
        self._change(lambda host, port: self._accounts.set_password(host, port, password))

    def allow_plain_text(self, is_allowed: bool) -> None:
        """Let name and password be sent to this broker without encryption, or no more."""
        self._change(lambda host, port: self._accounts.change(host, port, allows_plain_text=is_allowed))

    def remove(self) -> None:
        """Remove the account at this broker."""
        self._change(self._accounts.remove)

    def assign(self) -> None:
        """Give this broker the account of an earlier version."""
        self._change(self._accounts.assign)

    def remove_unassigned(self) -> None:
        """Remove the account of an earlier version."""
        self._begin(lambda: self._accounts.remove(*UNASSIGNED))

    def _change(self, change: Callable[[str, int], object]) -> None:
        place = self.place
        if place is not None:
            self._begin(lambda: change(*place))

    def _begin(self, change: Callable[[], object]) -> None:
        if self._thread is not None:
            return

        def work() -> None:
            try:
                change()
            except StoreError as error:
                self.problem = str(error)

        self.problem = ""
        self._thread = start_worker(work, "broker account", self._failed)  # no words

    def _failed(self, error: Exception) -> None:
        self.problem = failure_words(error)

    def poll(self) -> bool:
        """Return whether a change has been made, or failed, since the last call."""
        is_new, self._is_new = self._is_new, False
        if self._thread is not None and not self._thread.is_alive():
            self._thread, is_new = None, True
            self._read()
        return is_new

    def close(self) -> None:
        """End the wait for the keyring: a password that it has not taken by now goes into the account's file."""
        if self._thread is not None:
            self._accounts.give_up()
            self._thread.join(_CLOSING)

    def _read(self) -> None:
        host, port = self.place or UNASSIGNED
        try:
            self.account = self._accounts.read(host, port) if self.place is not None else None
            self.unassigned = self._accounts.read(*UNASSIGNED)
        except StoreError as error:
            self.account, self.problem = None, self.problem or str(error)
        self.others = self._accounts.others(host, port)


def refused_address(address: str) -> str | None:
    """Explain why an address is none of a broker, in a sentence; None for one, and for nothing."""
    place = place_at(Transport.BROKER, address) if address else None
    return place.message if isinstance(place, Reason) else None
