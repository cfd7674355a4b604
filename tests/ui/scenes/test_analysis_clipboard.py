"""The clipboard on the analysis board: every form is copied, and what is pasted opens over the study."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.core.model import Place
from game.ui.analysis.board.analysis_scene import AnalysisScene
from game.ui.play.play_scene import PlayScene
from game.ui.play.results import ResultsScene
from game.ui.shell.dialogs import QuestionScene
from tools.pilot.hand import click
from tools.pilot.pilot import Peer, Pilot


class Clipboard:
    """Stands in for the desktop's clipboard."""

    text = ""

    def put(self, text: str) -> None:
        self.text = text


@pytest.fixture
def clipboard(monkeypatch: pytest.MonkeyPatch) -> Clipboard:
    held = Clipboard()
    monkeypatch.setattr(pygame.scrap, "put_text", held.put)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: held.text)
    return held


@pytest.fixture
def pilot(seat: Peer) -> Pilot:
    """A row of five won by Ann, on the analysis board after its third move."""
    flying = seat("h8 a1 h9 a2 h10 a3 h11 a4 h12", "gomoku")
    flying.press("Results")
    flying.key(pygame.K_a)
    flying.frames(3)
    for _ in range(6):
        flying.key(pygame.K_LEFT)
    return flying


def board_of(pilot: Pilot) -> AnalysisScene:
    scene = pilot.scene
    assert isinstance(scene, AnalysisScene)
    return scene


def moves_on(pilot: Pilot) -> list[str]:
    """The cells of the moves that lead to the position on the board."""
    match = board_of(pilot).match
    return [match.state.geometry.names[move.cell] for move in match.moves if isinstance(move, Place)]


def copy(pilot: Pilot, label: str) -> None:
    pilot.key(pygame.K_c, pygame.KMOD_CTRL)
    assert isinstance(pilot.scene, QuestionScene)
    pilot.press(label)
    pilot.frames(2)


def paste(pilot: Pilot) -> AnalysisScene:
    """Paste; return the scene that was opened, or the same one if the text was refused."""
    pilot.key(pygame.K_v, pygame.KMOD_CTRL)
    pilot.until(lambda: isinstance(pilot.scene, AnalysisScene), "the pasted text")
    pilot.frames(2)
    return board_of(pilot)


def test_ctrl_c_and_enter_copy_the_moves_up_to_the_position(pilot: Pilot, clipboard: Clipboard) -> None:
    pilot.key(pygame.K_c, pygame.KMOD_CTRL)
    pilot.key(pygame.K_RETURN)
    assert clipboard.text == "h8 a1 h9"
    assert board_of(pilot)._message == "Copied to the clipboard."


@pytest.mark.parametrize(
    ("label", "begins"),
    [
        ("Moves without spaces: h8i9g7", "h8a1h9"),
        ("Whole game in SGF format", "(;FF[4]"),
        ("Whole game as a study", "Stone Fair study"),
        ("Position as text", ". . ."),
    ],
)
def test_each_form_is_copied(pilot: Pilot, clipboard: Clipboard, label: str, begins: str) -> None:
    copy(pilot, label)
    assert clipboard.text.startswith(begins)


def test_a_picture_is_saved_as_a_file(pilot: Pilot, clipboard: Clipboard, home: Path) -> None:
    copy(pilot, "Picture, saved as a file")
    assert len(list((home / "pictures").glob("*.png"))) == 1
    assert clipboard.text == ""


def test_escape_in_the_menu_copies_nothing(pilot: Pilot, clipboard: Clipboard) -> None:
    pilot.key(pygame.K_c, pygame.KMOD_CTRL)
    pilot.key(pygame.K_ESCAPE)
    assert clipboard.text == ""
    assert board_of(pilot)


def test_without_a_clipboard_the_player_gets_a_sentence(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_text: str = "") -> str:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "put_text", broken)
    monkeypatch.setattr(pygame.scrap, "get_text", broken)
    copy(pilot, "Moves with spaces: h8 i9 g7")
    assert board_of(pilot)._message == "The clipboard could not be used."
    assert paste(pilot)._message == "The clipboard was not understood: the clipboard contains no text."


