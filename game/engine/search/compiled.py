"""Functions as machine code, which is compiled, or loaded from the cache, when an engine is made and not on import.

A module names the kernels that its kernels call, and the types of those that Python calls. Nothing of numba's is
touched until ``load``, or the first call from Python; then numba reads each kernel with machine code in place of every
other kernel that it names, and with its own types in place of ours.
"""

from __future__ import annotations

import dis
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import update_wrapper
from types import CodeType, FunctionType
from typing import Any, TypeVar, cast

import numpy as np

from game.storage import compiled_code

Function = TypeVar("Function", bound=Callable[..., Any])

#: What tells numba where shipped code lies; it imports it by its name.
_SHIPPED_LOCATOR = "game.engine.search.shipped_kernels.ShippedKernels"

#: Numba itself, one of its types, and a function that it compiles: it has no annotations.
Numba = Any
NumbaType = Any
Dispatcher = Any
#: A record as a kernel sees it: its fields are attributes.
Record = Any


@dataclass(frozen=True)
class KernelType:
    """A type of numba's own, without numba."""

    of: Callable[[Numba], NumbaType]
    """The type itself, by numba."""

    def __call__(self, number: int) -> int:
        """In a kernel, the number in this type."""
        return number


@dataclass(frozen=True)
class Signature:
    """The types of a kernel that Python calls."""

    result: KernelType
    arguments: tuple[KernelType, ...]

    def of(self, numba: Numba) -> NumbaType:
        """The same in numba's types."""
        return self.result.of(numba)(*(argument.of(numba) for argument in self.arguments))


@dataclass(frozen=True)
class Operation:
    """What kernels do in vector code that is written by hand, where the compiler makes poor code of a loop."""

    of: Callable[[Numba], Any]
    """The operation as numba knows it, an intrinsic."""

    def __call__(self, *arguments: object) -> None:
        """Only kernels can do it."""
        raise TypeError("an operation is part of a kernel, Python cannot call it")


#: A 64-bit integer: literal arguments of recursive calls must have the type that the signature names.
int64 = KernelType(lambda numba: numba.int64)
int64_array = KernelType(lambda numba: numba.int64[::1])
no_value = KernelType(lambda numba: numba.void)


def record_type(layout: np.dtype[np.void]) -> KernelType:
    """The type of a numpy record."""
    return KernelType(lambda numba: numba.from_dtype(layout))


def signature(result: KernelType, *arguments: KernelType) -> Signature:
    """The types of a kernel that ``load`` compiles for them, and for no others."""
    return Signature(result, arguments)


def kernel(types: Signature | None = None, *, within_caller: bool = False) -> Callable[[Function], Function]:
    """Make a function machine code that runs without Python's lock and is kept in the cache, once it is needed.

    ``within_caller``: it is written into the kernel that calls it. What a kernel calls is optimized again with each
    kernel above it, so that the last steps on the way to a large one are cheaper without an own compilation.
    """
    options: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy"}
    if within_caller:
        options["inline"] = "always"

    def decorate(function: Function) -> Function:
        made = Kernel(cast("FunctionType", function), types, options)
        if types is not None:
            _waiting.append(made)
        return cast("Function", made)

    return decorate


def load() -> None:
    """Compile every kernel whose types are known, or load it from the cache; afterwards a search begins at once.

    Whoever makes an engine calls this; it costs nothing when no kernel was defined since the last time.
    """
    for _done, _total in loading():
        pass


def loading() -> Iterator[tuple[int, int]]:
    """The same kernel by kernel: yields how many of them are done, and of how many."""
    with _lock:
        total = len(_waiting)
        while _waiting:
            _waiting.pop(0).machine_code()
            yield total - len(_waiting), total


class KernelTime:
    """The time that calls of kernels took, in seconds of the processor."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def timed(self, machine_code: Dispatcher, arguments: tuple[object, ...]) -> object:
        """Call a kernel's machine code and add its time."""
        begin = time.thread_time()
        result = machine_code(*arguments)
        self.seconds += time.thread_time() - begin
        return result


@contextmanager
def watched() -> Iterator[KernelTime]:
    """Take the time of every kernel that this thread's Python code calls meanwhile."""
    begun = _watch.set(KernelTime())
    try:
        yield cast("KernelTime", _watch.get())
    finally:
        _watch.reset(begun)


class Kernel:
    """A function that becomes machine code when it is loaded or first called."""

    def __init__(self, function: FunctionType, types: Signature | None, options: dict[str, Any]) -> None:
        self._function, self._types, self._options = function, types, options
        self._machine_code: Dispatcher = None
        update_wrapper(self, function)

    def __call__(self, *arguments: object) -> object:
        """Call the machine code; the first call waits for it unless ``load`` has been called."""
        machine_code = self._machine_code or self.machine_code()
        watch = _watch.get()
        return machine_code(*arguments) if watch is None else watch.timed(machine_code, arguments)

    @property
    def _numba_type_(self) -> NumbaType:
        """What numba takes the kernel for where another one names it as part of a module."""
        return self.machine_code()._numba_type_

    def machine_code(self) -> Dispatcher:
        """The function as numba compiles it, after every kernel that it calls."""
        with _lock:
            if self._machine_code is None:
                numba = _numba()
                decorate = numba.njit(self._types and self._types.of(numba), **self._options)
                self._machine_code = decorate(self._as_numba_reads_it(numba))
            return self._machine_code

    def _as_numba_reads_it(self, numba: Numba) -> FunctionType:
        """The function with other values behind its global names; numba knows by itself when one calls itself."""
        function = self._function
        names: dict[str, Any] = {"__name__": function.__module__}
        for name in _global_names(function.__code__):
            value = function.__globals__.get(name, self)
            if value is not self:
                names[name] = _for_numba(value, numba)
        return FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)


def _numba() -> Numba:
    """Numba, with its cache where ours belongs."""
    compiled_code.discard_damaged()
    # It reads the variables once, when it is imported; without the first a read-only install could not be used.
    os.environ["NUMBA_CACHE_DIR"] = str(compiled_code.own_folder())
    shipped = compiled_code.shipped()
    if shipped is not None:
        # Shipped code is for a processor that many have, and is found wherever the program lies.
        os.environ["NUMBA_CPU_NAME"], os.environ["NUMBA_CPU_FEATURES"] = compiled_code.shipped_for(shipped), ""
        os.environ["NUMBA_CACHE_LOCATOR_CLASSES"] = f"{_SHIPPED_LOCATOR},UserProvidedCacheLocator"
    compiled_code.note_use()
    import numba  # noqa: PLC0415 - half a second that whoever never makes an engine does not wait

    from game.engine.search.checked_files import check_files  # noqa: PLC0415 - it imports numba

    check_files()
    return numba


def _global_names(code: CodeType) -> Iterator[str]:
    """The global names that a function looks up, also within functions that are part of it."""
    yield from (each.argval for each in dis.get_instructions(code) if each.opname == "LOAD_GLOBAL")
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _global_names(part)


def _for_numba(value: object, numba: Numba) -> object:
    """What stands for a value that a kernel names."""
    if isinstance(value, Kernel):
        return value.machine_code()
    return value.of(numba) if isinstance(value, KernelType | Operation) else value


_lock = threading.RLock()
_watch: ContextVar[KernelTime | None] = ContextVar("watch", default=None)
#: Kernels with known types that nobody has needed so far, in the order of their definition.
_waiting: list[Kernel] = []
