"""Decorator and loader for kernels, which are functions that numba compiles to machine code.

They are compiled when an engine is created and not on import. A module refers to kernels by their names and gives type
signatures for those that Python calls. Numba is imported only by ``load`` or by the first call from Python. It then
compiles each kernel with replaced global names: machine code in place of other kernels, and numba's types in place of
the ones defined here.
"""

from __future__ import annotations

import dis
import inspect
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import update_wrapper
from inspect import Parameter
from types import CodeType, FunctionType
from typing import Any, TypeVar, cast

import numpy as np

from game.storage import compiled_code

Function = TypeVar("Function", bound=Callable[..., Any])

#: The numba module, a numba type and a function compiled by numba; numba has no annotations.
Numba = Any
NumbaType = Any
Dispatcher = Any
#: A numpy record in a kernel, with its fields as attributes.
Record = Any


@dataclass(frozen=True)
class KernelType:
    """A numba type that code of the search can name without importing numba."""

    of: Callable[[Numba], NumbaType]
    """Function that returns the numba type, given the numba module."""

    def __call__(self, number: int) -> int:
        """Convert a number to this type inside a kernel; return it unchanged in Python."""
        return number


@dataclass(frozen=True)
class Signature:
    """The numba type signature of a kernel (compiled function) that Python calls."""

    result: KernelType
    arguments: tuple[KernelType, ...]

    def of(self, numba: Numba) -> NumbaType:
        """Return the signature in numba's types."""
        return self.result.of(numba)(*(argument.of(numba) for argument in self.arguments))


@dataclass(frozen=True)
class Operation:
    """An operation in hand-written vector code, for loops that the compiler does not vectorize well."""

    of: Callable[[Numba], Any]
    """Function that returns the operation as a numba intrinsic, given the numba module."""

    def __call__(self, *arguments: object) -> int:
        """Raise TypeError, because only kernels (compiled functions) can use an operation."""
        raise TypeError("an operation is part of a kernel, Python cannot call it")


#: 64-bit integer type, to convert literal arguments: a kernel without a signature is compiled for each type.
int64 = KernelType(lambda numba: numba.int64)
int64_array = KernelType(lambda numba: numba.int64[::1])
no_value = KernelType(lambda numba: numba.void)


def record_type(layout: np.dtype[np.void]) -> KernelType:
    """Return the numba type of numpy records with this layout."""
    return KernelType(lambda numba: numba.from_dtype(layout))


def signature(result: KernelType, *arguments: KernelType) -> Signature:
    """Return the type signature of a kernel; ``load`` compiles the kernel for exactly these types."""
    return Signature(result, arguments)


def kernel(types: Signature | None = None, *, within_caller: bool = False) -> Callable[[Function], Function]:
    """Return a decorator that turns a function into a kernel, compiled on demand, cached, and run without the GIL.

    ``types`` is the signature of a kernel that Python calls; ``load`` compiles such a kernel in advance. With
    ``within_caller``, the kernel is inlined into its callers. LLVM optimizes a called kernel again for every kernel
    above it, so inlining the last steps before a large kernel saves compile time.
    """
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    if within_caller:
        options["inline"] = "always"

    def decorate(function: Function) -> Function:
        made = Kernel(cast("FunctionType", function), types, options)
        if types is not None:
            _waiting.append(made)
        return cast("Function", made)

    return decorate


def load() -> None:
    """Compile every kernel with a type signature, or load it from the cache, so that a search starts without delay.

    Every engine calls this when it is created. It does nothing if no kernel was defined since the last call.
    """
    for _done, _total in loading():
        pass


def loading() -> Iterator[tuple[int, int]]:
    """Compile or load like ``load``, and yield the number of finished kernels and the total after each kernel."""
    with _lock:
        total = len(_waiting)
        while _waiting:
            _waiting.pop(0).machine_code()
            yield total - len(_waiting), total


class KernelTime:
    """A sum of the processor time, in seconds, spent in calls of kernels (compiled functions)."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def timed(self, machine_code: Dispatcher, arguments: tuple[object, ...]) -> object:
        """Call a kernel's machine code, add its processor time and return its result."""
        begin = time.thread_time()
        result = machine_code(*arguments)
        self.seconds += time.thread_time() - begin
        return result


@contextmanager
def watched() -> Iterator[KernelTime]:
    """Measure the time of all kernels that Python code of this thread calls inside the ``with`` block."""
    begun = _watch.set(KernelTime())
    try:
        yield cast("KernelTime", _watch.get())
    finally:
        _watch.reset(begun)


