"""The size of the words: chosen in the settings, kept, and as far as boxes allow; at 160 % words are clearly larger."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import pygame
import pytest

from game.core.language import _
from game.session.preferences import LARGEST_SCALE, Preferences
from game.storage.database import Database
from game.ui.menu.menu_scene import MenuScene
from game.ui.painting.canvas import Canvas
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.panel_painter import PanelPainter
from game.ui.painting.stage import PIXELS
from game.ui.painting.theme import Theme
from game.ui.painting.typesetter import Passage, Typesetter
from game.ui.settings.settings_scene import SettingsScene
from game.ui.training.lessons.rules_card_scene import RulesCardScene
from game.ui.widgets.buttons import Button, ScaledLabel
from game.ui.widgets.fields import SliderField
from game.ui.widgets.keys import KEYS
from tests.ui.words_seen import draw_anew, heard, lists_of
from tools.pilot.fair_life import fixed_day
from tools.pilot.pilot import Peer, Pilot
from tools.tours.mistakes_tour import mistakes
from tools.tours.scene_tour import library, players, saves, show_state
from tools.tours.statistics_tour import statistics

SENTENCE = "A few words that stand in two lines or three, as large as they may."


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    flying = Pilot()
    flying.app.services.database.players.create("Ann")
    flying.open(MenuScene(flying.app))
    yield flying
    flying.app.close()


def paintbox(letters: float = LARGEST_SCALE) -> Paintbox:
    return Paintbox(Theme.load(), 1.0, letters)


def typesetter(letters: float = LARGEST_SCALE) -> Typesetter:
    return paintbox(letters).typesetter


def slider(pilot: Pilot) -> SliderField:
    """That of the size of the words, in the settings."""
    rows = pilot.scene.rows
    return next(field for field, setting in rows.sliders.items() if setting.title == "Text size")


def move_slider(pilot: Pilot, key: int) -> None:
    pilot.scene.controls.focus(slider(pilot).stop, show=True)
    pilot.key(key)


# The wish


def test_the_slider_changes_the_words_at_once_and_is_kept(pilot: Pilot) -> None:
    pilot.app.push(SettingsScene(pilot.app))
    pilot.frames(2)
    move_slider(pilot, pygame.K_END)
    assert pilot.app.paintbox.typesetter.letters == 1.6
    assert slider(pilot).value == 160
    move_slider(pilot, pygame.K_LEFT)
    assert pilot.app.paintbox.typesetter.letters == pytest.approx(1.5)
    assert Preferences(Database(pilot.app.services.database.file.path).settings).font_scale == pytest.approx(1.5)
    pilot.press("Done")
    assert pilot.scene.typesetter.letters == pytest.approx(1.5), "the menu below has them too"


def test_nothing_is_laid_out_anew_while_the_slider_is_held(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.mouse, "get_pressed", lambda *_buttons: (True, False, False))
    pilot.app.set_font_scale(1.3)
    pilot.frames()
    assert pilot.app.paintbox.typesetter.letters == 1.0
    monkeypatch.undo()
    pilot.frames()
    assert pilot.app.paintbox.typesetter.letters == 1.3


@pytest.mark.parametrize("stored", [0.5, 9.0, "large", None])
def test_a_stored_size_out_of_range_does_not_count(pilot: Pilot, stored: object) -> None:
    pilot.app.services.database.settings.set("preference.font_scale", stored)
    pilot.app.preferences.read()
    assert pilot.app.preferences.font_scale == 1.0


# Boxes


def test_a_line_grows_as_far_as_its_box_and_the_wish_allow_and_never_shrinks() -> None:
    kit = typesetter()
    usual = kit.measure("Gomoku", "text", 15)[0]
    assert kit.line_size("Gomoku", "text", 15, 1000, 100) == 24
    assert kit.line_size("Gomoku", "text", 15, usual, 100) == 15
    assert kit.line_size("Gomoku", "text", 15, 10, 5) == 15
    for width in range(usual, 3 * usual, 5):
        size = kit.line_size("Gomoku", "text", 15, width, 100)
        assert 15 <= size <= 24
        assert kit.measure("Gomoku", "text", size)[0] <= width
    assert typesetter(1.0).line_size("Gomoku", "text", 15, 1000, 100) == 15


def test_a_long_line_is_shrunk_until_it_fits_its_width_to_the_pixel() -> None:
    """Fonts have whole pixels: a size that was rounded up left the last letters of a name no room."""
    kit = Paintbox(Theme.load(), 0.75).typesetter
    for width in range(80, 130):
        size = kit.shrunk("Bramble", "display", 28, width, 8)
        assert kit.measure("Bramble", "display", size)[0] <= width


def test_passages_take_the_largest_size_at_which_all_their_lines_fit() -> None:
    kit, sizes = typesetter(), []
    for height in range(40, 400, 20):
        (block,) = kit.set_passages([Passage(SENTENCE)], 200, height)
        sizes.append(block.size)
        assert block.size == 15 or block.height <= height
        assert all(kit.measure(line, "text", block.size)[0] <= 200 for line in block.lines)
        assert " ".join(block.lines) == SENTENCE
    assert sizes == sorted(sizes)
    assert (sizes[0], sizes[-1]) == (15, 24)


def test_a_long_word_is_not_broken_for_the_sake_of_its_size() -> None:
    word = "epäjärjestelmällisyys"
    (block,) = typesetter().set_passages([Passage(f"Siis {word}.")], 200, 400)
    assert 15 <= block.size < 24
    assert f"{word}." in block.lines


def test_buttons_that_stand_together_have_words_of_one_size(pilot: Pilot) -> None:
    pilot.app.set_font_scale(1.6)
    pilot.frames(2)
    row = [button for button in pilot.scene.controls.buttons if button.label]
    size, _icons = pilot.app.paintbox.panels.labels_together([(b.rect.size, b.label, b.size, b.icon) for b in row])
    assert size > 1.2 * row[0].size
    place = [button.rect for button in row]
    assert all(left.right < right.left for left, right in pairwise(place))


@pytest.mark.parametrize("language", ["en", "fi", "zh_CN"])
def test_buttons_of_a_game_that_stand_together_have_words_of_one_size_at_the_usual_one(
    seat: Peer, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = seat("h8 h9", "gomoku")
    pilot.app.set_language(language)
    pilot.frames(2)
    names = {_(words) for words in ("Undo", "Redo", "Resign", "Save")}
    with heard(monkeypatch, pilot.app.stage.size) as words:
        draw_anew(pilot, words)
        sizes = {label.size for sheet in words.sheets.values() for label in sheet.labels if label.words in names}
    assert len(sizes) == 1


# What is read


def test_what_one_reads_is_clearly_larger(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules card scrolls, so nothing holds its words back but the cells of its table of keys."""
    cells = {_(use.words) for use in KEYS}
    pilot.app.set_font_scale(1.6)
    pilot.app.push(RulesCardScene(pilot.app, next(iter(pilot.app.services.catalogue.rulesets.values()))))
    pilot.frames(2)
    with heard(monkeypatch, pilot.app.stage.size) as words:
        draw_anew(pilot, words)
        labels = [label for sheet in words.sheets.values() for label in sheet.labels]
    sizes = [label.size for label in labels if len(label.words) > 30 and label.words not in cells]
    assert sizes
    assert min(sizes) > 1.5 * 14


