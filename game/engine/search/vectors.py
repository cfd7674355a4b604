"""Operations of kernels on several numbers at once, as LLVM code that works on every processor.

A compiler should vectorize loops over 16 or 32 numbers, but it does not vectorize most of those here: it unrolls them
first, or cannot rule out that the written array overlaps the read ones. Offsets into arrays count their numbers, and
nothing is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.engine.search.compiled import Numba, Operation, intrinsic_of

#: Instruction builder and values of llvmlite, which has no annotations.
Builder = Any
Value = Any

#: Numbers that ``largest_in`` and ``places_of`` look at.
LANES = 16


class Vectors:
    """A builder of LLVM vector operations on ``length`` integers at a time, read from and written to arrays."""

    def __init__(self, builder: Builder, length: int) -> None:
        from llvmlite import ir  # noqa: PLC0415 - it comes with numba, which only engines load

        self.builder, self.length, self._ir = builder, length, ir

    def _vector(self, bits: int) -> Value:
        return self._ir.VectorType(self._ir.IntType(bits), self.length)

    def _place(self, array: Value, at: Value, bits: int) -> Value:
        return self.builder.bitcast(self.builder.gep(array, [at]), self._vector(bits).as_pointer())

    def load(self, array: Value, at: Value, bits: int) -> Value:
        """Load integers of this many bits from an array, beginning at offset ``at``."""
        return self.builder.load(self._place(array, at, bits), align=bits // 8)

    def store(self, vector: Value, array: Value, at: Value, bits: int) -> None:
        """Store a vector as integers of this many bits in an array, beginning at offset ``at``."""
        self.builder.store(vector, self._place(array, at, bits), align=bits // 8)

    def widened(self, vector: Value) -> Value:
        """Extend the integers of a vector to 32 bits."""
        return self.builder.sext(vector, self._vector(32))

    def positive(self, vector: Value) -> Value:
        """Replace the negative numbers of a vector by 0."""
        zero = self._ir.Constant(vector.type, None)
        return self.builder.select(self.builder.icmp_signed(">", vector, zero), vector, zero)

    def everywhere(self, number: Value, bits: int = 32) -> Value:
        """Return a vector whose elements all equal one number of this many bits."""
        undefined = self._ir.Constant(self._vector(bits), self._ir.Undefined)
        zero = self._ir.Constant(self._ir.IntType(32), 0)
        first = self.builder.insert_element(undefined, number, zero)
        nowhere = self._ir.Constant(self._ir.VectorType(self._ir.IntType(32), self.length), None)
        return self.builder.shuffle_vector(first, undefined, nowhere)

    def narrowed(self, number: Value, bits: int) -> Value:
        """Reduce a 64-bit number to its lowest bits."""
        return self.builder.trunc(number, self._ir.IntType(bits))

    def as_bits(self, flags: Value) -> Value:
        """Return a vector of flags as one 64-bit number, whose lowest bit is the first flag."""
        return self.builder.zext(self.builder.bitcast(flags, self._ir.IntType(self.length)), self._ir.IntType(64))

    def lowest_bit(self, number: Value) -> Value:
        """Return the place of the lowest bit that is set in a number, or the number of its bits if none is set."""
        return self.builder.cttz(number, self._ir.Constant(self._ir.IntType(1), 0))

    def largest(self, vector: Value) -> Value:
        """Return the largest of the signed 32-bit integers of a vector, as a 64-bit number."""
        kind = self._ir.FunctionType(self._ir.IntType(32), [vector.type])
        number = self.builder.call(self._llvm(f"llvm.vector.reduce.smax.v{self.length}i32", kind), [vector])
        return self.builder.sext(number, self._ir.IntType(64))

    def prefetch(self, array: Value, at: Value) -> None:
        """Begin to load the part of an array around offset ``at`` into the processor's cache."""
        number, byte = self._ir.IntType(32), self._ir.IntType(8).as_pointer()
        kind = self._ir.FunctionType(self._ir.VoidType(), [byte, number, number, number])
        place = self.builder.bitcast(self.builder.gep(array, [at]), byte)
        # To be read, kept in all caches, data.
        self.builder.call(self._llvm("llvm.prefetch.p0", kind), [place, number(0), number(3), number(1)])

    def _llvm(self, name: str, kind: Value) -> Value:
        module = self.builder.module
        return module.globals[name] if name in module.globals else self._ir.Function(module, kind, name)


