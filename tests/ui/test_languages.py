"""The window in every language: switched without a restart, kept, complete, and cut nowhere."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from assets.languages import LANGUAGES, catalogue_file, language_folder
from assets.make.catalogues import entries, forms_of, mo_form, new_catalogue, po_file, read_po, texts_of
from game.core.language import ENGLISH, _, nearest, set_language, spoken, translate_again
from game.engine.client.opponent import Question, Thought
from game.engine.client.opponent_process import OpponentProcess
from game.engine.client.own_dialect import own_engine
from game.session.preferences import LARGEST_SCALE, Preferences
from game.storage.database import Database
from game.ui.menu.menu_scene import MenuScene
from game.ui.painting.lettering import draw_line_of_text, wrap_words
from game.ui.painting.paintbox import Paintbox
from game.ui.painting.stage import SMALLEST
from game.ui.painting.theme import Theme
from game.ui.settings.engines_scene import EnginesScene
from game.ui.settings.settings_scene import SettingsScene
from game.ui.shell.scene import Scene
from tests.ui.words_seen import draw_anew, heard, lists_of, unseen
from tools.pilot.hand import click
from tools.pilot.pilot import Peer, Pilot
from tools.tours.scene_tour import tour

#: The window, language and size of letters at which every word must fit; Finnish has the longest. Letters of the usual
#: size are looked at in one language only: what fits when they are large fits then, too.
SEEN = (
    pytest.param(SMALLEST, ENGLISH, 1.0, marks=pytest.mark.night),
    *((SMALLEST, language, LARGEST_SCALE) for language in LANGUAGES if language != ENGLISH),
)


@pytest.fixture
def pilot() -> Iterator[Pilot]:
    flying = Pilot()
    yield flying
    flying.app.close()


def labels(pilot: Pilot) -> list[str]:
    return [button.label for button in pilot.scene.controls.buttons]


# Switching


def test_a_folder_with_a_catalogue_is_a_language_in_the_settings(
    pilot: Pilot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made = new_catalogue("eo")
    made.add("English", "Esperanto")
    made.add("Done", "Farite")
    shutil.copytree(language_folder(), tmp_path / "locale")
    for module in ("assets.languages", "game.plugins.registry"):
        monkeypatch.setattr(f"{module}.language_folder", lambda: tmp_path / "locale")
    pilot.open(SettingsScene(pilot.app))
    assert {"English", "Suomi", "简体中文"} <= set(labels(pilot))
    catalogue_file("eo").parent.mkdir(parents=True)
    catalogue_file("eo").write_bytes(mo_form(made))
    pilot.app.scenes.arrange()
    pilot.press("English")
    assert labels(pilot) == ["English", "Esperanto", "Suomi", "简体中文", "Close"]
    pilot.press("Esperanto")
    assert (spoken(), pilot.app.preferences.language) == ("eo", "eo")
    assert {"Esperanto", "Farite"} <= set(labels(pilot))


def test_a_click_in_the_settings_switches_everything_at_once_and_is_kept(pilot: Pilot) -> None:
    pilot.app.services.database.players.create("Ann")
    pilot.open(MenuScene(pilot.app))
    pilot.press("Settings")
    pilot.press("Suomi")
    assert "Valmis" in labels(pilot)
    pilot.press("简体中文")
    assert "完成" in labels(pilot)
    assert Preferences(Database(pilot.app.services.database.file.path).settings).language == "zh_CN"
    pilot.press("完成")
    assert "设置" in labels(pilot)
    pilot.press("设置")
    pilot.press("English")
    pilot.press("Done")
    assert "Settings" in labels(pilot)


def test_a_game_below_the_settings_is_told_anew_in_the_other_language(seat: Peer) -> None:
    pilot = seat("", "gomoku")
    assert pilot.scene._note == "Ann to move."
    pilot.app.push(SettingsScene(pilot.app))
    pilot.press("Suomi")
    pilot.press("Valmis")
    assert translate_again(pilot.scene._note) == "Vuorossa Ann."
    assert "Keskeytä" in labels(pilot)
    click(pilot, "h8")
    assert pilot.scene._note == "Ann pelasi: H8. Vuorossa Ben."


def test_a_sentence_that_a_scene_keeps_is_drawn_in_the_language_of_now(
    seat: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: set[str] = set()

    def draw(font: pygame.font.Font, string: str, colour: pygame.Color) -> pygame.Surface:
        drawn.add(string)
        return draw_line_of_text(font, string, colour)

    pilot = seat("", "gomoku")
    click(pilot, "h8")
    click(pilot, "h8")
    monkeypatch.setattr("game.ui.painting.typesetter.draw_line_of_text", draw)
    note = pilot.scene._note
    pilot.app.set_language("fi")
    pilot.scene._note = note
    pilot.scene.refresh()
    pilot.frames()
    assert note == "There is already a stone on H8."
    assert [words for words in drawn if "H8" in words] == ["H8: siinä on jo kivi."]


def test_the_next_start_speaks_the_language_that_was_chosen(pilot: Pilot) -> None:
    pilot.open(Scene(pilot.app))
    pilot.app.set_language("fi")
    set_language("en")
    again = Pilot()
    assert spoken() == "fi"
    again.app.close()


@pytest.mark.parametrize(("stored", "language"), [("de", "en"), (7, "en"), ("", "en"), ("fi", "fi")])
def test_a_stored_language_that_is_none_of_ours_leaves_the_systems(stored: object, language: str) -> None:
    first = Pilot()
    first.app.services.database.settings.set("preference.language", stored)
    first.app.close()
    second = Pilot()
    assert spoken() == language
    second.app.close()


@pytest.mark.parametrize(("system", "language"), [("fi_FI.UTF-8", "fi"), ("zh_CN.UTF-8", "zh_CN"), ("sv_SE", "en")])
def test_a_first_start_follows_the_system(monkeypatch: pytest.MonkeyPatch, system: str, language: str) -> None:
    for variable in ("LANG", "LANGUAGE"):
        monkeypatch.setenv(variable, system)
    pilot = Pilot()
    assert spoken() == language
    pilot.app.close()


def test_a_language_of_several_countries_is_chosen_by_country() -> None:
    offered = ("en", "pt_BR", "zh_CN", "zh_TW")
    asked = [("pt", "PT"), ("pt", "BR"), ("pt", ""), ("zh", "TW"), ("zh", "Hans")]
    assert [nearest([each], offered) for each in asked] == ["en", "pt_BR", "pt_BR", "zh_TW", "zh_CN"]


@pytest.mark.parametrize(
    ("preferred", "language"),
    [
        ([], "en"),
        ([("de", "DE"), ("fi", "FI")], "fi"),
        ([("zh", "TW")], "en"),
        ([("zh", "")], "zh_CN"),
        ([("zh", "Hans")], "zh_CN"),
        ([("en", "GB"), ("fi", "FI")], "en"),
    ],
)
def test_of_the_systems_languages_the_first_of_ours_is_taken(preferred: list[tuple[str, str]], language: str) -> None:
    assert nearest(preferred, ("en", "fi", "zh_CN")) == language


# What others say


def test_what_the_opponents_process_says_comes_in_the_windows_language(pilot: Pilot) -> None:
    ruleset = pilot.app.services.catalogue.rulesets["gomoku"]
    options = {option.key: option.default for option in ruleset.info.options}
    state = ruleset.arrange(options, {112: "w", 113: "w", 114: "w"}, "b")
    notes: list[str] = []
    with OpponentProcess(own_engine()) as opponent:
        for revision, language in enumerate(("fi", "zh_CN", "en")):
            position = ruleset.dump(state)
            asked = Question(revision, "gomoku", options, "algorithm", position, language=language)
            opponent.ask(asked)
            answered: list[object] = []
            while not answered or isinstance(answered[-1], Thought):
                answered += opponent.poll()
            notes += [said.remark.note for said in answered if isinstance(said, Thought) and said.remark.note]
    assert notes == ["Vastustajan avoin kolmonen katkeaa.", "挡住对方的活三。", "Blocks an open three."]


def test_files_stay_english_whatever_is_spoken(seat: Peer) -> None:
    pilot = seat("h8", "gomoku", friend=False)
    pilot.app.services.autosave.flush()
    before = (pilot.app.services.saves.path / "test.txt").read_text(encoding="utf-8").partition("Participant 1")[2]
    pilot.app.set_language("zh_CN")
    pilot.scene.table.services.autosave.changed()
    pilot.app.services.autosave.flush()
    text = (pilot.app.services.saves.path / "test.txt").read_text(encoding="utf-8")
    assert text.partition("Participant 1")[2] == before
    assert pilot.scene.table.tournament.participants[1].name in text
    assert text.isascii()


def test_a_drop_in_brings_translations_of_its_own(plugin_folder: Path) -> None:
    finnish = plugin_folder / "locale" / "fi" / "LC_MESSAGES"
    finnish.mkdir(parents=True)
    catalogue = po_file("fi").with_suffix(".mo").read_bytes()
    (finnish / "ours.mo").write_bytes(catalogue.replace(b"Tallennetut", b"Neljan suora"[:11]))
    (finnish / "broken.mo").write_bytes(b"no catalogue")
    pilot = Pilot(plugins=plugin_folder)
    pilot.app.set_language("fi")
    assert _("Saved games") == "Tallennetut"
    set_language("fi", [plugin_folder / "locale"])
    assert _("Saved games") == "Neljan suor"
    pilot.app.close()


# What is seen


def said_in_english(language: str) -> set[str]:
    """The longer texts of the window that the language says in other words; none while English is spoken.

    Each language names itself, English too.
    """
    if language == ENGLISH:
        return set()
    known = [
        entry
        for entry in entries(read_po(po_file(language), language))
        if entry.id != "English" and not all(file.startswith("box/") for file, _line in entry.locations)
    ]
    translated = {texts_of(entry)[0] for entry in known if forms_of(entry)[0] != texts_of(entry)[0]}
    return {text for text in translated if "{" not in text and len(text) > 3}


def left_in_english(asked: set[str], english: set[str]) -> Iterator[str]:
    """What was asked for that is an English text, or has one of several words in it."""
    yield from asked & english
    phrases = [text for text in english if " " in text]
    yield from (word for word in asked for text in phrases if text in word)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "language", "font_scale"), SEEN)
def test_no_word_of_any_scene_is_cut_or_leaves_its_box_or_lies_over_another_or_is_uneven_or_left_in_english(
    size: tuple[int, int], language: str, font_scale: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One tour looks for all of it: to go round the fair takes far longer than to look at what is said there."""
    english = said_in_english(language)
    pilot = Pilot(size)
    pilot.app.set_language(language)
    pilot.app.set_font_scale(font_scale)
    unseen(monkeypatch)
    wrong, left = [], []
    with heard(monkeypatch, size) as words:
        for scene in tour(pilot):
            words.clear()
            draw_anew(pilot, words)
            wrong += [f"{scene}: {misfit}" for misfit in (*words.misfits(), *words.uneven(lists_of(pilot)))]
            left += [f"{scene}: {word!r}" for word in left_in_english(words.asked, english)]
    pilot.app.close()
    assert wrong == []
    assert left == []


