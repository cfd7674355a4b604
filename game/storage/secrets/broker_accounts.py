"""Accounts at brokers, a private file each; passwords lie in the system's keyring where there is one."""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import replace
from pathlib import Path

from game.core.language import _
from game.storage.files import StoreError, cause, write_whole
from game.storage.secrets.broker_account import BrokerAccount, normal_host
from game.storage.secrets.system_keyring import SystemKeyring

#: The folder of the accounts, beside the database.
FOLDER = "broker-accounts"
#: The account of an earlier version, which did not know what broker it belonged to.
UNASSIGNED = ("", 0)
_MOST_BYTES = 10_000


class BrokerAccounts:
    """``read``, ``others`` and ``change`` touch small files; the other methods wait for the keyring."""

    def __init__(self, folder: Path, keyring: SystemKeyring) -> None:
        """The folder need not exist."""
        self.folder, self._keyring = folder, keyring

    def read(self, host: str, port: int) -> BrokerAccount | None:
        """Read the account for a broker, without a password that the keyring has; raises StoreError."""
        path = self._path(host, port)
        account = _read_file(path)
        if account is not None and (account.host, account.port) != (normal_host(host), port):
            raise _damaged(path)
        return account

    def find(self, host: str, port: int) -> BrokerAccount | None:
        """Read the account for a broker, with its password; raises StoreError."""
        account = self.read(host, port)
        if account is None or not account.keyring_entry:
            return account
        return replace(account, password=self._keyring.read(account.keyring_entry))

    def others(self, host: str, port: int) -> list[str]:
        """List the addresses of the other brokers that there are accounts for."""
        known = (_addressed(path) for path in self.folder.glob("*.json"))
        own = BrokerAccount(normal_host(host), port).address
        return sorted({account.address for account in known if account is not None and account.host} - {own})

    def change(
        self, host: str, port: int, *, user: str | None = None, allows_plain_text: bool | None = None
    ) -> BrokerAccount:
        """Change what is given, of a new account where there is none; raises StoreError."""
        account = self._begin(host, port)
        if user is not None:
            account = replace(account, user=user)
        if allows_plain_text is not None:
            account = replace(account, allows_plain_text=allows_plain_text)
        self._write(account)
        return account

    def set_password(self, host: str, port: int, password: str) -> BrokerAccount:
        """Keep a password in the keyring, or in the account's file where that cannot be; raises StoreError."""
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
        """Keep an account in its file without asking the keyring, unless there is one already; raises StoreError."""
        if not self._begin(account.host, account.port).user:
            self._write(replace(account, host=normal_host(account.host)))

    def move_to_keyring(self) -> None:
        """Move passwords that lie in files to the keyring, where there is one; raises StoreError."""
        for path in self.folder.glob("*.json"):
            account = _addressed(path)
            if account is not None and account.password:
                self.set_password(account.host, account.port, account.password)

    def assign(self, host: str, port: int) -> None:
        """Give a broker that has no account the one of an earlier version; raises StoreError."""
        account = self.read(*UNASSIGNED)
        if account is not None:
            self._write(replace(account, host=normal_host(host), port=port))
            self._unlink(*UNASSIGNED)

    def remove(self, host: str, port: int) -> None:
        """Remove an account, and its password from the keyring; raises StoreError."""
        account = self.read(host, port)
        self._unlink(host, port)
        if account is not None and account.keyring_entry:
            self._keyring.forget(account.keyring_entry)

    def give_up(self) -> None:
        """End the waits for the keyring: a password that it has not taken goes into its file."""
        self._keyring.give_up()

    def _begin(self, host: str, port: int) -> BrokerAccount:
        """Return the account as it is, or a new one where there is none or a damaged one."""
        try:
            return self.read(host, port) or BrokerAccount(normal_host(host), port)
        except StoreError:
            return BrokerAccount(normal_host(host), port)

    def _path(self, host: str, port: int) -> Path:
        # A host may be longer than a file's name, and have letters that are no part of one.
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
            write_whole(self._path(account.host, account.port), json.dumps(words).encode(), private=True)
        except OSError as error:
            raise StoreError(
                _("The account for {address} could not be saved: {cause}.", address=account.address, cause=cause(error))
            ) from error

    def _unlink(self, host: str, port: int) -> None:
        try:
            self._path(host, port).unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(_("The account could not be removed: {cause}.", cause=cause(error))) from error


def _addressed(path: Path) -> BrokerAccount | None:
    """Read the account of a file; None where it cannot be read."""
    try:
        return _read_file(path)
    except StoreError:
        return None


def _read_file(path: Path) -> BrokerAccount | None:
    """Read the account of a file; None where there is no file. Raises StoreError."""
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
    """Return whether words can be written as UTF-8, as brokers take them; halves of letters in JSON cannot."""
    try:
        words.encode()
    except UnicodeEncodeError:
        return False
    return True


def _damaged(path: Path) -> StoreError:
    words = _(
        "The account in {file} is damaged. Enter name and password again in the settings.",
        file=f"{path.parent.name}/{path.name}",
    )
    return StoreError(words)
