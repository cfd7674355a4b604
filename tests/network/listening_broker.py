"""A broker that notes what it is sent and lets nobody in, with or without TLS; and certificates for it."""

from __future__ import annotations

import contextlib
import shutil
import socket
import ssl
import subprocess
import threading
from pathlib import Path

import pytest

HERE = "127.0.0.1"
#: The answer to a connection: it is accepted; or it is refused, as name and password are missing or wrong.
REFUSED = b"\x20\x02\x00\x05"

has_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")


def certificate(folder: Path, name: str = f"IP:{HERE}") -> tuple[Path, Path]:
    """A certificate that is signed by itself, for an address or a host, and its key."""
    chain, key = folder / "chain.pem", folder / "key.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", chain]
    subject = ["-subj", "/CN=broker", "-addext", f"subjectAltName={name}"]
    subprocess.run([*made, *subject], check=True, capture_output=True)
    return chain, key


class ListeningBroker:
    """Listens in a thread until it is closed."""

    def __init__(self, files: tuple[Path, Path] | None = None) -> None:
        """``files`` are certificate and key for TLS."""
        self._server = socket.create_server((HERE, 0))
        self.port = int(self._server.getsockname()[1])
        self.heard: list[bytes] = []
        """The bytes of each connection, decrypted where there is TLS; nothing where that did not come about."""
        self._context: ssl.SSLContext | None = None
        if files is not None:
            self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._context.load_cert_chain(*files)
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._server.close()

    def _serve(self) -> None:
        while True:
            try:
                visitor, _address = self._server.accept()
            except OSError:
                return
            visitor.settimeout(1.5)
            self.heard.append(b"")
            with contextlib.suppress(OSError), visitor:
                line = self._context.wrap_socket(visitor, server_side=True) if self._context is not None else visitor
                self.heard[-1] = line.recv(4096)
                # In TLS, or to one who speaks it, this says nothing.
                line.sendall(REFUSED)
                line.recv(4096)
