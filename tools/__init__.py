"""Commands that run without a window: benchmarks, measurements and checks for developers, and conversion of files."""