@pytest.mark.parametrize(
    ("part", "stop"),
    [
        (library, "library"),
        (saves, "saves"),
        (players, "players"),
        (statistics, "statistics"),
        (mistakes, "mistakes"),
    ],
)
@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_texts_of_a_kind_in_one_list_have_one_size_and_keep_off_its_edge(
    pilot: Pilot, part: Callable[[Pilot], Iterator[str]], stop: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Chinese one list had four sizes: each line had grown as far as its own length let it."""
    app = pilot.app
    app.set_language(language)
    app.set_font_scale(1.6)
    with fixed_day():
        show_state(pilot, part, stop)
        with heard(monkeypatch, app.stage.size) as words:
            draw_anew(pilot, words)
            lists = lists_of(pilot)
            rows = [item["button_element"] for field in lists for item in field._list.item_list]
            plates = [row.rect for row in rows if row is not None]
            edge = max(plate.right for plate in plates) - app.stage.px(8)
            written = [label for label in words.sheets[0].labels if pygame.Rect.collidelist(label.ink, plates) >= 0]
            assert written
            assert [label.words for label in written if label.ink.right > edge] == []
            assert list(words.uneven(lists)) == []


def test_texts_of_a_kind_in_one_card_grow_as_far_as_all_of_them_can() -> None:
    lines: list[int] = []
    blocks: list[float] = []
    canvas = Canvas(pygame.Surface((400, 200)), PIXELS, paintbox())

    def draw(canvas: Canvas) -> None:
        lines[:] = [canvas.text("Gomoku", 0, 0, width=width, height=100).rect.height for width in (400, 70)]
        blocks[:] = [canvas.block(SENTENCE, 300, 3, height, size=16).size for height in (150, 50)]

    draw(canvas)
    assert lines[0] > lines[1]
    assert blocks[0] > blocks[1]
    canvas.share_sizes(draw)
    assert lines[0] == lines[1]
    assert blocks[0] == blocks[1]


# The measuring itself


def test_the_measuring_notices_words_that_leave_their_box(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    app = pilot.app
    with heard(monkeypatch, app.stage.size) as words:
        page = Canvas(pygame.Surface(app.stage.size), app.stage, paintbox(1.0))
        page.panels.card(100, 100, 300, 200)
        page.text("Some words that run far over the edge of their card", 120, 200, size=15)
        page.text("below", 120, 200, size=15)
        page.panels.button(600, 600, 100, 40, label="Go on")
        page.text("behind a button and a little to its left", 400, 610, size=15)
        page.text("cut at its end", 700, 100, size=15, width=40)
        found = "\n".join(words.misfits())
    assert "beyond its card: 'Some words" in found
    assert "over each other: 'Some words" in found
    assert "over a button: 'behind" in found
    assert "cut: 'cut at its end'" in found


def test_the_measuring_notices_a_mechanism_that_lets_words_grow_too_far(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = pilot.app
    monkeypatch.setattr(Typesetter, "line_size", lambda _kit, _words, _family, size, _width, _height: 2 * size)
    with heard(monkeypatch, app.stage.size) as words:
        page = Canvas(pygame.Surface(app.stage.size), app.stage, paintbox())
        page.text("A tall line", 120, 110, size=40, width=700, height=44)
        assert [misfit[:40] for misfit in words.misfits()] == ["larger than its box: 'A tall line' at Re"]


def test_a_button_that_is_only_an_icon_keeps_it_beside_words_that_grew_without_theirs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Before, the arrows beside the stalls were empty where the words below them needed the room."""
    drawn: list[str] = []
    monkeypatch.setattr(PanelPainter, "button", lambda canvas, *place, icon, **look: drawn.append(icon))
    canvas = Canvas(pygame.Surface((1, 1)), PIXELS, paintbox())
    grown = ScaledLabel(20.0, icons=False)
    for label in ("", "Learn"):
        Button(pygame.Rect(0, 0, 48, 48), label, lambda: None, icon="arrow_left").draw(canvas, False, grown)
    assert drawn == ["arrow_left", ""]
