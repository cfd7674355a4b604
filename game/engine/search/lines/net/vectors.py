"""Vector operations of the neural net on several numbers at once, as LLVM code that works on every processor.

A compiler should vectorize loops over 16 or 32 numbers, but it does not vectorize most of those here: it unrolls them
first, or cannot rule out that the written array overlaps the read ones. Offsets into arrays count their numbers, and
nothing is checked.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from inspect import Parameter
from typing import Any

from game.engine.search.compiled import Numba, Operation
from game.engine.search.lines.net.shape import HIDDEN, VIEWS, WIDTH

#: Instruction builder and values of llvmlite, which has no annotations.
Builder = Any
Value = Any


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

    def everywhere(self, number: Value) -> Value:
        """Return a vector whose elements all equal one 32-bit number."""
        undefined = self._ir.Constant(self._vector(32), self._ir.Undefined)
        zero = self._ir.Constant(self._ir.IntType(32), 0)
        first = self.builder.insert_element(undefined, number, zero)
        nowhere = self._ir.Constant(self._ir.VectorType(self._ir.IntType(32), self.length), None)
        return self.builder.shuffle_vector(first, undefined, nowhere)


#: Emits the instructions of an operation; an array argument is a pointer to its first number.
Emit = Callable[[Vectors, Sequence[Value]], None]


def _operation(length: int, arguments: str, emit: Emit) -> Operation:
    """Return a vector operation for kernels; its ``arguments``, named in a string, are arrays and 64-bit offsets."""

    def of(numba: Numba) -> Any:  # noqa: ANN401
        from numba.core import types  # noqa: PLC0415
        from numba.extending import intrinsic  # noqa: PLC0415

        def generate(context: Any, builder: Builder, types_of: Any, values: Sequence[Value]) -> Value:  # noqa: ANN401
            given = zip(types_of.args, values, strict=True)
            plain = [
                context.make_array(kind)(context, builder, value).data if isinstance(kind, types.Array) else value
                for kind, value in given
            ]
            emit(Vectors(builder, length), plain)
            return context.get_dummy_value()

        def typed(_context: Any, *arguments: Any) -> Any:  # noqa: ANN401
            return types.void(*arguments), generate

        # Numba takes the number of arguments from the signature.
        every = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in ("context", *arguments.split())]
        typed.__signature__ = inspect.Signature(every)  # type: ignore[attr-defined]
        return intrinsic(typed)

    return Operation(of)


def _replace_features(vectors: Vectors, given: Sequence[Value]) -> None:
    features, at, kept, old, totals, rows, *places = given
    builder, zero = vectors.builder, given[1].type(0)
    before = vectors.load(features, at, 16)
    after = vectors.load(rows, places[0], 16)
    for place in places[1:]:
        after = builder.add(after, vectors.load(rows, place, 16))
    vectors.store(before, kept, old, 16)
    vectors.store(after, features, at, 16)
    more, less = (vectors.widened(vectors.positive(each)) for each in (after, before))
    total = builder.add(vectors.load(totals, zero, 32), builder.sub(more, less))
    vectors.store(total, totals, zero, 32)


def _copy(bits: int) -> Emit:
    def emit(vectors: Vectors, given: Sequence[Value]) -> None:
        to, at, source, place = given
        vectors.store(vectors.load(source, place, bits), to, at, bits)

    return emit


def _layer(count: int) -> Emit:
    def emit(vectors: Vectors, given: Sequence[Value]) -> None:
        sums, at, values, first, weights, row, biases, bias = given
        builder, place = vectors.builder, row.type
        total = vectors.load(biases, bias, 32)
        for number in range(count):
            value = builder.load(builder.gep(values, [builder.add(first, place(number))]))
            weight = vectors.load(weights, builder.add(row, place(number * vectors.length)), 16)
            total = builder.add(total, builder.mul(vectors.widened(weight), vectors.everywhere(value)))
        vectors.store(total, sums, at, 32)

    return emit


#: Writes the sum of four rows as the features at an offset, saves the old features, and updates the totals by the
#: change of the positive parts.
replace_features = _operation(VIEWS, "features at kept old totals rows first second third fourth", _replace_features)
#: Copies the features of one cell.
copy_features = _operation(VIEWS, "to at source place", _copy(16))
#: Copies the totals of one position.
copy_totals = _operation(VIEWS, "to at source place", _copy(32))
#: Computes the sums of a layer: for each unit a bias, plus all values multiplied by their weights.
first_layer = _operation(HIDDEN, "sums at values first weights row biases bias", _layer(WIDTH))
second_layer = _operation(HIDDEN, "sums at values first weights row biases bias", _layer(HIDDEN))
