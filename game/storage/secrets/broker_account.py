"""A player's account at a broker: name and password for one host and port."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class BrokerAccount:
    """A user name and password, and the broker they belong to. They are sent to no other host."""

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
        """The broker as ``host:port``."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def has_password(self) -> bool:
        """True if a password is stored, here or in the keyring."""
        return bool(self.password or self.keyring_entry)


def normal_host(host: str) -> str:
    """Return a host in its normal form: lower case, without brackets and final dot, an IPv6 address shortened."""
    import ipaddress  # noqa: PLC0415 - the window starts without it

    bare = host.strip().strip("[]").rstrip(".").lower()
    try:
        return str(ipaddress.ip_address(bare))
    except ValueError:
        return bare
