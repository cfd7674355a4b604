"""Tests of files that a second start hands to the open window."""
