"""Clicks and drags of the simulated player on the board, to cells given by their names such as ``h8``."""

from __future__ import annotations

import pygame

from tools.pilot.pilot import Pilot

#: The number of frames to wait so that two clicks do not count as a double click.
A_WHILE = 40


def at(pilot: Pilot, name: str) -> tuple[float, float]:
    scene = pilot.scene
    return scene.board.layout.centre(scene.match.state.geometry.cell(name))


def click(pilot: Pilot, name: str, frames: int = A_WHILE) -> None:
    pilot.click(at(pilot, name))
    pilot.frames(frames)


def drag(pilot: Pilot, start: str, end: str) -> None:
    points = {pygame.MOUSEBUTTONDOWN: at(pilot, start), pygame.MOUSEMOTION: at(pilot, end)}
    for kind, point in {**points, pygame.MOUSEBUTTONUP: at(pilot, end)}.items():
        more = {"rel": (0, 0), "buttons": (1, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 1}
        pygame.event.post(pygame.event.Event(kind, pos=(round(point[0]), round(point[1])), touch=False, **more))
        pilot.frames()
    pilot.frames(A_WHILE)
