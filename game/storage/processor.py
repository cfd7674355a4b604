"""What the processor of this machine can do, as far as shipped machine code asks for it. No numba here."""

from __future__ import annotations

import ctypes
import platform
import sys
from functools import cache
from pathlib import Path

#: The processor that shipped code is compiled for, by the machine's kind: what nearly all of them are since 2015.
BASELINES = {"x86_64": "x86-64-v3", "amd64": "x86-64-v3", "aarch64": "generic", "arm64": "generic"}
#: What a processor of that baseline must say of itself; Linux calls lzcnt ``abm``.
_NEEDED = {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}
_CPU_INFO = Path("/proc/cpuinfo")
#: The number by which Windows asks a processor for AVX2, which those with the rest of the baseline have.
_WINDOWS_AVX2 = 40


def baseline() -> str:
    """The processor that code is shipped for on machines such as this one; "" where none is."""
    return BASELINES.get(platform.machine().lower(), "")


@cache
def runs(name: str) -> bool:
    """Whether this machine's processor runs code that was compiled for a baseline."""
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
