"""The settings page of online games: an account at a message broker, and the port for the local network."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from game.core.language import _
from game.core.model import Reason
from game.network.encryption.invitation import ServerAddress, Transport, place_at
from game.network.session.account_form import AccountForm, refused_address
from game.network.session.network_settings import LONGEST, NetworkSettings, read_port
from game.storage.secrets.broker_accounts import BrokerAccount
from game.ui.shell.app import App
from game.ui.shell.dialogs import DialogAnswer, NameScene, ask
from game.ui.widgets.setting_rows import AskedWords, Note, Setting, Switch

#: Shown in place of a password.
_HIDDEN = "•" * 6
_Ask = Callable[[Callable[[], None]], None]
_LONGEST_ADDRESS = 120


def network_rows(app: App, form: AccountForm) -> tuple[Setting, ...]:
    """Return the rows of the settings page of online games.

    The rows of the account appear once a broker is set.
    """
    trouble = [Note(_("Something is wrong with the server account"), form.problem)] if form.problem else []
    rows = (_broker_row(app, form), *_account_rows(app, form), *_unassigned_row(app, form))
    return (*trouble, *rows, _port_row(app))


def _broker_row(app: App, form: AccountForm) -> AskedWords:
    about = _("Your user name and password are sent only to this server.")
    if form.others:
        about = _("Accounts are also saved for these servers: {addresses}", addresses=", ".join(form.others))
    text = _(
        "The address of an online server, such as {example}. Leave empty to use no server.",
        example="broker.example.org",
    )
    ask = _asker(app, _("Online server"), lambda: form.address, form.choose, refused_address, about=text)
    return AskedWords(_("Online server"), about, lambda: form.address or _("None"), ask)


def _account_rows(app: App, form: AccountForm) -> Iterator[Setting]:
    if form.place is None:
        return
    account = form.account or BrokerAccount(*form.place)
    ask_user = _asker(app, _("User name on the server"), lambda: account.user, form.set_user)
    ask_password = _asker(app, _("Password for the server"), lambda: "", form.set_password, is_hidden=True)
    yield AskedWords(
        _("User name on the server"),
        _("Needed only if the server requires a login."),
        lambda: _when_saved(form, account.user),
        _unless_busy(form, ask_user),
    )
    yield AskedWords(
        _("Password for the server"),
        _where_saved(account),
        lambda: _when_saved(form, _HIDDEN if account.has_password else ""),
        _unless_busy(form, ask_password),
    )
    yield _encryption_row(app, form, account)
    if form.account is not None:
        about = _("User name and password for {address}.", address=form.address)
        yield AskedWords(_("Account"), about, lambda: _("Remove"), _unless_busy(form, _remover(app, form)))


def _when_saved(form: AccountForm, words: str) -> str:
    return _("Saving…") if form.is_busy else words or _("None")


def _where_saved(account: BrokerAccount) -> str:
    if account.keyring_entry:
        return _("Saved in the system's password store.")
    if account.password:
        return _("Password store unavailable: saved in a file only you can read.")
    return _("Needed only if the server requires a login.")


def _encryption_row(app: App, form: AccountForm, account: BrokerAccount) -> Setting:
    """Return the switch that allows connections to a broker without encryption. It warns the player first."""
    if form.is_always_encrypted:
        return Note(_("Encryption"), _("Connections to port 8883 are always encrypted."), _("Always on"))

    def write(is_allowed: bool) -> None:
        if not is_allowed:
            form.allow_plain_text(False)
            return
        text = _(
            "Your user name and password for {address} will be sent without encryption. Anyone on "
            "the same network, or between you and the server, can read and use them. Games are "
            "encrypted either way.",
            address=form.address,
        )
        allow = DialogAnswer(_("Allow unencrypted connection"), lambda: form.allow_plain_text(True))
        ask(app, _("Allow an unencrypted connection?"), text, DialogAnswer(_("Keep encryption")), allow, escape=0)

    about = _("Without encryption, others can read your user name and password for {address}.", address=form.address)
    return Switch(_("Allow unencrypted connection"), about, lambda: account.allows_plain_text, write)


def _remover(app: App, form: AccountForm) -> _Ask:
    def ask_first(_done: Callable[[], None]) -> None:
        text = _("Your user name and password for {address} will be deleted from this computer.", address=form.address)
        ask(app, _("Remove the account?"), text, DialogAnswer(_("Remove"), form.remove), DialogAnswer(_("Keep")))

    return ask_first


def _unassigned_row(app: App, form: AccountForm) -> Iterator[Setting]:
    """Yield the settings row of an account saved by an earlier version without its broker's address.

    Yield nothing if there is no such account.
    """
    if form.unassigned is None:
        return
    user = form.unassigned.user

    def ask_first(_done: Callable[[], None]) -> None:
        text = _(
            "An earlier version saved the user name {user} and a password, but not which server they "
            "belong to. Stone Fair does not send them.",
            user=user,
        )
        answers = [DialogAnswer(_("Remove"), form.remove_unassigned), DialogAnswer(_("Keep"))]
        if form.place and not form.account:
            answers.insert(0, DialogAnswer(_("Use account for {address}", address=form.address), form.assign))
        ask(app, _("Server account from an earlier version"), text, *answers)

    about = _("First choose the server to which this account belongs, then open this setting.")
    yield AskedWords(_("Server account from an earlier version"), about, lambda: user, _unless_busy(form, ask_first))


def _port_row(app: App) -> AskedWords:
    network = NetworkSettings(app.services.database)

    def set_port(words: str) -> None:
        port = read_port(words)
        network.port = port if isinstance(port, int) else 0

    return AskedWords(
        _("Local network port"),
        _("Set a port if a firewall allows only one port."),
        lambda: str(network.port or _("Any port")),
        _asker(app, _("Local network port"), lambda: str(network.port or ""), set_port, _refused_port),
    )


def _refused_port(words: str) -> str | None:
    port = read_port(words)
    return port.message if isinstance(port, Reason) else None


def _unless_busy(form: AccountForm, ask: _Ask) -> _Ask:
    """Return a callback that calls ``ask`` unless the broker account is being saved."""

    def ask_unless_busy(done: Callable[[], None]) -> None:
        if not form.is_busy:
            ask(done)

    return ask_unless_busy


def _asker(
    app: App,
    title: str,
    read: Callable[[], str],
    write: Callable[[str], None],
    refuse: Callable[[str], str | None] = lambda _words: None,
    *,
    about: str = "",
    is_hidden: bool = False,
) -> _Ask:
    """Return a callback that lets the player edit a text setting in a dialog, then reports the change."""

    def ask(done: Callable[[], None]) -> None:
        def take(words: str | None) -> None:
            if words is not None:
                write(words)
                done()

        text = about or _("Leave the field empty to delete the entry.")
        app.push(NameScene(app, title, text, read(), refuse, longest=LONGEST, is_hidden=is_hidden), take)

    return ask


def last_broker(app: App) -> str:
    """Return the address of the message broker used last, or "" if there is none."""
    place = place_at(Transport.BROKER, NetworkSettings(app.services.database).broker)
    return place.address if isinstance(place, ServerAddress) else ""


def ask_broker(app: App, take: Callable[[ServerAddress], None]) -> None:
    """Ask for the address of a message broker and save it, then call ``take`` with the address."""

    def refuse(address: str) -> str | None:
        place = place_at(Transport.BROKER, address)
        return place.message if isinstance(place, Reason) else None

    def remember(address: str | None) -> None:
        place = place_at(Transport.BROKER, address) if address is not None else None
        if isinstance(place, ServerAddress):
            NetworkSettings(app.services.database).broker = place.address
            take(place)

    text = _(
        "The address of an online server that both players can reach, such as {example}.", example="broker.example.org"
    )
    ask = NameScene(app, _("Connect through a server"), text, last_broker(app), refuse, longest=_LONGEST_ADDRESS)
    app.push(ask, remember)
