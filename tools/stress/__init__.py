"""The command `main.py stress`: a stress test that attacks the program with kills, damaged files and random events."""
