"""A check of whether this machine's processor can run the shipped compiled code. Does not import numba."""

from __future__ import annotations

import ctypes
import platform
import sys
from functools import cache
from pathlib import Path

#: The target processor of shipped code by machine type; nearly all processors since 2015 support it.
BASELINES = {"x86_64": "x86-64-v3", "amd64": "x86-64-v3", "aarch64": "generic", "arm64": "generic"}
#: Flags in /proc/cpuinfo that this baseline requires; Linux calls lzcnt ``abm``.
_NEEDED = {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}
_CPU_INFO = Path("/proc/cpuinfo")
#: The Windows constant for AVX2. Processors with AVX2 have the rest of the baseline as well.
_WINDOWS_AVX2 = 40


def baseline() -> str:
    """Return the processor for which code is compiled and shipped on this machine type, "" for none."""
    return BASELINES.get(platform.machine().lower(), "")


@cache
def runs(name: str) -> bool:
    """Return True if this machine's processor can run code that was compiled for the named processor."""
    if not name or name != baseline():
        return False
    return name == "generic" or _has_avx2()


def _has_avx2() -> bool:
    if sys.platform == "win32":
        return bool(ctypes.windll.kernel32.IsProcessorFeaturePresent(_WINDOWS_AVX2))
    if sys.platform == "darwin":
        return _mac_says("hw.optional.avx2_0")
    try:
        lines = _CPU_INFO.read_text("ascii", "replace").splitlines()
    except OSError:
        return False
    flags = next((line.partition(":")[2].split() for line in lines if line.startswith("flags")), [])
    return set(flags) >= _NEEDED


def _mac_says(name: str) -> bool:
    answer, length = ctypes.c_int(0), ctypes.c_size_t(ctypes.sizeof(ctypes.c_int))
    library = ctypes.CDLL(None)
    failed = library.sysctlbyname(name.encode(), ctypes.byref(answer), ctypes.byref(length), None, 0)
    return not failed and bool(answer.value)