#: Emits the instructions of an operation and returns its result, if it has one; an array argument is a pointer to its
#: first number.
Emit = Callable[[Vectors, Sequence[Value]], Value | None]


def operation(length: int, arguments: str, emit: Emit, *, returns: bool = False) -> Operation:
    """Return a vector operation for kernels; its ``arguments``, named in a string, are arrays and 64-bit numbers.

    An operation that ``returns`` something returns a 64-bit number.
    """

    def of(numba: Numba) -> Any:  # noqa: ANN401
        from numba.core import types  # noqa: PLC0415

        def generate(context: Any, builder: Builder, types_of: Any, values: Sequence[Value]) -> Value:  # noqa: ANN401
            given = zip(types_of.args, values, strict=True)
            plain = [
                context.make_array(kind)(context, builder, value).data if isinstance(kind, types.Array) else value
                for kind, value in given
            ]
            result = emit(Vectors(builder, length), plain)
            return result if returns else context.get_dummy_value()

        def typed(_context: Any, *arguments: Any) -> Any:  # noqa: ANN401
            as_numbers = [kind if isinstance(kind, types.Array) else types.int64 for kind in arguments]
            return (types.int64 if returns else types.void)(*as_numbers), generate

        return intrinsic_of(typed, arguments.split())

    return Operation(of)


def _lowest_bit(vectors: Vectors, given: Sequence[Value]) -> Value:
    return vectors.lowest_bit(given[0])


def _largest_in(vectors: Vectors, given: Sequence[Value]) -> Value:
    array, at = given
    return vectors.largest(vectors.load(array, at, 32))


def _places_of(vectors: Vectors, given: Sequence[Value]) -> Value:
    array, at, number = given
    same = vectors.everywhere(vectors.narrowed(number, 32))
    return vectors.as_bits(vectors.builder.icmp_signed("==", vectors.load(array, at, 32), same))


def _prefetch(vectors: Vectors, given: Sequence[Value]) -> None:
    vectors.prefetch(*given)


def _shift(vectors: Vectors, given: Sequence[Value]) -> None:
    array, at, table, after, before = given
    change = vectors.builder.sub(vectors.load(table, after, 32), vectors.load(table, before, 32))
    vectors.store(vectors.builder.add(vectors.load(array, at, 32), change), array, at, 32)


def _larger_sum(vectors: Vectors, given: Sequence[Value]) -> Value:
    array, at, other, there, sign = given
    signs = vectors.everywhere(vectors.narrowed(sign, 32))
    one = vectors.builder.sub(vectors.builder.xor(vectors.load(array, at, 32), signs), signs)
    return vectors.largest(vectors.builder.add(one, vectors.load(other, there, 32)))


#: Returns the place of the lowest bit that is set in a number, 64 if there is none.
lowest_bit = operation(1, "bits", _lowest_bit, returns=True)
#: Returns the largest of the ``LANES`` 32-bit integers of an array that begin at an offset.
largest_in = operation(LANES, "array at", _largest_in, returns=True)
#: Compares the ``LANES`` 32-bit integers that begin at an offset with a number; returns a bit for each, 1 if equal.
places_of = operation(LANES, "array at number", _places_of, returns=True)
#: Begins to load the part of an array around an offset into the processor's cache.
prefetch = operation(1, "array at", _prefetch)
#: Adds to four 32-bit integers of an array the difference of those at two offsets of a table.
shift = operation(4, "array at table after before", _shift)
#: Returns the largest of four sums of 32-bit integers of two arrays; with the sign -1 instead of 0, those of the first
#: array count negatively.
larger_sum = operation(4, "array at other there sign", _larger_sum, returns=True)
