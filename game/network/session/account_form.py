"""A form for the player's account at the current broker, shown on a settings screen.

A thread makes the changes, as the system's keyring may wait for the user. ``poll`` once a frame.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from game.core.model import Reason
from game.core.threads.worker import failure_text, start_worker
from game.network.encryption.invitation import ServerAddress, Transport, place_at
from game.network.session.network_settings import NetworkSettings
from game.network.transport.broker_channel import TLS_PORT
from game.storage.files import StoreError
from game.storage.secrets.broker_accounts import UNASSIGNED, BrokerAccount, normal_host

#: Seconds to wait for a change when the screen closes.
_CLOSING = 1.0


class AccountForm:
    """A form for the player's broker account. It ignores changes while ``is_busy``."""

    def __init__(self, settings: NetworkSettings) -> None:
        self._settings, self._accounts = settings, settings.accounts
        self._thread: threading.Thread | None = None
        self._is_new = False
        """True if another broker was chosen since the last ``poll``."""
        self.problem = ""
        """An error message about a failure to change or read the account; "" if there is none."""
        self.account: BrokerAccount | None = None
        """The account at the current broker. A password in the keyring is not included."""
        self.unassigned: BrokerAccount | None = None
        """An account from an earlier version, which is not linked to a broker."""
        self.others: list[str] = []
        """Addresses of the other brokers with accounts."""
        self._read()

    # The broker

    @property
    def place(self) -> tuple[str, int] | None:
        """Host and port of the current broker; None if no broker is set."""
        place = place_at(Transport.BROKER, self._settings.broker)
        if not isinstance(place, ServerAddress):
            return None
        host, port = place.host_and_port(TLS_PORT)
        return normal_host(host), port

    @property
    def address(self) -> str:
        """Address of the current broker with its port; "" if no broker is set."""
        return BrokerAccount(*self.place).address if self.place is not None else ""

    @property
    def is_always_encrypted(self) -> bool:
        """True if the broker's port is the TLS port, so that its connections are always encrypted."""
        return self.place is not None and self.place[1] == TLS_PORT

    def choose(self, address: str) -> None:
        """Choose the current broker by its address; "" for none."""
        place = place_at(Transport.BROKER, address)
        self._settings.broker = place.address if isinstance(place, ServerAddress) else ""
        self.problem, self._is_new = "", True
        self._read()

    # Changes

    @property
    def is_busy(self) -> bool:
        """True while a change of the broker account is in progress, so that further changes would be ignored."""
        return self._thread is not None

    def set_user(self, name: str) -> None:
        """Change the user name of the broker account."""
        self._change(lambda host, port: self._accounts.change(host, port, user=name))

    def set_password(self, password: str) -> None:
        """Change the password of the broker account; "" removes it."""
        self._change(lambda host, port: self._accounts.set_password(host, port, password))

    def allow_plain_text(self, is_allowed: bool) -> None:
        """Allow or forbid sending name and password to this broker without encryption."""
        self._change(lambda host, port: self._accounts.change(host, port, allows_plain_text=is_allowed))

    def remove(self) -> None:
        """Remove the player's account at this broker."""
        self._change(self._accounts.remove)

    def assign(self) -> None:
        """Assign the account without a broker, saved by an earlier version, to the current broker."""
        self._change(self._accounts.assign)

    def remove_unassigned(self) -> None:
        """Remove the account without a broker, which an earlier program version saved."""
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
        self.problem = failure_text(error)

    def poll(self) -> bool:
        """Return True if a change of the account succeeded or failed since the last call."""
        is_new, self._is_new = self._is_new, False
        if self._thread is not None and not self._thread.is_alive():
            self._thread, is_new = None, True
            self._read()
        return is_new

    def close(self) -> None:
        """Stop waiting for the system keyring, and save a pending password in the account file instead."""
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
    """Return an error message that says why a broker's address is invalid; None if it is valid or empty."""
    place = place_at(Transport.BROKER, address) if address else None
    return place.message if isinstance(place, Reason) else None
