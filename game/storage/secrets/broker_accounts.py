"""Accounts at MQTT brokers, in one private file each, with passwords in the system keyring if possible."""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass, field, replace
from pathlib import Path

from game.core.language import _
from game.storage.files import StoreError, cause, write_file
from game.storage.secrets.system_keyring import SystemKeyring

#: The folder of the accounts, next to the database.
FOLDER = "broker-accounts"
#: Host and port of the account of an earlier version, which did not store the broker.
UNASSIGNED = ("", 0)
_MOST_BYTES = 10_000


@dataclass(frozen=True, slots=True)
class BrokerAccount:
    """A user name and password for one MQTT broker. They are sent to no other host."""

    host: str
    port: int
    user: str = ""
    password: str = field(default="", repr=False)
    """The password; "" if there is none or if it is in the keyring."""
    allows_plain_text: bool = False
    """True if the player allowed sending both to this broker unencrypted."""
    keyring_entry: str = ""
    """The entry of the password in the system's keyring; "" if it is not there."""

    @property
    def address(self) -> str:
        """The broker's address as ``host:port``."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def has_password(self) -> bool:
        """True if a password for the broker is stored, in the account's file or in the keyring."""
        return bool(self.password or self.keyring_entry)


def normal_host(host: str) -> str:
    """Return a host name in lower case, without brackets and final dot, and with an IPv6 address shortened."""
    import ipaddress  # noqa: PLC0415 - the window starts without it

    bare = host.strip().strip("[]").rstrip(".").lower()
    try:
        return str(ipaddress.ip_address(bare))
    except ValueError:
        return bare


