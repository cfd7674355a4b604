"""The command `main.py soak`: kills, damaged files, random events and hostile engines, for as long as one likes."""
