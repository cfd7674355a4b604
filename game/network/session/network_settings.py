"""The settings of far tables: the broker and the player's accounts at brokers, and the port for guests nearby."""

from __future__ import annotations

from game.core.language import _
from game.core.model import Reason
from game.storage.database import Database
from game.storage.secrets.broker_accounts import FOLDER, BrokerAccounts
from game.storage.secrets.system_keyring import system_keyring

_BROKER_KEY, _PORT_KEY = "apart.broker", "apart.port"
#: The most letters of a name or a password at a broker.
LONGEST = 120


class NetworkSettings:
    """The settings, read from the database each time and written at once; a stored value of another kind is none.

    ``accounts`` are the names and passwords at brokers, which are no part of the database.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.accounts = BrokerAccounts(database.path.parent / FOLDER, system_keyring())

    def _word(self, key: str) -> str:
        stored: object = self._database.setting(key, "")
        return stored if isinstance(stored, str) else ""

    @property
    def broker(self) -> str:
        """The address of the broker of the last invitation, "" before there was one."""
        return self._word(_BROKER_KEY)

    @broker.setter
    def broker(self, address: str) -> None:
        self._database.set_setting(_BROKER_KEY, address)

    @property
    def port(self) -> int:
        """The port to listen on for guests nearby, 0 for the usual one, or any where that is taken."""
        stored: object = self._database.setting(_PORT_KEY, 0)
        return stored if isinstance(stored, int) and 0 <= stored < 65_536 else 0

    @port.setter
    def port(self, number: int) -> None:
        self._database.set_setting(_PORT_KEY, number)


def read_port(words: str) -> int | Reason:
    """The port that somebody typed, 0 for nothing; a sentence where it is none."""
    digits = words.strip()
    if not digits:
        return 0
    if digits.isascii() and digits.isdecimal() and len(digits) < 6 and 1024 <= int(digits) < 65_536:
        return int(digits)
    return Reason("port", _("A port is a number from 1024 to 65535."))
