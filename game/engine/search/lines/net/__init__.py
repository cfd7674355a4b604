"""A neural net that evaluates positions: incrementally updated sums over the patterns of cells, and small layers."""
