"""Settings of remote games: broker, accounts at brokers, and the port for nearby players."""

from __future__ import annotations

from game.core.language import _
from game.core.model import Reason
from game.storage.database import Database
from game.storage.secrets.broker_accounts import FOLDER, BrokerAccounts
from game.storage.secrets.system_keyring import system_keyring

_BROKER_KEY, _PORT_KEY = "apart.broker", "apart.port"
#: The maximum length of a user name or a password at a broker.
LONGEST = 120


class NetworkSettings:
    """Settings of remote games; a change is saved at once.

    A stored value of the wrong type is ignored. ``accounts`` holds the names and passwords at brokers, which are not in
    the database.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.accounts = BrokerAccounts(database.file.path.parent / FOLDER, system_keyring())

    @property
    def broker(self) -> str:
        """Address of the broker of the last invitation; "" if no broker was used yet."""
        stored: object = self._database.settings.get(_BROKER_KEY, "")
        return stored if isinstance(stored, str) else ""

    @broker.setter
    def broker(self, address: str) -> None:
        self._database.settings.set(_BROKER_KEY, address)

    @property
    def port(self) -> int:
        """Port to listen on for nearby players; 0 for the default port, or any port if that is in use."""
        stored: object = self._database.settings.get(_PORT_KEY, 0)
        return stored if isinstance(stored, int) and 0 <= stored < 65_536 else 0

    @port.setter
    def port(self, number: int) -> None:
        self._database.settings.set(_PORT_KEY, number)


def read_port(words: str) -> int | Reason:
    """Parse a port number that the player typed (0 if empty). Return the reason if it is invalid."""
    digits = words.strip()
    if not digits:
        return 0
    if digits.isascii() and digits.isdecimal() and len(digits) < 6 and 1024 <= int(digits) < 65_536:
        return int(digits)
    return Reason("port", _("The port must be a number from 1024 to 65535."))
