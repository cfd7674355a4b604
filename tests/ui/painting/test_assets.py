"""The files that the window shows: all there, readable, small enough, and as the scripts bake them."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

import assets
from game.ui.painting.sprites import BAKED_SIDES

DRAWINGS = sorted(assets.FOLDER.rglob("*.svg"))
LARGEST = 4 * 1024 * 1024


def test_all_assets_together_stay_under_four_megabytes() -> None:
    files = [file for file in assets.FOLDER.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    assert sum(file.stat().st_size for file in files) < LARGEST


@pytest.mark.parametrize("file", DRAWINGS, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_every_drawing_can_be_drawn(file: Path) -> None:
    text = re.sub(r"\$\w+", "#808080", file.read_text(encoding="utf-8"))
    picture = pygame.image.load_sized_svg(io.BytesIO(text.encode()), (40, 40))
    assert pygame.mask.from_surface(picture, 60).count() > 20


@pytest.mark.parametrize("file", DRAWINGS, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_gradients_are_placed_in_percent_as_the_renderer_needs_it(file: Path) -> None:
    for gradient in re.findall(r"<(?:linear|radial)Gradient([^>]*)>", file.read_text(encoding="utf-8")):
        places = re.findall(r"\b(?:cx|cy|r|x1|y1|x2|y2)=\"([^\"]*)\"", gradient)
        assert places
        assert all(place.endswith("%") for place in places)


@pytest.mark.parametrize("art", ["black", "white"])
@pytest.mark.parametrize("side", BAKED_SIDES)
def test_the_lens_stones_are_there_in_every_size(art: str, side: int) -> None:
    picture = pygame.image.load(assets.FOLDER / "stones" / f"{art}_{side}.webp")
    assert picture.get_size() == (side, side)
    assert picture.get_at((0, 0)).a == 0


@pytest.mark.parametrize("name", ["wood", "walnut", "pond"])
def test_textures_are_square_and_large_enough_for_a_large_screen(name: str) -> None:
    picture = pygame.image.load(assets.FOLDER / "textures" / f"{name}.webp")
    assert picture.get_width() == picture.get_height() >= 1400


def test_the_shipped_stones_are_what_the_script_bakes() -> None:
    numpy = pytest.importorskip("numpy")
    image = pytest.importorskip("PIL.Image")
    stones = pytest.importorskip("assets.make.stones")
    pixels = pytest.importorskip("assets.make.pixels")
    colours = pixels.palette()
    stone = stones.Stone(*(colours[f"stone_black{part}"] for part in ("", "_lit", "_rim")), 0.35, 0.62, 0.14)
    baked = (numpy.clip(stones.lens(stone, 64), 0, 1) * 255 + 0.5).astype(numpy.uint8)
    shipped = numpy.asarray(image.open(assets.FOLDER / "stones" / "black_64.webp"))
    assert numpy.abs(baked.astype(int) - shipped.astype(int)).max() <= 1


def test_the_kit_draws_without_numpy() -> None:
    code = (
        "import sys, pygame; pygame.display.init(); pygame.font.init();"
        "from game.ui.painting import board_art, canvas, paintbox, sprites, stage, theme, board_layout;"
        "from game.core.geometry import square;"
        "kit = paintbox.Paintbox(theme.Theme.load(), 0.5);"
        "page = canvas.Canvas(pygame.Surface((400, 200)), stage.PIXELS, kit);"
        "page.logo('Fair', 200, 100, 60); page.backdrop(dimmed=True);"
        "layout = board_layout.lay_out(square(9), pygame.Rect(0, 0, 300, 300));"
        "board_art.bake_board(kit, layout, square(9), accent='coral'); sprites.Sprites().stone('black', 30);"
        "sys.exit('numpy' in sys.modules or 'PIL' in sys.modules)"
    )
    root = assets.FOLDER.parent
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False, timeout=60).returncode == 0
