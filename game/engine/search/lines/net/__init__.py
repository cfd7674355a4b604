"""A net that judges positions: sums over the patterns of the cells, kept up to date, and small layers above them."""
