"""Threads: work in the background that ends in a known state, and work that can be stopped or has a time limit."""
