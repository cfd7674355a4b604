"""The nets that are shipped: a file for each pair of winning lines, named after its rules."""
