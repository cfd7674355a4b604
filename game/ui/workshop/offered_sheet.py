"""The rule sheet of a game from elsewhere, which the player accepts before the game is opened."""

from __future__ import annotations

from collections.abc import Callable

from game.core.language import _, gettext_noop
from game.core.model import ParseError
from game.ui.shell.app import App
from game.ui.widgets.buttons import Button
from game.ui.widgets.frame import main_button
from game.ui.workshop.shown_sheet import ShownSheetScene


def offer_sheet(
    app: App, ruleset_id: str, text: str, accepted: Callable[[], None], refused: Callable[[str], None]
) -> None:
    """Show a rule sheet from elsewhere, and make its game known if the player accepts it.

    Then call ``accepted``. Otherwise call ``refused``, with the reason if the text is not the sheet of the game with
    this id, and with "" if the player does not accept it.
    """
    catalogue = app.services.catalogue
    try:
        game = catalogue.offered_game(ruleset_id, text)
    except ParseError as error:
        refused(_("{problem}.", problem=error))
        return

    def answer(is_accepted: bool | None) -> None:
        if is_accepted:
            catalogue.accept_sheet(game.sheet)
            accepted()
        else:
            refused("")

    app.push(OfferedSheetScene(app, game), answer)


class OfferedSheetScene(ShownSheetScene[bool]):
    """Scene with the rules and the board of a game from elsewhere; its result is True if the player accepts it."""

    heading = gettext_noop("A game with rules of its own")
    note = gettext_noop("These rules came with the game. They are only text and contain no program.")

    def taking_button(self) -> Button:
        """Return the button that accepts the rules."""
        return main_button(self.stage, _("Accept the rules"), lambda: self.finish(True), icon="check", size=20)

    def decline(self) -> None:
        """Close the scene without accepting the rules."""
        self.finish(False)
