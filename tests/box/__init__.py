"""Tests of what is put into the box, and of the branches that only other systems take."""
