"""Vector operations of the neural net on the features of a cell and on the units of a layer."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.search.lines.net.shape import HIDDEN, VIEWS, WIDTH
from game.engine.search.vectors import Emit, Value, Vectors, operation


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
replace_features = operation(VIEWS, "features at kept old totals rows first second third fourth", _replace_features)
#: Copies the features of one cell.
copy_features = operation(VIEWS, "to at source place", _copy(16))
#: Copies the totals of one position.
copy_totals = operation(VIEWS, "to at source place", _copy(32))
#: Computes the sums of a layer: for each unit a bias, plus all values multiplied by their weights.
first_layer = operation(HIDDEN, "sums at values first weights row biases bias", _layer(WIDTH))
second_layer = operation(HIDDEN, "sums at values first weights row biases bias", _layer(HIDDEN))