def test_chinese_breaks_between_characters_and_no_line_begins_with_a_closing_mark() -> None:
    typesetter = Paintbox(Theme.load(), 1.0).typesetter
    text = "黑方先行，双方轮流在空交叉点上落一子；己方五子连成一线（横、竖或斜线）即获胜。Gomoku 也叫五子棋。"
    font = typesetter.font("text", 15, text)
    for width in range(40, 300, 7):
        lines = wrap_words(font, text, width)
        assert all(font.size(line)[0] <= width for line in lines if len(line) > 3)
        assert not any(line.startswith(tuple("，；）。")) or line.endswith("（") for line in lines)
        assert "".join("".join(lines).split()) == "".join(text.split())


def test_chinese_is_drawn_with_chinese_letters_in_every_family_and_latin_as_before() -> None:
    theme = Theme.load()
    assert theme.family_for("display", "五子棋") == "han_bold"
    assert theme.family_for("text", "黑方 H8") == "han"
    assert theme.family_for("display", "Pöytä äärellä Åbo") == "display"
    assert theme.family_for("text", "H8") == "text"


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_a_form_has_the_letters_of_its_language(pilot: Pilot, language: str) -> None:
    pilot.app.services.engines.add()
    pilot.open(EnginesScene(pilot.app))
    pilot.app.set_language(language)
    used = pilot.scene.form.manager.get_theme().get_font(["text_entry_line"])
    assert used.size("五子棋H8") == Theme.load().font("han" if language == "zh_CN" else "text", 17).size("五子棋H8")
