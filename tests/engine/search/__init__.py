"""Tests of the compiled search kit."""