class Kernel:
    """A function of the search that numba compiles when it is loaded or first called."""

    def __init__(self, function: FunctionType, types: Signature | None, options: dict[str, Any]) -> None:
        self._function, self._types, self._options = function, types, options
        self._machine_code: Dispatcher = None
        self._inner_code: Dispatcher = None
        update_wrapper(self, function)

    def __call__(self, *arguments: object) -> object:
        """Call the function's machine code; the first call compiles or loads it unless ``load`` did."""
        machine_code = self._machine_code or self.machine_code()
        watch = _watch.get()
        return machine_code(*arguments) if watch is None else watch.timed(machine_code, arguments)

    @property
    def _numba_type_(self) -> NumbaType:
        """Type that numba uses when another kernel refers to this one as a module attribute."""
        return self.inner_code()._numba_type_

    def machine_code(self) -> Dispatcher:
        """Return the function compiled by numba for Python, compiling the kernels that it calls first."""
        with _lock:
            if self._machine_code is None:
                self._machine_code = self._compiled(cache=True)
            return self._machine_code

    def inner_code(self) -> Dispatcher:
        """Return the function compiled by numba for other kernels.

        A kernel without a type signature has nothing that Python needs there: the wrapper, which is a quarter of the
        time to compile it, and a file of its own in the cache, as its callers contain its code.
        """
        with _lock:
            if self._types is not None:
                return self.machine_code()
            if self._inner_code is None:
                self._inner_code = self._compiled(no_cpython_wrapper=True)
            return self._inner_code

    def _compiled(self, **options: bool) -> Dispatcher:
        numba = _numba()
        decorate = numba.njit(self._types and self._types.of(numba), **self._options, **options)
        return decorate(self._as_numba_reads_it(numba))

    def _as_numba_reads_it(self, numba: Numba) -> FunctionType:
        """Return a copy of the function in which global names refer to objects that numba can use."""
        function = self._function
        names: dict[str, Any] = {"__name__": function.__module__}
        for name in _global_names(function.__code__):
            value = function.__globals__.get(name, self)
            if value is not self:
                names[name] = _for_numba(value, numba)
            elif self._types is not None and name == function.__name__:
                names[name] = _call_of_itself(self._types.of(numba))
        return FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)


def _numba() -> Numba:
    """Import and return numba, set up to use our cache folder."""
    compiled_code.discard_damaged()
    # Numba reads the environment variables once, on import. Its default cache folder is beside the source, which fails
    # in a read-only installation.
    os.environ["NUMBA_CACHE_DIR"] = str(compiled_code.own_folder())
    shipped = compiled_code.shipped()
    if shipped is not None:
        # Shipped code is compiled for a common processor and is found wherever the program is installed.
        os.environ["NUMBA_CPU_NAME"], os.environ["NUMBA_CPU_FEATURES"] = compiled_code.shipped_for(shipped), ""
    compiled_code.note_use()
    import numba  # noqa: PLC0415 - half a second that whoever never makes an engine does not wait

    from game.engine.search.checked_files import check_files  # noqa: PLC0415 - it imports numba

    check_files()
    if shipped is not None:
        from game.engine.search.shipped_kernels import find_shipped  # noqa: PLC0415 - it imports numba

        find_shipped()
    return numba


def _call_of_itself(types: NumbaType) -> Any:  # noqa: ANN401
    """Return the numba function with which a kernel calls itself.

    An ordinary recursive call would make numba infer the types of the whole function again, because numba does not
    use the signature of a function that it is still compiling.
    """

    def generate(context: Any, builder: Any, signature: NumbaType, values: Any) -> Any:  # noqa: ANN401
        call, result = context.call_conv, signature.return_type
        status, found = call.call_function(builder, builder.function, result, signature.args, values)
        with builder.if_then(status.is_error, likely=False):
            call.return_status_propagate(builder, status)
        return found

    def typed(_context: Any, *_arguments: NumbaType) -> Any:  # noqa: ANN401
        return types, generate

    return intrinsic_of(typed, [f"argument_{number}" for number in range(len(types.args))])


def intrinsic_of(typed: Callable[..., Any], names: Sequence[str]) -> Any:  # noqa: ANN401
    """Return a numba intrinsic whose arguments have these names.

    ``typed`` returns its signature and its code generator, given the context and the types of the arguments.
    """
    from numba.extending import intrinsic  # noqa: PLC0415 - numba is loaded by now

    # Numba takes the number of arguments from the signature.
    every = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in ("context", *names)]
    typed.__signature__ = inspect.Signature(every)  # type: ignore[attr-defined]
    return intrinsic(typed)


def _global_names(code: CodeType) -> Iterator[str]:
    """Yield the global names that a function and its nested functions look up."""
    yield from (each.argval for each in dis.get_instructions(code) if each.opname == "LOAD_GLOBAL")
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _global_names(part)


def _for_numba(value: object, numba: Numba) -> object:
    """Return the object that replaces the value of a global name when numba compiles a kernel."""
    if isinstance(value, Kernel):
        return value.inner_code()
    return value.of(numba) if isinstance(value, KernelType | Operation) else value


_lock = threading.RLock()
_watch: ContextVar[KernelTime | None] = ContextVar("watch", default=None)
#: Kernels with a signature that are not compiled yet, in the order of definition.
_waiting: list[Kernel] = []
