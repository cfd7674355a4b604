"""Letters of every script, and emoji: what a font lacks another one lends, and no letter is an empty box."""

from __future__ import annotations

import pygame
import pytest

from game.ui.painting.coverage import coverage
from game.ui.painting.fonts import FallbackFont, Family, font_file, stand_ins
from game.ui.painting.theme import Theme
from game.ui.progress.players.players import PlayersScene
from game.ui.shell.dialogs import NameScene
from tools.pilot.pilot import Pilot

NAMES = {
    "emoji": "😀",
    "joined emoji": "👩‍🚀",
    "toned emoji": "👍🏽",
    "heart": "❤️",
    "Chinese": "王",
    "Japanese": "こ",
    "Korean": "한",
    "Hebrew": "ש",
    "Arabic": "م",
    "Georgian": "ქ",
    "Armenian": "Ա",
    "Thai": "ส",
    "Hindi": "न",
    "Tamil": "த",
    "Amharic": "አ",
    "Cyrillic": "Ж",
    "Vietnamese": "ế",
}


@pytest.fixture(autouse=True)
def _letters() -> None:
    pygame.font.init()


def looks(font: pygame.font.Font, letter: str) -> bytes:
    return pygame.image.tobytes(font.render(letter, True, "white"), "RGBA")


@pytest.mark.parametrize("family", ["display", "text", "bold", "han", "han_bold"])
@pytest.mark.parametrize("letter", NAMES.values(), ids=NAMES.keys())
def test_a_letter_of_any_script_is_drawn_as_itself(family: Family, letter: str) -> None:
    font = FallbackFont(family, 24)
    for unknown in ("\U000e0fff", "\ufffd"):
        assert looks(font, letter) != looks(font, unknown)
    own = pygame.font.Font(font_file(family), 24)
    assert looks(font, letter) != looks(own, "\uffff")


@pytest.mark.parametrize("family", ["display", "text", "bold", "han", "han_bold"])
def test_a_letter_that_no_font_has_is_one_clean_sign(family: Family) -> None:
    font = FallbackFont(family, 24)
    assert looks(font, "𓀀") == looks(font, "\ufffd")
    assert font.size("𓀀") == font.size("\ufffd")


def test_the_fonts_that_lend_letters_are_all_installed() -> None:
    assert len(stand_ins("text")) == len(stand_ins("bold")) == 24


@pytest.mark.parametrize("text", ["Anna", "Anna 😀", "王小明 and Ann", "שלום עולם", "x 𓀀 y", "مرحبا 2", "👩‍🚀👍🏽"])
def test_a_line_is_as_wide_as_it_is_measured(text: str) -> None:
    for family in ("display", "text", "bold"):
        font = FallbackFont(family, 20)
        assert font.render(text, True, "white").get_width() == font.size(text)[0]
        assert font.size(text)[1] == font.get_height()


def test_words_that_run_to_the_left_begin_at_the_right() -> None:
    """The first word is the narrow one: its ink is at the right end."""
    font = FallbackFont("text", 30)
    narrow, wide = "ו", "שששש"
    line = font.render(f"{narrow} {wide}", True, "white")
    space = line.subsurface((line.get_width() // 2, 0, line.get_width() // 2, line.get_height()))
    columns = [space.subsurface((x, 0, 1, space.get_height())).get_bounding_rect().width for x in range(space.width)]
    assert 0 in columns[:-2], "the gap between the words is in the right half"


def test_letters_that_hang_low_are_not_cut() -> None:
    font, lender = FallbackFont("display", 30), pygame.font.Font(stand_ins("display")[2], 30)
    assert "م" in coverage(stand_ins("display")[2])
    lender.set_direction(pygame.DIRECTION_RTL)
    assert font.render("مرحبا", True, "white").get_bounding_rect().height == (
        lender.render("مرحبا", True, "white").get_bounding_rect().height
    )


def test_a_font_that_has_all_letters_draws_as_ever() -> None:
    own = pygame.font.Font(font_file("text"), 22)
    for text in ("Hello", "Pöytä äärellä", "“…”", "Ångström × 3"):
        assert looks(FallbackFont("text", 22), text) == looks(own, text)


def test_a_name_with_an_emoji_keeps_the_letters_of_its_family() -> None:
    theme = Theme.load()
    assert theme.family_for("display", "Anna 😀") == "display"
    assert theme.family_for("display", "Анна 😀") == "bold"


def test_a_field_that_is_typed_in_shows_every_script_in_every_language() -> None:
    """Chinese and emoji that are typed while the program speaks English were boxes."""
    pilot = Pilot()
    pilot.open(PlayersScene(pilot.app))
    pilot.open(NameScene(pilot.app, "Name", "", "", lambda _name: None))
    font = pilot.scene.form.manager.get_theme().get_font(["text_entry_line"])
    pictures = {
        pygame.image.tobytes(font.render_premul(letter, pygame.Color("white")), "RGBA") for letter in NAMES.values()
    }
    assert len(pictures) == len(NAMES)
    pilot.type("王😀")
    assert pilot.scene.form.fields[0].words == "王😀"
    pilot.app.close()