class BrokerAccounts:
    """The files of the player's broker accounts, in one folder.

    ``read``, ``others`` and ``change`` only access small files; the other methods may wait for the keyring.
    """

    def __init__(self, folder: Path, keyring: SystemKeyring) -> None:
        """Prepare to use a folder of broker accounts, which need not exist."""
        self.folder, self._keyring = folder, keyring

    def read(self, host: str, port: int) -> BrokerAccount | None:
        """Return the account for a broker as stored in its file, or None if there is none.

        A password in the keyring is not included.

        Raises StoreError.
        """
        path = self._path(host, port)
        account = _read_file(path)
        if account is not None and (account.host, account.port) != (normal_host(host), port):
            raise _damaged(path)
        return account

    def find(self, host: str, port: int) -> BrokerAccount | None:
        """Return the account for a broker with its password, or None if there is none. Raises StoreError."""
        account = self.read(host, port)
        if account is None or not account.keyring_entry:
            return account
        return replace(account, password=self._keyring.read(account.keyring_entry))

    def others(self, host: str, port: int) -> list[str]:
        """Return the addresses of all brokers with an account, except the given broker."""
        known = (_addressed(path) for path in self.folder.glob("*.json"))
        own = BrokerAccount(normal_host(host), port).address
        return sorted({account.address for account in known if account is not None and account.host} - {own})

    def change(
        self, host: str, port: int, *, user: str | None = None, allows_plain_text: bool | None = None
    ) -> BrokerAccount:
        """Change values of a broker account, creating it if needed, and return it. Raises StoreError.

        A value of None stays as it is.
        """
        account = self._begin(host, port)
        if user is not None:
            account = replace(account, user=user)
        if allows_plain_text is not None:
            account = replace(account, allows_plain_text=allows_plain_text)
        self._write(account)
        return account

    def set_password(self, host: str, port: int, password: str) -> BrokerAccount:
        """Store a broker password in the keyring and return the account. Raises StoreError.

        If the keyring fails, the password is stored in the account's file.
        """
        before = self._begin(host, port)
        entry = before.keyring_entry or f"{before.address} {secrets.token_hex(4)}"
        if password and self._keyring.keep(entry, password):
            account = replace(before, password="", keyring_entry=entry)
        else:
            account = replace(before, password=password, keyring_entry="")
        self._write(account)
        if before.keyring_entry and not account.keyring_entry:
            self._keyring.forget(before.keyring_entry)
        return account

    def add_to_file(self, account: BrokerAccount) -> None:
        """Store a new broker account in a file instead of the keyring. Raises StoreError.

        An existing account stays unchanged.
        """
        if not self._begin(account.host, account.port).user:
            self._write(replace(account, host=normal_host(account.host)))

    def move_to_keyring(self) -> None:
        """Move broker passwords from files to the system's keyring, if there is one. Raises StoreError."""
        for path in self.folder.glob("*.json"):
            account = _addressed(path)
            if account is not None and account.password:
                self.set_password(account.host, account.port, account.password)

    def assign(self, host: str, port: int) -> None:
        """Give this broker the account that an earlier version stored without a broker.

        Raises StoreError.
        """
        account = self.read(*UNASSIGNED)
        if account is not None:
            self._write(replace(account, host=normal_host(host), port=port))
            self._unlink(*UNASSIGNED)

    def remove(self, host: str, port: int) -> None:
        """Delete a broker account, and its password from the keyring. Raises StoreError."""
        account = self.read(host, port)
        self._unlink(host, port)
        if account is not None and account.keyring_entry:
            self._keyring.forget(account.keyring_entry)

    def give_up(self) -> None:
        """Stop waiting for the keyring. A password that it has not stored yet is written to a file."""
        self._keyring.give_up()

    def _begin(self, host: str, port: int) -> BrokerAccount:
        """Return the broker account, or a new one if the account is missing or damaged."""
        try:
            return self.read(host, port) or BrokerAccount(normal_host(host), port)
        except StoreError:
            return BrokerAccount(normal_host(host), port)

    def _path(self, host: str, port: int) -> Path:
        # A host may be longer than a file name and contain characters that are invalid there.
        return self.folder / f"{hashlib.sha256(f'{normal_host(host)}:{port}'.encode()).hexdigest()[:32]}.json"

    def _write(self, account: BrokerAccount) -> None:
        words = {
            "host": account.host,
            "port": account.port,
            "user": account.user,
            "allows_plain_text": account.allows_plain_text,
            "password": account.password,
            "keyring_entry": account.keyring_entry,
        }
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_file(self._path(account.host, account.port), json.dumps(words).encode(), private=True)
        except OSError as error:
            raise StoreError(
                _(
                    "The account for the online server {address} could not be saved: {cause}.",
                    address=account.address,
                    cause=cause(error),
                )
            ) from error

    def _unlink(self, host: str, port: int) -> None:
        try:
            self._path(host, port).unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(
                _("The online server account could not be removed: {cause}.", cause=cause(error))
            ) from error


def _addressed(path: Path) -> BrokerAccount | None:
    """Return the broker account in a file, or None if it cannot be read."""
    try:
        return _read_file(path)
    except StoreError:
        return None


def _read_file(path: Path) -> BrokerAccount | None:
    """Return the broker account in a file, or None if there is no file. Raises StoreError."""
    try:
        with path.open("rb") as file:
            found: object = json.loads(file.read(_MOST_BYTES))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise StoreError(_("{file} could not be read: {error}.", file=path.name, error=cause(error))) from error
    except (ValueError, RecursionError) as error:
        raise _damaged(path) from error
    match found:
        case {
            "host": str(host),
            "port": int(port),
            "user": str(user),
            "allows_plain_text": bool(allows),
            "password": str(password),
            "keyring_entry": str(entry),
        }:
            account = BrokerAccount(host, port, user, password, allows, entry)
        case _:
            raise _damaged(path)
    if not _can_be_sent(user + password):
        raise _damaged(path)
    return account


def _can_be_sent(words: str) -> bool:
    """Return True if a text can be encoded as UTF-8, as brokers require.

    JSON can contain lone surrogates, which cannot be encoded.
    """
    try:
        words.encode()
    except UnicodeEncodeError:
        return False
    return True


def _damaged(path: Path) -> StoreError:
    text = _(
        "The online server account in {file} is damaged. Enter your name and password again in the settings.",
        file=f"{path.parent.name}/{path.name}",
    )
    return StoreError(text)