def test_pasted_moves_open_as_a_study_at_their_end_and_back_leads_to_the_game(
    pilot: Pilot, clipboard: Clipboard
) -> None:
    game = board_of(pilot)
    clipboard.text = "1. J10 K11 2. L12"
    study = paste(pilot)
    assert study is not game
    assert (moves_on(pilot), study.subject_of_board.game) == (["j10", "k11", "l12"], None)
    assert study._message == "Read: 3 stones (Moves as text; Gomoku, 15x15)."
    click(pilot, "m13")
    assert study.table.editor.file is not None, "edits of the pasted study are saved"
    pilot.key(pygame.K_ESCAPE)
    assert pilot.scene is game
    assert moves_on(pilot) == ["h8", "a1", "h9"]
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.scene, ResultsScene)


def test_a_pasted_position_opens_without_its_moves(pilot: Pilot, clipboard: Clipboard) -> None:
    game = board_of(pilot)
    copy(pilot, "Position as text")
    study = paste(pilot)
    assert (study.match.state.board, moves_on(pilot)) == (game.match.state.board, [])


def test_the_rows_of_a_board_alone_open_with_the_side_to_move_that_fits(pilot: Pilot, clipboard: Clipboard) -> None:
    clipboard.text = "\n".join(["." + " ." * 8] * 4 + [". . . b w b . . ."] + ["." + " ." * 8] * 4)
    assert paste(pilot).match.state.colour == "w"


def test_a_position_that_cannot_occur_is_refused(pilot: Pilot, clipboard: Clipboard) -> None:
    game = board_of(pilot)
    clipboard.text = "\n".join(["." + " ." * 8] * 4 + [". . . b b b . . ."] + ["." + " ." * 8] * 4)
    assert paste(pilot) is game
    assert game._message.startswith("The clipboard was not understood:")


def test_what_is_not_understood_is_quoted(pilot: Pilot, clipboard: Clipboard) -> None:
    game = board_of(pilot)
    clipboard.text = "h8 i9\ng7 hello"
    assert paste(pilot) is game
    assert game._message == "The clipboard was not understood: line 2: “hello” is not a move."


def paste_several(pilot: Pilot) -> None:
    """Paste several games; the question what to do with them is open then."""
    pilot.key(pygame.K_v, pygame.KMOD_CTRL)
    pilot.until(lambda: isinstance(pilot.scene, QuestionScene), "the question about the games")


def test_of_several_games_the_first_can_be_opened(pilot: Pilot, clipboard: Clipboard) -> None:
    clipboard.text = "(;GM[4]SZ[15];B[hh];W[ii])(;GM[4]SZ[15];B[aa])"
    paste_several(pilot)
    pilot.press("Open the first game")
    study = board_of(pilot)
    assert len(study.table.line) == 2
    assert study._message == "Read: 2 games (SGF)."


def test_a_pasted_list_of_openings_can_be_added_to_the_library(pilot: Pilot, clipboard: Clipboard, home: Path) -> None:
    clipboard.text = "0,0, 1,-1, 0,2\n0,0, 1,0, 1,3\n"
    paste_several(pilot)
    pilot.press("Add all to the library")
    assert board_of(pilot)._message == "Being added to the library: 2 games."
    added = home / "library" / "Pasted games.sgf"
    pilot.until(added.is_file, "the games in the library")
    assert added.read_bytes().count(b"(;FF[4]") == 2


def test_a_game_taken_over_from_a_pasted_study_leaves_both_boards(pilot: Pilot, clipboard: Clipboard) -> None:
    clipboard.text = "j10 k11 l12"
    paste(pilot)
    pilot.key(pygame.K_p)
    pilot.press("Two people at this computer")
    assert isinstance(pilot.scene, PlayScene)
    assert len(pilot.scene.table.match.plies) == 3
