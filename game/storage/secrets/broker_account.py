"""The account of a player at a broker: name and password for one host and port."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class BrokerAccount:
    """A name and a password, and the broker that they belong to; they are sent nowhere else."""

    host: str
    port: int
    user: str = ""
    password: str = field(default="", repr=False)
    """The password; "" where there is none, or the keyring has it."""
    allows_plain_text: bool = False
    """The player's consent to send both to this broker without encryption."""
    keyring_entry: str = ""
    """The name of the password in the system's keyring; "" where it is not there."""

    @property
    def address(self) -> str:
        """The broker as ``host:port``."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def has_password(self) -> bool:
        """Whether a password is kept, here or in the keyring."""
        return bool(self.password or self.keyring_entry)


def normal_host(host: str) -> str:
    """Write a host in one form: lower case, without brackets and final dot, an IPv6 address shortened."""
    import ipaddress  # noqa: PLC0415 - the window starts without it

    bare = host.strip().strip("[]").rstrip(".").lower()
    try:
        return str(ipaddress.ip_address(bare))
    except ValueError:
        return bare
