"""Tests of crash reports."""
