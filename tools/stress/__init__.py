"""The command `main.py stress`: kills, damaged files, random events and hostile engines, for as long as one likes."""
