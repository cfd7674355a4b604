"""A pad that is not there: SDL can make one up, which arrives, acts and leaves like any other."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pygame
import pytest

_AXES, _BUTTONS, _HATS = 6, 15, 1
#: SDL's kinds of virtual joystick.
PLAIN, CONTROLLER = 0, 1


class VirtualPad:
    """Plugs itself in; skips the test where pygame does not bring an SDL of its own that can be asked for one."""

    def __init__(self, kind: int) -> None:
        libraries = sorted((Path(pygame.__file__).parents[1] / "pygame_ce.libs").glob("libSDL2-2*"))
        if not libraries:
            pytest.skip("SDL is not where pygame's packages for Linux have it")
        self._sdl = ctypes.CDLL(str(libraries[0]))
        self._sdl.SDL_JoystickFromInstanceID.restype = ctypes.c_void_p
        self._sdl.SDL_JoystickSetVirtualButton.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint8]
        self._sdl.SDL_JoystickSetVirtualAxis.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int16]
        self._index = self._sdl.SDL_JoystickAttachVirtual(kind, _AXES, _BUTTONS, _HATS)
        assert self._index >= 0, "SDL makes no pad up"

    @property
    def _device(self) -> int:
        number = self._sdl.SDL_JoystickGetDeviceInstanceID(self._index)
        device: int | None = self._sdl.SDL_JoystickFromInstanceID(number)
        assert device, "nobody has opened the pad"
        return device

    def button(self, number: int, *, down: bool) -> None:
        self._sdl.SDL_JoystickSetVirtualButton(self._device, number, int(down))

    def axis(self, number: int, share: float) -> None:
        self._sdl.SDL_JoystickSetVirtualAxis(self._device, number, round(share * 32767))

    def pull_out(self) -> None:
        self._sdl.SDL_JoystickDetachVirtual(self._index)
