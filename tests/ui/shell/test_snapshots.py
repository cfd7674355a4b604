"""F12 keeps a picture of the window and says where, or why not."""

from __future__ import annotations

from pathlib import Path

import pygame

from game.ui.shell.dialogs import QuestionScene
from tools.pilot.pilot import Peer, Pilot


def said(pilot: Pilot) -> str:
    pilot.until(lambda: pilot.app._toast.words, "a word about the picture")
    return pilot.app._toast.words


def pictures(home: Path) -> list[Path]:
    return sorted((home / "pictures").glob("*.png"))


def test_f12_keeps_what_the_window_shows_and_says_where(seat: Peer, home: Path) -> None:
    pilot = seat("h8 i9", "gomoku")
    pilot.frames(60)
    seen = pilot.app.window.screen.copy()
    pilot.key(pygame.K_F12)
    words = said(pilot)
    (file,) = pictures(home)
    assert words == f"Saved as “{file.name}” in {file.parent}."
    assert file.name.startswith("Stone Fair 20")
    kept = pygame.image.load(file).convert(seen)
    assert pygame.image.tobytes(kept, "RGB") == pygame.image.tobytes(seen, "RGB")


def test_the_sentence_goes_again_and_is_in_no_later_picture(seat: Peer, home: Path) -> None:
    pilot = seat("h8 i9", "gomoku")
    pilot.frames(60)
    seen = pilot.app.window.screen.copy()
    pilot.key(pygame.K_F12)
    said(pilot)
    pilot.frames(30)
    assert pygame.image.tobytes(pilot.app.window.screen, "RGB") != pygame.image.tobytes(seen, "RGB")
    pilot.key(pygame.K_F12)
    pilot.until(lambda: len(pictures(home)) == 2, "the second picture")
    pilot.app._snapshots.close()
    for file in pictures(home):
        assert pygame.image.tobytes(pygame.image.load(file).convert(seen), "RGB") == pygame.image.tobytes(seen, "RGB")
    pilot.frames(400)
    assert pilot.app._toast.words == ""
    assert pygame.image.tobytes(pilot.app.window.screen, "RGB") == pygame.image.tobytes(seen, "RGB")
    assert not any(pilot.app.step(1 / 60) for _ in range(20)), "nothing moves any more"


def test_it_works_over_a_dialog_and_while_motions_are_reduced(seat: Peer, home: Path) -> None:
    pilot = seat("h8", "gomoku")
    pilot.app.preferences.reduced_motion = True
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.scene, QuestionScene)
    pilot.key(pygame.K_F12)
    assert said(pilot).startswith("Saved as")
    assert isinstance(pilot.scene, QuestionScene)


def test_a_folder_that_cannot_be_written_is_told_in_a_sentence(seat: Peer, home: Path) -> None:
    pilot = seat("h8", "gomoku")
    home.mkdir(parents=True, exist_ok=True)
    (home / "pictures").write_text("not a folder")
    pilot.key(pygame.K_F12)
    assert said(pilot) == "The file could not be saved: there is a file where a folder is expected."


def test_a_picture_that_is_still_written_at_the_end_of_the_program_is_whole(seat: Peer, home: Path) -> None:
    pilot = seat("h8", "gomoku")
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_F12, mod=0, unicode="", scancode=0))
    pilot.frames(1)
    pilot.app._snapshots.close()
    (file,) = pictures(home)
    assert pygame.image.load(file).get_size() == (1280, 800)
